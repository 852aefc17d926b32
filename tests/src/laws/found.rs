//! Law 16, *found*.
use crate::{Breach, Outcome, Subject};
use throughline_core::{Layer, Registration, Registry};

/// Law 16, *found*: discovery finds the adapter by its crate name, without a word in anybody's code.
///
/// Asks discovery for the adapter.
pub fn found(subject: &Subject) -> Outcome {
    Outcome::of("found", "nothing to find", look(subject))
}

fn look(subject: &Subject) -> Result<usize, Box<Breach>> {
    let Registration { package, adapter, .. } = subject.registration;
    let id = adapter.id();
    let breach = |what: String| Err(Breach::new(format!("adapter `{id}`"), what));
    let registry = match Registry::builder().discovered().build() {
        Ok(registry) => registry,
        Err(error) => return breach(format!("discovery fails: {error}")),
    };
    let known = registry.adapters();
    match known.iter().find(|one| one.adapter.id() == id) {
        Some(one) if one.package != package => breach(format!("it was found in `{}`, not in `{package}`", one.package)),
        Some(one) if one.layer != Layer::Outside => breach("what is only discovered is an outside crate".to_owned()),
        Some(_) => Ok(1),
        None => {
            let names: Vec<String> = known.iter().map(|one| one.package.to_owned()).collect();
            let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
            let hint = "submit the registration, and link the crate: `use its_crate as _;`";
            breach(format!("discovery finds {names}, and not `{package}`; {hint}"))
        }
    }
}
