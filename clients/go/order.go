package platonic

import (
	"errors"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/signatures"
	"github.com/platonic/platonic/clients/go/internal/uuid"
	"google.golang.org/protobuf/proto"
)

// TokenType is the kind of money of an order.
type TokenType = walletv1.TokenType

// Kinds of money. Currencies are External, with their code.
const (
	TokenStandard = walletv1.TokenType_TOKEN_TYPE_STANDARD
	TokenMicro    = walletv1.TokenType_TOKEN_TYPE_MICRO
	TokenExternal = walletv1.TokenType_TOKEN_TYPE_EXTERNAL
)

// Order says what to pay. Recipient, TokenType and Amount are needed.
type Order struct {
	// ID makes the order idempotent for ever: a UUID in lower case, by default a new one.
	ID string
	// Recipient is the id of another identity.
	Recipient string
	TokenType TokenType
	// CurrencyCode is needed with TokenExternal alone.
	CurrencyCode string
	// Amount is a decimal, such as "12.5".
	Amount string
	// Description has at most 256 characters.
	Description string
	// FeeMax is the highest fee that the sender accepts, a decimal; any fee if it is empty.
	FeeMax string
	// CreatedAt is by default the present time. An order that is sent again by its ID needs the same time.
	CreatedAt time.Time
	// ExpiresAt is the time from which on the order is invalid; never if it is zero.
	ExpiresAt time.Time
}

// Capture says what to take of a hold. HoldID, TokenType and Amount are needed.
type Capture struct {
	// ID makes the capture idempotent for ever: a UUID in lower case, by default a new one.
	ID     string
	HoldID string
	// TokenType and CurrencyCode are those of the hold.
	TokenType    TokenType
	CurrencyCode string
	// Amount is a decimal, at most what is left.
	Amount string
	// KeepRest leaves the rest held; otherwise it goes back to the sender.
	KeepRest bool
}

// Release says which hold to give back. HoldID is needed.
type Release struct {
	// ID makes the release idempotent for ever: a UUID in lower case, by default a new one.
	ID     string
	HoldID string
}

// Reversal says what to give back of a transaction that the wallet has received. TransactionID is needed.
type Reversal struct {
	// ID makes the reversal idempotent for ever: a UUID in lower case, by default a new one.
	ID            string
	TransactionID string
	// Amount is a decimal above 0; empty, as it is by default, for all that is left.
	Amount string
	// Description is for the sender of the transaction.
	Description string
}

// NewID returns an id for an order: a UUID of version 7 (RFC 9562), which sorts by time.
func NewID() string { return uuid.New() }

// idOr returns an id that was given, or a new one.
func idOr(given string) (string, error) {
	if given == "" {
		return NewID(), nil
	}
	if !uuid.IsValid(given) {
		return "", &Error{Reason: ReasonParameterInvalid, Parameter: "id", Message: "an id is a UUID in lower case"}
	}
	return given, nil
}

// message returns the order of a sender as the contract has it.
func (o Order) message(sender string, now time.Time) (*walletv1.TransferOrder, error) {
	id, err := idOr(o.ID)
	if err != nil {
		return nil, err
	}
	if !o.CreatedAt.IsZero() {
		now = o.CreatedAt
	}
	order := &walletv1.TransferOrder{
		Id:           &id,
		Sender:       &sender,
		Recipient:    optional(o.Recipient),
		CurrencyCode: optional(o.CurrencyCode),
		Amount:       optional(o.Amount),
		Description:  optional(o.Description),
		CreatedAt:    proto.Int64(now.UnixMilli()),
		FeeMax:       optional(o.FeeMax),
	}
	if o.TokenType != 0 {
		order.TokenType = &o.TokenType
	}
	if !o.ExpiresAt.IsZero() {
		order.ExpiresAt = proto.Int64(o.ExpiresAt.UnixMilli())
	}
	return order, nil
}

// serialize returns the bytes of a message, which are signed and kept.
func serialize(message proto.Message) ([]byte, error) {
	bytes, err := signatures.Serialize(message)
	return bytes, orderError(err)
}

// signedOrder signs an order for a purpose.
func (c *Credentials) signedOrder(purpose signatures.Purpose, order proto.Message) (*walletv1.SignedOrder, error) {
	signed, err := signatures.SignOrder(c.Key, c.KeyID, purpose, order)
	return signed, orderError(err)
}

// signedOrders signs many orders at once.
func (c *Credentials) signedOrders(
	purpose signatures.Purpose, orders []*walletv1.TransferOrder,
) (*signatures.OrderSet, error) {
	set, err := signatures.SignOrders(c.Key, purpose, orders)
	return set, orderError(err)
}

// orderError converts the error of an order that cannot be encoded.
func orderError(err error) error {
	failure := new(signatures.EncodingError)
	if errors.As(err, &failure) {
		return &Error{Reason: ReasonParameterInvalid, Message: failure.Error(), cause: failure.Unwrap()}
	}
	return err
}
