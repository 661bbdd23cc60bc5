package platonic

import (
	"context"

	adminv1 "github.com/platonic/platonic/clients/go/gen/admin/v1"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
)

// Deposit says what to deposit into a wallet. IdentityID, TokenType and Amount are needed.
type Deposit struct {
	IdentityID string
	TokenType  TokenType
	// CurrencyCode is needed with TokenExternal alone.
	CurrencyCode string
	// Amount is a decimal, such as "12.5".
	Amount string
	// Reference is the reason of the deposit, for accounting.
	Reference string
	// DepositID is a UUID in lower case that names the deposit; by default the service makes one. A deposit that is repeated with its
	// id, as after a lost answer, is booked once: the repetition returns the first one. Without an id it is another deposit.
	DepositID string
}

// Deposit deposits money into a wallet, and returns what the ledger has booked: for operators, and on a service with
// DEVELOPMENT=1, whose faucet it is, for whoever has its key.
func (c *Client) Deposit(ctx context.Context, deposit Deposit) (*walletv1.Issuance, error) {
	request := &adminv1.DepositRequest{
		IdentityId:   optional(deposit.IdentityID),
		CurrencyCode: optional(deposit.CurrencyCode),
		Amount:       Decimal(deposit.Amount),
		Reference:    optional(deposit.Reference),
		DepositId:    optional(deposit.DepositID),
	}
	if deposit.TokenType != 0 {
		request.TokenType = &deposit.TokenType
	}
	answer, err := c.Ledger.Deposit(ctx, request)
	if err != nil {
		return nil, err
	}
	return answer.GetIssuance(), nil
}

// Decimal returns an amount for requests of the generated clients, from a decimal such as "12.5".
func Decimal(amount string) *walletv1.Amount {
	return &walletv1.Amount{Form: &walletv1.Amount_Decimal{Decimal: amount}}
}
