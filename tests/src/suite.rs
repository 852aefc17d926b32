//! An adapter with what it is looked at on: what a harness runs, and what a crate publishes for the harnesses of others.
//!
//! Never takes a law that nobody could look at for one that held.
use crate::{Breach, Case, LAWS, Law, Outcome, Subject, report::Seen};
use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};
use throughline_core::{Model, Pattern, Registration, Route};

/// An adapter, its cases, and the laws that they have no sample for.
///
/// A crate publishes its own behind a feature `conformance`, as `pub fn conformance() -> Vec<Suite>` at its root: that is where
/// `cargo xtask conformance --path DIR` looks.
#[derive(Clone)]
#[non_exhaustive]
pub struct Suite {
    /// The adapter.
    pub registration: Registration,
    /// What it is looked at on.
    pub cases: Vec<Case>,
    /// What is declared as skipped, each as `"law: reason"`.
    pub skips: Vec<&'static str>,
    /// Whether the cases are its author's. Where they are not, whatever they lack is skipped as declared.
    pub published: bool,
}

impl Suite {
    /// The adapter on its author's cases.
    pub fn new(registration: Registration, cases: Vec<Case>) -> Self {
        Self { registration, cases, skips: vec![], published: true }
    }
    /// Declares skips, each as `"law: reason"`.
    #[must_use]
    pub fn skips(mut self, skips: &[&'static str]) -> Self {
        self.skips.extend_from_slice(skips);
        self
    }
    /// The adapter whose author publishes no cases: on generated conversations alone, at a route for each of its rows.
    pub fn generated(registration: Registration) -> Self {
        let rules = registration.adapter.rules();
        let mut routes: Vec<Route> = vec![];
        for route in rules.iter().flat_map(|row| somewhere(&row.pattern)) {
            let wins = Subject::new(registration, vec![]).is_ok_and(|alone| alone.stage(&route).is_ok());
            if wins && !routes.contains(&route) {
                routes.push(route);
            }
        }
        let case = |home: &Route| {
            let others = routes.iter().filter(|other| other.api == home.api && *other != home);
            others.fold(Case::new("a route of its rows", home.clone()), |case, other| case.foreign(other.clone()))
        };
        let cases = routes.iter().map(case).collect();
        Self { registration, cases, skips: vec![], published: false }
    }
    /// The id of the adapter.
    pub fn id(&self) -> String {
        self.registration.adapter.id().to_string()
    }
    /// The declaration that `law` is skipped, where there is one.
    pub(crate) fn declared(&self, law: &str) -> Option<&'static str> {
        self.skips.iter().copied().find(|skip| name(skip) == law)
    }
    /// Looks at one law. What panics has broken it.
    pub(crate) fn look(&self, subject: &Subject, law: &Law) -> Seen {
        let outcome = catch_unwind(AssertUnwindSafe(|| (law.look)(subject)));
        let broke = |what: String| Seen::Broke(Breach::of(law.name, format!("adapter `{}`", self.id()), what));
        match (outcome, self.declared(law.name)) {
            (Err(panic), _) => broke(format!("it panicked: {}", said(panic.as_ref()))),
            (Ok(Outcome::Broke(breach)), _) => Seen::Broke(breach),
            (Ok(Outcome::Held { times }), None) => Seen::Held { times },
            (Ok(Outcome::Held { times }), Some(skip)) => {
                broke(format!("it ran, {times} times, though it is declared as skipped: `{skip}`"))
            }
            (Ok(Outcome::Skipped { .. }), Some(skip)) => Seen::Skipped { reason: reason(skip).to_owned() },
            (Ok(Outcome::Skipped { reason }), None) if self.published => Seen::Undeclared { reason: reason.to_owned() },
            (Ok(Outcome::Skipped { reason }), None) => {
                Seen::Skipped { reason: format!("{reason}, for its author publishes none") }
            }
        }
    }
    /// A declaration that is none: of no law, or without a reason.
    pub(crate) fn misdeclared(&self) -> Option<&'static str> {
        self.skips.iter().copied().find(|skip| misdeclared(skip))
    }
}

/// What was said in a panic.
fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no word")
}

/// Whether `skip` declares no law's skip, or gives no reason.
pub(crate) fn misdeclared(skip: &str) -> bool {
    reason(skip).is_empty() || LAWS.iter().all(|law| law.name != name(skip))
}
/// The law that a declaration is about.
pub(crate) fn name(skip: &str) -> &str {
    skip.split_once(':').map_or(skip, |(law, _)| law).trim()
}
fn reason(skip: &str) -> &str {
    skip.split_once(':').map(|(_, reason)| reason.trim()).unwrap_or_default()
}

/// Routes that a row may be for: on each of its wires, at its first place, for its first model.
fn somewhere(pattern: &Pattern) -> Vec<Route> {
    let host = pattern.hosts.first().map(|host| host.replace('*', "x"));
    let host = host.unwrap_or_else(|| if pattern.local { "127.0.0.1" } else { "provider.example" }.to_owned());
    let base = format!("https://{host}{}", pattern.path.as_deref().unwrap_or_default());
    let provider = pattern.providers.first().map_or("somebody", |id| id.as_ref());
    let model = pattern.models.first().map_or("a-model".to_owned(), |model| match model {
        Model::Exact(id) | Model::Prefix(id) => id.to_string(),
        Model::Glob(glob) => glob.replace('*', "x"),
        Model::Family(family) => match family.since {
            Some((major, minor)) => format!("{}-{major}.{minor}", family.stem.trim_end_matches('-')),
            None => family.stem.to_string(),
        },
        Model::Named(named) => named.name.to_owned(),
    });
    pattern.apis.iter().filter_map(|api| Route::new(provider, &base, api.clone(), &model).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::laws;

    fn seen(suite: &Suite, look: fn(&Subject) -> Outcome) -> Seen {
        let subject = Subject::new(suite.registration, vec![]).unwrap();
        suite.look(&subject, &Law { number: 8, name: "pure", look })
    }
    #[test]
    fn a_law_that_panics_is_broken_whatever_is_declared() {
        let suite = Suite::new(throughline_chat::ADAPTER, vec![]).skips(&["pure: nobody cares"]);
        let Seen::Broke(breach) = seen(&suite, |_| unreachable!("it went wrong")) else { unreachable!("it held") };
        assert_eq!(
            breach.to_string(),
            "law `pure` is broken by adapter `chat`: it panicked: internal error: entered unreachable code: it went wrong"
        );
    }
    #[test]
    fn a_skip_says_why() {
        let skipped = |_: &Subject| Outcome::Skipped { reason: "no case is pure" };
        let reason = |text: &str| text.to_owned();
        let bare = Suite::new(throughline_chat::ADAPTER, vec![]);
        assert_eq!(seen(&bare, skipped), Seen::Undeclared { reason: reason("no case is pure") });
        let declared = bare.clone().skips(&["pure:  nobody cares "]);
        assert_eq!(seen(&declared, skipped), Seen::Skipped { reason: reason("nobody cares") });
        let generated = Suite { published: false, ..bare };
        let why = reason("no case is pure, for its author publishes none");
        assert_eq!(seen(&generated, skipped), Seen::Skipped { reason: why });
    }
    #[test]
    fn a_declaration_of_no_law_breaks_the_whole_column() {
        let table = laws(&[Suite::new(throughline_chat::ADAPTER, vec![]).skips(&["order: of things"])]);
        let [cell] = table.cells.as_slice() else { unreachable!("{table:?}") };
        let Seen::Broke(breach) = &cell.seen else { unreachable!("{cell:?}") };
        assert_eq!((cell.column.as_str(), breach.what.as_str()), ("chat", "`order: of things` declares no law's skip"));
    }

    #[test]
    fn a_panic_is_told_with_its_words() {
        assert_eq!(said(&"no rows yet"), "no rows yet");
        assert_eq!(said(&format!("row {}", 7)), "row 7");
        assert_eq!(said(&7), "no word");
    }
}
