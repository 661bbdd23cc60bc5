package platonic

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
)

// ErrBadReceipt is wrapped by the errors of receipts that are not valid.
var ErrBadReceipt = errors.New("platonic: bad receipt")

// ProvenReceipt has the facts that a receipt proves: the transaction is in the ledger, at this place.
type ProvenReceipt struct {
	// Receipt is what was verified. Keep it with the key set.
	Receipt          *walletv1.Receipt
	TransactionID    string
	ConfirmationCode string
	// Sequence is the position of the entry in the ledger.
	Sequence    int64
	BatchNumber int64
	// Order is what the sender has signed. It is nil for receipts of earlier versions, which prove neither the order nor the
	// batch; fetched again, they do.
	Order *ProvenOrder
}

// ProvenOrder has the terms of an order, as they were signed.
type ProvenOrder struct {
	// Kind is that of the transaction: transfer, hold, capture or release. A hold has only set the money aside.
	Kind      string
	Sender    string
	Recipient string
	// Asset is TOKEN_STANDARD, TOKEN_MICRO, or the code of a currency.
	Asset string
	// Amount is a decimal; empty for a release, which gives back all that was left.
	Amount      string
	Description string
	// CaptureBefore is the time before which a hold may be captured; zero for any other.
	CaptureBefore time.Time
	// HoldID is the id of the hold that was captured or released.
	HoldID string
	// PublicKey is the Ed25519 key that signed the order: compare it with the key that the sender, or for captures and
	// releases the recipient, is known by.
	PublicKey ed25519.PublicKey
}

// VerifyReceipt verifies a receipt offline, by the JSON Web Key Set that the service publishes at /.well-known/jwks.json.
// The error of a receipt that is not valid wraps [ErrBadReceipt] and says why.
func VerifyReceipt(receipt *walletv1.Receipt, keySet []byte) (*ProvenReceipt, error) {
	digest := sha256.Sum256(append([]byte("platonic ledger entry v1"), receipt.GetEntry()...))
	switch {
	case !bytes.Equal(digest[:], receipt.GetEntryDigest()):
		return nil, badReceipt("the entry is not that of the digest")
	case confirmationCode(digest[:]) != receipt.GetConfirmationCode():
		return nil, badReceipt("the confirmation code is not that of the entry")
	case string(receipt.GetStatement()) != statementOf(receipt):
		return nil, badReceipt("the statement says something else")
	}
	key, err := publishedKey(keySet, receipt.GetKeyId())
	if err != nil {
		return nil, badReceipt(err.Error())
	}
	if !isSigned(key, forReceipt.bytes(receipt.GetStatement()), receipt.GetSignature()) {
		return nil, badReceipt("the statement is not signed by the service")
	}
	order, err := provenOrder(receipt)
	if err != nil {
		return nil, err
	}
	return &ProvenReceipt{
		Receipt:          receipt,
		TransactionID:    receipt.GetTransactionId(),
		ConfirmationCode: receipt.GetConfirmationCode(),
		Sequence:         receipt.GetSequence(),
		BatchNumber:      receipt.GetBatchNumber(),
		Order:            order,
	}, nil
}

func badReceipt(why string) error { return fmt.Errorf("%w: %s", ErrBadReceipt, why) }

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
func provenOrder(receipt *walletv1.Receipt) (*ProvenOrder, error) {
	if len(receipt.GetSenderKey())+len(receipt.GetPreviousHash())+len(receipt.GetBatchDigests()) == 0 {
		return nil, nil
	}
	entry, err := readEntry(receipt.GetEntry())
	if err != nil {
		return nil, badReceipt(err.Error())
	}
	order, err := orderIn(entry)
	if err != nil {
		return nil, err
	}
	order.PublicKey = receipt.GetSenderKey()
	isOfReceipt := entry.id == receipt.GetTransactionId() && entry.sequence == receipt.GetSequence()
	switch {
	case !isEntrySigned(entry, order.PublicKey):
		return nil, badReceipt("the order is not signed by the sender's key")
	case !isOfReceipt || entry.outcome != 0:
		return nil, badReceipt("the entry is another one")
	}
	return order, checkBatch(receipt)
}

// checkBatch refuses an entry that is not one of those from which the hash of the batch follows.
func checkBatch(receipt *walletv1.Receipt) error {
	hashed := binary.BigEndian.AppendUint64([]byte("platonic ledger batch v1"), uint64(receipt.GetBatchNumber()))
	hashed = append(append(hashed, receipt.GetPreviousHash()...), receipt.GetBatchDigests()...)
	if hash := sha256.Sum256(hashed); !bytes.Equal(hash[:], receipt.GetBatchHash()) {
		return badReceipt("the hash of the batch is not that of its entries")
	}
	digests := receipt.GetBatchDigests()
	for ; len(digests) >= sha256.Size; digests = digests[sha256.Size:] {
		if bytes.Equal(digests[:sha256.Size], receipt.GetEntryDigest()) {
			return nil
		}
	}
	return badReceipt("the entry is not in the batch")
}
