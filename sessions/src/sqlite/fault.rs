//! What SQLite reports, said to the person who has to do something about it.
use crate::{Error, ErrorKind};

// The result codes of https://www.sqlite.org/rescode.html that a person can act on.
const PERM: u32 = 3;
const BUSY: u32 = 5;
const LOCKED: u32 = 6;
const READONLY: u32 = 8;
const IOERR: u32 = 10;
const CORRUPT: u32 = 11;
const FULL: u32 = 13;
const CANTOPEN: u32 = 14;
const NOTADB: u32 = 26;

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(|error| error.code()?.parse::<u32>().ok());
        let (kind, what) = match (code.map(|code| code & 0xff), &error) {
            (Some(BUSY | LOCKED), _) | (None, sqlx::Error::PoolTimedOut) => {
                (ErrorKind::Storage, "the store is busy: something else has been writing to it for long; try again")
            }
            (Some(PERM | READONLY), _) => (
                ErrorKind::Storage,
                "the store cannot be written: give this user write access to its file and its folder",
            ),
            (Some(IOERR), _) => {
                (ErrorKind::Storage, "the disk failed to read or write the store: see the system's log")
            }
            (Some(CORRUPT), _) => (
                ErrorKind::Unreadable,
                "the store is damaged: keep a copy of its folder, then `sqlite3 state.db .recover` saves what can be read",
            ),
            (Some(FULL), _) => (ErrorKind::Storage, "the disk is full: make room and try again, nothing was lost"),
            (Some(CANTOPEN), _) => {
                (ErrorKind::Storage, "the store cannot be opened: this user must be able to write in its folder")
            }
            (Some(NOTADB), _) => (
                ErrorKind::Unreadable,
                "the file is no SQLite database; it was left as it is: move it away, or set THROUGHLINE_HOME to another folder",
            ),
            (_, sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_)) => {
                (ErrorKind::Unreadable, "a column of the store is not what it should be")
            }
            _ => (ErrorKind::Storage, "the store failed"),
        };
        Self::caused(kind, what, error)
    }
}
