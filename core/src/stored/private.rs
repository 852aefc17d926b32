//! The private record: carriers of a message outside the standard shape, in a turn's line under one key.
//!
//! The standard shape is the three fields that every chat completions host knows by name. Whatever else a host puts on a message is
//! for that host alone, and stands apart, so that a reader of the store sees at once whether a session holds any. A carrier that a
//! part owns is never here: its place among the parts is its meaning.
use super::StoredError;
use crate::{Carrier, Turn, json};
use serde_json::value::RawValue;
use std::mem;

/// The key of the record.
pub(super) const KEY: &str = "hermes.native_assistant";

/// The kinds of the standard shape.
const STANDARD: [&str; 3] = ["reasoning_content", "reasoning", "reasoning_details"];

impl Turn {
    /// The private record: carriers on the message whose kind is none of `reasoning_content`, `reasoning` and `reasoning_details`, each
    /// with its place among [`carriers`](Self#structfield.carriers). In the stored line they stand under `hermes.native_assistant`.
    pub fn private(&self) -> impl Iterator<Item = (usize, &Carrier)> {
        self.carriers.iter().enumerate().filter(|(_, carrier)| is_private(carrier))
    }
}

/// The members of the line of `turn`, the record last.
pub(super) fn write(turn: &Turn) -> Result<String, StoredError> {
    let record: Vec<_> = turn.private().collect();
    if record.is_empty() {
        return Ok(serde_json::to_string(turn)?);
    }
    let mut standard = turn.clone();
    standard.carriers.retain(|carrier| !is_private(carrier));
    let (members, record) = (serde_json::to_string(&standard)?, serde_json::to_string(&record)?);
    Ok(format!("{},\"{KEY}\":{record}}}", members.strip_suffix('}').unwrap_or(&members)))
}

/// Puts the carriers of a record back to their places.
pub(super) fn restore(record: &RawValue, turn: &mut Turn) -> Result<(), StoredError> {
    let mut entries = vec![];
    json::elements(record.get(), |entry| entries.push(entry))?;
    let mut standard = mem::take(&mut turn.carriers).into_iter();
    for entry in entries {
        let (at, carrier): (usize, Carrier) = serde_json::from_str(entry.get())?;
        let before = at.saturating_sub(turn.carriers.len());
        turn.carriers.extend(standard.by_ref().take(before));
        if turn.carriers.len() != at || !is_private(&carrier) {
            return Err(StoredError::Misplaced { at });
        }
        turn.carriers.push(carrier);
    }
    turn.carriers.extend(standard);
    Ok(())
}

fn is_private(carrier: &Carrier) -> bool {
    !STANDARD.iter().any(|kind| carrier.kind == *kind)
}

#[cfg(test)]
mod tests {
    use crate::{Carrier, Role, Stored, TextAt, Turn, Verbatim};

    fn turn(kinds: &[&'static str]) -> Turn {
        let carrier = |(n, kind): (usize, &&'static str)| {
            Carrier::plain(*kind, "i", Verbatim::parse(&format!("\"{n}\"")).unwrap(), TextAt::WHOLE)
        };
        Turn { carriers: kinds.iter().enumerate().map(carrier).collect(), ..Turn::new(Role::Assistant) }
    }

    #[test]
    fn what_is_outside_the_standard_shape_stands_under_one_key_and_returns_to_its_place() {
        let private = turn(&["reasoning_opaque", "reasoning", "extra_content"]);
        let line = private.line().unwrap();
        let carrier = |kind, n| format!(r#"{{"kind":"{kind}","issuer":"i","payload":"{n}","text":""}}"#);
        assert_eq!(
            line,
            format!(
                r#"{{"throughline":1,"role":"assistant","carriers":[{}],"hermes.native_assistant":[[0,{}],[2,{}]]}}"#,
                carrier("reasoning", 1),
                carrier("reasoning_opaque", 0),
                carrier("extra_content", 2)
            )
        );
        assert_eq!(private.private().map(|(at, _)| at).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(Stored::read(&line).unwrap(), Stored::Turn(private));
    }
    #[test]
    fn every_order_returns() {
        let kinds = ["reasoning_opaque", "reasoning", "extra_content", "reasoning_details"];
        for n in 0..256_usize {
            let order = [0, 2, 4, 6].map(|shift| kinds[n >> shift & 3]);
            let turn = turn(&order);
            assert_eq!(Stored::read(&turn.line().unwrap()).unwrap(), Stored::Turn(turn), "{order:?}");
        }
    }
    #[test]
    fn a_line_from_before_the_record_reads_and_is_written_with_it() {
        let old = r#"{"throughline":1,"role":"assistant","carriers":[{"kind":"reasoning_opaque","issuer":"i","payload":"0","text":""}]}"#;
        let read = Stored::read(old).unwrap();
        assert_eq!(read, Stored::Turn(turn(&["reasoning_opaque"])));
        assert!(read.line().unwrap().contains(r#""hermes.native_assistant":[[0,"#));
    }
    #[test]
    fn a_record_that_fits_no_order_is_an_error_that_names_the_place() {
        let carrier = |kind| format!(r#"{{"kind":"{kind}","issuer":"i","payload":"0"}}"#);
        let (opaque, plain) = (carrier("reasoning_opaque"), carrier("reasoning"));
        for (record, at) in [
            (format!("[[0,{opaque}],[0,{opaque}]]"), 0),
            (format!("[[1,{opaque}],[0,{opaque}]]"), 1),
            (format!("[[2,{opaque}]]"), 2),
            (format!("[[18446744073709551615,{opaque}]]"), usize::MAX),
            (format!("[[0,{plain}]]"), 0),
        ] {
            let line = format!(r#"{{"throughline":1,"role":"assistant","hermes.native_assistant":{record}}}"#);
            let error = Stored::read(&line).unwrap_err().to_string();
            let want = "of `hermes.native_assistant` cannot stand there: expected ascending places among the carriers";
            assert_eq!(error, format!("not a stored turn: carrier {at} {want}"), "{record}");
        }
        for record in
            ["7", "{}", "null", "[7]", "[[0]]", "[[-1,{}]]", "[[0,{}]]", "[[0,{\"kind\":\"k\",\"future\":1}]]"]
        {
            let line = format!(r#"{{"throughline":1,"role":"assistant","hermes.native_assistant":{record}}}"#);
            assert!(Stored::read(&line).is_err(), "{record}");
        }
        let twice = r#"{"throughline":1,"role":"assistant","hermes.native_assistant":[],"hermes.native_assistant":[]}"#;
        let error = Stored::read(twice).unwrap_err().to_string();
        assert_eq!(error, "not a stored turn: the member `hermes.native_assistant` stands twice");
    }
}
