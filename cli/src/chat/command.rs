//! What a person can say to the program in place of the model.

/// A line that begins with `/`.
#[derive(Debug, PartialEq)]
pub(super) enum Command {
    Model(Option<String>),
    Branch(Option<String>),
    Compact,
    Explain,
    Show,
    Price,
    Again,
    Help,
    Quit,
}

/// What `/help` says.
pub(super) const HELP: &str = "\
/model PROVIDER/MODEL  go on with another model or provider; its turns stay, and so does its thinking
/branch [TITLE]        go on in a copy; this session stays as it is
/compact               go on in a shorter copy: old turns become a summary, thinking that stays is kept
/explain               what of the thinking the next request carries, by which rule, and why
/show                  the turns of this session and their carriers
/price                 what the next request costs, turn by turn
/again                 send once more, where no answer came
/quit                  leave; Ctrl-D does as well, and `throughline chat --resume` comes back
A line that begins with a space is for the model, whatever follows.
";

/// The command that `line` is; none where it is for the model.
///
/// # Errors
/// Where it is no command, with advice.
pub(super) fn read(line: &str) -> Result<Option<Command>, String> {
    let Some(line) = line.strip_prefix('/') else { return Ok(None) };
    let (name, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let rest = Some(rest.trim()).filter(|rest| !rest.is_empty()).map(str::to_owned);
    let command = match name {
        "model" => Command::Model(rest),
        "branch" => Command::Branch(rest),
        "compact" => Command::Compact,
        "explain" => Command::Explain,
        "show" => Command::Show,
        "price" => Command::Price,
        "again" => Command::Again,
        "help" | "?" => Command::Help,
        "quit" | "exit" => Command::Quit,
        _ => {
            return Err(format!("no command /{name}; /help lists them, and a space before the / says it to the model"));
        }
    };
    Ok(Some(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        for (line, want) in [
            ("hello", Ok(None)),
            (" /quit", Ok(None)),
            ("/quit ", Ok(Some(Command::Quit))),
            ("/model", Ok(Some(Command::Model(None)))),
            ("/model  sim/zai ", Ok(Some(Command::Model(Some("sim/zai".to_owned()))))),
            ("/branch a way out", Ok(Some(Command::Branch(Some("a way out".to_owned()))))),
        ] {
            assert_eq!(read(line), want, "{line}");
        }
        assert!(read("/etc/passwd").unwrap_err().starts_with("no command /etc/passwd; /help"));
    }
}
