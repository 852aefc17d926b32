//! The command line, as types.
use crate::failure::CODES;
use clap::{Args as Group, Parser, Subcommand};
use std::path::PathBuf;
use throughline::{Api, ResolveError, Route, resolve};

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
    /// See one conversation travel to six routes.
    Demo(DemoArgs),
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
    /// The provider's name up to the first `/`, then the model
    #[arg(long, value_name = "PROVIDER/MODEL")]
    route: String,
    /// Where to dial; needed for providers that are not known
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// The wire: chat_completions, anthropic_messages [default: the provider's own, else chat_completions]
    #[arg(long, value_name = "NAME")]
    api: Option<String>,
}

impl RouteArgs {
    pub(crate) fn route(&self) -> Result<Route, ResolveError> {
        resolve(&self.route, self.base_url.as_deref(), self.api.clone().map(Api::from))
    }
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct CaptureArgs {
    #[command(flatten)]
    pub(crate) route: RouteArgs,
    /// The reply is a stream of server-sent events
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
    /// Only this stop, by the name of its provider
    #[arg(long, value_name = "NAME")]
    pub(crate) route: Option<String>,
    /// The exact request bodies
    #[arg(long, conflicts_with = "json")]
    pub(crate) verbose: bool,
    /// One JSON object in place of text
    #[arg(long)]
    pub(crate) json: bool,
}
