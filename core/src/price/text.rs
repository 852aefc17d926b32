//! Text by its script: what a tokenizer makes of a run of letters, digits, marks or blanks, on average.
//!
//! It reads the inside of a JSON string as the model will, escapes resolved, and never allocates.
use super::{table, weight::Bulk};
use std::str::Chars;

/// The kinds of runs that text is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    /// Small Latin letters, with the capital before them.
    Word,
    /// Capitals.
    Capital,
    /// Latin letters with marks.
    Accented,
    /// Digits.
    Digit,
    /// Marks of ASCII.
    Mark,
    /// White space, a single space between words aside.
    Blank,
    /// Cyrillic.
    Cyrillic,
    /// Greek, Hebrew, Arabic.
    Alphabet,
    /// Scripts of India and South-East Asia.
    Indic,
    /// Chinese characters.
    Han,
    /// Kana.
    Kana,
    /// Hangul.
    Hangul,
    /// Pictures.
    Emoji,
    /// Whatever else there is.
    Other,
}

/// Weighs the inside of a JSON string.
pub(super) fn weigh(inner: &str) -> Bulk {
    Bulk::text(weigh_chars(Unescaped(inner.chars())), inner.len())
}

/// Weighs text that is read as it stands.
pub(super) fn weigh_plain(text: &str) -> Bulk {
    Bulk::text(weigh_chars(text.chars()), text.len())
}

fn weigh_chars(chars: impl Iterator<Item = char>) -> u64 {
    let mut sum = 0u64;
    let mut run = Run { script: Script::Blank, first: ' ', len: 0 };
    for c in chars {
        let next = script(c);
        if run.len > 0 && (next == run.script || (next, run.script) == (Script::Word, Script::Capital)) {
            run = Run { script: next, len: run.len.saturating_add(1), ..run };
        } else {
            sum = sum.saturating_add(run.weigh());
            run = Run { script: next, first: c, len: 1 };
        }
    }
    sum.saturating_add(run.weigh())
}

/// Characters of one script in a row.
#[derive(Clone, Copy)]
struct Run {
    script: Script,
    first: char,
    len: u64,
}

impl Run {
    fn weigh(self) -> u64 {
        // A single space belongs to the word behind it.
        if self.len == 0 || (self.first, self.len) == (' ', 1) {
            return 0;
        }
        let rate = table::rate(self.script);
        rate.run.saturating_add(rate.letter.saturating_mul(self.len))
    }
}

fn script(c: char) -> Script {
    match c {
        'a'..='z' => Script::Word,
        'A'..='Z' => Script::Capital,
        '0'..='9' => Script::Digit,
        ' ' | '\t' | '\n' | '\r' => Script::Blank,
        '\0'..='\x7f' => Script::Mark,
        '\u{80}'..='\u{bf}' | '\u{2000}'..='\u{206f}' => Script::Other,
        '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Script::Accented,
        '\u{400}'..='\u{52f}' => Script::Cyrillic,
        '\u{370}'..='\u{3ff}' | '\u{590}'..='\u{6ff}' | '\u{750}'..='\u{77f}' => Script::Alphabet,
        '\u{900}'..='\u{10ff}' | '\u{1780}'..='\u{17ff}' => Script::Indic,
        '\u{3040}'..='\u{30ff}' => Script::Kana,
        '\u{3000}'..='\u{303f}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' => {
            Script::Han
        }
        '\u{20000}'..='\u{3ffff}' => Script::Han,
        '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7af}' => Script::Hangul,
        '\u{2600}'..='\u{27bf}' | '\u{1f000}'..='\u{1faff}' => Script::Emoji,
        _ => Script::Other,
    }
}

/// The characters that the inside of a literal spells; half of a pair is U+FFFD.
struct Unescaped<'a>(Chars<'a>);

impl Unescaped<'_> {
    fn unit(&mut self) -> u32 {
        self.0.by_ref().take(4).fold(0, |unit, digit| (unit << 4) | digit.to_digit(16).unwrap_or(0))
    }
}

impl Iterator for Unescaped<'_> {
    type Item = char;
    fn next(&mut self) -> Option<char> {
        let c = self.0.next()?;
        if c != '\\' {
            return Some(c);
        }
        Some(match self.0.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'b' | 'f' => ' ',
            'u' => match self.unit() {
                high @ 0xd800..0xdc00 if self.0.as_str().starts_with("\\u") => {
                    let mut ahead = Unescaped(self.0.clone());
                    ahead.0.nth(1);
                    match ahead.unit() {
                        low @ 0xdc00..0xe000 => {
                            self.0 = ahead.0;
                            char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)).unwrap_or('\u{fffd}')
                        }
                        _ => '\u{fffd}',
                    }
                }
                unit => char::from_u32(unit).unwrap_or('\u{fffd}'),
            },
            other => other,
        })
    }
}
