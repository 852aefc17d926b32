//! The command line of `sessions`.
use super::RouteArgs;
use crate::failure::CODES;
use clap::{Args as Group, Subcommand, ValueEnum};
use std::path::PathBuf;

/// A session is named by its id, by the beginning of it, or by `last`, the one that changed last.
#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct SessionsArgs {
    #[command(subcommand)]
    pub(crate) command: SessionsCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SessionsCommand {
    /// All sessions, the one that changed last first.
    List(ListArgs),
    /// Whether a session holds a private record, and its turns with their carriers. No blob is shown.
    Show(ShowArgs),
    /// Write a session to standard output.
    Export(ExportArgs),
    /// Read an exported session; its form is seen.
    Import(ImportArgs),
    /// Call a session something else.
    Rename(RenameArgs),
    /// Forget a session for good.
    Delete(DeleteArgs),
    /// Find duplicated, unsigned and truncated blocks, orphans, mixed issuers, cut turns, and rows that cannot be read.
    Doctor(DoctorArgs),
    /// Begin a session with the first turns of another.
    Branch(BranchArgs),
    /// What the next request of a session costs on a route, turn by turn.
    Price(PriceArgs),
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct ListArgs {
    /// Only sessions whose name or title holds this
    #[arg(value_name = "TEXT")]
    pub(crate) holds: Option<String>,
    /// At most so many
    #[arg(long, short = 'n', value_name = "N")]
    pub(crate) most: Option<usize>,
    /// One JSON array in place of a table
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct ShowArgs {
    /// The session
    pub(crate) id: String,
    /// The readable thinking too
    #[arg(long)]
    pub(crate) thinking: bool,
    /// The stored lines as they are, blobs and all
    #[arg(long, conflicts_with_all = ["thinking", "json"])]
    pub(crate) raw: bool,
    /// One JSON object in place of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// How a session is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormName {
    /// Our lines, byte for byte
    Lines,
    /// Messages with the keys that other programs store, and one key with every carrier and its place
    Messages,
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct ExportArgs {
    /// The session
    pub(crate) id: String,
    /// The form
    #[arg(long, value_enum, default_value_t = FormName::Lines)]
    pub(crate) form: FormName,
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct ImportArgs {
    /// Lines or messages; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
    /// What to call it [default: what the file calls it]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Where the session was held, if the file does not say who sealed what it holds
    #[arg(long, value_name = "PROVIDER/MODEL")]
    pub(crate) route: Option<String>,
    /// Where that was dialled; needed for providers that are not known
    #[arg(long, value_name = "URL", requires = "route")]
    pub(crate) base_url: Option<String>,
    /// The wire there: chat_completions, anthropic_messages, gemini_generate [default: the provider's own, else chat_completions]
    #[arg(long, value_name = "NAME", requires = "route")]
    pub(crate) api: Option<String>,
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct RenameArgs {
    /// The session
    pub(crate) id: String,
    /// What to call it; nothing takes its title away
    pub(crate) title: Option<String>,
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct DeleteArgs {
    /// The session
    pub(crate) id: String,
    /// Do not ask
    #[arg(long, short)]
    pub(crate) yes: bool,
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct DoctorArgs {
    /// The session [default: all of them, and the store itself]
    pub(crate) id: Option<String>,
    /// One JSON array in place of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct BranchArgs {
    /// The session
    pub(crate) id: String,
    /// How many turns the branch begins with [default: all]
    #[arg(long, value_name = "TURN")]
    pub(crate) at: Option<usize>,
    /// What to call it
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
}

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct PriceArgs {
    /// The session
    pub(crate) id: String,
    #[command(flatten)]
    pub(crate) route: RouteArgs,
    /// Say too whether this many tokens are passed
    #[arg(long, value_name = "TOKENS")]
    pub(crate) threshold: Option<u64>,
    /// One JSON object in place of a table
    #[arg(long)]
    pub(crate) json: bool,
}
