//! Law 1, *verbatim*.
use crate::{
    Breach, Case, Expected, Outcome, Subject,
    generate::{each_history, minted, shape_of},
    subject::{Stage, conversation, form, text},
    tokens::{Json, airy},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use throughline_core::{Carrier, Framing, History, Outcome as Fate, Plan, Reason, Turn, json, verbatim};

/// Law 1, *verbatim*: every string that a provider minted comes home equal, code unit for code unit; objects keep key order, number
/// spelling and unknown keys.
///
/// Looks at the carriers of the cases, at their follow-up bodies, and at all that a plan sends of generated histories.
pub fn verbatim(subject: &Subject) -> Outcome {
    Outcome::of("verbatim", "no case has a reply", cases(subject).and_then(|times| Ok(times + generated(subject)?)))
}

fn cases(subject: &Subject) -> Result<usize, Box<Breach>> {
    let mut times = 0;
    for (case, framing, turn) in subject.turns()? {
        if let Some(expected) = &case.carriers {
            times += 1 + held(case, framing, &turn, expected)?;
        }
        let stage = subject.stage(&case.home)?;
        let history = conversation(turn);
        let (plan, body) = stage.sample(case, &history)?;
        times += sent(&case.title(), &plan, &history, &text(&body))?;
        if case.follow_up.is_none() {
            kept_back(case, &plan)?;
        }
        // A stream beside a whole reply may spell the same in another way: that both agree is law 2.
        if let (Some(follow_up), true) = (&case.follow_up, framing == Framing::Whole || case.whole.is_none()) {
            Breach::unless_equal(&case.title(), "the next request is another one", follow_up, &body.bytes)?;
            times += 1;
        }
    }
    for case in &subject.cases {
        times += case.whole.as_deref().map_or(Ok(0), |whole| printed(subject, case, whole))?;
    }
    Ok(times)
}

/// The turn holds the carriers that the author saw in the reply.
fn held(case: &Case, framing: Framing, turn: &Turn, expected: &[Expected]) -> Result<usize, Box<Breach>> {
    let found: Vec<&Carrier> = turn.carriers().map(|(_, carrier)| carrier).collect();
    let kinds = |all: &mut dyn Iterator<Item = String>| all.collect::<Vec<_>>().join(", ");
    let (want, have) = (
        kinds(&mut expected.iter().map(|carrier| carrier.kind.to_string())),
        kinds(&mut found.iter().map(|carrier| carrier.kind.to_string())),
    );
    Breach::unless_equal(&case.title(), &format!("its {} reply holds other carriers", form(framing)), &want, &have)?;
    for (n, (want, have)) in expected.iter().zip(found).enumerate() {
        // A path that leads to nothing, and one that leads to an empty text, show what no path shows.
        let said = |text: &&str| !text.is_empty();
        let readable = have.readable();
        let (expected, found) = (want.text.filter(said), readable.as_deref().filter(said));
        let what = format!("carrier {n} of its {} reply, `{}`, has another text", form(framing), want.kind);
        Breach::unless_equal(&case.title(), &what, expected.unwrap_or("—"), found.unwrap_or("—"))?;
        if let Some(payload) = want.payload
            && !Json::new(payload).same(&Json::new(have.payload.get()))
        {
            let what = format!("carrier {n} of its {} reply, `{}`, has another payload", form(framing), want.kind);
            Breach::unless_equal(&case.title(), &what, payload, have.payload.get())?;
        }
    }
    Ok(expected.len())
}

/// What the route reads and the adapter keeps back all the same shows in a follow-up body, or it is a mistake.
fn kept_back(case: &Case, plan: &Plan<'_>) -> Result<(), Box<Breach>> {
    let lines = plan.ledger();
    let adapters = |reason: &Reason| matches!(reason, Reason::Adapter(_));
    let back = lines.iter().find(|line| line.outcome == Fate::Withheld && adapters(line.because.reason()));
    match back {
        None => Ok(()),
        Some(line) => Err(Breach::new(
            case.title(),
            format!("the adapter keeps `{}` back, which the route reads: say with `follow_up` what goes", line.kind),
        )),
    }
}

/// Whatever the plan sends is found in the body, token for token.
pub(super) fn sent(title: &str, plan: &Plan<'_>, history: &History, body: &str) -> Result<usize, Box<Breach>> {
    let body = Json::new(body);
    let mut times = 0;
    for (n, turn) in history.turns().iter().enumerate() {
        let Some(decided) = plan.turn(n).filter(|decided| decided.whole().is_none()) else { continue };
        for (at, carrier) in turn.carriers().filter(|(at, _)| decided.carries(*at)) {
            let whole = body.find(&Json::new(carrier.payload.get()), 0).is_some();
            // What another wire wraps, or is kept in the shape of another, goes in this one's wrapper: its label may change, and the strings
            // in it go as they came, or as the bytes that they are.
            let elsewhere = shape_of(carrier).is_some_and(|api| api != plan.route.api);
            let wrapped = elsewhere || turn.origin.as_ref().is_some_and(|origin| origin.api != plan.route.api);
            let said = |text: &str| body.find(&Json::new(&format!("\"{text}\"")), 0).is_some();
            let string = |inner: &&str| said(inner) || said(&STANDARD.encode(inner));
            let label = elsewhere.then(|| json::member(carrier.payload.get(), "type")).flatten();
            let mut minted = minted(carrier);
            minted.retain(|inner| label.is_none_or(|label| verbatim::inner(label.get()) != *inner));
            if elsewhere {
                // A wire that spells a shape anew may refuse members that it does not know: they go home alone.
                let home = turn.origin.as_ref().is_some_and(|origin| origin.is_home(plan.route));
                let seal = minted.iter().copied().max_by_key(|inner| inner.len()).filter(|_| carrier.sealed);
                minted.retain(|inner| home || seal == Some(*inner));
                carrier.literals(|inner| minted.push(inner));
            }
            if !(whole || wrapped && !minted.is_empty() && minted.iter().all(string)) {
                let what = format!(
                    "turn {n}: the plan sends `{}` at {at:?}, and the body does not hold it as it came",
                    carrier.kind
                );
                return Err(Breach::new(title, what));
            }
            times += 1;
        }
    }
    Ok(times)
}

/// A reply with white space between its tokens is the same reply.
fn printed(subject: &Subject, case: &Case, whole: &[u8]) -> Result<usize, Box<Breach>> {
    let Ok(compact) = std::str::from_utf8(whole) else { return Ok(0) };
    let payloads = |reply: &str| {
        let turn = subject.turn(case, Framing::Whole, reply.as_bytes())?;
        let all = turn.carriers().map(|(_, carrier)| carrier.payload.get().to_owned());
        Ok::<_, Box<Breach>>(all.collect::<Vec<_>>().join("\n"))
    };
    let what = "its reply, printed with white space, holds other carriers";
    Breach::unless_equal(&case.title(), what, &payloads(compact)?, &payloads(&airy(compact))?)?;
    Ok(1)
}

fn generated(subject: &Subject) -> Result<usize, Box<Breach>> {
    let stages = subject.stages()?;
    each_history(subject, |history| {
        stages
            .iter()
            .map(|stage: &Stage<'_>| {
                let Ok((plan, body)) = stage.cold(history) else { return Ok(0) };
                sent(&stage.title(), &plan, history, &text(&body))
            })
            .sum()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use throughline_core::{Api, Role, Route, TextAt, Verbatim};

    #[test]
    fn nothing_is_readable_where_the_path_leads_nowhere() {
        let home = Route::new("acme", "https://api.acme.example", Api::new("acme_chat"), "acme-1").unwrap();
        let case = Case::new("thinks in silence", home);
        let payload = Verbatim::parse(r#"{"type":"thought","signature":"c2Vh"}"#).unwrap();
        let mut turn = Turn::new(Role::Assistant);
        turn.carriers.push(Carrier::sealed("acme_thought", "acme", payload, Some(TextAt::path("summary/*/text"))));
        let told = |expected: Expected| held(&case, Framing::Sse, &turn, &[expected]).err().map(|breach| breach.what);
        let blob = Expected::blob("acme_thought", r#"{"type":"thought","signature":"c2Vh"}"#);
        assert_eq!(told(blob), None);
        let another = "carrier 0 of its streamed reply, `acme_thought`, has another text";
        assert_eq!(told(Expected::text("acme_thought", "so")), Some(another.to_owned()));
    }
}
