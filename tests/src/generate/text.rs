//! Strings that hosts and models really send, and the ones they had better not: each in its own spelling.
use proptest::{collection::vec, prelude::*, sample::select};
use throughline_core::{Literal, Verbatim};

/// Insides of JSON strings. Joined in any order they are again the inside of a JSON string.
const PIECES: &[&str] = &[
    "Let me see",
    "x",
    " ",
    "\\n",
    "\\\"",
    "\\\\",
    "\\/",
    "\\u00e9",
    "é",
    "😀",
    "\\ud83d\\ude00",
    "\\ud800",
    "\\udc00",
    "\\u0000",
    "\u{2028}",
    "<think>a</think>",
    "{\\\"a\\\":[1,",
    "data: ",
    "\u{feff}",
    "null",
];

/// Ids of tool calls: as hosts make them, empty, too long, with signs that other hosts refuse.
const IDS: &[&str] = &[
    "call_1",
    "toolu_01AbC",
    "D681PevKs",
    "functions.run:0",
    "",
    "ид-é",
    "a b\\\"c\\n",
    "call_0123456789012345678901234567890123456789012345678901234567890123456789",
];

/// What models write as arguments.
const ARGUMENTS: &[&str] =
    &["{}", "{\"city\":\"Zürich\",\"n\":1.50,\"a\":null}", "", "{\"cut", "[1]", "\"x\"", " {\"a\" : 1} "];

/// A string.
pub(super) fn literal() -> impl Strategy<Value = Literal> + Clone {
    vec(select(PIECES), 0..4).prop_map(|pieces| spell(&pieces.concat()))
}

/// A string with something in it.
pub(super) fn spoken() -> impl Strategy<Value = Literal> + Clone {
    literal().prop_map(|text| if text.is_blank() { spell(&format!("so{}", text.inner())) } else { text })
}

/// An id, or none.
pub(super) fn id() -> impl Strategy<Value = Option<Literal>> + Clone {
    prop::option::weighted(0.9, select(IDS).prop_map(spell))
}

/// Arguments as text.
pub(super) fn arguments() -> impl Strategy<Value = &'static str> + Clone {
    select(ARGUMENTS)
}

/// The literal whose inside is `inner`.
pub(super) fn spell(inner: &str) -> Literal {
    let read = Verbatim::parse(&format!("\"{inner}\"")).ok();
    read.and_then(|json| json.literal()).unwrap_or_else(|| Literal::of(inner))
}
