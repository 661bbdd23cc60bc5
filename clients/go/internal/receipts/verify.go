package receipts

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/hashtree"
	"github.com/platonic/platonic/clients/go/internal/signatures"
)

// Verify verifies a receipt by a key set of the service, and says why it is not valid. Receipts of earlier versions prove no
// order, or have no head.
func Verify(receipt *walletv1.Receipt, keySet []byte) (*Order, *hashtree.Head, error) {
	digest := sha256.Sum256(append([]byte("platonic ledger entry v1"), receipt.GetEntry()...))
	switch {
	case !bytes.Equal(digest[:], receipt.GetEntryDigest()):
		return nil, nil, errors.New("the entry is not that of the digest")
	case confirmationCode(digest[:]) != receipt.GetConfirmationCode():
		return nil, nil, errors.New("the confirmation code is not that of the entry")
	case string(receipt.GetStatement()) != statementOf(receipt):
		return nil, nil, errors.New("the statement says something else")
	}
	key, err := signatures.PublishedKey(keySet, receipt.GetKeyId())
	if err != nil {
		return nil, nil, err
	}
	if !signatures.IsSigned(key, signatures.ForReceipt.Bytes(receipt.GetStatement()), receipt.GetSignature()) {
		return nil, nil, errors.New("the statement is not signed by the service")
	}
	order, err := provenOrder(receipt)
	if err != nil {
		return nil, nil, err
	}
	head, err := provenHead(receipt)
	return order, head, err
}

func statementOf(receipt *walletv1.Receipt) string {
	return fmt.Sprintf("transaction %s\nsequence %d\nentry %x\nbatch %d\nchain %x\n", receipt.GetTransactionId(),
		receipt.GetSequence(), receipt.GetEntryDigest(), receipt.GetBatchNumber(), receipt.GetBatchHash())
}

var crockford = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// confirmationCode encodes the first 80 bits of a digest in Crockford's base32, in groups of four.
func confirmationCode(digest []byte) string {
	code := crockford.EncodeToString(digest[:10])
	return code[:4] + "-" + code[4:8] + "-" + code[8:12] + "-" + code[12:]
}

// provenOrder checks the order in the entry of a receipt against its signature and the entry, and the entry against its
// batch.
func provenOrder(receipt *walletv1.Receipt) (*Order, error) {
	if len(receipt.GetSenderKey())+len(receipt.GetPreviousHash())+len(receipt.GetBatchDigests()) == 0 {
		return nil, nil
	}
	entry, err := readEntry(receipt.GetEntry())
	if err != nil {
		return nil, err
	}
	order, err := orderIn(entry)
	if err != nil {
		return nil, err
	}
	order.PublicKey = receipt.GetSenderKey()
	isOfReceipt := entry.id == receipt.GetTransactionId() && entry.sequence == receipt.GetSequence()
	switch {
	case !isEntrySigned(entry, order.PublicKey):
		return nil, errors.New("the order is not signed by the sender's key")
	case !isOfReceipt || entry.outcome != 0:
		return nil, errors.New("the entry is another one")
	}
	return order, checkBatch(receipt)
}

// checkBatch refuses an entry that is not one of those from which the hash of the batch follows.
func checkBatch(receipt *walletv1.Receipt) error {
	hashed := binary.BigEndian.AppendUint64([]byte("platonic ledger batch v1"), uint64(receipt.GetBatchNumber()))
	hashed = append(append(hashed, receipt.GetPreviousHash()...), receipt.GetBatchDigests()...)
	if hash := sha256.Sum256(hashed); !bytes.Equal(hash[:], receipt.GetBatchHash()) {
		return errors.New("the hash of the batch is not that of its entries")
	}
	digests := receipt.GetBatchDigests()
	for ; len(digests) >= sha256.Size; digests = digests[sha256.Size:] {
		if bytes.Equal(digests[:sha256.Size], receipt.GetEntryDigest()) {
			return nil
		}
	}
	return errors.New("the entry is not in the batch")
}

// provenHead checks the proof that the entry is in the tree of the ledger's batches, whose last leaf is the batch. It returns the
// head to which the proof leads, and nil for a receipt that has none.
func provenHead(receipt *walletv1.Receipt) (*hashtree.Head, error) {
	proof := receipt.GetInclusion()
	if proof == nil {
		return nil, nil
	}
	entry, size := hashtree.Leaf(receipt.GetEntryDigest()), proof.GetTreeSize()
	entries, isInBatch := hashtree.RootBy(entry, proof.GetEntryIndex(), proof.GetBatchEntries(), proof.GetEntryPath())
	batch := hashtree.Leaf(receipt.GetBatchHash(), entries)
	root, isInTree := hashtree.RootBy(batch, size-1, size, proof.GetBatchPath())
	if !isInBatch || !isInTree || !bytes.Equal(root, proof.GetTreeRoot()) {
		return nil, errors.New("the entry is not in the tree of the ledger")
	}
	return &hashtree.Head{Size: size, Root: root}, nil
}

// isEntrySigned verifies the signature that the ledger keeps with an order: of the order alone, or of a tree of orders.
func isEntrySigned(entry entry, public ed25519.PublicKey) bool {
	switch {
	case entry.kind == entryCapture:
		return signatures.IsSigned(public, signatures.ForCapture.Bytes(entry.order), entry.signature)
	case entry.kind == entryRelease:
		return signatures.IsSigned(public, signatures.ForRelease.Bytes(entry.order), entry.signature)
	case len(entry.signature) == ed25519.SignatureSize && !entry.isLinked:
		return signatures.IsSigned(public, signatures.ForTransfer.Bytes(entry.order), entry.signature)
	}
	root, isTree := signatures.RootOf(entry.order, entry.signature)
	purpose := signatures.ForTransfers
	if entry.isLinked {
		purpose = signatures.ForLinked
	}
	return isTree && signatures.IsSigned(public, purpose.Bytes(root), entry.signature[:ed25519.SignatureSize])
}
