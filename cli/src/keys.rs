//! Keys of providers, from the environment. A key stands in its header alone: nothing that is printed may hold it.
use crate::{failure::Failure, output, sim};
use throughline::{
    Preset, Refused, Route,
    client::{Secret, SendError},
};

/// The key of the route's provider. A server on one's own network may have none.
pub(crate) fn find(route: &Route, named: Option<&str>) -> Result<Option<Secret>, Failure> {
    if sim::is(route) {
        return Ok(None);
    }
    let preset = Preset::find(route.provider.as_str()).and_then(|preset| preset.key);
    let Some(name) = named.or(preset) else { return Ok(None) };
    match Secret::from_env(name) {
        None if named.is_some() || !route.is_local() => Err(Failure::Usage(format!(
            "no key for `{}`: set {name}, or name another variable with --key-env NAME",
            route.provider
        ))),
        key => Ok(key),
    }
}

/// A refusal goes to the output as it came, save that it may quote the key.
pub(crate) fn refused(error: SendError, key: Option<&Secret>) -> Failure {
    let SendError::Refused { refused: Refused { status, body }, .. } = &error else { return error.into() };
    let clean = |text: &str| key.map_or_else(|| text.to_owned(), |key| text.replace(key.reveal(), "…"));
    output::complain(&clean(&error.to_string()));
    match output::write(clean(&format!("{{\"status\":{status},\"body\":{}}}\n", body.get())).as_bytes()) {
        Ok(()) => Failure::Refused,
        Err(failure) => failure,
    }
}
