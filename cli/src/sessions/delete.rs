//! `sessions delete`: forgetting for good. It asks, and where nobody can answer it must be told `--yes`.
use crate::{args::DeleteArgs, failure::Failure, output, store, words};
use std::io::{self, BufRead, IsTerminal, Write};

pub(super) async fn run(args: &DeleteArgs) -> Result<(), Failure> {
    let store = store::need().await?;
    let session = store.session(&args.id).await?;
    if !args.yes {
        let title =
            session.title.as_deref().map(|title| format!(" \"{}\"", output::cut(title, 60))).unwrap_or_default();
        let what = format!("{}{title}, {}", output::cut(session.id.as_str(), 60), words::count(session.turns, "turn"));
        if !io::stdin().is_terminal() {
            return Err(Failure::Usage(format!("delete {what}? nobody can be asked here: say --yes")));
        }
        if !agreed(&what)? {
            output::complain("kept");
            return Ok(());
        }
    }
    Ok(store.delete(&session.id).await?)
}

fn agreed(what: &str) -> Result<bool, Failure> {
    let mut err = io::stderr().lock();
    write!(err, "delete {what}? [y/N] ").and_then(|()| err.flush())?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
}
