//! Merkle trees (RFC 6962, section 2.1, with SHA-256), and proofs from them.

use crate::cryptography::sha256;

/// Head of the tree of a ledger's batches (RFC 6962).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeHead {
    /// Number of leaves.
    pub size: i64,
    /// Root of the tree: 32 bytes.
    pub root: Vec<u8>,
}

/// Tells whether a proof of the service shows that the ledger was only added to between two heads (RFC 9162, section
/// 2.1.4.2). Heads come from `get_ledger_head`, or from verified receipts; the proof is `consistency` of the answer for the
/// later head since the earlier one.
#[must_use]
pub fn is_consistent(earlier: &TreeHead, later: &TreeHead, proof: &[u8]) -> bool {
    let (hashes, rest) = proof.as_chunks::<32>();
    if earlier.size < 1 || earlier.size > later.size || !rest.is_empty() {
        return false;
    }
    if earlier.size == later.size {
        return hashes.is_empty() && earlier.root == later.root;
    }
    roots_by(earlier, later.size, hashes).is_some_and(|(before, after)| before == *earlier.root && after == *later.root)
}

/// Computes the roots of two trees of different sizes from a proof; `None` if it has too few hashes or too many.
fn roots_by(earlier: &TreeHead, later: i64, proof: &[[u8; 32]]) -> Option<([u8; 32], [u8; 32])> {
    let (mut place, mut last) = (earlier.size - 1, later - 1);
    while place % 2 == 1 {
        (place, last) = (place / 2, last / 2);
    }
    // A tree of 2^n leaves is itself the subtree from which both roots follow.
    let (start, rest) = if place == 0 {
        (earlier.root.as_slice().try_into().ok()?, proof)
    } else {
        let (start, rest) = proof.split_first()?;
        (*start, rest)
    };
    let (mut before, mut after) = (start, start);
    for hash in rest {
        if last == 0 {
            return None;
        }
        if place % 2 == 1 || place == last {
            (before, after) = (node(*hash, before), node(*hash, after));
            while place % 2 == 0 && place > 0 {
                (place, last) = (place / 2, last / 2);
            }
        } else {
            after = node(after, *hash);
        }
        (place, last) = (place / 2, last / 2);
    }
    (last == 0).then_some((before, after))
}

/// Computes the root of the tree of leaves.
pub(crate) fn root<'a>(leaves: impl IntoIterator<Item = &'a [u8]>) -> [u8; 32] {
    let mut level: Vec<[u8; 32]> = leaves.into_iter().map(leaf).collect();
    while level.len() > 1 {
        // A node without a sibling is promoted unchanged.
        level = level.chunks(2).map(|pair| pair.iter().copied().reduce(node).expect("chunks are not empty")).collect();
    }
    level.first().copied().unwrap_or_else(|| sha256(&[]))
}

/// Computes the hash of a leaf.
pub(crate) fn leaf(data: &[u8]) -> [u8; 32] {
    sha256(&[&[0], data])
}

fn node(left: [u8; 32], right: [u8; 32]) -> [u8; 32] {
    sha256(&[&[1], &left, &right])
}

/// Computes the root of a tree of so many leaves from the hash of one of them and the siblings on its way to the root, one after
/// the other; `None` if these are too few or too many.
pub(crate) fn root_by(leaf: [u8; 32], index: i64, size: i64, siblings: &[u8]) -> Option<[u8; 32]> {
    let (mut index, mut size) = (u64::try_from(index).ok()?, u64::try_from(size).ok()?);
    if index >= size {
        return None;
    }
    let (mut root, mut rest) = (leaf, siblings);
    while size > 1 {
        if index ^ 1 < size {
            let (sibling, others) = rest.split_first_chunk()?;
            root = if index % 2 == 0 { node(root, *sibling) } else { node(*sibling, root) };
            rest = others;
        }
        (index, size) = (index / 2, size.div_ceil(2));
    }
    rest.is_empty().then_some(root)
}
