//! The order in the entry of a receipt, and the batch that holds the entry.

use buffa::Message as _;

use super::entry::{SignedEntry, read};
use super::{BadReceipt, expect};
use crate::cryptography::{is_signed_by, sha256};
use crate::order::{Purpose, root_of};
use crate::proto::wallet::v1::{CaptureOrder, InclusionProof, Receipt, ReleaseOrder, TransferOrder};
use crate::tree::{TreeHead, leaf, root_by};

/// Kind of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderKind {
    /// Money was moved.
    Transfer,
    /// Money was set aside, and not moved.
    Hold,
    /// Money of a hold was moved.
    Capture,
    /// The rest of a hold was given back.
    Release,
}

/// The terms of an order, as they were signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenOrder {
    /// Kind of the transaction.
    pub kind: OrderKind,
    /// Id of the identity that sends.
    pub sender: String,
    /// Id of the identity that receives.
    pub recipient: String,
    /// `TOKEN_STANDARD`, `TOKEN_MICRO`, or the code of a currency.
    pub asset: String,
    /// A decimal; empty of a release, which gives back all that was left.
    pub amount: String,
    /// Text for the recipient.
    pub description: String,
    /// Time before which a hold may be captured, in milliseconds since 1970.
    pub capture_before_ms: Option<u64>,
    /// Id of the hold that was captured or released.
    pub hold_id: Option<String>,
    /// Ed25519 key that signed the order. Compare it with the key that the sender, or of a capture or release the recipient,
    /// is known by.
    pub public_key: [u8; 32],
}

/// Checks the order against its signature and the entry, and the entry against its batch. Returns `None` for a receipt of an
/// earlier version, which lacks what they are checked by.
pub(super) fn proven_order(receipt: &Receipt) -> Result<Option<ProvenOrder>, BadReceipt> {
    let evidence = [&receipt.sender_key, &receipt.previous_hash, &receipt.batch_digests];
    if evidence.iter().all(|part| part.as_deref().unwrap_or_default().is_empty()) {
        return Ok(None);
    }
    let key = receipt.sender_key.as_deref().unwrap_or_default();
    let bytes = receipt.entry.as_deref().unwrap_or_default();
    let entry = read(bytes).ok_or_else(|| BadReceipt::new("the entry cannot be read"))?;
    let another = || BadReceipt::new("the entry is another one");
    let kind = kind_of(entry.kind).ok_or_else(another)?;
    expect(is_signed(&entry, kind, key), "the order is not signed by the sender's key")?;
    let is_of_receipt = Some(&entry.id) == receipt.transaction_id.as_ref()
        && i64::try_from(entry.sequence).ok() == receipt.sequence
        && entry.outcome == 0;
    expect(is_of_receipt, "the entry is another one")?;
    let public_key = key.try_into().map_err(|_| another())?;
    let order = order_in(&entry, kind, public_key).map_err(|_| BadReceipt::new("the order cannot be read"))?;
    let order = order.ok_or_else(|| BadReceipt::new("the entry is not what the order says"))?;
    expect_batch(receipt)?;
    Ok(Some(order))
}

fn kind_of(number: u8) -> Option<OrderKind> {
    match number {
        1 => Some(OrderKind::Transfer),
        6 => Some(OrderKind::Hold),
        7 => Some(OrderKind::Capture),
        8 => Some(OrderKind::Release),
        _ => None,
    }
}

fn is_signed(entry: &SignedEntry, kind: OrderKind, key: &[u8]) -> bool {
    let alone = |purpose: Purpose| is_signed_by(key, &purpose.bytes(&entry.order), &entry.signature);
    match kind {
        OrderKind::Capture => alone(Purpose::Capture),
        OrderKind::Release => alone(Purpose::Release),
        _ if entry.signature.len() == 64 && !entry.is_linked => alone(Purpose::Transfer),
        _ => root_of(&entry.order, &entry.signature).is_some_and(|(root, signature)| {
            let purpose = if entry.is_linked { Purpose::LinkedTransfers } else { Purpose::Transfers };
            is_signed_by(key, &purpose.bytes(&root), &signature)
        }),
    }
}

/// Returns the terms of an order; `None` if the entry says something else.
fn order_in(
    entry: &SignedEntry,
    kind: OrderKind,
    public_key: [u8; 32],
) -> Result<Option<ProvenOrder>, buffa::DecodeError> {
    let mut proven = ProvenOrder {
        kind,
        sender: entry.owner.clone(),
        recipient: entry.counterparty.clone(),
        asset: entry.asset.clone(),
        amount: String::new(),
        description: entry.description.clone(),
        capture_before_ms: None,
        hold_id: None,
        public_key,
    };
    if matches!(kind, OrderKind::Capture | OrderKind::Release) {
        // Those of holds are signed by their recipients.
        std::mem::swap(&mut proven.sender, &mut proven.recipient);
        proven.hold_id = entry.hold.as_ref().map(|hold| hold.id.clone());
    } else {
        proven.capture_before_ms = entry.hold.as_ref().map(|hold| hold.ends_at_ms);
    }
    let amount = match kind {
        OrderKind::Transfer | OrderKind::Hold => transfer_amount(entry, kind)?,
        OrderKind::Capture => capture_amount(entry)?,
        OrderKind::Release => release_amount(entry)?,
    };
    Ok(amount.map(|amount| ProvenOrder { amount, ..proven }))
}

fn transfer_amount(entry: &SignedEntry, kind: OrderKind) -> Result<Option<String>, buffa::DecodeError> {
    let order = TransferOrder::decode_from_slice(&entry.order)?;
    let is_same = is(&order.id, &entry.id)
        && is(&order.sender, &entry.owner)
        && is(&order.recipient, &entry.counterparty)
        && is(&order.description, &entry.description)
        && is(&order.reverses, &entry.reverses)
        && (kind == OrderKind::Hold) == entry.hold.is_some();
    let ends_at = entry.hold.as_ref().map_or(0, |hold| hold.ends_at_ms);
    let is_same = is_same && u64::try_from(order.capture_before.unwrap_or_default()).ok() == Some(ends_at);
    let amount = order.amount.unwrap_or_default();
    let token_type = order.token_type.map_or(0, |token_type| token_type.to_i32());
    Ok((is_same && is_money(token_type, order.currency_code, &amount, entry)).then_some(amount))
}

fn capture_amount(entry: &SignedEntry) -> Result<Option<String>, buffa::DecodeError> {
    let order = CaptureOrder::decode_from_slice(&entry.order)?;
    let amount = order.amount.unwrap_or_default();
    let token_type = order.token_type.map_or(0, |token_type| token_type.to_i32());
    let is_same = is_of_hold(entry, &order.id, &order.recipient, &order.hold_id);
    Ok((is_same && is_money(token_type, order.currency_code, &amount, entry)).then_some(amount))
}

fn release_amount(entry: &SignedEntry) -> Result<Option<String>, buffa::DecodeError> {
    let order = ReleaseOrder::decode_from_slice(&entry.order)?;
    Ok(is_of_hold(entry, &order.id, &order.recipient, &order.hold_id).then(String::new))
}

fn is_of_hold(entry: &SignedEntry, id: &Option<String>, recipient: &Option<String>, hold: &Option<String>) -> bool {
    is(id, &entry.id) && is(recipient, &entry.owner) && entry.hold.as_ref().is_some_and(|held| is(hold, &held.id))
}

fn is(field: &Option<String>, expected: &str) -> bool {
    field.as_deref().unwrap_or_default() == expected
}

/// Whether an order names the asset and the amount of its entry.
fn is_money(token_type: i32, currency_code: Option<String>, amount: &str, entry: &SignedEntry) -> bool {
    // The policy of the service says how many places a currency has.
    let (asset, scales) = match token_type {
        1 => ("TOKEN_STANDARD".to_owned(), 8..=8),
        2 => ("TOKEN_MICRO".to_owned(), 12..=12),
        3 => (currency_code.unwrap_or_default(), 0..=12),
        _ => return false,
    };
    asset == entry.asset && scales.into_iter().any(|scale| is_amount(amount, scale, entry.amount))
}

/// Whether a decimal is an amount in smallest units. Orders of earlier versions may have an exponent.
fn is_amount(text: &str, scale: i32, minor: u64) -> bool {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let is_digits = |digits: &str| (1..=40).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let exponent_digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if !is_digits(whole) || !is_digits(fraction) || !is_digits(exponent_digits) || exponent_digits.len() > 2 {
        return false;
    }
    let (Ok(exponent), Ok(places)) = (exponent.parse::<i32>(), i32::try_from(fraction.len())) else { return false };
    let zeros = exponent + scale - places;
    let padded = |digits: String, zeros: i32| {
        let digits = digits.trim_start_matches('0');
        let zeros = if digits.is_empty() { 0 } else { usize::try_from(zeros).unwrap_or(0) };
        format!("{digits}{}", "0".repeat(zeros))
    };
    padded(format!("{whole}{fraction}"), zeros) == padded(minor.to_string(), -zeros)
}

/// Checks that the hash of the batch follows from its entries, of which the entry is one.
fn expect_batch(receipt: &Receipt) -> Result<(), BadReceipt> {
    let digests = receipt.batch_digests.as_deref().unwrap_or_default();
    let number = receipt.batch_number.unwrap_or_default().to_be_bytes();
    let previous = receipt.previous_hash.as_deref().unwrap_or_default();
    let hash = sha256(&[b"platonic ledger batch v1", &number, previous, digests]);
    let is_hash = receipt.batch_hash.as_deref() == Some(&hash[..]);
    expect(is_hash, "the hash of the batch is not that of its entries")?;
    let is_in_batch = digests.chunks(32).any(|digest| receipt.entry_digest.as_deref() == Some(digest));
    expect(is_in_batch, "the entry is not in the batch")
}

/// Checks the proof that the entry is in the tree of the ledger's batches. Returns the head to which it leads; `None` for a
/// receipt that has no proof.
pub(super) fn proven_head(receipt: &Receipt) -> Result<Option<TreeHead>, BadReceipt> {
    let Some(proof) = receipt.inclusion.as_option() else { return Ok(None) };
    let root = root_by_proof(receipt, proof).filter(|root| proof.tree_root.as_deref() == Some(root));
    let root = root.ok_or_else(|| BadReceipt::new("the entry is not in the tree of the ledger"))?;
    Ok(Some(TreeHead { size: proof.tree_size.unwrap_or_default(), root: root.to_vec() }))
}

/// Computes the root of the tree from the entry, and from its batch as the last leaf.
fn root_by_proof(receipt: &Receipt, proof: &InclusionProof) -> Option<[u8; 32]> {
    let entry = leaf(receipt.entry_digest.as_deref()?);
    let entries = root_by(entry, proof.entry_index, proof.batch_entries?, &proof.entry_path)?;
    let batch = leaf(&[receipt.batch_hash.as_deref()?, &entries].concat());
    let size = proof.tree_size?;
    root_by(batch, size.checked_sub(1)?, size, &proof.batch_path)
}
