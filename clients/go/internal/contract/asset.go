package contract

import (
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
)

// AssetName returns the code of a currency, or the contract's word for a token.
func AssetName(tokenType walletv1.TokenType, currencyCode string) string {
	switch tokenType {
	case walletv1.TokenType_TOKEN_TYPE_STANDARD:
		return "TOKEN_STANDARD"
	case walletv1.TokenType_TOKEN_TYPE_MICRO:
		return "TOKEN_MICRO"
	default:
		return currencyCode
	}
}
