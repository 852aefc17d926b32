//! `sessions import`: a session of another store or another program. Its name is kept where nobody has it yet.
use crate::{
    args::{ImportArgs, RulesArgs},
    failure::{Failure, caused},
    input, output, rules, sim,
    store::{self, Store},
};
use std::sync::Arc;
use throughline::Api;
use throughline_sessions::{
    Session,
    form::{Claim, Imported, import_as},
};

pub(super) async fn run(args: &ImportArgs, rules: &RulesArgs) -> Result<(), Failure> {
    let held = args
        .route
        .as_deref()
        .map(|route| sim::resolve(route, args.base_url.as_deref(), args.api.clone().map(Api::from)));
    let held = held.transpose()?;
    let text = input::text(&args.file, "the session")?;
    let claim = match &held {
        Some(route) => Claim::of(route, rules::registry(rules)?.find(route)?.1.issuer(route)),
        None => Claim::default(),
    };
    let mut imported = import_as(&text, &claim).map_err(|error| Failure::Input(caused(&error)))?;
    imported.new.route = imported.new.route.or(held);
    if args.title.is_some() {
        imported.new.title.clone_from(&args.title);
    }
    for note in &imported.notes {
        output::complain(note);
    }
    let store = store::open().await?;
    if let Some(id) = imported.new.id.take() {
        if !is_name(id.as_str()) {
            output::complain(&format!("no session can be called {:?} here: this one gets another name", id.as_str()));
        } else if store.session(id.as_str()).await.is_ok_and(|found| found.id == id) {
            output::complain(&format!("there is a session {id} here: this one gets another name"));
        } else {
            imported.new.id = Some(id);
        }
    }
    let session = keep(&store, imported).await?;
    output::write(format!("{}\n", session.id).as_bytes())
}

/// What a person can type at a shell, and nobody mistakes for something else.
fn is_name(id: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "._:-".contains(c);
    id != "last" && id.len() <= 128 && id.starts_with(|c: char| c.is_ascii_alphanumeric()) && id.chars().all(fits)
}

/// All of it, or none.
async fn keep(store: &Store, imported: Imported) -> Result<Session, Failure> {
    let Imported { new, settings, turns, .. } = imported;
    let session = store.create(new).await?;
    let turns: Vec<_> = turns.into_iter().map(Arc::new).collect();
    let settings: Vec<_> = settings.into_iter().map(|(name, value)| (name, Some(value))).collect();
    let kept = match store.append(&session.id, 0, &turns).await {
        Ok(()) => store.configure(&session.id, &settings).await,
        Err(error) => Err(error),
    };
    if let Err(error) = kept {
        store.delete(&session.id).await?;
        return Err(error.into());
    }
    Ok(session)
}
