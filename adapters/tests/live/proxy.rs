//! A proxy in the middle, as the environment names it. It is read once a process, so each test is a process of its own.
use crate::stage::{KEY, read, send, simulator, statuses, talk};
use std::{
    process::Command,
    sync::{Arc, Mutex},
};
use throughline::client::{Client, Http};
use tokio::{
    io::AsyncWriteExt,
    net::{TcpListener, TcpStream},
};

const CHILD: &str = "THROUGHLINE_LIVE_CHILD";
/// A name that leads nowhere: what reaches the simulator came through the proxy.
const NOWHERE: &str = "provider.invalid";

/// Runs the test `name` again, alone in a process with these variables.
fn alone(name: &str, variables: &[(&str, &str)]) {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", name, "--nocapture"]).env(CHILD, "1");
    for variable in ["http_proxy", "https_proxy", "all_proxy", "no_proxy", "request_method"] {
        child.env_remove(variable).env_remove(variable.to_uppercase());
    }
    let output = child.envs(variables.iter().copied()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}{}", String::from_utf8_lossy(&output.stderr));
}

fn is_child() -> bool {
    std::env::var_os(CHILD).is_some()
}

/// A proxy that dials `to`, whoever is asked for. Remembers what it was given and what it passed on.
fn forward(listener: TcpListener, to: std::net::SocketAddr) -> Arc<Mutex<Vec<Vec<u8>>>> {
    let heard = Arc::new(Mutex::new(vec![]));
    let ears = heard.clone();
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let ears = ears.clone();
            tokio::spawn(async move {
                let (mut far, mut back) = TcpStream::connect(to).await.unwrap().into_split();
                let (mut near, mut out) = near.into_split();
                tokio::spawn(async move { tokio::io::copy(&mut far, &mut out).await });
                while let Some(request) = read(&mut near).await {
                    let text = std::str::from_utf8(&request).unwrap();
                    let authority = text.split('/').nth(2).unwrap();
                    back.write_all(text.replacen(&format!("http://{authority}"), "", 1).as_bytes()).await.unwrap();
                    ears.lock().unwrap().push(request);
                }
            });
        }
    });
    heard
}

/// What a child does: a conversation through the proxy, whole and streamed.
async fn converse() {
    let simulator = simulator();
    let address = std::env::var("THROUGHLINE_LIVE_PROXY").unwrap();
    let heard = forward(TcpListener::bind(&address).await.unwrap(), simulator.address());
    let client = Client::new(throughline::registry().unwrap(), Http::new().unwrap());
    let url = format!("http://{NOWHERE}:8080/nous/v1");
    let mut talk = talk(&client, crate::stage::route("nous/z-ai/glm-5", &url));
    let mut tried = send(&mut talk).await.unwrap().tried;
    talk.push(throughline::Turn::user("Which code word did you think of?"));
    let reply = talk.send(true, &mut |_| {}).await.unwrap();
    tried.extend(reply.tried);
    assert_eq!(statuses(&tried), [200, 200]);
    assert!(reply.turn.text().starts_with("The code word was "), "{}", reply.turn.text());
    let heard = heard.lock().unwrap();
    assert_eq!(heard.len(), 2);
    for (request, tried) in heard.iter().zip(&tried) {
        let line = format!("POST {url}/chat/completions HTTP/1.1\r\n");
        let text = String::from_utf8(request.clone()).unwrap();
        assert!(text.starts_with(&line) && text.contains(KEY), "{text}");
        assert!(request.ends_with(&[b"\r\n\r\n", tried.body.as_slice()].concat()), "{text}");
    }
}

/// A port that was free a moment ago.
fn free() -> String {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

#[tokio::test]
async fn the_proxy_of_the_environment_passes_every_byte() {
    if is_child() {
        return converse().await;
    }
    for variable in ["http_proxy", "HTTP_PROXY"] {
        let address = free();
        let url = format!("http://{address}");
        let variables = [(variable, url.as_str()), ("THROUGHLINE_LIVE_PROXY", &address)];
        alone("proxy::the_proxy_of_the_environment_passes_every_byte", &variables);
    }
}

#[tokio::test]
async fn a_dead_proxy_is_an_error_and_a_direct_client_goes_past_it() {
    if !is_child() {
        let url = format!("http://{}", free());
        return alone("proxy::a_dead_proxy_is_an_error_and_a_direct_client_goes_past_it", &[("http_proxy", &url)]);
    }
    let simulator = simulator();
    let route = crate::stage::at(&simulator, "nous/z-ai/glm-5");
    let through = Client::new(throughline::registry().unwrap(), Http::new().unwrap());
    let error = send(&mut talk(&through, route.clone())).await.unwrap_err();
    assert!(error.to_string().contains("no connection to the provider"), "{error}");
    assert!(send(&mut talk(&crate::stage::client(), route)).await.is_ok());
}
