// Package hashtree computes Merkle trees (RFC 6962, section 2.1) and checks proofs from them.
package hashtree

import (
	"bytes"
	"crypto/sha256"
)

// Prefixes of what is hashed.
const (
	leafPrefix = 0
	nodePrefix = 1
)

// Leaf returns the hash of a leaf of these parts.
func Leaf(parts ...[]byte) []byte {
	return prefixed(leafPrefix, parts...)
}

func node(left, right []byte) []byte {
	return prefixed(nodePrefix, left, right)
}

func prefixed(prefix byte, parts ...[]byte) []byte {
	hash := sha256.New()
	hash.Write([]byte{prefix})
	for _, part := range parts {
		hash.Write(part)
	}
	return hash.Sum(nil)
}

// Root returns the root of the tree of at least one leaf.
func Root(leaves [][]byte) []byte {
	level := make([][]byte, 0, len(leaves))
	for _, leaf := range leaves {
		level = append(level, Leaf(leaf))
	}
	for len(level) > 1 {
		above := level[:0]
		for place := 0; place < len(level); place += 2 {
			if place+1 == len(level) {
				// A node without a sibling is promoted unchanged.
				above = append(above, level[place])
			} else {
				above = append(above, node(level[place], level[place+1]))
			}
		}
		level = above
	}
	return level[0]
}

// RootBy computes the root of a tree of so many leaves from the hash of one of them and the siblings on its way to the root, one
// after the other. It fails if these are too few or too many.
func RootBy(leaf []byte, index, size int64, siblings []byte) (root []byte, ok bool) {
	if index < 0 || index >= size {
		return nil, false
	}
	root = leaf
	for ; size > 1; index, size = index/2, size/2+size%2 {
		if index^1 >= size {
			continue // A node without a sibling is promoted unchanged.
		}
		if len(siblings) < sha256.Size {
			return nil, false
		}
		sibling := siblings[:sha256.Size]
		siblings = siblings[sha256.Size:]
		if index%2 == 0 {
			root = node(root, sibling)
		} else {
			root = node(sibling, root)
		}
	}
	return root, len(siblings) == 0
}

// Head says how many leaves a tree has, and its root.
type Head struct {
	Size int64
	Root []byte
}

// IsConsistent reports whether a proof shows that a tree begins with an earlier one (RFC 9162, section 2.1.4.2). The hashes of the
// proof are one after the other.
func IsConsistent(earlier, later Head, proof []byte) bool {
	switch {
	case earlier.Size < 1 || earlier.Size > later.Size || len(proof)%sha256.Size != 0:
		return false
	case earlier.Size == later.Size:
		return len(proof) == 0 && bytes.Equal(earlier.Root, later.Root)
	}
	place, last := earlier.Size-1, later.Size-1
	for place%2 == 1 {
		place, last = place/2, last/2
	}
	before := earlier.Root
	// A tree of 2^n leaves is itself the subtree from which both roots follow.
	if place > 0 {
		if len(proof) == 0 {
			return false
		}
		before, proof = proof[:sha256.Size], proof[sha256.Size:]
	}
	after := before
	for ; len(proof) > 0; proof = proof[sha256.Size:] {
		if last == 0 {
			return false
		}
		hash := proof[:sha256.Size]
		if place%2 == 1 || place == last {
			before, after = node(hash, before), node(hash, after)
			for place%2 == 0 && place > 0 {
				place, last = place/2, last/2
			}
		} else {
			after = node(after, hash)
		}
		place, last = place/2, last/2
	}
	return last == 0 && bytes.Equal(before, earlier.Root) && bytes.Equal(after, later.Root)
}
