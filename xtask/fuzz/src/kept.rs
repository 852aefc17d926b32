//! What holds for text that people and other versions keep: a stored line that loads is written the same from then on, and a user's
//! table is taken with places for what is wrong, or not at all.
use crate::{Looked, stage};
use throughline::{Registry, Stored, user};

pub(crate) fn line(input: &[u8]) -> Looked {
    let Ok(text) = str::from_utf8(input) else { return Ok(false) };
    let Ok(stored) = Stored::read(text) else { return Ok(false) };
    // An older line may be written in a newer form, once.
    let line = stored.line().map_err(|error| format!("what was loaded is not written: {error}"))?;
    let again = Stored::read(&line).map_err(|error| format!("what was written is not loaded: {error}\n{line}"))?;
    if again != stored {
        return Err(format!("loaded again, it is another one\n{line}"));
    }
    let second = again.line().map_err(|error| format!("not written again: {error}\n{line}"))?;
    match second == line {
        true => Ok(true),
        false => Err(format!("written again, it is another line\n{line}\n{second}")),
    }
}

pub(crate) fn table(input: &[u8]) -> Looked {
    let Ok(text) = str::from_utf8(input) else { return Ok(false) };
    match user::rows(text, "rules.toml") {
        Ok(rows) => {
            let none = rows.is_empty();
            let registry: Registry = throughline::builder()
                .user(rows)
                .build()
                .map_err(|error| format!("rows break the registry: {error}"))?;
            stage::routes().flatten().for_each(|route| drop(registry.find(&route)));
            Ok(!none)
        }
        Err(error) => {
            let lines = text.split('\n').count();
            let astray = error.wrong().iter().find(|wrong| wrong.line == 0 || wrong.column == 0 || wrong.line > lines);
            match astray {
                Some(wrong) => Err(format!("`{}` at a place that is not in the file: {wrong:?}", wrong.what)),
                None if error.wrong().is_empty() => Err("refused without a reason".to_owned()),
                None => Ok(false),
            }
        }
    }
}
