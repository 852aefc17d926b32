//! `project`: lines become the exact request body of a route.
use crate::{
    args::{ProjectArgs, RulesArgs},
    failure::Failure,
    input::{self, Lines},
    output, rules,
};
use throughline::{Fragments, RejectionMemory};

pub(crate) fn run(args: &ProjectArgs, rules: &RulesArgs) -> Result<(), Failure> {
    let projection = rules::projection(rules, &args.route)?;
    let Lines { request, history } = input::lines(&args.file, &projection.route().api)?;
    let (_, body) = projection.project(&request, &history, &RejectionMemory::new(), &mut Fragments::new())?;
    output::exact(body.bytes)
}
