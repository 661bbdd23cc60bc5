package platonic

import (
	"context"
	"strings"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/repetition"
)

// Exchange says what to change into what. From, To and Amount are needed.
type Exchange struct {
	// ID makes the exchange idempotent for ever: a UUID in lower case, by default a new one.
	ID string
	// From and To are kinds of money; currencies have their codes, too.
	From             TokenType
	FromCurrencyCode string
	To               TokenType
	ToCurrencyCode   string
	// Amount is a decimal, in the money that is given.
	Amount string
	// QuoteID names a quote, by whose rate to exchange; by default the present rate.
	QuoteID string
}

// ExchangeOutcome says what became of an exchange.
type ExchangeOutcome struct {
	// Kind is Completed, Failed or Unresolved.
	Kind Kind
	// ID is that of the exchange.
	ID string
	// Result is the ledger's answer; nil while the outcome is unresolved.
	Result *walletv1.ExchangeResult
}

// ErrorCode returns the contract's word for the failure of a failed exchange, such as "RATE_UNAVAILABLE".
func (o ExchangeOutcome) ErrorCode() string {
	if o.Kind != Failed {
		return ""
	}
	return strings.TrimPrefix(o.Result.GetErrorCode().String(), "EXCHANGE_ERROR_CODE_")
}

// Received returns what the wallet got, a decimal.
func (o ExchangeOutcome) Received() string { return o.Result.GetExactTargetAmount() }

// Exchange changes money of this wallet. It is repeated by its id, and voided by it if no answer comes in time. Where the
// outcome stays unresolved, call it again with the same ID to learn it.
func (w *Wallet) Exchange(ctx context.Context, exchange Exchange) (ExchangeOutcome, error) {
	if ctx.Err() != nil {
		return ExchangeOutcome{}, contextError(ctx)
	}
	id, err := idOr(exchange.ID)
	if err != nil {
		return ExchangeOutcome{}, err
	}
	request := exchange.request(w.credentials.IdentityID, id)
	send := route(w, id, "wallet.v1.ExchangeService/Exchange", w.client.Exchanges.Exchange, request)
	var result *walletv1.ExchangeResult
	refusal := w.payments.try(ctx, func(ctx context.Context) (bool, error) {
		answer, err := send(ctx)
		result = answer.GetResult()
		return result != nil, err
	})
	if refusal != nil {
		return ExchangeOutcome{}, refusal
	}
	if result == nil {
		result = w.voidExchange(ctx, id, send)
	}
	return exchangeOutcome(id, result), nil
}

func (e Exchange) request(identityID, id string) *walletv1.ExchangeRequest {
	request := &walletv1.ExchangeRequest{
		IdentityId:         &identityID,
		SourceCurrencyCode: optional(e.FromCurrencyCode),
		TargetCurrencyCode: optional(e.ToCurrencyCode),
		ExchangeId:         &id,
		QuoteId:            optional(e.QuoteID),
	}
	if e.From != 0 {
		request.SourceType = &e.From
	}
	if e.To != 0 {
		request.TargetType = &e.To
	}
	if e.Amount != "" {
		request.SourceAmount = &walletv1.Amount{Form: &walletv1.Amount_Decimal{Decimal: e.Amount}}
	}
	return request
}

func exchangeOutcome(id string, result *walletv1.ExchangeResult) ExchangeOutcome {
	switch {
	case result == nil:
		return ExchangeOutcome{Kind: Unresolved, ID: id}
	case result.GetSuccess():
		return ExchangeOutcome{Completed, id, result}
	default:
		return ExchangeOutcome{Failed, id, result}
	}
}

// voidExchange voids the id of an exchange, again and again until the timeout: the ledger answers that it has made the
// exchange, or that it will never make it.
func (w *Wallet) voidExchange(ctx context.Context, id string, send sendExchange) *walletv1.ExchangeResult {
	ctx, cancel := context.WithTimeout(ctx, w.payments.confirmTimeout)
	defer cancel()
	for failures := 1; ; failures++ {
		result, err := w.voidExchangeOnce(ctx, id, send)
		if result != nil {
			return result
		}
		var failure *Error
		if err != nil {
			failure = errorOf(ctx, err)
		}
		if !repetition.Pause(ctx, waitAfter(failure, failures)) {
			return nil
		}
	}
}

type sendExchange = func(context.Context) (*walletv1.ExchangeResponse, error)

func (w *Wallet) voidExchangeOnce(ctx context.Context, id string, send sendExchange) (*walletv1.ExchangeResult, error) {
	ctx, cancel := context.WithTimeout(once(ctx), max(time.Second, w.payments.confirmTimeout/3))
	defer cancel()
	_, err := w.resolve(ctx, id)
	if err == nil {
		// A transaction of this wallet has the id, so that no exchange will ever have it.
		return neverExchanged(id), nil
	}
	if !isConflict(err) {
		return nil, err
	}
	// The ledger knows the id otherwise: the same request gets the result of the exchange that has it.
	answer, err := send(ctx)
	if err != nil && isConflict(err) {
		return neverExchanged(id), nil
	}
	return answer.GetResult(), err
}

// neverExchanged returns the result of an exchange whose id is used by something else, or was voided.
func neverExchanged(id string) *walletv1.ExchangeResult {
	return &walletv1.ExchangeResult{
		ExchangeId: &id,
		ErrorCode:  walletv1.ExchangeErrorCode_EXCHANGE_ERROR_CODE_EXECUTION_FAILED.Enum(),
	}
}
