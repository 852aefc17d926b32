//! The demo for a person: a line a route with a group a client, what each mark means, and at last the numbers.
use super::{
    Shown,
    played::Played,
    pretty::{Line, Mark},
    script::Journey,
    table::ORIGIN,
};
use crate::{
    explain::Carrier,
    output::{self, Paint, WIDTH},
};
use std::fmt::Write;

const SENT: &str = "▶";
const PADDED: &str = "◇";
const WITHHELD: &str = "✕";
/// What a line has room for beside its margin.
const ROOM: usize = WIDTH as usize - 4;

pub(super) fn all(shown: &[Shown], verbose: bool, paint: Paint) -> String {
    let mut out = "\
A model is asked something, thinks of a code word that it tells nobody, calls a tool, and answers.
A new process takes over and asks: which code word did you think of? Only the model's own thinking
knows, if it came back in a carrier that the route reads. All providers are simulated, on loopback.\n"
        .to_owned();
    let from = format!("the first turns from {} {}, the question to", ORIGIN.provider, ORIGIN.model);
    for (title, journey) in [
        ("one provider all the way", Journey::Stays),
        ("one Claude: the call from anthropic, its result to bedrock, the question to", Journey::Doors),
        (from.as_str(), Journey::Moves),
    ] {
        let rows: Vec<&Shown> = shown.iter().filter(|shown| shown.stop.journey() == journey).collect();
        if rows.is_empty() {
            continue;
        }
        table(&mut out, title, &rows, paint);
        for shown in rows.iter().filter(|_| verbose) {
            stop(&mut out, shown, paint);
        }
    }
    legend(&mut out, shown);
    numbers(&mut out, shown, paint);
    out
}

fn table(out: &mut String, title: &str, rows: &[&Shown], paint: Paint) {
    let _ = writeln!(out, "\n{}\n", paint.title(&rule(title)));
    let heads = format!("{:<26}  {:<18}  {:<24}  throughline", "", "drops reasoning", "echoes everything");
    let _ = writeln!(out, "{}", paint.title(&heads));
    let outcome = format!("{:<12} cache", "outcome");
    let _ = writeln!(out, "{}", paint.faint(&format!("{:<26}  {outcome}  {outcome} bytes  {outcome} bytes", "route")));
    for shown in rows {
        let Shown { drops, echoes, throughline, .. } = shown;
        let ours = outcome_of(throughline, shown.is_bare());
        let [drops, echoes, ours] = [
            cell(drops, outcome_of(drops, false), None, paint),
            cell(echoes, outcome_of(echoes, false), Some(echoes.reasoning_bytes), paint),
            cell(throughline, ours, Some(throughline.reasoning_bytes), paint),
        ];
        let _ = writeln!(out, "{:<26}  {drops}  {echoes}  {ours}", shown.stop.name());
    }
}

/// What became of a conversation.
enum Outcome {
    Refused(String),
    Recalled,
    Forgot,
    /// Answered, and nothing that could have been recalled from may travel there.
    NoCarrier,
}

fn outcome_of(played: &Played, bare: bool) -> Outcome {
    match (&played.answer, played.errors.last()) {
        (None, Some(met)) => Outcome::Refused(format!("{} {}", met.status, short(met.class))),
        _ if played.recalled => Outcome::Recalled,
        _ if bare => Outcome::NoCarrier,
        _ => Outcome::Forgot,
    }
}

/// Classes of refusals in the column's few letters, and what each means.
const CLASSES: [(&str, &str, &str); 7] = [
    ("unknown field", "unknown", "refused: a field that the route does not know"),
    ("missing field", "missing", "refused: a field that the route demands is not there"),
    ("thinking required", "thinking", "refused: a turn must start with the thinking that it came with"),
    ("bad signature", "sealed", "refused: a signed or sealed piece that the route cannot read"),
    ("prefix bound", "bound", "refused: a signature that was made behind another prefix"),
    ("broken pairing", "pairing", "refused: a piece came without the one that it belongs to"),
    ("not ours", "other", "refused for something else than reasoning"),
];

fn short(class: &str) -> &str {
    CLASSES.iter().find(|(known, ..)| *known == class).map_or(class, |(_, short, _)| short)
}

fn cell(played: &Played, outcome: Outcome, bytes: Option<usize>, paint: Paint) -> String {
    let outcome = match outcome {
        Outcome::Refused(text) => paint.withheld(&format!("{text:<12}")),
        Outcome::Recalled => paint.sent(&format!("{:<12}", "recalled")),
        Outcome::Forgot => paint.padded(&format!("{:<12}", "forgot")),
        Outcome::NoCarrier => paint.faint(&format!("{:<12}", "no carrier")),
    };
    let cached = played.cached.map_or("-".to_owned(), |share| format!("{:.0}%", share * 100.0));
    let bytes = bytes.map(|bytes| format!(" {bytes:>5}")).unwrap_or_default();
    format!("{outcome} {cached:>5}{bytes}")
}

fn legend(out: &mut String, shown: &[Shown]) {
    out.push('\n');
    let mut line = |name: &str, meaning: &str| {
        let _ = writeln!(out, "{name:<14}{meaning}");
    };
    line("recalled", "answered, and the code word came back");
    line("forgot", "answered, and it did not");
    let all = || shown.iter().flat_map(|shown| [&shown.drops, &shown.echoes, &shown.throughline]);
    for (class, short, meaning) in CLASSES {
        if all().any(|played| played.errors.iter().any(|met| met.class == class)) {
            line(&format!("4xx {short}"), meaning);
        }
    }
    line("cache", "how much of each request's messages the next one found in the prompt cache");
    line("bytes", "reasoning that the last request carried; the client that drops it carries none");
    let mut table = output::table(&["", "", ""]);
    let mut names = vec![];
    for shown in shown.iter().filter(|shown| shown.is_bare()) {
        let name = shown.stop.name();
        if let (Some(row), false) = (shown.row(), names.contains(&name)) {
            table.add_row(["", &name, &row.why]);
            names.push(name);
        }
    }
    if !names.is_empty() {
        let _ = writeln!(out, "\n200, no carrier, not recalled: not one byte of reasoning goes to");
        for line in table.trim_fmt().lines().skip(1) {
            let _ = writeln!(out, "{line}");
        }
    }
}

fn numbers(out: &mut String, shown: &[Shown], paint: Paint) {
    let carried = shown.iter().filter(|shown| shown.carried).count();
    let of = |played: fn(&Shown) -> &Played| {
        let met = shown.iter().filter(|shown| !played(shown).errors.is_empty()).count();
        let recalled = shown.iter().filter(|shown| played(shown).recalled).count();
        (recalled, met)
    };
    let ((ours, errors), (echoed, refused), (kept, broken)) =
        (of(|shown| &shown.throughline), of(|shown| &shown.echoes), of(|shown| &shown.drops));
    let all = shown.len();
    let text = format!(
        "Of {all} conversations throughline recalled {ours}, of the {carried} that have a carrier, and was {}.\n\
         The client that echoes everything recalled {echoed} and was {};\n\
         the one that drops reasoning recalled {kept} and was {}.",
        times(errors),
        times(refused),
        times(broken)
    );
    let _ = writeln!(out, "\n{}", paint.title(&text));
}

fn times(refused: usize) -> String {
    if refused == 0 { "never refused".to_owned() } else { format!("refused in {refused}") }
}

fn rule(title: &str) -> String {
    let title = format!("── {title} ");
    let rest = usize::from(WIDTH).saturating_sub(title.chars().count());
    format!("{title}{}", "─".repeat(rest))
}

/// Every client's last request at a stop, and the reason for each carrier of throughline's.
fn stop(out: &mut String, shown: &Shown, paint: Paint) {
    let _ = writeln!(out, "\n{}", paint.title(&rule(&shown.route.to_string())));
    let _ = writeln!(
        out,
        "   {SENT} carries reasoning   {PADDED} a placeholder, because the route demands the field   {WITHHELD} stays at home"
    );
    let clients =
        [("drops reasoning", &shown.drops), ("echoes everything", &shown.echoes), ("throughline", &shown.throughline)];
    for (client, played) in clients {
        let _ = writeln!(out, "\n  {}", paint.title(client));
        messages(out, played, paint);
    }
    let Some(explained) = &shown.explained else { return };
    out.push('\n');
    reasons(out, &explained.carriers, paint);
    for note in &explained.notes {
        let place = note.turn.map(|turn| format!("turn {turn}, ")).unwrap_or_default();
        let _ = writeln!(out, "  + {place}{}: {}", note.what, note.why);
    }
}

fn messages(out: &mut String, played: &Played, paint: Paint) {
    for Line { mark, text } in played.messages().iter().flat_map(|message| &message.lines) {
        let line = match mark {
            Mark::Nothing => format!("    {text}"),
            Mark::Carrier => paint.sent(&format!("  {SENT} {text}")),
            Mark::Placeholder => paint.padded(&format!("  {PADDED} {text}")),
        };
        let _ = writeln!(out, "{line}");
    }
    for met in &played.errors {
        let said: Vec<char> = output::cut(&format!("{} {}", met.status, met.body.get()), 3 * ROOM).chars().collect();
        for line in said.chunks(ROOM) {
            let _ = writeln!(out, "  {}", paint.withheld(&line.iter().collect::<String>()));
        }
    }
    if let Some(answer) = &played.answer {
        let _ = writeln!(out, "  {}", output::cut(answer, ROOM));
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

/// Whether something went that could be recalled from.
pub(super) fn is_sent(fate: &str) -> bool {
    mark(fate) == SENT
}

fn mark(fate: &str) -> &'static str {
    match fate {
        "withheld" => WITHHELD,
        "padded" => PADDED,
        _ => SENT,
    }
}
