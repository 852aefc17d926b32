//! The tool of `--tools`: the weather, which is always the same. It does nothing and knows nothing, so that anybody may try it.
use crate::{
    demo::{script::RESULT, spoken::Spoken},
    failure::Failure,
};
use throughline::{Ending, History, Projection, Request, Role, Turn};

/// Its name in every declaration.
const NAME: &str = "weather";

/// Offers it, where it is not offered yet.
pub(super) fn offer(projection: &Projection, request: &mut Request) -> Result<(), Failure> {
    if request.tools.iter().flatten().any(|tool| tool.name.as_ref().is_some_and(|name| name.decode() == NAME)) {
        return Ok(());
    }
    let asked = Spoken::of(&request.api).asking(Some(&projection.route().model), "", &[]);
    let read = projection.ingest(asked.as_bytes())?.request;
    request.tools.get_or_insert_default().extend(read.tools.into_iter().flatten());
    Ok(())
}

/// The answers to calls that nobody has answered: those of the last turn, where it is a whole one. None where there are none.
pub(super) fn answers(history: &History) -> Vec<Turn> {
    let last = history.turns().last().filter(|turn| turn.role == Role::Assistant);
    let whole = last.filter(|turn| !turn.ending.as_ref().is_some_and(Ending::is_cut));
    let calls = whole.into_iter().flat_map(|turn| turn.calls());
    calls
        .map(|call| {
            let known = call.name.decode() == NAME;
            let id = call.id.as_ref().map(|id| id.decode()).unwrap_or_default();
            Turn::tool(&id, if known { RESULT } else { "there is no such tool here" })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use throughline::{Arguments, Literal, Part, Projector, ToolCall, resolve};

    fn called(name: &str, ending: Ending) -> Turn {
        let call = ToolCall {
            id: Some(Literal::of("c1")),
            name: Literal::of(name),
            arguments: Arguments::Text(Literal::of("{}")),
            extras: vec![],
            inner: vec![],
            carriers: vec![],
        };
        Turn { parts: vec![Part::Call(call)], ending: Some(ending), ..Turn::new(Role::Assistant) }
    }

    #[test]
    fn it_is_offered_once_on_either_wire() {
        let projector = Projector::new(throughline::registry().unwrap());
        let aws = "https://bedrock-runtime.eu-west-1.amazonaws.com";
        for (route, url) in [("deepseek/m", None), ("anthropic/m", None), ("gemini/m", None), ("bedrock/m", Some(aws))]
        {
            let projection = projector.to(&resolve(route, url, None).unwrap()).unwrap();
            let mut request = Request::new(projection.route().api.clone());
            offer(&projection, &mut request).unwrap();
            offer(&projection, &mut request).unwrap();
            assert_eq!(request.tools.unwrap().len(), 1, "{route}");
        }
    }
    #[test]
    fn calls_are_answered_unless_the_reply_was_cut() {
        let answer = |turn: Turn| answers(&[Turn::user("q"), turn].into_iter().collect());
        assert_eq!(answer(called(NAME, Ending::Stop(None))), [Turn::tool("c1", RESULT)]);
        assert_eq!(answer(called("x", Ending::Stop(None))), [Turn::tool("c1", "there is no such tool here")]);
        assert!(answer(called(NAME, Ending::Cut)).is_empty() && answer(Turn::user("q")).is_empty());
    }
}
