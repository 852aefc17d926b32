//! Bodies, signatures, replies and refusals, each as it arrived at the other end.
use crate::{
    recorder::{Canned, Recorder},
    sigv4,
};
use aws_sdk_bedrockruntime::config::{Credentials, SharedCredentialsProvider, SharedTokenProvider, Token};
use std::{net::TcpListener, time::Duration};
use throughline_bedrock::sdk::{
    Aws, Call, Error, Sent,
    aws_config::{BehaviorVersion, Region, SdkConfig},
};

const ID: &str = "AKIDEXAMPLE";
const SECRET: &str = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const REGION: &str = "eu-north-1";
const JSON: &[(&str, &str)] = &[("Content-Type", "application/json"), ("X-Amzn-RequestId", "r-1")];
const EVENTS: &[(&str, &str)] = &[("Content-Type", "application/vnd.amazon.eventstream")];

/// Every operation, and the path of it.
const DOORS: &[&str] = &["converse", "converse-stream", "invoke", "invoke-with-response-stream"];

/// What no JSON library writes by itself: space, order, spelled numbers, escapes, a name twice, a line end behind.
const BODY: &str = "{ \"messages\" : [{\"content\":[{\"toolUse\":{\"input\":{\"z\":1.0e0,\"a\":10000000000000000001,\"a\":\"\\u00e9\\/é\"}}}],\
     \"role\":\"assistant\"}],\t\"additionalModelRequestFields\":{\"thinking\":{\"type\":\"adaptive\"}}}\r\n";

/// Signs as somebody, with a token as roles have.
fn signing() -> Aws {
    let credentials = Credentials::new(ID, SECRET, Some("TOKEN/=".to_owned()), None, "test");
    let config = SdkConfig::builder().behavior_version(BehaviorVersion::latest()).region(Region::new(REGION));
    Aws::new(&config.credentials_provider(SharedCredentialsProvider::new(credentials)).build())
}

/// Knows where, and not who.
fn nobody() -> Aws {
    Aws::new(&SdkConfig::builder().behavior_version(BehaviorVersion::latest()).region(Region::new(REGION)).build())
}

async fn send(aws: &Aws, url: &str) -> Result<Sent, Error> {
    aws.send(Call { url, headers: &[], body: BODY.as_bytes().to_vec() }).await
}

async fn all(sent: &mut Sent) -> Vec<u8> {
    let mut bytes = vec![];
    while let Some(piece) = sent.body.next().await.unwrap() {
        bytes.extend(piece);
    }
    bytes
}

/// The error and what lies beneath, as a program prints it.
fn said(error: &Error) -> String {
    let mut text = error.to_string();
    let mut beneath = std::error::Error::source(error);
    while let Some(error) = beneath {
        text += &format!(": {error}");
        beneath = error.source();
    }
    text
}

#[tokio::test]
async fn a_body_goes_out_byte_for_byte_and_is_signed() {
    let recorder = Recorder::start(vec![Canned::new(200, JSON, b"{}")]);
    let aws = signing();
    let model = "arn%3Aaws%3Abedrock%3Aeu-north-1%3A1%3Aapplication-inference-profile%2Fa-b_c.d~";
    for door in DOORS {
        let suffix = format!("/model/{model}/{door}");
        assert_eq!(send(&aws, &recorder.url(&suffix)).await.unwrap().status, 200);
        let request = recorder.seen().pop().unwrap();
        assert_eq!(String::from_utf8(request.body.clone()).unwrap(), BODY, "{door}");
        assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", suffix.as_str()));
        for (name, want) in [("content-type", "application/json"), ("x-amz-security-token", "TOKEN/=")] {
            assert_eq!(request.header(name), Some(want), "{door}");
        }
        assert_eq!(request.header("content-length"), Some(BODY.len().to_string().as_str()));
        for name in ["content-type", "content-length", "host", "authorization"] {
            let times = request.headers.iter().filter(|(header, _)| header.eq_ignore_ascii_case(name)).count();
            assert_eq!(times, 1, "{door}: {name}");
        }
        sigv4::check(&request, ID, SECRET, REGION).unwrap();
    }
    assert_eq!(recorder.seen().len(), DOORS.len());
}

#[tokio::test]
async fn the_check_of_signatures_can_fail() {
    let recorder = Recorder::start(vec![Canned::new(200, JSON, b"{}")]);
    send(&signing(), &recorder.url("/model/m/converse")).await.unwrap();
    let request = recorder.seen().pop().unwrap();
    assert!(sigv4::check(&request, ID, "another", REGION).is_err());
    assert!(sigv4::check(&request, ID, SECRET, "us-east-1").is_err());
    let mut other = request.clone();
    other.body.pop();
    assert!(sigv4::check(&other, ID, SECRET, REGION).unwrap_err().starts_with("signature "));
}

#[tokio::test]
async fn an_empty_and_a_large_body_too() {
    let recorder = Recorder::start(vec![Canned::new(200, JSON, b"{}")]);
    let aws = signing();
    for body in [vec![], vec![0, 255, b'\n'], b"x".repeat(3_000_000)] {
        let url = recorder.url("/model/m/converse");
        aws.send(Call { url: &url, headers: &[], body: body.clone() }).await.unwrap();
        let request = recorder.seen().pop().unwrap();
        assert!(request.body == body, "{} bytes", body.len());
        sigv4::check(&request, ID, SECRET, REGION).unwrap();
    }
}

#[tokio::test]
async fn headers_of_the_caller_are_signed_too() {
    let recorder = Recorder::start(vec![Canned::new(200, JSON, b"{}")]);
    let headers = [("X-Amzn-Bedrock-Trace".to_owned(), "ENABLED".to_owned())];
    let url = recorder.url("/model/m/invoke");
    signing().send(Call { url: &url, headers: &headers, body: b"{}".to_vec() }).await.unwrap();
    let request = recorder.seen().pop().unwrap();
    assert_eq!(request.header("x-amzn-bedrock-trace"), Some("ENABLED"));
    let signed = request.header("authorization").unwrap();
    assert!(signed.contains(";x-amzn-bedrock-trace"), "{signed}");
    sigv4::check(&request, ID, SECRET, REGION).unwrap();

    let headers = [("x-odd".to_owned(), "a\r\nb: c".to_owned())];
    let error = signing().send(Call { url: &url, headers: &headers, body: b"{}".to_vec() }).await.unwrap_err();
    assert!(matches!(error, Error::Request(_)) && !error.passing(), "{}", said(&error));
}

#[tokio::test]
async fn a_reply_comes_back_as_it_came() {
    // Neither the model nor the frames of this are anything that the SDK knows.
    let whole = br#"{ "output" : {"message":{"content":[{"newBlock":{"n":1.50}}]}} , "stopReason":7, "x":"\u00e9" }"#;
    let pieces = [b"\0\0\0".to_vec(), b"no frame at all".to_vec(), vec![255; 70_000], b"end".to_vec()];
    for door in DOORS {
        let (headers, pieces) =
            if door.ends_with("stream") { (EVENTS, pieces.to_vec()) } else { (JSON, vec![whole.to_vec()]) };
        let canned = Canned { pieces: pieces.clone(), ..Canned::new(200, headers, b"") };
        let recorder = Recorder::start(vec![canned]);
        let mut sent = send(&signing(), &recorder.url(&format!("/model/m/{door}"))).await.unwrap();
        assert!(all(&mut sent).await == pieces.concat(), "{door}");
        let kind = (headers[0].0.to_ascii_lowercase(), headers[0].1.to_owned());
        assert!(sent.status == 200 && sent.headers.contains(&kind), "{door}: {:?}", sent.headers);
        assert_eq!(recorder.seen().len(), 1, "{door}");
    }
}

#[tokio::test]
async fn a_refusal_comes_back_as_it_came_and_is_not_repeated() {
    const REFUSED: &[(&str, &str)] =
        &[("x-amzn-ErrorType", "ValidationException:http://x/"), ("Content-Type", "application/json")];
    let body = br#"{ "message":"messages.1.content.0: Invalid `signature` in `thinking` block", "extra":[1.0] }"#;
    for (status, body) in [(400, &body[..]), (403, b"no json"), (404, b""), (413, b"<html>"), (302, b"")] {
        for door in DOORS {
            let recorder = Recorder::start(vec![Canned::new(status, REFUSED, body)]);
            let mut sent = send(&signing(), &recorder.url(&format!("/model/m/{door}"))).await.unwrap();
            assert_eq!((sent.status, all(&mut sent).await), (status, body.to_vec()), "{door}");
            assert!(sent.headers.iter().any(|(name, value)| name == "x-amzn-errortype" && value == REFUSED[0].1));
            assert_eq!(recorder.seen().len(), 1, "{door} {status}");
        }
    }
}

#[tokio::test]
async fn what_was_throttled_is_sent_again_signed_anew() {
    const THROTTLED: &[(&str, &str)] = &[("x-amzn-ErrorType", "ThrottlingException")];
    let throttled = Canned::new(429, THROTTLED, br#"{"message":"Too many tokens"}"#);
    let recorder = Recorder::start(vec![throttled.clone(), Canned::new(200, JSON, br#"{"a":1}"#)]);
    let mut sent = send(&signing(), &recorder.url("/model/m/converse-stream")).await.unwrap();
    assert_eq!((sent.status, all(&mut sent).await), (200, br#"{"a":1}"#.to_vec()));
    let seen = recorder.seen();
    assert_eq!(seen.len(), 2);
    for request in &seen {
        assert_eq!(request.body, BODY.as_bytes());
        sigv4::check(request, ID, SECRET, REGION).unwrap();
    }

    let recorder = Recorder::start(vec![throttled]);
    let mut sent = send(&signing(), &recorder.url("/model/m/converse")).await.unwrap();
    assert_eq!((sent.status, all(&mut sent).await), (429, br#"{"message":"Too many tokens"}"#.to_vec()));
    assert!((2..=5).contains(&recorder.seen().len()));
}

#[tokio::test]
async fn the_host_names_its_region() {
    // Nothing listens there: what counts is that it was not asked for a region.
    let aws = Aws::new(&SdkConfig::builder().behavior_version(BehaviorVersion::latest()).build());
    assert_eq!(aws.region(), None);
    let error = send(&aws, "http://127.0.0.1:9/model/m/converse").await.unwrap_err();
    assert!(matches!(error, Error::Region) && said(&error).contains("AWS_REGION"), "{}", said(&error));
    let error = send(&aws, "https://bedrock-runtime.eu-west-1.amazonaws.com/model/m/converse").await.unwrap_err();
    assert!(matches!(error, Error::Credentials(_)), "{error:?}");
    let error = send(&aws, "https://bedrock-runtime.eu-west-1.amazonaws.com/v1/messages").await.unwrap_err();
    assert!(matches!(error, Error::Url), "{error:?}");
}

#[tokio::test]
async fn a_bearer_token_needs_no_signature() {
    let recorder = Recorder::start(vec![Canned::new(200, JSON, b"{}")]);
    let token = SharedTokenProvider::new(Token::new("bedrock-api-key-1", None));
    let config = SdkConfig::builder().behavior_version(BehaviorVersion::latest()).region(Region::new(REGION));
    let aws = Aws::new(&config.token_provider(token).build());
    send(&aws, &recorder.url("/model/m/converse")).await.unwrap();
    let request = recorder.seen().pop().unwrap();
    assert_eq!(request.header("authorization"), Some("Bearer bedrock-api-key-1"));
    assert_eq!(request.body, BODY.as_bytes());
}

#[tokio::test]
async fn errors_say_what_to_do_and_no_secret() {
    let recorder = Recorder::start(vec![Canned::new(200, JSON, b"{}")]);
    let error = send(&nobody(), &recorder.url("/model/m/converse")).await.unwrap_err();
    assert!(matches!(error, Error::Credentials(_)) && !error.passing(), "{error:?}");
    assert!(error.to_string().contains("AWS_PROFILE") && error.to_string().contains("AWS_BEARER_TOKEN_BEDROCK"));
    assert!(recorder.seen().is_empty());

    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let error = send(&signing(), &format!("http://{free}/model/m/converse")).await.unwrap_err();
    assert!(matches!(error, Error::Connection(_)) && error.passing(), "{error:?}");
    for text in [said(&error), format!("{error:?}"), format!("{:?}", signing())] {
        assert!(!text.contains(SECRET) && !text.contains("TOKEN/=") && !text.contains("thinking"), "{text}");
    }
}

#[tokio::test]
async fn silence_ends_a_call_and_is_not_repeated() {
    let late = Canned { pause: Duration::from_secs(5), ..Canned::new(200, JSON, b"{}") };
    let recorder = Recorder::start(vec![late]);
    let aws = signing().silence(Duration::from_millis(300));
    let error = send(&aws, &recorder.url("/model/m/converse")).await.unwrap_err();
    assert!(matches!(error, Error::Silence(_)) && error.passing(), "{error:?}");
    assert_eq!(recorder.seen().len(), 1);
}

#[tokio::test]
async fn a_torn_reply_says_so_behind_what_came() {
    let torn = Canned { torn: true, ..Canned::new(200, EVENTS, b"abc") };
    let recorder = Recorder::start(vec![torn]);
    let mut sent = send(&signing(), &recorder.url("/model/m/converse-stream")).await.unwrap();
    assert_eq!(sent.body.next().await.unwrap().as_deref(), Some(&b"abc"[..]));
    let error = sent.body.next().await.unwrap_err();
    assert!(matches!(error, Error::Broken(_)) && error.passing(), "{error:?}");
    assert_eq!(recorder.seen().len(), 1);
}

#[tokio::test]
async fn calls_at_the_same_time_do_not_mix() {
    let recorder = Recorder::start(vec![Canned::new(200, JSON, b"{}")]);
    let aws = signing();
    let calls = (0..16).map(|n| {
        let (aws, url) = (aws.clone(), recorder.url(&format!("/model/m{n}/converse")));
        tokio::spawn(async move {
            aws.send(Call { url: &url, headers: &[], body: format!("{n}").into_bytes() }).await.unwrap().status
        })
    });
    for call in calls.collect::<Vec<_>>() {
        assert_eq!(call.await.unwrap(), 200);
    }
    for request in recorder.seen() {
        let body = String::from_utf8(request.body.clone()).unwrap();
        assert_eq!(request.path, format!("/model/m{body}/converse"));
        sigv4::check(&request, ID, SECRET, REGION).unwrap();
    }
    assert_eq!(recorder.seen().len(), 16);
}
