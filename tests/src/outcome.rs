//! What became of a law: held, skipped, or broken, and where.
//!
//! A message never shows more than a short snippet of a body; whole bodies and the whole input are fields for tools.
use std::fmt;

/// What became of one law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It held, each time that it was looked at.
    Held {
        /// How often.
        times: usize,
    },
    /// The cases lack what the law looks at. A skip must be declared.
    Skipped {
        /// What is missing.
        reason: &'static str,
    },
    /// It was broken.
    Broke(Box<Breach>),
}

impl Outcome {
    /// The outcome of looking: nothing looked at is a skip, never a pass.
    pub(crate) fn of(law: &'static str, missing: &'static str, looked: Result<usize, Box<Breach>>) -> Self {
        match looked {
            Ok(0) => Self::Skipped { reason: missing },
            Ok(times) => Self::Held { times },
            Err(breach) => Self::Broke(Box::new(Breach { law, ..*breach })),
        }
    }
}

/// How a law was broken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Breach {
    /// The law.
    pub law: &'static str,
    /// The case, or the route that a generated history was sent to.
    pub case: String,
    /// What is wrong.
    pub what: String,
    /// The first difference, where two things should be equal.
    pub differs: Option<Differs>,
    /// The input as it can be replayed: stored lines, or a reply.
    pub input: Vec<String>,
}

impl Breach {
    /// Something of `law` that should not be.
    pub fn of(law: &'static str, case: impl Into<String>, what: impl Into<String>) -> Box<Self> {
        Box::new(Self { law, ..*Self::new(case, what) })
    }
    /// The same with what it was found on.
    #[must_use]
    pub fn on(mut self, input: impl IntoIterator<Item = String>) -> Box<Self> {
        self.input.extend(input);
        Box::new(self)
    }
    /// Something that should not be.
    pub(crate) fn new(case: impl Into<String>, what: impl Into<String>) -> Box<Self> {
        Box::new(Self { case: case.into(), what: what.into(), ..Self::default() })
    }
    /// Breaks where `found` is not `expected`.
    pub(crate) fn unless_equal(
        case: &str,
        what: &str,
        expected: &(impl AsRef<[u8]> + ?Sized),
        found: &(impl AsRef<[u8]> + ?Sized),
    ) -> Result<(), Box<Self>> {
        match Differs::first(expected.as_ref(), found.as_ref()) {
            None => Ok(()),
            differs => Err(Box::new(Self { differs, ..*Self::new(case, what) })),
        }
    }
}

impl fmt::Display for Breach {
    /// `{:#}` shows the input too.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "law `{}` is broken by {}: {}", self.law, self.case, self.what)?;
        if let Some(differs) = &self.differs {
            write!(f, "\n  first difference at byte {}", differs.offset)?;
            write!(f, "\n  expected …{}\n  found    …{}", differs.expected, differs.found)?;
        }
        if f.alternate() {
            self.input.iter().try_for_each(|line| write!(f, "\n  input {line}"))?;
        }
        Ok(())
    }
}

/// Where two texts stop being equal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Differs {
    /// The first byte that differs.
    pub offset: usize,
    /// What should be there, from shortly before it.
    pub expected: String,
    /// What is there, from the same place.
    pub found: String,
    /// Both as a whole: what should be, and what is.
    pub bodies: [String; 2],
}

/// The most characters of a text that a message shows, and how many of them stand before the difference.
const SHOWN: usize = 80;
const BEFORE: usize = 24;

impl Differs {
    /// None where both are equal.
    pub(crate) fn first(expected: &[u8], found: &[u8]) -> Option<Self> {
        let offset = expected.iter().zip(found).take_while(|(a, b)| a == b).count();
        if offset == expected.len().max(found.len()) {
            return None;
        }
        let from = offset.saturating_sub(BEFORE);
        let bodies = [expected, found].map(|body| String::from_utf8_lossy(body).into_owned());
        Some(Self { offset, expected: snippet(expected, from), found: snippet(found, from), bodies })
    }
}

/// The first characters of `text` from byte `from` on.
pub(crate) fn snippet(text: &[u8], from: usize) -> String {
    String::from_utf8_lossy(text.get(from..).unwrap_or_default()).chars().take(SHOWN).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_shows_the_first_difference_and_no_more() {
        let long = "x".repeat(500);
        let (a, b) = (format!("{long}a{long}"), format!("{long}b{long}"));
        let breach = Breach::unless_equal("case `c`", "bodies differ", &a, &b).unwrap_err();
        let text = Breach { law: "pure", input: vec![long.clone()], ..*breach }.to_string();
        let shown = |c: &str| format!("{}{c}{}", "x".repeat(24), "x".repeat(55));
        let difference =
            format!("  first difference at byte 500\n  expected …{}\n  found    …{}", shown("a"), shown("b"));
        assert_eq!(text, format!("law `pure` is broken by case `c`: bodies differ\n{difference}"));
    }
    #[test]
    fn a_prefix_differs_at_its_end_and_equals_do_not() {
        assert_eq!(Differs::first(b"ab", b"abc").map(|differs| differs.offset), Some(2));
        assert_eq!(Differs::first(b"", b""), None);
    }
    #[test]
    fn looking_at_nothing_is_a_skip() {
        assert_eq!(Outcome::of("cut", "no stream", Ok(0)), Outcome::Skipped { reason: "no stream" });
    }
}
