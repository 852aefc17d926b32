//! `reasoning_details`: a list of typed entries, whole or in pieces.
//!
//! In a stream neither `index` nor `id` names an entry alone: a gateway counts every entry as 0, a summary and the blob beside
//! it share both. What goes on is an entry of the same type and index that is not closed: by another type at its index, by a
//! signature of its own before new text, by another id, by its `data`, which comes in one piece.
use super::{
    grown::{Grown, Item, is_empty},
    scan,
};
use std::collections::HashMap;
use throughline_core::Verbatim;

/// Types of entries that come in pieces, with the member that grows. Entries of every other type come whole.
const TYPES: [(&str, &str); 3] =
    [("\"reasoning.text\"", "text"), ("\"reasoning.summary\"", "summary"), ("\"reasoning.encrypted\"", "")];

/// The entries of a message.
#[derive(Default)]
pub(super) struct Entries {
    all: Vec<Item>,
    /// The last entry that grows at an index.
    last: HashMap<String, usize>,
}

impl Entries {
    /// A list of whole entries.
    pub(super) fn whole(list: &str) -> Self {
        let mut all = vec![];
        scan::elements(list, |entry| all.push(Item::Whole(entry.to_owned())));
        Self { all, last: HashMap::new() }
    }
    /// Takes a list of pieces.
    pub(super) fn pieces(&mut self, list: &str, show: &mut dyn FnMut(&str)) {
        scan::elements(list, |piece| self.piece(piece, show));
    }
    fn piece(&mut self, piece: &str, show: &mut dyn FnMut(&str)) {
        let marks = Marks::of(piece);
        match TYPES.iter().find(|(name, _)| *name == marks.kind) {
            Some((_, member)) => match self.open(&marks) {
                Some(entry) if entry.takes(piece) => entry.take(piece, show),
                _ => {
                    if let Some(index) = marks.index {
                        self.last.insert(index.to_owned(), self.all.len());
                    }
                    self.all.push(Item::Grown(Grown::of(member, piece, show)));
                }
            },
            None => self.all.push(Item::Whole(piece.to_owned())),
        }
    }
    /// The entry that a piece goes on with.
    fn open(&mut self, marks: &Marks<'_>) -> Option<&mut Grown> {
        let at = match marks.index {
            Some(index) => *self.last.get(index)?,
            // Where pieces are not counted, only the last entry can go on.
            None => self.all.len().checked_sub(1)?,
        };
        let Item::Grown(entry) = self.all.get_mut(at)? else { return None };
        let same =
            entry.get("type") == Some(marks.kind) && entry.get("index").filter(|index| !is_empty(index)) == marks.index;
        (same && !marks.closes(entry)).then_some(entry)
    }
    /// Takes out the entries that came whole and of which `which` holds.
    pub(super) fn take(&mut self, which: impl Fn(&str) -> bool) -> Vec<String> {
        let is_meant = |item: &mut Item| matches!(item, Item::Whole(entry) if which(entry));
        let taken = self.all.extract_if(.., is_meant);
        taken.filter_map(|item| if let Item::Whole(entry) = item { Some(entry) } else { None }).collect()
    }
    /// True before anything came.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
    /// The entries, in order.
    pub(super) fn finish(self) -> impl Iterator<Item = Verbatim> {
        self.all.into_iter().filter_map(|item| item.finish())
    }
}

/// What of a piece says which entry it belongs to.
#[derive(Default)]
struct Marks<'a> {
    kind: &'a str,
    index: Option<&'a str>,
    id: &'a str,
    signature: &'a str,
    text: bool,
    /// A member that nobody knows says something.
    strange: bool,
}

impl<'a> Marks<'a> {
    fn of(piece: &'a str) -> Self {
        let mut marks = Self::default();
        scan::members(piece, |key, value| match key {
            "type" => marks.kind = value,
            "index" => marks.index = Some(value).filter(|index| !is_empty(index)),
            "id" => marks.id = value,
            "signature" => marks.signature = value,
            "text" | "summary" => marks.text |= !is_empty(value),
            "format" | "provider" => {}
            _ => marks.strange |= !is_empty(value),
        });
        marks
    }
    /// True where the piece cannot belong to `entry`.
    fn closes(&self, entry: &Grown) -> bool {
        let differs = |mine: &str, theirs: Option<&str>| {
            !is_empty(mine) && theirs.is_some_and(|theirs| !is_empty(theirs) && theirs != mine)
        };
        entry.get("data").is_some_and(|data| !is_empty(data))
            || differs(self.id, entry.get("id"))
            || differs(self.signature, entry.get("signature"))
            || (entry.signed && self.text && is_empty(self.signature))
    }
}

/// True for an entry that is nothing but a blob, without the blob, and for one that is no object. No host can read it.
pub(super) fn is_hollow(entry: &str) -> bool {
    if !entry.starts_with('{') {
        return true;
    }
    let kind = scan::member(entry, "type").unwrap_or_default();
    let blob = TYPES.iter().any(|(name, member)| *name == kind && member.is_empty());
    blob && scan::member(entry, "data").is_none_or(is_empty)
}

/// True where an entry is for its issuer's eyes alone: everything but a text or a summary without a signature, and without a member
/// that nobody knows, which may be one.
pub(super) fn sealed(entry: &str) -> bool {
    let marks = Marks::of(entry);
    let readable = TYPES.iter().any(|(name, member)| *name == marks.kind && !member.is_empty());
    !readable || !is_empty(marks.signature) || marks.strange
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gather(lists: &[&str]) -> Vec<String> {
        let mut entries = Entries::default();
        for list in lists {
            entries.pieces(list, &mut |_| {});
        }
        entries.finish().map(|entry| entry.get().to_owned()).collect()
    }

    #[test]
    fn pieces_of_one_type_and_index_are_one_entry() {
        assert_eq!(
            gather(&[
                r#"[{"type":"reasoning.text","text":"a","signature":"","index":0}]"#,
                "[]",
                r#"[{"type":"reasoning.text","text":"b","signature":"","index":0}]"#,
                r#"[{"type":"reasoning.text","text":"","signature":"S","format":"f","index":0}]"#,
            ]),
            [r#"{"type":"reasoning.text","text":"ab","signature":"S","index":0,"format":"f"}"#]
        );
    }
    #[test]
    fn a_text_that_turns_into_something_else_begins_another_entry() {
        let text = r#"{"type":"reasoning.text","index":0,"text":"x"}"#;
        let odd = r#"{"type":"reasoning.text","index":0,"text":{"q":"A"}}"#;
        assert_eq!(gather(&[&format!("[{text}]"), &format!("[{odd},{text}]")]), [text, odd, text]);
    }
    #[test]
    fn entries_at_many_indexes_cost_no_more_than_their_number() {
        let list = |n: usize| format!(r#"[{{"type":"reasoning.text","index":{n},"text":"x"}}]"#);
        let lists: Vec<String> = (0..50_000).chain(0..50_000).map(list).collect();
        let found = gather(&lists.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!((found.len(), found[7].as_str()), (50_000, r#"{"type":"reasoning.text","index":7,"text":"xx"}"#));
    }
    #[test]
    fn pieces_of_two_entries_may_come_side_by_side() {
        assert_eq!(
            gather(&[
                r#"[{"type":"reasoning.text","text":"a","index":0},{"type":"reasoning.text","text":"x","index":1}]"#,
                r#"[{"type":"reasoning.text","text":"b","index":0},{"type":"reasoning.text","text":"y","index":1}]"#,
            ]),
            [
                r#"{"type":"reasoning.text","text":"ab","index":0}"#,
                r#"{"type":"reasoning.text","text":"xy","index":1}"#
            ]
        );
    }
    #[test]
    fn a_summary_and_a_blob_share_id_and_index_and_stay_apart() {
        let summary = r#"{"type":"reasoning.summary","summary":"s","id":"rs","index":0}"#;
        let blob = r#"{"type":"reasoning.encrypted","data":"d","id":"rs","index":0}"#;
        let list = |entry: &str| format!("[{entry}]");
        assert_eq!(gather(&[&list(summary), &list(blob), &list(blob), &list(summary)]), [summary, blob, blob, summary]);
    }
    #[test]
    fn a_signature_another_id_and_another_signature_close_an_entry() {
        let text = |text: &str, rest: &str| format!(r#"[{{"type":"reasoning.text","text":"{text}"{rest}}}]"#);
        let pieces = [
            text("a", ""),
            text("", r#","signature":"1""#),
            text("b", r#","signature":"1""#),
            text("c", ""),
            text("", r#","signature":"2""#),
            text("", r#","signature":"3""#),
            text("d", r#","id":"x""#),
            text("e", r#","id":"y""#),
        ];
        let found = gather(&pieces.each_ref().map(String::as_str));
        let want = [
            r#"{"type":"reasoning.text","text":"ab","signature":"1"}"#,
            r#"{"type":"reasoning.text","text":"c","signature":"2"}"#,
            r#"{"type":"reasoning.text","text":"","signature":"3"}"#,
            r#"{"type":"reasoning.text","text":"d","id":"x"}"#,
            r#"{"type":"reasoning.text","text":"e","id":"y"}"#,
        ];
        assert_eq!(found, want);
    }
    #[test]
    fn what_has_another_type_or_none_comes_whole() {
        let odd = r#"[{"type":"reasoning.server_tool_call","tool_name":"t","signature":""},{"text":"x"},7,null]"#;
        assert_eq!(
            gather(&[odd]),
            [r#"{"type":"reasoning.server_tool_call","tool_name":"t","signature":""}"#, r#"{"text":"x"}"#, "7", "null"]
        );
    }
    #[test]
    fn a_blob_without_its_data_is_hollow() {
        for (entry, want) in [
            (r#"{"type":"reasoning.encrypted","format":"f"}"#, true),
            (r#"{"type":"reasoning.encrypted","data":""}"#, true),
            (r#"{"type":"reasoning.encrypted","data":null}"#, true),
            (r#"{"type":"reasoning.encrypted","data":"d"}"#, false),
            (r#"{"type":"reasoning.text"}"#, false),
            ("7", true),
            ("null", true),
        ] {
            assert_eq!(is_hollow(entry), want, "{entry}");
        }
    }
    #[test]
    fn sealed_is_all_but_plain_text() {
        for (entry, want) in [
            (r#"{"type":"reasoning.text","text":"x","signature":""}"#, false),
            (r#"{"type":"reasoning.summary","summary":"x","signature":null}"#, false),
            (r#"{"type":"reasoning.text","text":"x","provider":"google-vertex"}"#, false),
            (r#"{"type":"reasoning.text","text":"x","signature":"s"}"#, true),
            (r#"{"type":"reasoning.encrypted"}"#, true),
            (r#"{"type":"reasoning.text","text":"x","data":"BLOB"}"#, true),
            (r#"{"text":"x"}"#, true),
            ("7", true),
        ] {
            assert_eq!(sealed(entry), want, "{entry}");
        }
    }
}
