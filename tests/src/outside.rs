//! The program of a generated harness: an outside crate's adapters, found as any program finds them, and the laws on them.
//!
//! It names no adapter: what discovery does not find under the crate's name is not there.
use crate::{
    Breach, Suite,
    report::{Report, Seen, Show, Table, laws},
};
use std::{
    env, io,
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
};
use throughline_core::{Builder, Registration, Registry};

/// Exit status of a run that could not even begin.
const UNUSABLE: u8 = 2;

/// Checks the adapters of `package`, whose library code calls `library`: those that discovery finds, on the suites that `published`
/// gives or on generated conversations; and each beside the adapters of `others`, whose ids and routes are taken.
///
/// Reads `--adapter ID`, `--json` and `--junit FILE` from the command line.
pub fn outside(package: &str, library: &str, published: fn() -> Vec<Suite>, others: Builder) -> ExitCode {
    let run = || {
        let (only, show) = arguments(env::args().skip(1))?;
        let report = || report(package, library, published(), others, only.as_deref());
        let report = catch_unwind(AssertUnwindSafe(report)).unwrap_or_else(|_| Err(panicked(package)))?;
        report.show(&show, &mut io::stdout().lock()).map_err(|error| error.to_string())?;
        Ok::<_, String>(report.holds())
    };
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(UNUSABLE)
        }
    }
}

fn arguments(mut all: impl Iterator<Item = String>) -> Result<(Option<String>, Show), String> {
    let (mut only, mut show) = (None, Show::default());
    while let Some(argument) = all.next() {
        let mut value = || all.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--json" => show.json = true,
            "--junit" => show.junit = Some(value()?.into()),
            "--adapter" => only = Some(value()?),
            _ => return Err(format!("unknown argument `{argument}`")),
        }
    }
    Ok((only, show))
}

/// # Errors
/// Where the crate registers nothing, or nothing called `only`; and where its suites are not of what it registers.
fn report(
    package: &str,
    library: &str,
    published: Vec<Suite>,
    others: Builder,
    only: Option<&str>,
) -> Result<Report, String> {
    let discovered = Registry::builder().discovered().build().map_err(|error| error.to_string())?;
    let of_crate = discovered.adapters().iter().filter(|one| one.package == package);
    let registered: Vec<Registration> = of_crate.copied().collect();
    if registered.is_empty() {
        let mut found: Vec<&str> = discovered.adapters().iter().map(|one| one.package).collect();
        found.dedup();
        return Err(nothing(package, library, &found));
    }
    let ids: Vec<String> = registered.iter().map(|one| one.adapter.id().to_string()).collect();
    if let Some(strange) = published.iter().map(Suite::id).find(|id| !ids.contains(id)) {
        return Err(format!(
            "`{package}` publishes cases for `{strange}`, and registers only {}: submit its registration",
            ids.join(", ")
        ));
    }
    if let Some(empty) = ids.iter().find(|id| {
        let mut known = published.iter().filter(|suite| suite.id() == **id).peekable();
        known.peek().is_some() && known.all(|suite| suite.cases.is_empty())
    }) {
        return Err(format!(
            "`{package}` publishes no case for `{empty}`: a law has nothing to look at, and none is held"
        ));
    }
    if let Some(only) = only.filter(|only| !ids.iter().any(|id| id == only)) {
        return Err(format!("`{package}` registers no adapter `{only}`, but {}", ids.join(", ")));
    }
    let wanted = registered.iter().filter(|one| only.is_none_or(|only| one.adapter.id() == *only));
    let suites: Vec<Suite> = wanted.map(|one| suite(one, &published)).collect();
    let mut report = Report { tables: vec![laws(&suites), beside(&suites, others)] };
    report.tables.retain(|table| !table.cells.is_empty());
    Ok(report)
}

/// What discovery found, whatever adapter a suite was made with; on all cases that there are for it.
fn suite(one: &Registration, published: &[Suite]) -> Suite {
    let mut known = published.iter().filter(|suite| suite.registration.adapter.id() == one.adapter.id()).peekable();
    if known.peek().is_none() {
        return Suite::generated(*one);
    }
    known.fold(Suite::new(*one, vec![]), |mut all, suite| {
        all.cases.extend_from_slice(&suite.cases);
        all.skips(&suite.skips)
    })
}

fn nothing(package: &str, library: &str, found: &[&str]) -> String {
    let found = if found.is_empty() { "nothing".to_owned() } else { found.join(", ") };
    format!(
        "`{package}` is linked and registers no adapter: its crate submits one with `throughline_core::inventory::submit! \
         {{ ADAPTER }}`, under `package: env!(\"CARGO_PKG_NAME\")`, and whoever uses it links it with `use {library} as _;`; \
         discovery finds {found}"
    )
}

fn panicked(package: &str) -> String {
    format!(
        "`{package}` panics before any law looks at it, in its cases, its id or its rules: what it said stands above"
    )
}

/// Whether each adapter still serves its own routes where others are.
fn beside(suites: &[Suite], others: Builder) -> Table {
    let mut table = Table::new("company", "route", "adapter");
    let broke =
        |suite: &Suite, what: String| Seen::Broke(Breach::of("company", format!("adapter `{}`", suite.id()), what));
    let registry = match others.discovered().build() {
        Ok(registry) => registry,
        Err(error) => {
            suites.iter().for_each(|suite| table.push("all", suite.id(), broke(suite, error.to_string())));
            return table;
        }
    };
    for suite in suites {
        let wrong = suite.cases.iter().find_map(|case| match registry.find(&case.home) {
            Ok((_, adapter)) if adapter.id() == suite.registration.adapter.id() => None,
            Ok((policy, adapter)) => {
                let row = &policy.reads.rule.name;
                Some(format!("{} goes to adapter `{}`, by the row `{row}`", case.home, adapter.id()))
            }
            Err(error) => Some(format!("{} finds no row: {error}", case.home)),
        });
        let seen = wrong.map_or(Seen::Held { times: suite.cases.len() }, |what| broke(suite, what));
        table.push("beside ours", suite.id(), seen);
        let seen = taken(suite, &registry).unwrap_or_else(|what| broke(suite, what));
        table.push("leaves ours", suite.id(), seen);
    }
    table
}

/// Routes for the rows of others go where they go without this crate: a row of an outside crate wins over any of theirs.
///
/// # Errors
/// The first that it takes.
fn taken(suite: &Suite, registry: &Registry) -> Result<Seen, String> {
    let package = suite.registration.package;
    let others: Vec<Registration> = registry.adapters().iter().filter(|one| one.package != package).copied().collect();
    let without = Registry::builder().with(&others).build().map_err(|error| error.to_string())?;
    let mut times = 0;
    for home in others.iter().flat_map(|one| Suite::generated(*one).cases).map(|case| case.home) {
        let Ok((_, before)) = without.find(&home) else { continue };
        let (policy, after) = registry.find(&home).map_err(|error| format!("{home} finds no row: {error}"))?;
        if after.id() == suite.registration.adapter.id() {
            let (row, before) = (&policy.reads.rule.name, before.id());
            return Err(format!("its row `{row}` takes {home} from adapter `{before}`: let its pattern name its own"));
        }
        times += 1;
    }
    Ok(Seen::Held { times })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Case;
    use throughline_core::{Api, Route};

    const GEMINI: Registration = throughline_gemini::ADAPTER;

    fn at(api: Api, url: &str) -> Route {
        Route::new("gemini", url, api, "gemini-3-pro-preview").unwrap()
    }
    fn studio() -> Route {
        at(Api::new("gemini_generate"), "https://generativelanguage.googleapis.com/v1beta")
    }

    #[test]
    fn whose_routes_others_serve_is_told_which_row_wins() {
        let seen = |suite: Suite| beside(&[suite], Registry::builder()).cells.remove(0).seen;
        let here = Case::new("here", studio());
        assert_eq!(seen(Suite::new(GEMINI, vec![here.clone()])), Seen::Held { times: 1 });
        let Seen::Broke(breach) = seen(Suite::new(throughline_chat::ADAPTER, vec![here])) else { unreachable!() };
        assert!(breach.what.starts_with(&format!("{} goes to adapter `gemini`, by the row `", studio())), "{breach}");
        let nowhere = Case::new("nowhere", at(Api::new("nobody_speaks_this"), "https://x.example"));
        let Seen::Broke(breach) = seen(Suite::new(GEMINI, vec![nowhere])) else { unreachable!() };
        assert!(breach.what.contains(" finds no row: "), "{breach}");
    }
    #[test]
    fn cases_are_those_of_what_is_registered() {
        let told = |published, only| {
            report("throughline-gemini", "throughline_gemini", published, Registry::builder(), only).unwrap_err()
        };
        let strange = told(vec![Suite::new(throughline_chat::ADAPTER, vec![])], None);
        assert_eq!(
            strange,
            "`throughline-gemini` publishes cases for `chat`, and registers only gemini, gemini-compatible: submit its registration"
        );
        assert_eq!(
            told(vec![], Some("gemni")),
            "`throughline-gemini` registers no adapter `gemni`, but gemini, gemini-compatible"
        );
    }
    #[test]
    fn all_suites_of_an_adapter_are_looked_at() {
        let part = |name, skip| Suite::new(GEMINI, vec![Case::new(name, studio())]).skips(&[skip]);
        let other = Suite::new(throughline_chat::ADAPTER, vec![Case::new("other", studio())]);
        let one = suite(&GEMINI, &[part("a", "strict: a"), other, part("b", "required: b")]);
        assert_eq!(one.cases.iter().map(|case| case.name).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!((one.skips, one.published), (vec!["strict: a", "required: b"], true));
        assert!(!suite(&GEMINI, &[]).published);
    }

    #[test]
    fn a_crate_that_registers_nothing_is_told_how() {
        let error = report("acme-adapter", "acme_adapter", vec![], Registry::builder(), None).unwrap_err();
        assert!(error.starts_with("`acme-adapter` is linked and registers no adapter: "), "{error}");
        assert!(
            error.contains("`use acme_adapter as _;`; discovery finds throughline-chat, throughline-gemini"),
            "{error}"
        );
    }
    #[test]
    fn arguments_are_read() {
        let read = |line: &str| arguments(line.split_whitespace().map(str::to_owned));
        let (only, show) = read("--adapter lumen --json --junit a.xml").unwrap();
        assert_eq!((only.as_deref(), show.json, show.junit), (Some("lumen"), true, Some("a.xml".into())));
        assert_eq!(read("--junit").unwrap_err(), "--junit needs a value");
        assert_eq!(read("--all").unwrap_err(), "unknown argument `--all`");
    }
}
