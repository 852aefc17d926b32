//! The third client: throughline. Streamed, stored as lines, read back by what might be another process, and sent on.
use super::{
    played::Played,
    script::{QUESTION, RESULT, Stop},
    spoken::{Said, Spoken},
    table::Way,
};
use crate::{explain::Report, failure::Failure};
use throughline::{
    Fragments, History, Ingested, Projection, RejectionMemory, Stored, Turn,
    client::{Client, SendError, Talk},
};

/// A conversation and the plan of its last request.
pub(super) type Through = (Played, Option<Report>);

pub(super) async fn play(
    client: &Client,
    stop: Stop,
    first: &Projection,
    last: &Projection,
) -> Result<Through, Failure> {
    let mut played = Played::default();
    let mut talk = open(client, stop, stop.first(), first)?;
    talk.push(Turn::user(&stop.opening("throughline")));
    let Some(turn) = say(&mut talk, stop.first(), &mut played).await? else { return Ok((played.end(), None)) };
    let ids: Vec<String> = turn.calls().filter_map(|call| Some(call.id.as_ref()?.decode().into_owned())).collect();
    ids.iter().for_each(|id| talk.push(Turn::tool(id, RESULT)));
    let Some(_) = say(&mut talk, stop.first(), &mut played).await? else { return Ok((played.end(), None)) };
    let lines: Vec<String> =
        talk.history().turns().iter().map(|turn| Stored::Turn((**turn).clone()).line()).collect::<Result<_, _>>()?;
    drop(talk);

    // What follows knows nothing but the lines.
    let mut talk = open(client, stop, stop.way, last)?;
    talk.set_history(read(&lines)?);
    talk.push(Turn::user(QUESTION));
    let report = explained(&mut talk, last);
    say(&mut talk, stop.way, &mut played).await?;
    Ok((played.end(), Some(report)))
}

/// A new conversation with the members that every client's request has.
fn open(client: &Client, stop: Stop, way: &Way, route: &Projection) -> Result<Talk, Failure> {
    let body = Spoken::of(&route.route().api).request(way, &[Said::User(stop.opening("throughline"))], false);
    let Ingested { request, .. } = route.ingest(body.as_bytes())?;
    let mut talk = client.talk(route.route().clone(), None)?;
    *talk.request_mut() = request;
    Ok(talk)
}

fn read(lines: &[String]) -> Result<History, Failure> {
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
