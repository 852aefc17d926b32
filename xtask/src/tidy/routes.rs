//! README's route table is what the program prints, never what someone remembered.
//!
//! The block between the two markers is the program's; nothing outside it must ever be rewritten.

use std::fs;

use super::{Checked, Finding};
use crate::workspace::{File, Workspace};
use crate::{Result, run};

const README: &str = "README.md";
const CLI: &str = "throughline-cli";
const OPEN: &str = "<!-- routes -->";
const CLOSE: &str = "<!-- /routes -->";

/// Compares README with the program, or rewrites it.
pub(super) fn run(workspace: &Workspace, files: &[File], fix: bool) -> Result<Checked> {
    let Some(readme) = files.iter().find(|file| file.path == README) else {
        return Ok(Checked::Skipped("README.md is not there yet"));
    };
    if workspace.member(CLI).is_none() {
        return Ok(Checked::Skipped("the cli crate is not there yet"));
    }
    let arguments = ["run", "-q", "-p", CLI, "--", "routes", "--markdown"];
    let printed = run::reads(&mut run::cargo(&workspace.root, arguments))?;
    let findings = check(&readme.text, &printed);
    if fix
        && !findings.is_empty()
        && let Some(text) = rewritten(&readme.text, &printed)
    {
        fs::write(workspace.root.join(README), text)?;
        println!("rewrote {README}");
        return Ok(Checked::Ran(Vec::new()));
    }
    Ok(Checked::Ran(findings))
}

fn check(readme: &str, printed: &str) -> Vec<Finding> {
    let Some((before, block, _)) = split(readme) else {
        return vec![Finding::new(README, 1, format!("no route table between `{OPEN}` and `{CLOSE}`"))];
    };
    let (ours, theirs): (Vec<_>, Vec<_>) = (lines(block), lines(printed));
    if ours == theirs {
        return Vec::new();
    }
    let same = ours.iter().zip(&theirs).take_while(|(ours, theirs)| ours == theirs).count();
    // The markers' line, then white space that is not compared.
    let start = before.lines().count() + block.chars().take_while(|c| c.is_whitespace()).filter(|c| *c == '\n').count();
    vec![Finding::new(README, start + same, "the route table is stale: run `cargo xtask tidy --fix`")]
}

fn rewritten(readme: &str, printed: &str) -> Option<String> {
    let (before, _, after) = split(readme)?;
    Some(format!("{before}\n\n{}\n\n{after}", lines(printed).join("\n")))
}

/// The text up to and with the first marker, what stands between, and from the second marker on.
fn split(readme: &str) -> Option<(&str, &str, &str)> {
    let start = readme.find(OPEN)? + OPEN.len();
    let (before, rest) = readme.split_at_checked(start)?;
    let (block, after) = rest.split_at_checked(rest.find(CLOSE)?)?;
    Some((before, block, after))
}

fn lines(text: &str) -> Vec<&str> {
    text.trim().lines().map(str::trim_end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "| a | b |\n|---|---|\n| 1 | 2 |\n";

    fn readme(block: &str) -> String {
        format!("# Title\n\n<!-- routes -->\n\n{block}\n<!-- /routes -->\n\nMore.\n")
    }

    #[test]
    fn an_equal_table_is_fine() {
        assert_eq!(check(&readme(PRINTED), PRINTED), []);
    }

    #[test]
    fn a_stale_table_is_found_at_its_line() {
        let stale = readme(&PRINTED.replace('2', "3"));
        assert_eq!(check(&stale, PRINTED)[0].line, 7);
        assert!(check("# Title\n", PRINTED)[0].message.contains("no route table"));
    }

    #[test]
    fn rewriting_touches_only_the_block() {
        let text = rewritten(&readme("old\nlines"), PRINTED).unwrap();
        assert_eq!(text, readme(PRINTED));
        assert_eq!(rewritten(&text, PRINTED).unwrap(), text);
        assert_eq!(rewritten("# Title\n", PRINTED), None);
    }
}
