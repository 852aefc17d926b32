//! The request log: a line a request, in files that take turns and never grow beyond a bound.
//!
//! Files carry ascending numbers and are never renamed, so that a reader who has one open knows where it stands. It must never hold
//! more than a [`RequestRecord`] says, nor keep a process from talking for longer than a write takes.
mod follow;

use crate::{Error, ErrorKind, RequestRecord, SessionId, Unreadable};
pub use follow::Follow;
use std::{
    collections::VecDeque,
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// The request log in a folder. Handles and processes may share it.
#[derive(Clone, Debug)]
pub struct Journal {
    folder: PathBuf,
    files: u64,
    bytes: u64,
}

/// Which records to read.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Of this session alone.
    pub session: Option<SessionId>,
    /// The newest so many; none for all.
    pub last: Option<usize>,
}

/// What a log holds.
#[derive(Clone, Debug, Default)]
pub struct Records {
    /// The records, the oldest first.
    pub records: Vec<RequestRecord>,
    /// Lines that are no records. They stay where they are.
    pub unreadable: Vec<Unreadable>,
}

impl Journal {
    /// The log in `folder`, which is made where it is missing: at most eight files of a mebibyte.
    ///
    /// # Errors
    /// Storage, where the folder cannot be made.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, Error> {
        let folder = folder.into();
        make(&folder).map_err(|error| storage(&folder, "make", error))?;
        Ok(Self { folder, files: 8, bytes: 1 << 20 })
    }
    /// With other bounds: so many files, of so many bytes each. A record that is longer than a file has one to itself.
    #[must_use]
    pub fn bounded(mut self, files: u64, bytes: u64) -> Self {
        (self.files, self.bytes) = (files.max(1), bytes);
        self
    }
    /// Appends a record.
    ///
    /// # Errors
    /// Storage, where the disk refuses.
    pub fn write(&self, record: &RequestRecord) -> Result<(), Error> {
        let mut line = serde_json::to_vec(record)
            .map_err(|error| Error::caused(ErrorKind::Usage, "the record is no JSON", error))?;
        line.push(b'\n');
        self.append(line).map_err(|error| storage(&self.folder, "write to", error))
    }
    /// The records that are there.
    ///
    /// # Errors
    /// Storage, where the disk refuses. Lines that cannot be read are told beside those that can.
    pub fn read(&self, wanted: &Wanted) -> Result<Records, Error> {
        let mut follow = self.follow(wanted)?;
        let mut records = vec![];
        while let Some(record) = follow.next()? {
            records.push(record);
        }
        Ok(Records { records, unreadable: follow.unreadable() })
    }
    /// The records that are there, and then those that come.
    ///
    /// # Errors
    /// Storage, where the disk refuses.
    pub fn follow(&self, wanted: &Wanted) -> Result<Follow, Error> {
        let mut follow = Follow::new(self.folder.clone(), wanted.session.clone());
        if let Some(last) = wanted.last {
            let mut ready = VecDeque::new();
            while let Some(record) = follow.next()? {
                ready.push_back(record);
                if ready.len() > last {
                    ready.pop_front();
                }
            }
            follow.ready = ready;
        }
        Ok(follow)
    }

    fn append(&self, mut line: Vec<u8>) -> io::Result<()> {
        let lock = private().create(true).append(true).open(self.folder.join("requests.lock"))?;
        lock.lock()?;
        let newest = numbers(&self.folder)?.last().copied().unwrap_or(1);
        let mut file = private().create(true).append(true).read(true).open(path(&self.folder, newest))?;
        let length = file.metadata()?.len();
        if length > 0 && length.saturating_add(line.len() as u64) > self.bytes {
            return self.rotate(newest.saturating_add(1), &line);
        }
        if length > 0 && torn(&mut file)? {
            // Somebody died in the middle of a line: it ends here, and is nobody else's beginning.
            line.insert(0, b'\n');
        }
        file.write_all(&line)
    }
    fn rotate(&self, next: u64, line: &[u8]) -> io::Result<()> {
        private().create_new(true).append(true).open(path(&self.folder, next))?.write_all(line)?;
        let old = numbers(&self.folder)?.into_iter().take_while(|number| number.saturating_add(self.files) <= next);
        old.into_iter().try_for_each(|number| fs::remove_file(path(&self.folder, number)))
    }
}

/// True where the last line of a file has no end.
fn torn(file: &mut File) -> io::Result<bool> {
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

fn path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("requests.{number:06}.jsonl"))
}

/// The numbers of the files that are there, ascending.
fn numbers(folder: &Path) -> io::Result<Vec<u64>> {
    let mut numbers = vec![];
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix("requests.")?.strip_suffix(".jsonl"));
        numbers.extend(number.and_then(|number| number.parse::<u64>().ok()));
    }
    numbers.sort_unstable();
    Ok(numbers)
}

/// Files that nobody else may read.
fn private() -> OpenOptions {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "a mode is for Unix alone"))]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn make(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

fn storage(folder: &Path, what: &str, error: io::Error) -> Error {
    Error::caused(ErrorKind::Storage, format!("cannot {what} the request log in {}", folder.display()), error)
}

#[cfg(test)]
mod tests;
