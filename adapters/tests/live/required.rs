//! A field that a route demands: never learned away where a row says so, learned where a refusal does.
use crate::stage::{TOOL, answer, at, body, client, lessons, refused, route, send, simulator, statuses, talk_with};
use throughline::{Taught, verdict::Verdict};
use throughline_simulator::Fault;

#[tokio::test]
async fn what_must_come_back_is_never_learned_away() {
    let simulator = simulator();
    let mut talk = talk_with(&client(), at(&simulator, "deepseek/deepseek-v4-pro"), TOOL);
    send(&mut talk).await.unwrap();
    answer(&mut talk);
    for message in [
        "reasoning_content is not allowed to be empty",
        "Extra inputs are not permitted, field: 'messages[1].reasoning_content'",
    ] {
        let said = format!(r#"{{"error":{{"message":"{message}"}}}}"#);
        simulator.fault_times("deepseek", Fault::Answer { status: 400, body: said }, 1).unwrap();
        let tried = refused(send(&mut talk).await);
        assert_eq!((statuses(&tried), lessons(&talk)), (vec![400], vec![]), "{message}");
        assert!(body(&tried[0])["messages"][1]["reasoning_content"].is_string());
    }
    assert_eq!(statuses(&send(&mut talk).await.unwrap().tried), [200]);
}

#[tokio::test]
async fn a_host_that_nobody_knows_says_what_it_must_have() {
    let simulator = simulator();
    // A turn of a host that hides its thinking has none to send; one of a host that shows it has it sent already.
    let client = client();
    for (from, want) in [("openai/gpt-5", vec![400, 200]), ("groq/openai/gpt-oss-120b", vec![200])] {
        simulator.clear();
        let mut talk = talk_with(&client, at(&simulator, from), TOOL);
        let thought = send(&mut talk).await.unwrap().turn.reasoning();
        answer(&mut talk);
        talk.set_route(route("somebody/m", &simulator.base_url("together").unwrap()), None).unwrap();
        simulator.fault("together", Fault::Require { field: "reasoning_content".to_owned() }).unwrap();
        let reply = send(&mut talk).await.unwrap();
        assert_eq!(statuses(&reply.tried), want, "{from}");
        let sent = body(reply.tried.last().unwrap());
        assert_eq!(sent["messages"][1]["reasoning_content"], thought.as_deref().unwrap_or(" "), "{from}");
        if let Some((_, verdict)) = &reply.tried[0].refusal {
            assert_eq!(*verdict, Verdict::MissingField { field: "reasoning_content".into() });
            assert_eq!(lessons(&talk), [Taught::Requires("reasoning_content".into(), false)]);
        }
    }
}
