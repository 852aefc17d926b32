//! From what a person typed to a session: its name, the only name that begins so, or `last`.
use crate::{Error, ErrorKind, SessionId};
use sqlx::SqliteConnection;

/// How many names an error lists.
const SHOWN: usize = 5;
/// How many of the newest sessions are looked through for a name that is near.
const LOOKED: i64 = 1000;

/// The row of the session with exactly that name.
pub(super) async fn exact(work: &mut SqliteConnection, id: &SessionId) -> Result<i64, Error> {
    match number(work, id.as_str()).await? {
        Some(number) => Ok(number),
        None => Err(missing(work, id.as_str()).await?),
    }
}

/// The row of the session that a person means.
pub(super) async fn named(work: &mut SqliteConnection, id: &str) -> Result<i64, Error> {
    if let Some(number) = number(work, id).await? {
        return Ok(number);
    }
    if id == "last" {
        let last = sqlx::query_scalar("SELECT number FROM sessions ORDER BY changed DESC LIMIT 1");
        let none = || Error::new(ErrorKind::NotFound, "there are no sessions yet");
        return last.fetch_optional(work).await?.ok_or_else(none);
    }
    // Names that begin so stand together, whatever characters are in them.
    let between = "SELECT number, id FROM sessions WHERE id >= ?1 AND id < ?1 || char(1114111) ORDER BY id LIMIT ?2";
    let found: Vec<(i64, String)> =
        sqlx::query_as(between).bind(id).bind(super::count(SHOWN + 1)).fetch_all(&mut *work).await?;
    match found.as_slice() {
        [(number, _)] if !id.is_empty() => Ok(*number),
        [] => Err(missing(work, id).await?),
        _ if id.is_empty() => Err(missing(work, id).await?),
        many => {
            let names: Vec<_> = many.iter().take(SHOWN).map(|(_, name)| shown(name)).collect();
            let more = if many.len() > SHOWN { ", …" } else { "" };
            let what =
                format!("`{}` begins more than one session: {}{more}; type more of it", shown(id), names.join(", "));
            Err(Error::new(ErrorKind::Usage, what))
        }
    }
}

/// A name for an error: without control characters, and not longer than a line.
pub(super) fn shown(id: &str) -> String {
    let (mut text, mut rest) = (String::new(), id.chars());
    text.extend(rest.by_ref().take(60).map(|c| if c.is_control() { '\u{fffd}' } else { c }));
    text.extend(rest.next().map(|_| '…'));
    text
}

async fn number(work: &mut SqliteConnection, id: &str) -> Result<Option<i64>, Error> {
    Ok(sqlx::query_scalar("SELECT number FROM sessions WHERE id = ?").bind(id).fetch_optional(work).await?)
}

/// The error for a name that is nobody's, with names that are near, else the newest.
async fn missing(work: &mut SqliteConnection, id: &str) -> Result<Error, Error> {
    let newest = "SELECT id FROM sessions ORDER BY changed DESC LIMIT ?";
    let names: Vec<String> = sqlx::query_scalar(newest).bind(LOOKED).fetch_all(work).await?;
    let wanted: Vec<char> = id.chars().take(64).collect();
    let mut near: Vec<_> = names.iter().map(|name| (distance(&wanted, name), name)).collect();
    near.sort_by_key(|(far, _)| *far);
    near.retain(|(far, _)| *far <= 2 + wanted.len() / 8);
    let list = |names: Vec<&String>| names.iter().map(|name| shown(name)).collect::<Vec<_>>().join(", ");
    let hint = match (names.is_empty(), near.is_empty()) {
        (true, _) => "there are no sessions yet".to_owned(),
        (false, false) => format!("near it: {}", list(near.into_iter().map(|(_, name)| name).take(SHOWN).collect())),
        (false, true) => format!("the newest are: {}", list(names.iter().take(SHOWN).collect())),
    };
    Ok(Error::new(ErrorKind::NotFound, format!("no session `{}`; {hint}", shown(id))))
}

/// How many characters must change to make one name of the other.
fn distance(wanted: &[char], name: &str) -> usize {
    let mut row: Vec<usize> = (0..=wanted.len()).collect();
    for (n, c) in name.chars().take(64).enumerate() {
        let (mut corner, mut left) = (n, n + 1);
        let old = std::mem::take(&mut row);
        row.push(left);
        for (above, &w) in old.iter().skip(1).zip(wanted) {
            let cost = (corner + usize::from(w != c)).min(above + 1).min(left + 1);
            (corner, left) = (*above, cost);
            row.push(cost);
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_characters() {
        let far = |a: &str, b: &str| distance(&a.chars().collect::<Vec<_>>(), b);
        assert_eq!(
            [far("", ""), far("abc", ""), far("", "abc"), far("abc", "abd"), far("kitten", "sitting")],
            [0, 3, 3, 1, 3]
        );
    }
    #[test]
    fn a_name_in_an_error_is_one_short_line() {
        assert_eq!(shown("a\nb\0"), "a\u{fffd}b\u{fffd}");
        assert_eq!(shown(&"x".repeat(1000)).chars().count(), 61);
    }
}
