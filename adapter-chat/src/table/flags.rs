//! S7, the third column: request members without which a vendor drops the thinking of earlier turns.
//!
//! By vendor and generation: to anybody else they are unknown members.
use super::{
    places::{DASHSCOPE, GLM, KIMI, MINIMAX},
    row::{family, row},
};
use std::borrow::Cow;
use throughline_core::{Flag, Key, RouteRule};

pub(super) fn rows() -> Vec<RouteRule> {
    vec![
        row("glm-keep")
            .at(GLM)
            .models([family("glm", Some((4, 7)), None, &[])])
            .flags([inside("thinking", "clear_thinking", "false", r#"{"type":"enabled","clear_thinking":false}"#)])
            .because(
                "from GLM-4.7 on the thinking of earlier turns is cleared unless the request says no",
                "https://docs.z.ai/guides/capabilities/thinking-mode",
                "2026-11",
            ),
        row("glm-coding-plan").at(GLM).path("/api/coding").flags([]).because(
            "the coding plan's endpoint keeps thinking by itself",
            "https://docs.z.ai/guides/capabilities/thinking-mode",
            "2026-11",
        ),
        row("dashscope-keep")
            .at(DASHSCOPE)
            .models([family("qwen", Some((3, 6)), None, &[]), family("kimi-k", Some((2, 6)), Some((2, 8)), &[])])
            .flags([alone("preserve_thinking", "true")])
            .because(
                "from Qwen 3.6 on, and for hosted Kimi, earlier thinking is dropped without it; others ignore it",
                "https://github.com/QwenLM/qwen-code/pull/5637",
                "2026-06-22",
            ),
        row("dashscope-glm-keep")
            .at(DASHSCOPE)
            // A name that holds two families is the row's above: a tie would stop the request.
            .models([family("glm", Some((5, 0)), None, &["qwen", "kimi"])])
            .flags([alone("clear_thinking", "false")])
            .because(
                "hosted GLM takes the vendor's flag, here at the top of the request",
                "https://help.aliyun.com/zh/model-studio/deep-thinking",
                "2026-11",
            ),
        row("kimi-keep")
            .at(KIMI)
            .models([family("kimi-k", Some((2, 6)), Some((2, 7)), &[])])
            .flags([Flag {
                unless: Cow::Borrowed(const { &[Key::new("reasoning_effort")] }),
                ..inside("thinking", "keep", r#""all""#, r#"{"type":"enabled","keep":"all"}"#)
            }])
            .because(
                "K2.6 ignores earlier thinking without it; K2.5 has no such flag, K2.7 and K3 keep by themselves; beside reasoning_effort it is a 400",
                "https://github.com/can1357/oh-my-pi/issues/1839",
                "2026-11",
            ),
        row("minimax-split")
            .at(MINIMAX)
            .models([family("minimax-m", Some((2, 0)), None, &[])])
            .flags([alone("reasoning_split", "true")])
            .because(
                "without it the thinking comes inside the content and not as reasoning_details",
                "https://platform.minimax.io/docs/guides/text-m2-function-call",
                "2026-11",
            ),
    ]
}

/// A member of the request.
fn alone(member: &'static str, value: &'static str) -> Flag {
    Flag { member: Key::new(member), inner: None, value: value.into(), whole: value.into(), unless: Cow::Borrowed(&[]) }
}

/// A member of an object in the request; `whole` is the object where the request has none.
fn inside(member: &'static str, inner: &'static str, value: &'static str, whole: &'static str) -> Flag {
    Flag { inner: Some(Key::new(inner)), value: value.into(), ..alone(member, whole) }
}
