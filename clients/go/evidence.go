package platonic

import (
	"crypto/ed25519"
	"encoding/binary"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"google.golang.org/protobuf/proto"
)

// orderIn returns the terms of the order in an entry, and refuses an entry that says something else.
func orderIn(entry entry) (*ProvenOrder, error) {
	var order *ProvenOrder
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
		return nil, badReceipt("the order cannot be read")
	}
	if order == nil {
		return nil, badReceipt("the entry is not what the order says")
	}
	return order, nil
}

func transferIn(entry entry) (*ProvenOrder, error) {
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
	proven := &ProvenOrder{
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

func captureIn(entry entry) (*ProvenOrder, error) {
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

func releaseIn(entry entry) (*ProvenOrder, error) {
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

func changeIn(entry entry, kind string) *ProvenOrder {
	return &ProvenOrder{
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
func isMoney(tokenType TokenType, currencyCode, amount string, entry entry) bool {
	if assetName(tokenType, currencyCode) != entry.asset {
		return false
	}
	switch tokenType {
	case TokenStandard:
		return isAmount(amount, 8, entry.amount)
	case TokenMicro:
		return isAmount(amount, 12, entry.amount)
	case TokenExternal:
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

// isEntrySigned verifies the signature that the ledger keeps with an order: of the order alone, or of a tree of orders.
func isEntrySigned(entry entry, public ed25519.PublicKey) bool {
	switch {
	case entry.kind == entryCapture:
		return isSigned(public, forCapture.bytes(entry.order), entry.signature)
	case entry.kind == entryRelease:
		return isSigned(public, forRelease.bytes(entry.order), entry.signature)
	case len(entry.signature) == ed25519.SignatureSize && !entry.isLinked:
		return isSigned(public, forTransfer.bytes(entry.order), entry.signature)
	}
	root, isTree := rootOf(entry.order, entry.signature)
	purpose := forTransfers
	if entry.isLinked {
		purpose = forLinked
	}
	return isTree && isSigned(public, purpose.bytes(root), entry.signature[:ed25519.SignatureSize])
}

// keptHead is the length of a signature, the index of an order, and the number of orders.
const keptHead = ed25519.SignatureSize + 8

// rootOf computes the root of a tree from one order and what the ledger keeps with it: the signature of the root, the index,
// the number of orders, and the sibling hashes.
func rootOf(order, kept []byte) (root []byte, isTree bool) {
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
