//! `ingest`: a request's body becomes one request line and then one line a turn.
use crate::{
    args::{IngestArgs, RulesArgs},
    failure::Failure,
    input, output, rules,
};
use throughline::{Ingested, Stored};

pub(crate) fn run(args: &IngestArgs, rules: &RulesArgs) -> Result<(), Failure> {
    let projection = rules::projection(rules, &args.route)?;
    let Ingested { request, turns } = projection.ingest(&input::read(&args.file)?)?;
    let mut text = String::new();
    for stored in [Stored::Request(request)].into_iter().chain(turns.into_iter().map(Stored::Turn)) {
        text.push_str(&stored.line()?);
        text.push('\n');
    }
    output::write(text.as_bytes())
}
