//! What a registry shows is there: words to find each published crate by, its licenses, its page on docs.rs; and a crate that is not
//! published says why.
//!
//! It must never ask a registry: what is published already is for the checklist in `RELEASING.md`.

use super::Finding;
use crate::workspace::{File, Member, SHOWN};

const LICENSES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];
/// A program has no page there.
const DOCS: &str = "metadata";

/// What is missing before each member could be published, or said not to be.
pub(super) fn check(members: &[Member], files: &[File]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for member in members {
        let manifest = format!("{}/Cargo.toml", member.folder);
        let mut tell = |message: String| findings.push(Finding::new(manifest.clone(), 1, message));
        if !member.published {
            let text = files.iter().find(|file| file.path == manifest).map_or("", |file| file.text.as_str());
            if !text.lines().any(|line| line.starts_with("publish = false # ")) {
                tell("`publish = false` has no reason: say it behind a `#`".to_owned());
            }
            continue;
        }
        for key in SHOWN.iter().filter(|key| !member.shown.contains(key) && (member.library || **key != DOCS)) {
            let key = if *key == DOCS { "package.metadata.docs.rs" } else { key };
            tell(format!("`{}` is published without `{key}`", member.name));
        }
        for license in LICENSES {
            let path = format!("{}/{license}", member.folder);
            if !files.iter().any(|file| file.path == path) {
                tell(format!("`{}` is published without its own {license}", member.name));
            }
        }
        let unpublished = |name: &str| members.iter().any(|other| other.name == name && !other.published);
        for need in member.needs.iter().filter(|need| unpublished(&need.name)) {
            tell(format!("`{}` is published and needs `{}`, which is not", member.name, need.name));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Need;

    fn file(path: &str, text: &str) -> File {
        File { path: path.to_owned(), text: text.to_owned() }
    }
    fn member(name: &str) -> Member {
        let (shown, need) = (SHOWN.to_vec(), Need { name: "tool".to_owned(), dev: true });
        let folder = name.to_owned();
        Member {
            name: name.to_owned(),
            folder,
            library: true,
            published: true,
            shown,
            needs: vec![need],
            ..Member::default()
        }
    }
    fn messages(members: &[Member], files: &[File]) -> Vec<String> {
        check(members, files).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn a_crate_with_everything_is_fine_and_so_is_a_program_without_docs() {
        let files = [file("lib/LICENSE-MIT", ""), file("lib/LICENSE-APACHE", "")];
        assert_eq!(messages(&[member("lib")], &files), Vec::<String>::new());
        let program = Member {
            library: false,
            shown: SHOWN.iter().copied().filter(|key| *key != DOCS).collect(),
            ..member("lib")
        };
        assert_eq!(messages(&[program], &files), Vec::<String>::new());
    }

    #[test]
    fn what_is_missing_is_named() {
        let bare = Member {
            shown: SHOWN.iter().copied().filter(|key| *key != "keywords" && *key != DOCS).collect(),
            ..member("lib")
        };
        let tool = Member { published: false, ..member("tool") };
        assert_eq!(
            messages(&[bare, tool], &[file("lib/LICENSE-MIT", ""), file("tool/Cargo.toml", "publish = false\n")]),
            [
                "`lib` is published without `keywords`",
                "`lib` is published without `package.metadata.docs.rs`",
                "`lib` is published without its own LICENSE-APACHE",
                "`lib` is published and needs `tool`, which is not",
                "`publish = false` has no reason: say it behind a `#`",
            ]
        );
    }
}
