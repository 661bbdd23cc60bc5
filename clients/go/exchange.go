package platonic

import (
	"context"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"google.golang.org/protobuf/proto"
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

// ErrorCode returns the contract's word for the failure of a failed exchange, such as "RATE_UNAVAILABLE", or the number of one
// that is newer than this package.
func (o ExchangeOutcome) ErrorCode() string {
	return Outcome{Kind: o.Kind, Exchange: o.Result}.ErrorCode()
}

// Received returns what the wallet got, a decimal.
func (o ExchangeOutcome) Received() string { return o.Result.GetExactTargetAmount() }

// Exchange changes money of this wallet. It is stored in the journal, repeated by its id, and voided by it if no answer comes in
// time, as in [Wallet.Pay].
func (w *Wallet) Exchange(ctx context.Context, exchange Exchange) (ExchangeOutcome, error) {
	if err := w.begin(ctx); err != nil {
		return ExchangeOutcome{}, err
	}
	id, err := idOr(exchange.ID)
	if err != nil {
		return ExchangeOutcome{}, err
	}
	request := exchange.request(w.credentials.IdentityID, id)
	bytes, err := serialize(request)
	if err != nil {
		return ExchangeOutcome{}, err
	}
	send := route(w, id, "wallet.v1.ExchangeService/Exchange", w.client.Exchanges.Exchange, request)
	operation := Operation{ID: id, Order: bytes, IsExchange: true}
	outcomes, err := w.payments.run(ctx, []Operation{operation}, func(ctx context.Context) ([]Outcome, error) {
		answer, err := send(ctx)
		return []Outcome{exchangeOutcome(id, answer.GetResult())}, err
	})
	if err != nil {
		return ExchangeOutcome{}, err
	}
	return ExchangeOutcome{outcomes[0].Kind, id, outcomes[0].Exchange}, nil
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

func exchangeOutcome(id string, result *walletv1.ExchangeResult) Outcome {
	switch {
	case result == nil:
		return Outcome{Kind: Unresolved, ID: id}
	case result.GetSuccess():
		return Outcome{Kind: Completed, ID: id, Exchange: result}
	default:
		return Outcome{Kind: Failed, ID: id, Exchange: result}
	}
}

// voidExchange voids the id of an exchange: the ledger answers that it has made the exchange, or that it will never make it.
func (w *Wallet) voidExchange(ctx context.Context, operation Operation) (Outcome, error) {
	_, err := w.resolve(ctx, operation.ID)
	if err == nil {
		// A transaction of this wallet has the id, so that no exchange will ever have it.
		return neverExchanged(operation.ID), nil
	}
	if !isConflict(err) {
		return Outcome{Kind: Unresolved, ID: operation.ID}, err
	}
	// The ledger knows the id otherwise: the same request gets the result of the exchange that has it.
	request := new(walletv1.ExchangeRequest)
	if err := proto.Unmarshal(operation.Order, request); err != nil {
		return Outcome{Kind: Unresolved, ID: operation.ID}, err
	}
	answer, err := w.client.Exchanges.Exchange(ctx, request)
	if isConflict(err) {
		return neverExchanged(operation.ID), nil
	}
	return exchangeOutcome(operation.ID, answer.GetResult()), err
}

// neverExchanged returns the outcome of an exchange whose id is used by something else, or was voided.
func neverExchanged(id string) Outcome {
	return exchangeOutcome(id, &walletv1.ExchangeResult{
		ExchangeId: &id,
		ErrorCode:  walletv1.ExchangeErrorCode_EXCHANGE_ERROR_CODE_EXECUTION_FAILED.Enum(),
	})
}
