"""Merkle trees (RFC 6962, section 2.1)."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

HASH_LENGTH = 32


def leaf_hash(data: bytes) -> bytes:
    """Returns the hash of a leaf."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Returns the hash of a node."""
    return sha256(b"\x01" + left + right).digest()


def tree_root(leaves: Iterable[bytes]) -> bytes:
    """Returns the root of the tree of at least one leaf."""
    level = [leaf_hash(leaf) for leaf in leaves]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        # A node without a sibling is promoted unchanged.
        last = level[-1:] if len(level) % 2 else []
        level = [node_hash(left, right) for left, right in pairs] + last
    return level[0]


def root_by(leaf: bytes, index: int, size: int, siblings: bytes) -> bytes | None:
    """Returns the root of a tree by the hash of one of its leaves.

    Args:
        leaf: hash of the leaf
        index: place of the leaf, from 0
        size: number of leaves
        siblings: hashes on the way to the root, one after the other; if they are too few or too many, the root is None
    """
    if not 0 <= index < size:
        return None
    root = leaf
    while size > 1:
        if index ^ 1 < size:
            sibling, siblings = siblings[:HASH_LENGTH], siblings[HASH_LENGTH:]
            if len(sibling) < HASH_LENGTH:
                return None
            root = node_hash(sibling, root) if index % 2 else node_hash(root, sibling)
        index, size = index // 2, (size + 1) // 2
    return None if siblings else root
