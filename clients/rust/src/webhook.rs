//! Webhooks, verified offline.

use std::error::Error as StdError;
use std::fmt;
use std::time::{Duration, SystemTime};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::clock::millis;
use crate::cryptography::is_hmac;

/// Longest difference between the time of a message and that of its receiver.
const TOLERANCE: Duration = Duration::from_secs(300);

/// A message that no holder of the secret has signed, or not now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadWebhook(String);

impl fmt::Display for BadWebhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad webhook: {}", self.0)
    }
}

impl StdError for BadWebhook {}

/// Verifies a message to a webhook by the secrets of its endpoint, of which there are two while they are rotated, and returns
/// its id. Keep the id, and ignore what you have dealt with: a message can come again.
///
/// ```
/// # use std::time::{Duration, UNIX_EPOCH};
/// let headers = [("Webhook-Id", "msg_1"), ("Webhook-Timestamp", "1800000000"), ("Webhook-Signature", "v1,AAAA")];
/// let now = UNIX_EPOCH + Duration::from_secs(1_800_000_000);
/// assert!(platonic_client::verify_webhook(["whsec_AAAA"], headers, b"{}", now).is_err());
/// ```
///
/// # Errors
///
/// Says what is wrong with the message: answer it with a status such as 403, and do not read it.
pub fn verify_webhook<'a>(
    secrets: impl IntoIterator<Item = &'a str>,
    headers: impl IntoIterator<Item = (&'a str, &'a str)>,
    body: &[u8],
    now: SystemTime,
) -> Result<String, BadWebhook> {
    let (mut id, mut sent_at, mut signatures) = (None, None, None);
    for (name, value) in headers {
        match name.to_ascii_lowercase().as_str() {
            "webhook-id" => id = Some(value),
            "webhook-timestamp" => sent_at = Some(value),
            "webhook-signature" => signatures = Some(value),
            _ => {}
        }
    }
    let present = |value: Option<&'a str>, name| value.ok_or_else(|| bad(format!("the header {name} is missing")));
    let (id, sent_at) = (present(id, "webhook-id")?, present(sent_at, "webhook-timestamp")?);
    let signatures = present(signatures, "webhook-signature")?;
    let signed = [id.as_bytes(), b".", sent_at.as_bytes(), b".", body].concat();
    let mut is_good = false;
    for secret in secrets {
        let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap_or(secret));
        let key = key.ok().filter(|key| !key.is_empty());
        let key = key.ok_or_else(|| bad("a secret is not base64 after whsec_"))?;
        is_good |= signatures.split(' ').any(|signature| is_signature(&key, &signed, signature));
    }
    if !is_good {
        return Err(bad("it is not signed by a secret of the endpoint"));
    }
    expect_now(sent_at, now)?;
    Ok(id.to_owned())
}

/// Whether a signature is good; compared in constant time.
fn is_signature(key: &[u8], signed: &[u8], signature: &str) -> bool {
    let Some(Ok(given)) = signature.strip_prefix("v1,").map(|text| STANDARD.decode(text)) else { return false };
    is_hmac(key, signed, &given)
}

fn expect_now(sent_at: &str, now: SystemTime) -> Result<(), BadWebhook> {
    let is_decimal = sent_at.bytes().all(|byte| byte.is_ascii_digit());
    let seconds: u64 = sent_at.parse().ok().filter(|_| is_decimal).ok_or_else(|| bad("its time is no number"))?;
    if (millis(now) / 1000).abs_diff(seconds) <= TOLERANCE.as_secs() {
        return Ok(());
    }
    Err(bad("its time is more than five minutes away: it is an old message, or a clock is wrong"))
}

fn bad(text: impl Into<String>) -> BadWebhook {
    BadWebhook(text.into())
}
