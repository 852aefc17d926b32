//! The registry of a command: the adapters of this build under the user's own rows.
use crate::{
    args::{RouteArgs, RulesArgs},
    failure::Failure,
};
use std::{
    env, fs, io,
    path::{Path, PathBuf},
};
use throughline::{Projection, Projector, Registry, RouteRule, builder, user};

/// The variable that names the user's table.
const VARIABLE: &str = "THROUGHLINE_RULES";

/// A route, ready, under the user's rows.
pub(crate) fn projection(args: &RulesArgs, route: &RouteArgs) -> Result<Projection, Failure> {
    let route = route.route()?;
    Ok(Projector::new(registry(args)?).to(&route)?)
}

/// Every adapter, with the user's rows on top.
pub(crate) fn registry(args: &RulesArgs) -> Result<Registry, Failure> {
    Ok(builder().user(rows(args)?).build()?)
}

/// Every adapter, with the user's rows only where the command line names them: the same for everybody.
pub(crate) fn plain(args: &RulesArgs) -> Result<Registry, Failure> {
    let rows = args.rules.as_deref().map(read).transpose()?;
    Ok(builder().user(rows.unwrap_or_default()).build()?)
}

fn rows(args: &RulesArgs) -> Result<Vec<RouteRule>, Failure> {
    if args.no_rules {
        return Ok(vec![]);
    }
    let named = env::var_os(VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from);
    if let Some(file) = args.rules.clone().or(named) {
        return read(&file);
    }
    let config = env::var_os("XDG_CONFIG_HOME").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let Some(config) = config.or_else(|| Some(Path::new(&env::var_os("HOME")?).join(".config"))) else {
        return Ok(vec![]);
    };
    let file = config.join("throughline").join("rules.toml");
    if file.is_file() { read(&file) } else { Ok(vec![]) }
}

fn read(file: &Path) -> Result<Vec<RouteRule>, Failure> {
    let name = file.display().to_string();
    match fs::read_to_string(file) {
        Ok(text) => Ok(user::rows(&text, &name)?),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Err(Failure::Input(format!("{name}: not utf-8"))),
        Err(error) => Err(Failure::unreadable(file, &error)),
    }
}
