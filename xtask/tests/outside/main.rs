//! Crates from outside under the harness that is made for them: honest ones, one that registers nothing, one with a core of its own.
#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder for crates, gone when the test is.
struct Home(PathBuf);

impl Home {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("throughline-outside-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
    /// A library crate; `needs` are lines of its dependencies.
    fn package(&self, name: &str, version: &str, needs: &str) -> PathBuf {
        let folder = self.0.join(name);
        fs::create_dir_all(folder.join("src")).unwrap();
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"{version}\"\nedition = \"2024\"\n\n[dependencies]\n{needs}\n[workspace]\n"
        );
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        fs::write(folder.join("src/lib.rs"), "//! Nothing.\n").unwrap();
        folder
    }
}
impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

fn conformance(arguments: &[&str]) -> (Output, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask")).arg("conformance").args(arguments).output().unwrap();
    let [out, error] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    (output, out, error)
}
fn at(folder: &Path) -> String {
    folder.to_string_lossy().into_owned()
}

#[test]
fn outside_crates_are_held_to_the_cases_that_they_publish() {
    for (name, adapter) in [("throughline-ollama", "ollama"), ("throughline-cohere", "cohere")] {
        let folder = at(&root().join("examples").join(name));
        let (output, out, error) = conformance(&["--path", &folder, "--json"]);
        assert!(output.status.success(), "{out}\n{error}");
        let report: serde_json::Value = serde_json::from_str(&out).unwrap();
        // Two laws are declared as skipped; one line says that our adapters leave its routes alone, and one that it leaves theirs.
        assert_eq!(
            (&report["holds"], &report["held"], &report["skipped"]),
            (&true.into(), &17.into(), &2.into()),
            "{out}"
        );
        assert!(report["laws"].as_array().unwrap().iter().all(|cell| cell["adapter"] == adapter), "{out}");
        let company: Vec<_> = report["company"].as_array().unwrap().iter().map(|cell| &cell["outcome"]).collect();
        assert_eq!(company, ["held", "held"]);
    }
}

#[test]
fn a_crate_that_registers_nothing_is_told_how() {
    let home = Home::new("bare");
    let core = format!("throughline-core = {{ path = {:?} }}\n", at(&root().join("core")));
    let (output, out, error) = conformance(&["--path", &at(&home.package("acme-bare", "1.0.0", &core))]);
    assert!(!output.status.success() && out.is_empty(), "{out}");
    assert!(error.contains("`acme-bare` is linked and registers no adapter: "), "{error}");
    assert!(error.contains("`use acme_bare as _;`"), "{error}");
    // Code may call a library otherwise than cargo calls its package.
    let renamed = home.package("acme-renamed", "1.0.0", &format!("{core}[lib]\nname = \"acme\"\n"));
    let (_, _, error) = conformance(&["--path", &at(&renamed)]);
    assert!(error.contains("`acme-renamed` is linked") && error.contains("`use acme as _;`"), "{error}");
}

#[test]
fn a_crate_that_takes_routes_of_others_or_shows_nothing_is_told_so() {
    let home = Home::new("greedy");
    let folder = home.0.join("acme");
    let mut write = Command::new(env!("CARGO_BIN_EXE_xtask"));
    assert!(write.args(["new-adapter", "throughline-greedy", "--path", &at(&folder)]).status().unwrap().success());
    let change = |file: &str, old: &str, new: &str| {
        let file = folder.join(file);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(old), "{text}");
        fs::write(file, text.replacen(old, new, 1)).unwrap();
    };
    change("src/table.rs", "&[API]", "&[API, throughline_core::Api::CHAT]");
    let (output, out, _) = conformance(&["--path", &at(&folder)]);
    assert!(!output.status.success(), "{out}");
    assert!(out.contains("BROKE: greedy leaves ours") && out.contains("its row `greedy` takes "), "{out}");
    change("src/lib.rs", "cases::cases()", "vec![]");
    let (output, out, error) = conformance(&["--path", &at(&folder)]);
    assert!(!output.status.success() && out.is_empty(), "{out}");
    assert!(error.contains("`throughline-greedy` publishes no case for `greedy`"), "{error}");
    change("src/lib.rs", "vec![]", "unreachable!(\"no case yet\")");
    let (output, out, error) = conformance(&["--path", &at(&folder)]);
    assert!(!output.status.success() && out.is_empty(), "{out}");
    assert!(error.contains("`throughline-greedy` panics before any law looks at it"), "{error}");
    change("src/lib.rs", "unreachable!(\"no case yet\")", "std::process::exit(0)");
    let (output, out, error) = conformance(&["--path", &at(&folder)]);
    assert!(!output.status.success() && out.is_empty(), "{out}");
    assert!(error.contains("`throughline-greedy` ends the program before there is a report"), "{error}");
}

#[test]
fn a_second_core_is_named_with_who_brings_it() {
    let home = Home::new("two");
    home.package("throughline-core", "0.9.0", "");
    let folder = home.package("acme-two", "3.1.0", "throughline-core = { path = \"../throughline-core\" }\n");
    let (output, _, error) = conformance(&["--path", &at(&folder)]);
    assert!(!output.status.success());
    assert!(error.contains("2 versions of throughline-core are linked"), "{error}");
    assert!(error.contains("throughline-core 0.9.0 (") && error.contains("which acme-two 3.1.0 brings"), "{error}");
    assert!(error.contains("throughline-core 0.1.0 (") && error.contains("throughline 0.1.0"), "{error}");
}

#[test]
fn what_is_no_crate_is_said_to_be_none() {
    let home = Home::new("none");
    let told = |arguments: &[&str]| conformance(arguments).2;
    assert!(told(&["--path", &at(&home.0)]).contains("is no crate: it has no Cargo.toml"));
    assert!(told(&["--path", &at(&home.0.join("gone"))]).contains("gone: "));
    assert!(
        told(&["--crate", "acme adapter"]).contains("`acme adapter` names no crate: expected NAME or NAME@VERSION")
    );
    let xtask = env!("CARGO_MANIFEST_DIR");
    assert!(told(&["--path", xtask]).contains("`xtask` has no library: an adapter is one"));
    let laws = format!("{xtask}/../tests");
    assert!(told(&["--path", &laws]).contains("`throughline-conformance` is what checks adapters, and none itself"));
    assert!(told(&["--crate", "acme@"]).contains("`acme@` names no crate"));
}
