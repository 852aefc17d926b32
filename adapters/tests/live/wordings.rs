//! A refusal teaches a field when its words name it and it was sent; whatever else a host says teaches none.
use crate::stage::{at, client, fields, lessons, refused, say, send, simulator, statuses, talk};
use throughline::Taught;
use throughline_simulator::{Fault, Simulator};

const SPEC: &str = "nous/z-ai/glm-5.3-flash:US";
/// Hosts that name no message: what they call `reasoning` may as well be the parameter of that name.
const BARE: &[&str] = &["hunyuan", "go", "r1", "proxy"];

#[tokio::test]
async fn every_hosts_wording_names_the_field_and_no_other() {
    let (simulator, client) = (simulator(), client());
    let mut read = 0;
    for wording in Simulator::wordings() {
        for field in ["reasoning_details", "reasoning", "reasoning_content"] {
            simulator.clear();
            let mut talk = talk(&client, at(&simulator, SPEC));
            send(&mut talk).await.unwrap();
            let fault = Fault::Refuse { field: field.to_owned(), wording: Some(wording.to_owned()) };
            simulator.fault("nous", fault).unwrap();
            let sent = say(&mut talk, "And now?").await;
            let learned = lessons(&talk);
            if let Ok(reply) = sent {
                assert_eq!(learned, [Taught::Refuses(field.into())], "{wording} {field}");
                assert!(fields(&reply.tried[0], 1).contains(&field) && !fields(&reply.tried[1], 1).contains(&field));
                assert_eq!((reply.tried.len(), reply.tried[1].status), (2, 200), "{wording} {field}");
                read += 1;
            } else {
                let tried = refused(sent);
                assert_eq!((tried.len(), learned), (1, vec![]), "{wording} {field}");
                assert!(field == "reasoning" && BARE.contains(&wording), "{wording} {field}");
            }
        }
    }
    assert_eq!(read, Simulator::wordings().count() * 3 - BARE.len());
}

#[tokio::test]
async fn words_that_name_nothing_that_went_teach_nothing() {
    let (simulator, client) = (simulator(), client());
    let mut talk = talk(&client, at(&simulator, SPEC));
    send(&mut talk).await.unwrap();
    talk.push(throughline::Turn::user("And now?"));
    for body in [
        r#"{"error":{"message":"Extra inputs are not permitted, field: 'messages[1].reasoning_text'"}}"#,
        r#"{"error":{"message":"Extra inputs are not permitted, field: 'messages[1].content'"}}"#,
        r#"{"error":{"message":"Extra inputs are not permitted, field: 'reasoning'"}}"#,
        r#"{"error":{"message":"reasoning_content is not allowed to be empty"}}"#,
        r#"{"error":{"message":"Provider returned error"}}"#,
        r#"{"error":{"message":"The model does not support reasoning_details of this size"}}"#,
        r#"{"error":null}"#,
        "Extra inputs",
        "<html><h1>400 Bad Request</h1></html>",
        "",
    ] {
        simulator.fault_times("nous", Fault::Answer { status: 400, body: body.to_owned() }, 1).unwrap();
        let tried = refused(send(&mut talk).await);
        assert_eq!((statuses(&tried), lessons(&talk)), (vec![400], vec![]), "{body}");
    }
}
