//! What holds for any request: what is read is kept as it is, and read again once it was written.
//!
//! An input is a byte, which picks a route, and the request.
use crate::{Looked, stage};
use throughline::{History, Ingested, Projection, Stored};

/// How often.
const MENDED: usize = 2;

pub(crate) fn look(adapter: &str, input: &[u8]) -> Looked {
    let Some((route, request)) = input.split_first() else { return Ok(false) };
    let stage = stage::nth(adapter, usize::from(*route))?;
    let Ok(ingested) = stage.ingest(request) else { return Ok(false) };
    kept(&ingested)?;
    // What a client wrote may be mended, and what is mended may end a tool loop; from then on it stays as it is.
    let Ok(mut written) = project(stage, ingested) else { return Ok(false) };
    for _ in 0..MENDED {
        let again = stage.ingest(written.as_bytes());
        let again = again.map_err(|error| format!("what was written is not read: {error}\n{written}"))?;
        let next =
            project(stage, again).map_err(|error| format!("read again, it is not written: {error}\n{written}"))?;
        if next == written {
            return Ok(true);
        }
        written = next;
    }
    Err(format!("read again and again, it is another request each time\n{written}"))
}

fn project(stage: &Projection, ingested: Ingested) -> Result<String, String> {
    let history: History = ingested.turns.into_iter().collect();
    stage::project(stage, &ingested.request, &history)
}

/// Turns and members read back from their stored lines.
fn kept(ingested: &Ingested) -> Result<(), String> {
    let turns = ingested.turns.iter().cloned().map(Stored::Turn);
    for stored in turns.chain([Stored::Request(ingested.request.clone())]) {
        let line = stored.line().map_err(|error| format!("not stored: {error}"))?;
        let loaded = Stored::read(&line).map_err(|error| format!("not loaded: {error}\n{line}"))?;
        if loaded != stored {
            return Err(format!("another one once it was stored\n{line}"));
        }
    }
    Ok(())
}
