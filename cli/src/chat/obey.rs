//! Doing what a line that begins with `/` asks for.
use super::{
    command::{Command, HELP},
    talk::Talk,
};
use crate::{
    explain::{self, Report},
    failure::Failure,
    output,
    sessions::{price, show},
};

pub(super) async fn run(talk: &mut Talk<'_>, command: Command) -> Result<(), Failure> {
    let text = match command {
        Command::Quit => return Ok(()),
        Command::Again => return talk.again().await,
        Command::Help => HELP.to_owned(),
        Command::Model(None) => format!("{}\n", place(talk)),
        Command::Model(Some(spec)) => {
            talk.go(&spec).await?;
            format!("going on with {}\n", place(talk))
        }
        Command::Branch(title) => {
            let left = talk.session.branch(None, title.as_deref()).await?;
            output::plain(&format!("going on in {}; {left} stays as it is\n", talk.id()))
        }
        Command::Compact => talk.compact().await?,
        Command::Explain => explained(talk),
        Command::Show => show::text(&talk.store, talk.store.session(talk.id().as_str()).await?, talk.paint).await?,
        Command::Price => talk.session.planned(|plan, _| {
            let report = price::Report::by(plan, talk.session.tariff(plan));
            price::text(&report, talk.paint)
        }),
    };
    output::write(text.as_bytes())
}

fn place(talk: &Talk<'_>) -> String {
    output::line(&talk.session.route().to_string())
}

/// What the next request would hold.
fn explained(talk: &Talk<'_>) -> String {
    let report = talk.session.planned(|plan, body| {
        let mut report = Report::new(plan);
        if let Ok(body) = body {
            report.weigh(&body);
        }
        report
    });
    explain::text(&report, talk.paint)
}
