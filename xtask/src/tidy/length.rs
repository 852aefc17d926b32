//! No source file is longer than a person reads at once; data tables are.
//!
//! An exception names its reason, and must never outlive its file.

use super::Finding;
use crate::workspace::File;

const MOST: usize = 400;

/// Files that may be longer: `name.rs`, and all that stands in the folder `name/`.
struct Long {
    /// The crate's folder: before it exists the exception waits.
    folder: &'static str,
    /// From the root, without `.rs`.
    name: &'static str,
    why: &'static str,
}

const LONG: &[Long] = &[Long {
    folder: "adapter-chat",
    name: "adapter-chat/src/table",
    why: "the route table: a row a host, each with its reason and evidence",
}];

/// Files over the limit, and exceptions that no file needs.
pub(super) fn check(files: &[File]) -> Vec<Finding> {
    judge(files, LONG)
}

fn judge(files: &[File], long: &[Long]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.path.ends_with(".rs")) {
        let length = file.text.lines().count();
        if length > MOST && !long.iter().any(|one| one.covers(&file.path)) {
            let message = format!("{length} lines, of at most {MOST}: split it by idea");
            findings.push(Finding::new(file.path.clone(), MOST + 1, message));
        }
    }
    let inside = |folder: &str, file: &File| file.path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    for one in long.iter().filter(|one| files.iter().any(|file| inside(one.folder, file))) {
        if !files.iter().any(|file| one.covers(&file.path)) {
            let message = format!("no file needs the exception for {} ({})", one.name, one.why);
            findings.push(Finding::new("xtask/src/tidy/length.rs", 1, message));
        }
    }
    findings
}

impl Long {
    fn covers(&self, path: &str) -> bool {
        path.strip_prefix(self.name).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: &[Long] = &[Long { folder: "a", name: "a/src/table", why: "data" }];

    fn file(path: &str, lines: usize) -> File {
        File { path: path.to_owned(), text: "x\n".repeat(lines) }
    }

    fn places(files: &[File]) -> Vec<String> {
        judge(files, LONG).into_iter().map(|finding| finding.path).collect()
    }

    #[test]
    fn a_long_file_is_found() {
        assert_eq!(places(&[file("b/src/lib.rs", 401)]), ["b/src/lib.rs"]);
        assert_eq!(places(&[file("b/src/lib.rs", 400), file("b/list.txt", 900)]), [""; 0]);
    }

    #[test]
    fn a_table_may_be_long() {
        assert_eq!(places(&[file("a/src/table.rs", 900), file("a/src/table/hosts.rs", 900)]), [""; 0]);
        assert_eq!(places(&[file("a/src/table.rs", 9), file("a/src/tables.rs", 900)]), ["a/src/tables.rs"]);
    }

    #[test]
    fn a_stale_exception_is_found_once_its_crate_exists() {
        assert_eq!(places(&[file("a/src/lib.rs", 9)]), ["xtask/src/tidy/length.rs"]);
        assert_eq!(places(&[file("b/src/lib.rs", 9)]), [""; 0]);
    }
}
