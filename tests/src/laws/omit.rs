//! Law 7, *omit*.
use crate::{
    Breach, Outcome, Subject,
    generate::each_history,
    subject::{Stage, conversation, messages},
    tokens::Json,
};
use std::ops::Range;
use throughline_core::{At, Body, History, Key, Part, Plan, RejectionMemory};

/// Law 7, *omit*: a field that a route has refused is absent, and every other byte is equal. A message left empty goes whole, and the plan
/// says so.
///
/// Refuses every field that the conversations of the cases, and generated ones, are sent with; one at a time.
pub fn omit(subject: &Subject) -> Outcome {
    Outcome::of("omit", "no route reads a field that could be refused", look(subject))
}

fn look(subject: &Subject) -> Result<usize, Box<Breach>> {
    let mut times = 0;
    for (case, _, turn) in subject.turns()? {
        times += refused(&case.title(), &subject.stage(&case.home)?, &conversation(turn))?;
    }
    let stages = subject.stages()?;
    let generated =
        each_history(subject, |history| stages.iter().map(|stage| refused(&stage.title(), stage, history)).sum())?;
    Ok(times + generated)
}

fn refused(title: &str, stage: &Stage<'_>, history: &History) -> Result<usize, Box<Breach>> {
    let Ok((plan, body)) = stage.cold(history) else { return Ok(0) };
    let required = stage.policy.required.as_ref().and_then(|entry| entry.rule.required.as_ref());
    let mut times = 0;
    for (key, _) in plan.fields() {
        if required.is_some_and(|needs| needs.field == *key) {
            continue;
        }
        let mut memory = RejectionMemory::new();
        memory.record(stage.route, key.clone());
        let without = stage.under(memory);
        let Ok((tighter, found)) = without.cold(history) else {
            return Err(Breach::new(title, format!("without `{key}` it cannot be written for {}", stage.route)));
        };
        if let Some((expected, found)) = left_out(title, key, (&plan, &body), (&tighter, &found))? {
            Breach::unless_equal(title, &changed(key), &expected, &found)?;
            times += 1;
        }
    }
    Ok(times)
}

/// What is wrong where the two that [`left_out`] gives differ.
pub(super) fn changed(key: &Key) -> String {
    format!("`{key}` was refused, and something else changed too")
}

/// What the request without `key` should be, and what it is; none where a block does not stand in it as it came.
pub(super) fn left_out(
    title: &str,
    key: &Key,
    (plan, body): (&Plan<'_>, &Body),
    (tighter, found): (&Plan<'_>, &Body),
) -> Result<Option<(String, String)>, Box<Breach>> {
    let still: Vec<&Key> = tighter.fields().into_iter().map(|(key, _)| key).collect();
    if still.contains(&key) {
        return Err(Breach::new(title, format!("`{key}` was refused and is sent")));
    }
    // Keys that went beside the refused one go with it.
    let gone: Vec<&Key> = plan.fields().into_iter().map(|(key, _)| key).filter(|key| !still.contains(key)).collect();
    let Some((mut expected, hollow)) = without(plan, &list(body), &gone) else { return Ok(None) };
    let mut found_list = list(found);
    if hollow {
        (expected, found_list) = (solid(expected), solid(found_list));
    }
    let wholes =
        |plan: &Plan<'_>| (0..plan.len()).filter(|n| plan.turn(*n).is_some_and(|turn| turn.whole().is_some())).count();
    for _ in wholes(plan)..wholes(tighter) {
        expected = without_next(&expected, &found_list).unwrap_or(expected);
    }
    let around = |body: &Body, messages: &str| {
        let side = |bytes: Option<&[u8]>| String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned();
        let (head, tail) = (body.bytes.get(..body.messages.start), body.bytes.get(body.messages.end..));
        [&side(head), messages.trim_matches(['[', ']']), &side(tail)].concat()
    };
    Ok(Some((around(body, &expected), around(found, &found_list))))
}

/// The messages with the brackets of their list.
fn list(body: &Body) -> String {
    format!("[{}]", messages(body))
}

/// The messages without these members and blocks, and whether a list of blocks is empty now; none where a block does not stand in
/// them as it came.
fn without(plan: &Plan<'_>, list: &str, gone: &[&Key]) -> Option<(String, bool)> {
    let mut list = list.to_owned();
    let named = |name: &str, _: &str| gone.iter().any(|key| key.as_str() == name);
    while let Some(span) = member(&list, named) {
        list.replace_range(span, "");
    }
    let (mut from, mut hollow) = (0, false);
    while let Some(span) = block(&list, gone) {
        list.replace_range(span.clone(), "");
        hollow |= is_hollow(&list, span.start)?;
    }
    for line in plan.ledger() {
        let Some(At::Part(part, _)) = line.at.filter(|_| line.outcome.key().is_some_and(|key| gone.contains(&key)))
        else {
            continue;
        };
        if !plan.turn(line.turn)?.carries(At::Part(part, 0)) {
            continue;
        }
        let Some(Part::Reasoning(carrier)) = plan.history.turns().get(line.turn)?.parts.get(part) else { return None };
        let json = Json::new(&list);
        let tokens = json.find(&Json::new(carrier.payload.get()), from)?;
        from = tokens.start;
        let span = json.cut(&tokens);
        list.replace_range(span.clone(), "");
        hollow |= is_hollow(&list, span.start)?;
    }
    Some((list, hollow))
}

fn is_hollow(list: &str, at: usize) -> Option<bool> {
    Some(list.get(..at)?.ends_with('[') && list.get(at..)?.starts_with(']'))
}

/// Where the first block stands that says nothing but such a member, its type aside: wires without members on messages wrap it.
fn block(list: &str, gone: &[&Key]) -> Option<Range<usize>> {
    fn wraps(json: &Json<'_>, value: &Range<usize>, gone: &[&Key]) -> bool {
        let spelled = |name: usize| json.tokens.get(name).map_or("", |token| json.get(token).trim_matches('"'));
        let mut inside = json.inside(value.start);
        inside.retain(|(name, _)| name.is_none_or(|name| spelled(name) != "type"));
        let [(Some(name), value)] = inside.as_slice() else { return false };
        let name = spelled(*name);
        gone.iter().any(|key| key.as_str() == name) || wraps(json, value, gone)
    }
    let json = Json::new(list);
    let members = json.inside(0).into_iter().flat_map(|(_, message)| json.inside(message.start));
    let mut blocks = members.flat_map(|(_, value)| json.inside(value.start)).filter(|(name, _)| name.is_none());
    blocks.find(|(_, block)| wraps(&json, block, gone)).map(|(_, block)| json.cut(&block))
}

/// The messages without members that hold nothing: each wire has its own way to say that no block is left.
fn solid(mut list: String) -> String {
    while let Some(span) = member(&list, |_, value| matches!(value, "[]" | "\"\"" | "null")) {
        list.replace_range(span, "");
    }
    list
}

/// `expected` without its first message that `found` does not have there.
fn without_next(expected: &str, found: &str) -> Option<String> {
    let (json, there) = (Json::new(expected), Json::new(found));
    let all = |json: &Json<'_>| json.inside(0).into_iter().map(|(_, message)| message).collect::<Vec<_>>();
    let mut found = all(&there).into_iter().map(|message| found.get(there.span(&message)));
    let gone = all(&json).into_iter().find(|message| found.next().flatten() != expected.get(json.span(message)))?;
    let mut shorter = expected.to_owned();
    shorter.replace_range(json.cut(&gone), "");
    Some(shorter)
}

/// Where the first member of a message stands whose name and value are such.
fn member(list: &str, such: impl Fn(&str, &str) -> bool) -> Option<Range<usize>> {
    let json = Json::new(list);
    let mut members = json.inside(0).into_iter().flat_map(|(_, message)| json.inside(message.start));
    let (_, value) = members.find(|(name, value)| {
        let name = name.and_then(|name| json.tokens.get(name)).map(|token| json.get(token).trim_matches('"'));
        name.is_some_and(|name| such(name, list.get(json.span(value)).unwrap_or_default()))
    })?;
    Some(json.cut(&value))
}
