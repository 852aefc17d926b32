//! What cargo says that a harness is built of. Two cores would be two registries: what one of them finds, the other never sees.

use serde_json::Value;

use crate::Result;

const CORE: &str = "throughline-core";

/// # Errors
/// Where there is not exactly one core: which there are, and who brings each.
pub(super) fn one_core(metadata: &Value, harness: &str) -> Result<()> {
    let cores: Vec<&Value> = packages(metadata).filter(|package| text(package, "name") == CORE).collect();
    if cores.len() == 1 {
        return Ok(());
    }
    let lines: Vec<String> = cores
        .iter()
        .map(|core| {
            let place = core.get("source").and_then(Value::as_str).unwrap_or_else(|| text(core, "manifest_path"));
            let by = dependents(metadata, text(core, "id"), harness).join(", ");
            format!("  {CORE} {} ({place}), which {by} brings", text(core, "version"))
        })
        .collect();
    let many = cores.len();
    Err(format!(
        "{many} versions of {CORE} are linked, and an adapter of one is never found by the other:\n{}\nlet both ask for the same version",
        lines.join("\n")
    )
    .into())
}

/// The package called `name`, and what code calls its library.
///
/// # Errors
/// Where it has none that a program can link.
pub(super) fn package<'a>(metadata: &'a Value, name: &str) -> Result<(&'a Value, String)> {
    // Cargo leaves out what nobody can link.
    let none = || format!("`{name}` has no library: an adapter is one");
    let found = packages(metadata).find(|package| text(package, "name") == name).ok_or_else(none)?;
    let kinds = |target: &Value| target.get("kind").and_then(Value::as_array).cloned().unwrap_or_default();
    let links = |target: &&Value| kinds(target).iter().any(|kind| matches!(kind.as_str(), Some("lib" | "rlib")));
    let library = found.get("targets").and_then(Value::as_array).into_iter().flatten().find(links);
    Ok((found, text(library.ok_or_else(none)?, "name").replace('-', "_")))
}

/// Names and versions of those that depend on `id` themselves; of ours only where nobody else does.
fn dependents(metadata: &Value, id: &str, harness: &str) -> Vec<String> {
    let nodes = metadata.pointer("/resolve/nodes").and_then(Value::as_array).into_iter().flatten();
    let needs = |node: &&Value| {
        node.get("deps").and_then(Value::as_array).into_iter().flatten().any(|need| text(need, "pkg") == id)
    };
    let by: Vec<&str> = nodes.filter(needs).map(|node| text(node, "id")).collect();
    let mut by: Vec<String> = packages(metadata)
        .filter(|package| by.contains(&text(package, "id")) && text(package, "name") != harness)
        .map(|package| format!("{} {}", text(package, "name"), text(package, "version")))
        .collect();
    by.sort();
    by
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata.get("packages").and_then(Value::as_array).into_iter().flatten()
}
fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(second: &str) -> Value {
        let package = |id: &str, name: &str, version: &str, kind: &str| {
            format!(
                r#"{{"id":"{id}","name":"{name}","version":"{version}","source":null,"manifest_path":"/{id}/Cargo.toml","targets":[{{"kind":["{kind}"],"name":"{name}-rs"}}]}}"#
            )
        };
        let packages = [
            package("h", "harness", "0.0.0", "bin"),
            package("a", "acme", "3.1.0", "lib"),
            package("t", "throughline", "0.1.0", "lib"),
            package("one", "throughline-core", "0.1.0", "lib"),
            package("two", second, "0.2.0", "lib"),
        ];
        let nodes = r#"[{"id":"h","deps":[{"pkg":"a"},{"pkg":"t"}]},{"id":"a","deps":[{"pkg":"two"}]},{"id":"t","deps":[{"pkg":"one"}]}]"#;
        serde_json::from_str(&format!(r#"{{"packages":[{}],"resolve":{{"nodes":{nodes}}}}}"#, packages.join(",")))
            .unwrap()
    }

    #[test]
    fn two_cores_are_named_with_those_who_bring_them() {
        let error = one_core(&graph("throughline-core"), "harness").unwrap_err().to_string();
        let want = "2 versions of throughline-core are linked, and an adapter of one is never found by the other:
  throughline-core 0.1.0 (/one/Cargo.toml), which throughline 0.1.0 brings
  throughline-core 0.2.0 (/two/Cargo.toml), which acme 3.1.0 brings
let both ask for the same version";
        assert_eq!(error, want);
        assert!(one_core(&graph("serde"), "harness").is_ok());
    }
    #[test]
    fn a_program_is_no_adapter() {
        let metadata = graph("serde");
        assert_eq!(package(&metadata, "acme").unwrap().1, "acme_rs");
        let told = |name| package(&metadata, name).unwrap_err().to_string();
        assert_eq!(told("harness"), "`harness` has no library: an adapter is one");
        assert_eq!(told("nobody"), "`nobody` has no library: an adapter is one");
    }
}
