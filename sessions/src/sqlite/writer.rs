//! Who writes: each opened store holds a lock that the system lets go when its process ends, however it ends.
//!
//! A pending reply names its writer. Where that writer's lock can be had, the reply is nobody's.
use super::place;
use crate::{Error, ErrorKind, id::noise};
use std::{
    fs::{self, File, TryLockError},
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::time::sleep;

/// How long to wait for those that open the store just now, and how often to look.
const WAIT: Duration = Duration::from_secs(30);
const STEP: Duration = Duration::from_millis(5);

/// An opened store's own lock.
pub(super) struct Writer {
    name: String,
    folder: PathBuf,
    _lock: File,
}

impl Writer {
    /// Takes a lock under a name that nobody has had before, and removes those that were left behind.
    ///
    /// Stores open one after another: whoever finds a lock without an owner knows that none is about to take it.
    pub(super) async fn new(folder: &Path) -> Result<(Self, Gate), Error> {
        let folder = folder.join("writers");
        place::make(&folder)?;
        let gate = Gate::pass(&folder.join("gate")).await?;
        tidy(&folder);
        let name = format!("{}-{:016x}", std::process::id(), noise());
        let path = path(&folder, &name);
        let lock = place::file(&path)?;
        lock.lock().map_err(|source| place::refused("lock", &path, source))?;
        Ok((Self { name, folder, _lock: lock }, gate))
    }
    /// What its pending replies are marked with.
    pub(super) fn name(&self) -> &str {
        &self.name
    }
    /// True while the writer called `name` may still write.
    pub(super) fn lives(&self, name: &str) -> bool {
        name == self.name || is_name(name) && is_held(&path(&self.folder, name))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = fs::remove_file(path(&self.folder, &self.name));
    }
}

/// Held while a store opens.
pub(super) struct Gate(#[expect(dead_code, reason = "its lock is what counts")] File);

impl Gate {
    /// Waits as a task: another that opens a store may run on this very thread.
    async fn pass(path: &Path) -> Result<Self, Error> {
        let file = place::file(path)?;
        for _ in 0..WAIT.as_millis() / STEP.as_millis() {
            match file.try_lock() {
                Ok(()) => return Ok(Self(file)),
                Err(TryLockError::WouldBlock) => sleep(STEP).await,
                Err(TryLockError::Error(source)) => return Err(place::refused("lock", path, source)),
            }
        }
        let what = format!("{} is held: another process has been opening the store for long; end it", path.display());
        Err(Error::new(ErrorKind::Storage, what))
    }
}

fn path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.lock"))
}

/// A name as we make them: it comes from the database and becomes a path.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// Asks by a shared lock, so that those who ask do not take each other for the owner. Where a lock cannot be asked for, its owner may live.
fn is_held(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| file.try_lock_shared().is_err())
}

/// Removes the locks of those that are gone.
fn tidy(folder: &Path) {
    let paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let left = |path: &PathBuf| {
        path.extension().is_some_and(|kind| kind == "lock")
            && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
    };
    for path in paths.filter(left) {
        let _ = fs::remove_file(path);
    }
}
