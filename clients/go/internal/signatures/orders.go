package signatures

import (
	"crypto"
	"crypto/rand"
	"fmt"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/hashtree"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// EncodingError is the failure of an order that cannot be written as bytes.
type EncodingError struct{ cause error }

// Error says what is wrong with the order.
func (e *EncodingError) Error() string { return "the order cannot be encoded: " + e.cause.Error() }

// Unwrap returns the error of the encoding.
func (e *EncodingError) Unwrap() error { return e.cause }

// Serialize returns the bytes of a message, which are signed and kept.
func Serialize(message proto.Message) ([]byte, error) {
	bytes, err := proto.MarshalOptions{Deterministic: true}.Marshal(message)
	if err != nil {
		return nil, &EncodingError{err}
	}
	return bytes, nil
}

// Sign signs bytes as they are.
func Sign(key crypto.Signer, message []byte) ([]byte, error) {
	signature, err := key.Sign(rand.Reader, message, crypto.Hash(0))
	if err != nil {
		return nil, fmt.Errorf("platonic: the key did not sign: %w", err)
	}
	return signature, nil
}

// SignOrder signs an order for a purpose, by the key with an id.
func SignOrder(key crypto.Signer, keyID string, purpose Purpose, order proto.Message) (*walletv1.SignedOrder, error) {
	bytes, err := Serialize(order)
	if err != nil {
		return nil, err
	}
	signature, err := Sign(key, purpose.Bytes(bytes))
	return &walletv1.SignedOrder{Order: bytes, KeyId: &keyID, Signature: signature}, err
}

// ordersField is the number of the field of TransferOrders that has the orders.
const ordersField = 1

// OrderSet are orders under one signature.
type OrderSet struct {
	// Bytes are those of all orders together, and Parts those of each.
	Bytes []byte
	Parts [][]byte
	// Root is that of the Merkle tree of the orders.
	Root      []byte
	Signature []byte
}

// SignOrders signs many orders at once.
func SignOrders(key crypto.Signer, purpose Purpose, orders []*walletv1.TransferOrder) (*OrderSet, error) {
	var parts [][]byte
	for _, order := range orders {
		part, err := Serialize(order)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return SignParts(key, purpose, parts)
}

// SignParts does the same for the bytes of orders.
func SignParts(key crypto.Signer, purpose Purpose, parts [][]byte) (*OrderSet, error) {
	set := &OrderSet{Parts: parts, Root: hashtree.Root(parts)}
	for _, part := range parts {
		set.Bytes = protowire.AppendTag(set.Bytes, ordersField, protowire.BytesType)
		set.Bytes = protowire.AppendBytes(set.Bytes, part)
	}
	var err error
	set.Signature, err = Sign(key, purpose.Bytes(set.Root))
	return set, err
}
