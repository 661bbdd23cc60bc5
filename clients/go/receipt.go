package platonic

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/endpoints"
	"github.com/platonic/platonic/clients/go/internal/hashtree"
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
	// Head is that of the tree of the ledger after the batch, with the entry in it. Nobody has signed it: compare it with a head
	// that the service has shown to others, by [IsConsistent]. It is nil for entries of versions without a tree.
	Head *TreeHead
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
	order, head, err := receipts.Verify(receipt, keySet)
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
		Head:             (*TreeHead)(head),
	}, nil
}

// TreeHead is the head of the tree of a ledger's batches (RFC 6962).
type TreeHead struct {
	// Size is the number of leaves.
	Size int64
	// Root has 32 bytes.
	Root []byte
}

// IsConsistent reports whether a proof of the service shows that the ledger was only added to between two heads (RFC 9162,
// section 2.1.4.2). Heads come from GetLedgerHead, or from verified receipts; the proof is the consistency in the answer of
// GetLedgerHead for the later head since the earlier one.
func IsConsistent(earlier, later TreeHead, proof []byte) bool {
	return hashtree.IsConsistent(hashtree.Head(earlier), hashtree.Head(later), proof)
}

const (
	// keySetTime is the longest time in which the key set is fetched for a context without a deadline.
	keySetTime = 30 * time.Second
	// keySetMax is the size of the largest key set that is read.
	keySetMax = 1 << 20
)

// KeySet fetches the JSON Web Key Set by which [VerifyReceipt] verifies. Keep it with the receipts: whoever can replace it can
// make receipts.
func (c *Client) KeySet(ctx context.Context) ([]byte, error) {
	if err := afterClose(c.lifetime); err != nil {
		return nil, err
	}
	ctx, release := c.lifetime.Within(ctx)
	defer release()
	if _, ok := ctx.Deadline(); !ok {
		limited, cancel := context.WithTimeout(ctx, keySetTime)
		defer cancel()
		ctx = limited
	}
	url := endpoints.OriginOf(c.endpoint) + "/.well-known/jwks.json"
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	answer, err := c.http().Do(request)
	if err != nil {
		return nil, errorOf(ctx, err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return nil, &Error{Reason: reasonOfStatus(ctx, answer.StatusCode), Message: url + " answers " + answer.Status}
	}
	keySet, err := io.ReadAll(io.LimitReader(answer.Body, keySetMax))
	if err != nil {
		return nil, errorOf(ctx, err)
	}
	if !json.Valid(keySet) {
		return nil, &Error{Reason: ReasonUnreachable, Message: url + " answers what is no JSON"}
	}
	return keySet, nil
}
