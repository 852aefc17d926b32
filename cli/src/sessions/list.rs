//! `sessions list`: a line a session, the one that changed last first.
use crate::{args::ListArgs, failure::Failure, output, store, words};
use comfy_table::CellAlignment;
use serde::Serialize;
use throughline::Route;
use throughline_sessions::{EndReason, Filter, Millis, Session, Unreadable};

pub(super) async fn run(args: &ListArgs) -> Result<(), Failure> {
    let filter = Filter { holds: args.holds.clone(), most: args.most };
    let sessions = match store::look().await? {
        Some(store) => store.sessions(&filter).await?,
        None => vec![],
    };
    sessions.iter().flat_map(unread).for_each(|what| output::complain(&what));
    let sessions: Vec<Head> = sessions.into_iter().map(Head::new).collect();
    if args.json {
        return output::json(&sessions);
    }
    if sessions.is_empty() {
        let none = if args.holds.is_some() {
            "no session holds that"
        } else {
            "no sessions yet: `throughline chat` begins one"
        };
        output::complain(none);
        return Ok(());
    }
    output::write(table(&sessions).as_bytes())
}

/// What of a session's own row cannot be read, and why.
pub(super) fn unread(session: &Session) -> Vec<String> {
    session.unreadable.iter().map(|Unreadable { place, why }| format!("{place} cannot be read: {why}")).collect()
}

/// A session without its turns, for a reader.
#[derive(Serialize)]
pub(super) struct Head {
    pub(super) id: String,
    pub(super) title: Option<String>,
    pub(super) parent: Option<String>,
    /// How many turns it shares with its parent.
    pub(super) branched_at: Option<usize>,
    pub(super) created_at: Millis,
    pub(super) updated_at: Millis,
    /// Why it was left, where it was.
    pub(super) ended: Option<&'static str>,
    pub(super) route: Option<Route>,
    pub(super) turns: usize,
    /// How many of them hold a carrier.
    pub(super) carriers: usize,
    pub(super) input_tokens: u64,
    pub(super) output_tokens: u64,
    pub(super) reasoning_tokens: u64,
}

impl Head {
    pub(super) fn new(session: Session) -> Self {
        Self {
            id: session.id.to_string(),
            title: session.title,
            parent: session.parent.map(|parent| parent.to_string()),
            branched_at: session.branched_at,
            created_at: session.created_at,
            updated_at: session.updated_at,
            ended: session.ended.map(EndReason::as_str),
            route: session.route,
            turns: session.turns,
            carriers: session.carriers,
            input_tokens: session.input_tokens,
            output_tokens: session.output_tokens,
            reasoning_tokens: session.reasoning_tokens,
        }
    }
}

fn table(sessions: &[Head]) -> String {
    let mut table = output::list(&["session", "changed", "route", "turns", "with carriers", "state", "title"]);
    for session in sessions {
        let route = session.route.as_ref().map(|route| format!("{}/{}", route.provider, route.model));
        table.add_row([
            output::cut(&session.id, 60),
            words::time(session.updated_at),
            output::cut(&route.unwrap_or_else(|| "-".to_owned()), 60),
            session.turns.to_string(),
            session.carriers.to_string(),
            session.ended.unwrap_or("open").to_owned(),
            output::cut(session.title.as_deref().unwrap_or("-"), 60),
        ]);
    }
    for number in [3, 4] {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    format!("{}\n", table.trim_fmt())
}
