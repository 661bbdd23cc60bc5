"""Receipts, verified offline."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timezone
from hashlib import sha256
from typing import Any, Literal

from platonic.wallet.v1.hold_pb2 import CaptureOrder
from platonic.wallet.v1.transaction_pb2 import Receipt, TransferOrder

from . import _base64
from ._signatures.entry import HOLD, Entry, read_entry
from ._signatures.envelopes import Purpose
from ._signatures.evidence import Order, is_entry_signed, is_signed, order_of
from ._signatures.hash_tree import leaf_hash, root_by
from .tree import TreeHead


class BadReceipt(ValueError):
    """A receipt that is not valid; the text says why."""


@dataclass(frozen=True)
class ProvenOrder:
    """The terms of an order, as they were signed."""

    kind: Literal["transfer", "hold", "capture", "release"]
    """A hold has only set the money aside."""
    sender: str
    recipient: str
    asset: str
    """``TOKEN_STANDARD``, ``TOKEN_MICRO``, or the code of a currency."""
    amount: str
    """A decimal; empty for a release, which gives back all that was left."""
    description: str
    public_key: bytes
    """The Ed25519 key that signed the order, 32 bytes: compare it with the key that the sender, or for captures and
    releases the recipient, is known by."""
    capture_before: datetime | None = None
    """The time before which a hold may be captured; None for any other."""
    hold_id: str = ""
    """The id of the hold that was captured or released."""


@dataclass(frozen=True)
class ProvenReceipt:
    """The facts that a receipt proves: the transaction is in the ledger, at this place."""

    receipt: Receipt
    """The receipt that was verified. Keep it with the key set."""
    transaction_id: str
    confirmation_code: str
    sequence: int
    """Position of the entry in the ledger."""
    batch_number: int
    order: ProvenOrder | None
    """The order that the sender has signed. None for receipts of earlier versions, which prove neither the order nor
    the batch; fetched again, they do."""
    head: TreeHead | None = None
    """Head of the tree of the ledger after the batch, with the entry in it. Nobody has signed it: compare it with a
    head that the service has shown to others, by `is_consistent`. None for entries of versions without a tree."""


def verify_receipt(receipt: Receipt, key_set: str | bytes) -> ProvenReceipt:
    """Verifies a receipt offline.

    Args:
        receipt: as the service has sent it
        key_set: JSON Web Key Set (RFC 7517) that the service publishes at ``/.well-known/jwks.json``

    Raises:
        BadReceipt: the receipt is not valid
    """
    digest = sha256(b"platonic ledger entry v1" + receipt.entry).digest()
    _require(digest == receipt.entry_digest, "the entry is not that of the digest")
    _require(_confirmation_code(digest) == receipt.confirmation_code, "the confirmation code is not that of the entry")
    _require(_statement_of(receipt) == receipt.statement, "the statement says something else")
    service_key = published_key(key_set, receipt.key_id)
    signed = Purpose.RECEIPT.to_sign(receipt.statement)
    _require(is_signed(service_key, signed, receipt.signature), "the statement is not signed by the service")
    return ProvenReceipt(
        receipt=receipt,
        transaction_id=receipt.transaction_id,
        confirmation_code=receipt.confirmation_code,
        sequence=receipt.sequence,
        batch_number=receipt.batch_number,
        order=_proven_order(receipt),
        head=_proven_head(receipt),
    )


def _require(is_right: bool, otherwise: str) -> None:
    if not is_right:
        raise BadReceipt(otherwise)


def _statement_of(receipt: Receipt) -> bytes:
    lines = (
        f"transaction {receipt.transaction_id}",
        f"sequence {receipt.sequence}",
        f"entry {receipt.entry_digest.hex()}",
        f"batch {receipt.batch_number}",
        f"chain {receipt.batch_hash.hex()}",
    )
    return "".join(f"{line}\n" for line in lines).encode()


def _confirmation_code(digest: bytes) -> str:
    """Encodes the first 80 bits of a digest in Crockford's base32, in groups of four."""
    number = int.from_bytes(digest[:10], "big")
    digits = [number >> shift & 31 for shift in range(75, -1, -5)]
    text = "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[digit] for digit in digits)
    return "-".join(text[at : at + 4] for at in range(0, 16, 4))


def published_key(key_set: str | bytes, key_id: str) -> bytes:
    """Returns a public key of the service by its id."""
    try:
        keys: Any = json.loads(key_set)["keys"]
        key = next(key for key in keys if key.get("kid") == key_id)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadReceipt("the key set cannot be read") from None
    except StopIteration:
        raise BadReceipt(f"the key set has no key {key_id}") from None
    try:
        public_key = _base64.decode(key["x"])
        if (key["kty"], key["crv"], len(public_key)) == ("OKP", "Ed25519", 32):
            return public_key
    except (ValueError, KeyError, TypeError):
        pass
    raise BadReceipt(f"the key {key_id} is no Ed25519 key")


def _proven_order(receipt: Receipt) -> ProvenOrder | None:
    """Checks the order in an entry against its signature and the entry, and the entry against its batch."""
    if not (receipt.sender_key or receipt.previous_hash or receipt.batch_digests):
        return None
    try:
        entry = read_entry(receipt.entry)
        order = _terms_of(entry, order_of(entry), receipt.sender_key)
    except (ValueError, OverflowError) as error:
        raise BadReceipt(str(error)) from None
    _require(is_entry_signed(entry, receipt.sender_key), "the order is not signed by the sender's key")
    is_same = (entry.id, entry.sequence) == (receipt.transaction_id, receipt.sequence)
    _require(is_same and entry.outcome == 0, "the entry is another one")
    _check_batch(receipt)
    return order


def _check_batch(receipt: Receipt) -> None:
    """Refuses an entry that is not one of those from which the hash of the batch follows."""
    number = receipt.batch_number.to_bytes(8, "big", signed=True)
    digests = receipt.batch_digests
    hashed = sha256(b"platonic ledger batch v1" + number + receipt.previous_hash + digests).digest()
    _require(hashed == receipt.batch_hash, "the hash of the batch is not that of its entries")
    entries = (digests[at : at + 32] for at in range(0, len(digests), 32))
    _require(receipt.entry_digest in entries, "the entry is not in the batch")


def _proven_head(receipt: Receipt) -> TreeHead | None:
    """Checks the proof that the entry is in the tree of the ledger's batches, whose last leaf is the batch."""
    if not receipt.HasField("inclusion"):
        return None
    proof, size = receipt.inclusion, receipt.inclusion.tree_size
    entries = root_by(leaf_hash(receipt.entry_digest), proof.entry_index, proof.batch_entries, proof.entry_path)
    leaf = None if entries is None else leaf_hash(receipt.batch_hash + entries)
    root = None if leaf is None else root_by(leaf, size - 1, size, proof.batch_path)
    if root is None or root != proof.tree_root:
        raise BadReceipt("the entry is not in the tree of the ledger")
    return TreeHead(size, root)


def _terms_of(entry: Entry, order: Order, public_key: bytes) -> ProvenOrder:
    if isinstance(order, TransferOrder):
        is_hold = entry.kind == HOLD
        return ProvenOrder(
            kind="hold" if is_hold else "transfer",
            sender=order.sender,
            recipient=order.recipient,
            asset=entry.asset,
            amount=order.amount,
            description=order.description,
            public_key=public_key,
            capture_before=datetime.fromtimestamp(entry.hold_ends_at / 1000, timezone.utc) if is_hold else None,
        )
    return ProvenOrder(
        kind="capture" if isinstance(order, CaptureOrder) else "release",
        sender=entry.counterparty,
        recipient=entry.owner,
        asset=entry.asset,
        amount=order.amount if isinstance(order, CaptureOrder) else "",
        description=entry.description,
        public_key=public_key,
        hold_id=entry.hold_id,
    )
