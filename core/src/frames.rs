//! Frames of `application/vnd.amazon.eventstream`, cut out of bytes that come in any pieces.
//!
//! A frame is a prelude of two lengths and their checksum, headers, a payload, and a checksum of it all:
//! <https://docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html>. Never hands on a frame whose checksums do not hold,
//! and never reserves memory because a length says so.
use crate::WireError;
use std::mem;

/// Splits a stream into frames.
#[derive(Debug, Default)]
pub struct Frames {
    /// The beginning of a frame that is not yet whole.
    held: Vec<u8>,
    count: usize,
    broken: Option<FrameError>,
}

/// One frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// Its number, from 0.
    pub number: usize,
    /// `:message-type`: `event`, `exception` or `error`; empty where no header says it.
    pub message_type: &'a str,
    /// What it is called: `:event-type`, `:exception-type` or `:error-code`.
    pub name: &'a str,
    /// `:error-message`: what an `error` says, which has no payload; else empty.
    pub message: &'a str,
    /// The payload.
    pub payload: &'a [u8],
}

/// Bytes that are not a frame. Nothing behind them can be read: there is no mark to begin anew at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("frame {number}: expected {expected}, found {found}")]
pub struct FrameError {
    /// The frame, from 0.
    pub number: usize,
    expected: &'static str,
    found: String,
}

impl From<FrameError> for WireError {
    fn from(error: FrameError) -> Self {
        Self::Shape { place: format!("frame {}", error.number).into(), expected: error.expected, found: error.found }
    }
}

/// Two lengths and their checksum.
const PRELUDE: usize = 12;
/// The prelude and the checksum at the end: the shortest frame.
const BARE: usize = PRELUDE + 4;
/// The longest headers, and the longest frame: 24 MiB of payload are what the format allows.
const HEADERS: usize = 128 * 1024;
const LONGEST: usize = 24 * 1024 * 1024 + HEADERS + BARE;

impl Frames {
    /// Before the first byte.
    pub fn new() -> Self {
        Self::default()
    }
    /// Takes the next bytes and calls `each` for every frame that is whole.
    ///
    /// # Errors
    /// Where the bytes are not frames; the error names the frame, and comes again for whatever follows.
    pub fn feed(&mut self, bytes: &[u8], each: &mut dyn FnMut(Frame<'_>)) -> Result<(), FrameError> {
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        let fed = match self.held.is_empty() {
            true => self.split(bytes, each),
            false => self.resume(bytes, each),
        };
        self.broken = fed.clone().err();
        fed
    }
    /// True where the bytes so far end inside of a frame.
    pub fn pending(&self) -> bool {
        !self.held.is_empty()
    }

    /// Fills up the frame that is held, and no more than that: what follows is not copied.
    fn resume(&mut self, mut bytes: &[u8], each: &mut dyn FnMut(Frame<'_>)) -> Result<(), FrameError> {
        self.fill(&mut bytes, PRELUDE);
        let Some(length) = self.length(&self.held)? else { return Ok(()) };
        self.fill(&mut bytes, length);
        if self.held.len() < length {
            return Ok(());
        }
        let held = mem::take(&mut self.held);
        self.split(&held, each)?;
        self.split(bytes, each)
    }
    fn fill(&mut self, from: &mut &[u8], length: usize) {
        let missing = length.saturating_sub(self.held.len()).min(from.len());
        let (filling, rest) = from.split_at(missing);
        self.held.extend_from_slice(filling);
        *from = rest;
    }

    /// Hands on every whole frame at the front of `bytes` and holds what is left.
    fn split(&mut self, mut bytes: &[u8], each: &mut dyn FnMut(Frame<'_>)) -> Result<(), FrameError> {
        while let Some((frame, rest)) = self.length(bytes)?.and_then(|length| bytes.split_at_checked(length)) {
            each(self.read(frame)?);
            self.count += 1;
            bytes = rest;
        }
        self.held = bytes.to_vec();
        Ok(())
    }

    /// How long the frame is that begins here; none before its prelude is whole.
    fn length(&self, bytes: &[u8]) -> Result<Option<usize>, FrameError> {
        let Some(prelude) = bytes.get(..PRELUDE) else { return Ok(None) };
        let (total, headers, sum) = (word(prelude, 0), word(prelude, 4), word(prelude, 8));
        let lengths = prelude.get(..8).unwrap_or_default();
        self.holds("a prelude whose checksum is", lengths, sum)?;
        let (total, headers) = (total as usize, headers as usize);
        let found = || format!("{total} bytes with {headers} of headers");
        if !(BARE..=LONGEST).contains(&total) {
            return Err(self.error("a frame of 16 bytes to 24 MiB", found()));
        }
        if headers > HEADERS || headers > total - BARE {
            return Err(self.error("headers that fit in the frame, of at most 128 KiB", found()));
        }
        Ok(Some(total))
    }

    /// Reads a whole frame.
    fn read<'a>(&self, frame: &'a [u8]) -> Result<Frame<'a>, FrameError> {
        let (checked, sum) = frame.split_at_checked(frame.len().saturating_sub(4)).unwrap_or_default();
        self.holds("a frame whose checksum is", checked, word(sum, 0))?;
        let body = checked.get(PRELUDE..).unwrap_or_default();
        let (headers, payload) = body.split_at_checked(word(frame, 4) as usize).unwrap_or_default();
        let (mut kind, mut message) = ("", "");
        let mut names: [&str; 3] = [""; 3];
        let [event, exception, code] = &mut names;
        let mut rest = headers;
        while !rest.is_empty() {
            let header =
                header(&mut rest).ok_or_else(|| self.error("a header", "another, or half of one".to_owned()))?;
            let place = match header.name {
                b":message-type" => &mut kind,
                b":event-type" => &mut *event,
                b":exception-type" => &mut *exception,
                b":error-code" => &mut *code,
                b":error-message" => &mut message,
                _ => continue,
            };
            let text = header.text.and_then(|text| str::from_utf8(text).ok());
            *place = text.ok_or_else(|| self.error("a header of text", "another value".to_owned()))?;
        }
        let name = match kind {
            "event" => *event,
            "exception" => *exception,
            "error" => *code,
            _ => names.into_iter().find(|name| !name.is_empty()).unwrap_or_default(),
        };
        Ok(Frame { number: self.count, message_type: kind, name, message, payload })
    }

    fn holds(&self, expected: &'static str, bytes: &[u8], sum: u32) -> Result<(), FrameError> {
        let is = crc32(bytes);
        if is == sum { Ok(()) } else { Err(self.error(expected, format!("{sum:#010x} in place of {is:#010x}"))) }
    }
    fn error(&self, expected: &'static str, found: String) -> FrameError {
        FrameError { number: self.count, expected, found }
    }
}

struct Header<'a> {
    name: &'a [u8],
    /// The value, where it is text.
    text: Option<&'a [u8]>,
}

/// Takes a header off the front of `from`; none where it is of no known type, or longer than what is there.
fn header<'a>(from: &mut &'a [u8]) -> Option<Header<'a>> {
    let length = number(from, 1)?;
    let name = take(from, length)?;
    let kind = number(from, 1)?;
    let length = match kind {
        // True, false.
        0 | 1 => 0,
        // Integers of one, two, four and eight bytes; a time; a UUID.
        2 => 1,
        3 => 2,
        4 => 4,
        5 | 8 => 8,
        9 => 16,
        // Bytes, text.
        6 | 7 => number(from, 2)?,
        _ => return None,
    };
    let value = take(from, length)?;
    Some(Header { name, text: (kind == 7).then_some(value) })
}

fn take<'a>(from: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, rest) = from.split_at_checked(length)?;
    *from = rest;
    Some(taken)
}

fn number(from: &mut &[u8], length: usize) -> Option<usize> {
    Some(take(from, length)?.iter().fold(0, |number, byte| number << 8 | usize::from(*byte)))
}

fn word(bytes: &[u8], at: usize) -> u32 {
    bytes.iter().skip(at).take(4).fold(0, |word, byte| word << 8 | u32::from(*byte))
}

/// The checksum that gzip and PNG use too.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, byte| TABLE.get(((sum ^ u32::from(*byte)) & 0xff) as usize).unwrap_or(&0) ^ (sum >> 8))
}

static TABLE: [u32; 256] = table();

#[expect(clippy::indexing_slicing, reason = "the compiler evaluates it")]
const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut n = 0;
    while n < 256 {
        let (mut sum, mut bit) = (n as u32, 0);
        while bit < 8 {
            sum = if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
            bit += 1;
        }
        table[n] = sum;
        n += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(hex: &str) -> Vec<u8> {
        let digits: Vec<u8> = hex.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
        digits.chunks(2).map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
    }
    /// A frame of headers that are spelled already.
    fn made(headers: &[u8], payload: &[u8]) -> Vec<u8> {
        let total = (BARE + headers.len() + payload.len()) as u32;
        let mut frame = [total.to_be_bytes(), (headers.len() as u32).to_be_bytes()].concat();
        frame.extend(crc32(&frame).to_be_bytes());
        frame.extend([headers, payload].concat());
        frame.extend(crc32(&frame).to_be_bytes());
        frame
    }
    fn said(name: &str, text: &str) -> Vec<u8> {
        let length = (text.len() as u16).to_be_bytes();
        [&[name.len() as u8], name.as_bytes(), &[7], &length, text.as_bytes()].concat()
    }
    type Read = (usize, String, String, String, Vec<u8>);
    fn read(pieces: &[&[u8]]) -> (Vec<Read>, Option<String>, bool) {
        let (mut all, mut frames, mut fault) = (vec![], Frames::new(), None);
        for piece in pieces {
            let fed = frames.feed(piece, &mut |frame| {
                let text = |text: &str| text.to_owned();
                let said = (text(frame.message_type), text(frame.name), text(frame.message));
                all.push((frame.number, said.0, said.1, said.2, frame.payload.to_vec()));
            });
            fault = fault.or(fed.err().map(|error| error.to_string()));
        }
        (all, fault, frames.pending())
    }

    // As Amazon's own readers are tested: https://github.com/awslabs/aws-c-event-stream/tree/main/tests
    const EMPTY: &str = "00000010 00000000 05c248eb 7d98c8ff";
    const ONE_HEADER: &str =
        "0000003d 00000020 07fd8396 0c 636f6e74656e742d74797065 07 0010 6170706c69636174696f6e2f6a736f6e
        7b27666f6f273a27626172277d 8d9c08b1";

    #[test]
    fn published_frames_are_read() {
        let none = String::new;
        assert_eq!(read(&[&bytes(EMPTY)]), (vec![(0, none(), none(), none(), vec![])], None, false));
        let want = vec![(0, none(), none(), none(), b"{'foo':'bar'}".to_vec())];
        assert_eq!(read(&[&bytes(ONE_HEADER)]), (want, None, false));
    }
    #[test]
    fn every_type_of_header_is_passed_over_and_any_cut_gives_the_same_frames() {
        let mut headers = vec![];
        for (kind, value) in [(0, 0), (1, 0), (2, 1), (3, 2), (4, 4), (5, 8), (8, 8), (9, 16)] {
            headers.extend([&[1, b'h', kind], &vec![0xff; value][..]].concat());
        }
        headers.extend([1, b'b', 6, 0, 3, 1, 2, 3]);
        headers.extend([said(":event-type", "messageStop"), said(":message-type", "event")].concat());
        let fault = [said(":message-type", "error"), said(":error-code", "500"), said(":error-message", "no")].concat();
        let thrown = [said(":exception-type", "throttlingException"), said(":message-type", "exception")].concat();
        let stream =
            [made(&headers, b"{}"), made(&fault, b""), bytes(EMPTY), made(&thrown, b"{\"message\":\"slow\"}")].concat();
        let whole = read(&[&stream]);
        let names: Vec<_> =
            whole.0.iter().map(|(n, kind, name, says, _)| (*n, &kind[..], &name[..], &says[..])).collect();
        let want = [
            (0, "event", "messageStop", ""),
            (1, "error", "500", "no"),
            (2, "", "", ""),
            (3, "exception", "throttlingException", ""),
        ];
        assert_eq!((names, whole.1.is_none(), whole.2), (want.to_vec(), true, false));
        for at in 0..=stream.len() {
            assert_eq!(read(&[&stream[..at], &stream[at..]]), whole, "{at}");
        }
        assert_eq!(read(&stream.chunks(1).collect::<Vec<_>>()), whole);
    }
    #[test]
    fn a_frame_that_did_not_end_is_none_and_a_changed_one_is_an_error() {
        let frame = bytes(ONE_HEADER);
        for at in 1..frame.len() {
            assert_eq!(read(&[&frame[..at]]), (vec![], None, true), "{at}");
        }
        for at in 0..frame.len() {
            let mut changed = [bytes(EMPTY), frame.clone()].concat();
            changed[16 + at] ^= 0x20;
            let (all, fault, _) = read(&[&changed, &bytes(EMPTY)]);
            assert!(all.len() == 1 && fault.is_some_and(|fault| fault.starts_with("frame 1: expected ")), "{at}");
        }
    }
    #[test]
    fn lengths_that_lie_are_told_before_a_byte_is_kept_for_them() {
        let prelude = |total: u32, headers: u32| {
            let mut frame = [total.to_be_bytes(), headers.to_be_bytes()].concat();
            frame.extend(crc32(&frame).to_be_bytes());
            frame
        };
        for (total, headers, what) in
            [(u32::MAX, 0, "24 MiB"), (15, 0, "16 bytes"), (40, 25, "headers"), (1 << 20, 1 << 18, "128 KiB")]
        {
            let fault = read(&[&prelude(total, headers)]).1.unwrap();
            assert!(
                fault.contains(what) && fault.contains(&format!("{total} bytes with {headers} of headers")),
                "{fault}"
            );
        }
        assert_eq!(read(&[&prelude(24 << 20, 0)]), (vec![], None, true));
    }
    #[test]
    fn headers_that_lie_are_errors() {
        let half = [1, b'h', 7, 0, 9, b'x'];
        for headers in [&half[..], &[1, b'h', 10], &[9], &[1, b'h'], &[13, b':']] {
            assert!(read(&[&made(headers, b"{}")]).1.unwrap().contains("half of one"), "{headers:?}");
        }
        let odd = [&[11][..], b":event-type", &[7, 0, 1, 0xff]].concat();
        assert!(read(&[&made(&odd, b"")]).1.unwrap().contains("a header of text"));
    }
}
