//! The rooms: which crate may know which. Dependencies point down this table and never back.
//!
//! Dev-dependencies are free, except that core's tests must never know an adapter: what only an adapter can show
//! belongs in that adapter or in the conformance suite.

use super::Finding;
use crate::workspace::{Member, Need};

struct Room {
    package: &'static str,
    knows: Knows,
}

enum Knows {
    /// These packages of the workspace.
    Only(&'static [&'static [&'static str]]),
    /// Whatever is not itself a program.
    All,
}

const CORE: &[&str] = &["throughline-core"];
const CHAT: &[&str] = &["throughline-chat"];
const ANTHROPIC: &[&str] = &["throughline-anthropic"];
const FACADE: &[&str] = &["throughline"];
const SESSIONS: &[&str] = &["throughline-sessions"];
const ADAPTERS: &[&str] = &[
    "throughline-chat",
    "throughline-anthropic",
    "throughline-gemini",
    "throughline-copilot",
    "throughline-bedrock",
    "throughline-responses",
];
/// Nothing depends on these, save a room that names one.
const PROGRAMS: &[&str] =
    &["throughline-cli", "throughline-conform", "throughline-corpus", "throughline-bench", "throughline-fuzz", "xtask"];

const ROOMS: &[Room] = &[
    Room { package: "throughline-core", knows: Knows::Only(&[]) },
    Room { package: "throughline-chat", knows: Knows::Only(&[CORE]) },
    Room { package: "throughline-anthropic", knows: Knows::Only(&[CORE]) },
    Room { package: "throughline-gemini", knows: Knows::Only(&[CORE, CHAT]) },
    Room { package: "throughline-copilot", knows: Knows::Only(&[CORE, CHAT, ANTHROPIC]) },
    Room { package: "throughline-bedrock", knows: Knows::Only(&[CORE, ANTHROPIC]) },
    Room { package: "throughline-responses", knows: Knows::Only(&[CORE]) },
    Room { package: "throughline", knows: Knows::Only(&[CORE, ADAPTERS, SESSIONS]) },
    Room { package: "throughline-sessions", knows: Knows::Only(&[CORE]) },
    Room { package: "throughline-simulator", knows: Knows::Only(&[CORE]) },
    Room { package: "throughline-gateway", knows: Knows::Only(&[CORE, FACADE, SESSIONS]) },
    Room { package: "throughline-conformance", knows: Knows::Only(&[CORE]) },
    Room { package: "throughline-cli", knows: Knows::All },
    Room { package: "throughline-corpus", knows: Knows::All },
    Room { package: "throughline-bench", knows: Knows::All },
    Room { package: "throughline-conform", knows: Knows::All },
    Room {
        package: "throughline-fuzz",
        knows: Knows::Only(&[CORE, FACADE, &["throughline-conformance", "throughline-corpus"]]),
    },
    // It must build when the others do not.
    Room { package: "xtask", knows: Knows::Only(&[]) },
];

/// Every dependency between members that the table does not allow.
pub(super) fn check(members: &[Member]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for member in members {
        let path = format!("{}/Cargo.toml", member.folder);
        let Some(room) = ROOMS.iter().find(|room| room.package == member.name) else {
            let message = format!("`{}` has no room: add it to the table of `tidy`'s rooms check", member.name);
            findings.push(Finding::new(path, 1, message));
            continue;
        };
        let inside = member.needs.iter().filter(|need| members.iter().any(|other| other.name == need.name));
        for need in inside.filter(|need| !room.allows(need)) {
            let word = if need.dev { "dev-depend on" } else { "depend on" };
            let message = format!("`{}` must not {word} `{}`", member.name, need.name);
            findings.push(Finding::new(path.clone(), 1, message));
        }
    }
    findings
}

impl Room {
    fn allows(&self, need: &Need) -> bool {
        let name = need.name.as_str();
        if need.dev {
            let adapter = ADAPTERS.contains(&name) || FACADE.contains(&name);
            return !(CORE.contains(&self.package) && adapter);
        }
        match self.knows {
            Knows::Only(groups) => groups.iter().any(|group| group.contains(&name)),
            Knows::All => !PROGRAMS.contains(&name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, needs: &[&str], dev: &[&str]) -> Member {
        let need = |dev: bool| move |name: &&str| Need { name: (*name).to_owned(), dev };
        Member {
            name: name.to_owned(),
            folder: name.to_owned(),
            needs: needs.iter().map(need(false)).chain(dev.iter().map(need(true))).collect(),
            ..Member::default()
        }
    }

    fn messages(members: &[Member]) -> Vec<String> {
        check(members).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn dependencies_that_point_down_are_fine() {
        let members = [
            member("throughline-core", &["serde"], &["throughline-conformance"]),
            member("throughline-chat", &["throughline-core"], &["throughline-conformance"]),
            member("throughline-gemini", &["throughline-core", "throughline-chat"], &[]),
            member("throughline-conformance", &["throughline-core"], &["throughline-chat"]),
            member("throughline", &["throughline-core", "throughline-chat", "throughline-gemini"], &[]),
            member("throughline-cli", &["throughline", "throughline-conformance"], &[]),
        ];
        assert_eq!(messages(&members), Vec::<String>::new());
    }

    #[test]
    fn dependencies_that_point_back_are_found() {
        let members = [
            member("throughline-core", &[], &["throughline-chat"]),
            member("throughline-chat", &["throughline-core", "throughline-gemini"], &[]),
            member("throughline-gemini", &[], &[]),
            member("throughline-cli", &["xtask"], &[]),
            member("xtask", &["throughline-core"], &[]),
        ];
        assert_eq!(
            messages(&members),
            [
                "`throughline-core` must not dev-depend on `throughline-chat`",
                "`throughline-chat` must not depend on `throughline-gemini`",
                "`throughline-cli` must not depend on `xtask`",
                "`xtask` must not depend on `throughline-core`",
            ]
        );
    }

    #[test]
    fn a_crate_without_a_room_is_found() {
        assert!(messages(&[member("throughline-attic", &[], &[])])[0].contains("has no room"));
    }
}
