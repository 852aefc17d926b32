//! AWS's own client for Python at our simulator: it reads what the simulator says, whole and in frames, and is refused where it must be.
use crate::python::{judges, python};
use throughline_simulator::{Options, Simulator};

const TEST: &str = "boto3_converses_with_the_simulator";

/// A conversation over a tool call. What was thought goes back as boto3 gave it, then with one letter of its seal changed.
const SCRIPT: &str = r#"
import sys
import boto3, botocore.config, botocore.exceptions
url, model = sys.argv[1:]
config = botocore.config.Config(retries={"max_attempts": 0}, proxies={})
aws = boto3.client("bedrock-runtime", endpoint_url=url, region_name="eu-west-1", config=config,
                   aws_access_key_id="AKIDEXAMPLE", aws_secret_access_key="secret")
weather = {"toolSpec": {"name": "weather", "inputSchema": {"json": {
    "type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}}}
more = {"modelId": model, "toolConfig": {"tools": [weather]}, "inferenceConfig": {"maxTokens": 4096},
        "additionalModelRequestFields": {"thinking": {"type": "enabled", "budget_tokens": 1024}}}

def whole(messages):
    reply = aws.converse(messages=messages, **more)
    assert reply["usage"]["outputTokens"] > 0
    return reply["output"]["message"], reply["stopReason"]

def streamed(messages):
    content, stop, usage = [], None, None
    for event in aws.converse_stream(messages=messages, **more)["stream"]:
        name, said = next(iter(event.items()))
        at = said.get("contentBlockIndex")
        if at is not None and at == len(content):
            content.append({})
        if name == "contentBlockStart":
            content[at]["toolUse"] = dict(said["start"]["toolUse"], input="")
        elif name == "contentBlockDelta":
            delta, block = said["delta"], content[at]
            if "text" in delta:
                block["text"] = block.get("text", "") + delta["text"]
            elif "toolUse" in delta:
                block["toolUse"]["input"] += delta["toolUse"]["input"]
            elif "redactedContent" in delta["reasoningContent"]:
                thought = block.setdefault("reasoningContent", {"redactedContent": b""})
                thought["redactedContent"] += delta["reasoningContent"]["redactedContent"]
            else:
                thought = block.setdefault("reasoningContent", {"reasoningText": {"text": ""}})["reasoningText"]
                for key, piece in delta["reasoningContent"].items():
                    thought[key] = thought.get(key, "") + piece
        elif name == "messageStop":
            stop = said["stopReason"]
        elif name == "metadata":
            usage = said["usage"]
    import json
    for block in content:
        if "toolUse" in block:
            block["toolUse"]["input"] = json.loads(block["toolUse"]["input"] or "{}")
    assert usage["outputTokens"] > 0
    return {"role": "assistant", "content": content}, stop

for ask in (whole, streamed):
    messages = [{"role": "user", "content": [{"text": "How is the weather in Florence?"}]}]
    called, stop = ask(messages)
    assert stop == "tool_use", stop
    thought = called["content"][0]["reasoningContent"]["reasoningText"]
    assert thought["text"] and thought["signature"], called
    call = next(block["toolUse"] for block in called["content"] if "toolUse" in block)
    assert call["name"] == "weather" and isinstance(call["input"], dict), call
    result = {"toolResult": {"toolUseId": call["toolUseId"], "content": [{"text": "18 degrees"}]}}
    messages += [called, {"role": "user", "content": [result]}]
    answered, stop = ask(messages)
    assert stop == "end_turn" and any("text" in block for block in answered["content"]), answered
    seal = thought["signature"]
    thought["signature"] = ("A" if seal[0] != "A" else "B") + seal[1:]
    try:
        ask(messages)
    except botocore.exceptions.ClientError as error:
        told = error.response
        assert told["Error"]["Code"] == "ValidationException", told
        assert told["ResponseMetadata"]["HTTPStatusCode"] == 400, told
        assert "signature" in told["Error"]["Message"], told
    else:
        raise AssertionError("a broken seal was taken")
    print(ask.__name__, "ok")
"#;

#[test]
fn boto3_converses_with_the_simulator() {
    let Some((program, _)) = judges(TEST) else { return };
    let simulator = Simulator::spawn(Options { seed: Some(7), ..Options::default() }).unwrap();
    let url = simulator.base_url("bedrock").unwrap();
    let model = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
    let ran = python(&program).args(["-c", SCRIPT, &url, model]).output().unwrap();
    let (said, error) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{error}");
    assert_eq!(said, "whole ok\nstreamed ok\n");
}
