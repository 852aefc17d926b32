//! What stands for summarised turns where no model wrote a summary: what was asked for, and which tools were called how often.
//!
//! Always the same for the same turns, never longer than its room in bytes (and a token is no shorter than a byte), never a thought.
use super::{
    Compaction,
    apply::PREFACE,
    ask::{summarised, words},
    shape,
};
use crate::{History, Role};

/// The most characters of what a person said that are worth repeating.
const LINE: usize = 160;

pub(super) fn digest(compaction: &Compaction, history: &History) -> String {
    let room = usize::try_from(compaction.room).unwrap_or(usize::MAX).saturating_sub(PREFACE.len());
    let turns = || summarised(compaction, history);
    let earlier = turns().filter(|turn| shape::is_checkpoint(turn));
    let earlier: String = earlier.map(|turn| format!("\n\n{}", words(turn))).collect();
    let asked = turns().filter(|turn| turn.role == Role::User && !shape::is_checkpoint(turn)).map(|turn| words(turn));
    let asked: Vec<String> = asked.filter_map(|text| text.lines().next().map(|line| start(line, LINE))).collect();
    let mut tools: Vec<(String, usize)> = vec![];
    for call in turns().flat_map(|turn| turn.calls()) {
        let name = call.name.decode();
        match tools.iter_mut().find(|(known, _)| *known == name) {
            Some((_, times)) => *times += 1,
            None => tools.push((name.into_owned(), 1)),
        }
    }
    let mut digest = format!("{} turns left out.", turns().count());
    let tools: Vec<String> = tools.iter().map(|(name, times)| format!("{name} ×{times}")).collect();
    if !tools.is_empty() {
        add(&mut digest, &format!("\nTools called: {}", tools.join(", ")), room);
    }
    // The newest wishes are the likeliest to hold; an earlier summary has what they leave, and half of the room if it needs it.
    let most = room.saturating_sub(earlier.len()).max(digest.len().midpoint(room));
    let mut lines = String::new();
    for line in asked.iter().rev() {
        let line = format!("\n- {line}");
        if digest.len() + lines.len() + line.len() + ASKED.len() > most {
            break;
        }
        lines.insert_str(0, &line);
    }
    if !lines.is_empty() {
        digest.push_str(ASKED);
        digest.push_str(&lines);
    }
    add(&mut digest, &earlier, room);
    digest
}

const ASKED: &str = "\nThe person asked:";

/// Adds as much as there is room for.
fn add(to: &mut String, text: &str, room: usize) {
    let room = room.saturating_sub(to.len());
    let end = (0..=room.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    to.push_str(text.get(..end).unwrap_or_default());
}

fn start(text: &str, length: usize) -> String {
    let begin: String = text.chars().take(length).collect();
    if begin.len() < text.len() { format!("{begin}…") } else { begin }
}
