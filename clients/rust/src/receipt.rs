//! Receipts, verified offline.

mod entry;
mod evidence;

use std::error::Error as StdError;
use std::fmt;

use serde::Deserialize;

pub use evidence::{OrderKind, ProvenOrder};

use crate::bytes::{from_base64url, hex};
use crate::cryptography::{is_signed_by, sha256};
use crate::proto::wallet::v1::Receipt;
use crate::tree::TreeHead;

/// A receipt that does not prove what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadReceipt(String);

impl BadReceipt {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for BadReceipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad receipt: {}", self.0)
    }
}

impl StdError for BadReceipt {}

/// Facts that a receipt proves: the transaction is in the ledger, at this place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenReceipt {
    /// Id of the transaction.
    pub transaction_id: String,
    /// Code that both parties can compare.
    pub confirmation_code: String,
    /// Place of the entry in the ledger.
    pub sequence: i64,
    /// Number of the batch that holds the entry.
    pub batch_number: i64,
    /// Order as it was signed; `None` for receipts of earlier versions, which prove neither the order nor the batch.
    pub order: Option<ProvenOrder>,
    /// Head of the tree of the ledger after the batch, with the entry in it. Nobody has signed it: compare it with a head that
    /// the service has shown to others, by [`is_consistent`](crate::is_consistent). `None` for entries of versions without a
    /// tree.
    pub head: Option<TreeHead>,
}

/// Verifies a receipt by the key set that the service publishes at `/.well-known/jwks.json` (RFC 7517).
///
/// # Errors
///
/// Says what the receipt does not prove.
pub fn verify_receipt(receipt: &Receipt, key_set: &str) -> Result<ProvenReceipt, BadReceipt> {
    let entry = receipt.entry.as_deref().unwrap_or_default();
    let digest = sha256(&[b"platonic ledger entry v1", entry]);
    let bytes = |field: &Option<Vec<u8>>| field.clone().unwrap_or_default();
    expect(bytes(&receipt.entry_digest) == digest, "the entry is not that of the digest")?;
    let confirmation_code = receipt.confirmation_code.clone().unwrap_or_default();
    expect(code_of(&digest) == confirmation_code, "the confirmation code is not that of the entry")?;
    let statement = bytes(&receipt.statement);
    expect(statement == statement_of(receipt).as_bytes(), "the statement says something else")?;
    let key = published_key(key_set, receipt.key_id.as_deref().unwrap_or_default())?;
    let signed = [b"platonic receipt v1\n", &*statement].concat();
    let is_signed = is_signed_by(&key, &signed, &bytes(&receipt.signature));
    expect(is_signed, "the statement is not signed by the service")?;
    Ok(ProvenReceipt {
        transaction_id: receipt.transaction_id.clone().unwrap_or_default(),
        confirmation_code,
        sequence: receipt.sequence.unwrap_or_default(),
        batch_number: receipt.batch_number.unwrap_or_default(),
        order: evidence::proven_order(receipt)?,
        head: evidence::proven_head(receipt)?,
    })
}

pub(crate) fn expect(holds: bool, otherwise: &str) -> Result<(), BadReceipt> {
    if holds { Ok(()) } else { Err(BadReceipt::new(otherwise)) }
}

fn statement_of(receipt: &Receipt) -> String {
    let text = |bytes: &Option<Vec<u8>>| hex(bytes.as_deref().unwrap_or_default());
    format!(
        "transaction {}\nsequence {}\nentry {}\nbatch {}\nchain {}\n",
        receipt.transaction_id.as_deref().unwrap_or_default(),
        receipt.sequence.unwrap_or_default(),
        text(&receipt.entry_digest),
        receipt.batch_number.unwrap_or_default(),
        text(&receipt.batch_hash),
    )
}

/// Encodes the first 80 bits in Crockford's base32, in groups of four.
fn code_of(digest: &[u8; 32]) -> String {
    const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let bits = digest[..10].iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
    let digit = |place: u32| char::from(ALPHABET[(bits >> (75 - 5 * place)) as usize & 31]);
    let digits: Vec<char> = (0..16).map(digit).collect();
    digits.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

#[derive(Deserialize)]
struct KeySet {
    keys: Vec<PublishedKey>,
}

#[derive(Deserialize)]
struct PublishedKey {
    #[serde(default)]
    kid: String,
    #[serde(default)]
    kty: String,
    #[serde(default)]
    crv: String,
    #[serde(default)]
    x: String,
}

fn published_key(key_set: &str, key_id: &str) -> Result<Vec<u8>, BadReceipt> {
    let set: KeySet = serde_json::from_str(key_set)
        .map_err(|error| BadReceipt::new(format!("the key set cannot be read: {error}")))?;
    let key = set.keys.into_iter().find(|key| key.kid == key_id);
    let key = key.ok_or_else(|| BadReceipt::new("the key set has no key with this id"))?;
    let bytes = from_base64url(&key.x, "x").ok().filter(|bytes| bytes.len() == 32);
    expect(key.kty == "OKP" && key.crv == "Ed25519", "the key is no Ed25519 key")?;
    bytes.ok_or_else(|| BadReceipt::new("the key does not have 32 bytes"))
}
