package platonic

import (
	"strings"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
)

// Kind says what became of an operation.
type Kind string

// Kinds of outcomes. The first three are the ledger's words, and final.
const (
	// Completed means that the ledger has recorded the operation.
	Completed Kind = "completed"
	// Held means that the ledger has set the money aside for the recipient of a hold, who has not got it.
	Held Kind = "held"
	// Failed means that the operation was not executed and never will be.
	Failed Kind = "failed"
	// Unresolved means that the ledger has not answered in time. The wallet goes on asking.
	Unresolved Kind = "unresolved"
)

// Outcome says what became of an operation.
type Outcome struct {
	Kind Kind
	// ID is that of the transaction, or of the exchange.
	ID string
	// Result is the ledger's answer; nil while the outcome is unresolved, and for an exchange.
	Result *walletv1.TransactionResult
	// Exchange is the ledger's answer for an exchange, of which [Wallet.Reconcile] and OnSettled tell; nil for any other operation.
	Exchange *walletv1.ExchangeResult
}

// ErrorCode returns the contract's word for the failure of a failed operation, such as "INSUFFICIENT_FUNDS", or the number of
// one that is newer than this package.
func (o Outcome) ErrorCode() string {
	switch {
	case o.Kind != Failed:
		return ""
	case o.Exchange != nil:
		return strings.TrimPrefix(o.Exchange.GetErrorCode().String(), "EXCHANGE_ERROR_CODE_")
	default:
		return strings.TrimPrefix(o.Result.GetErrorCode().String(), "TRANSACTION_ERROR_CODE_")
	}
}

// outcomeOf returns the outcome of a result; it is unresolved while it is not final.
func outcomeOf(id string, result *walletv1.TransactionResult) Outcome {
	switch result.GetStatus() {
	case walletv1.TransactionStatus_TRANSACTION_STATUS_COMPLETED:
		return Outcome{Kind: Completed, ID: id, Result: result}
	case walletv1.TransactionStatus_TRANSACTION_STATUS_HELD:
		return Outcome{Kind: Held, ID: id, Result: result}
	case walletv1.TransactionStatus_TRANSACTION_STATUS_FAILED:
		return Outcome{Kind: Failed, ID: id, Result: result}
	default:
		return Outcome{Kind: Unresolved, ID: id}
	}
}
