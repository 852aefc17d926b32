//! Faults on demand. A fault holds for one provider until it is taken back, or for so many requests.

use serde::{Deserialize, Serialize};
use std::sync::{Mutex, PoisonError};

/// What goes wrong.
///
/// As JSON: `{"refuse":{"field":"reasoning"}}`, `{"cut":{"after":3}}`, `"swap"`, …
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Fault {
    /// Assistant messages that have this field are refused.
    Refuse {
        /// The field, as `reasoning_details`.
        field: String,
        /// One of [`Simulator::wordings`](crate::Simulator::wordings); the provider's own where it is left out. Where
        /// blocks and parts, or members of them, are refused, they are always its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wording: Option<String>,
    },
    /// Tool turns without this field are refused, on chat completions.
    Require {
        /// The field, as `reasoning_content`.
        field: String,
    },
    /// The connection closes after so many events of a stream, or half-way through a whole reply.
    Cut {
        /// Events that still arrive.
        after: usize,
    },
    /// After so many events of a stream an error event ends it, inside the 200. A whole reply is a 500.
    Fail {
        /// Events that still arrive.
        after: usize,
    },
    /// After so many events of an event stream this exception ends it, inside the 200. What is no exception by its name is
    /// an error that the service has no type for. A whole reply is as ever.
    Exception {
        /// Events that still arrive.
        after: usize,
        /// The exception, as `throttlingException`.
        name: String,
    },
    /// After so many events of a stream one comes damaged, and the rest as if nothing had been; of a whole reply the end is.
    Garbage {
        /// Events that arrive before it.
        after: usize,
    },
    /// Every event takes this long.
    Slow {
        /// Milliseconds.
        millis: u64,
    },
    /// A gateway is served by another upstream, which can read nothing that the first one minted.
    Swap,
    /// An error of the provider's usual shape: 429, 500, 413, …
    Status {
        /// The HTTP status.
        code: u16,
    },
    /// This answer, whatever was asked.
    Answer {
        /// The HTTP status.
        status: u16,
        /// The body.
        body: String,
    },
}

/// The faults that hold now.
#[derive(Default)]
pub(crate) struct Faults(Mutex<Vec<Held>>);

#[derive(Clone, Serialize)]
pub(crate) struct Held {
    provider: &'static str,
    fault: Fault,
    /// Requests that it still holds for; none means until it is taken back.
    times: Option<u32>,
}

impl Faults {
    pub(crate) fn hold(&self, provider: &'static str, fault: Fault, times: Option<u32>) {
        self.lock().push(Held { provider, fault, times });
    }
    /// Takes back the faults of `provider`, or all.
    pub(crate) fn clear(&self, provider: Option<&str>) {
        self.lock().retain(|held| provider.is_some_and(|name| name != held.provider));
    }
    pub(crate) fn all(&self) -> Vec<Held> {
        self.lock().clone()
    }
    /// The faults of one request, which is counted.
    pub(crate) fn of(&self, provider: &str) -> Vec<Fault> {
        let mut held = self.lock();
        let mut faults = Vec::new();
        for one in held.iter_mut().filter(|one| one.provider == provider) {
            if let Some(times) = &mut one.times {
                *times = times.saturating_sub(1);
            }
            faults.push(one.fault.clone());
        }
        held.retain(|one| one.provider != provider || one.times != Some(0));
        faults
    }
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Held>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_holds_as_long_as_was_said() {
        let faults = Faults::default();
        faults.hold("a", Fault::Swap, Some(2));
        faults.hold("a", Fault::Slow { millis: 1 }, None);
        faults.hold("b", Fault::Status { code: 429 }, None);
        assert_eq!(faults.of("a").len(), 2);
        assert_eq!(faults.of("a").len(), 2);
        assert_eq!(faults.of("a"), [Fault::Slow { millis: 1 }]);
        faults.clear(Some("a"));
        assert_eq!((faults.of("a").len(), faults.of("b").len()), (0, 1));
        faults.clear(None);
        assert!(faults.all().is_empty());
    }

    #[test]
    fn faults_are_read_as_documented() {
        for (text, fault) in [
            (r#""swap""#, Fault::Swap),
            (r#"{"cut":{"after":3}}"#, Fault::Cut { after: 3 }),
            (
                r#"{"refuse":{"field":"reasoning","wording":"go"}}"#,
                Fault::Refuse { field: "reasoning".to_owned(), wording: Some("go".to_owned()) },
            ),
        ] {
            assert_eq!(serde_json::from_str::<Fault>(text).unwrap(), fault);
            assert_eq!(serde_json::to_string(&fault).unwrap(), text);
        }
        assert!(serde_json::from_str::<Fault>(r#"{"cut":{"before":3}}"#).is_err());
    }
}
