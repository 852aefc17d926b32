//! `sessions doctor`: what is odd about stored turns, what the plan does about each, and what cannot be read at all.
//!
//! It changes nothing. Notes are good to know; what is worse ends with the exit code of wrong input.
use crate::{
    args::DoctorArgs,
    failure::Failure,
    output::{self, Paint},
    store::{self, Store},
    words,
};
use serde::Serialize;
use std::{fmt::Write, sync::Arc};
use throughline::Stored;
use throughline_sessions::{
    Filter, Session,
    doctor::{Finding, Severity, examine},
};

pub(super) async fn run(args: &DoctorArgs) -> Result<(), Failure> {
    let report = match (store::look().await?, &args.id) {
        (Some(store), None) => Report::whole(&store).await?,
        (Some(store), Some(id)) => {
            let session = store.session(id).await?;
            Report { sessions: vec![Examined::new(&store, session).await?], store: vec![] }
        }
        (None, None) => Report::default(),
        (None, Some(_)) => store::need().await.map(|_| Report::default())?,
    };
    if args.json {
        output::json(&report)?;
    } else {
        output::write(text(&report, Paint::stdout()).as_bytes())?;
    }
    if report.is_well() { Ok(()) } else { Err(Failure::Found) }
}

#[derive(Default, Serialize)]
struct Report {
    sessions: Vec<Examined>,
    /// Everything in the store that cannot be read, where all of it was looked at.
    store: Vec<Unreadable>,
}

#[derive(Serialize)]
struct Examined {
    session: String,
    title: Option<String>,
    findings: Vec<Finding>,
    unreadable: Vec<Unreadable>,
}

#[derive(Serialize)]
struct Unreadable {
    place: String,
    why: String,
}

impl Report {
    async fn whole(store: &Store) -> Result<Self, Failure> {
        let check = store.check().await?;
        let mut rows: Vec<_> = check.into_iter().map(|row| Unreadable { place: row.place, why: row.why }).collect();
        let listed = match store.sessions(&Filter::default()).await {
            Ok(listed) => listed,
            // What cannot be listed is what the check has named.
            Err(_) if !rows.is_empty() => vec![],
            Err(error) => return Err(error.into()),
        };
        let mut sessions = vec![];
        for session in listed {
            let place = format!("session {}", session.id);
            match Examined::new(store, session).await {
                // The check has named the others.
                Ok(examined) => sessions.push(Examined { unreadable: vec![], ..examined }),
                Err(failure) => rows.push(Unreadable { place, why: failure.text().unwrap_or_default() }),
            }
        }
        Ok(Self { sessions, store: rows })
    }
    fn is_well(&self) -> bool {
        let bad = |examined: &Examined| {
            !examined.unreadable.is_empty() || examined.findings.iter().any(|finding| finding.severity > Severity::Note)
        };
        self.store.is_empty() && !self.sessions.iter().any(bad)
    }
}

impl Examined {
    async fn new(store: &Store, session: Session) -> Result<Self, Failure> {
        let (mut places, mut turns, mut unreadable) = (vec![], vec![], vec![]);
        for (place, line) in store.lines(&session.id).await? {
            match Stored::read(&line) {
                Ok(Stored::Turn(turn)) => {
                    places.push(place);
                    turns.push(Arc::new(turn));
                }
                Ok(Stored::Request(_)) => unreadable.push(Unreadable::turn(place, "a request in the place of a turn")),
                Err(error) => unreadable.push(Unreadable::turn(place, &error.to_string())),
            }
        }
        let mut findings = examine(&turns);
        let place = |n: usize| places.get(n).copied().unwrap_or(n);
        for finding in &mut findings {
            finding.turn = place(finding.turn);
            finding.beside = finding.beside.map(place);
        }
        Ok(Self { session: session.id.to_string(), title: session.title, findings, unreadable })
    }
}

impl Unreadable {
    fn turn(place: usize, why: &str) -> Self {
        Self { place: format!("turn {place}"), why: why.to_owned() }
    }
}

fn text(report: &Report, paint: Paint) -> String {
    let mut out = String::new();
    for Examined { session, title, findings, unreadable } in &report.sessions {
        if findings.is_empty() && unreadable.is_empty() {
            continue;
        }
        let title = title.as_ref().map(|title| format!("  {}", output::cut(title, 60))).unwrap_or_default();
        let _ = writeln!(out, "{}", paint.title(&format!("{}{title}", output::cut(session, 60))));
        findings.iter().for_each(|finding| self::finding(&mut out, finding, paint));
        unreadable.iter().for_each(|row| self::unreadable(&mut out, row, paint));
        out.push('\n');
    }
    report.store.iter().for_each(|row| self::unreadable(&mut out, row, paint));
    let (all, odd) = (report.sessions.len(), report.sessions.iter().filter(|one| !one.findings.is_empty()).count());
    let _ = writeln!(
        out,
        "{} examined, something to say of {odd}; {} cannot be read",
        words::count(all, "session"),
        words::count(rows(report), "row")
    );
    out
}

fn rows(report: &Report) -> usize {
    report.store.len() + report.sessions.iter().map(|one| one.unreadable.len()).sum::<usize>()
}

fn finding(out: &mut String, finding: &Finding, paint: Paint) {
    let word = match finding.severity {
        Severity::Note => paint.faint("note"),
        Severity::Warning => paint.padded("warning"),
        Severity::Error => paint.withheld("error"),
    };
    let at = finding.at.map(|at| format!(", {}", words::at(at))).unwrap_or_default();
    let beside = finding.beside.map(|turn| format!(" (see turn {turn})")).unwrap_or_default();
    let _ = writeln!(out, "  {word}: turn {}{at}: {}{beside}", finding.turn, finding.about);
    if let Some(piece) = &finding.piece {
        let (kind, issuer) = (output::line(piece.kind.as_str()), output::line(&piece.issuer));
        let _ = writeln!(out, "      {kind} of {issuer}, {} bytes, sha-256 {}", piece.bytes, piece.hash);
    }
    let _ = writeln!(out, "      {}", paint.faint(&format!("plan: {}", finding.plan)));
}

fn unreadable(out: &mut String, row: &Unreadable, paint: Paint) {
    let said = format!("{}: {}", row.place, row.why);
    let _ = writeln!(out, "  {}: {}", paint.withheld("unreadable"), output::line(&said));
}
