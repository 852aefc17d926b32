//! A report as a JUnit file, which services that run tests collect: a suite for each column, a test for each of its rows.
use super::{Report, Seen, Table};

impl Report {
    /// The whole document.
    pub fn junit(&self) -> String {
        let suites =
            self.tables.iter().flat_map(|table| table.columns().into_iter().map(|column| suite(table, column)));
        let suites: String = suites.collect();
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n{suites}</testsuites>\n")
    }
}

fn suite(table: &Table, column: &str) -> String {
    let cells: Vec<_> = table.cells.iter().filter(|cell| cell.column == column).collect();
    let count = |is: fn(&Seen) -> bool| cells.iter().filter(|cell| is(&cell.seen)).count();
    let failures = count(|seen| matches!(seen, Seen::Undeclared { .. } | Seen::Broke(_)));
    let skipped = count(|seen| matches!(seen, Seen::Skipped { .. }));
    let (name, tests) = (escaped(&format!("{} {column}", table.name)), cells.len());
    let test = |row: &str, seen: &Seen| {
        let head = format!("    <testcase classname=\"{name}\" name=\"{}\"", escaped(row));
        inside(seen).map_or(format!("{head}/>\n"), |inside| format!("{head}>{inside}</testcase>\n"))
    };
    let tests_of: String = cells.iter().map(|cell| test(&cell.row, &cell.seen)).collect();
    format!(
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" skipped=\"{skipped}\">\n{tests_of}  </testsuite>\n"
    )
}

fn inside(seen: &Seen) -> Option<String> {
    Some(match seen {
        Seen::Held { .. } => return None,
        Seen::Skipped { reason } => format!("<skipped message=\"{}\"/>", escaped(reason)),
        Seen::Undeclared { reason } => format!("<failure message=\"skipped, and not declared: {}\"/>", escaped(reason)),
        Seen::Broke(breach) => {
            let bodies = breach.differs.as_ref().map(|differs| differs.bodies.join("\n\n")).unwrap_or_default();
            let text = format!("{breach:#}\n\n{bodies}");
            format!("<failure message=\"{}\">{}</failure>", escaped(&breach.what), escaped(text.trim_end()))
        }
    })
}

/// Text that any XML reader takes: what it has no character for is replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::tests::report;

    #[test]
    fn a_reader_of_xml_finds_a_test_for_each_cell() {
        let want = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="laws lumen" tests="2" failures="0" skipped="1">
    <testcase classname="laws lumen" name="pure"/>
    <testcase classname="laws lumen" name="strict"><skipped message="no &quot;strict&quot; host"/></testcase>
  </testsuite>
  <testsuite name="laws umbra" tests="2" failures="2" skipped="0">
    <testcase classname="laws umbra" name="pure"><failure message="bodies &lt;differ&gt;">law `pure` is broken by case `c`: bodies &lt;differ&gt;
  first difference at byte 1
  expected …ab
  found    …a�

ab

a�</failure></testcase>
    <testcase classname="laws umbra" name="strict"><failure message="skipped, and not declared: no case names a strict route"/></testcase>
  </testsuite>
</testsuites>
"#;
        assert_eq!(report().junit(), want);
    }
}
