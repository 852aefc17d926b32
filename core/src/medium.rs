//! What a medium of any wire holds: its bytes, a text, or where it lies.
//!
//! Never decodes bytes, and never takes an id for an address: a file's id says something to its own host alone.
use crate::{Literal, json};
use std::borrow::Cow;

/// A medium.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Medium {
    /// Its media type, such as `image/png`; where its block says no more, the sort alone: `image`.
    pub kind: Cow<'static, str>,
    /// What stands in its block.
    pub held: Held,
}

/// What of a medium stands in its block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// Its bytes, in base64 as the block says them.
    Base64(Literal),
    /// A text.
    Text(Literal),
    /// Where it lies.
    Url(Literal),
}

/// Media types by the sort and the short name that Converse gives them:
/// <https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html>. The first of several is the one to write.
pub const FORMATS: &[(&str, &str, &str)] = &[
    ("image", "png", "image/png"),
    ("image", "jpeg", "image/jpeg"),
    ("image", "jpeg", "image/jpg"),
    ("image", "gif", "image/gif"),
    ("image", "webp", "image/webp"),
    ("document", "pdf", "application/pdf"),
    ("document", "csv", "text/csv"),
    ("document", "html", "text/html"),
    ("document", "txt", "text/plain"),
    ("document", "md", "text/markdown"),
    ("document", "doc", "application/msword"),
    ("document", "docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("document", "xls", "application/vnd.ms-excel"),
    ("document", "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("video", "mp4", "video/mp4"),
    ("video", "mov", "video/quicktime"),
    ("video", "webm", "video/webm"),
    ("video", "mkv", "video/x-matroska"),
    ("audio", "mp3", "audio/mpeg"),
    ("audio", "mp3", "audio/mp3"),
    ("audio", "wav", "audio/wav"),
    ("audio", "ogg", "audio/ogg"),
    ("audio", "flac", "audio/flac"),
];

impl Medium {
    /// The medium in a block of any wire; none where the block holds none, or only what its own host can find.
    pub fn read(block: &str) -> Option<Self> {
        sourced(block).or_else(|| inline(block)).or_else(|| formatted(block)).or_else(|| addressed(block))
    }
    /// True for an image.
    pub fn is_image(&self) -> bool {
        self.kind.split('/').next() == Some("image")
    }
    fn of(kind: impl Into<Cow<'static, str>>, held: Held) -> Self {
        Self { kind: kind.into(), held }
    }
}

fn string(object: &str, key: &str) -> Option<Literal> {
    json::member(object, key).and_then(Literal::read)
}

/// Under `source`, beside a type: <https://platform.claude.com/docs/en/build-with-claude/vision>.
fn sourced(block: &str) -> Option<Medium> {
    let source = json::member(block, "source")?.get();
    if let Some(url) = string(source, "url") {
        let sort = string(block, "type").map_or_else(|| "image".to_owned(), |sort| sort.decode().into_owned());
        return Some(Medium::of(sort, Held::Url(url)));
    }
    let kind = string(source, "media_type")?.decode().into_owned();
    let data = string(source, "data")?;
    let plain = string(source, "type").is_some_and(|kind| kind.decode() == "text");
    Some(Medium::of(kind, if plain { Held::Text(data) } else { Held::Base64(data) }))
}

/// Under a name of its own: <https://ai.google.dev/api/caching#Blob>,
/// <https://platform.openai.com/docs/api-reference/chat/create>.
fn inline(block: &str) -> Option<Medium> {
    if let Some(audio) = json::member(block, "input_audio") {
        let format = string(audio.get(), "format")?;
        return Some(Medium::of(format!("audio/{}", format.decode()), Held::Base64(string(audio.get(), "data")?)));
    }
    let either = |object: &str, a: &str, b: &str| string(object, a).or_else(|| string(object, b));
    if let Some(blob) = json::member(block, "inlineData").or_else(|| json::member(block, "inline_data")) {
        let kind = either(blob.get(), "mimeType", "mime_type")?.decode().into_owned();
        return Some(Medium::of(kind, Held::Base64(string(blob.get(), "data")?)));
    }
    let file = json::member(block, "fileData").or_else(|| json::member(block, "file_data"))?;
    let url = either(file.get(), "fileUri", "file_uri")?;
    let kind = either(file.get(), "mimeType", "mime_type");
    Some(Medium::of(kind.map_or_else(|| "image".to_owned(), |kind| kind.decode().into_owned()), Held::Url(url)))
}

/// Under its sort, with a short name for its type.
fn formatted(block: &str) -> Option<Medium> {
    let mut sorts = ["image", "document", "video", "audio"].iter();
    let (sort, inner) = sorts.find_map(|sort| Some((*sort, json::member(block, sort)?)))?;
    let data = string(json::member(inner.get(), "source")?.get(), "bytes")?;
    let format = string(inner.get(), "format")?.decode().into_owned();
    let known = FORMATS.iter().find(|(of, name, _)| *of == sort && *name == format);
    Some(Medium::of(
        known.map_or_else(|| Cow::from(format!("{sort}/{format}")), |row| row.2.into()),
        Held::Base64(data),
    ))
}

/// Behind an address, which may hold the bytes itself.
fn addressed(block: &str) -> Option<Medium> {
    let places = ["image_url", "file", "file_data"].iter().filter_map(|key| Some((*key, json::member(block, key)?)));
    let (key, url) = places
        .filter_map(|(key, place)| {
            let inner = || ["url", "file_data"].iter().find_map(|key| string(place.get(), key));
            Some((key, Literal::read(place).or_else(inner)?))
        })
        .next()?;
    let text = url.decode();
    match text.strip_prefix("data:") {
        Some(data) => {
            let (kind, data) = data.split_once(";base64,")?;
            Some(Medium::of(kind.to_owned(), Held::Base64(Literal::of(data))))
        }
        None if key == "image_url" => Some(Medium::of("image", Held::Url(url.clone()))),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wire_s_media_are_read_alike() {
        let bytes = |kind: &str| Some((kind.to_owned(), Held::Base64(Literal::of("QUJD"))));
        let url = |kind: &str| Some((kind.to_owned(), Held::Url(Literal::of("https://h/x"))));
        for (block, want) in [
            (
                r#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QUJD"}}"#,
                bytes("image/png"),
            ),
            (r#"{"inlineData":{"mimeType":"image/png","data":"QUJD"}}"#, bytes("image/png")),
            (r#"{"inline_data":{"mime_type":"image/png","data":"QUJD"}}"#, bytes("image/png")),
            (r#"{"image":{"format":"jpeg","source":{"bytes":"QUJD"}}}"#, bytes("image/jpeg")),
            (r#"{"document":{"format":"docx","name":"n","source":{"bytes":"QUJD"}}}"#, bytes(FORMATS[11].2)),
            (r#"{"video":{"format":"flv","source":{"bytes":"QUJD"}}}"#, bytes("video/flv")),
            (r#"{"type":"input_audio","input_audio":{"format":"wav","data":"QUJD"}}"#, bytes("audio/wav")),
            (r#"{"type":"image_url","image_url":{"url":"data:image/png;base64,QUJD"}}"#, bytes("image/png")),
            (r#"{"type":"input_image","image_url":"data:image/png;base64,QUJD"}"#, bytes("image/png")),
            (r#"{"type":"file","file":{"file_data":"data:application/pdf;base64,QUJD"}}"#, bytes("application/pdf")),
            (r#"{"type":"image_url","image_url":{"url":"https://h/x"}}"#, url("image")),
            (r#"{"type":"document","source":{"type":"url","url":"https://h/x"}}"#, url("document")),
            (r#"{"fileData":{"mimeType":"video/mp4","fileUri":"https://h/x"}}"#, url("video/mp4")),
            (
                r#"{"type":"document","source":{"type":"text","media_type":"text/plain","data":"QUJD"}}"#,
                Some(("text/plain".to_owned(), Held::Text(Literal::of("QUJD")))),
            ),
            (r#"{"type":"file","file":{"file_id":"f1"}}"#, None),
            (r#"{"type":"image","source":{"type":"file","file_id":"f1"}}"#, None),
            (r#"{"image":{"format":"png","source":{"s3Location":{"uri":"s3://b/k"}}}}"#, None),
            ("[]", None),
        ] {
            let found = Medium::read(block).map(|medium| (medium.kind.into_owned(), medium.held));
            assert_eq!(found, want, "{block}");
        }
    }
}
