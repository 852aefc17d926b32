//! What a provider signs and seals. A signature vouches for text that everyone can read; a seal hides it. Whoever changes one
//! byte of either is found out. Nothing here remembers anything: what a blob says is in the blob.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Nonce};
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

/// How a family's blobs look from outside: their first bytes and their alphabet.
pub(crate) struct Form {
    pub(crate) magic: &'static [u8],
    pub(crate) url: bool,
}

/// One simulator's secret, and every key that follows from it.
pub(crate) struct Keys([u8; 32]);

/// A signature that this issuer never made, or a blob that it cannot open.
#[derive(Debug, PartialEq)]
pub(crate) struct Broken;

const ROUNDS: u8 = 7;
const NONCE: usize = 12;

impl Keys {
    pub(crate) fn new(seed: u64) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"throughline simulator");
        hash.update(seed.to_le_bytes());
        Self(hash.finalize().into())
    }

    /// Vouches for `text`, thought by `model`.
    pub(crate) fn sign(&self, issuer: &str, form: &Form, model: &str, text: &str) -> String {
        form.write(&self.vouch(issuer, form, model, text))
    }

    /// The model that a signature of `text` names.
    pub(crate) fn verify(&self, issuer: &str, form: &Form, signature: &str, text: &str) -> Result<String, Broken> {
        let bytes = form.read(signature)?;
        let rest = bytes.strip_prefix(form.magic).ok_or(Broken)?;
        let (length, rest) = rest.split_first().ok_or(Broken)?;
        let model = rest.get(..usize::from(*length)).ok_or(Broken)?;
        let model = String::from_utf8(model.to_vec()).map_err(|_| Broken)?;
        if self.vouch(issuer, form, &model, text) == bytes { Ok(model) } else { Err(Broken) }
    }

    /// Hides `text`, thought by `model`.
    pub(crate) fn seal(&self, issuer: &str, form: &Form, model: &str, text: &str) -> String {
        let plain = [model.as_bytes(), b"\0", text.as_bytes()].concat();
        // One message, one nonce: the same thought sealed twice is the same blob, and no two thoughts share one.
        let nonce = self.mac(&[b"nonce", issuer.as_bytes(), &plain]);
        let nonce = Nonce::clone_from_slice(nonce.get(..NONCE).unwrap_or(&[0; NONCE]));
        let message = Payload { msg: &plain, aad: form.magic };
        let sealed = self.cipher(issuer).encrypt(&nonce, message).unwrap_or_default();
        form.write(&[form.magic, nonce.as_slice(), &sealed].concat())
    }

    /// The model and the text that a blob hides.
    pub(crate) fn open(&self, issuer: &str, form: &Form, blob: &str) -> Result<(String, String), Broken> {
        let bytes = form.read(blob)?;
        let rest = bytes.strip_prefix(form.magic).ok_or(Broken)?;
        let (nonce, sealed) = rest.split_at_checked(NONCE).ok_or(Broken)?;
        let message = Payload { msg: sealed, aad: form.magic };
        let plain = self.cipher(issuer).decrypt(Nonce::from_slice(nonce), message).map_err(|_| Broken)?;
        let plain = String::from_utf8(plain).map_err(|_| Broken)?;
        let (model, text) = plain.split_once('\0').ok_or(Broken)?;
        Ok((model.to_owned(), text.to_owned()))
    }

    /// What `issuer` puts beside `text`, so that it knows it again: sixty-four digits.
    pub(crate) fn mark(&self, issuer: &str, text: &str) -> String {
        let mac = self.mac(&[b"mark", issuer.as_bytes(), text.as_bytes()]);
        mac.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// `length` letters and digits that follow from `parts`: ids.
    pub(crate) fn token(&self, parts: &[&str], length: usize) -> String {
        const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        let bytes = self.stream(parts).take(length);
        bytes.filter_map(|byte| LETTERS.get(usize::from(byte) % LETTERS.len())).map(|byte| char::from(*byte)).collect()
    }

    /// A number that follows from `parts`.
    pub(crate) fn number(&self, parts: &[&str]) -> u64 {
        self.stream(parts).take(8).fold(0, |number, byte| number << 8 | u64::from(byte))
    }

    fn stream<'a>(&'a self, parts: &'a [&'a str]) -> impl Iterator<Item = u8> + 'a {
        let seed = self.mac(&parts.iter().map(|part| part.as_bytes()).collect::<Vec<_>>());
        (0u64..).flat_map(move |round| self.mac(&[&seed, &round.to_le_bytes()]))
    }
    fn vouch(&self, issuer: &str, form: &Form, model: &str, text: &str) -> Vec<u8> {
        let mut bytes = form.magic.to_vec();
        bytes.push(u8::try_from(model.len()).unwrap_or(u8::MAX));
        bytes.extend_from_slice(model.as_bytes());
        for round in 0..ROUNDS {
            bytes.extend(self.mac(&[b"sign", issuer.as_bytes(), model.as_bytes(), text.as_bytes(), &[round]]));
        }
        bytes
    }
    fn cipher(&self, issuer: &str) -> ChaCha20Poly1305 {
        ChaCha20Poly1305::new(&self.mac(&[b"seal", issuer.as_bytes()]).into())
    }
    /// Each part goes in with its length, so that no two lists of parts read alike.
    fn mac(&self, parts: &[&[u8]]) -> [u8; 32] {
        let Ok(mut mac) = <Hmac<Sha256> as Mac>::new_from_slice(&self.0) else { return [0; 32] };
        for part in parts {
            mac.update(&part.len().to_le_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

impl Form {
    fn write(&self, bytes: &[u8]) -> String {
        if self.url { URL_SAFE.encode(bytes) } else { STANDARD.encode(bytes) }
    }
    fn read(&self, text: &str) -> Result<Vec<u8>, Broken> {
        if self.url { URL_SAFE.decode(text) } else { STANDARD.decode(text) }.map_err(|_| Broken)
    }
}

/// `text` in base64, as clients write it who hold bytes.
pub(crate) fn encoded(text: &str) -> String {
    STANDARD.encode(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: Form = Form { magic: &[0x12, 0xa0], url: false };
    const TEXT: &str = " naïve \"静か\"\n";

    fn changed(text: &str) -> impl Iterator<Item = String> + '_ {
        (0..text.len()).map(|at| {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
            String::from_utf8(bytes).unwrap()
        })
    }

    #[test]
    fn a_signature_holds_for_its_text_alone() {
        let keys = Keys::new(7);
        let signature = keys.sign("claude", &FORM, "model-a", TEXT);
        assert!(signature.len() > 300, "as long as real ones");
        assert_eq!(keys.verify("claude", &FORM, &signature, TEXT), Ok("model-a".to_owned()));
        assert_eq!(keys.verify("claude", &FORM, &signature, "other"), Err(Broken));
        assert_eq!(keys.verify("other", &FORM, &signature, TEXT), Err(Broken));
        assert_eq!(Keys::new(8).verify("claude", &FORM, &signature, TEXT), Err(Broken));
        for forged in changed(&signature).chain([String::new(), "?".to_owned(), signature[..40].to_owned()]) {
            assert_eq!(keys.verify("claude", &FORM, &forged, TEXT), Err(Broken), "{forged}");
        }
    }

    #[test]
    fn a_blob_opens_whole_or_not_at_all() {
        let keys = Keys::new(7);
        let blob = keys.seal("grok", &FORM, "model-a", TEXT);
        assert_eq!(blob, keys.seal("grok", &FORM, "model-a", TEXT));
        assert_eq!(keys.open("grok", &FORM, &blob), Ok(("model-a".to_owned(), TEXT.to_owned())));
        assert_eq!(keys.open("claude", &FORM, &blob), Err(Broken));
        for forged in changed(&blob).chain([String::new(), "Zm9v".to_owned(), blob[..12].to_owned()]) {
            assert_eq!(keys.open("grok", &FORM, &forged), Err(Broken), "{forged}");
        }
    }

    #[test]
    fn what_follows_from_a_seed_is_always_the_same() {
        assert_eq!(Keys::new(7).token(&["a", "b"], 40), Keys::new(7).token(&["a", "b"], 40));
        assert_ne!(Keys::new(7).token(&["a", "b"], 40), Keys::new(7).token(&["ab", ""], 40));
        assert_ne!(Keys::new(7).number(&["a"]), Keys::new(8).number(&["a"]));
    }
}
