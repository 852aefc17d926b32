//! The generated crate: it depends on the crate from outside, on the laws and on the facade, and links each.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::{Origin, package_in};
use crate::workspace::Workspace;
use crate::{Result, run};

/// What a harness is made of, and its folders.
const OURS: [(&str, &str); 3] =
    [("throughline-core", "core"), ("throughline", "adapters"), ("throughline-conformance", "tests")];

/// A crate to be written and run.
pub(super) struct Harness {
    /// Its folder.
    pub(super) folder: PathBuf,
    /// Its name.
    pub(super) name: String,
    /// The package from outside.
    pub(super) package: String,
    root: PathBuf,
    /// Where the package comes from, as TOML.
    source: String,
    /// What code calls its library.
    pub(super) library: String,
    /// Those of its features that are on.
    pub(super) features: Vec<&'static str>,
}

impl Harness {
    pub(super) fn new(workspace: &Workspace, origin: &Origin) -> Result<Self> {
        let (package, source) = match origin {
            Origin::Path(folder) => {
                let folder = fs::canonicalize(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
                (package_in(&folder)?, format!("path = {}", string(&folder.to_string_lossy())))
            }
            Origin::Registry(spec) => {
                let (name, version) = spec.split_once('@').unwrap_or((spec, "*"));
                let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
                if name.is_empty() || !name.chars().all(plain) || version.is_empty() {
                    return Err(format!("`{spec}` names no crate: expected NAME or NAME@VERSION").into());
                }
                (name.to_owned(), format!("version = {}", string(version)))
            }
        };
        if OURS.iter().any(|(ours, _)| *ours == package) {
            return Err(format!("`{package}` is what checks adapters, and none itself").into());
        }
        let (name, root) = (format!("conformance-of-{package}"), workspace.root.clone());
        let folder = workspace.target().join("conformance").join(&package);
        let library = package.replace('-', "_");
        Ok(Self { folder, name, package, root, source, library, features: vec![] })
    }
    /// Writes it.
    pub(super) fn write(&self) -> Result<()> {
        fs::create_dir_all(self.folder.join("src"))?;
        fs::write(self.folder.join("Cargo.toml"), self.manifest())?;
        fs::write(self.folder.join("src/main.rs"), self.program())?;
        // Versions that are known to build here, and already built; cargo adds what is missing and drops the rest.
        fs::copy(self.root.join("Cargo.lock"), self.folder.join("Cargo.lock"))?;
        Ok(())
    }
    /// Cargo's answer about it.
    pub(super) fn metadata(&self) -> Result<Value> {
        let answer = run::reads(&mut run::cargo(&self.folder, ["metadata", "--format-version", "1"]))?;
        Ok(serde_json::from_str(&answer)?)
    }
    fn manifest(&self) -> String {
        let Self { name, package, source, .. } = self;
        let features: Vec<String> = self.features.iter().map(|name| string(name)).collect();
        let ours = OURS.map(|(name, folder)| (name, string(&self.root.join(folder).to_string_lossy())));
        let [(_, _), (_, facade), (_, laws)] = &ours;
        // A crate that asks the registry for ours gets these, where their versions are what it asks for.
        let patch: String = ours.iter().map(|(name, path)| format!("{name} = {{ path = {path} }}\n")).collect();
        format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n[dependencies]\n\
             {package} = {{ {source}, features = [{}] }}\n\
             throughline = {{ path = {facade}, features = [\"all-adapters\", \"discover\"] }}\n\
             throughline-conformance = {{ path = {laws} }}\n\n[patch.crates-io]\n{patch}\n[workspace]\n",
            features.join(", ")
        )
    }
    fn program(&self) -> String {
        let Self { package, library, .. } = self;
        let published = self.features.contains(&"conformance");
        let suites = if published {
            format!("{library}::conformance /* its feature `conformance` brings: pub fn conformance() -> Vec<Suite> */")
        } else {
            "Vec::new".to_owned()
        };
        format!(
            "//! Made by `cargo xtask conformance`.\nuse {library} as _;\n\nfn main() -> std::process::ExitCode {{\n    \
             throughline_conformance::outside(\"{package}\", \"{library}\", {suites}, throughline::builder())\n}}\n"
        )
    }
}

/// A TOML string: JSON's are a subset of them.
fn string(text: &str) -> String {
    Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_harness_names_the_crate_once_and_gives_it_our_crates() {
        let harness = Harness {
            folder: PathBuf::new(),
            name: "conformance-of-acme-adapter".to_owned(),
            package: "acme-adapter".to_owned(),
            root: PathBuf::from("/here"),
            source: "version = \"0.3\"".to_owned(),
            library: "acme".to_owned(),
            features: vec!["conformance"],
        };
        let want = r#"[package]
name = "conformance-of-acme-adapter"
version = "0.0.0"
edition = "2024"
publish = false

[dependencies]
acme-adapter = { version = "0.3", features = ["conformance"] }
throughline = { path = "/here/adapters", features = ["all-adapters", "discover"] }
throughline-conformance = { path = "/here/tests" }

[patch.crates-io]
throughline-core = { path = "/here/core" }
throughline = { path = "/here/adapters" }
throughline-conformance = { path = "/here/tests" }

[workspace]
"#;
        assert_eq!(harness.manifest(), want);
        let call = "throughline_conformance::outside(\"acme-adapter\", \"acme\", ";
        let program = harness.program();
        assert!(program.contains("use acme as _;\n"), "{program}");
        assert!(program.contains(&format!("{call}acme::conformance /* ")), "{program}");
        let program = Harness { features: vec![], ..harness }.program();
        assert!(program.contains(&format!("{call}Vec::new, throughline::builder())")), "{program}");
    }
}
