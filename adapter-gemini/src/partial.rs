//! A call whose arguments come piece by piece, each with the path at which it belongs:
//! <https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling#streaming-fc>.
//!
//! Never guesses where a piece belongs: one that fits nowhere is kept beside the call.
use crate::{
    json::{get, object, take},
    part::{arguments, sign},
};
use serde_json::value::RawValue;
use throughline_core::{
    Carrier, Delta, Extras, Issuer, Key, Literal, LiteralBuf, Part, ToolCall, Verbatim,
    json::{Object, elements},
};

/// A call so far.
#[derive(Default)]
pub(crate) struct Growing {
    id: Option<Literal>,
    name: Option<Literal>,
    args: Option<Verbatim>,
    pieces: Node,
    inner: Extras,
    extras: Extras,
    carriers: Vec<Carrier>,
    lost: Vec<String>,
    open: bool,
}

/// A value that pieces make.
#[derive(Default)]
enum Node {
    #[default]
    Nothing,
    Object(Vec<(String, Node)>),
    List(Vec<Node>),
    Text(LiteralBuf),
    Value(Verbatim),
}

/// A step of a path.
enum Step {
    Name(String),
    Index(usize),
}

/// Deeper arguments are not made.
const DEEPEST: usize = 32;

impl Growing {
    /// The call that a part begins, where it is one whose arguments come in pieces.
    pub(crate) fn begin(raw: &RawValue, issuer: &Issuer, sink: &mut dyn FnMut(Delta<'_>)) -> Option<Self> {
        let call = fragment(raw)?;
        let named = call.get("name").and_then(Literal::read)?;
        if get(&call, "partialArgs").is_none() && !goes_on(&call) {
            return None;
        }
        sink(Delta::Call(named.inner()));
        let mut new = Self::default();
        new.add(raw, issuer);
        Some(new)
    }
    /// Takes a part that goes on with the call; false where it is none.
    pub(crate) fn grow(&mut self, raw: &RawValue, issuer: &Issuer) -> bool {
        let goes_on = self.open && fragment(raw).is_some_and(|call| call.get("name").is_none());
        if goes_on {
            self.add(raw, issuer);
        }
        goes_on
    }
    fn add(&mut self, raw: &RawValue, issuer: &Issuer) {
        let (Ok(mut part), Some(mut call)) = (Object::read(raw.get()), fragment(raw)) else { return };
        // The latest signature is the call's.
        let carriers = sign(&mut part, issuer);
        if !carriers.is_empty() {
            self.carriers = carriers;
        }
        take(&mut part, "functionCall");
        self.open = goes_on(&call);
        take(&mut call, "willContinue");
        self.id = call.take_str("id").or(self.id.take());
        self.name = call.take_str("name").or(self.name.take());
        self.args = call.take("args").map(Verbatim::from).or(self.args.take());
        if let Some(pieces) = take(&mut call, "partialArgs") {
            let read = elements(pieces.get(), |piece| {
                if self.piece(piece).is_none() {
                    self.lost.push(piece.get().to_owned());
                }
            });
            if read.is_err() {
                self.lost.push(pieces.get().to_owned());
            }
        }
        self.inner.extend(call.rest());
        self.extras.extend(part.rest());
    }
    fn piece(&mut self, raw: &RawValue) -> Option<()> {
        let mut piece = Object::read(raw.get()).ok()?;
        let path = path(&take(&mut piece, "jsonPath").and_then(Literal::read)?.decode())?;
        let (kind, value) = piece.iter().find(|(name, _)| name.ends_with("Value") || name.ends_with("_value"))?;
        let node = self.pieces.at(&path)?;
        match (node, Literal::read(value)) {
            (Node::Text(text), Some(more)) => text.push_inner(more.inner()),
            (node @ Node::Nothing, _) if kind.starts_with("null") => *node = Node::Value(RawValue::NULL.into()),
            (node @ Node::Nothing, Some(text)) => {
                let mut begun = LiteralBuf::default();
                begun.push_inner(text.inner());
                *node = Node::Text(begun);
            }
            (node @ Node::Nothing, None) => *node = Node::Value(value.into()),
            _ => return None,
        }
        Some(())
    }
    /// The call that it became.
    pub(crate) fn part(self) -> Part {
        let mut inner = self.inner;
        if !self.lost.is_empty() {
            let lost = Verbatim::parse(&format!("[{}]", self.lost.join(","))).ok();
            inner.extend(lost.map(|lost| (Key::new("partialArgs"), lost)));
        }
        let made = match &self.pieces {
            Node::Nothing => self.args,
            made => Verbatim::parse(&made.json()).ok(),
        };
        Part::Call(ToolCall {
            id: self.id,
            name: self.name.unwrap_or_else(|| Literal::of("")),
            arguments: arguments(made),
            extras: self.extras,
            inner,
            carriers: self.carriers,
        })
    }
}

impl Node {
    /// The place at the end of a path, made where it is new; none where something else stands in the way.
    fn at(&mut self, path: &[Step]) -> Option<&mut Self> {
        let Some((step, rest)) = path.split_first() else { return Some(self) };
        if let Self::Nothing = self {
            *self = match step {
                Step::Name(_) => Self::Object(vec![]),
                Step::Index(_) => Self::List(vec![]),
            };
        }
        match (self, step) {
            (Self::Object(all), Step::Name(name)) => {
                let at = all.iter().position(|(old, _)| old == name).unwrap_or(all.len());
                if at == all.len() {
                    all.push((name.clone(), Self::Nothing));
                }
                all.get_mut(at)?.1.at(rest)
            }
            (Self::List(all), Step::Index(at)) => {
                if *at == all.len() {
                    all.push(Self::Nothing);
                }
                all.get_mut(*at)?.at(rest)
            }
            _ => None,
        }
    }
    fn json(&self) -> String {
        match self {
            Self::Nothing => "null".to_owned(),
            Self::Object(all) => object(all.iter().map(|(name, node)| (name, node.json()))).get().to_owned(),
            Self::List(all) => format!("[{}]", all.iter().map(Self::json).collect::<Vec<_>>().join(",")),
            Self::Text(text) => text.finish().raw().to_owned(),
            Self::Value(json) => json.get().to_owned(),
        }
    }
}

/// The call in a part.
fn fragment(raw: &RawValue) -> Option<Object<'_>> {
    let mut part = Object::read(raw.get()).ok()?;
    Object::read(take(&mut part, "functionCall")?.get()).ok()
}

fn goes_on(call: &Object<'_>) -> bool {
    get(call, "willContinue").is_some_and(|more| more.get() == "true")
}

/// Reads `$.a.b[0]['c']`.
fn path(text: &str) -> Option<Vec<Step>> {
    let mut rest = text.strip_prefix('$')?;
    let mut steps = vec![];
    while !rest.is_empty() {
        let (step, behind) = if let Some(inside) = rest.strip_prefix("['") {
            let (name, behind) = inside.split_once("']")?;
            (Step::Name(name.to_owned()), behind)
        } else if let Some(inside) = rest.strip_prefix('[') {
            let (number, behind) = inside.split_once(']')?;
            (Step::Index(number.parse().ok()?), behind)
        } else {
            let name = rest.strip_prefix('.')?;
            let end = name.find(['.', '[']).unwrap_or(name.len());
            let (name, behind) = name.split_at(end);
            (Step::Name(name.to_owned()), behind)
        };
        steps.push(step);
        rest = behind;
    }
    (!steps.is_empty() && steps.len() <= DEEPEST).then_some(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(pieces: &[&str]) -> (String, bool) {
        let raw = |json: &'static str| -> &'static RawValue { serde_json::from_str(json).unwrap() };
        let issuer = Issuer::from("i");
        let mut pieces = pieces.iter().map(|json| raw(json.to_string().leak()));
        let mut call = Growing::begin(pieces.next().unwrap(), &issuer, &mut |_| ()).unwrap();
        let all = pieces.all(|piece| call.grow(piece, &issuer));
        let Part::Call(call) = call.part() else { panic!() };
        let mut args = String::new();
        call.arguments.write_text(&mut args);
        (args.replace('\\', ""), all)
    }
    #[test]
    fn pieces_stand_where_their_paths_say() {
        let call = |call: &str| format!(r#"{{"functionCall":{call}}}"#);
        let pieces = [
            call(r#"{"name":"f","willContinue":true}"#),
            call(
                r#"{"partialArgs":[{"jsonPath":"$.a","stringValue":"x","willContinue":true},{"jsonPath":"$.n","numberValue":1.50}],"willContinue":true}"#,
            ),
            call(r#"{"partialArgs":[{"jsonPath":"$.a","stringValue":"y"}],"willContinue":true}"#),
            call(
                r#"{"partialArgs":[{"jsonPath":"$.l[0]['b c']","boolValue":true},{"jsonPath":"$.z","nullValue":"NULL_VALUE"}],"willContinue":true}"#,
            ),
            call("{}"),
        ];
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        assert_eq!(grown(&pieces), (r#"{"a":"xy","n":1.50,"l":[{"b c":true}],"z":null}"#.to_owned(), true));
    }
    #[test]
    fn paths_that_lead_nowhere_are_none() {
        for text in ["", "a", "$", "$a", "$[x]", "$['a", &format!("${}", ".a".repeat(40))] {
            assert!(path(text).is_none(), "{text}");
        }
    }
}
