package offline_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"connectrpc.com/connect"
	platonic "github.com/platonic/platonic/clients/go"
	faultv1 "github.com/platonic/platonic/clients/go/gen/fault/v1"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/gen/wallet/v1/walletv1connect"
)

// refusingLedger refuses the session of each payment.
type refusingLedger struct {
	fakeService
	walletv1connect.UnimplementedTransactionServiceHandler
}

func (*refusingLedger) Transfer(context.Context, *walletv1.TransferRequest) (*walletv1.TransferResponse, error) {
	return nil, fault(connect.CodeUnauthenticated, faultv1.Reason_REASON_INVALID_API_KEY, "", "")
}

func TestAPaymentThatWasSentOnceIsNoErrorWhenItsSessionCannotBeOpenedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &refusingLedger{fakeService: fakeService{audience: "https://platonic.example"}}
		mux := http.NewServeMux()
		mux.Handle(walletv1connect.NewTransactionServiceHandler(ledger))
		network := transportOf(func(request *http.Request) (*http.Response, error) {
			if !strings.Contains(request.URL.Path, "TransactionService") {
				return ledger.RoundTrip(request)
			}
			// From the first payment on there are no sessions.
			ledger.refusals = 1000
			return answered(mux, request), nil
		})
		client, err := platonic.NewClient("https://platonic.example", platonic.WithHTTPClient(&http.Client{Transport: network}),
			platonic.WithConnectProtocol(), platonic.WithCredentials(credentialsOf("ada")))
		if err != nil {
			t.Fatal(err)
		}
		journal := platonic.NewMemoryJournal()
		wallet, err := client.Wallet(platonic.WalletOptions{Journal: journal, ConfirmTimeout: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		defer wallet.Close()
		outcome, err := wallet.Pay(t.Context(), platonic.Order{Recipient: "bob", TokenType: platonic.TokenStandard, Amount: "1"})
		left, _ := journal.List()
		if err != nil || outcome.Kind != platonic.Unresolved || len(left) != 1 {
			t.Errorf("%+v, %v; the journal has %v", outcome, err, left)
		}
	})
}

func TestAPaymentThatWasNotSentFailsWithItsWallet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, client := silentClient(t, platonic.WithCredentials(credentialsOf("ada")))
		journal := platonic.NewMemoryJournal()
		wallet, err := client.Wallet(platonic.WalletOptions{Journal: journal})
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		time.AfterFunc(time.Second, wallet.Close)
		// It waits for a session.
		_, err = wallet.Pay(t.Context(), platonic.Order{Recipient: "bob", TokenType: platonic.TokenStandard, Amount: "1"})
		left, _ := journal.List()
		if reasonIn(err) != platonic.ReasonStateInvalid || len(left) != 0 {
			t.Errorf("%v; the journal has %v", err, left)
		}
	})
}
