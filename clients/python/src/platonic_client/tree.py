"""Heads of the tree of a ledger's batches, compared offline."""

from __future__ import annotations

from dataclasses import dataclass

from ._signatures.hash_tree import HASH_LENGTH, node_hash


@dataclass(frozen=True)
class TreeHead:
    """Head of the tree of a ledger's batches (RFC 6962)."""

    size: int
    """Number of leaves."""
    root: bytes
    """32 bytes."""


def is_consistent(earlier: TreeHead, later: TreeHead, proof: bytes) -> bool:
    """Says whether a proof of the service shows that the ledger was only added to between two heads.

    Heads come from ``get_ledger_head``, or from verified receipts. The proof is that of RFC 9162, section 2.1.4.2.

    Args:
        earlier: the head that was kept
        later: the head of the same ledger at a later time
        proof: ``consistency`` of the answer for the later head since the earlier one
    """
    if earlier.size < 1 or earlier.size > later.size or len(proof) % HASH_LENGTH:
        return False
    if earlier.size == later.size:
        return not proof and earlier.root == later.root
    place, last = earlier.size - 1, later.size - 1
    while place % 2:
        place, last = place // 2, last // 2
    hashes = [proof[at : at + HASH_LENGTH] for at in range(0, len(proof), HASH_LENGTH)]
    if place == 0:
        # A tree of 2^n leaves is itself the subtree from which both roots follow.
        hashes.insert(0, earlier.root)
    if not hashes:
        return False
    before = after = hashes[0]
    for hash_ in hashes[1:]:
        if last == 0:
            return False
        if place % 2 or place == last:
            before, after = node_hash(hash_, before), node_hash(hash_, after)
            while place % 2 == 0 and place > 0:
                place, last = place // 2, last // 2
        else:
            after = node_hash(after, hash_)
        place, last = place // 2, last // 2
    return last == 0 and (before, after) == (earlier.root, later.root)
