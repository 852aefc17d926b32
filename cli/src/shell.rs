//! `completions` and `man`: what a shell and a reader of manuals want to know, from the types of the command line.
use crate::{
    args::{Args, CompletionsArgs, ManArgs},
    failure::Failure,
    output,
};
use clap::CommandFactory;
use clap_mangen::Man;

pub(crate) fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = vec![];
    clap_complete::generate(args.shell, &mut Args::command(), "throughline", &mut script);
    output::write(&script)
}

pub(crate) fn man(args: &ManArgs) -> Result<(), Failure> {
    let mut all = Args::command();
    all.build();
    let command = match &args.command {
        None => all,
        Some(name) => {
            let names: Vec<String> = all.get_subcommands().map(|command| command.get_name().to_owned()).collect();
            let found = all.get_subcommands().find(|command| command.get_name() == name).cloned();
            let found =
                found.ok_or_else(|| Failure::Usage(format!("no command `{name}`; there are {}", names.join(", "))))?;
            found.display_name(format!("throughline-{name}"))
        }
    };
    let mut page = vec![];
    Man::new(command).render(&mut page)?;
    output::write(&page)
}
