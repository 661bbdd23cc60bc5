package platonic

import (
	"context"
	"strings"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
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

// Exchange changes money of this wallet. It is repeated by its id, and looked up by it if no answer comes in time. Where the
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
		result = w.lookUp(ctx, id)
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

// lookUp looks for an exchange in the ledger, again and again until the timeout: it may still be under way.
func (w *Wallet) lookUp(ctx context.Context, id string) *walletv1.ExchangeResult {
	ctx, cancel := context.WithTimeout(ctx, w.payments.confirmTimeout)
	defer cancel()
	for failures := 1; ; failures++ {
		result, err := w.findExchange(ctx, id)
		if result != nil {
			return result
		}
		var failure *Error
		if err != nil {
			failure = errorOf(ctx, err)
		}
		if !pause(ctx, waitAfter(failure, failures)) {
			return nil
		}
	}
}

func (w *Wallet) findExchange(ctx context.Context, id string) (*walletv1.ExchangeResult, error) {
	ctx, cancel := context.WithTimeout(ctx, max(time.Second, w.payments.confirmTimeout/3))
	defer cancel()
	request := &walletv1.ListExchangesRequest{IdentityId: &w.credentials.IdentityID}
	for record, err := range Pages[*walletv1.ExchangeRecord](ctx, w.client.Exchanges.ListExchanges, request) {
		if err != nil {
			return nil, err
		}
		if record.GetId() == id {
			return record.GetResult(), nil
		}
	}
	return nil, nil
}
