package receipts

import (
	"crypto/ed25519"
	"errors"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/contract"
	"google.golang.org/protobuf/proto"
)

// Order has the terms of an order, as they were signed.
type Order struct {
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

// orderIn returns the terms of the order in an entry, and refuses an entry that says something else.
func orderIn(entry entry) (*Order, error) {
	var order *Order
	var err error
	switch entry.kind {
	case entryTransfer, entryHold:
		order, err = transferIn(entry)
	case entryCapture:
		order, err = captureIn(entry)
	case entryRelease:
		order, err = releaseIn(entry)
	}
	if err != nil {
		return nil, errors.New("the order cannot be read")
	}
	if order == nil {
		return nil, errors.New("the entry is not what the order says")
	}
	return order, nil
}

func transferIn(entry entry) (*Order, error) {
	var order walletv1.TransferOrder
	if err := proto.Unmarshal(entry.order, &order); err != nil {
		return nil, err
	}
	isSame := order.GetId() == entry.id && order.GetSender() == entry.owner &&
		order.GetRecipient() == entry.counterparty && order.GetDescription() == entry.description &&
		order.GetReverses() == entry.reverses && order.GetCaptureBefore() == entry.holdEndsAt &&
		entry.hasHold == (entry.kind == entryHold) &&
		isMoney(order.GetTokenType(), order.GetCurrencyCode(), order.GetAmount(), entry)
	if !isSame {
		return nil, nil
	}
	proven := &Order{
		Kind:        "transfer",
		Sender:      order.GetSender(),
		Recipient:   order.GetRecipient(),
		Asset:       entry.asset,
		Amount:      order.GetAmount(),
		Description: order.GetDescription(),
	}
	if entry.hasHold {
		proven.Kind, proven.CaptureBefore = "hold", time.UnixMilli(entry.holdEndsAt)
	}
	return proven, nil
}

func captureIn(entry entry) (*Order, error) {
	var order walletv1.CaptureOrder
	if err := proto.Unmarshal(entry.order, &order); err != nil {
		return nil, err
	}
	isSame := isChange(entry, order.GetId(), order.GetRecipient(), order.GetHoldId()) &&
		isMoney(order.GetTokenType(), order.GetCurrencyCode(), order.GetAmount(), entry)
	if !isSame {
		return nil, nil
	}
	proven := changeIn(entry, "capture")
	proven.Amount = order.GetAmount()
	return proven, nil
}

func releaseIn(entry entry) (*Order, error) {
	var order walletv1.ReleaseOrder
	if err := proto.Unmarshal(entry.order, &order); err != nil {
		return nil, err
	}
	if !isChange(entry, order.GetId(), order.GetRecipient(), order.GetHoldId()) {
		return nil, nil
	}
	return changeIn(entry, "release"), nil
}

// isChange says whether an order to change a hold has the id, the recipient and the hold of an entry.
func isChange(entry entry, id, recipient, holdID string) bool {
	return id == entry.id && recipient == entry.owner && entry.hasHold && holdID == entry.holdID
}

func changeIn(entry entry, kind string) *Order {
	return &Order{
		Kind:        kind,
		Sender:      entry.counterparty,
		Recipient:   entry.owner,
		Asset:       entry.asset,
		Description: entry.description,
		HoldID:      entry.holdID,
	}
}

// currencyScaleMax is the most decimal places of a currency; how many it has is the policy of the service.
const currencyScaleMax = 12

// isMoney says whether an order names the asset and the amount of its entry.
func isMoney(tokenType walletv1.TokenType, currencyCode, amount string, entry entry) bool {
	if contract.AssetName(tokenType, currencyCode) != entry.asset {
		return false
	}
	switch tokenType {
	case walletv1.TokenType_TOKEN_TYPE_STANDARD:
		return isAmount(amount, 8, entry.amount)
	case walletv1.TokenType_TOKEN_TYPE_MICRO:
		return isAmount(amount, 12, entry.amount)
	case walletv1.TokenType_TOKEN_TYPE_EXTERNAL:
		for scale := range currencyScaleMax + 1 {
			if isAmount(amount, scale, entry.amount) {
				return true
			}
		}
	}
	return false
}

var amountPattern = regexp.MustCompile(`^([0-9]{1,40})(?:\.([0-9]{1,40}))?(?:[eE]([+-]?[0-9]{1,2}))?$`)

// isAmount says whether a decimal is an amount in smallest units. Orders of earlier versions may have an exponent.
func isAmount(text string, scale int, minor uint64) bool {
	parts := amountPattern.FindStringSubmatch(text)
	if parts == nil {
		return false
	}
	exponent, _ := strconv.Atoi(strings.TrimPrefix(parts[3], "+")) // An absent one is zero.
	zeros := exponent + scale - len(parts[2])
	digits, _ := new(big.Int).SetString(parts[1]+parts[2], 10)
	units := new(big.Int).SetUint64(minor)
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(zeros, -zeros))), nil)
	if zeros < 0 {
		return digits.Cmp(units.Mul(units, power)) == 0
	}
	return digits.Mul(digits, power).Cmp(units) == 0
}
