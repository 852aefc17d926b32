//! Signatures of parts. One hides the thought and names what it holds for: the part, and the whole text that was said, for wires
//! that have no parts. On another part, on changed or joined text, it is worth nothing.

use super::{Backend, Content, Data, Part, Talk, Thoughts, unsigned};
use crate::refusal::Refusal;
use crate::seal::{Broken, Keys, encoded};
use crate::table::gemini;
use crate::terms::Terms;
use serde_json::Value;

/// The signature of a text that is `own`, where all that was said is `whole`.
pub(crate) fn of_text(keys: &Keys, backend: &Backend, model: &str, thought: &str, own: &str, whole: &str) -> String {
    let marks = [own, whole].map(|text| mark(keys, &["text", text]));
    seal(keys, backend, model, &marks, thought)
}

/// The signature of a call.
pub(crate) fn of_call(
    keys: &Keys,
    backend: &Backend,
    model: &str,
    thought: &str,
    (name, arguments): (&str, &Value),
) -> String {
    let mark = call(keys, name, arguments);
    seal(keys, backend, model, &[mark.clone(), mark], thought)
}

/// `text` in the alphabet and with the padding that are the standard's; nothing where it is no base64. Either alphabet will do,
/// as it does there.
pub(crate) fn standard(text: &str) -> Option<String> {
    let bare = text.trim_end_matches('=');
    let known = bare.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/-_".contains(&byte));
    let padding = [Some(""), None, Some("=="), Some("=")].get(bare.len() % 4).copied().flatten();
    let padding = padding.filter(|_| known && text.len() - bare.len() <= 2)?;
    Some(bare.replace('-', "+").replace('_', "/") + padding)
}

/// The first call of every step of the running turn is signed, by models that insist on it.
pub(super) fn present(talk: &Talk<'_>) -> Result<(), Box<Refusal>> {
    if !talk.gemini.insists {
        return Ok(());
    }
    let steps = talk.contents.iter().enumerate().skip(talk.running()).filter(|(_, content)| content.model);
    for (at, content) in steps {
        if let Some((Part { signature: None, .. }, name, _)) = content.calls().next() {
            let words = talk.gemini.tells.unwrap_or(talk.backend.said.missing);
            return Err(talk.refuse(words, &unsigned(name, at + 1)));
        }
    }
    Ok(())
}

/// Opens every signature, and shows the model the thoughts of its own generation.
pub(super) fn read(terms: &Terms<'_>, talk: &Talk<'_>) -> Result<Thoughts, Box<Refusal>> {
    let mut thoughts = Thoughts { came: 0, read: Vec::with_capacity(talk.contents.len()) };
    for content in talk.contents {
        let mut read = Vec::new();
        for part in &content.parts {
            let Some(signature) = &part.signature else { continue };
            match open(terms.keys, talk.backend, content, part, signature) {
                Ok(Some((model, thought))) => {
                    thoughts.came += 1;
                    if gemini(&model).generation == talk.gemini.generation {
                        read.push(thought);
                    }
                }
                Ok(None) => {}
                Err(Broken) if terms.lenient => {}
                Err(Broken) => return Err(talk.refuse(talk.backend.said.foreign, &Vec::new())),
            }
        }
        thoughts.read.push(read);
    }
    Ok(thoughts)
}

/// The model and the thought; nothing where a signature is stood in for.
fn open(
    keys: &Keys,
    backend: &Backend,
    content: &Content,
    part: &Part,
    signature: &str,
) -> Result<Option<(String, String)>, Broken> {
    let stands_in = |known: &&str| standard(known).as_deref() == Some(signature) || encoded(known) == signature;
    if matches!(part.data, Data::Call { .. }) && backend.stand_ins.iter().any(stands_in) {
        return Ok(None);
    }
    let mark = match &part.data {
        _ if !content.model || part.thought => return Err(Broken),
        Data::None => mark(keys, &["text", ""]),
        Data::Text(text) => mark(keys, &["text", text]),
        Data::Call { name, arguments, .. } => call(keys, name, arguments),
        Data::Result { .. } | Data::Other => return Err(Broken),
    };
    let (model, sealed) = keys.open(backend.issuer, &backend.form, signature)?;
    let mut lines = sealed.splitn(3, '\n');
    let (Some(own), Some(whole), Some(thought)) = (lines.next(), lines.next(), lines.next()) else {
        return Err(Broken);
    };
    let holds = if part.joined { whole } else { own };
    if holds == mark { Ok(Some((model, thought.to_owned()))) } else { Err(Broken) }
}

fn seal(keys: &Keys, backend: &Backend, model: &str, marks: &[String; 2], thought: &str) -> String {
    keys.seal(backend.issuer, &backend.form, model, &format!("{}\n{thought}", marks.join("\n")))
}

/// Ids are the wire's and no part of a call; arguments are, however they are spelled.
fn call(keys: &Keys, name: &str, arguments: &Value) -> String {
    mark(keys, &["call", name, &arguments.to_string()])
}

fn mark(keys: &Keys, of: &[&str]) -> String {
    keys.token(&[&["part"], of].concat(), 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_either_alphabet() {
        for (text, want) in
            [("ab+/", "ab+/"), ("ab-_", "ab+/"), ("abc", "abc="), ("ab==", "ab=="), ("ab", "ab=="), ("", "")]
        {
            assert_eq!(standard(text).as_deref(), Some(want), "{text}");
        }
        for text in ["a", "ab c", "ab\n", "é", "a=b=", "abc===", "ab."] {
            assert_eq!(standard(text), None, "{text}");
        }
    }
}
