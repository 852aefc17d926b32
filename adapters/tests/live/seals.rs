//! A signature that a provider does not accept: the block that it names is remembered by its fingerprint and stays at home, the
//! others still go.
use crate::stage::{
    THINKING, at, body, client, history, lessons, lines, refused, say, send, simulator, statuses, talk, talk_with,
};
use throughline::{
    Taught,
    client::Talk,
    verdict::{Spot, Verdict},
};
use throughline_simulator::Fault;

const CLAUDE: &str = "anthropic/claude-opus-4-5";

/// Two turns that think, signed.
async fn signed() -> (throughline_simulator::Simulator, Talk) {
    let simulator = simulator();
    let mut talk = talk_with(&client(), at(&simulator, CLAUDE), THINKING);
    send(&mut talk).await.unwrap();
    say(&mut talk, "And now?").await.unwrap();
    (simulator, talk)
}

/// The fingerprints of what is sealed, turn by turn.
fn sealed(talk: &Talk) -> Vec<String> {
    let turns = talk.history().turns().iter().flat_map(|turn| turn.carriers());
    turns.filter(|(_, carrier)| carrier.sealed).map(|(_, carrier)| carrier.payload.fingerprint()).collect()
}

/// Changes a byte of the signature in a turn's line.
fn change(line: &mut String) {
    let at = line.find(r#""signature":""#).unwrap() + 60;
    let other = if line[at..].starts_with('A') { "B" } else { "A" };
    line.replace_range(at..at + 1, other);
}

#[tokio::test]
async fn a_changed_byte_costs_its_block_and_no_other() {
    let (_simulator, mut talk) = signed().await;
    let mut turns = lines(talk.history());
    change(&mut turns[1]);
    talk.set_history(history(&turns));
    let blocks = sealed(&talk);
    assert_eq!(blocks.len(), 2);

    let reply = say(&mut talk, "Which code word did you think of?").await.unwrap();
    assert_eq!(statuses(&reply.tried), [400, 200]);
    let verdict = &reply.tried[0].refusal.as_ref().unwrap().1;
    assert_eq!(*verdict, Verdict::BadSignature { places: vec![Spot { message: 1, content: 0 }] });
    assert_eq!(lessons(&talk), [Taught::Dead(blocks[0].clone())]);
    let kinds = |tried, message: usize| body(tried)["messages"][message]["content"][0]["type"].clone();
    assert_eq!((kinds(&reply.tried[0], 1), kinds(&reply.tried[0], 3)), ("thinking".into(), "thinking".into()));
    assert_eq!((kinds(&reply.tried[1], 1), kinds(&reply.tried[1], 3)), ("text".into(), "thinking".into()));
    // It is not asked for again.
    let reply = say(&mut talk, "Thanks.").await.unwrap();
    assert_eq!((statuses(&reply.tried), kinds(&reply.tried[0], 1)), (vec![200], "text".into()));
    assert_eq!(kinds(&reply.tried[0], 5), "thinking");
    assert_eq!(talk.history().turns()[1], history(&turns).turns()[1], "the turn itself is as it was");
}

#[tokio::test]
async fn an_upstream_that_cannot_read_the_first_ones_says_so_from_inside_its_gateway() {
    let simulator = simulator();
    let mut talk = talk(&client(), at(&simulator, "openrouter/anthropic/claude-opus-4.5"));
    send(&mut talk).await.unwrap();
    let first = sealed(&talk);
    simulator.fault("openrouter", Fault::Swap).unwrap();
    let reply = say(&mut talk, "And now?").await.unwrap();
    assert_eq!(statuses(&reply.tried), [400, 200]);
    let (refusal, verdict) = reply.tried[0].refusal.as_ref().unwrap();
    assert!(refusal.body.get().contains(r#""provider_name":"Amazon Bedrock""#), "{}", refusal.body.get());
    assert_eq!(*verdict, Verdict::BadSignature { places: vec![Spot { message: 1, content: 0 }] });
    assert_eq!(lessons(&talk), first.iter().cloned().map(Taught::Dead).collect::<Vec<_>>());
    // What the new one signs goes back to it.
    let reply = say(&mut talk, "Thanks.").await.unwrap();
    let sent = body(&reply.tried[0]);
    assert_eq!(statuses(&reply.tried), [200]);
    assert!(sent["messages"][1].get("reasoning_details").is_none(), "{sent}");
    assert!(sent["messages"][3]["reasoning_details"][0]["signature"].is_string(), "{sent}");
}

#[tokio::test]
async fn two_that_are_told_one_by_one_cost_two_requests_and_no_more() {
    let (_simulator, mut talk) = signed().await;
    let mut turns = lines(talk.history());
    turns.iter_mut().filter(|line| line.contains("signature")).for_each(change);
    talk.set_history(history(&turns));
    let tried = refused(say(&mut talk, "Which code word did you think of?").await);
    let spots = tried.iter().map(|tried| match &tried.refusal.as_ref().unwrap().1 {
        Verdict::BadSignature { places } => places[0].message,
        other => panic!("{other}"),
    });
    assert_eq!((statuses(&tried), spots.collect::<Vec<_>>()), (vec![400, 400], vec![1, 3]));
    assert_eq!(lessons(&talk), [Taught::Dead(sealed(&talk)[0].clone())]);
    // The next request is a first attempt again, and learns of the second.
    assert_eq!(statuses(&send(&mut talk).await.unwrap().tried), [400, 200]);
    assert_eq!(lessons(&talk).len(), 2);
}
