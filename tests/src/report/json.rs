//! A report as JSON, for other programs.
use super::{Cell, Counts, Report, Seen, Table};
use crate::Breach;
use throughline_core::Literal;

impl Report {
    /// One object: the counts, whether everything holds, and under each table's name its cells.
    pub fn json(&self) -> String {
        let Counts { held, broke, skipped } = self.counts();
        let tables: String = self.tables.iter().map(|one| format!(",{}", table(one))).collect();
        format!(r#"{{"holds":{},"held":{held},"broke":{broke},"skipped":{skipped}{tables}}}"#, self.holds())
    }
}

fn table(table: &Table) -> String {
    let cell = |cell: &Cell| {
        let [name, other] = [table.row, table.column].map(string);
        format!("{{{name}:{},{other}:{},{}}}", string(&cell.row), string(&cell.column), seen(&cell.seen))
    };
    format!("{}:[{}]", string(table.name), list(table.cells.iter().map(cell)))
}

fn seen(seen: &Seen) -> String {
    match seen {
        Seen::Held { times } => format!(r#""outcome":"held","times":{times}"#),
        Seen::Skipped { reason } => format!(r#""outcome":"skipped","declared":true,"reason":{}"#, string(reason)),
        Seen::Undeclared { reason } => format!(r#""outcome":"skipped","declared":false,"reason":{}"#, string(reason)),
        Seen::Broke(breach) => format!(r#""outcome":"broke",{}"#, broke(breach)),
    }
}

fn broke(breach: &Breach) -> String {
    let mut text = format!(r#""case":{},"what":{}"#, string(&breach.case), string(&breach.what));
    if let Some(differs) = &breach.differs {
        let [expected, found] = differs.bodies.each_ref().map(|body| string(body));
        text += &format!(r#","first_difference":{},"expected":{expected},"found":{found}"#, differs.offset);
    }
    if !breach.input.is_empty() {
        text += &format!(r#","input":[{}]"#, list(breach.input.iter().map(|line| string(line))));
    }
    text
}

fn list(all: impl Iterator<Item = String>) -> String {
    all.collect::<Vec<_>>().join(",")
}
fn string(text: &str) -> String {
    Literal::of(text).raw().to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::{Report, tests::report};

    #[test]
    fn every_cell_is_an_object() {
        let want = concat!(
            r#"{"holds":false,"held":1,"broke":2,"skipped":1,"laws":["#,
            r#"{"law":"pure","adapter":"lumen","outcome":"held","times":7},"#,
            r#"{"law":"strict","adapter":"lumen","outcome":"skipped","declared":true,"reason":"no \"strict\" host"},"#,
            r#"{"law":"pure","adapter":"umbra","outcome":"broke","case":"case `c`","what":"bodies <differ>","#,
            r#""first_difference":1,"expected":"ab","found":"a\u0001"},"#,
            r#"{"law":"strict","adapter":"umbra","outcome":"skipped","declared":false,"reason":"no case names a strict route"}]}"#,
        );
        assert_eq!(report().json(), want);
        assert_eq!(Report::default().json(), r#"{"holds":false,"held":0,"broke":0,"skipped":0}"#);
    }
}
