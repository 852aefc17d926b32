//! Every outside crate of the workspace says beside it what it is for.
//!
//! It must never judge members' manifests: a member only names what the root has reasons for.

use super::Finding;
use crate::workspace::File;

const MANIFEST: &str = "Cargo.toml";
const SECTION: &str = "[workspace.dependencies]";

/// Outside crates without a `#` comment on their lines or on the line above.
pub(super) fn check(files: &[File]) -> Vec<Finding> {
    files.iter().find(|file| file.path == MANIFEST).map(|file| judge(&file.text)).unwrap_or_default()
}

/// One dependency: from its name to its closing bracket.
struct Entry {
    line: usize,
    name: String,
    reason: bool,
    inside: bool,
    open: usize,
}

fn judge(manifest: &str) -> Vec<Finding> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut within = false;
    let mut above = false;
    for (at, line) in manifest.lines().enumerate() {
        let (code, reason) = split(line.trim());
        let open = entries.last().is_some_and(|entry| entry.open > 0);
        if !open && code.starts_with('[') {
            within = code.trim() == SECTION;
        } else if within && open {
            if let Some(entry) = entries.last_mut() {
                entry.take(code, reason);
            }
        } else if within && let Some((name, value)) = code.split_once('=') {
            let name = name.trim().to_owned();
            let mut entry = Entry { line: at + 1, name, reason: above, inside: false, open: 0 };
            entry.take(value, reason);
            entries.push(entry);
        }
        above = code.is_empty() && reason;
    }
    let bare = entries.iter().filter(|entry| !entry.inside && !entry.reason);
    bare.map(|entry| {
        let message = format!("`{}` has no reason: say behind a `#` what it is for", entry.name);
        Finding::new(MANIFEST, entry.line, message)
    })
    .collect()
}

impl Entry {
    fn take(&mut self, code: &str, reason: bool) {
        let count = |brackets: [char; 2]| code.matches(brackets).count();
        self.open = (self.open + count(['{', '['])).saturating_sub(count(['}', ']']));
        self.reason |= reason;
        self.inside |=
            code.split(['{', ',']).any(|field| field.split_once('=').is_some_and(|(key, _)| key.trim() == "path"));
    }
}

/// A line's code, and whether a comment with words follows it.
fn split(line: &str) -> (&str, bool) {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => {
                let (code, comment) = line.split_at_checked(at).unwrap_or((line, ""));
                return (code.trim_end(), comment.chars().any(char::is_alphanumeric));
            }
            _ => {}
        }
    }
    (line, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dependencies: &str) -> Vec<(usize, String)> {
        let text = format!(
            "[workspace]\nmembers = [\"a\"]\n\n[workspace.dependencies]\n{dependencies}\n[profile.dev]\ndebug = 1\n"
        );
        let file = File { path: MANIFEST.to_owned(), text };
        let word = |message: &str| message.split('`').nth(1).unwrap_or_default().to_owned();
        check(&[file]).iter().map(|finding| (finding.line, word(&finding.message))).collect()
    }

    #[test]
    fn a_bare_line_is_found() {
        assert_eq!(names("serde = \"1\"\n"), [(5, "serde".to_owned())]);
        assert_eq!(names("serde = \"1\" #\n"), [(5, "serde".to_owned())]);
        assert_eq!(names("a = { version = \"1\", registry = \"x#y\" }\n"), [(5, "a".to_owned())]);
        assert_eq!(names("# why\na = \"1\"\nb = \"1\"\n"), [(7, "b".to_owned())]);
    }

    #[test]
    fn a_reason_beside_above_or_within_is_fine() {
        assert_eq!(
            names("a = \"1\" # why\n# why\nb = \"1\"\nc = { version = \"1\", features = [\n  \"d\", # why\n] }\n"),
            []
        );
    }

    #[test]
    fn our_own_crates_need_none() {
        assert_eq!(names("throughline-core = { path = \"core\", version = \"0.1.0\" }\n"), []);
    }
}
