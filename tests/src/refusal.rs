//! Refusals: those that an author brings, one that fits every field, and the way that any of them takes through an adapter.
//!
//! Never calls a verdict by hand where the adapter has a say: a status or a body that it loses is lost for good.
use crate::{Breach, Subject};
use throughline_core::{
    Captured, Framing, Key, Literal, Plan, ReplyHead,
    verdict::{self, Verdict},
};

/// A refusal of the next request of a case, as a host sends it, with what it is about.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Refusal {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
    /// The fields that it says the host does not know; none where it says something else.
    pub fields: Vec<&'static str>,
    /// The payloads of the sealed carriers that it says the host cannot read.
    pub carriers: Vec<&'static str>,
}

impl Refusal {
    /// A refusal that names nothing.
    pub fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self { status, body: body.into(), fields: vec![], carriers: vec![] }
    }
    /// It says that the host does not know this field.
    #[must_use]
    pub fn field(mut self, name: &'static str) -> Self {
        self.fields.push(name);
        self
    }
    /// It says that the host cannot read the carrier with this payload.
    #[must_use]
    pub fn carrier(mut self, json: &'static str) -> Self {
        self.carriers.push(json);
        self
    }
    /// A host with a closed schema, which does not know `key`.
    pub(crate) fn of(key: &Key) -> Self {
        let name = Literal::of(key.as_str());
        let body = format!(
            r#"{{"detail":[{{"type":"extra_forbidden","loc":["body","messages",1,"assistant",{}],"msg":"Extra inputs are not permitted"}}]}}"#,
            name.raw()
        );
        Self::new(422, body)
    }
    /// The same under another status.
    pub(crate) fn under(&self, status: u16) -> Self {
        Self { status, ..self.clone() }
    }
}

impl Subject {
    /// What a refusal means that the adapter read.
    pub(crate) fn verdict(&self, refusal: &Refusal, plan: &Plan<'_>) -> Result<Verdict, Box<Breach>> {
        let head = ReplyHead { status: refusal.status, framing: Framing::Whole, served_by: None };
        let mut capture = self.adapter().capture(plan.route, &head);
        let read = capture.feed(&refusal.body, &mut |_| {}).and_then(|()| capture.finish());
        match read {
            Ok(Captured::Refusal(read)) => {
                Ok(verdict::read(&verdict::Refusal { status: read.status, body: &read.body }, plan))
            }
            Ok(Captured::Turn(_)) => {
                Err(Breach::new(plan.route.to_string(), format!("a refusal, {}, was read as a turn", refusal.status)))
            }
            Err(error) => Err(Breach::new(
                plan.route.to_string(),
                format!("a refusal, {}, was not read: {error}", refusal.status),
            )),
        }
    }
}

/// The fields that a verdict says the route does not know.
pub(crate) fn unknown(verdict: &Verdict) -> &[Key] {
    if let Verdict::UnknownField { fields } = verdict { fields } else { &[] }
}
