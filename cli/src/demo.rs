//! `demo`: one conversation on every route of the simulator, held by two ordinary clients and by throughline.
//!
//! Everything goes over HTTP on loopback. Nothing here knows what a route reads: plans are those of every other command, and
//! answers and refusals the simulator's.
mod ordinary;
mod played;
mod pretty;
pub(crate) mod script;
mod show;
pub(crate) mod spoken;
pub(crate) mod table;
mod through;

use crate::{
    args::{DemoArgs, RulesArgs},
    explain::{Report, Row},
    failure::Failure,
    output, rules, runtime,
};
use indicatif::{ProgressBar, ProgressStyle};
use ordinary::Habit;
use played::Played;
use script::{Journey, Stop};
use serde::Serialize;
use std::{
    hash::{BuildHasher, Hasher, RandomState},
    sync::Arc,
};
use table::WAYS;
use throughline::{
    Projector, Route,
    client::{Client, Http},
    near,
};
use throughline_simulator::{Options, Simulator};
use tokio::task::JoinSet;

/// A stop, played by every client.
#[derive(Serialize)]
struct Shown {
    #[serde(skip)]
    stop: Stop,
    /// Where the turns before came from, where those are other routes.
    from: Option<String>,
    route: Route,
    /// Whether throughline's last request carried reasoning: no other one can be recalled from.
    carried: bool,
    /// A client that keeps what the standard names.
    drops: Played,
    /// A client that sends back everything that it got.
    echoes: Played,
    throughline: Played,
    /// The plan of throughline's last request.
    explained: Option<Report>,
}

impl Shown {
    /// Answered, and nothing that could have been recalled from went there.
    fn is_bare(&self) -> bool {
        !self.carried && self.throughline.errors.is_empty() && !self.throughline.recalled
    }
    /// The row that says what the route reads.
    fn row(&self) -> Option<&Row> {
        self.explained.as_ref()?.columns.reads.as_ref()
    }
}

pub(crate) fn run(args: &DemoArgs, rules: &RulesArgs) -> Result<(), Failure> {
    let stops = chosen(args.route.as_deref())?;
    let cast = Cast {
        projector: Projector::new(rules::registry(rules)?),
        client: Client::new(rules::registry(rules)?, Http::direct()?),
        http: Http::direct()?,
    };
    let shown = runtime::run(play(Arc::new(cast), stops))??;
    if args.json {
        return output::json(&shown);
    }
    output::write(show::all(&shown, args.verbose, output::Paint::stdout()).as_bytes())
}

/// The stops of one provider, or all.
fn chosen(name: Option<&str>) -> Result<Vec<Stop>, Failure> {
    let all = Stop::all();
    let Some(name) = name else { return Ok(all) };
    let is = |provider: &str| provider.eq_ignore_ascii_case(name);
    let stops: Vec<Stop> = all.iter().copied().filter(|stop| stop.providers().any(is)).collect();
    if !stops.is_empty() {
        return Ok(stops);
    }
    let mut names: Vec<&str> = WAYS.iter().map(|way| way.provider).collect();
    names.dedup();
    let meant =
        near(name, names.iter().copied()).first().map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    Err(Failure::Usage(format!("the demo does not go to `{name}`{meant} it goes to {}", names.join(", "))))
}

/// Who plays.
struct Cast {
    projector: Projector,
    client: Client,
    http: Http,
}

async fn play(cast: Arc<Cast>, stops: Vec<Stop>) -> Result<Vec<Shown>, Failure> {
    // Another provider is another host: a session that moves must not seem to have stayed. What one door has signed the others read.
    let seed = Some(RandomState::new().build_hasher().finish());
    let start = || Simulator::start(Options { seed, ..Options::default() });
    let hosts = Arc::new((start()?, start()?));
    let bar = ProgressBar::new(stops.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("  {bar:40} {pos}/{len} conversations, each with three clients") {
        bar.set_style(style);
    }
    let mut playing = JoinSet::new();
    for (number, stop) in stops.into_iter().enumerate() {
        let (cast, hosts) = (cast.clone(), hosts.clone());
        playing.spawn(async move { Ok::<_, Failure>((number, travel(&cast, &hosts, stop).await?)) });
    }
    let mut shown = vec![];
    while let Some(done) = playing.join_next().await {
        shown.push(done.map_err(|error| Failure::Network(format!("the demo broke off: {error}")))??);
        bar.inc(1);
    }
    bar.finish_and_clear();
    shown.sort_by_key(|(number, _)| *number);
    Ok(shown.into_iter().map(|(_, shown)| shown).collect())
}

async fn travel(cast: &Cast, (home, away): &(Simulator, Simulator), stop: Stop) -> Result<Shown, Failure> {
    let [first, next, last] = stop.ways;
    let to = |way, leaves| script::at(way, if leaves { away } else { home }, &cast.projector);
    let journey = stop.journey();
    let routes = [to(first, false)?, to(next, journey == Journey::Doors)?, to(last, journey != Journey::Stays)?];
    let drops = ordinary::play(&cast.http, stop, Habit::Drops, &routes).await?;
    let echoes = ordinary::play(&cast.http, stop, Habit::Echoes, &routes).await?;
    let (throughline, explained) = through::play(&cast.client, stop, &routes).await?;
    let [.., last] = &routes;
    let from = match journey {
        Journey::Stays => None,
        Journey::Moves => Some(first.provider.to_owned()),
        Journey::Doors => Some(format!("{} > {}", first.provider, next.provider)),
    };
    Ok(Shown {
        stop,
        from,
        route: last.route().clone(),
        carried: explained.as_ref().is_some_and(|plan| plan.carriers.iter().any(|carrier| show::is_sent(carrier.fate))),
        drops,
        echoes,
        throughline,
        explained,
    })
}
