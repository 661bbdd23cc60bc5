"""Proof by an entry that its order was signed, and that the entry is what the order says."""

from __future__ import annotations

import re

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from google.protobuf.message import DecodeError
from platonic.wallet.v1.hold_pb2 import CaptureOrder, ReleaseOrder
from platonic.wallet.v1.money_pb2 import TokenType
from platonic.wallet.v1.transaction_pb2 import TransferOrder

from platonic_client._calls.words import word_of

from .entry import CAPTURE, HOLD, RELEASE, TRANSFER, Entry
from .envelopes import Purpose
from .hash_tree import leaf_hash, root_by

_signature_length = 64
_currency_scale_max = 12
"""Most decimal places of a currency; how many it has is the policy of the service."""
_amount = re.compile(r"([0-9]{1,40})(?:\.([0-9]{1,40}))?(?:[eE]([+-]?[0-9]{1,2}))?\Z")


def is_signed(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Verifies an Ed25519 signature (RFC 8032)."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


Order = TransferOrder | CaptureOrder | ReleaseOrder


def order_of(entry: Entry) -> Order:
    """Returns the order in an entry.

    Raises:
        ValueError: there is none, or the entry says something else
    """
    try:
        if entry.kind in (TRANSFER, HOLD):
            transfer = TransferOrder.FromString(entry.order)
            if _is_of_transfer(entry, transfer):
                return transfer
        elif entry.kind == CAPTURE:
            capture = CaptureOrder.FromString(entry.order)
            if _is_of_change(entry, capture) and _is_money(entry, capture):
                return capture
        elif entry.kind == RELEASE:
            release = ReleaseOrder.FromString(entry.order)
            if _is_of_change(entry, release):
                return release
    except DecodeError:
        raise ValueError("the order cannot be read") from None
    raise ValueError("the entry is not what the order says")


def _is_of_transfer(entry: Entry, order: TransferOrder) -> bool:
    said = (order.id, order.sender, order.recipient, order.description, order.reverses, order.capture_before)
    made = (entry.id, entry.owner, entry.counterparty, entry.description, entry.reverses, entry.hold_ends_at)
    return said == made and entry.has_hold == (entry.kind == HOLD) and _is_money(entry, order)


def _is_of_change(entry: Entry, order: CaptureOrder | ReleaseOrder) -> bool:
    said = (order.id, order.recipient, order.hold_id)
    return entry.has_hold and said == (entry.id, entry.owner, entry.hold_id)


def asset_name(token_type: TokenType, currency_code: str) -> str:
    """Returns the code of a currency, or the contract's word for a token."""
    if token_type == TokenType.TOKEN_TYPE_EXTERNAL:
        return currency_code
    return word_of(TokenType, token_type, "").replace("TOKEN_TYPE_", "TOKEN_")


def _is_money(entry: Entry, order: TransferOrder | CaptureOrder) -> bool:
    """Says whether an order names the asset and the amount of its entry."""
    if asset_name(order.token_type, order.currency_code) != entry.asset:
        return False
    scales = {TokenType.TOKEN_TYPE_STANDARD: range(8, 9), TokenType.TOKEN_TYPE_MICRO: range(12, 13)}
    possible = scales.get(order.token_type, range(_currency_scale_max + 1))
    return any(is_amount(order.amount, scale, entry.amount) for scale in possible)


def is_amount(text: str, scale: int, units: int) -> bool:
    """Says whether a decimal is an amount in smallest units. Orders of earlier versions may have an exponent."""
    parts = _amount.match(text)
    if parts is None:
        return False
    whole, fraction, exponent = parts.group(1), parts.group(2) or "", int(parts.group(3) or "0")
    zeros = exponent + scale - len(fraction)
    digits = int(whole + fraction)
    power = int(10 ** abs(zeros))
    return digits == units * power if zeros < 0 else digits * power == units


def is_entry_signed(entry: Entry, public_key: bytes) -> bool:
    """Verifies the signature that the ledger keeps with an order: of the order alone, or of a tree of orders."""
    if entry.kind == CAPTURE:
        return is_signed(public_key, Purpose.CAPTURE.to_sign(entry.order), entry.signature)
    if entry.kind == RELEASE:
        return is_signed(public_key, Purpose.RELEASE.to_sign(entry.order), entry.signature)
    if len(entry.signature) == _signature_length and not entry.is_linked:
        return is_signed(public_key, Purpose.TRANSFER.to_sign(entry.order), entry.signature)
    # The ledger keeps the signature of the root, the index of the order, the number of orders, and sibling hashes.
    signature, place = entry.signature[:_signature_length], entry.signature[_signature_length:]
    if len(place) < 8:
        return False
    index, count = int.from_bytes(place[:4], "big"), int.from_bytes(place[4:8], "big")
    root = root_by(leaf_hash(entry.order), index, count, place[8:])
    purpose = Purpose.LINKED if entry.is_linked else Purpose.TRANSFERS
    return root is not None and is_signed(public_key, purpose.to_sign(root), signature)
