//! Law 4, *round*.
use crate::{
    Breach, Outcome, Subject,
    generate::each_history,
    subject::{Stage, conversation, line},
};
use throughline_core::{History, Stored};

/// Law 4, *round*: capture, store, load, project equals capture, project. A resumed session sends what the live one would have sent.
///
/// Stores and loads the conversations of the cases, and generated ones.
pub fn round(subject: &Subject) -> Outcome {
    Outcome::of("round", "no case names a route", cases(subject).and_then(|times| Ok(times + generated(subject)?)))
}

fn cases(subject: &Subject) -> Result<usize, Box<Breach>> {
    let stages = subject.stages()?;
    let mut times = 0;
    for (case, _, turn) in subject.turns()? {
        let history = conversation(turn);
        for stage in &stages {
            times += resumed(&case.title(), stage, &history)?;
        }
    }
    Ok(times)
}

fn generated(subject: &Subject) -> Result<usize, Box<Breach>> {
    let stages = subject.stages()?;
    each_history(subject, |history| stages.iter().map(|stage| resumed(&stage.title(), stage, history)).sum())
}

fn resumed(title: &str, stage: &Stage<'_>, live: &History) -> Result<usize, Box<Breach>> {
    let loaded = load(live)?;
    match (stage.cold(live), stage.cold(&loaded)) {
        (Ok((_, live)), Ok((_, loaded))) => {
            let what = format!("a resumed session sends another request to {}", stage.route);
            Breach::unless_equal(title, &what, &live.bytes, &loaded.bytes).map(|()| 1)
        }
        (Err(_), Err(_)) => Ok(0),
        _ => Err(Breach::new(title, "only one of the live and the resumed session could be written")),
    }
}

fn load(history: &History) -> Result<History, Box<Breach>> {
    let turns = history.turns().iter().map(|turn| {
        let line = line(turn)?;
        match Stored::read(&line) {
            Ok(Stored::Turn(loaded)) if loaded == **turn => Ok(loaded),
            Ok(_) => Err(Breach::new("the stored form", "a turn reads back as another one")),
            Err(error) => Err(Breach::new("the stored form", format!("a turn does not read back: {error}"))),
        }
    });
    turns.collect()
}
