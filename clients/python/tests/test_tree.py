"""Trees and proofs from them are as the vectors of all SDKs say."""

from __future__ import annotations

import json
from typing import Any

import pytest
from platonic.wallet.v1.transaction_pb2 import Receipt
from vectors import read_vectors

from platonic_client import BadReceipt, TreeHead, _base64, is_consistent, verify_receipt
from platonic_client._signatures.hash_tree import tree_root


def _head(vector: dict[str, Any]) -> TreeHead:
    return TreeHead(vector["size"], bytes.fromhex(vector["root"]))


def test_trees_have_the_heads_of_the_vectors() -> None:
    for vector in read_vectors("tree.json")["heads"]:
        leaves = [str(number).encode() for number in range(vector["size"])]
        assert TreeHead(len(leaves), tree_root(leaves)) == _head(vector)


def test_heads_are_consistent_as_the_vectors_say() -> None:
    vectors = read_vectors("tree.json")["consistency"]
    assert len(vectors) > 100
    for vector in vectors:
        earlier, later, proof = _head(vector["earlier"]), _head(vector["later"]), bytes.fromhex(vector["proof"])
        assert is_consistent(earlier, later, proof) == vector["valid"], vector["name"]


def test_receipts_are_in_the_tree_as_the_vectors_say() -> None:
    vectors = read_vectors("tree.json")
    x = _base64.encode(bytes.fromhex(vectors["key"]["publicKey"]))
    key_set = json.dumps({"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": vectors["key"]["id"], "x": x}]})
    refused = 0
    for vector in vectors["inclusion"]:
        receipt = Receipt.FromString(bytes.fromhex(vector["message"]))
        if "head" in vector:
            assert verify_receipt(receipt, key_set).head == _head(vector["head"]), vector["name"]
            continue
        refused += 1
        with pytest.raises(BadReceipt) as raised:
            verify_receipt(receipt, key_set)
        assert str(raised.value) == vector["refused"], vector["name"]
        receipt.ClearField("inclusion")
        assert verify_receipt(receipt, key_set).head is None
    assert refused > 30
    assert len(vectors["inclusion"]) - refused > 20
