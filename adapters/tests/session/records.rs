//! What logs show of a request: which fields, on how many turns, what stayed and why. Never a word, a thought, a seal or a key.
use crate::stage::{Home, KEY, LOOK, Process, THINKING, TOOL, ask, at, simulator, stream};
use throughline::{
    session::Session,
    sessions::{Journal, RequestRecord, SessionId, journal::Wanted},
};
use throughline_simulator::Fault;

#[tokio::test]
async fn a_record_says_what_a_request_carried() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let log = home.path().join("logs");
    let mut session = process.create("nous/z-ai/glm-5.3-flash:US").await.journal(Journal::open(&log).unwrap());
    let first = ask(&mut session, "Hello, canary-said").await.unwrap();
    ask(&mut session, "And now?").await.unwrap();
    let fault = Fault::Refuse { field: "reasoning_details".to_owned(), wording: Some("fireworks".to_owned()) };
    simulator.fault("nous", fault).unwrap();
    let learned = ask(&mut session, "And then?").await.unwrap();
    session.go(at("groq/openai/gpt-oss-120b"), None).await.unwrap();
    ask(&mut session, "And you?").await.unwrap();

    let records = process.store.requests(session.id()).await.unwrap();
    let [one, two, refused, retried, elsewhere] = &records[..] else { panic!("{records:#?}") };
    let carried = |record: &RequestRecord| {
        record.carried.iter().map(|field| (field.key.clone(), field.turns, field.hashes.len())).collect::<Vec<_>>()
    };
    let fields =
        |names: &[&str], turns: usize| names.iter().map(|name| ((*name).to_owned(), turns, turns)).collect::<Vec<_>>();
    assert_eq!((one.turn, one.attempt, carried(one), one.status), (1, 1, vec![], Some(200)));
    assert_eq!(
        (one.provider.as_str(), one.host.as_str(), one.model.as_str()),
        ("nous", "sim.localhost", "z-ai/glm-5.3-flash:US")
    );
    assert_eq!((one.bytes, one.hash.len()), (first.reply.tried[0].body.len(), 16));
    assert!(one.usage.is_some_and(|usage| usage.input.is_some() && usage.reasoning.is_some()));
    assert_eq!(one.ending.as_deref(), Some("stop"));
    let all = ["reasoning_content", "reasoning", "reasoning_details"];
    assert_eq!(carried(two), fields(&all, 1));
    // Requests of a session begin with one another.
    assert_eq!(one.prefix, None);
    let prefix = two.prefix.as_ref().unwrap();
    assert_eq!((prefix.same, &prefix.broke), (prefix.of, &None));
    // A verdict, what it taught, and what the retry broke: fields that were accepted before stay.
    assert_eq!((refused.status, refused.ending.as_deref()), (Some(400), Some("refused")));
    assert_eq!(refused.verdict.as_deref(), Some("unknown field: `reasoning_details`"));
    assert_eq!(refused.learned, ["refuses `reasoning_details`"]);
    assert_eq!((retried.attempt, retried.status, carried(retried)), (2, Some(200), fields(&all[..2], 2)));
    let (turn, why) = retried.prefix.as_ref().unwrap().broke.clone().unwrap();
    assert_eq!(turn, 1, "{why}");
    assert_eq!(learned.records, records[2..4]);
    // On a strict route nothing goes, and each says why and by which row.
    assert_eq!(carried(elsewhere), []);
    assert!(!elsewhere.withheld.is_empty() && elsewhere.withheld.iter().all(|kept| kept.rule.is_some()));
    assert_eq!(
        elsewhere.prefix.as_ref().unwrap().broke,
        Some((0, "before the messages: the route changed".to_owned()))
    );

    let logged = Journal::open(&log).unwrap().read(&Wanted::default()).unwrap();
    assert_eq!((logged.records, logged.unreadable.len()), (records, 0));
}

#[tokio::test]
async fn a_resume_that_breaks_the_cached_prefix_is_seen() {
    let (simulator, home) = (simulator(), Home::new());
    for (spec, members, tools) in
        [("nous/z-ai/glm-5.3-flash:US", r#""max_tokens":4096"#, TOOL), ("anthropic/claude-opus-4-5", THINKING, LOOK)]
    {
        let id = {
            let process = Process::start(&home, &simulator).await;
            let mut session = process.create_with(spec, members).await;
            ask(&mut session, "Hello").await.unwrap();
            stream(&mut session, "And now?").await.unwrap();
            session.id().to_string()
        };
        let resumed = async |change: &dyn Fn(&mut Session)| {
            let process = Process::start(&home, &simulator).await;
            let mut session = process.resume(&id).await;
            let last = process.store.last_request(session.id()).await.unwrap().unwrap();
            change(&mut session);
            let records = stream(&mut session, "And then?").await.unwrap().records;
            (last, records[0].prefix.clone())
        };
        // As it was: all of the last request's messages.
        let (last, prefix) = resumed(&|_| {}).await;
        let prefix = prefix.unwrap();
        assert_eq!((prefix.same, &prefix.broke), (prefix.of, &None), "{spec}");
        assert!(prefix.of > 0 && prefix.of <= last.bytes, "{spec}: {prefix:?} of {}", last.bytes);
        // A request that cannot be written again as it went out is not guessed at.
        let process = Process::start(&home, &simulator).await;
        let mut last = process.store.last_request(&SessionId::new(&*id)).await.unwrap().unwrap();
        last.hash = "0".repeat(16);
        process.store.record(&last).await.unwrap();
        assert_eq!(resumed(&|_| {}).await.1, None, "{spec}");
        // With a tool that was not there before.
        let tool = throughline::Projector::new(throughline::registry().unwrap());
        let tool = tool.to(&at(spec)).unwrap().ingest(format!(r#"{{"model":"m",{tools},"messages":[]}}"#).as_bytes());
        let tool = tool.unwrap().request.tools;
        let prefix = resumed(&|session| session.request_mut().tools.clone_from(&tool)).await.1.unwrap();
        let why = "before the messages: a member of the request changed".to_owned();
        assert_eq!((prefix.same < prefix.of, prefix.broke), (true, Some((0, why))), "{spec}");
    }
}

#[tokio::test]
async fn no_record_holds_what_was_said_thought_signed_or_secret() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let log = home.path().join("logs");
    for (spec, members) in [
        ("openrouter/anthropic/claude-opus-4.5", r#""user":"canary-member""#),
        ("openrouter/openai/gpt-5.6", r#""user":"canary-member""#),
        ("anthropic/claude-opus-4-5", THINKING),
    ] {
        let mut session = process.create_with(spec, members).await.journal(Journal::open(&log).unwrap());
        ask(&mut session, "Hello, canary-said").await.unwrap();
        let provider = spec.split('/').next().unwrap();
        let body = r#"{"error":{"message":"canary-error","code":400}}"#.to_owned();
        simulator.fault_times(provider, Fault::Answer { status: 400, body }, 1).unwrap();
        ask(&mut session, "And now?").await.unwrap_err();
        session.send(true, &mut |_| {}).await.unwrap();
        let mut secrets: Vec<String> = ["canary-said", "canary-member", "canary-error", KEY, "Hello", "And now?"]
            .into_iter()
            .map(str::to_owned)
            .collect();
        for turn in session.history().turns() {
            secrets.extend(turn.reasoning());
            secrets.push(turn.text());
            let sealed = turn.carriers().map(|(_, carrier)| carrier.payload.get());
            secrets.extend(
                sealed.flat_map(|payload| payload.split('"')).filter(|text| text.len() > 24).map(str::to_owned),
            );
        }
        let word = session.history().turns().iter().find_map(|turn| turn.reasoning());
        secrets.extend(
            word.iter().filter_map(|thought| thought.split("code word is ").nth(1)).map(|rest| rest[..8].to_owned()),
        );
        let records = process.store.requests(session.id()).await.unwrap();
        assert_eq!(records.len(), 3);
        let shown = format!("{}{records:?}", serde_json::to_string(&records).unwrap());
        for secret in secrets.iter().filter(|secret| !secret.is_empty()) {
            assert!(!shown.contains(secret.as_str()), "{spec}: {secret} in {shown}");
        }
    }
    let mut text = String::new();
    for file in std::fs::read_dir(&log).unwrap() {
        text.push_str(&std::fs::read_to_string(file.unwrap().path()).unwrap());
    }
    assert!(text.contains("anthropic_messages") && !text.contains("canary"), "{text}");
}
