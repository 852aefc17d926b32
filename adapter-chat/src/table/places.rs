//! Vendors that stand in more than one column: their provider ids and hosts, once.
use super::row::Place;

pub(super) const DEEPSEEK: Place = (&["deepseek"], &["api.deepseek.com"]);
pub(super) const KIMI: Place = (
    &["moonshot", "moonshot-cn", "moonshotai", "moonshotai-cn", "kimi", "kimi-coding", "kimi-coding-cn"],
    &["moonshot.ai", "moonshot.cn", "kimi.com"],
);
pub(super) const MIMO: Place = (&["xiaomi", "mimo"], &["xiaomimimo.com"]);
pub(super) const MINIMAX: Place = (&["minimax", "minimax-cn"], &["minimax.io", "minimaxi.com", "api.minimax.chat"]);
/// Zhipu AI, abroad as Z.ai.
pub(super) const GLM: Place = (&["zai", "glm", "z-ai", "z.ai", "zhipu", "bigmodel"], &["api.z.ai", "open.bigmodel.cn"]);
/// Alibaba Cloud Model Studio.
pub(super) const DASHSCOPE: Place = (
    &[
        "alibaba",
        "alibaba-cn",
        "alibaba-us",
        "alibaba-token-plan",
        "alibaba-token-plan-cn",
        "alibaba-coding-plan",
        "alibaba-coding-plan-cn",
        "dashscope",
        "qwen",
    ],
    &["dashscope.aliyuncs.com", "dashscope-*.aliyuncs.com", "maas.aliyuncs.com"],
);
