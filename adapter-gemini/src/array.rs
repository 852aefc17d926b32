//! Cuts a JSON array that comes in any pieces into its elements: what `streamGenerateContent` sends where nobody asked for events.
//!
//! Never decodes an element, and never makes one of what did not end.

/// Splits an array.
#[derive(Debug, Default)]
pub(crate) struct Splitter {
    element: Vec<u8>,
    depth: usize,
    in_string: bool,
    escaped: bool,
    closed: bool,
    count: usize,
}

impl Splitter {
    /// Takes the next bytes and calls `each` with the number and the bytes of every element that ended.
    ///
    /// # Errors
    /// The first error of `each`; what follows it in `bytes` is lost to this splitter.
    pub(crate) fn feed<E>(
        &mut self,
        bytes: &[u8],
        mut each: impl FnMut(usize, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        for byte in bytes.iter().copied() {
            if self.closed {
                break;
            }
            let outside = self.depth <= 1 && !self.in_string;
            match byte {
                b'[' | b'{' if !self.in_string => self.depth += 1,
                b']' | b'}' if !self.in_string => {
                    self.depth = self.depth.saturating_sub(1);
                    self.closed = self.depth == 0;
                }
                _ => {}
            }
            match byte {
                // The bracket that opens the list, and whatever stands before it.
                _ if outside && self.depth == 0 && !self.closed => continue,
                b'[' if outside && self.depth == 1 => continue,
                b',' if outside => self.end(&mut each)?,
                _ if self.closed => return self.end(&mut each),
                b' ' | b'\n' | b'\r' | b'\t' if outside => {}
                _ => self.element.push(byte),
            }
            if self.in_string {
                let quote = byte == b'"' && !self.escaped;
                self.escaped = byte == b'\\' && !self.escaped;
                self.in_string = !quote;
            } else {
                self.in_string = byte == b'"';
            }
        }
        Ok(())
    }
    fn end<E>(&mut self, each: &mut impl FnMut(usize, &[u8]) -> Result<(), E>) -> Result<(), E> {
        if self.element.is_empty() {
            return Ok(());
        }
        let element = std::mem::take(&mut self.element);
        self.count += 1;
        each(self.count - 1, &element)
    }
    /// True where the bracket that closes the list came.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(pieces: &[&[u8]]) -> (Vec<String>, bool) {
        let (mut found, mut splitter) = (vec![], Splitter::default());
        for piece in pieces {
            let each = |n: usize, element: &[u8]| {
                assert_eq!(n, found.len());
                found.push(String::from_utf8(element.to_vec()).unwrap());
                Ok::<_, ()>(())
            };
            splitter.feed(piece, each).unwrap();
        }
        (found, splitter.is_closed())
    }
    #[test]
    fn any_cut_gives_the_same_elements() {
        let text = "\u{feff} [{\"a\":\"]}\\\"é,\"} ,\n[1, 2],{},\"x,]\", null ]  , {}".as_bytes();
        let want = ["{\"a\":\"]}\\\"é,\"}", "[1, 2]", "{}", "\"x,]\"", "null"].map(str::to_owned).to_vec();
        for a in 0..=text.len() {
            for b in a..=text.len() {
                assert_eq!(split(&[&text[..a], &text[a..b], &text[b..]]), (want.clone(), true), "{a} {b}");
            }
        }
    }
    #[test]
    fn half_an_element_is_none() {
        assert_eq!(split(&[b"[{\"a\":1},{\"b\""]), (vec!["{\"a\":1}".to_owned()], false));
        assert_eq!(split(&[b"[]"]), (vec![], true));
    }
}
