//! Bytes as texts, and random ones.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::cryptography::random;
use crate::{Error, Reason};

/// Encodes bytes as base64url without padding.
pub(crate) fn base64url(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Decodes base64url without padding; the error names what is malformed.
pub(crate) fn from_base64url(text: &str, what: &str) -> Result<Vec<u8>, Error> {
    URL_SAFE_NO_PAD
        .decode(text)
        .map_err(|error| Error::new(Reason::ParameterInvalid, format!("{what} is not base64url")).with_source(error))
}

/// Encodes bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Makes a UUID of version 7 (RFC 9562), which sorts by time.
pub(crate) fn new_id(now_ms: u64) -> Result<String, Error> {
    let mut bytes: [u8; 16] = random()?;
    bytes[..6].copy_from_slice(&now_ms.to_be_bytes()[2..]);
    Ok(uuid(bytes, 7))
}

/// Makes a random UUID (RFC 9562, version 4).
pub(crate) fn random_id() -> Result<String, Error> {
    Ok(uuid(random()?, 4))
}

fn uuid(mut bytes: [u8; 16], version: u8) -> String {
    bytes[6] = version << 4 | (bytes[6] & 0x0f);
    bytes[8] = 0x80 | (bytes[8] & 0x3f);
    let digits = hex(&bytes);
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}

/// Returns the time in an id of UUID version 7, in milliseconds since 1970; `None` for other versions.
pub(crate) fn time_of(id: &str) -> Option<u64> {
    let digits = [id.get(..8)?, id.get(9..13)?].concat();
    u64::from_str_radix(&digits, 16).ok().filter(|_| id.get(14..15) == Some("7"))
}

/// Whether a text is a UUID in lower case, as the ledger requires of ids.
pub(crate) fn is_id(text: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() == 36
        && text.bytes().enumerate().all(|(place, byte)| match place {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => is_digit(byte),
        })
}
