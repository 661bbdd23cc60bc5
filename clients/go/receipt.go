package platonic

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/receipts"
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
	order, err := receipts.Verify(receipt, keySet)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBadReceipt, err)
	}
	return &ProvenReceipt{
		Receipt:          receipt,
		TransactionID:    receipt.GetTransactionId(),
		ConfirmationCode: receipt.GetConfirmationCode(),
		Sequence:         receipt.GetSequence(),
		BatchNumber:      receipt.GetBatchNumber(),
		Order:            (*ProvenOrder)(order),
	}, nil
}
