//! One conversation: asking, showing, answering calls, going elsewhere.
use super::{DEFAULT, tool};
use crate::{
    args::{ChatArgs, RulesArgs},
    dial::Dial,
    failure::{Failure, caused},
    keys,
    output::{self, Paint},
    rules,
    said::Said,
    screen::{Screen, Shown},
    sim,
    stop::Stop,
    store::{self, Store},
    words,
};
use std::io::{self, IsTerminal};
use throughline::{
    Api, Ending, Note, Projector, Turn, Verbatim,
    client::{Client, Secret},
    session::{CompactedReport, Session, SessionError, Spoken},
};
use throughline_sessions::{Journal, Recovered, SessionId};

/// How often a model may call tools before it has to answer.
const ROUNDS: usize = 8;

pub(super) struct Talk<'a> {
    args: &'a ChatArgs,
    pub(super) store: Store,
    pub(super) session: Session,
    projector: Projector,
    key: Option<Secret>,
    stop: Stop,
    shown: Shown,
    pub(super) paint: Paint,
}

impl<'a> Talk<'a> {
    /// Begins a session, or goes on with one.
    pub(super) async fn open(args: &'a ChatArgs, rules: &RulesArgs) -> Result<Self, Failure> {
        let named = args.model.as_deref().or_else(|| args.resume.is_none().then_some(DEFAULT));
        let api = args.api.clone().map(Api::from);
        let go = named.map(|spec| sim::resolve(spec, args.base_url.as_deref(), api)).transpose()?;
        let go = go.map(|route| keys::find(&route, args.key_env.as_deref()).map(|key| (route, key))).transpose()?;
        let stop = Stop::new();
        stop.listen();
        let client = Client::new(rules::registry(rules)?, Dial::new(stop.clone()));
        let store = if args.resume.is_some() { store::need().await? } else { store::open().await? };
        let journal = Journal::open(store::logs()?)?;
        let (session, key) = match (&args.resume, go) {
            (None, Some((route, key))) => {
                (Session::create(store.clone(), &client, route, key.clone(), args.title.as_deref()).await?, key)
            }
            (Some(id), Some((route, key))) => {
                (Session::resume(store.clone(), &client, id, Some((route, key.clone()))).await?, key)
            }
            (resume, None) => {
                let id = resume.as_deref().unwrap_or("last");
                let mut session = Session::resume(store.clone(), &client, id, None).await?;
                let key = keys::stored(session.route(), args.key_env.as_deref())?;
                session.set_key(key.clone());
                (session, key)
            }
        };
        let shown = match () {
            () if args.json => Shown::Nothing,
            () if args.hide_thinking || !io::stdout().is_terminal() => Shown::Answer,
            () => Shown::All,
        };
        session.recovered().iter().for_each(tell);
        let session = session.journal(journal);
        let (projector, paint) = (Projector::new(rules::registry(rules)?), Paint::stdout());
        let mut talk = Self { args, store, session, projector, key, stop, shown, paint };
        talk.equip(&args.set)?;
        Ok(talk)
    }
    pub(super) fn id(&self) -> &SessionId {
        self.session.id()
    }
    /// A session in which nothing was said is none.
    pub(super) async fn leave(&self) -> Result<(), Failure> {
        if self.session.history().turns().is_empty() && self.args.resume.is_none() {
            self.store.delete(self.id()).await?;
        }
        Ok(())
    }
    /// Says `prompt`, shows the answer, and answers calls until there are none.
    pub(super) async fn ask(&mut self, prompt: &str) -> Result<(), Failure> {
        self.answer_calls().await?;
        self.session.say(Turn::user(prompt)).await?;
        self.again().await
    }
    /// Sends what there is.
    pub(super) async fn again(&mut self) -> Result<(), Failure> {
        self.stop.reset();
        for _ in 0..ROUNDS {
            self.reply().await?;
            if self.stop.is_asked() || !self.answer_calls().await? {
                return Ok(());
            }
        }
        output::complain(&format!("the model has called tools {ROUNDS} times and not answered: /again goes on"));
        Ok(())
    }
    /// Goes on with another model or provider.
    pub(super) async fn go(&mut self, spec: &str) -> Result<(), Failure> {
        let route = sim::resolve(spec, None, None)?;
        let key = keys::find(&route, None)?;
        self.session.go(route, key.clone()).await?;
        self.key = key;
        self.equip(&[])
    }
    /// Goes on in a shorter session; says what became of this one.
    pub(super) async fn compact(&mut self) -> Result<String, Failure> {
        self.stop.reset();
        let report = self.session.compact(None, true).await?;
        if let Some(error) = &report.unsummarised {
            output::complain(&format!("the model wrote no summary: {error}"));
        }
        Ok(compacted(&report, self.id()))
    }

    /// What the route demands of a request, the members that are to be set, and the tool.
    fn equip(&mut self, set: &[(String, Verbatim)]) -> Result<(), Failure> {
        let projection = self.projector.to(self.session.route())?;
        let mut request = self.session.request().clone();
        // A request that nothing is added to keeps its own wire's words, and is said in others as it goes.
        let adds = self.args.tools || !set.is_empty() || sim::is(projection.route());
        if adds && request.api != projection.route().api {
            let mut notes = vec![];
            request = projection.adapter().adopt(projection.route(), &request, &mut notes);
            notes.iter().for_each(|Note { what, why }| output::complain(&format!("{what}: {}", why.reason())));
        }
        for (member, value) in set {
            request.set(member.clone(), value.clone());
        }
        sim::complete(projection.route(), &mut request)?;
        if self.args.tools {
            tool::offer(&projection, &mut request)?;
        }
        *self.session.request_mut() = request;
        Ok(())
    }
    /// Whether there were calls to answer.
    async fn answer_calls(&mut self) -> Result<bool, Failure> {
        let answers: Vec<_> = tool::answers(self.session.history()).into_iter().map(Into::into).collect();
        if answers.is_empty() {
            return Ok(false);
        }
        self.session.say_all(answers).await?;
        Ok(true)
    }
    async fn reply(&mut self) -> Result<(), Failure> {
        let mut screen = Screen::new(self.shown, self.paint);
        let sent = self.session.send(!self.args.no_stream, &mut |delta| screen.take(&delta)).await;
        let spoken = match sent {
            Ok(spoken) => spoken,
            Err(error) => {
                screen.leave();
                return Err(match error {
                    SessionError::Send { .. } if self.stop.is_asked() => {
                        Failure::Network("stopped before anything came".to_owned())
                    }
                    SessionError::Send { source, .. } => keys::refused(*source, self.key.as_ref()),
                    error => error.into(),
                });
            }
        };
        let Spoken { reply, unrecorded, .. } = spoken;
        let shown = self.show(screen, Said::new(self.session.route().clone(), reply)?);
        if let Some(error) = unrecorded {
            output::complain(&format!("the reply is stored, but not all about it is: {}", caused(&error)));
        }
        shown
    }
    fn show(&self, screen: Screen, mut said: Said) -> Result<(), Failure> {
        said.session = Some(self.id().to_string());
        if self.args.json {
            output::json_line(&said)?;
        } else {
            screen.end(&said.turn)?;
            output::write(b"\n")?;
        }
        if self.stop.is_asked() {
            return Err(Failure::Network("stopped; what came is kept, marked as cut".to_owned()));
        }
        if let Some(fault) = said.fault() {
            output::complain(fault);
        }
        match said.broken {
            Some(what) => Err(Failure::Network(format!("the reply is not whole: {what}; what came is kept"))),
            None if matches!(said.turn.ending, Some(Ending::Cut | Ending::Refused(_))) => {
                Err(Failure::Network("the reply is not whole; what came is kept".to_owned()))
            }
            None => Ok(()),
        }
    }
}

/// What became of a reply that nobody had finished.
fn tell(recovered: &Recovered) {
    match recovered {
        Recovered::Turn { session, at, .. } => {
            output::complain(&format!("a reply of {session} was never finished: what came of it is turn {at}"));
        }
        Recovered::Left { session, bytes, why } => {
            output::complain(&format!("{bytes} bytes of a reply of {session} stay unread: {why}"));
        }
        _ => {}
    }
}

fn compacted(report: &CompactedReport, id: &SessionId) -> String {
    let CompactedReport { left, before, after, summarised, shortened, digest, limit, .. } = report;
    let Some(left) = left else { return format!("nothing to gain: the next request costs {before} tokens\n") };
    let by = if *digest { "a digest" } else { "the model's summary" };
    let (turns, results) = (words::count(*summarised, "turn"), words::count(*shortened, "tool result"));
    let limit = limit.map(|limit| format!("{limit}\n")).unwrap_or_default();
    format!(
        "going on in {id}; {left} stays as it is\n\
         {turns} became {by}, {results} shorter: {before} → {after} tokens\n{limit}"
    )
}
