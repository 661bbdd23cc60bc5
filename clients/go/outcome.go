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
	// ID is that of the transaction.
	ID string
	// Result is the ledger's answer; nil while the outcome is unresolved.
	Result *walletv1.TransactionResult
}

// ErrorCode returns the contract's word for the failure of a failed operation, such as "INSUFFICIENT_FUNDS".
func (o Outcome) ErrorCode() string {
	if o.Kind != Failed {
		return ""
	}
	return strings.TrimPrefix(o.Result.GetErrorCode().String(), "TRANSACTION_ERROR_CODE_")
}

// outcomeOf returns the outcome of a result, and whether it is final.
func outcomeOf(id string, result *walletv1.TransactionResult) (Outcome, bool) {
	switch result.GetStatus() {
	case walletv1.TransactionStatus_TRANSACTION_STATUS_COMPLETED:
		return Outcome{Completed, id, result}, true
	case walletv1.TransactionStatus_TRANSACTION_STATUS_HELD:
		return Outcome{Held, id, result}, true
	case walletv1.TransactionStatus_TRANSACTION_STATUS_FAILED:
		return Outcome{Failed, id, result}, true
	default:
		return Outcome{Kind: Unresolved, ID: id}, false
	}
}
