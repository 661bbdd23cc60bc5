"""Bytes of orders, and signatures of them, as docs/vectors.md describes them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from google.protobuf.message import Message
from platonic.wallet.v1.transaction_pb2 import SignedOrder, TransferOrder
from platonic.wallet.v1.transaction_service_pb2 import TransferOrders

from platonic_client.credentials import Credentials

from .hash_tree import tree_root


class Purpose(str, Enum):
    """The line before what is signed, so that a signature is valid for nothing else."""

    TRANSFER = "transfer"
    TRANSFERS = "transfers"
    LINKED = "linked transfers"
    CAPTURE = "capture"
    RELEASE = "release"
    RECEIPT = "receipt"
    CHANNEL = "channel"

    def to_sign(self, message: bytes) -> bytes:
        """Returns the bytes that are signed."""
        return f"platonic {self.value} v1\n".encode() + message


def serialize(message: Message) -> bytes:
    """Returns the canonical bytes of a message, which are signed and kept."""
    return message.SerializeToString(deterministic=True)


def sign_order(credentials: Credentials, purpose: Purpose, order: Message) -> SignedOrder:
    """Signs an order for a purpose."""
    data = serialize(order)
    signature = credentials.key.sign(purpose.to_sign(data))
    return SignedOrder(order=data, key_id=credentials.key_id, signature=signature)


@dataclass(frozen=True)
class SignedSet:
    """Orders under one signature."""

    data: bytes
    """Bytes of all orders together."""
    parts: tuple[bytes, ...]
    """Bytes of each order."""
    root: bytes
    """Root of the Merkle tree of the orders."""
    signature: bytes


def sign_orders(credentials: Credentials, purpose: Purpose, orders: Iterable[TransferOrder]) -> SignedSet:
    """Signs at least one order, all by one signature."""
    messages = tuple(orders)
    parts = tuple(serialize(order) for order in messages)
    root = tree_root(parts)
    signature = credentials.key.sign(purpose.to_sign(root))
    return SignedSet(serialize(TransferOrders(orders=messages)), parts, root, signature)
