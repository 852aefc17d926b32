//! What the parser says of a line. It must never repeat a string that the line holds: that may be a thought or a blob.
use super::StoredError;

/// How the parser begins where it quotes a string, how it goes on behind it, and what is said instead.
const QUOTES: [(&str, &str, &str); 3] = [
    ("invalid type: string \"", "\", expected ", "invalid type: a string"),
    ("invalid value: string \"", "\", expected ", "invalid value: a string"),
    ("unknown variant `", "`, expected ", "unknown variant"),
];

impl From<serde_json::Error> for StoredError {
    fn from(error: serde_json::Error) -> Self {
        let text = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        Self::Json { what: discreet(text.strip_suffix(&place).unwrap_or(&text)), column: error.column() }
    }
}

fn discreet(text: &str) -> String {
    let quoted = QUOTES.iter().find_map(|(start, end, instead)| {
        let (_, expected) = text.strip_prefix(start)?.rsplit_once(end)?;
        Some(format!("{instead}, expected {expected}"))
    });
    quoted.unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use crate::Stored;

    #[test]
    fn nothing_that_a_line_says_is_repeated() {
        for (line, want) in [
            (
                r#""parts":[{"reasoning":"thought\", expected x"}]"#,
                "invalid type: a string, expected struct Carrier at column 76",
            ),
            (r#""parts":[{"thought":1}]"#, "unknown variant, expected one of `text`, "),
            (r#""usage":"thought""#, "invalid type: a string, expected struct Usage at column "),
            (r#""usage":{"input":"thought"}"#, "invalid type: a string, expected u64 at column "),
        ] {
            let error = Stored::read(&format!(r#"{{"throughline":1,"role":"user",{line}}}"#)).unwrap_err().to_string();
            assert!(error.contains(want) && !error.contains("thought"), "{error}");
        }
    }
}
