//! S6, the second column: must-echo. A tool turn without `reasoning_content` is a 400 there; where nothing was stored, a
//! single space stands for it.
//!
//! It binds only where the first column reads the field, so a strict host never gets it.
use super::{
    places::{DEEPSEEK, KIMI, MIMO},
    row::{family, row},
};
use throughline_core::{Model, RouteRule};

/// R1 and what was distilled from it are older than the rule.
const R1: &[&str] = &["deepseek-reasoner", "deepseek-r1", "deepseek_r1", "deepseek.r1", "distill"];

pub(super) fn rows() -> Vec<RouteRule> {
    let echo = |name| row(name).requires("reasoning_content");
    vec![
        echo("deepseek-echo").at(DEEPSEEK).because(
            "in thinking mode a tool turn without it is refused, in all later requests too",
            "https://api-docs.deepseek.com/guides/thinking_mode",
            "2026-04",
        ),
        echo("kimi-echo").at(KIMI).because(
            "a tool turn without it is refused; other hosts of the model do not ask, so its name proves nothing",
            "https://github.com/anomalyco/opencode/issues/10996",
            "2026-11",
        ),
        echo("mimo-echo").at(MIMO).because(
            "in thinking mode a tool turn without it is refused, in all later requests too",
            "https://github.com/decolua/9router/issues/1210",
            "2026-05-12",
        ),
        // One row for all: a model whose name is of two families must not tie.
        echo("model-echo")
            .models([
                family("deepseek", None, None, R1),
                family("mimo", None, None, &[]),
                Model::Glob("*stealth/missingno*".into()),
            ])
            .because(
                "these models are served with their vendor's rule: gateways hand the vendor's refusal on",
                "https://github.com/danny-avila/LibreChat/issues/13366",
                "2026-08",
            ),
    ]
}
