//! Where a store lies, and who may read it: its owner alone.
use crate::{Error, ErrorKind};
use std::{
    env,
    fs::{self, DirBuilder, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

/// The folder of this user's store.
pub(super) fn folder() -> Result<PathBuf, Error> {
    // An empty variable counts as none, and a relative one is none of XDG's.
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = set("XDG_STATE_HOME").filter(|path| path.is_absolute());
    set("THROUGHLINE_HOME")
        .or_else(|| Some(state?.join("throughline")))
        .or_else(|| Some(env::home_dir().filter(|home| home.is_absolute())?.join(".local/state/throughline")))
        .ok_or_else(|| Error::new(ErrorKind::Usage, "no folder for sessions: set THROUGHLINE_HOME or HOME"))
}

/// Makes a folder, and those above it, for this user alone. One that is there keeps its mode.
pub(super) fn make(folder: &Path) -> Result<(), Error> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|source| refused("make the folder", folder, source))
}

/// Opens a file, made for this user alone where there is none.
pub(super) fn file(path: &Path) -> Result<File, Error> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(|source| refused("open", path, source))
}

/// Makes the database file before SQLite does, which would ask for no mode; its `-wal` and `-shm` get the mode of this one.
pub(super) fn claim(path: &Path) -> Result<(), Error> {
    if path.is_dir() {
        let what = format!("{} is a folder where the store's file should be: move it away", path.display());
        return Err(Error::new(ErrorKind::Usage, what));
    }
    let (new, file) = (!path.exists(), file(path)?);
    if new {
        let kept = file.sync_all().and_then(|()| sync(path.parent().unwrap_or(path)));
        kept.map_err(|source| refused("keep", path, source))?;
    }
    Ok(())
}

/// Takes the database away from everybody but its owner, as a copy or an older tool may have left it. Only for a file that is ours.
pub(super) fn shut(path: &Path) {
    for suffix in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        tighten(Path::new(&name));
    }
}

/// Where a file is another user's, it stays as that user left it.
#[cfg(unix)]
fn tighten(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    if fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o077 != 0) {
        let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o600));
    }
}
#[cfg(not(unix))]
fn tighten(_path: &Path) {}

/// A file's name is on the disk when its folder is.
#[cfg(unix)]
fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
#[cfg(not(unix))]
fn sync(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// An error of the file system, with what to do.
pub(super) fn refused(what: &str, path: &Path, source: io::Error) -> Error {
    let advice = match source.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            ": give this user write access to it, or set THROUGHLINE_HOME to another folder"
        }
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            ": a file stands where a folder should be; move it away, or set THROUGHLINE_HOME to another folder"
        }
        io::ErrorKind::StorageFull => ": make room on the disk",
        _ => "",
    };
    Error::caused(ErrorKind::Storage, format!("cannot {what} {}{advice}", path.display()), source)
}
