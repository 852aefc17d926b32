//! The third client: throughline. Streamed, stored as lines, read back by what might be another process, and sent on.
use super::{
    played::Played,
    script::{QUESTION, RESULT, Stop},
    spoken::{Said, Spoken},
    table::Way,
};
use crate::{explain::Report, failure::Failure};
use throughline::{
    Fragments, Ingested, Projection, RejectionMemory, Role, Stored, Turn,
    client::{Client, SendError, Talk},
};

/// A conversation and the plan of its last request.
pub(super) type Through = (Played, Option<Report>);

pub(super) async fn play(client: &Client, stop: Stop, routes: &[Projection; 3]) -> Result<Through, Failure> {
    let (mut played, mut lines, mut report) = (Played::default(), vec![], None);
    for (n, (way, route)) in stop.ways.iter().zip(routes).enumerate() {
        // Each request knows nothing but the lines of those before.
        let (mut talk, mut turns) = open(client, stop, way, route)?;
        if n > 0 {
            turns.pop();
            turns.extend(read(&lines)?);
            turns.extend(next(n, turns.last()));
        }
        talk.set_history(turns.into_iter().collect());
        if n + 1 == routes.len() {
            report = Some(explained(&mut talk, route));
        }
        let Some(_) = say(&mut talk, way, &mut played).await? else { break };
        // Instructions are each way's own.
        let turns = talk.history().turns().iter().filter(|turn| turn.role != Role::System);
        lines = turns.map(|turn| Stored::Turn((**turn).clone()).line()).collect::<Result<_, _>>()?;
    }
    Ok((played.end(), report))
}

/// What is said in request `n`, behind the reply to the one before.
fn next(n: usize, reply: Option<&Turn>) -> Vec<Turn> {
    if n > 1 {
        return vec![Turn::user(QUESTION)];
    }
    let ids = reply.into_iter().flat_map(Turn::calls).filter_map(|call| call.id.as_ref());
    ids.map(|id| Turn::tool(&id.decode(), RESULT)).collect()
}

/// A new conversation with the members that every client's request has, and the turns that it opens with.
fn open(client: &Client, stop: Stop, way: &Way, route: &Projection) -> Result<(Talk, Vec<Turn>), Failure> {
    let body = Spoken::of(&route.route().api).request(way, &[Said::User(stop.opening("throughline"))], false);
    let Ingested { request, turns } = route.ingest(body.as_bytes())?;
    let mut talk = client.talk(route.route().clone(), None)?;
    *talk.request_mut() = request;
    Ok((talk, turns))
}

fn read(lines: &[String]) -> Result<Vec<Turn>, Failure> {
    let turns = lines.iter().map(|line| match Stored::read(line)? {
        Stored::Turn(turn) => Ok(turn),
        Stored::Request(_) => Err(Failure::Input("a turn came back as a request".to_owned())),
    });
    turns.collect()
}

/// What the next request is going to hold.
fn explained(talk: &mut Talk, route: &Projection) -> Report {
    let request = talk.request_mut().clone();
    Report::new(&route.plan(&request, talk.history(), &RejectionMemory::new(), &mut Fragments::new()))
}

/// Sends; the turn of the reply, or none where it was refused for good.
async fn say(talk: &mut Talk, way: &Way, played: &mut Played) -> Result<Option<std::sync::Arc<Turn>>, Failure> {
    let (tried, turn) = match talk.send(true, &mut |_| {}).await {
        Ok(reply) => (reply.tried, Some(reply.turn)),
        Err(SendError::Refused { tried, .. }) => (tried, None),
        Err(error) => return Err(error.into()),
    };
    for tried in &tried {
        played.sent(way.provider, tried.status, &tried.body, &tried.headers);
        if let Some((refused, _)) = &tried.refusal {
            played.refused(refused.status, refused.body.get().as_bytes());
        }
    }
    if let Some(turn) = &turn {
        played.answered(turn.text());
    }
    Ok(turn)
}
