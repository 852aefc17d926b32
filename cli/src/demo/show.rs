//! The demo for a person: each stop's messages with their carriers marked, the reason for each carrier, and one summary.
use super::{
    Shown, Sums,
    pretty::{Line, Mark},
};
use crate::{
    explain::Carrier,
    output::{self, Paint, WIDTH},
};
use comfy_table::CellAlignment;
use std::fmt::Write;

const SENT: &str = "▶";
const PADDED: &str = "◇";
const WITHHELD: &str = "✕";

pub(super) fn all(stops: &[Shown], verbose: bool, paint: Paint) -> String {
    let mut out = format!(
        "A question, a thought with a tool call, a call without a thought, a thought with the answer, and the\n\
         next question: captured from the bytes of replies, and what each route is sent of it.\n\n\
                 {SENT} goes with the request   {PADDED} a placeholder, because the route demands the field   {WITHHELD} stays at home\n"
    );
    for stop in stops {
        one(&mut out, stop, verbose, paint);
    }
    if stops.len() > 1 {
        summary(&mut out, stops, paint);
    }
    out
}

fn one(out: &mut String, stop: &Shown, verbose: bool, paint: Paint) {
    let title = format!("── {} ", stop.explained.route);
    let rule = "─".repeat(usize::from(WIDTH).saturating_sub(title.chars().count()));
    let _ = writeln!(out, "\n{}\n   its replies came from {}\n", paint.title(&format!("{title}{rule}")), stop.asked);
    for Line { mark, text } in stop.messages.iter().flat_map(|message| &message.lines) {
        let line = match mark {
            Mark::Nothing => format!("    {text}"),
            Mark::Carrier => paint.sent(&format!("  {SENT} {text}")),
            Mark::Placeholder => paint.padded(&format!("  {PADDED} {text}")),
        };
        let _ = writeln!(out, "{line}");
    }
    out.push('\n');
    reasons(out, &stop.explained.carriers, paint);
    for note in stop.explained.notes.iter() {
        let place = note.turn.map(|turn| format!("turn {turn}, ")).unwrap_or_default();
        let _ = writeln!(out, "  + {place}{}: {}", note.what, note.why);
    }
    if verbose {
        let _ = writeln!(out, "\n{}", stop.body.get());
    }
}

fn reasons(out: &mut String, carriers: &[Carrier], paint: Paint) {
    let mut table = output::table(&["", "", "", "", ""]);
    for carrier in carriers {
        let turn = format!("turn {}", carrier.turn);
        table.add_row([mark(carrier.fate).to_owned(), turn, carrier.kind.clone(), carrier.words(), carrier.why()]);
    }
    for line in table.trim_fmt().lines().skip(1) {
        let start = line.trim_start().chars().next();
        let is = |mark: &str| start == mark.chars().next();
        let painted = match () {
            () if is(SENT) => paint.sent(line),
            () if is(PADDED) => paint.padded(line),
            () if is(WITHHELD) => paint.withheld(line),
            () => line.to_owned(),
        };
        let _ = writeln!(out, " {painted}");
    }
}

fn mark(fate: &str) -> &'static str {
    match fate {
        "withheld" => WITHHELD,
        "padded" => PADDED,
        _ => SENT,
    }
}

fn summary(out: &mut String, stops: &[Shown], paint: Paint) {
    let mut table =
        output::table(&["route", "asked at", "keys sent", "sent", "padded", "withheld", "bytes of reasoning"]);
    for Shown { name, asked, sums: Sums { keys, sent, padded, withheld, reasoning_bytes }, .. } in stops {
        let asked = asked.split('/').next().unwrap_or(asked);
        let keys = if keys.is_empty() { "none".to_owned() } else { keys.join(", ") };
        let numbers = [sent, padded, withheld, reasoning_bytes].map(ToString::to_string);
        table.add_row([(*name).to_owned(), asked.to_owned(), keys].into_iter().chain(numbers));
    }
    for number in 3..7 {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let title = format!("── summary {}", "─".repeat(usize::from(WIDTH) - 11));
    let _ = writeln!(out, "\n{}\n\n{}", paint.title(&title), table.trim_fmt());
}
