//! What other wires say in their own shape, said in this one's.
use super::{out::list, path, scan};
use std::borrow::Cow;
use throughline_core::{Literal, json, verbatim};

/// Where the images of other wires hold their bytes and media type, or their address.
const IMAGES: [(&str, &str, &str); 4] = [
    // https://platform.claude.com/docs/en/build-with-claude/vision
    ("source/data", "source/media_type", "source/url"),
    // https://ai.google.dev/gemini-api/docs/image-understanding
    ("inlineData/data", "inlineData/mimeType", "fileData/fileUri"),
    // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ImageBlock.html
    ("image/source/bytes", "image/format", ""),
    // https://platform.openai.com/docs/api-reference/responses
    ("", "", "image_url"),
];

/// A block of another wire as a chunk of this one; none where this wire cannot say it.
pub(super) fn media(block: &str) -> Option<String> {
    let kind = scan::member(block, "type").map_or("image", verbatim::inner);
    let string = |at: &str| if at.is_empty() { None } else { path::string(block, at) };
    let url = IMAGES.iter().find_map(|(data, kind, url)| match (string(data), string(kind)) {
        (Some(data), Some(kind)) => image(kind).map(|kind| format!("data:{kind};base64,{data}")),
        _ => string(url).map(str::to_owned),
    });
    // A document has a source too.
    let url = url.filter(|_| kind.ends_with("image"))?;
    Some(format!(r#"{{"type":"image_url","image_url":{{"url":"{url}"}}}}"#))
}

/// The media type of an image, which some wires shorten to its second half.
fn image(kind: &str) -> Option<Cow<'_, str>> {
    match kind.split_once('/') {
        None => Some(format!("image/{kind}").into()),
        Some(("image", _)) => Some(kind.into()),
        Some(_) => None,
    }
}

/// The content of another wire's tool result: text alone as a string, images as this wire's chunks, an object as the text that it is.
pub(super) fn result(content: &str) -> Cow<'_, str> {
    if content.starts_with('{') {
        return spoken(content).unwrap_or_else(|| Literal::of(content).raw().to_owned()).into();
    }
    if !content.starts_with('[') {
        return content.into();
    }
    let mut chunks = vec![];
    scan::elements(content, |chunk| chunks.push(chunk));
    let texts: Option<String> = chunks.iter().map(|chunk| plain(chunk)).collect();
    let mut out = vec![];
    match texts {
        Some(texts) => return format!("\"{texts}\"").into(),
        None => list(&mut out, chunks.into_iter(), |out, chunk| match media(chunk) {
            Some(said) => out.extend_from_slice(said.as_bytes()),
            None => out.extend_from_slice(chunk.as_bytes()),
        }),
    }
    String::from_utf8(out).map_or(content.into(), Cow::Owned)
}

/// The one text that an object holds as what a tool answered: <https://ai.google.dev/api/caching#FunctionResponse>.
fn spoken(object: &str) -> Option<String> {
    let mut all = vec![];
    json::members(object, |name, value| all.push((name.to_owned(), value.get()))).ok()?;
    match all.as_slice() {
        [(name, text)] if ["result", "output", "error"].contains(&name.as_str()) && text.starts_with('"') => {
            Some((*text).to_owned())
        }
        _ => None,
    }
}

/// The text of a chunk that is nothing but text, still escaped.
fn plain(chunk: &str) -> Option<&str> {
    let is_text = scan::member(chunk, "type").is_none_or(|kind| kind == "\"text\"");
    let text = scan::member(chunk, "text").filter(|text| is_text && text.starts_with('"'))?;
    Some(verbatim::inner(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_told_as_text() {
        for (content, want) in [
            (r#"{"result":"a\u00e9\n"}"#, r#""a\u00e9\n""#),
            (r#"{"error":"no"}"#, r#""no""#),
            (r#"{"a":1,"b":"x"}"#, r#""{\"a\":1,\"b\":\"x\"}""#),
            (r#"{"result":7}"#, r#""{\"result\":7}""#),
            (r#""text""#, r#""text""#),
        ] {
            assert_eq!(result(content), want);
        }
    }
}
