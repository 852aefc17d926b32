//! The routes of the table, ready.
use crate::table::ROUTES;
use std::sync::LazyLock;
use throughline::{Fragments, History, Projection, Projector, RejectionMemory, Request, Route};

static PROJECTOR: LazyLock<Result<Projector, String>> =
    LazyLock::new(|| throughline::registry().map(Projector::new).map_err(|error| error.to_string()));
static STAGES: LazyLock<Result<Vec<Projection>, String>> = LazyLock::new(|| {
    let projector = PROJECTOR.as_ref()?;
    routes().map(|route| projector.to(&route?).map_err(|error| error.to_string())).collect()
});

/// The routes of the table.
pub(crate) fn routes() -> impl Iterator<Item = Result<Route, String>> {
    let route =
        |(provider, url, api, model): &(&str, &str, _, &str)| Route::new(provider, url, Clone::clone(api), model);
    ROUTES.iter().map(move |row| route(row).map_err(|error| error.to_string()))
}

/// Those that `adapter` serves.
pub(crate) fn all(adapter: &str) -> Result<Vec<&'static Projection>, String> {
    let stages = STAGES.as_ref()?;
    Ok(stages.iter().filter(|stage| stage.adapter().id() == *adapter).collect())
}

/// The `n`-th of them, counted round.
pub(crate) fn nth(adapter: &str, n: usize) -> Result<&'static Projection, String> {
    let all = all(adapter)?;
    all.get(n % all.len().max(1)).copied().ok_or_else(|| format!("no route of the table leads to `{adapter}`"))
}

/// The request for a history.
pub(crate) fn project(stage: &Projection, request: &Request, history: &History) -> Result<String, String> {
    let memory = RejectionMemory::new();
    let projected = stage.project(request, history, &memory, &mut Fragments::new());
    let body = projected.map(|(_, body)| body.bytes).map_err(|error| error.to_string())?;
    String::from_utf8(body).map_err(|error| error.to_string())
}
