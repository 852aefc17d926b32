//! The publisher's own types say of bodies whether they know their shape.
use std::{env, path::PathBuf, process::Command};

/// Asks the judge about every body; where there is none and none is demanded, says so by the name of the test. What a door moves out of
/// the path is put back first.
pub(crate) fn accepts(test: &str, bodies: &[String]) {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/judges"));
    let folder = env::var_os("THROUGHLINE_JUDGES_DIR").map_or_else(beside, PathBuf::from);
    let (Some(python), true) = (env::var_os("THROUGHLINE_JUDGES"), folder.join("judge.py").exists()) else {
        assert!(!env::var("THROUGHLINE_REQUIRE").is_ok_and(|list| list.split(',').any(|name| name == "judges")));
        return println!("skipped: {test}: no judges");
    };
    let code = "import sys, json, judge\nfor line in sys.argv[1:]:\n b = {'model': 'm', **json.loads(line)}; b.pop('anthropic_version', 0)\n print(judge.anthropic(b) or 'ACCEPT')";
    let out = Command::new(python).current_dir(&folder).arg("-c").arg(code).args(bodies).output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    let refused: Vec<_> = said.lines().zip(bodies).filter(|(line, _)| *line != "ACCEPT").collect();
    assert!(refused.is_empty(), "{refused:?}");
    assert_eq!(said.lines().count(), bodies.len(), "{}", String::from_utf8_lossy(&out.stderr));
    println!("{} bodies accepted", bodies.len());
}
