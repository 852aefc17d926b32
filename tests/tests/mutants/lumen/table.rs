//! What Lumen's hosts read: its own, a mirror that knows no seals and demands a musing, and one that refuses whatever it does not know.
use throughline_core::{Accept, Flag, Ids, Key, Pattern, Reads, Required, RouteRule, Scope, Slot};

pub(super) fn rows() -> Vec<RouteRule> {
    vec![
        RouteRule {
            reads: Some(Reads {
                slots: vec![
                    Slot::text("musing"),
                    Slot::text("muse"),
                    Slot::blocks("thought", "lumen_thought", const { &[Accept::any("lumen")] }),
                ]
                .into(),
                extras: vec![Key::new("mood")].into(),
                ids: Ids::Any,
                issuer: Some("lumen".into()),
                ..Reads::NOTHING
            }),
            flags: Some(
                vec![Flag {
                    member: Key::new("think"),
                    inner: Some(Key::new("keep")),
                    value: "true".into(),
                    whole: r#"{"keep":true}"#.into(),
                    unless: vec![].into(),
                }]
                .into(),
            ),
            why: "Lumen reads both names and its own seals".into(),
            ..row("lumen", "api.lumen.example")
        },
        RouteRule {
            reads: Some(Reads { slots: vec![Slot::text("musing")].into(), ids: Ids::Word, ..Reads::NOTHING }),
            required: Some(Required { field: Key::new("musing"), scope: Scope::ToolCalls, placeholder: " ".into() }),
            why: "a mirror has no keys, and answers 400 to a call without a musing".into(),
            ..row("lumen-mirror", "mirror.lumen.example")
        },
        RouteRule {
            strict: true,
            reads: Some(Reads::NOTHING),
            why: "its schema is closed".into(),
            ..row("lumen-strict", "strict.lumen.example")
        },
    ]
}

fn row(name: &'static str, host: &'static str) -> RouteRule {
    RouteRule {
        name: name.into(),
        pattern: Pattern {
            providers: vec![name.into()].into(),
            hosts: vec![host.into()].into(),
            apis: vec![super::API].into(),
            ..Pattern::ANY
        },
        strict: false,
        reads: None,
        required: None,
        flags: None,
        why: "".into(),
        evidence: "https://docs.lumen.example/thoughts".into(),
        since: "2026-11".into(),
    }
}
