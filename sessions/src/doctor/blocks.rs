//! What is odd about blocks of reasoning: one by one, and beside each other.
use super::{Finding, What, seal, table::SIGNED};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use throughline_core::{At, Carrier, Turn, json};

/// A text may be thought twice by chance where its payload is shorter.
const CHANCE: usize = 64;

pub(super) fn examine(turns: &[Arc<Turn>], found: &mut Vec<Finding>) {
    let blocks =
        || turns.iter().enumerate().flat_map(|(n, turn)| turn.carriers().map(move |(at, block)| (n, at, block)));
    let signed: BTreeSet<_> = blocks().filter(|(_, _, block)| block.sealed).map(|(_, _, block)| class(block)).collect();
    let (mut seen, mut issuers) = (BTreeMap::new(), BTreeSet::new());
    for (n, at, block) in blocks() {
        let mut add = |what, beside: Option<usize>| {
            let finding = Finding::new(what, n).of(at, block);
            found.push(Finding { beside, ..finding });
        };
        if !block.sealed && block.text.is_some() && block.is_blank() {
            add(What::Placeholder, None);
        } else if let Some(earlier) = seen.insert(block.payload.fingerprint(), n) {
            if earlier == n {
                add(What::Repeated, None);
            } else if block.sealed || block.payload.get().len() >= CHANCE {
                add(What::Again, Some(earlier));
            }
        }
        if !block.sealed && is_unsigned(block, at, &signed) {
            add(What::Unsigned, None);
        }
        if seal::is_truncated(block) {
            add(What::Truncated, None);
        }
        if block.sealed && issuers.insert(block.issuer.as_str()) && issuers.len() > 1 {
            add(What::Issuer, None);
        }
    }
}

fn is_unsigned(block: &Carrier, at: At, signed: &BTreeSet<[&str; 3]>) -> bool {
    let is_block = matches!(at, At::Part(..));
    signed.contains(&class(block))
        || (is_block && seal::is_vacant(block))
        || SIGNED.iter().any(|(kind, issuer)| block.kind == **kind && block.issuer == **issuer)
}

/// Blocks of one class are all signed or none is: same kind, same type of entry, same issuer.
fn class(block: &Carrier) -> [&str; 3] {
    let name = json::member(block.payload.get(), "type").map_or("", |name| name.get());
    [block.kind.as_str(), name, block.issuer.as_str()]
}
