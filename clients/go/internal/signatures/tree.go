package signatures

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
)

// Prefixes of what is hashed in a Merkle tree (RFC 6962, section 2.1).
const (
	leafPrefix = 0
	nodePrefix = 1
)

func treeHash(prefix byte, parts ...[]byte) []byte {
	hash := sha256.New()
	hash.Write([]byte{prefix})
	for _, part := range parts {
		hash.Write(part)
	}
	return hash.Sum(nil)
}

// treeRoot returns the root of the Merkle tree of at least one order.
func treeRoot(orders [][]byte) []byte {
	level := make([][]byte, 0, len(orders))
	for _, order := range orders {
		level = append(level, treeHash(leafPrefix, order))
	}
	for len(level) > 1 {
		above := level[:0]
		for place := 0; place < len(level); place += 2 {
			if place+1 == len(level) {
				// A node without a sibling is promoted unchanged.
				above = append(above, level[place])
			} else {
				above = append(above, treeHash(nodePrefix, level[place], level[place+1]))
			}
		}
		level = above
	}
	return level[0]
}

// keptHead is the length of a signature, the index of an order, and the number of orders.
const keptHead = ed25519.SignatureSize + 8

// RootOf computes the root of a tree from one order and what the ledger keeps with it: the signature of the root, the index,
// the number of orders, and the sibling hashes.
func RootOf(order, kept []byte) (root []byte, isTree bool) {
	if len(kept) < keptHead {
		return nil, false
	}
	index := binary.BigEndian.Uint32(kept[ed25519.SignatureSize:])
	count := binary.BigEndian.Uint32(kept[ed25519.SignatureSize+4:])
	if index >= count {
		return nil, false
	}
	root = treeHash(leafPrefix, order)
	siblings := kept[keptHead:]
	for ; count > 1; index, count = index/2, count/2+count%2 {
		if index^1 >= count {
			continue // A node without a sibling is promoted unchanged.
		}
		if len(siblings) < len(root) {
			return nil, false
		}
		sibling := siblings[:len(root)]
		siblings = siblings[len(root):]
		if index%2 == 0 {
			root = treeHash(nodePrefix, root, sibling)
		} else {
			root = treeHash(nodePrefix, sibling, root)
		}
	}
	return root, len(siblings) == 0
}
