package offline_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	platonic "github.com/platonic/platonic/clients/go"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
)

// silentService answers nothing, and counts what it was asked.
type silentService struct{ asked atomic.Int32 }

func (s *silentService) RoundTrip(request *http.Request) (*http.Response, error) {
	s.asked.Add(1)
	<-request.Context().Done()
	return nil, context.Cause(request.Context())
}

func silentClient(t *testing.T, options ...platonic.Option) (*silentService, *platonic.Client) {
	t.Helper()
	service := new(silentService)
	client, err := platonic.NewClient("https://platonic.example",
		append(options, platonic.WithHTTPClient(&http.Client{Transport: service}), platonic.WithConnectProtocol())...)
	if err != nil {
		t.Fatal(err)
	}
	return service, client
}

// events reads the events of a wallet until they end.
func events(ctx context.Context, wallet *platonic.Wallet) (last error) {
	for _, err := range wallet.Events(ctx, platonic.EventOptions{}) {
		last = err
	}
	return last
}

func history(ctx context.Context, wallet *platonic.Wallet) (last error) {
	for _, err := range wallet.History(ctx) {
		last = err
	}
	return last
}

// callsOf has what waits for an answer of a client and of its wallet.
func callsOf(ctx context.Context, client *platonic.Client, wallet *platonic.Wallet) map[string]func() error {
	request := &walletv1.GetWalletRequest{}
	return map[string]func() error{
		"a call":         func() error { _, err := client.Wallets.GetWallet(ctx, request); return err },
		"a registration": func() error { _, err := client.Register(ctx, platonic.Registration{Username: "ada"}); return err },
		"a deposit":      func() error { _, err := client.Deposit(ctx, platonic.Deposit{}); return err },
		"the key set":    func() error { _, err := client.KeySet(ctx); return err },
		"a session":      func() error { _, err := client.Session().Token(ctx); return err },
		"a wallet":       func() error { return wallet.Create(ctx) },
		"balances":       func() error { _, err := wallet.Balances(ctx); return err },
		"history":        func() error { return history(ctx, wallet) },
		"events":         func() error { return events(ctx, wallet) },
		"a receipt":      func() error { _, err := wallet.Receipt(ctx, "1", nil); return err },
		"a reversal":     func() error { _, err := wallet.Reverse(ctx, platonic.Reversal{TransactionID: "1"}); return err },
	}
}

func TestWhateverIsUnderWayEndsWithItsClient(t *testing.T) {
	for name := range callsOf(t.Context(), nil, nil) {
		synctest.Test(t, func(t *testing.T) {
			_, client := silentClient(t, platonic.WithCredentials(credentialsOf("ada")))
			wallet, err := client.Wallet(platonic.WalletOptions{})
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			time.AfterFunc(time.Second, client.Close)
			err = callsOf(t.Context(), client, wallet)[name]()
			if took := time.Since(began); reasonIn(err) != platonic.ReasonStateInvalid || took != time.Second {
				t.Errorf("%s, after %v: %v", name, took, err)
			}
		})
	}
}

func TestNothingIsSentAfterAClose(t *testing.T) {
	service, client := silentClient(t, platonic.WithCredentials(credentialsOf("ada")))
	journal := platonic.NewMemoryJournal()
	wallet, err := client.Wallet(platonic.WalletOptions{Journal: journal})
	if err != nil {
		t.Fatal(err)
	}
	client.Close()
	client.Close()
	wallet.Close()
	order := platonic.Order{Recipient: "bob", Amount: "1", TokenType: platonic.TokenStandard}
	calls := callsOf(t.Context(), client, wallet)
	calls["a payment"] = func() error { _, err := wallet.Pay(t.Context(), order); return err }
	calls["a payment without an id"] = func() error { _, err := wallet.Pay(t.Context(), platonic.Order{ID: "x"}); return err }
	calls["no payments"] = func() error { _, err := wallet.PayMany(t.Context(), nil); return err }
	calls["linked payments"] = func() error { _, err := wallet.PayLinked(t.Context(), nil); return err }
	calls["a hold"] = func() error { _, err := wallet.Hold(t.Context(), order, time.Now()); return err }
	calls["a capture"] = func() error { _, err := wallet.Capture(t.Context(), platonic.Capture{}); return err }
	calls["a release"] = func() error { _, err := wallet.Release(t.Context(), platonic.Release{}); return err }
	calls["an exchange"] = func() error { _, err := wallet.Exchange(t.Context(), platonic.Exchange{}); return err }
	calls["a reconciliation"] = func() error { _, err := wallet.Reconcile(t.Context()); return err }
	calls["another wallet"] = func() error { _, err := client.Wallet(platonic.WalletOptions{}); return err }
	for name, call := range calls {
		if err := call(); reasonIn(err) != platonic.ReasonStateInvalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if left, err := journal.List(); err != nil || len(left) != 0 || service.asked.Load() != 0 {
		t.Errorf("the journal has %v, %v; the service was asked %d times", left, err, service.asked.Load())
	}
}

func TestAWaitForTheNextAttemptEndsWithTheClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		service := &fakeService{fail: until(9, unavailable("20"))}
		client := service.client(t)
		began := time.Now()
		time.AfterFunc(time.Second, client.Close)
		_, err := client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{})
		if took := time.Since(began); reasonIn(err) != platonic.ReasonStateInvalid || took != time.Second {
			t.Errorf("after %v: %v", took, err)
		}
	})
}

func TestAClientOutlivesItsWallets(t *testing.T) {
	service := &fakeService{audience: "https://platonic.example"}
	client := service.client(t, platonic.WithCredentials(credentialsOf("ada")))
	wallet, err := client.Wallet(platonic.WalletOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := wallet.Create(t.Context()); err != nil {
		t.Fatal(err)
	}
	wallet.Close()
	if err := wallet.Create(t.Context()); reasonIn(err) != platonic.ReasonStateInvalid {
		t.Errorf("a closed wallet is made: %v", err)
	}
	if _, err := client.Wallets.GetWallet(t.Context(), &walletv1.GetWalletRequest{}); err != nil || len(service.tokens) != 1 {
		t.Errorf("%d sessions, %v", len(service.tokens), err)
	}
}
