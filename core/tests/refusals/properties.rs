//! What holds of every refusal, whatever it says.
//!
//! Never tests one body: those are the table's.
use super::{
    means::{Means, ask},
    table::{ALL, EVERYTHING, ROWS},
};
use proptest::{collection::vec, prelude::*, sample};
use throughline_core::{Literal, verdict::Verdict};

/// A body within another, as gateways hand it on.
#[derive(Clone, Copy, Debug)]
enum Within {
    OpenRouter,
    Text,
    List,
    Prose,
    Python,
}

fn wrap(body: &str, within: Within) -> String {
    let literal = Literal::of(body);
    match within {
        Within::OpenRouter => format!(
            r#"{{"error":{{"message":"Provider returned error","code":400,"metadata":{{"raw":{},"provider_name":"Upstream"}}}},"user_id":"user_1"}}"#,
            literal.raw()
        ),
        Within::Text => literal.raw().to_owned(),
        // What is no JSON stands in a string there.
        Within::List if serde_json::from_str::<serde::de::IgnoredAny>(body).is_ok() => format!("[{body}]"),
        Within::List => format!("[{}]", literal.raw()),
        Within::Prose => format!("litellm.BadRequestError: Upstream request failed, status 400: {body}"),
        Within::Python => {
            let text = body.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n");
            format!("Error code: 400 - {{'error': {{'message': '{text}', 'param': None}}, 'ok': False}}")
        }
    }
}

fn within() -> impl Strategy<Value = Within> {
    sample::select(vec![Within::OpenRouter, Within::Text, Within::List, Within::Prose, Within::Python])
}

/// Words that wordings are made of, and members that they are about.
fn word() -> impl Strategy<Value = String> {
    let words = [
        "unknown",
        "field",
        "is unsupported",
        "extra inputs are not permitted",
        "not allowed",
        "property",
        "messages[1].",
        "messages.2.assistant.",
        "'",
        "`",
        "\"",
        ": ",
        "; ",
        "\n",
        ", ",
        ". ",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "\\",
        "value: ",
        "input_value=",
        "must be passed back",
        "missing",
        "invalid signature in thinking block",
        "data:",
        "extra_forbidden",
        "'loc': ('body', 'messages', 1, ",
        "\"loc\":[\"messages\",1,",
        "content.0.",
        "is missing",
        "的",
        "é",
        "\u{fffd}",
        "to be",
    ];
    prop_oneof![
        3 => sample::select(words.to_vec()).prop_map(str::to_owned),
        2 => sample::select(EVERYTHING.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
    ]
}

fn text() -> impl Strategy<Value = String> {
    vec(word(), 0..40)
        .prop_map(|words| words.join(" "))
        .boxed()
        .prop_union(vec(word(), 0..40).prop_map(|w| w.concat()).boxed())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_wrapped_body_means_the_same(n in 0..ROWS.len(), layers in vec(within(), 1..4)) {
        let row = &ROWS[n];
        let body = layers.iter().fold(row.body.to_owned(), |body, within| wrap(&body, *within));
        prop_assert_eq!(ask(row.status, &body, row.sent), row.means.verdict(), "{} {}: {}", row.n, row.who, body);
    }

    #[test]
    fn only_what_was_sent_is_named(text in text(), sent in sample::subsequence(EVERYTHING.to_vec(), 0..=EVERYTHING.len())) {
        for body in [text.clone(), wrap(&text, Within::OpenRouter), wrap(&text, Within::Python)] {
            if let Verdict::UnknownField { fields } = ask(400, &body, &sent) {
                prop_assert!(!fields.is_empty());
                prop_assert!(fields.iter().all(|field| sent.contains(&field.as_str())), "{fields:?}: {body}");
                prop_assert!(fields.windows(2).all(|pair| pair[0] < pair[1]), "{fields:?}");
            }
        }
    }

    #[test]
    fn money_size_rate_and_broken_servers_teach_nothing(
        text in text(), n in 0..ROWS.len(), status in prop_oneof![Just(402u16), Just(413), Just(429), 500u16..600],
    ) {
        for body in [text.as_str(), ROWS[n].body] {
            prop_assert_eq!(ask(status, body, EVERYTHING), Verdict::NotOurs);
        }
    }

    #[test]
    fn a_longer_word_is_another_field(
        n in 0..ROWS.len(),
        (before, after) in prop_oneof![("[a-z0-9]{0,2}_?", "_?[a-z0-9]{1,3}"), ("[a-z0-9]{1,2}_?", ""), ("_", "_")],
    ) {
        let row = &ROWS[n];
        let field = match row.means {
            Means::Unknown([field]) => *field,
            Means::Missing(field) => field,
            _ => return Ok(()),
        };
        let longer = format!("{before}{field}{after}");
        let body = row.body.replace(field, &longer);
        // Some rows say it in other words, or in capitals.
        let otherwise = body == row.body || row.body.contains("MISSING_");
        prop_assert!(otherwise || EVERYTHING.contains(&longer.as_str()) || ask(row.status, &body, ALL) == Verdict::NotOurs, "{}", body);
    }

    #[test]
    fn no_bytes_panic(bytes in vec(any::<u8>(), 0..400), status in any::<u16>()) {
        let body = throughline_core::as_json(&bytes);
        let _ = ask(status, body.get(), EVERYTHING);
    }

    #[test]
    fn no_words_panic(text in text(), layers in vec(within(), 0..4)) {
        let body = layers.iter().fold(text, |body, within| wrap(&body, *within));
        let _ = ask(400, &body, EVERYTHING);
    }
}
