//! The command line, as types.
mod chat;
mod rejections;
mod sessions;

pub(crate) use chat::ChatArgs;
pub(crate) use rejections::{ForgetArgs, RejectionsArgs, RejectionsCommand};
pub(crate) use sessions::{
    BranchArgs, DeleteArgs, DoctorArgs, ExportArgs, FormName, ImportArgs, ListArgs, PriceArgs, RenameArgs,
    SessionsArgs, SessionsCommand, ShowArgs,
};

use crate::{
    failure::{CODES, Failure},
    sim,
};
use clap::{Args as Group, Parser, Subcommand};
use std::path::PathBuf;
use throughline::{Api, Route, Verbatim};

/// Carry a model's thinking across turns, routes and providers.
///
/// A reply becomes a turn (`capture`), a request becomes turns (`ingest`), turns become the exact request of any route
/// (`project`), and `explain` says beforehand what of the reasoning travels and why. One JSON line a turn, through pipes.
#[derive(Debug, Parser)]
#[command(name = "throughline", version, after_help = CODES)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Read a reply's raw bytes; write its turn, one line.
    Capture(CaptureArgs),
    /// Read a request's body; write one line for the request and then one a turn.
    Ingest(IngestArgs),
    /// Read lines; write the exact request body for a route.
    Project(ProjectArgs),
    /// Read lines; say of every carrier what becomes of it on a route, and why. No content is shown.
    Explain(ExplainArgs),
    /// Show the table: which routes read and require what, on what evidence.
    Routes(RoutesArgs),
    /// See two ordinary clients and throughline hold one conversation on every simulated route.
    Demo(DemoArgs),
    /// Send one prompt for real; show thinking, answer, carriers and plan.
    Ask(AskArgs),
    /// Talk with a model; the session is stored, and can be resumed, branched, compacted and moved.
    Chat(ChatArgs),
    /// Look at stored sessions, move them, examine them.
    Sessions(SessionsArgs),
    /// What routes have refused, on what evidence.
    Rejections(RejectionsArgs),
    /// One line a request: which reasoning fields it carried, what stayed and why, what became of it.
    Logs(LogsArgs),
    /// Run the simulated providers of the demo until Ctrl-C, for others to test against.
    Simulate(SimulateArgs),
    /// Write a shell's completions.
    Completions(CompletionsArgs),
    /// Write the manual page.
    Man(ManArgs),
}

/// The user's own rows.
#[derive(Debug, Group)]
pub(crate) struct RulesArgs {
    /// Your own rows, which win over the built-in ones [default: $THROUGHLINE_RULES, else
    /// $XDG_CONFIG_HOME/throughline/rules.toml if it is there]
    #[arg(long, global = true, display_order = 90, value_name = "FILE", conflicts_with = "no_rules")]
    pub(crate) rules: Option<PathBuf>,
    /// Only the built-in rows
    #[arg(long, global = true, display_order = 91)]
    pub(crate) no_rules: bool,
}

/// Where the request goes, or the reply came from.
#[derive(Debug, Group)]
pub(crate) struct RouteArgs {
    /// The provider's name up to the first `/`, then the model; `sim/PROVIDER[/MODEL]` is simulated
    #[arg(long, value_name = "PROVIDER/MODEL")]
    route: String,
    /// Where to dial; needed for providers that are not known
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// The wire: chat_completions, anthropic_messages, gemini_generate, bedrock_converse [default: the provider's own, else chat_completions]
    #[arg(long, value_name = "NAME")]
    api: Option<String>,
}

impl RouteArgs {
    pub(crate) fn route(&self) -> Result<Route, Failure> {
        sim::resolve(&self.route, self.base_url.as_deref(), self.api.clone().map(Api::from))
    }
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct CaptureArgs {
    #[command(flatten)]
    pub(crate) route: RouteArgs,
    /// The reply is a stream: server-sent events, or an event stream of AWS as it came
    #[arg(long)]
    pub(crate) stream: bool,
    /// The HTTP status that it came with
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(100..=599))]
    pub(crate) status: u16,
    /// The upstream that a response header named
    #[arg(long, value_name = "NAME")]
    pub(crate) served_by: Option<String>,
    /// The reply's body; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct IngestArgs {
    #[command(flatten)]
    pub(crate) route: RouteArgs,
    /// The request's body; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct ProjectArgs {
    #[command(flatten)]
    pub(crate) route: RouteArgs,
    /// Lines of `capture` and `ingest`, the oldest first; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) route: RouteArgs,
    /// One JSON object in place of tables
    #[arg(long)]
    pub(crate) json: bool,
    /// The lines of an earlier request: say what broke its prefix, and with it the prompt cache
    #[arg(long, value_name = "FILE")]
    pub(crate) previous: Option<PathBuf>,
    /// Lines of `capture` and `ingest`, the oldest first; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct RoutesArgs {
    /// A table for a document; without your own rows unless `--rules` names them
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
    /// One JSON array of rows
    #[arg(long)]
    pub(crate) json: bool,
    /// Only rows that can be for this model
    #[arg(long, value_name = "MODEL")]
    pub(crate) model: Option<String>,
    /// The known providers too: their base URLs and key variables
    #[arg(long, conflicts_with = "markdown")]
    pub(crate) all: bool,
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct DemoArgs {
    /// Only the routes of this provider
    #[arg(long, value_name = "NAME")]
    pub(crate) route: Option<String>,
    /// Every client's last request with its carriers marked, and the reason for each carrier
    #[arg(long, conflicts_with = "json")]
    pub(crate) verbose: bool,
    /// One JSON array in place of text, with the exact bodies
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct AskArgs {
    /// The provider's name up to the first `/`, then the model; `sim/PROVIDER[/MODEL]` is simulated
    #[arg(value_name = "PROVIDER/MODEL")]
    pub(crate) route: String,
    /// What to ask; `-` is standard input
    #[arg(default_value = "-")]
    pub(crate) prompt: String,
    /// Where to dial; needed for providers that are not known
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// The wire: chat_completions, anthropic_messages, gemini_generate, bedrock_converse [default: the provider's own, else chat_completions]
    #[arg(long, value_name = "NAME")]
    pub(crate) api: Option<String>,
    /// The variable that holds the key [default: the one of the provider's own tools]
    #[arg(long, value_name = "NAME")]
    pub(crate) key_env: Option<String>,
    /// A member of the request, such as `max_tokens=4096`; may come more than once
    #[arg(long, value_name = "KEY=JSON", value_parser = member)]
    pub(crate) set: Vec<(String, Verbatim)>,
    /// Ask for the whole reply at once
    #[arg(long)]
    pub(crate) no_stream: bool,
    /// One JSON object in place of text
    #[arg(long)]
    pub(crate) json: bool,
}

fn member(text: &str) -> Result<(String, Verbatim), String> {
    let (key, value) = text.split_once('=').ok_or("expected KEY=JSON")?;
    if matches!(key, "" | "model" | "messages" | "tools" | "stream") {
        return Err(format!("`{key}` is not set here: it follows from the rest of the command line"));
    }
    let value = Verbatim::parse(value).map_err(|error| format!("the value of `{key}` is not JSON: {error}"))?;
    Ok((key.to_owned(), value))
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct LogsArgs {
    /// Wait for more, until Ctrl-C
    #[arg(long, short)]
    pub(crate) follow: bool,
    /// Only requests of this session: its name, the beginning of it, or `last`
    #[arg(long, value_name = "ID")]
    pub(crate) session: Option<String>,
    /// One JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
    /// Only the last so many
    #[arg(long, value_name = "N")]
    pub(crate) last: Option<usize>,
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct SimulateArgs {
    /// The port on 127.0.0.1; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) port: u16,
    /// Makes every reply follow from its request
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct ManArgs {
    /// The page of this command [default: the whole program's]
    pub(crate) command: Option<String>,
}
