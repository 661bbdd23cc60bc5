"""Bytes of orders, and signatures of them, as docs/vectors.md describes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256

from google.protobuf.message import Message
from platonic.wallet.v1.transaction_pb2 import SignedOrder, TransferOrder
from platonic.wallet.v1.transaction_service_pb2 import TransferOrders

from platonic_client.credentials import Credentials


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


_leaf = b"\x00"
_node = b"\x01"


def tree_root(orders: Sequence[bytes]) -> bytes:
    """Returns the root of the Merkle tree of at least one order (RFC 6962, section 2.1)."""
    level = [sha256(_leaf + order).digest() for order in orders]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        # A node without a sibling is promoted unchanged.
        last = level[-1:] if len(level) % 2 else []
        level = [sha256(_node + left + right).digest() for left, right in pairs] + last
    return level[0]


def tree_root_by(order: bytes, index: int, count: int, siblings: bytes) -> bytes | None:
    """Returns the root of a tree by one of its orders and the sibling hashes; None if these are not as many."""
    if index >= count:
        return None
    root = sha256(_leaf + order).digest()
    while count > 1:
        if index ^ 1 < count:
            sibling, siblings = siblings[:32], siblings[32:]
            if len(sibling) < 32:
                return None
            pair = sibling + root if index % 2 else root + sibling
            root = sha256(_node + pair).digest()
        index, count = index // 2, (count + 1) // 2
    return None if siblings else root
