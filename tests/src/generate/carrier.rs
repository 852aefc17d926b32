//! Carriers made from carriers: another text, another seal, one more member, the shape as it was.
//!
//! Only what an adapter itself would mint is a fair sample, so the shapes come from the cases and from a table of known wires.
use crate::tokens::{Is, Json};
use std::{ops::Range, sync::Arc};
use throughline_core::{At, Carrier, Literal, Origin, Part, Turn, Verbatim};

/// What carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    Message,
    /// A part of its own.
    Part,
    /// A piece of visible text.
    Text,
    Call,
}

/// A carrier as it was once minted.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub spot: Spot,
    pub carrier: Carrier,
    pub origin: Arc<Origin>,
}

impl Template {
    /// The carriers of a turn as templates.
    pub(crate) fn of(turn: &Turn) -> Vec<Self> {
        let Some(origin) = &turn.origin else { return vec![] };
        let spot = |at: At| match at {
            At::Message(_) => Some(Spot::Message),
            At::Part(n, _) => match turn.parts.get(n)? {
                Part::Reasoning(_) => Some(Spot::Part),
                Part::Text(_) => Some(Spot::Text),
                Part::Call(_) => Some(Spot::Call),
                _ => None,
            },
        };
        let all = turn.carriers().filter_map(|(at, carrier)| Some((spot(at)?, carrier.clone())));
        all.map(|(spot, carrier)| Self { spot, carrier, origin: origin.clone() }).collect()
    }
    /// The same shape around another text and another seal; `more` adds a member that nobody knows.
    pub(crate) fn vary(&self, text: &Literal, seal: u8, more: bool) -> Carrier {
        let mut edits: Vec<(Range<usize>, String)> = vec![];
        let mut rest = text.inner();
        for span in readable(&self.carrier) {
            edits.push((span, std::mem::take(&mut rest).to_owned()));
        }
        let payload = self.carrier.payload.get();
        if let (true, Some(span)) = (self.carrier.sealed, seal_of(&self.carrier)) {
            edits.push((span.end..span.end, format!("{seal:02}")));
        }
        if more && payload.starts_with('{') && payload != "{}" {
            let end = payload.len() - 1;
            edits.push((end..end, r#","x_new":{"b":1.50,"a":[1e2,"\u00e9\/"]}"#.to_owned()));
        }
        edited(&self.carrier, edits)
    }
}

/// The same carrier with `mark` inside its seal.
pub(crate) fn marked(carrier: &Carrier, mark: &str) -> Carrier {
    let edits = seal_of(carrier).map(|span| (span.end..span.end, mark.to_owned())).into_iter().collect();
    edited(carrier, edits)
}

/// The strings that only the issuer can read: every string of a sealed payload but its readable text.
pub(crate) fn minted(carrier: &Carrier) -> Vec<&str> {
    let readable = readable(carrier);
    let json = Json::new(carrier.payload.get());
    let inner = |at: &Range<usize>| at.start + 1..at.end.saturating_sub(1);
    let strings = json.tokens.iter().filter(|token| token.is == Is::Text).map(|token| inner(&token.at));
    strings.filter(|span| !readable.contains(span)).filter_map(|span| json.text.get(span)).collect()
}

/// Where its readable literals stand, without quotes.
fn readable(carrier: &Carrier) -> Vec<Range<usize>> {
    let mut spans = vec![];
    carrier.literals(|inner| spans.extend(span_in(carrier.payload.get(), inner)));
    spans
}

/// Where its seal stands: the longest string that is not readable text, nor says of what type the whole is.
fn seal_of(carrier: &Carrier) -> Option<Range<usize>> {
    let payload = carrier.payload.get();
    let spans = minted(carrier).into_iter().filter_map(|inner| span_in(payload, inner));
    // The payload has no white space between its tokens.
    let label = |span: &Range<usize>| payload.get(..span.start).is_some_and(|before| before.ends_with(r#""type":""#));
    spans.filter(|span| !label(span)).max_by_key(Range::len)
}

/// Where the borrowed `part` stands in `whole`.
fn span_in(whole: &str, part: &str) -> Option<Range<usize>> {
    let start = (part.as_ptr() as usize).checked_sub(whole.as_ptr() as usize)?;
    (start + part.len() <= whole.len()).then_some(start..start + part.len())
}

fn edited(carrier: &Carrier, mut edits: Vec<(Range<usize>, String)>) -> Carrier {
    let mut text = carrier.payload.get().to_owned();
    edits.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    for (span, new) in edits {
        text.replace_range(span, &new);
    }
    let payload = Verbatim::parse(&text).unwrap_or_else(|_| carrier.payload.clone());
    Carrier { payload, ..carrier.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use throughline_core::TextAt;

    fn carrier(payload: &str, text: Option<&'static str>) -> Carrier {
        Carrier::sealed("k", "i", Verbatim::parse(payload).unwrap(), text.map(TextAt::path))
    }
    #[test]
    fn only_text_and_seal_change() {
        let carrier = carrier(r#"{"t":"k","text":"a","sig":"longest of all"}"#, Some("text"));
        assert_eq!(minted(&carrier), ["k", "longest of all"]);
        let origin = Origin::of(
            &throughline_core::Route::new("p", "https://h", throughline_core::Api::CHAT, "m").unwrap(),
            throughline_core::How::Minted,
        );
        let template = Template { spot: Spot::Message, carrier: carrier.clone(), origin: Arc::new(origin) };
        let varied = template.vary(&Literal::of("b\n"), 7, false);
        assert_eq!(varied.payload.get(), r#"{"t":"k","text":"b\n","sig":"longest of all07"}"#);
        assert!(
            template
                .vary(&Literal::of("b"), 7, true)
                .payload
                .get()
                .ends_with(r#","x_new":{"b":1.50,"a":[1e2,"\u00e9\/"]}}"#)
        );
        assert_eq!(marked(&carrier, "!").payload.get(), r#"{"t":"k","text":"a","sig":"longest of all!"}"#);
    }
    #[test]
    fn a_seal_may_be_shorter_than_the_type_that_it_has() {
        let block = carrier(r#"{"type":"redacted_thinking","data":"AAEC"}"#, None);
        assert_eq!(marked(&block, "!").payload.get(), r#"{"type":"redacted_thinking","data":"AAEC!"}"#);
    }
    #[test]
    fn a_blob_is_all_seal() {
        assert_eq!(marked(&carrier(r#""EtAC""#, None), "!").payload.get(), r#""EtAC!""#);
        assert_eq!(marked(&carrier("7", None), "!").payload.get(), "7");
    }
}
