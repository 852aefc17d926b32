//! What there is: the workspace's root, its members as cargo sees them, and its files as git sees them.
//!
//! It must never guess from folder names what a package is: cargo's answer is the only source.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::{Result, run};

/// The workspace that this program belongs to.
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    pub(crate) members: Vec<Member>,
}

/// One package of the workspace.
#[derive(Debug, Default)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The folder, from the root, with `/`.
    pub(crate) folder: String,
    /// Each with what it turns on.
    pub(crate) features: BTreeMap<String, Vec<String>>,
    pub(crate) library: bool,
    pub(crate) needs: Vec<Need>,
    /// False where the manifest says `publish = false`.
    pub(crate) published: bool,
    /// The oldest Rust that it names; empty where it names none.
    pub(crate) oldest: String,
    /// What a registry shows of it: the keys of the manifest that are filled.
    pub(crate) shown: Vec<&'static str>,
}

/// Keys of a manifest that a registry or docs.rs reads.
pub(crate) const SHOWN: &[&str] =
    &["description", "documentation", "license", "readme", "rust_version", "keywords", "categories", "metadata"];

/// One dependency of a member.
#[derive(Debug)]
pub(crate) struct Need {
    pub(crate) name: String,
    pub(crate) dev: bool,
}

/// One text file, tracked or about to be.
#[derive(Debug)]
pub(crate) struct File {
    /// From the root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Workspace {
    /// The workspace around this package.
    pub(crate) fn open() -> Result<Self> {
        let here = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&here).parent().ok_or("the xtask folder has no parent")?.to_path_buf();
        let answer = run::reads(&mut run::cargo(&root, ["metadata", "--no-deps", "--format-version", "1"]))?;
        let members = members(&root, &answer)?;
        Ok(Self { root, members })
    }

    /// The member named `name`, if the workspace has it already.
    pub(crate) fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.name == name)
    }

    /// Every file that git tracks or would track, in git's order.
    pub(crate) fn files(&self) -> Result<Vec<File>> {
        let mut git = Command::new("git");
        // A clone that another user owns is read like any other: nothing of it is run by git.
        git.current_dir(&self.root).args(["-c", "safe.directory=*"]);
        git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
        let list = run::reads(&mut git)?;
        let mut files = Vec::new();
        for path in list.split('\0').filter(|path| !path.is_empty()) {
            // Gone from the disk, not yet from the index: nothing to check.
            let Ok(bytes) = fs::read(self.root.join(path)) else { continue };
            files.push(File { path: path.to_owned(), text: String::from_utf8_lossy(&bytes).into_owned() });
        }
        Ok(files)
    }

    /// Where cargo puts what it builds.
    pub(crate) fn target(&self) -> PathBuf {
        let named = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
        self.root.join(named)
    }

    /// The folder of recorded exchanges, if there is one.
    pub(crate) fn corpus(&self) -> Option<PathBuf> {
        let named = env::var_os("THROUGHLINE_CORPUS").map(PathBuf::from);
        let folder = named.unwrap_or_else(|| self.root.join("../shared/corpus/dev"));
        folder.is_dir().then(|| fs::canonicalize(&folder).unwrap_or(folder))
    }
}

/// `THROUGHLINE_REQUIRE`, a list with commas, names `what`: its absence is then a failure, not a skip.
pub(crate) fn required(what: &str) -> bool {
    names(&env::var("THROUGHLINE_REQUIRE").unwrap_or_default(), what)
}

fn names(list: &str, what: &str) -> bool {
    list.split(',').any(|word| word.trim() == what)
}

fn members(root: &Path, answer: &str) -> Result<Vec<Member>> {
    let answer: Value = serde_json::from_str(answer)?;
    Ok(list(&answer, "packages").iter().map(|package| member(root, package)).collect())
}

fn member(root: &Path, package: &Value) -> Member {
    let manifest = PathBuf::from(string(package, "manifest_path"));
    let folder = manifest.parent().unwrap_or(&manifest);
    let folder = folder.strip_prefix(root).unwrap_or(folder).to_string_lossy().replace('\\', "/");
    let features = package.get("features").and_then(Value::as_object).into_iter().flatten();
    let features = features.map(|(name, on)| (name.clone(), words(on)));
    let filled = |key: &&str| package.get(*key).is_some_and(|value| !value.is_null() && *value != Value::Array(vec![]));
    let library = list(package, "targets")
        .iter()
        .any(|target| list(target, "kind").iter().any(|kind| matches!(kind.as_str(), Some("lib" | "rlib"))));
    let needs = list(package, "dependencies")
        .iter()
        .map(|need| Need { name: string(need, "name"), dev: need.get("kind").and_then(Value::as_str) == Some("dev") });
    Member {
        name: string(package, "name"),
        version: string(package, "version"),
        folder,
        features: features.collect(),
        library,
        needs: needs.collect(),
        // An empty list of registries is `publish = false`; none is every registry.
        published: package.get("publish").is_none_or(Value::is_null),
        oldest: string(package, "rust_version"),
        shown: SHOWN.iter().copied().filter(filled).collect(),
    }
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn words(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn string(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_is_read() {
        let answer = r#"{"packages": [{
            "name": "throughline-core", "manifest_path": "/house/core/Cargo.toml",
            "features": {"default": ["discover"], "discover": []}, "publish": [], "description": "x", "keywords": [],
            "targets": [{"kind": ["lib"]}, {"kind": ["test"]}],
            "dependencies": [{"name": "serde", "kind": null}, {"name": "trybuild", "kind": "dev"}]
        }]}"#;
        let found = members(Path::new("/house"), answer).unwrap();
        let core = &found[0];
        assert_eq!((core.name.as_str(), core.folder.as_str(), core.library), ("throughline-core", "core", true));
        assert_eq!(core.features.keys().collect::<Vec<_>>(), ["default", "discover"]);
        assert_eq!(core.features.get("default").unwrap(), &["discover"]);
        assert_eq!((core.published, core.shown.as_slice()), (false, ["description"].as_slice()));
        assert_eq!(core.needs.iter().map(|need| need.dev).collect::<Vec<_>>(), [false, true]);
    }

    #[test]
    fn this_workspace_opens() {
        let workspace = Workspace::open().unwrap();
        assert_eq!(workspace.member("xtask").unwrap().folder, "xtask");
        assert!(workspace.files().unwrap().iter().any(|file| file.path == "xtask/src/workspace.rs"));
    }

    #[test]
    fn requirements_are_a_list() {
        assert!(names("corpus, judges", "judges"));
        assert!(!names("corpus", "judges"));
        assert!(!names("", "corpus"));
    }
}
