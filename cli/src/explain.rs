//! `explain`: before anything is sent, what becomes of every carrier on a route, by which row, on what evidence.
//!
//! It never prints what a conversation says: kinds, lengths and hashes alone.
mod report;
mod text;

use crate::{
    args::{ExplainArgs, RulesArgs},
    failure::Failure,
    input, output, rules,
};
use report::Previous;
pub(crate) use report::{Carrier, Report, Row};
pub(crate) use text::of as text;
use throughline::{Fragments, RejectionMemory, difference};

pub(crate) fn run(args: &ExplainArgs, rules: &RulesArgs) -> Result<(), Failure> {
    let projection = rules::projection(rules, &args.route)?;
    let api = &projection.route().api;
    let now = input::lines(&args.file, api)?;
    let before = args.previous.as_deref().map(|file| input::lines(file, api)).transpose()?;
    let memory = RejectionMemory::new();
    let mut fragments = Fragments::new();
    let plan = projection.plan(&now.request, &now.history, &memory, &mut fragments);
    let mut report = Report::new(&plan);
    // A request that cannot be written is explained all the same.
    let body = plan.render(projection.adapter(), &mut fragments);
    if let Ok(body) = &body {
        report.weigh(body);
        if let Some(before) = &before {
            let earlier = projection.project(&before.request, &before.history, &memory, &mut Fragments::new())?;
            let found = difference((&earlier.0, &earlier.1), (&plan, body), &fragments);
            report.previous = Some(Previous::new(found));
        }
    }
    if args.json {
        output::json(&report)?;
    } else {
        output::write(text::of(&report, output::Paint::stdout()).as_bytes())?;
    }
    body.map(|_| ()).map_err(Failure::from)
}
