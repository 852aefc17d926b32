//! The command line of `chat`.
use super::member;
use crate::failure::CODES;
use clap::Args as Group;
use throughline::Verbatim;

#[derive(Debug, Group)]
#[command(after_help = CODES)]
pub(crate) struct ChatArgs {
    /// The provider's name up to the first `/`, then the model; `sim/PROVIDER[/MODEL]` is simulated inside this program and needs no
    /// key [default: the session's own, else sim/deepseek]
    #[arg(long, short, value_name = "PROVIDER/MODEL")]
    pub(crate) model: Option<String>,
    /// Where to dial; needed for providers that are not known
    #[arg(long, value_name = "URL", requires = "model")]
    pub(crate) base_url: Option<String>,
    /// The wire: chat_completions, anthropic_messages, gemini_generate [default: the provider's own, else chat_completions]
    #[arg(long, value_name = "NAME", requires = "model")]
    pub(crate) api: Option<String>,
    /// The variable that holds the key [default: the one of the provider's own tools]
    #[arg(long, value_name = "NAME")]
    pub(crate) key_env: Option<String>,
    /// A member of the request, such as `max_tokens=4096`; may come more than once
    #[arg(long, value_name = "KEY=JSON", value_parser = member)]
    pub(crate) set: Vec<(String, Verbatim)>,
    /// Go on with a session: its name, the beginning of it, or `last`
    #[arg(long, short, value_name = "ID", num_args = 0..=1, default_missing_value = "last")]
    pub(crate) resume: Option<String>,
    /// What to call a new session
    #[arg(long, value_name = "TEXT", conflicts_with = "resume")]
    pub(crate) title: Option<String>,
    /// Offer a small tool, `weather`, and answer its calls
    #[arg(long)]
    pub(crate) tools: bool,
    /// One JSON object a reply in place of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Ask for whole replies
    #[arg(long)]
    pub(crate) no_stream: bool,
    /// Do not show thinking; on an output that is no terminal it is never shown
    #[arg(long)]
    pub(crate) hide_thinking: bool,
    /// Say this, or do what a command such as `/compact` says, and leave; `-` is standard input, and so is nothing where that is no
    /// terminal
    #[arg(value_name = "PROMPT")]
    pub(crate) prompt: Option<String>,
}
