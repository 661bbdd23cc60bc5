package signatures

import (
	"crypto/ed25519"
	"encoding/binary"

	"github.com/platonic/platonic/clients/go/internal/hashtree"
)

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
	return hashtree.RootBy(hashtree.Leaf(order), int64(index), int64(count), kept[keptHead:])
}
