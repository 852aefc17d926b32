//! What other wires say in their own shape, said in this one's.
use super::{out::list, scan};
use std::borrow::Cow;
use throughline_core::{
    Literal, json,
    medium::{Held, Medium},
    verbatim,
};

/// A block of another wire as a chunk of this one; none where this wire cannot say it.
pub(super) fn media(block: &str) -> Option<String> {
    let medium = Medium::read(block).filter(Medium::is_image)?;
    let url = match &medium.held {
        Held::Base64(data) => format!("data:{};base64,{}", medium.kind, data.inner()),
        Held::Url(url) => url.inner().to_owned(),
        Held::Text(_) => return None,
    };
    Some(format!(r#"{{"type":"image_url","image_url":{{"url":"{url}"}}}}"#))
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
