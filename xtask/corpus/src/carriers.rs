//! What stands beside the words of a message: ours against the recorded one.
//!
//! The rule: what the provider minted and the client sent back is in ours, in its place, or a row of the plan keeps it at home. What
//! ours has more, the client dropped; what the recording has and no provider minted, the client made up.
use crate::{
    compare::{Comparison, Evidence},
    explain::{Explanation, Fault, Why},
    message::{At, Member, Message},
    parts,
    table::{LABELS, READABLE},
    tree::{Tree, Units},
};

/// Compares what stands beside the words of one message.
pub(crate) fn judge(n: usize, ours: &Message, theirs: &Message, known: Evidence<'_>, found: &mut Comparison) {
    let mut judge = Judge { n, ours, theirs, known, found };
    let plain = |message: &&Member| !matches!(message.at, At::Block(..));
    for member in theirs.beside.iter().filter(plain) {
        match find(ours, member) {
            Some(own) => judge.differ(&member.key, &own.value, &member.value),
            None => judge.lacks(member),
        }
    }
    for member in ours.beside.iter().filter(plain).filter(|member| find(theirs, member).is_none()) {
        judge.surplus(&member.key);
    }
    let blocks =
        |message: &Message| message.blocks().iter().map(|block| (block.at, block.value.clone())).collect::<Vec<Item>>();
    judge.items(None, &blocks(ours), &blocks(theirs));
}

fn find<'a>(message: &'a Message, like: &Member) -> Option<&'a Member> {
    message.beside.iter().find(|member| member.at == like.at && member.key == like.key)
}

/// An entry of a list, or a block, with its place.
type Item = (At, Tree);

/// Why an entry is not the other, though it should be.
type Wrong = (Fault, String);

struct Judge<'a> {
    n: usize,
    ours: &'a Message,
    theirs: &'a Message,
    known: Evidence<'a>,
    found: &'a mut Comparison,
}

impl Judge<'_> {
    fn explain(&mut self, why: Why, what: &str) {
        self.found.explained.push(why.of(what));
    }
    fn fault(&mut self, field: &str, fault: Fault, ours: Option<&Tree>, theirs: &Tree) {
        let ours = ours.map(Tree::to_string).unwrap_or_default();
        self.found.fault(self.n, field, fault, &ours, &theirs.to_string());
    }

    /// Ours has it, the recording does not.
    fn surplus(&mut self, key: &str) {
        match self.known.padded_by(key) {
            Some(rule) => self.explain(Why::PlanPadded, rule),
            None if key == "cache_control" => self.explain(Why::ClientMarked, key),
            None => self.explain(Why::ClientDropped, key),
        }
    }

    /// Both have it.
    fn differ(&mut self, key: &str, ours: &Tree, theirs: &Tree) {
        let blank = theirs.is_empty() || theirs.units().is_some_and(|text| text.trim().is_empty());
        match (ours, theirs) {
            _ if ours == theirs => {}
            (Tree::List(own), Tree::List(their)) => {
                let items = |all: &[Tree]| all.iter().map(|tree| (At::Message, tree.clone())).collect::<Vec<_>>();
                self.items(Some(key), &items(own), &items(their));
            }
            _ if key == "cache_control" => self.explain(Why::ClientMarked, key),
            _ => match self.known.padded_by(key).filter(|_| blank) {
                Some(rule) => self.explain(Why::PlanPadded, rule),
                None => match self.entry(key, ours, theirs) {
                    Ok(why) => self.found.explained.extend(why),
                    Err((fault, field)) => self.fault(&field, fault, Some(ours), theirs),
                },
            },
        }
    }

    /// The recording has it, ours does not.
    fn lacks(&mut self, member: &Member) {
        let (key, value) = (member.key.as_str(), &member.value);
        if value.is_empty() {
            return self.explain(Why::ClientPadded, key);
        }
        if key == "cache_control" {
            return self.explain(Why::ClientMarked, key);
        }
        if let Some((other, rule)) = self.elsewhere(value) {
            let twice = self.theirs.beside.iter().any(|member| member.key == other);
            let why = if twice { Why::ClientDoubled } else { Why::ClientRenamed };
            return self.explain(why, &format!("{key} for {other}, row {rule}"));
        }
        if let Tree::List(entries) = value {
            let items: Vec<Item> = entries.iter().map(|tree| (At::Message, tree.clone())).collect();
            return self.items(Some(key), &[], &items);
        }
        match self.home(key, value) {
            Some(why) => self.found.explained.push(why),
            None => self.fault(key, Fault::Lost, None, value),
        }
    }

    /// Why something that the recording has is not in ours: a row keeps it at home, or nobody minted it.
    fn home(&self, key: &str, value: &Tree) -> Option<Explanation> {
        let text = readable(value).filter(|text| !text.is_empty() && !sealed(value, self.known));
        let rule = self.known.withheld_by(key, |kind, tree| {
            let kept = kind == key && self.entry(key, tree, value).is_ok();
            let own = || text.as_ref().zip(readable(tree));
            kept || own().is_some_and(|(part, whole)| whole.windows(part.len()).any(|here| here == &part[..]))
        });
        if let Some(rule) = rule {
            return Some(Why::PlanWithheld.of(rule));
        }
        // An entry that says nothing can only be the client's; one that says something was somebody's, and is missing here.
        (hollow(value) || parts::stands_in(value)).then(|| Why::ClientMadeUp.of(key))
    }

    /// The key under which ours has the same readable text, and the row by which it goes there.
    fn elsewhere(&self, value: &Tree) -> Option<(String, String)> {
        let text = readable(value).filter(|text| !text.trim().is_empty())?;
        if sealed(value, self.known) {
            return None;
        }
        self.ours.beside.iter().find_map(|member| {
            let rule = self.known.sent_by(&member.key)?;
            (readable(&member.value)? == text).then(|| (member.key.clone(), rule.to_owned()))
        })
    }

    /// Lists of entries, or the blocks of both messages.
    fn items(&mut self, list: Option<&str>, ours: &[Item], theirs: &[Item]) {
        let theirs = &self.parted(theirs);
        let kind = |tree: &Tree| tree.get("type").map_or_else(|| parts::kind(tree).to_owned(), Tree::word);
        let key = |tree: &Tree| list.map_or_else(|| kind(tree), str::to_owned);
        let mut pairs: Vec<Option<usize>> = vec![None; theirs.len()];
        let free = |pairs: &[Option<usize>], n: usize| !pairs.contains(&Some(n));
        for (e, their) in theirs.iter().enumerate() {
            let equal = |exact: bool| {
                let like = |own: &Item| own.1 == their.1 && (!exact || own.0 == their.0);
                ours.iter().enumerate().find(|(o, own)| free(&pairs, *o) && like(own)).map(|(o, _)| o)
            };
            let found = equal(true).or_else(|| equal(false));
            if let Some(pair) = pairs.get_mut(e) {
                *pair = found;
            }
        }
        for (e, (_, their)) in theirs.iter().enumerate() {
            if pairs.get(e).is_some_and(Option::is_some) {
                continue;
            }
            let related = ours.iter().enumerate().filter(|(o, own)| free(&pairs, *o) && related(&own.1, their));
            let good = related.filter_map(|(o, own)| Some((o, self.entry(&key(their), &own.1, their).ok()?))).next();
            if let (Some((o, why)), Some(pair)) = (good, pairs.get_mut(e)) {
                *pair = Some(o);
                self.found.explained.extend(why);
            }
        }
        self.order(&key, ours, theirs, &pairs);
        let open: Vec<&Tree> =
            theirs.iter().zip(&pairs).filter(|(_, pair)| pair.is_none()).map(|((_, tree), _)| tree).collect();
        let left: Vec<&Tree> =
            ours.iter().enumerate().filter(|(o, _)| free(&pairs, *o)).map(|(_, (_, tree))| tree).collect();
        if !open.is_empty() && merged(&left, &open) {
            return self.explain(Why::ClientMerged, &open.first().map(|tree| key(tree)).unwrap_or_default());
        }
        let mut changed: Vec<&Tree> = vec![];
        for their in open {
            if let Some(why) = self.home(&key(their), their) {
                self.found.explained.push(why);
                continue;
            }
            let own = left
                .iter()
                .find(|own| kind(own) == kind(their) && !changed.iter().any(|old| std::ptr::eq(*old, **own)));
            changed.extend(own);
            match own.map(|own| self.entry(&key(their), own, their)) {
                Some(Err((fault, field))) => self.fault(&field, fault, own.copied(), their),
                _ => self.fault(&key(their), Fault::Lost, None, their),
            }
        }
        for own in left.iter().filter(|own| !changed.iter().any(|old| std::ptr::eq(*old, **own))) {
            self.surplus(&key(own));
        }
    }

    /// Their blocks, a signature apart that the provider had on another one.
    fn parted(&mut self, theirs: &[Item]) -> Vec<Item> {
        let mut all = vec![];
        for (at, block) in theirs {
            let moved = self.known.minted.is_some_and(|minted| !minted.has(block));
            match parts::parted(block).filter(|_| moved) {
                Some((thought, signature)) => {
                    self.explain(Why::ClientMoved, parts::SIGNATURE);
                    all.extend([(*at, thought), (*at, signature)]);
                }
                None => all.push((*at, block.clone())),
            }
        }
        all
    }

    fn order(&mut self, key: &impl Fn(&Tree) -> String, ours: &[Item], theirs: &[Item], pairs: &[Option<usize>]) {
        let mut last = None;
        for ((at, tree), pair) in theirs.iter().zip(pairs) {
            let Some((o, own)) = pair.and_then(|o| Some((o, ours.get(o)?))) else { continue };
            let home = self.known.minted.is_some_and(|minted| minted.has_at(own.0, &own.1));
            if last.is_some_and(|last| o < last) || own.0 != *at {
                if home {
                    self.explain(Why::ClientMoved, &key(tree));
                    continue;
                }
                self.fault(&key(tree), Fault::Moved, Some(&own.1), tree);
            }
            last = Some(o);
        }
    }

    /// Why `theirs` may differ from `ours`, member by member; else what is wrong.
    fn entry(&self, key: &str, ours: &Tree, theirs: &Tree) -> Result<Vec<Explanation>, Wrong> {
        match (ours, theirs) {
            _ if ours == theirs => Ok(vec![]),
            (Tree::Object(own), Tree::Object(their)) => {
                let mut all = vec![];
                for (name, value) in their {
                    all.extend(match ours.get(name) {
                        Some(own) => self.entry(name, own, value)?,
                        None => vec![self.added(name, value, ours)?],
                    });
                }
                let gone = own.iter().filter(|(name, _)| theirs.get(name).is_none());
                all.extend(gone.map(|(name, _)| Why::ClientDropped.of(format!("{key}: {name}"))));
                Ok(all)
            }
            (Tree::List(own), Tree::List(their)) if own.len() == their.len() => {
                let pairs = own.iter().zip(their).map(|(own, their)| self.entry(key, own, their));
                pairs.collect::<Result<Vec<_>, _>>().map(|all| all.concat())
            }
            (Tree::Text(own), Tree::Text(their)) if recoded(own, their) => Ok(vec![Why::ClientRecoded.of(key)]),
            _ => match self.known.minted {
                Some(minted) if minted.touches(key, theirs) || LABELS.contains(&key) && minted.holds(key, theirs) => {
                    Err((Fault::Changed, key.to_owned()))
                }
                Some(minted) if minted.holds(key, ours) || minted.reads(ours) => {
                    let trimmed = |tree: &Tree| tree.units().map(|text| Units::from(text.trim()));
                    let spaced = trimmed(ours).is_some() && trimmed(ours) == trimmed(theirs);
                    if spaced { Ok(vec![Why::ClientSpaced.of(key)]) } else { Err((Fault::Changed, key.to_owned())) }
                }
                _ => Err((Fault::Changed, key.to_owned())),
            },
        }
    }

    /// A member that the client added to an entry of ours: nothing, a label, or what stands in the entry anyway.
    fn added(&self, key: &str, value: &Tree, entry: &Tree) -> Result<Explanation, Wrong> {
        match self.known.minted {
            _ if value.is_empty() => Ok(Why::ClientPadded.of(key)),
            _ if key == "cache_control" => Ok(Why::ClientMarked.of(key)),
            Some(minted) if !minted.touches(key, value) && !minted.holds(key, value) && labels(value, entry) => {
                Ok(Why::ClientMadeUp.of(key))
            }
            _ => Err((Fault::Lost, key.to_owned())),
        }
    }
}

/// True where nothing in an entry is more than a label.
fn hollow(value: &Tree) -> bool {
    let mut hollow = matches!(value, Tree::Object(_) | Tree::List(_));
    value.leaves("", &mut |name, leaf| hollow &= LABELS.contains(&name) || leaf.is_empty());
    hollow
}

/// The longest text that is a label and no seal.
const LABEL: usize = 24;

/// True where every text in `value` is short, or stands in `entry` too.
fn labels(value: &Tree, entry: &Tree) -> bool {
    let mut all = true;
    value.leaves("", &mut |_, leaf| {
        let mut known = leaf.units().is_none_or(|text| text.to_string().len() <= LABEL);
        entry.leaves("", &mut |_, own| known |= own == leaf);
        all &= known;
    });
    all
}

/// True where `theirs` can be `ours` rewritten: of the same type or of none, and with a leaf in common unless it has none.
fn related(ours: &Tree, theirs: &Tree) -> bool {
    let kind = theirs.get("type").is_none_or(|kind| ours.get("type") == Some(kind));
    let substance = |tree: &Tree| {
        let mut all = vec![];
        tree.leaves("", &mut |name, leaf| {
            if !LABELS.contains(&name) && !leaf.is_empty() {
                all.push((name.to_owned(), leaf.clone()));
            }
        });
        all
    };
    let alike = |a: &Tree, b: &Tree| a == b || matches!((a, b), (Tree::Text(a), Tree::Text(b)) if recoded(a, b));
    let (own, their) = (substance(ours), substance(theirs));
    let shared = |(name, leaf): &(String, Tree)| own.iter().any(|(key, own)| key == name && alike(own, leaf));
    kind && (their.is_empty() || their.iter().any(shared))
}

/// True where both hold the same readable text in other pieces, and nothing sealed is missing.
fn merged(ours: &[&Tree], theirs: &[&Tree]) -> bool {
    let (mut own, mut their, mut seals, mut kept) = (Units::default(), Units::default(), vec![], vec![]);
    let gather = |trees: &[&Tree], text: &mut Units, seals: &mut Vec<Tree>| {
        for tree in trees {
            tree.leaves("", &mut |name, leaf| match leaf {
                Tree::Text(more) if READABLE.contains(&name) => text.push(more),
                Tree::Text(_) if !LABELS.contains(&name) && !leaf.is_empty() => seals.push(leaf.clone()),
                _ => {}
            });
        }
    };
    gather(ours, &mut own, &mut kept);
    gather(theirs, &mut their, &mut seals);
    !own.is_empty() && own == their && seals.iter().all(|seal| kept.contains(seal))
}

/// The readable text of a value: itself, or that of its entries in order.
fn readable(value: &Tree) -> Option<Units> {
    let mut text = Units::default();
    match value {
        Tree::Text(own) => text.push(own),
        Tree::Plain(_) => return None,
        other => other.leaves("", &mut |name, leaf| {
            if let Some(more) = leaf.units().filter(|_| READABLE.contains(&name)) {
                text.push(more);
            }
        }),
    }
    Some(text)
}

/// True where a value holds a string that is neither readable nor a label, and that may have been minted.
fn sealed(value: &Tree, known: Evidence<'_>) -> bool {
    let mut any = false;
    value.leaves("", &mut |name, leaf| {
        let blob = !name.is_empty() && !READABLE.contains(&name) && !LABELS.contains(&name);
        let minted = known.minted.is_none_or(|minted| minted.holds(name, leaf));
        any |= blob && matches!(leaf, Tree::Text(text) if !text.is_empty()) && minted;
    });
    any
}

/// True where both are the same bytes in the two alphabets of base64, padding aside.
fn recoded(ours: &Units, theirs: &Units) -> bool {
    let plain = |text: &Units| {
        let text = text.to_string();
        let text = text.trim_end_matches('=').to_owned();
        text.len() > 16 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/-_".contains(&byte))
    };
    let folded = |text: &Units| text.to_string().trim_end_matches('=').replace('-', "+").replace('_', "/");
    plain(ours) && plain(theirs) && folded(ours) == folded(theirs)
}
