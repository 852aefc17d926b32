//! Running laws as tests: a skip is declared or it is a failure, and so is a declared skip that ran.
use crate::{Case, LAWS, Outcome, Subject};
use std::fmt;
use throughline_core::Registration;

/// Why a test fails. `Debug` prints what `Display` does, so that a test may return it.
pub struct Failure(String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
impl std::error::Error for Failure {}

/// Looks at one law. `skips` are those that the author declares, each as `"law: reason"`.
///
/// # Errors
/// Where the law is broken, is skipped without being declared, or ran though it was declared.
pub fn hold(registration: Registration, cases: Vec<Case>, skips: &[&str], law: &str) -> Result<(), Failure> {
    let Some(found) = LAWS.iter().find(|known| known.name == law) else {
        return Err(Failure(format!("no law is called `{law}`")));
    };
    let subject = Subject::new(registration, cases).map_err(|error| Failure(error.to_string()))?;
    let declared = skips.iter().find(|skip| name(skip) == law);
    match ((found.look)(&subject), declared) {
        (Outcome::Held { .. }, None) | (Outcome::Skipped { .. }, Some(_)) => Ok(()),
        (Outcome::Held { times }, Some(skip)) => {
            Err(Failure(format!("law `{law}` ran, {times} times, though it is declared as skipped: `{skip}`")))
        }
        (Outcome::Skipped { reason }, None) => Err(Failure(format!(
            "law `{law}` is skipped: {reason}. bring a case for it, or declare it: `skips: [\"{law}: reason\"]`"
        ))),
        (Outcome::Broke(breach), _) if std::env::var_os("THROUGHLINE_INPUT").is_some() => {
            Err(Failure(format!("{breach:#}")))
        }
        (Outcome::Broke(breach), _) => Err(Failure(format!("{breach}\n  THROUGHLINE_INPUT=1 shows the whole input"))),
    }
}

/// Compares the laws that a harness runs with those that there are, and the declared skips with both.
///
/// # Errors
/// Where one is missing, unknown, or declared without a reason.
pub fn complete(emitted: &[&str], skips: &[&str]) -> Result<(), Failure> {
    let all: Vec<&str> = LAWS.iter().map(|law| law.name).collect();
    if let Some(missing) = all.iter().find(|law| !emitted.contains(law)) {
        return Err(Failure(format!("law `{missing}` is not run")));
    }
    if let Some(strange) = emitted.iter().find(|law| !all.contains(law)) {
        return Err(Failure(format!("no law is called `{strange}`")));
    }
    for skip in skips {
        let reason = skip.split_once(':').map(|(_, reason)| reason.trim()).unwrap_or_default();
        if !all.contains(&name(skip)) || reason.is_empty() {
            return Err(Failure(format!("`{skip}` declares no law's skip: write `\"law: reason\"`")));
        }
    }
    Ok(())
}

fn name(skip: &str) -> &str {
    skip.split_once(':').map_or(skip, |(law, _)| law).trim()
}

/// Makes one test a law, and one that says whether any law was left out.
///
/// `adapter` is a [`Registration`], `cases` a `Vec<`[`Case`]`>`. A law that the cases have no sample for must be declared.
///
/// ```text
/// conformance!(my_adapter::ADAPTER, cases(), skips: ["strict: no host of this provider is strict"]);
/// ```
#[macro_export]
macro_rules! conformance {
    ($adapter:expr, $cases:expr $(,)?) => {
        $crate::conformance!($adapter, $cases, skips: []);
    };
    ($adapter:expr, $cases:expr, skips: [$($skip:expr),* $(,)?] $(,)?) => {
        $crate::conformance!(@laws $adapter, $cases, [$($skip),*],
            verbatim split cut round foreign strict omit pure prefix refusal required once compact unknown ingest found total);
    };
    (@laws $adapter:expr, $cases:expr, $skips:expr, $($law:ident)*) => {
        const SKIPS: &[&str] = &$skips;
        $(
            #[test]
            fn $law() -> Result<(), $crate::Failure> {
                $crate::hold($adapter, $cases, SKIPS, stringify!($law))
            }
        )*
        #[test]
        fn every_law_is_run() -> Result<(), $crate::Failure> {
            $crate::complete(&[$(stringify!($law)),*], SKIPS)
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_harness_that_leaves_a_law_out_is_told() {
        let all: Vec<&str> = LAWS.iter().map(|law| law.name).collect();
        assert!(complete(&all, &["strict: nobody is"]).is_ok());
        let told = |emitted: &[&str], skips: &[&str]| complete(emitted, skips).unwrap_err().to_string();
        assert_eq!(told(&all[1..], &[]), "law `verbatim` is not run");
        assert_eq!(told(&[&all[..], &["order"]].concat(), &[]), "no law is called `order`");
        for skip in ["strict", "strict: ", "order: of things"] {
            assert_eq!(told(&all, &[skip]), format!("`{skip}` declares no law's skip: write `\"law: reason\"`"));
        }
    }
}
