//! `ask`: one prompt for real: the thinking as it comes, the answer, its carriers, and the plan of the request.
use crate::{
    args::{AskArgs, RulesArgs},
    dial::Dial,
    explain::{self, Report},
    failure::Failure,
    input, keys,
    output::{self, Paint},
    rules, runtime,
    said::{Piece, Said},
    screen::{Screen, Shown},
    sim,
    stop::Stop,
};
use comfy_table::CellAlignment;
use std::fmt::Write;
use throughline::{
    Fragments, History, Projector, RejectionMemory, Turn, Verbatim,
    client::{Client, Talk},
};

pub(crate) fn run(args: &AskArgs, rules: &RulesArgs) -> Result<(), Failure> {
    let route = sim::resolve(&args.route, args.base_url.as_deref(), args.api.clone().map(Into::into))?;
    let key = keys::find(&route, args.key_env.as_deref())?;
    let client = Client::new(rules::registry(rules)?, Dial::new(Stop::new()));
    let mut talk = client.talk(route.clone(), key.clone())?;
    for (member, value) in &args.set {
        talk.request_mut().set(member.clone(), value.clone());
    }
    sim::complete(&route, talk.request_mut())?;
    talk.request_mut().set("stream", Verbatim::parse(if args.no_stream { "false" } else { "true" })?);
    talk.push(Turn::user(&input::prompt(&args.prompt)?));
    let explained = explained(&mut talk, rules)?;
    let mut screen = Screen::new(if args.json { Shown::Nothing } else { Shown::All }, Paint::stdout());
    let sent = runtime::run(talk.send(!args.no_stream, &mut |delta| screen.take(&delta)))?;
    let reply = sent.map_err(|error| keys::refused(error, key.as_ref()))?;
    let mut said = Said::new(route, reply)?;
    if args.json {
        said.explained = Some(explained);
        output::json(&said)?;
    } else {
        screen.end(&said.turn)?;
        output::write(below(&said, &explained, Paint::stdout()).as_bytes())?;
    }
    if let Some(fault) = said.fault() {
        output::complain(fault);
    }
    said.broken.map_or(Ok(()), |what| Err(Failure::Network(format!("the reply is not whole: {what}"))))
}

/// What the request holds, as `explain` says it.
fn explained(talk: &mut Talk, rules: &RulesArgs) -> Result<Report, Failure> {
    let request = talk.request_mut().clone();
    let history: &History = talk.history();
    let (memory, mut fragments) = (RejectionMemory::new(), Fragments::new());
    let projection = Projector::new(rules::registry(rules)?).to(talk.route())?;
    let (plan, body) = projection.project(&request, history, &memory, &mut fragments)?;
    let mut report = Report::new(&plan);
    report.weigh(&body);
    Ok(report)
}

/// What stands below the reply: its carriers, and the plan.
fn below(said: &Said, explained: &Report, paint: Paint) -> String {
    let mut out = format!("\n\n{}\n\n{}\n\n", paint.title("carriers of the reply"), carriers(&said.carriers));
    if let Some(learned) = &said.learned {
        let _ = writeln!(out, "sent twice: the first request was refused, which means: {learned}\n");
    }
    let _ = write!(out, "{}\n\n{}", paint.title("plan of the request"), explain::text(explained, paint));
    out
}

fn carriers(pieces: &[Piece]) -> String {
    if pieces.is_empty() {
        return "none".to_owned();
    }
    let mut table = output::table(&["kind", "issuer", "readable by", "bytes", "tokens", "sha-256"]);
    for piece in pieces {
        let reader = if piece.sealed { "its issuer" } else { "anybody" };
        let hash = piece.hash.get(..8).unwrap_or(&piece.hash);
        let (bytes, tokens) = (piece.bytes.to_string(), piece.tokens.to_string());
        table.add_row([&piece.kind, &piece.issuer, reader, &bytes, &tokens, hash]);
    }
    for number in [3, 4] {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}
