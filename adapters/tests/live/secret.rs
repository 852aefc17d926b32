//! The key stands in its header and nowhere else: in no error, no record of a request, no stored line, no memory.
use crate::stage::{Host, KEY, THINKING, at, client, http, lines, route, say, send, simulator, talk, talk_with};
use std::error::Error;
use throughline::client::{Secret, SendError};
use throughline_simulator::Fault;

/// All that an error says, to the bottom.
fn all(error: &SendError) -> String {
    let mut said = format!("{error} {error:?} {error:#?}");
    let mut below = error.source();
    while let Some(source) = below {
        said += &format!(" {source} {source:?}");
        below = source.source();
    }
    said
}

#[tokio::test]
async fn no_error_says_it() {
    let echo = format!(r#"{{"error":{{"message":"Incorrect API key provided: {KEY}"}}}}"#);
    let page = format!("<html>{KEY}</html>");
    let urls = [
        Host::saying(http("401 Unauthorized", "", &echo)).await.url(),
        Host::saying(http("502 Bad Gateway", "", &page)).await.url(),
        Host::saying(http("200 OK", "", &page)).await.url(),
        Host::saying(http("200 OK", "content-type: text/event-stream\r\n", &page)).await.url(),
        Host::saying(KEY).await.url(),
        Host::saying("").await.url(),
        "http://127.0.0.2:9/v1".to_owned(),
        format!("http://user:{KEY}@127.0.0.2:9/v1"),
        format!("http://127.0.0.2:9/v1?key={KEY}"),
    ];
    let client = client();
    for url in urls {
        for streamed in [false, true] {
            let Ok(route) = throughline::resolve("nous/m", Some(&url), None) else { continue };
            let error = talk(&client, route).send(streamed, &mut |_| {}).await.unwrap_err();
            assert!(!all(&error).contains(KEY), "{}", all(&error));
        }
    }
    let mut talk =
        client.talk(route("nous/m", "http://127.0.0.2:9/v1"), Some(Secret::new(format!("{KEY}\n")))).unwrap();
    talk.push(throughline::Turn::user("Hello"));
    let error = send(&mut talk).await.unwrap_err();
    assert!(error.to_string().ends_with("the value of header `authorization` cannot be sent"), "{error}");
    assert!(!all(&error).contains(KEY));
}

#[tokio::test]
async fn nothing_that_is_kept_holds_it() {
    let simulator = simulator();
    let chat = talk(&client(), at(&simulator, "nous/z-ai/glm-5"));
    let messages = talk_with(&client(), at(&simulator, "anthropic/claude-opus-4-5"), THINKING);
    for mut talk in [chat, messages] {
        send(&mut talk).await.unwrap();
        let fault = Fault::Refuse { field: "reasoning_details".to_owned(), wording: None };
        simulator.fault(talk.route().provider.as_str(), fault).unwrap();
        let reply = say(&mut talk, "And now?").await.unwrap();
        let memory = serde_json::to_string(talk.memory()).unwrap();
        let ledgers = format!("{:?}", reply.tried);
        let kept = [lines(talk.history()).concat(), memory, ledgers, format!("{:?}", reply.turn)].concat();
        assert!(!kept.contains(KEY));
        assert!(reply.tried.iter().all(|tried| !String::from_utf8_lossy(&tried.body).contains(KEY)));
    }
}

#[tokio::test]
async fn it_stands_in_the_header_of_its_wire() {
    let chat = r#"{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"Hi."}}]}"#;
    let messages = r#"{"id":"m","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Hi."}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}}"#;
    for (spec, answer, headers) in [
        ("nous/z-ai/glm-5", chat, vec![format!("authorization: Bearer {KEY}")]),
        (
            "anthropic/claude-opus-4-5",
            messages,
            vec![format!("x-api-key: {KEY}"), "anthropic-version: 2023-06-01".to_owned()],
        ),
    ] {
        let host = Host::saying(http("200 OK", "content-type: application/json\r\n", answer)).await;
        let mut talk = talk_with(&client(), route(spec, &host.url()), THINKING);
        send(&mut talk).await.unwrap();
        let request = String::from_utf8(host.heard().remove(0)).unwrap();
        assert_eq!(request.matches(KEY).count(), 1, "{request}");
        let head = request.split("\r\n\r\n").next().unwrap();
        for header in headers {
            assert!(head.lines().any(|line| line == header), "{header}: {head}");
        }
    }
}
