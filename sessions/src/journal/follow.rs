//! Reading the log while others write it: lines are pulled, and nothing ever waits.
//!
//! Only the newest file is written. So a file that has a newer one beside it is whole, and its reader goes on to the next.
use super::{numbers, path, storage};
use crate::{Error, RequestRecord, SessionId, Unreadable};
use std::{
    collections::VecDeque,
    fs::File,
    io::{self, ErrorKind, Read},
    mem,
    path::PathBuf,
};

/// The most unreadable lines that are told one by one.
const TOLD: usize = 100;

/// A reader of the log that keeps its place.
#[derive(Debug)]
pub struct Follow {
    folder: PathBuf,
    session: Option<SessionId>,
    open: Option<Open>,
    /// The lowest number that the next file may have.
    behind: u64,
    pub(super) ready: VecDeque<RequestRecord>,
    unreadable: Vec<Unreadable>,
    untold: usize,
}

#[derive(Debug)]
struct Open {
    file: File,
    name: String,
    /// Lines that were taken.
    lines: usize,
    /// What was read and is no whole line yet.
    held: Vec<u8>,
}

impl Follow {
    pub(super) fn new(folder: PathBuf, session: Option<SessionId>) -> Self {
        let (ready, unreadable) = (VecDeque::new(), vec![]);
        Self { folder, session, open: None, behind: 0, ready, unreadable, untold: 0 }
    }
    /// The next record; none where none has come yet. A line that is half written waits for its end.
    ///
    /// # Errors
    /// Storage, where the disk refuses; asking again goes on where this left off.
    #[expect(clippy::should_implement_trait, reason = "an iterator would end where this one waits")]
    pub fn next(&mut self) -> Result<Option<RequestRecord>, Error> {
        while self.ready.is_empty() {
            if !self.advance().map_err(|error| storage(&self.folder, "read", error))? {
                return Ok(None);
            }
        }
        Ok(self.ready.pop_front())
    }
    /// Lines since the last time one asked that are no records, by file and line; of very many the first.
    pub fn unreadable(&mut self) -> Vec<Unreadable> {
        let mut told = mem::take(&mut self.unreadable);
        if let more @ 1.. = mem::take(&mut self.untold) {
            told.push(Unreadable { place: format!("{more} more lines"), why: "no records".to_owned() });
        }
        told
    }

    /// Reads on; false where there is nothing to read.
    fn advance(&mut self) -> io::Result<bool> {
        // Looked for before the end is: once a newer file is there, what stands in this one is all of it.
        let newer = numbers(&self.folder)?.into_iter().find(|number| *number >= self.behind);
        if let Some(open) = &mut self.open {
            let mut chunk = [0; 1 << 14];
            let read = open.file.read(&mut chunk)?;
            open.held.extend_from_slice(chunk.get(..read).unwrap_or_default());
            if read > 0 || newer.is_some() {
                self.lines(read == 0);
            }
            if read > 0 {
                return Ok(true);
            }
        }
        match newer {
            Some(number) => self.turn(number).map(|()| true),
            None => Ok(false),
        }
    }
    /// Goes on to a file. One that was taken away meanwhile has newer ones beside it.
    fn turn(&mut self, number: u64) -> io::Result<()> {
        let path = path(&self.folder, number);
        let name = path.file_name().unwrap_or_default().display().to_string();
        self.open = match File::open(&path) {
            Ok(file) => Some(Open { file, name, lines: 0, held: vec![] }),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        self.behind = number.saturating_add(1);
        Ok(())
    }
    /// Takes the whole lines that were read, and at the end of a file what is left.
    fn lines(&mut self, end: bool) {
        let Some(open) = &mut self.open else { return };
        let whole = open.held.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let rest = if end { vec![] } else { open.held.split_off(whole) };
        for line in mem::replace(&mut open.held, rest).split_inclusive(|byte| *byte == b'\n') {
            open.lines += 1;
            match serde_json::from_slice::<RequestRecord>(line.trim_ascii_end()) {
                _ if line.trim_ascii().is_empty() => {}
                Ok(record) if self.session.is_none() || record.session == self.session => self.ready.push_back(record),
                Ok(_) => {}
                Err(_) if self.unreadable.len() >= TOLD => self.untold += 1,
                // What the parser says may quote the line.
                Err(error) => self.unreadable.push(Unreadable {
                    place: format!("{} line {}", open.name, open.lines),
                    why: format!("no record from column {} on", error.column()),
                }),
            }
        }
    }
}
