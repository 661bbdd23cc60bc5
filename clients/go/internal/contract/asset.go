package contract

import (
	"cmp"
	"strconv"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
)

// AssetName returns the code of a currency, or the contract's word for a token, or the number of one that is newer than this
// package.
func AssetName(tokenType walletv1.TokenType, currencyCode string) string {
	switch tokenType {
	case walletv1.TokenType_TOKEN_TYPE_STANDARD:
		return "TOKEN_STANDARD"
	case walletv1.TokenType_TOKEN_TYPE_MICRO:
		return "TOKEN_MICRO"
	case walletv1.TokenType_TOKEN_TYPE_EXTERNAL, walletv1.TokenType_TOKEN_TYPE_UNSPECIFIED:
		return currencyCode
	default:
		return cmp.Or(currencyCode, strconv.Itoa(int(tokenType)))
	}
}
