package service_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	platonic "github.com/platonic/platonic/clients/go"
)

// throughChannel opens a wallet whose channel goes to one address, and its HTTP calls to another.
func throughChannel(t *testing.T, http, channel string, credentials *platonic.Credentials, keys []byte) *platonic.Wallet {
	t.Helper()
	client, err := platonic.NewClient(http, platonic.WithCredentials(credentials), platonic.WithClientID("channel"))
	if err != nil {
		t.Fatal(err)
	}
	wallet, err := client.Wallet(platonic.WalletOptions{
		ConfirmTimeout: 5 * time.Second,
		Channel: &platonic.ChannelOptions{
			Endpoint: "ws" + strings.TrimPrefix(channel, "http") + "/channel/wallet",
			KeySet:   keys,
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(wallet.Close)
	return wallet
}

func TestServiceIsPaidOverTheChannel(t *testing.T) {
	bob := openWallet(t, "bob", "10")
	credentials, _ := openWalletWith(t, "ada", "100")
	p := newProxy(t)
	p.do(refuse, 0)
	// HTTP is cut off: what succeeds has gone over the channel.
	ada := throughChannel(t, p.address, serviceURL(t), credentials, keySet(t))
	outcome, err := ada.Pay(t.Context(), order(bob, "12.5"))
	expect(t, outcome, err, platonic.Completed, "")
	outcome, err = ada.Pay(t.Context(), order(bob, "1000"))
	expect(t, outcome, err, platonic.Failed, "INSUFFICIENT_FUNDS")
	outcomes, err := ada.PayMany(t.Context(), []platonic.Order{order(bob, "1"), order(bob, "2")})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, outcomes[1], nil, platonic.Completed, "")
	outcomes, err = ada.PayLinked(t.Context(), []platonic.Order{order(bob, "1"), order(bob, "2")})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, outcomes[1], nil, platonic.Completed, "")
	exchanged, err := ada.Exchange(t.Context(), platonic.Exchange{From: platonic.TokenStandard, To: platonic.TokenMicro, Amount: "1"})
	if err != nil || exchanged.Kind != platonic.Completed {
		t.Errorf("%+v, %v", exchanged, err)
	}
	if _, err := ada.Pay(t.Context(), platonic.Order{Description: strings.Repeat("x", 5000)}); err == nil {
		t.Error("an order that is too long is taken")
	}
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			outcome, err := ada.Pay(t.Context(), order(bob, "0.01"))
			if err != nil || outcome.Kind != platonic.Completed {
				t.Errorf("%+v, %v", outcome, err)
			}
		})
	}
	all.Wait()
}

func TestServiceIsPaidOverHTTPWithoutAChannel(t *testing.T) {
	bob := openWallet(t, "bob", "")
	credentials, _ := openWalletWith(t, "ada", "100")
	p := newProxy(t)
	p.do(refuse, 0)
	outcome, err := throughChannel(t, serviceURL(t), p.address, credentials, keySet(t)).Pay(t.Context(), order(bob, "1"))
	expect(t, outcome, err, platonic.Completed, "")
	// A key set that does not sign the key of the channel.
	other := []byte(`{"keys":[]}`)
	outcome, err = throughChannel(t, serviceURL(t), serviceURL(t), credentials, other).Pay(t.Context(), order(bob, "1"))
	expect(t, outcome, err, platonic.Completed, "")
	client := newClient(t, platonic.WithCredentials(credentials))
	for _, options := range []platonic.ChannelOptions{
		{}, {KeySet: keySet(t), Endpoint: "https://platonic.example"}, {KeySet: keySet(t), Endpoint: "ws://platonic.example/channel/wallet"},
	} {
		if _, err := client.Wallet(platonic.WalletOptions{Channel: &options}); err == nil {
			t.Errorf("%+v", options)
		}
	}
}

// TestServiceChannelIsOpenedAcrossBreaks cuts the connection at each message of the handshake.
func TestServiceChannelIsOpenedAcrossBreaks(t *testing.T) {
	bob := openWallet(t, "bob", "")
	credentials, _ := openWalletWith(t, "ada", "100")
	gone := newProxy(t)
	gone.do(refuse, 0)
	for skipped := range int32(4) {
		p := newProxy(t)
		p.skipped.Store(skipped)
		p.do(cut, 1)
		ada := throughChannel(t, gone.address, p.address, credentials, keySet(t))
		outcome, err := ada.Pay(t.Context(), order(bob, "1"))
		expect(t, outcome, err, platonic.Completed, "")
	}
}

func TestServicePaymentsEndDefinitelyAcrossBreaksOfTheChannel(t *testing.T) {
	bob := openWallet(t, "bob", "")
	credentials, _ := openWalletWith(t, "ada", "100")
	p := newProxy(t)
	ada := throughChannel(t, p.address, p.address, credentials, keySet(t))
	completed := 0
	for number := range 6 {
		p.skipped.Store(int32(number))
		p.do(cut, 1)
		outcome, err := ada.Pay(t.Context(), order(bob, "1"))
		if err != nil || outcome.Kind != platonic.Completed && outcome.Kind != platonic.Failed {
			t.Fatalf("%+v, %v", outcome, err)
		}
		if outcome.Kind == platonic.Completed {
			completed++
		}
	}
	balances, err := bob.Balances(t.Context())
	if err != nil || balances["TOKEN_STANDARD"] != fmt.Sprint(completed) {
		t.Errorf("bob has %v, %v; %d payments are completed", balances, err, completed)
	}
}
