//! What each family of models is sent of thoughts, its own and others'.
use crate::common::{OPUS, SONNET, messages, reply, send};
use throughline_anthropic::Anthropic;
use throughline_core::{
    Api, Captured, Framing, Literal, Origin, Part, ReasoningCarrier, ReplyHead, Request, Role, Route, TextAt, Turn,
};

const SIGNED: &str = r#"{"reasoningContent":{"reasoningText":{"text":"Ask \"it\".","signature":"Eq\/ABC=="}}}"#;
const PLAIN: &str = r#"{"reasoningContent":{"reasoningText":{"text":"Openly."}}}"#;
const BLOB: &str = r#"{"reasoningContent":{"redactedContent":"cnNfMDE="}}"#;
const CALL: &str = r#"{"toolUse":{"toolUseId":"t1","name":"look","input":{"z":1.50,"a":[]}}}"#;
const Q: &str = r#"{"role":"user","content":[{"text":"q"}]}"#;
const ANSWERED: &str = r#"{"role":"user","content":[{"toolResult":{"toolUseId":"t1","content":[{"text":"r"}]}}]}"#;

/// One that this model minted with `minter`, in a tool loop.
fn looped(minter: &str, thought: &str, model: &str) -> String {
    let turns = [Turn::user("q"), reply(minter, &format!("{thought},{CALL}")), Turn::tool("t1", "r")];
    messages(model, &turns)
}
fn with(thoughts: &str) -> String {
    format!(r#"{Q},{{"role":"assistant","content":[{thoughts}{CALL}]}},{ANSWERED}"#)
}

#[test]
fn claude_is_sent_what_claude_signed_and_nothing_unsigned() {
    for model in [
        OPUS,
        SONNET,
        "us-gov.anthropic.claude-3-7-sonnet-20250219-v1:0",
        "arn:aws:bedrock:eu-west-1:1:inference-profile/eu.anthropic.claude-opus-4-8-v1:0",
        "arn:aws:bedrock:eu-west-1:1:application-inference-profile/x#anthropic.claude-opus-4-8",
    ] {
        assert_eq!(looped(OPUS, &format!("{SIGNED},{BLOB}"), model), with(&format!("{SIGNED},{BLOB},")), "{model}");
        assert_eq!(looped(OPUS, PLAIN, model), with(""), "{model}");
        for stranger in ["openai.gpt-oss-20b-1:0", "us.openai.gpt-5.6-sol", "deepseek.v3.2", "xanthropic.claude-5"] {
            for thought in [SIGNED, PLAIN, BLOB] {
                assert_eq!(looped(stranger, thought, model), with(""), "{stranger} to {model}");
            }
        }
    }
}

#[test]
fn families_that_take_text_are_sent_their_own_as_it_came_and_the_text_of_any_other() {
    let text = r#"{"reasoningContent":{"reasoningText":{"text":"Ask \"it\"."}}},"#;
    for model in [
        "openai.gpt-oss-120b-1:0",
        "qwen.qwen3-32b-v1:0",
        "minimax.minimax-m2",
        "moonshot.kimi-k2-thinking",
        "moonshotai.kimi-k3",
        "zai.glm-4.7",
    ] {
        assert_eq!(looped(model, PLAIN, model), with(&format!("{PLAIN},")), "{model}");
        assert_eq!(looped("us.deepseek.r1-v1:0", PLAIN, model), with(&format!("{PLAIN},")), "{model}");
        // Readable text is portable, a signature is not.
        assert_eq!(looped(OPUS, SIGNED, model), with(text), "{model}");
        assert_eq!(looped(OPUS, BLOB, model), with(""), "{model}");
        // What it signed itself it gets signed.
        assert_eq!(looped(model, SIGNED, model), with(&format!("{SIGNED},")), "{model}");
    }
    let magistral = "mistral.magistral-small-2509";
    assert_eq!(looped(magistral, PLAIN, magistral), with(&format!("{PLAIN},")));
    assert_eq!(looped(OPUS, SIGNED, magistral), with(""));
}

#[test]
fn families_that_seal_are_sent_their_own_seals_and_no_text() {
    for model in ["us.openai.gpt-5.6-sol", "xai.grok-4.1"] {
        assert_eq!(looped(model, BLOB, model), with(&format!("{BLOB},")), "{model}");
        for (minter, thought) in [(model, PLAIN), (OPUS, SIGNED), (OPUS, BLOB), ("us.openai.gpt-5.6-luna", BLOB)] {
            assert_eq!(looped(minter, thought, model), with(""), "{minter} to {model}");
        }
    }
}

#[test]
fn the_others_are_sent_nothing() {
    for model in [
        "us.deepseek.r1-v1:0",
        "deepseek.v3.2",
        "us.amazon.nova-pro-v1:0",
        "global.amazon.nova-2-lite-v1:0",
        "qwen.qwen3-235b-a22b-2507-v1:0",
        "mistral.mistral-large-3-675b-instruct",
        "us.writer.palmyra-x5-v1:0",
        "us.meta.llama4-scout-17b-instruct-v1:0",
        "google.gemma-3-27b-it",
        "nvidia.nemotron-nano-9b-v2",
        "cohere.command-r-plus-v1:0",
        "arn:aws:bedrock:us-east-1:1:application-inference-profile/x",
    ] {
        for (minter, thought) in [(model, PLAIN), (model, SIGNED), (model, BLOB), (OPUS, SIGNED)] {
            assert_eq!(looped(minter, thought, model), with(""), "{minter} to {model}");
        }
    }
}

#[test]
fn thinking_of_earlier_turns_goes_where_it_is_kept() {
    let turns = |minter: &str, thought: &str| {
        let answer = reply(minter, &format!(r#"{thought},{{"text":"a"}}"#));
        [Turn::user("q"), answer.clone(), Turn::user("q"), answer, Turn::user("q")]
    };
    let twice = |thought: &str| {
        let answer = format!(r#"{{"role":"assistant","content":[{thought}{{"text":"a"}}]}}"#);
        format!("{Q},{answer},{Q},{answer},{Q}")
    };
    let signed = format!("{SIGNED},");
    let plain = format!("{PLAIN},");
    for (minter, thought, model, want) in [
        (OPUS, SIGNED, OPUS, signed.as_str()),
        (OPUS, SIGNED, "global.anthropic.claude-fable-5-1", signed.as_str()),
        (OPUS, SIGNED, SONNET, ""),
        ("zai.glm-5", PLAIN, "zai.glm-5", plain.as_str()),
        // It answers that with a server error.
        ("moonshotai.kimi-k3", PLAIN, "moonshotai.kimi-k3", ""),
    ] {
        assert_eq!(messages(model, &turns(minter, thought)), twice(want), "{minter} to {model}");
    }
}

#[test]
fn a_seal_is_one_at_every_door_of_claude() {
    let route = Route::new("anthropic", "https://api.anthropic.com", Api::MESSAGES, "claude-opus-4-8").unwrap();
    let mut capture = Anthropic.capture(&route, &ReplyHead::ok(Framing::Whole));
    let blocks = r#"[{"type":"thinking","thinking":"","signature":"EqC/=="},{"type":"redacted_thinking","data":"EmsCAQ=="},{"type":"text","text":"a"}]"#;
    capture.feed(format!(r#"{{"content":{blocks},"stop_reason":"end_turn"}}"#).as_bytes(), &mut |_| ()).unwrap();
    let Captured::Turn(turn) = capture.finish().unwrap() else { panic!("refused") };
    // Claude's own text is the bytes that this wire spells in base64; where a display omits a thought, the signature carries it.
    let here = r#"{"reasoningContent":{"reasoningText":{"text":"","signature":"EqC/=="}}},{"reasoningContent":{"redactedContent":"RW1zQ0FRPT0="}},{"text":"a"}"#;
    let want = format!(r#"{Q},{{"role":"assistant","content":[{here}]}},{Q}"#);
    assert_eq!(messages(OPUS, &[Turn::user("q"), turn.clone(), Turn::user("q")]), want);
    // What this wire says is kept in the shape that Messages has.
    let captured = reply(OPUS, here);
    let payloads =
        |turn: &Turn| turn.carriers().map(|(_, carrier)| carrier.payload.get().to_owned()).collect::<Vec<_>>();
    assert_eq!(payloads(&captured), payloads(&turn));
}

#[test]
fn text_that_stood_on_a_message_of_another_wire_goes_in_front() {
    let chat = Route::new("deepseek", "https://api.deepseek.com", Api::CHAT, "deepseek-v4").unwrap();
    let mut turn = Turn { parts: vec![Part::text("a")], ..Turn::new(Role::Assistant) };
    turn.origin = Some(Origin::of(&chat, throughline_core::How::Minted).into());
    turn.carriers.push(throughline_core::Carrier::plain(
        "reasoning_content",
        "deepseek",
        Literal::of("so").verbatim().clone(),
        TextAt::WHOLE,
    ));
    let turns = [Turn::user("q"), turn, Turn::user("q")];
    let thought = r#"{"reasoningContent":{"reasoningText":{"text":"so"}}},"#;
    for (model, thought) in [("openai.gpt-oss-20b-1:0", thought), (OPUS, ""), ("us.amazon.nova-pro-v1:0", "")] {
        let want = format!(r#"{Q},{{"role":"assistant","content":[{thought}{{"text":"a"}}]}},{Q}"#);
        assert_eq!(messages(model, &turns), want, "{model}");
    }
}

#[test]
fn reasoning_that_nobody_knows_goes_home_alone() {
    let novel = r#"{"reasoningContent":{"novelty":{"b":1.50}}}"#;
    assert_eq!(looped(OPUS, novel, OPUS), with(&format!("{novel},")));
    assert_eq!(looped(OPUS, novel, "openai.gpt-oss-20b-1:0"), with(""));
    let member = r#"{"reasoningContent":{"reasoningText":{"text":"t","signature":"Eq==","novelty":[1e2]}}}"#;
    assert_eq!(looped(OPUS, member, OPUS), with(&format!("{member},")));
}

#[test]
fn the_ledger_says_which_member_goes_and_which_row_says_so() {
    let turns = [Turn::user("q"), reply(OPUS, &format!("{SIGNED},{BLOB},{CALL}")), Turn::tool("t1", "r")];
    let ledger = |model| send(model, &Request::new(crate::common::CONVERSE), &turns).ledger;
    assert_eq!(
        ledger(OPUS),
        [
            "1 thinking_block sent as `signature`: the route reads it",
            "1 redacted_thinking sent as `redactedContent`: the route reads it"
        ]
    );
    assert_eq!(
        ledger("openai.gpt-oss-20b-1:0"),
        [
            "1 thinking_block text sent as `reasoningText`: readable text is portable and the route reads this field",
            "1 redacted_thinking withheld: sealed by an issuer that the route does not read",
        ]
    );
    assert_eq!(ledger("us.amazon.nova-pro-v1:0")[0], "1 thinking_block withheld: the route does not read it");
}
