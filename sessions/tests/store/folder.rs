//! Where a store lies: modes, and places that cannot hold one.
use crate::{Folder, begun, route, said};
use std::{fs, process::Command};
use throughline_core::Framing;
use throughline_sessions::{ErrorKind, PendingHead, SessionStore, Sqlite};

async fn refused(path: &std::path::Path) -> throughline_sessions::Error {
    match Sqlite::open(path).await {
        Ok(_) => panic!("{} was opened", path.display()),
        Err(error) => error,
    }
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_may_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let folder = Folder::new("mode");
    let deep = folder.join("a/b");
    let store = Sqlite::open(deep.join("state.db")).await.unwrap();
    let id = begun(&store).await;
    store.append(&id, 0, &[said("secret")]).await.unwrap();
    assert_eq!([mode(&folder.join("a")), mode(&deep), mode(&deep.join("writers"))], [0o700; 3]);
    for name in ["state.db", "state.db-wal", "state.db-shm"] {
        assert_eq!(mode(&deep.join(name)), 0o600, "{name}");
    }
    store.close().await;
    drop(store);
    fs::set_permissions(deep.join("state.db"), fs::Permissions::from_mode(0o644)).unwrap();
    let _store = Sqlite::open(deep.join("state.db")).await.unwrap();
    assert_eq!(mode(&deep.join("state.db")), 0o600);
}

#[tokio::test]
async fn a_closed_store_is_one_file_and_leaves_no_lock() {
    let folder = Folder::new("close");
    let store = folder.open().await;
    let id = begun(&store).await;
    store.append(&id, 0, &[said("a")]).await.unwrap();
    assert!(folder.join("state.db-wal").exists());
    store.close().await;
    assert!(!folder.join("state.db-wal").exists());
    drop(store);
    assert_eq!(fs::read_dir(folder.join("writers")).unwrap().count(), 1, "the gate alone");
    assert_eq!(folder.open().await.load(&id).await.unwrap().turns.len(), 1);
}

#[tokio::test]
async fn a_folder_in_the_file_s_place_is_named() {
    let folder = Folder::new("is-folder");
    fs::create_dir(folder.file()).unwrap();
    let error = refused(&folder.file()).await;
    let path = folder.file();
    assert_eq!(
        (error.kind(), error.to_string()),
        (ErrorKind::Usage, format!("{} is a folder where the store's file should be: move it away", path.display()))
    );
}

#[tokio::test]
async fn a_file_in_the_folder_s_place_is_named() {
    let folder = Folder::new("is-file");
    fs::write(folder.join("home"), "x").unwrap();
    let error = refused(&folder.join("home/state.db")).await;
    assert!(
        error.to_string().ends_with(
            "a file stands where a folder should be; move it away, or set THROUGHLINE_HOME to another folder"
        ),
        "{error}"
    );
}

#[tokio::test]
async fn a_file_that_is_no_database_is_left_as_it_is() {
    let folder = Folder::new("no-database");
    let text = "dear diary, ".repeat(1000);
    fs::write(folder.file(), &text).unwrap();
    let error = refused(&folder.file()).await;
    assert_eq!(error.kind(), ErrorKind::Unreadable);
    assert!(error.to_string().starts_with("the file is no SQLite database; it was left as it is"), "{error}");
    assert_eq!(fs::read_to_string(folder.file()).unwrap(), text);
}

#[tokio::test]
async fn another_program_s_database_is_left_as_it_is() {
    let folder = Folder::new("another");
    folder.sql("CREATE TABLE messages (id)").await;
    let before = (fs::read(folder.file()).unwrap(), fs::metadata(folder.file()).unwrap().permissions());
    let error = refused(&folder.file()).await;
    assert_eq!(error.kind(), ErrorKind::Usage);
    assert!(error.to_string().contains("state.db is another program's database; it was left as it is"), "{error}");
    assert_eq!((fs::read(folder.file()).unwrap(), fs::metadata(folder.file()).unwrap().permissions()), before);
}

#[cfg(unix)]
#[tokio::test]
async fn a_folder_that_cannot_be_written_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("read-only");
    fs::set_permissions(&*folder, fs::Permissions::from_mode(0o500)).unwrap();
    if fs::write(folder.join("probe"), "").is_ok() {
        println!("skipped: a_folder_that_cannot_be_written_is_named: this user may write anywhere");
        return;
    }
    let error = refused(&folder.file()).await;
    fs::set_permissions(&*folder, fs::Permissions::from_mode(0o700)).unwrap();
    assert!(error.to_string().contains("give this user write access"), "{error}");
}

/// Runs as a child, whose variables are its own.
#[test]
fn the_folder_child() {
    if std::env::var_os("STORE_TEST_FOLDER").is_some() {
        println!(
            "folder={}",
            Sqlite::folder().map_or_else(|error| error.to_string(), |path| path.display().to_string())
        );
    }
}

#[test]
fn the_folder_is_where_variables_say() {
    let cases: [(&[(&str, &str)], &str); 5] = [
        (&[("HOME", "/h"), ("XDG_STATE_HOME", "/s"), ("THROUGHLINE_HOME", "/t")], "/t"),
        (&[("HOME", "/h"), ("XDG_STATE_HOME", "/s"), ("THROUGHLINE_HOME", "")], "/s/throughline"),
        (&[("HOME", "/h"), ("XDG_STATE_HOME", "relative")], "/h/.local/state/throughline"),
        (&[("HOME", "/h")], "/h/.local/state/throughline"),
        (&[("HOME", "relative")], "no folder for sessions: set THROUGHLINE_HOME or HOME"),
    ];
    for (variables, expected) in cases {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "folder::the_folder_child", "--nocapture"])
            .env_remove("THROUGHLINE_HOME")
            .env_remove("XDG_STATE_HOME")
            .env("STORE_TEST_FOLDER", "1")
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        let out = String::from_utf8_lossy(&child.stdout).into_owned();
        let found = out.lines().find_map(|line| Some(line.split_once("folder=")?.1));
        assert_eq!(found, Some(expected), "{out}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_store_that_is_reached_by_another_name_is_the_same_one() {
    let (folder, other) = (Folder::new("named"), Folder::new("other"));
    let store = folder.open().await;
    let id = begun(&store).await;
    let head = PendingHead { route: route(), status: 200, framing: Framing::Sse, served_by: None, minted_under: None };
    store.begin(&id, 0, &head).await.unwrap();
    std::os::unix::fs::symlink(folder.file(), other.file()).unwrap();
    let linked = other.open().await;
    assert!(linked.pending().await.unwrap()[0].live, "whoever reads the reply lives");
}
