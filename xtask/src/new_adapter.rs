//! `new-adapter`: a crate for a provider that nobody has met yet, whole from the start.
//!
//! What it writes is the crate in `new_adapter/template/` under another name: it compiles, registers itself and keeps every law, and its
//! README says what to change. It must never write over anybody's file.

mod name;

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::outside::{self, Origin};
use crate::tally::Tally;
use crate::workspace::Workspace;
use crate::{Result, examples, run};
use name::Name;

/// Each file of the crate and its text. `Cargo.toml` is called otherwise here: cargo would take it for a package of ours.
const FILES: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("new_adapter/template/Cargo.toml.in")),
    (".gitignore", include_str!("new_adapter/template/gitignore")),
    ("README.md", include_str!("new_adapter/template/README.md")),
    ("src/lib.rs", include_str!("new_adapter/template/src/lib.rs")),
    ("src/table.rs", include_str!("new_adapter/template/src/table.rs")),
    ("src/capture.rs", include_str!("new_adapter/template/src/capture.rs")),
    ("src/ingest.rs", include_str!("new_adapter/template/src/ingest.rs")),
    ("src/adopt.rs", include_str!("new_adapter/template/src/adopt.rs")),
    ("src/tighten.rs", include_str!("new_adapter/template/src/tighten.rs")),
    ("src/render.rs", include_str!("new_adapter/template/src/render.rs")),
    ("tests/conformance.rs", include_str!("new_adapter/template/tests/conformance.rs")),
    ("tests/cases/mod.rs", include_str!("new_adapter/template/tests/cases/mod.rs")),
];

/// Where the crate finds ours.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// In this checkout, and under the version that it has.
    Checkout,
    /// In the registry.
    Registry,
}

/// Writes the crate `name` into `folder`, or into one of its name below the current one, and says what comes next.
pub(crate) fn run(workspace: &Workspace, name: &str, folder: Option<PathBuf>, source: Source) -> Result<bool> {
    let folder = std::path::absolute(folder.unwrap_or_else(|| name.into()))?;
    write(workspace, name, &folder, source)?;
    println!("wrote {name} into {}", folder.display());
    println!("it keeps every law: see with `cargo test` there; its README says what to change");
    Ok(true)
}

/// Writes one and tries it as its author would: format, lints, tests; then as somebody else would, under
/// a harness. Its tests are counted.
pub(crate) fn check(workspace: &Workspace) -> Result<Tally> {
    let name = "throughline-third-party";
    let folder = workspace.target().join("new-adapter").join(name);
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
        _ => write(workspace, name, &folder, Source::Checkout)?,
    }
    let mut sum = examples::outside(&folder, &examples::target(workspace))?;
    sum += Tally::one(outside::run(workspace, &Origin::Path(folder), &[])?);
    Ok(sum)
}

fn write(workspace: &Workspace, name: &str, folder: &Path, source: Source) -> Result<()> {
    let name = Name::read(name)?;
    let taken = |member: &&str| *member == name.package || member.strip_prefix("throughline-") == Some(name.word());
    if let Some(member) = workspace.members.iter().map(|member| member.name.as_str()).find(taken) {
        return Err(format!("`{}` would claim what the crate `{member}` has: choose another name", name.package).into());
    }
    if folder.exists() && (!folder.is_dir() || fs::read_dir(folder)?.next().is_some()) {
        return Err(format!("{} is there already, and not empty: name another with --path", folder.display()).into());
    }
    for (path, text) in FILES {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, filled(text, &name, workspace, source)?)?;
    }
    if source == Source::Checkout {
        // The same versions as here: what this checkout has built needs no network.
        fs::copy(workspace.root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    }
    // Other names are longer or come elsewhere in the alphabet. Where there is no rustfmt, the crate is as good without.
    let _ = run::reads(&mut run::cargo(folder, ["fmt"]));
    Ok(())
}

/// The text of a file, for a crate of this name.
fn filled(text: &str, name: &Name, workspace: &Workspace, source: Source) -> Result<String> {
    let mut text = name.put_into(text);
    for (mark, package) in [("core", "throughline-core"), ("conformance", "throughline-conformance")] {
        let member = workspace.member(package).ok_or_else(|| format!("the workspace has no package {package}"))?;
        let version = &member.version;
        let path = workspace.root.join(&member.folder).to_string_lossy().replace('\\', "/");
        let from = match source {
            Source::Registry => format!("version = {version:?}"),
            Source::Checkout => format!("path = {path:?}, version = {version:?}"),
        };
        text = text.replace(&format!("{{{mark}}}"), &format!("{{ {from} }}"));
        text = text.replace(&format!("{{{mark}-optional}}"), &format!("{{ {from}, optional = true }}"));
        text = text.replace("{version}", version);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("throughline-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }
    fn written(folder: &Path, path: &str) -> String {
        fs::read_to_string(folder.join(path)).unwrap()
    }

    #[test]
    fn every_file_of_the_template_is_written_and_none_speaks_of_acme() {
        let folder = folder("whole");
        write(&Workspace::open().unwrap(), "throughline-big-model", &folder, Source::Registry).unwrap();
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/new_adapter/template");
        for (path, _) in FILES {
            let module =
                path.strip_prefix("src/").and_then(|file| file.strip_suffix(".rs")).filter(|name| *name != "lib");
            assert!(
                module.is_none_or(|module| Name::read(module).is_err()),
                "a crate called {path} would hide its module"
            );
            let text = written(&folder, path);
            assert!(
                !text.to_lowercase().contains("acme") && !text.contains("{core") && !text.contains("{conf"),
                "{path}"
            );
        }
        let mut files = vec![];
        let mut folders = vec![here];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { folders.push(path) } else { files.push(path) }
            }
        }
        assert_eq!(files.len(), FILES.len(), "a file of the template is not in the list: {files:?}");
        assert!(written(&folder, "Cargo.toml").contains("name = \"throughline-big-model\""));
        assert!(written(&folder, "Cargo.toml").contains("throughline-core = { version = \"0."));
        let lib = written(&folder, "src/lib.rs");
        assert!(lib.contains("Api::new(\"big_model_chat\")") && lib.contains("AdapterId::new(\"big-model\")"), "{lib}");
        assert!(lib.contains("use throughline_big_model as _;") && lib.contains("//! Big Model's wire"), "{lib}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn nothing_is_written_over() {
        let folder = folder("full");
        let workspace = Workspace::open().unwrap();
        let told = |name| write(&workspace, name, &folder, Source::Checkout).unwrap_err().to_string();
        assert!(told("throughline-gemini").contains("what the crate `throughline-gemini` has"));
        assert!(told("gemini").contains("what the crate `throughline-gemini` has"));
        assert!(told("xtask").contains("what the crate `xtask` has"));
        assert!(!folder.exists());
        fs::create_dir_all(&folder).unwrap();
        write(&workspace, "quiet", &folder, Source::Checkout).unwrap();
        let before = written(&folder, "Cargo.toml");
        assert!(before.contains("/core\", version = \"0."), "{before}");
        assert!(told("loud").ends_with("is there already, and not empty: name another with --path"));
        assert_eq!(written(&folder, "Cargo.toml"), before);
        fs::remove_dir_all(folder).unwrap();
    }
}
