//! AWS's signature, version 4, made again from a request as it arrived: the server's side of it, in our own words.
//!
//! <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html>
use crate::recorder::Recorded;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Whether the request is signed by the owner of `secret`, whom it calls `id`, for the Bedrock runtime in `region`: its body and all of
/// the headers that matter. The reason where it is not.
pub(crate) fn check(request: &Recorded, id: &str, secret: &str, region: &str) -> Result<(), String> {
    let given = request.header("authorization").ok_or("no authorization")?;
    let given = given.strip_prefix("AWS4-HMAC-SHA256 ").ok_or_else(|| format!("not version 4: {given}"))?;
    let member = |name: &str| {
        let found = given.split(',').find_map(|member| member.trim().strip_prefix(name)?.strip_prefix('='));
        found.ok_or_else(|| format!("no {name} in {given}"))
    };
    let time = request.header("x-amz-date").ok_or("no date")?;
    let day = time.get(..8).ok_or("no day")?;
    let scope = format!("{day}/{region}/bedrock/aws4_request");
    if member("Credential")? != format!("{id}/{scope}") {
        return Err(format!("signed as {}, not for {scope}", member("Credential")?));
    }
    let signed = member("SignedHeaders")?;
    for needed in ["host", "x-amz-date", "content-type"] {
        signed.split(';').find(|name| *name == needed).ok_or_else(|| format!("{needed} is not signed"))?;
    }
    let mut canonical = format!("{}\n{}\n\n", request.method, path(&request.path));
    for name in signed.split(';') {
        let value = request.header(name).ok_or_else(|| format!("{name} is signed and did not come"))?;
        let _ = writeln!(canonical, "{name}:{value}");
    }
    let _ = write!(canonical, "\n{signed}\n{}", hex(&Sha256::digest(&request.body)));
    let text = format!("AWS4-HMAC-SHA256\n{time}\n{scope}\n{}", hex(&Sha256::digest(&canonical)));
    let mut key = format!("AWS4{secret}").into_bytes();
    for step in [day, region, "bedrock", "aws4_request"] {
        key = mac(&key, step);
    }
    let want = hex(&mac(&key, &text));
    let came = member("Signature")?;
    if came == want { Ok(()) } else { Err(format!("signature {came}, not {want}, of\n{canonical}")) }
}

/// The path once more spelled for a URL, as every service but one wants it.
fn path(path: &str) -> String {
    let mut spelled = String::new();
    for byte in path.bytes() {
        let _ = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                spelled.write_char(byte.into())
            }
            _ => write!(spelled, "%{byte:02X}"),
        };
    }
    spelled
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
