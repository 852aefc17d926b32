//! What a host by itself says, and what a provider's name adds. Never asks the wire.
use super::*;

#[test]
fn every_host_by_itself() {
    // base URL, what is read by a custom provider
    let table = "
        https://us.api.openai.com/v1                                    -
        https://eu.api.openai.com/v1                                    -
        https://my.openai.azure.com/openai/v1                           -
        https://my.services.ai.azure.com/models                         -
        https://my.services.ai.azure.com/openai/v1                      -
        https://my.cognitiveservices.azure.com                          -
        https://openrouter.ai/api/v1                                    RC,R,RD
        https://api.kilo.ai/api/openrouter                              RC,R,RD
        https://ai-gateway.vercel.sh/v1                                 RC,R,RD
        https://inference-api.nousresearch.com/v1                       RC,R,RD
        https://router.huggingface.co/v1                                RC
        https://api.deepseek.com/beta                                   RC
        https://api.moonshot.ai/v1                                      RC
        https://api.moonshot.cn/v1                                      RC
        https://api.kimi.com/coding/v1                                  RC
        https://api.xiaomimimo.com/v1                                   RC
        https://token-plan-ams.xiaomimimo.com/v1                        RC
        https://open.bigmodel.cn/api/paas/v4                            RC
        https://api.z.ai/api/coding/paas/v4                             RC
        https://dashscope-intl.aliyuncs.com/compatible-mode/v1          RC
        https://token-plan.cn-beijing.maas.aliyuncs.com/v1              RC
        https://api.minimax.io/v1                                       RC,RD
        https://api.minimaxi.com/v1                                     RC,RD
        https://api.minimax.chat/v1                                     RC,RD
        https://api.novita.ai/v3/openai                                 RC,RD
        https://hunyuan.tencentcloudapi.com                             -
        https://hunyuan.ap-guangzhou.tencentcloudapi.com                -
        https://tokenhub-intl.tencentcloudmaas.com/v1                   RC,RD
        https://api.lkeap.cloud.tencent.com/plan/v3                     RC
        https://ark.cn-beijing.volces.com/api/v3                        RC,encrypted_content
        https://api.x.ai/v1                                             RC
        https://codestral.mistral.ai/v1                                 <thinking>
        https://api.sambanova.ai/v1                                     -
        https://api.together.xyz/v1                                     RC
        https://api.siliconflow.cn/v1                                   RC
        https://integrate.api.nvidia.com/v1                             RC
        https://api.perplexity.ai                                       -
        https://api.cohere.ai/compatibility/v1                          RC
        https://dbc-1.cloud.databricks.com/serving-endpoints            <reasoning>
        https://1.gcp.databricks.com/serving-endpoints                  <reasoning>
        https://adb-1.2.azuredatabricks.net/serving-endpoints           <reasoning>
        https://api.stepfun.ai/step_plan/v1                             RC
        https://api.upstage.ai/v1                                       RC,R
        https://inference.baseten.co/v1                                 RC
        https://opencode.ai/zen/go/v1                                   RC
        https://api.cloudflare.com/client/v4/accounts/1/ai/v1           RC
        http://127.0.0.1:11434/v1                                       RC,R
        http://localhost:8000/v1                                        RC,R";
    for line in words(table) {
        let [url, want] = line[..] else { panic!("{line:?}") };
        assert_eq!(reads(&route("custom", url, "m")), if want == "-" { "" } else { want }, "{url}");
    }
}

#[test]
fn the_host_is_the_host() {
    for url in [
        "https://evil.com/groq.com/v1",
        "https://api.groq.com.evil.example",
        "https://notgroq.com",
        "https://api.openai.com.evil.example/v1",
        "https://api.groq.com@evil.com",
        "https://xaiplatform.googleapis.com.evil.example",
        "https://ark.a.b.volces.com",
        // A public address is not local, however it is written.
        "http://[2606:4700::1111]/v1",
        "https://8.8.8.8",
        "https://10.0.0.1.evil.com",
    ] {
        assert_eq!(reads(&route("custom", url, "m")), "RC", "{url}");
    }
    for url in [
        "http://ollama:11434/v1",
        "http://[::1]:8080",
        "http://[fd00::1]/v1",
        "http://192.168.1.5:1234/v1",
        "http://100.64.3.3",
        "http://gpu.local/v1",
        "http://box.lan",
        "http://host.docker.internal:1234",
    ] {
        assert_eq!(reads(&route("somebody", url, "m")), "RC,R", "{url}");
    }
}

#[test]
fn a_known_provider_says_more_than_its_host_save_where_the_host_is_strict() {
    // provider, base URL, what is read
    let table = "
        deepseek    https://openrouter.ai/api/v1        RC
        deepseek    http://localhost:8000               RC
        openrouter  http://localhost:4000               RC,R,RD
        openrouter  https://api.deepseek.com            RC,R,RD
        vllm        https://gpu.example.com/v1          RC,R
        openrouter  https://api.groq.com/openai/v1      -
        zai         https://api.mistral.ai/v1           <thinking>
        fireworks   https://api.mistral.ai/v1           <thinking>
        mistral     https://api.groq.com/openai/v1      -
        vllm        https://api.openai.com/v1           -
        deepseek    https://api.fireworks.ai/inference  RC
        openai      http://localhost:8000/v1            -
        together    http://localhost:8000/v1            RC,R";
    for line in words(table) {
        let [provider, url, want] = line[..] else { panic!("{line:?}") };
        assert_eq!(reads(&route(provider, url, "m")), if want == "-" { "" } else { want }, "{line:?}");
    }
}
