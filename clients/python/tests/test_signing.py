"""Orders are encoded and signed as the vectors say, and signatures verified."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from google.protobuf import json_format
from google.protobuf.message import Message
from platonic.wallet.v1.hold_pb2 import CaptureOrder, ReleaseOrder
from platonic.wallet.v1.transaction_pb2 import TransferOrder
from platonic.wallet.v1.transaction_service_pb2 import TransferOrders
from vectors import credentials_of, read_vectors

from platonic_client._signatures.entry import TRANSFER, Entry
from platonic_client._signatures.envelopes import Purpose, sign_order, sign_orders
from platonic_client._signatures.evidence import is_amount, is_entry_signed, is_signed


def test_signatures_are_those_of_the_vectors() -> None:
    vectors = read_vectors("signing.json")
    credentials = credentials_of(vectors["key"]["id"], vectors["key"]["seed"])
    message = bytes.fromhex(vectors["message"])
    for vector in vectors["purposes"]:
        if vector["purpose"] not in {purpose.value for purpose in Purpose}:
            continue
        signed = Purpose(vector["purpose"]).to_sign(message)
        assert signed.hex() == vector["bytes"]
        assert credentials.key.sign(signed).hex() == vector["signature"]

    def check(vector: dict[str, Any], purpose: Purpose, kind: type[Message]) -> None:
        order = json_format.ParseDict(vector["order"], kind())
        signed = sign_order(credentials, purpose, order)
        assert (signed.order.hex(), signed.signature.hex()) == (vector["bytes"], vector["signature"])
        assert signed.key_id == vectors["key"]["id"]

    for vector in vectors["orders"] + vectors["holds"]:
        check(vector, Purpose.TRANSFER, TransferOrder)
    capture, release = vectors["changes"]
    check(capture, Purpose.CAPTURE, CaptureOrder)
    check(release, Purpose.RELEASE, ReleaseOrder)


def _entry_of(order: bytes, signature: bytes) -> Entry:
    return Entry(TRANSFER, 0, 1, 1, "", "", "", "", "", order, "", signature)


def test_many_orders_are_signed_as_the_vectors_say() -> None:
    vectors = read_vectors("signing.json")
    credentials = credentials_of(vectors["key"]["id"], vectors["key"]["seed"])
    public_key = bytes.fromhex(vectors["key"]["publicKey"])
    assert len(vectors["trees"]) >= 4
    for tree in vectors["trees"]:
        orders = TransferOrders.FromString(bytes.fromhex(tree["bytes"])).orders
        signed = sign_orders(credentials, Purpose.TRANSFERS, orders)
        made = (signed.data.hex(), signed.root.hex(), signed.signature.hex())
        assert made == (tree["bytes"], tree["root"], tree["signature"])
        for place, kept in enumerate(tree["kept"]):
            entry = _entry_of(signed.parts[place], bytes.fromhex(kept))
            assert is_entry_signed(entry, public_key)
            for wrong in (
                replace(entry, is_linked=True),
                replace(entry, signature=entry.signature + b"\0"),
                replace(entry, signature=entry.signature[:-1]),
                replace(entry, order=entry.order + b"\0"),
            ):
                assert not is_entry_signed(wrong, public_key)


def test_a_linked_order_is_signed_in_a_tree_alone() -> None:
    vectors = read_vectors("signing.json")
    credentials = credentials_of(vectors["key"]["id"], vectors["key"]["seed"])
    public_key = bytes.fromhex(vectors["key"]["publicKey"])
    order = bytes.fromhex(vectors["orders"][0]["bytes"])
    alone = _entry_of(order, credentials.key.sign(Purpose.TRANSFER.to_sign(order)))
    assert is_entry_signed(alone, public_key)
    assert not is_entry_signed(replace(alone, is_linked=True), public_key)


@pytest.mark.parametrize("file", ["orders", "holds", "receipts", "others"])
def test_signatures_are_verified_as_the_vectors_say(file: str) -> None:
    verified = 0
    for vector in read_vectors(f"steps/{file}.json")["vectors"]:
        results: dict[str, bytes] = {}
        for step in vector["steps"]:
            if "bytes" in step:
                results[step["name"]] = bytes.fromhex(step["bytes"])
            if step["do"] != "ed25519-verify":
                continue
            public_key = bytes.fromhex(step["publicKey"])
            valid = is_signed(public_key, results[step["of"]], results[step["signature"]])
            assert valid == step["valid"], f"{vector['name']}: {step['name']}"
            verified += 1
    assert verified > 0


def test_amounts_are_compared_exactly() -> None:
    equal = ("1.5", "1.50000000", "15e-1", "0.15E+1", "1500000000e-9")
    others = ("1.6", "", "1.5x", "-1.5", "1.500000001", "1e99", "1.5\n")
    assert all(is_amount(text, 8, 150_000_000) for text in equal)
    assert not any(is_amount(text, 8, 150_000_000) for text in others)
