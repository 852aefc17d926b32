//! The two clients that everybody has: one keeps of a reply what the standard names, the other sends back all that it got.
use super::{
    played::Played,
    script::{QUESTION, Stop},
    spoken::{Said, Spoken, Taken},
    table::Way,
};
use crate::failure::Failure;
use throughline::{
    Projection,
    client::{Call, Http, Secret, Transport},
};

/// What a client does with the rest of a reply.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Habit {
    Drops,
    Echoes,
}

/// Holds a conversation. `routes` are the stop's ways, for their addresses alone.
pub(super) async fn play(http: &Http, stop: Stop, habit: Habit, routes: &[Projection; 3]) -> Result<Played, Failure> {
    let client = match habit {
        Habit::Drops => "drops",
        Habit::Echoes => "echoes",
    };
    let mut line = Line { http, played: Played::default(), whole: habit == Habit::Echoes };
    let mut said = vec![Said::User(stop.opening(client))];
    for ((way, route), next) in stop.ways.iter().zip(routes).zip([None, Some(QUESTION), None]) {
        let Some(taken) = line.ask(way, route, &said).await? else { break };
        line.played.answered(taken.text.clone());
        let result = taken.calls.first().cloned().map(Said::Result);
        said.push(Said::Own(taken));
        said.extend(next.map(|text| Said::User(text.to_owned())).or(result));
    }
    Ok(line.played.end())
}

struct Line<'a> {
    http: &'a Http,
    played: Played,
    whole: bool,
}

impl Line<'_> {
    /// One request; none where it was refused.
    async fn ask(&mut self, way: &Way, route: &Projection, said: &[Said]) -> Result<Option<Taken>, Failure> {
        let spoken = Spoken::of(&route.route().api);
        let body = spoken.request(way, said, self.whole).into_bytes();
        let endpoint = route.adapter().endpoint(route.route(), false);
        let headers = endpoint.headers.iter();
        let headers = headers.map(|(name, value)| ((*name).to_owned(), Secret::new(value.as_ref()))).collect();
        let url = route.route().base_url.dial(&endpoint.suffix);
        let call = Call { url, headers, body: body.clone(), streamed: false };
        let mut answer = self.http.send(call).await?;
        let mut bytes = vec![];
        while let Some(more) = answer.body.next().await? {
            bytes.extend(more);
        }
        self.played.sent(way.provider, answer.status, &body, &answer.headers);
        if answer.status >= 400 {
            self.played.refused(answer.status, &bytes);
            return Ok(None);
        }
        let taken = spoken.take(&String::from_utf8_lossy(&bytes));
        let unread = || Failure::Input(format!("a reply of the simulated {} cannot be read", way.provider));
        taken.ok_or_else(unread).map(Some)
    }
}
