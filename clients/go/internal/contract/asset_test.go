package contract

import (
	"testing"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
)

func TestATokenOfANewerServiceKeepsItsNumber(t *testing.T) {
	for _, test := range []struct {
		tokenType walletv1.TokenType
		code      string
		want      string
	}{
		{walletv1.TokenType_TOKEN_TYPE_STANDARD, "", "TOKEN_STANDARD"},
		{walletv1.TokenType_TOKEN_TYPE_EXTERNAL, "EUR", "EUR"},
		{99, "", "99"},
		{99, "XAU", "XAU"},
	} {
		if name := AssetName(test.tokenType, test.code); name != test.want {
			t.Errorf("%v %s is %q", test.tokenType, test.code, name)
		}
	}
}
