//! What text, media and tools cost, and that it is read once.
use super::*;

#[test]
fn each_script_has_its_own_rate() {
    // What `o200k_base` and `cl100k_base` count.
    for (text, one, other) in [
        ("The quick brown fox jumps over the lazy dog, and nobody minds.", 14, 14),
        ("let mut sum = 0u64;\nfor turn in turns {\n    sum += turn.len();\n}", 21, 21),
        (r#"{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}"#, 19, 18),
        ("思考が会話を生き延びること", 12, 15),
        ("思考必须在对话中延续下去", 11, 15),
        ("Мысль модели должна пережить разговор.", 9, 16),
        ("3.14159265358979323846", 9, 9),
        ("🙂🙂🙂🙂", 4, 8),
        ("c2lnbmVkIHRob3VnaHQgdGhhdCBub2JvZHkgcmVhZHMgYnV0IGl0cyBpc3N1ZXI=", 42, 44),
    ] {
        let (least, most) = (one.min(other) * 4 / 5, (one.max(other) * 3u64).div_ceil(2));
        let tokens = tokens_of(text);
        assert!((least..=most).contains(&tokens), "{text}: {tokens}");
    }
}

#[test]
fn text_is_weighed_as_the_model_reads_it() {
    let spelled = |raw: &str| {
        let text =
            crate::Text { text: Verbatim::parse(raw).unwrap().literal().unwrap(), extras: vec![], carriers: vec![] };
        Stage::new(vec![]).price(&[Turn { parts: vec![Part::Text(text)], ..Turn::new(Role::User) }]).total()
    };
    assert_eq!(spelled(r#""\u043c\u044b\u0441\u043b\u044c""#), spelled("\"мысль\""));
    assert_eq!(spelled(r#""\ud83d\ude42 ok""#), spelled("\"🙂 ok\""));
    assert_eq!(spelled(r#""a\"b""#), spelled(r#""a\u0022b""#));
    // Half a pair, a pair turned round, and an escape at the end.
    for odd in [r#""\ud83d""#, r#""\ude42\ud83d""#, r#""\ud83d\u0041""#, r#""\\""#] {
        assert!(spelled(odd) > 0, "{odd}");
    }
}

#[test]
fn media_is_flat_and_a_list_of_texts_is_text() {
    let stage = Stage::new(vec![]);
    let result = |content: &str| {
        let result = crate::ToolResult { call: None, content: Some(Verbatim::parse(content).unwrap()), extras: vec![] };
        stage.price(&[Turn { parts: vec![Part::Result(result)], ..Turn::new(Role::Tool) }]).total()
    };
    let image = |bytes: usize| format!(r#"[{{"type":"image","data":"{}"}}]"#, "A".repeat(bytes));
    assert_eq!(result(&image(10)), result(&image(1_000_000)));
    assert_eq!(result(r#"[{"type":"text","text":"one two"}]"#), result(r#""one two""#));
}

#[test]
fn tools_stand_in_the_head() {
    let mut stage = Stage::new(vec![]);
    let bare = stage.price(&[Turn::user("hello")]);
    let payload = Verbatim::parse(r#"{"type":"function","function":{"name":"look","parameters":{"type":"object"}}}"#);
    stage.request.tools =
        Some(vec![Tool { payload: payload.unwrap(), api: Api::CHAT, name: None, description: None, schema: None }]);
    let with = stage.price(&[Turn::user("hello")]);
    assert!(with.head > bare.head + 15);
    assert_eq!(with.turns, bare.turns);
}

#[test]
fn what_a_turn_weighs_is_read_once() {
    let stage = Stage::new(vec![]);
    let mut history: History = (0..3).map(|n| Turn::user(&format!("number {n}"))).collect();
    let memory = RejectionMemory::new();
    let mut fragments = Fragments::new();
    let mut prices = vec![];
    for _ in 0..2 {
        let scene = Scene {
            route: &stage.route,
            policy: &stage.policy,
            request: &stage.request,
            history: &history,
            memory: &memory,
        };
        let warm = plan(&Plain, scene, &mut fragments).price(&Tariff::new());
        assert_eq!(warm, stage.with(&history, |plan| plan.price(&Tariff::new())));
        prices.push(warm.turns);
        history.push(Turn::user("one more"));
    }
    assert_eq!(prices[0], prices[1][..3]);
}
