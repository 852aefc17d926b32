//! What holds for the two splitters: any cutting gives the same pieces, and what a writer wrote is read.
//!
//! An input is a byte, which cuts, and the stream; or, for the writer, what it is to write.
use crate::{Looked, cuts::pieces, described::start};
use std::convert::Infallible;
use throughline::{
    frames::{FrameError, Frames},
    sse::{Event, Splitter},
};
use throughline_conformance::frame;

pub(crate) fn events(input: &[u8]) -> Looked {
    let Some((cut, stream)) = input.split_first() else { return Ok(false) };
    let whole = split(&[stream]);
    if whole != split(&pieces(stream, *cut)) {
        return Err(format!("cut, these are other events than {whole:?}"));
    }
    // A name or a line of data is anything without a line end; data lines are joined by line feeds.
    let clean = |bytes: &[u8]| -> Vec<u8> { bytes.iter().filter(|byte| !b"\r\n".contains(byte)).copied().collect() };
    let meant: Vec<(Vec<u8>, Vec<u8>)> = stream
        .split(|byte| *byte == b'\r')
        .map(|event| {
            let (name, data) = event.split_at(event.iter().position(|byte| *byte == 0).unwrap_or(0));
            (clean(name), data.to_vec())
        })
        .collect();
    let mut written = vec![];
    for (name, data) in &meant {
        written.extend([b"event: ", name.as_slice(), b"\n"].concat());
        data.split(|byte| *byte == b'\n').for_each(|line| written.extend([b"data: ", line, b"\n"].concat()));
        written.push(b'\n');
    }
    match split(&pieces(&written, *cut)) == meant {
        true => Ok(!whole.is_empty()),
        false => Err(format!("written and read, these are other events: {meant:?}")),
    }
}

/// The name and the data of each event.
fn split(pieces: &[&[u8]]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let (mut found, mut splitter) = (vec![], Splitter::default());
    let mut take = |event: Event<'_>| {
        found.push((event.name.to_vec(), event.data.to_vec()));
        Ok::<_, Infallible>(())
    };
    for piece in pieces {
        let Ok(()) = splitter.feed(piece, &mut take);
    }
    let Ok(()) = splitter.finish(&mut take);
    found
}

pub(crate) fn frames(input: &[u8]) -> Looked {
    let Some((cut, stream)) = input.split_first() else { return Ok(false) };
    let whole = unframe(&[stream]);
    if whole != unframe(&pieces(stream, *cut)) {
        return Err("cut, these are other frames".to_owned());
    }
    let named = |line: &[u8]| {
        let (name, payload) = line.split_at(line.iter().position(|byte| *byte == b' ').unwrap_or(0));
        let name = String::from_utf8_lossy(name);
        // The length of a header's value is told in a byte by this writer.
        (start(&name, 200).to_owned(), payload.to_vec())
    };
    let meant: Vec<(String, Vec<u8>)> = stream.split(|byte| *byte == b'\n').map(named).collect();
    let written: Vec<u8> = meant.iter().flat_map(|(name, payload)| frame("event", name, payload)).collect();
    match unframe(&pieces(&written, *cut)) == (meant, None, false) {
        true => Ok(!whole.0.is_empty()),
        false => Err("written and read, these are other frames".to_owned()),
    }
}

type Unframed = (Vec<(String, Vec<u8>)>, Option<FrameError>, bool);

/// The name and the payload of each frame, what is wrong, and whether half a frame is left. What stands behind an error is fed all the same.
fn unframe(pieces: &[&[u8]]) -> Unframed {
    let (mut found, mut frames, mut fault) = (vec![], Frames::new(), None);
    for piece in pieces {
        let fed = frames.feed(piece, &mut |frame| found.push((frame.name.to_owned(), frame.payload.to_vec())));
        fault = fault.or(fed.err());
    }
    let pending = fault.is_none() && frames.pending();
    (found, fault, pending)
}
