//! `throughline-fuzz`: runs targets with our own mutator, for a time; writes seeds for other fuzzers; looks at one input again.
use clap::Parser;
use std::{fs, io, path::PathBuf, process::ExitCode, time::Duration};
use throughline_fuzz::{Found, Seeds, TARGETS, Target, Until, run, seeds};

#[derive(Parser)]
#[command(bin_name = "cargo xtask fuzz", about = "Look for bytes that break what should hold")]
struct Arguments {
    /// The target; without it, each in turn
    target: Option<String>,
    /// How long each target runs
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// The number that the mutator begins with
    #[arg(long, default_value_t = 1)]
    number: u64,
    /// Write each target's seeds to a folder of its name in here, and run nothing
    #[arg(long)]
    write_seeds: Option<PathBuf>,
    /// Look at this input alone
    #[arg(long, requires = "target")]
    input: Option<PathBuf>,
    /// Where an input goes for which something does not hold: to a folder of the target's name in here
    #[arg(long)]
    artifacts: Option<PathBuf>,
}

fn main() -> ExitCode {
    match dispatch(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &Arguments) -> Result<bool, String> {
    let targets = match &arguments.target {
        None => TARGETS.iter().collect(),
        Some(name) => vec![Target::find(name).ok_or_else(|| unknown(name))?],
    };
    let seeds = seeds();
    let mut holds = true;
    for target in targets {
        holds &= match (&arguments.input, &arguments.write_seeds) {
            (Some(path), _) => again(target, path)?,
            (None, Some(folder)) => written(target, &seeds, folder)?,
            (None, None) => ran(target, &seeds, arguments)?,
        };
    }
    Ok(holds)
}

fn unknown(name: &str) -> String {
    let known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    format!("no target is called `{name}`; there are {}", known.join(", "))
}

fn ran(target: &Target, seeds: &Seeds, arguments: &Arguments) -> Result<bool, String> {
    let seeds = seeds.of(target)?;
    let until = Until::Time(Duration::from_secs(arguments.seconds));
    match run(target, &seeds, arguments.number, until) {
        Ok(count) => println!("ok     {:<32} {:>9} inputs, {:>9} accepted", target.name, count.inputs, count.accepted),
        Err(found) => {
            println!("FOUND  {:<32} {}", target.name, found.what);
            if let Some(folder) = &arguments.artifacts {
                let path = folder.join(target.name).join("found");
                kept(&path, &found).map_err(|error| format!("{}: {error}", path.display()))?;
                println!("       the input is {}", path.display());
            }
            return Ok(false);
        }
    }
    Ok(true)
}

fn kept(path: &std::path::Path, found: &Found) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, &found.input)
}

fn written(target: &Target, seeds: &Seeds, folder: &std::path::Path) -> Result<bool, String> {
    let folder = folder.join(target.name);
    let write = || {
        fs::create_dir_all(&folder)?;
        let all = seeds.of(target).map_err(io::Error::other)?;
        all.iter().enumerate().try_for_each(|(n, seed)| fs::write(folder.join(n.to_string()), seed))
    };
    write().map_err(|error| format!("{}: {error}", folder.display())).map(|()| true)
}

fn again(target: &Target, path: &std::path::Path) -> Result<bool, String> {
    let input = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    match target.look(&input) {
        Ok(accepted) => println!("ok     {} {}", target.name, if accepted { "accepted" } else { "refused" }),
        Err(what) => {
            println!("FOUND  {} {what}", target.name);
            return Ok(false);
        }
    }
    Ok(true)
}
