package platonic

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/signatures"
	"google.golang.org/protobuf/proto"
)

// Most orders in one request.
const (
	ordersMax = 1000
	linkedMin = 2
	linkedMax = 100
	// channelOrdersMax is the most orders in one request on the channel.
	channelOrdersMax = 200
)

// Pay signs an order, stores it in the journal, and sends it until its outcome is known. It returns an error only if the
// order was refused and nothing is in the ledger.
func (w *Wallet) Pay(ctx context.Context, order Order) (Outcome, error) {
	if err := w.begin(ctx); err != nil {
		return Outcome{}, err
	}
	message, err := order.message(w.credentials.IdentityID, w.client.session.now())
	if err != nil {
		return Outcome{}, err
	}
	return w.transfer(ctx, message)
}

// Hold sets money aside for the recipient of an order, who can capture it before a time, at most 31 days ahead. The outcome
// is [Held] once it is; all else is as in [Wallet.Pay].
func (w *Wallet) Hold(ctx context.Context, order Order, captureBefore time.Time) (Outcome, error) {
	if err := w.begin(ctx); err != nil {
		return Outcome{}, err
	}
	message, err := order.message(w.credentials.IdentityID, w.client.session.now())
	if err != nil {
		return Outcome{}, err
	}
	message.CaptureBefore = proto.Int64(captureBefore.UnixMilli())
	return w.transfer(ctx, message)
}

func (w *Wallet) transfer(ctx context.Context, order *walletv1.TransferOrder) (Outcome, error) {
	signed, err := w.credentials.signedOrder(signatures.ForTransfer, order)
	if err != nil {
		return Outcome{}, err
	}
	request := &walletv1.TransferRequest{Sender: &w.credentials.IdentityID, SignedOrder: signed}
	const method = "wallet.v1.TransactionService/Transfer"
	return runOne(ctx, w, order.GetId(), signed, route(w, order.GetId(), method, w.client.Transactions.Transfer, request))
}

// PayMany pays 1 to 1,000 orders under one signature, in one request, and returns an outcome for each. An error means that
// none of them is in the ledger.
func (w *Wallet) PayMany(ctx context.Context, orders []Order) ([]Outcome, error) {
	set, operations, err := w.signMany(ctx, signatures.ForTransfers, orders, 1, ordersMax)
	if err != nil {
		return nil, err
	}
	request := &walletv1.TransferBatchRequest{
		Sender:    &w.credentials.IdentityID,
		Orders:    set.Bytes,
		KeyId:     &w.credentials.KeyID,
		Signature: set.Signature,
	}
	http := w.client.Transactions.TransferBatch
	if len(orders) > channelOrdersMax {
		return runMany(ctx, w, operations, func(ctx context.Context) (*walletv1.TransferBatchResponse, error) {
			return http(ctx, request)
		})
	}
	const method = "wallet.v1.TransactionService/TransferBatch"
	return runMany(ctx, w, operations, route(w, NewID(), method, http, request))
}

// PayLinked pays 2 to 100 orders, all or none, in their sequence. An error means that none of them is in the ledger.
func (w *Wallet) PayLinked(ctx context.Context, orders []Order) ([]Outcome, error) {
	set, operations, err := w.signMany(ctx, signatures.ForLinked, orders, linkedMin, linkedMax)
	if err != nil {
		return nil, err
	}
	request := &walletv1.TransferLinkedRequest{
		Sender: &w.credentials.IdentityID,
		Orders: set.Bytes,
		Signatures: []*walletv1.LinkedSignature{{
			Sender:    &w.credentials.IdentityID,
			KeyId:     &w.credentials.KeyID,
			Signature: set.Signature,
		}},
	}
	const method = "wallet.v1.TransactionService/TransferLinked"
	return runMany(ctx, w, operations, route(w, NewID(), method, w.client.Transactions.TransferLinked, request))
}

// signMany signs orders together, and returns an operation for each.
func (w *Wallet) signMany(
	ctx context.Context, purpose signatures.Purpose, orders []Order, least, most int,
) (*signatures.OrderSet, []Operation, error) {
	if err := w.begin(ctx); err != nil {
		return nil, nil, err
	}
	if len(orders) < least || len(orders) > most {
		return nil, nil, &Error{Reason: ReasonParameterInvalid, Parameter: "orders", Message: fmt.Sprintf(
			"there must be %d to %d orders, not %d", least, most, len(orders))}
	}
	now := w.client.session.now()
	var messages []*walletv1.TransferOrder
	for _, order := range orders {
		message, err := order.message(w.credentials.IdentityID, now)
		if err != nil {
			return nil, nil, err
		}
		messages = append(messages, message)
	}
	set, err := w.credentials.signedOrders(purpose, messages)
	if err != nil {
		return nil, nil, err
	}
	var operations []Operation
	for place, message := range messages {
		operations = append(operations, Operation{
			ID: message.GetId(), Order: set.Parts[place], KeyID: w.credentials.KeyID, Signature: set.Signature,
		})
	}
	return set, operations, nil
}

// Capture takes money that is held for this wallet, in whole or in part. It returns what [Wallet.Pay] does.
func (w *Wallet) Capture(ctx context.Context, capture Capture) (Outcome, error) {
	if err := w.begin(ctx); err != nil {
		return Outcome{}, err
	}
	id, err := idOr(capture.ID)
	if err != nil {
		return Outcome{}, err
	}
	order := &walletv1.CaptureOrder{
		Id:           &id,
		Recipient:    &w.credentials.IdentityID,
		HoldId:       optional(capture.HoldID),
		CurrencyCode: optional(capture.CurrencyCode),
		Amount:       optional(capture.Amount),
		CreatedAt:    proto.Int64(w.client.session.now().UnixMilli()),
	}
	if capture.TokenType != 0 {
		order.TokenType = &capture.TokenType
	}
	if capture.KeepRest {
		order.KeepRest = &capture.KeepRest
	}
	signed, err := w.credentials.signedOrder(signatures.ForCapture, order)
	if err != nil {
		return Outcome{}, err
	}
	request := &walletv1.CaptureHoldRequest{Recipient: &w.credentials.IdentityID, SignedOrder: signed}
	const method = "wallet.v1.HoldService/CaptureHold"
	return runOne(ctx, w, id, signed, route(w, id, method, w.client.Holds.CaptureHold, request))
}

// Release gives the sender of a hold back what is left of it. It returns what [Wallet.Pay] does.
func (w *Wallet) Release(ctx context.Context, release Release) (Outcome, error) {
	if err := w.begin(ctx); err != nil {
		return Outcome{}, err
	}
	id, err := idOr(release.ID)
	if err != nil {
		return Outcome{}, err
	}
	signed, err := w.credentials.signedOrder(signatures.ForRelease, &walletv1.ReleaseOrder{
		Id:        &id,
		Recipient: &w.credentials.IdentityID,
		HoldId:    optional(release.HoldID),
		CreatedAt: proto.Int64(w.client.session.now().UnixMilli()),
	})
	if err != nil {
		return Outcome{}, err
	}
	request := &walletv1.ReleaseHoldRequest{Recipient: &w.credentials.IdentityID, SignedOrder: signed}
	const method = "wallet.v1.HoldService/ReleaseHold"
	return runOne(ctx, w, id, signed, route(w, id, method, w.client.Holds.ReleaseHold, request))
}

// Reverse gives a transaction back that this wallet has received, in whole or in part. It returns what [Wallet.Pay] does.
func (w *Wallet) Reverse(ctx context.Context, reversal Reversal) (Outcome, error) {
	if err := w.begin(ctx); err != nil {
		return Outcome{}, err
	}
	if reversal.Amount != "" && strings.Trim(reversal.Amount, "0.") == "" {
		return Outcome{}, &Error{Reason: ReasonParameterInvalid, Parameter: "amount",
			Message: "an amount to give back is more than 0; leave it empty to give back all that is left"}
	}
	answer, err := w.client.Transactions.GetTransaction(ctx, &walletv1.GetTransactionRequest{
		IdentityId:    &w.credentials.IdentityID,
		TransactionId: &reversal.TransactionID,
	})
	if err != nil {
		return Outcome{}, err
	}
	received := answer.GetTransaction()
	if received.GetRecipient() != w.credentials.IdentityID {
		return Outcome{}, &Error{Reason: ReasonResourceNotFound, Message: "the wallet has not received this transaction"}
	}
	if reversal.Amount == "" {
		if reversal.Amount, err = leftOf(received); err != nil {
			return Outcome{}, err
		}
	}
	order := Order{
		ID:           reversal.ID,
		Recipient:    received.GetSender(),
		TokenType:    received.GetTokenType(),
		CurrencyCode: received.GetCurrencyCode(),
		Amount:       reversal.Amount,
		Description:  reversal.Description,
	}
	message, err := order.message(w.credentials.IdentityID, w.client.session.now())
	if err != nil {
		return Outcome{}, err
	}
	message.Reverses = &reversal.TransactionID
	return w.transfer(ctx, message)
}

// leftOf returns what was not given back yet of a transaction.
func leftOf(transaction *walletv1.Transaction) (string, error) {
	amount, isNumber := new(big.Rat).SetString(transaction.GetExactAmount())
	if !isNumber {
		return "", &Error{Reason: ReasonUnknown, Message: "the service answered no amount"}
	}
	if reversed, isNumber := new(big.Rat).SetString(transaction.GetExactReversed()); isNumber {
		amount.Sub(amount, reversed)
	}
	if amount.Sign() <= 0 {
		return "", &Error{Reason: ReasonStateInvalid, Message: "nothing is left of the transaction"}
	}
	const places = 12 // No token has more, and an amount may end with zeros.
	return amount.FloatString(places), nil
}

// runOne runs a single operation.
func runOne[Response interface {
	GetResult() *walletv1.TransactionResult
}](
	ctx context.Context, w *Wallet, id string, signed *walletv1.SignedOrder, send func(context.Context) (Response, error),
) (Outcome, error) {
	operation := Operation{ID: id, Order: signed.GetOrder(), KeyID: signed.GetKeyId(), Signature: signed.GetSignature()}
	outcomes, err := w.payments.run(ctx, []Operation{operation}, func(ctx context.Context) ([]Outcome, error) {
		answer, err := send(ctx)
		return []Outcome{outcomeOf(id, answer.GetResult())}, err
	})
	if err != nil {
		return Outcome{}, err
	}
	return outcomes[0], nil
}

// runMany runs operations whose results come in one answer.
func runMany[Response interface {
	GetResults() []*walletv1.TransactionResult
}](
	ctx context.Context, w *Wallet, operations []Operation, send func(context.Context) (Response, error),
) ([]Outcome, error) {
	return w.payments.run(ctx, operations, func(ctx context.Context) ([]Outcome, error) {
		answer, err := send(ctx)
		if err != nil {
			return nil, err
		}
		results := answer.GetResults()
		if len(results) != len(operations) {
			return nil, &Error{Reason: ReasonUnknown, Message: "the service did not answer for all operations"}
		}
		var outcomes []Outcome
		for place, operation := range operations {
			outcomes = append(outcomes, outcomeOf(operation.ID, results[place]))
		}
		return outcomes, nil
	})
}

// void makes the ledger answer with the outcome of an operation, or that it will never execute it.
func (w *Wallet) void(ctx context.Context, operation Operation) (Outcome, error) {
	id := operation.ID
	if operation.IsExchange {
		return w.voidExchange(ctx, operation)
	}
	if result := w.voidOverChannel(ctx, id); result != nil {
		return outcomeOf(id, result), nil
	}
	answer, err := w.resolve(ctx, id)
	if isConflict(err) {
		// Somebody else has used the id, so that no transaction of this wallet will ever have it.
		return outcomeOf(id, &walletv1.TransactionResult{
			TransactionId: id,
			Status:        walletv1.TransactionStatus_TRANSACTION_STATUS_FAILED,
			ErrorCode:     walletv1.TransactionErrorCode_TRANSACTION_ERROR_CODE_INVALID_TRANSACTION.Enum(),
		}), nil
	}
	return outcomeOf(id, answer.GetResult()), err
}

// resolve asks for the outcome of a transaction over HTTP, which is void if it is not done.
func (w *Wallet) resolve(ctx context.Context, id string) (*walletv1.ResolveTransactionResponse, error) {
	return w.client.Transactions.ResolveTransaction(ctx, &walletv1.ResolveTransactionRequest{
		Sender:        &w.credentials.IdentityID,
		TransactionId: &id,
		Seal:          proto.Bool(true),
	})
}

// isConflict says whether the ledger knows an id otherwise.
func isConflict(err error) bool {
	failure := new(Error)
	return errors.As(err, &failure) && failure.Reason == ReasonResourceConflict
}
