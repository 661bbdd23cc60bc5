"""Receipts are verified offline; each changed byte of one is found."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format
from platonic.wallet.v1.transaction_pb2 import Receipt
from vectors import read_vectors

from platonic_client import _base64
from platonic_client._signatures.entry import CAPTURE, RELEASE, Entry, read_entry
from platonic_client._signatures.evidence import order_of
from platonic_client.receipt import BadReceipt, verify_receipt


def _recorded() -> tuple[list[Receipt], str]:
    """Reads receipts of each kind that a service has made: they prove their orders and batches, too."""
    recorded = json.loads((Path(__file__).parent / "data" / "receipts.json").read_text())
    receipts = [json_format.ParseDict(receipt, Receipt()) for receipt in recorded["receipts"]]
    return receipts, json.dumps(recorded["keySet"])


def _of_vectors() -> tuple[list[Receipt], str]:
    vectors = read_vectors("receipts.json")
    receipts = [Receipt.FromString(bytes.fromhex(vector["message"])) for vector in vectors["receipts"]]
    x = _base64.encode(bytes.fromhex(vectors["key"]["publicKey"]))
    key = {"kty": "OKP", "crv": "Ed25519", "kid": vectors["key"]["id"], "x": x}
    return receipts, json.dumps({"keys": [{"kid": "another"}, key]})


def test_receipts_prove_their_orders() -> None:
    receipts, key_set = _recorded()
    proven = [verify_receipt(receipt, key_set) for receipt in receipts]
    assert [one.head for one in proven] == [None] * len(receipts)
    orders = [one.order for one in proven]
    terms = [(order.kind, order.amount) for order in orders if order is not None]
    changes = [("transfer", "12.5"), ("hold", "20"), ("capture", "7.5"), ("release", "")]
    assert terms == [*changes, ("transfer", "2"), ("transfer", "3"), ("transfer", "2")]
    for order in orders:
        assert order is not None
        assert (order.capture_before is not None) == (order.kind == "hold")
        assert bool(order.hold_id) == (order.kind in ("capture", "release"))


def test_receipts_of_the_vectors_are_good() -> None:
    receipts, key_set = _of_vectors()
    for receipt in receipts:
        proven = verify_receipt(receipt, key_set.encode())
        assert (proven.sequence, proven.transaction_id) == (receipt.sequence, receipt.transaction_id)


def _changes_of(value: Any) -> Iterator[Any]:
    if isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        yield from (value + "0", value[1:])
    else:
        for place in range(len(value)):
            yield value[:place] + bytes([value[place] ^ 0x20]) + value[place + 1 :]
        yield from (value[1:], value + b"\0")


@pytest.mark.parametrize("read", [_recorded, _of_vectors])
def test_receipts_that_were_changed_are_bad(read: Any) -> None:
    receipts, key_set = read()
    tried = 0
    for receipt in receipts:
        for field, value in receipt.ListFields():
            for changed in _changes_of(value):
                other = Receipt()
                other.CopyFrom(receipt)
                setattr(other, field.name, changed)
                with pytest.raises(BadReceipt):
                    verify_receipt(other, key_set)
                tried += 1
    assert tried > 1000


def _is_unsaid(kind: int, name: str) -> bool:
    """Says whether the orders of a kind of entry say nothing about a field of it."""
    is_change = kind in (CAPTURE, RELEASE)
    if name in ("counterparty", "description", "reverses", "hold_ends_at"):
        return is_change
    if name in ("amount", "asset"):
        return kind == RELEASE
    return name == "hold_id" and not is_change


def test_orders_that_are_not_those_of_their_entries_are_bad() -> None:
    for receipt in _recorded()[0]:
        whole = read_entry(receipt.entry)
        order_of(whole)
        changed: dict[str, Entry] = {
            "amount": replace(whole, amount=whole.amount + 1),
            "owner": replace(whole, owner=whole.owner + "0"),
            "id": replace(whole, id=whole.id + "0"),
            "asset": replace(whole, asset="TOKEN_MICRO"),
            "counterparty": replace(whole, counterparty=whole.counterparty + "0"),
            "description": replace(whole, description=whole.description + "0"),
            "reverses": replace(whole, reverses=whole.reverses + "0"),
            "kind": replace(whole, kind=3),
            "has_hold": replace(whole, has_hold=not whole.has_hold),
            "hold_id": replace(whole, hold_id=whole.hold_id + "0"),
            "hold_ends_at": replace(whole, hold_ends_at=whole.hold_ends_at + 1),
        }
        for name, other in changed.items():
            if _is_unsaid(whole.kind, name):
                order_of(other)
                continue
            with pytest.raises(ValueError, match="the entry is not what the order says"):
                order_of(other)


def test_entries_that_are_cut_are_not_read() -> None:
    for receipt in _recorded()[0]:
        whole = receipt.entry
        for data in (*(whole[:length] for length in range(len(whole))), whole + b"\0"):
            with pytest.raises(ValueError):
                read_entry(data)


def test_receipts_need_a_key_of_the_service() -> None:
    receipt = _of_vectors()[0][0]
    short = {"kid": receipt.key_id, "kty": "OKP", "crv": "Ed25519", "x": "AAAA"}
    others = ["keys", "{}", '{"keys":3}', '{"keys":["a"]}', '{"keys":[]}', json.dumps({"keys": [short]})]
    for key_set in others:
        with pytest.raises(BadReceipt, match="key"):
            verify_receipt(receipt, key_set)
    with pytest.raises(BadReceipt):
        verify_receipt(Receipt(), "{}")


def test_the_check_of_the_digest_stands_alone() -> None:
    receipts, key_set = _of_vectors()
    # An entry without evidence is bound to the receipt by its digest alone.
    other = Receipt()
    other.CopyFrom(receipts[0])
    other.entry = receipts[0].entry + b"\0"
    with pytest.raises(BadReceipt, match="the entry is not that of the digest"):
        verify_receipt(other, key_set)
