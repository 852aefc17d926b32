//! Running laws as tests: a skip is declared or it is a failure, and so is a declared skip that ran.
use crate::{Case, LAWS, Subject, Suite, report::Seen, suite::misdeclared};
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
pub fn hold(registration: Registration, cases: Vec<Case>, skips: &[&'static str], law: &str) -> Result<(), Failure> {
    let Some(found) = LAWS.iter().find(|known| known.name == law) else {
        return Err(Failure(format!("no law is called `{law}`")));
    };
    let suite = Suite::new(registration, cases).skips(skips);
    let subject = Subject::new(registration, suite.cases.clone()).map_err(|error| Failure(error.to_string()))?;
    match suite.look(&subject, found) {
        Seen::Held { .. } | Seen::Skipped { .. } => Ok(()),
        Seen::Undeclared { reason } => Err(Failure(format!(
            "law `{law}` is skipped: {reason}. bring a case for it, or declare it: `skips: [\"{law}: reason\"]`"
        ))),
        Seen::Broke(breach) if std::env::var_os("THROUGHLINE_INPUT").is_some() => Err(Failure(format!("{breach:#}"))),
        Seen::Broke(breach) => Err(Failure(format!("{breach}\n  THROUGHLINE_INPUT=1 shows the whole input"))),
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
    match skips.iter().find(|skip| misdeclared(skip)) {
        Some(skip) => Err(Failure(format!("`{skip}` declares no law's skip: write `\"law: reason\"`"))),
        None => Ok(()),
    }
}

/// Makes one test a law, and one that says whether any law was left out.
///
/// `adapter` is a [`Registration`], `cases` a `Vec<`[`Case`]`>`. A law that the cases have no sample for must be declared, in a list or a
/// constant.
///
/// ```text
/// conformance!(my_adapter::ADAPTER, cases(), skips: ["strict: no host of this provider is strict"]);
/// ```
#[macro_export]
macro_rules! conformance {
    ($adapter:expr, $cases:expr $(,)?) => {
        $crate::conformance!($adapter, $cases, skips: []);
    };
    ($adapter:expr, $cases:expr, skips: $skips:expr $(,)?) => {
        $crate::conformance!(@laws $adapter, $cases, $skips,
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
