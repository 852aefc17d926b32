//! Server-sent events, cut out of bytes that come in any pieces.
//!
//! Never decodes more than an event, and never makes an event of what did not end.
use crate::bytes;
use std::mem;

/// Splits a stream into events.
#[derive(Debug, Default)]
pub struct Splitter {
    /// The line that is not yet whole.
    line: Vec<u8>,
    data: Vec<u8>,
    name: Vec<u8>,
    has_data: bool,
    /// A carriage return ended the last line; a line feed right after belongs to it.
    after_cr: bool,
    begun: bool,
    count: usize,
}

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event<'a> {
    /// Its number, from 0.
    pub number: usize,
    /// Its name; empty where it has none.
    pub name: &'a [u8],
    /// Its data lines, joined by line feeds.
    pub data: &'a [u8],
}

impl Splitter {
    /// Takes the next bytes and calls `each` for every event that ended.
    ///
    /// # Errors
    /// The first error of `each`; what follows it in `bytes` is lost to this splitter.
    pub fn feed<E>(&mut self, mut bytes: &[u8], mut each: impl FnMut(Event<'_>) -> Result<(), E>) -> Result<(), E> {
        while let Some(end) = bytes::find(bytes, [b'\n', b'\r']) {
            let (line, rest) = bytes.split_at(end);
            let feed_of_cr = mem::take(&mut self.after_cr) && end == 0 && rest.first() == Some(&b'\n');
            self.after_cr = rest.first() == Some(&b'\r');
            bytes = rest.get(1..).unwrap_or_default();
            if feed_of_cr {
                continue;
            }
            if self.line.is_empty() {
                self.take_line(line, &mut each)?;
            } else {
                self.line.extend_from_slice(line);
                let line = mem::take(&mut self.line);
                let taken = self.take_line(&line, &mut each);
                self.line = line;
                self.line.clear();
                taken?;
            }
        }
        if !bytes.is_empty() {
            self.after_cr = false;
            self.line.extend_from_slice(bytes);
        }
        Ok(())
    }

    /// What stands there when the bytes end: an event whose blank line never came, if it has data. It may be half.
    pub fn finish<E>(mut self, mut each: impl FnMut(Event<'_>) -> Result<(), E>) -> Result<(), E> {
        let line = mem::take(&mut self.line);
        if !line.is_empty() {
            self.take_line(&line, &mut each)?;
        }
        self.dispatch(&mut each)
    }

    fn take_line<E>(&mut self, line: &[u8], each: &mut impl FnMut(Event<'_>) -> Result<(), E>) -> Result<(), E> {
        let line =
            if mem::replace(&mut self.begun, true) { line } else { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) };
        if line.is_empty() {
            return self.dispatch(each);
        }
        let colon = line.iter().position(|byte| *byte == b':').unwrap_or(line.len());
        let (field, value) = line.split_at(colon);
        let value = value.get(1..).unwrap_or_default();
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match field {
            b"data" => {
                if mem::replace(&mut self.has_data, true) {
                    self.data.push(b'\n');
                }
                self.data.extend_from_slice(value);
            }
            b"event" => {
                self.name.clear();
                self.name.extend_from_slice(value);
            }
            // Comments, ids, retry times and fields that do not exist say nothing about a turn.
            _ => {}
        }
        Ok(())
    }

    fn dispatch<E>(&mut self, each: &mut impl FnMut(Event<'_>) -> Result<(), E>) -> Result<(), E> {
        let result = if mem::take(&mut self.has_data) {
            let event = Event { number: self.count, name: &self.name, data: &self.data };
            self.count += 1;
            each(event)
        } else {
            Ok(())
        };
        self.data.clear();
        self.name.clear();
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(pieces: &[&[u8]]) -> Vec<(String, String)> {
        let mut found = vec![];
        let mut splitter = Splitter::default();
        let mut take = |event: Event<'_>| {
            found.push((
                String::from_utf8_lossy(event.name).into_owned(),
                String::from_utf8_lossy(event.data).into_owned(),
            ));
            Ok::<_, ()>(())
        };
        for piece in pieces {
            splitter.feed(piece, &mut take).unwrap();
        }
        splitter.finish(&mut take).unwrap();
        found
    }
    const STREAM: &[u8] = "\u{feff}: hello\r\nevent: a\r\ndata: é1\r\ndata:2\r\n\r\nretry: 3\n\ndata: x\r\rdata\n\nid: 7\ndata: {\"half\"".as_bytes();

    #[test]
    fn every_line_end_comment_and_name() {
        let want = [("a", "é1\n2"), ("", "x"), ("", ""), ("", "{\"half\"")].map(|(n, d)| (n.to_owned(), d.to_owned()));
        assert_eq!(split(&[STREAM]), want);
    }
    #[test]
    fn any_cut_gives_the_same_events() {
        let whole = split(&[STREAM]);
        for a in 0..STREAM.len() {
            for b in a..STREAM.len() {
                assert_eq!(split(&[&STREAM[..a], &STREAM[a..b], &STREAM[b..]]), whole, "{a} {b}");
            }
        }
    }
}
