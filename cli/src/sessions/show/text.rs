//! What `sessions show` says, for a person: the record first, then the session, then a group of lines a turn.
use super::report::{Report, Shown, Waiting};
use crate::{
    output::{self, Paint, WIDTH},
    words,
};
use std::fmt::Write;

/// What of a turn's text is shown.
const ROOM: usize = WIDTH as usize - 4;

pub(super) fn of(report: &Report, paint: Paint) -> String {
    let head = &report.session;
    let mut out = String::new();
    let mut line = |name: &str, text: &str| _ = writeln!(out, "{name:<16}{}", output::line(text));
    line("private record", &record(&report.private_record));
    line("carriers", &carriers(&report.turns));
    line("session", &head.id);
    if let Some(title) = &head.title {
        line("title", title);
    }
    if let Some(route) = &head.route {
        line("route", &route.to_string());
    }
    line("began", &format!("{}, changed {}", words::time(head.created_at), words::time(head.updated_at)));
    if let Some(parent) = &head.parent {
        let shared = head
            .branched_at
            .filter(|at| *at > 0)
            .map(|at| format!(", with which it shares {}", words::count(at, "turn")))
            .unwrap_or_default();
        line("comes from", &format!("{parent}{shared}"));
    }
    if let Some(ended) = head.ended {
        line("left", ended);
    }
    for lesson in &report.memory {
        line("remembers", lesson);
    }
    for shown in &report.turns {
        turn(&mut out, shown, paint);
    }
    for Waiting { turn, bytes, updated_at, live } in &report.pending {
        let state =
            if *live { "is on its way" } else { "was left unfinished; the next `chat --resume` keeps what came" };
        let _ =
            writeln!(out, "\nturn {turn}: a reply {state}: {bytes} bytes, the last at {}", words::time(*updated_at));
    }
    out
}

fn record(turns: &[usize]) -> String {
    match turns {
        [] => "none".to_owned(),
        [one] => format!("in turn {one} (hermes.native_assistant)"),
        many => {
            let many: Vec<String> = many.iter().map(ToString::to_string).collect();
            format!("in turns {} (hermes.native_assistant)", many.join(", "))
        }
    }
}

fn carriers(turns: &[Shown]) -> String {
    let all: usize = turns.iter().map(|turn| turn.carriers.len()).sum();
    let holding = turns.iter().filter(|turn| !turn.carriers.is_empty()).count();
    format!("{all}, in {holding} of {}", words::count(turns.len(), "turn"))
}

fn turn(out: &mut String, shown: &Shown, paint: Paint) {
    let mut head = vec![format!("turn {}", shown.turn), shown.role.unwrap_or("unreadable").to_owned()];
    head.extend(shown.origin.as_deref().map(output::line));
    head.extend(shown.checkpoint.then(|| "checkpoint".to_owned()));
    let _ = write!(out, "\n{}", paint.title(&head.join("  ")));
    match shown.ending {
        Some("stop") | None => out.push('\n'),
        Some(other) => _ = writeln!(out, "  {}", paint.withheld(other)),
    }
    let mut line = |text: &str| _ = writeln!(out, "  {text}");
    if let Some(why) = &shown.unreadable {
        line(&paint.withheld(&output::line(why)));
    }
    for thought in shown.thinking.iter().flat_map(|text| text.lines()) {
        line(&paint.faint(&output::plain(thought)));
    }
    if !shown.text.is_empty() {
        line(&output::cut(&shown.text, ROOM));
    }
    for call in &shown.calls {
        line(&output::cut(&format!("[calls {call}]"), ROOM));
    }
    for piece in &shown.carriers {
        let hash = piece.hash.get(..8).unwrap_or(&piece.hash);
        let (place, bytes) = (&piece.place, piece.bytes);
        let seal = if piece.sealed { ", sealed" } else { "" };
        let private = if piece.private { ", in the private record" } else { "" };
        let (kind, issuer) = (output::line(&piece.kind), output::line(&piece.issuer));
        line(&paint.sent(&format!("▶ {kind} of {issuer}, {place}: {bytes} bytes, sha-256 {hash}{seal}{private}")));
    }
}
