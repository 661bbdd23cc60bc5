package platonic

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
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
	// Amount is a decimal; by default all that is left.
	Amount string
	// Description is for the sender of the transaction.
	Description string
}

var uuidPattern = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// NewID returns an id for an order: a UUID of version 7 (RFC 9562), which sorts by time.
func NewID() string {
	id, now := randomBytes(16), time.Now().UnixMilli()
	for place := range 6 {
		id[place] = byte(now >> (40 - 8*place))
	}
	id[6], id[8] = 0x70|id[6]&0x0f, 0x80|id[8]&0x3f
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

// idOr returns an id that was given, or a new one.
func idOr(given string) (string, error) {
	if given == "" {
		return NewID(), nil
	}
	if !uuidPattern.MatchString(given) {
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
		CreatedAt:    new(now.UnixMilli()),
		FeeMax:       optional(o.FeeMax),
	}
	if o.TokenType != 0 {
		order.TokenType = &o.TokenType
	}
	if !o.ExpiresAt.IsZero() {
		order.ExpiresAt = new(o.ExpiresAt.UnixMilli())
	}
	return order, nil
}

// serialize returns the bytes of a message, which are signed and kept.
func serialize(message proto.Message) ([]byte, error) {
	bytes, err := proto.MarshalOptions{Deterministic: true}.Marshal(message)
	if err != nil {
		return nil, &Error{Reason: ReasonParameterInvalid, Message: "the order cannot be encoded: " + err.Error(), cause: err}
	}
	return bytes, nil
}

// signedOrder signs an order for a purpose.
func (c *Credentials) signedOrder(purpose purpose, order proto.Message) (*walletv1.SignedOrder, error) {
	bytes, err := serialize(order)
	if err != nil {
		return nil, err
	}
	signature, err := c.sign(purpose.bytes(bytes))
	return &walletv1.SignedOrder{Order: bytes, KeyId: &c.KeyID, Signature: signature}, err
}

// orderSet are orders under one signature.
type orderSet struct {
	// bytes are those of all orders together, and parts those of each.
	bytes []byte
	parts [][]byte
	// root is that of the Merkle tree of the orders.
	root      []byte
	signature []byte
}

// signedOrders signs many orders at once.
func (c *Credentials) signedOrders(purpose purpose, orders []*walletv1.TransferOrder) (*orderSet, error) {
	set := new(orderSet)
	for _, order := range orders {
		part, err := serialize(order)
		if err != nil {
			return nil, err
		}
		set.parts = append(set.parts, part)
	}
	var err error
	if set.bytes, err = serialize(&walletv1.TransferOrders{Orders: orders}); err != nil {
		return nil, err
	}
	set.root = treeRoot(set.parts)
	set.signature, err = c.sign(purpose.bytes(set.root))
	return set, err
}

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
