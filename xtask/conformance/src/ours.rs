//! The adapters of this workspace with their cases, which their tests run too.
//!
//! It must never leave one out: what a build registers and has no cases here is an error.
use throughline_conformance::Suite;

macro_rules! suites {
    ($($name:ident $folder:literal [$($file:ident),*] $adapter:expr;)*) => {
        $(#[path = $folder]
        mod $name {
            $(pub(super) mod $file;)*
        })*
        fn all() -> Vec<Suite> {
            vec![$(Suite::new($adapter, $name::cases::cases()).skips($name::cases::SKIPS)),*]
        }
    };
}

suites! {
    chat "../../../tests/tests/chat" [cases] throughline_chat::ADAPTER;
    anthropic "../../../tests/tests/anthropic" [cases, doors] throughline_anthropic::ADAPTER;
    bedrock "../../../tests/tests/bedrock" [cases] throughline_bedrock::ADAPTER;
    copilot "../../../tests/tests/copilot" [cases] throughline_copilot::ADAPTER;
    gemini "../../../tests/tests/gemini" [cases] throughline_gemini::ADAPTER;
    gemini_compatible "../../../tests/tests/gemini_compatible" [cases] throughline_gemini::COMPATIBLE_ADAPTER;
}

/// Every adapter, or the one called `only`.
///
/// # Errors
/// Where there is no such one, or an adapter of this build has no cases.
pub(crate) fn suites(only: Option<&str>) -> Result<Vec<Suite>, String> {
    let mut all = all();
    let ids: Vec<String> = all.iter().map(Suite::id).collect();
    let registered = throughline::adapters().into_iter().map(|one| one.adapter.id().to_string());
    covered(&ids, registered)?;
    if let Some(only) = only {
        all.retain(|suite| suite.id() == only);
    }
    match (all.is_empty(), only) {
        (true, Some(only)) => Err(format!("no adapter is called `{only}`; there are {}", ids.join(", "))),
        _ => Ok(all),
    }
}

/// # Errors
/// Where one of `registered` is not among those that have cases.
fn covered(ids: &[String], mut registered: impl Iterator<Item = String>) -> Result<(), String> {
    match registered.find(|id| !ids.contains(id)) {
        Some(bare) => Err(format!("adapter `{bare}` has no cases: name them in xtask/conformance/src/ours.rs")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_adapter_without_cases_is_an_error() {
        let of = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(covered(&of(&["chat", "gemini"]), of(&["chat"]).into_iter()), Ok(()));
        let told = covered(&of(&["chat"]), of(&["chat", "gemini"]).into_iter()).unwrap_err();
        assert_eq!(told, "adapter `gemini` has no cases: name them in xtask/conformance/src/ours.rs");
    }

    #[test]
    fn every_adapter_has_cases_and_a_strange_one_is_told_who_there_is() {
        let all: Vec<String> = suites(None).unwrap().iter().map(Suite::id).collect();
        assert_eq!(all.len(), throughline::adapters().len());
        let one: Vec<String> = suites(Some("gemini")).unwrap().iter().map(Suite::id).collect();
        assert_eq!(one, ["gemini"]);
        let Err(error) = suites(Some("gemni")) else { panic!("there is no such adapter") };
        assert_eq!(error, format!("no adapter is called `gemni`; there are {}", all.join(", ")));
    }
}
