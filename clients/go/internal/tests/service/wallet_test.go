package service_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	platonic "github.com/platonic/platonic/clients/go"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"google.golang.org/protobuf/proto"
)

// openWallet makes an identity with a wallet, and gives it standard tokens.
func openWallet(t *testing.T, name, amount string) *platonic.Wallet {
	t.Helper()
	_, wallet := openWalletWith(t, name, amount)
	return wallet
}

// openWalletWith returns the credentials, too.
func openWalletWith(t *testing.T, name, amount string) (*platonic.Credentials, *platonic.Wallet) {
	t.Helper()
	credentials := register(t, name)
	client := newClient(t, registrar()...)
	wallet, err := client.Wallet(platonic.WalletOptions{Credentials: credentials})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(wallet.Close)
	if err := wallet.Create(t.Context()); err != nil {
		t.Fatal(err)
	}
	if amount != "" {
		money := platonic.Deposit{IdentityID: wallet.IdentityID(), TokenType: platonic.TokenStandard, Amount: amount}
		money.DepositID = platonic.NewID()
		// The second one is the first, by its id.
		for range 2 {
			booked, err := client.Deposit(t.Context(), money)
			if err != nil || booked.GetExactAmount() != amount || booked.GetId() != money.DepositID {
				t.Fatalf("%v, %v", booked, err)
			}
		}
	}
	return credentials, wallet
}

func expect(t *testing.T, outcome platonic.Outcome, err error, kind platonic.Kind, errorCode string) platonic.Outcome {
	t.Helper()
	if err != nil || outcome.Kind != kind || outcome.ErrorCode() != errorCode {
		t.Fatalf("%+v %s, %v; want %s %s", outcome, outcome.ErrorCode(), err, kind, errorCode)
	}
	return outcome
}

func keySet(t *testing.T) []byte {
	t.Helper()
	keySet, err := newClient(t).KeySet(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return keySet
}

func order(to *platonic.Wallet, amount string) platonic.Order {
	return platonic.Order{Recipient: to.IdentityID(), TokenType: platonic.TokenStandard, Amount: amount}
}

func TestServicePaysAndProvesIt(t *testing.T) {
	ada, bob := openWallet(t, "ada", "100"), openWallet(t, "bob", "")
	outcome, err := ada.Pay(t.Context(), order(bob, "12.5"))
	paid := expect(t, outcome, err, platonic.Completed, "")
	outcome, err = ada.Pay(t.Context(), order(bob, "1000"))
	expect(t, outcome, err, platonic.Failed, "INSUFFICIENT_FUNDS")
	outcome, err = ada.Pay(t.Context(), order(bob, "1,5"))
	expect(t, outcome, err, platonic.Failed, "INVALID_TRANSACTION")
	var failure *platonic.Error
	long := order(bob, "1")
	long.Description = strings.Repeat("x", 5000)
	if _, err := ada.Pay(t.Context(), long); !errors.As(err, &failure) || failure.Reason != platonic.ReasonParameterInvalid {
		t.Errorf("an order that is too long: %v", err)
	}
	receipt, err := bob.Receipt(t.Context(), paid.ID, keySet(t))
	if err != nil || receipt.Order.Amount != "12.5" || receipt.ConfirmationCode != paid.Result.GetConfirmationCode() {
		t.Fatalf("%+v, %v", receipt, err)
	}
	balances, err := bob.Balances(t.Context())
	if err != nil || balances["TOKEN_STANDARD"] != "12.5" {
		t.Errorf("%v, %v", balances, err)
	}
	outcome, err = bob.Reverse(t.Context(), platonic.Reversal{TransactionID: paid.ID, Amount: "2"})
	expect(t, outcome, err, platonic.Completed, "")
	outcome, err = bob.Reverse(t.Context(), platonic.Reversal{TransactionID: paid.ID})
	expect(t, outcome, err, platonic.Completed, "")
	if _, err := bob.Reverse(t.Context(), platonic.Reversal{TransactionID: paid.ID}); !errors.As(err, &failure) ||
		failure.Reason != platonic.ReasonStateInvalid {
		t.Errorf("more is given back than there was: %v", err)
	}
	entries := 0
	for entry, err := range bob.History(t.Context()) {
		if err != nil || entry.GetSequence() == 0 {
			t.Fatal(err)
		}
		entries++
	}
	if entries != 3 {
		t.Errorf("bob has %d entries", entries)
	}
}

func TestServicePaysManyAndLinked(t *testing.T) {
	ada, bob := openWallet(t, "ada", "100"), openWallet(t, "bob", "")
	outcomes, err := ada.PayMany(t.Context(), []platonic.Order{order(bob, "1"), order(bob, "500"), order(bob, "2")})
	if err != nil || len(outcomes) != 3 {
		t.Fatalf("%v, %v", outcomes, err)
	}
	expect(t, outcomes[0], nil, platonic.Completed, "")
	expect(t, outcomes[1], nil, platonic.Failed, "INSUFFICIENT_FUNDS")
	expect(t, outcomes[2], nil, platonic.Completed, "")
	outcomes, err = ada.PayLinked(t.Context(), []platonic.Order{order(bob, "1"), order(bob, "500")})
	if err != nil || len(outcomes) != 2 {
		t.Fatalf("%v, %v", outcomes, err)
	}
	expect(t, outcomes[0], nil, platonic.Failed, "LINKED_FAILED")
	expect(t, outcomes[1], nil, platonic.Failed, "INSUFFICIENT_FUNDS")
	outcomes, err = ada.PayLinked(t.Context(), []platonic.Order{order(bob, "1"), order(bob, "2")})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, outcomes[1], nil, platonic.Completed, "")
}

func TestServiceHoldsCapturesAndReleases(t *testing.T) {
	ada, bob := openWallet(t, "ada", "100"), openWallet(t, "bob", "")
	outcome, err := ada.Hold(t.Context(), order(bob, "20"), time.Now().Add(time.Hour))
	held := expect(t, outcome, err, platonic.Held, "")
	outcome, err = bob.Capture(t.Context(), platonic.Capture{
		HoldID: held.ID, TokenType: platonic.TokenStandard, Amount: "7.5", KeepRest: true,
	})
	captured := expect(t, outcome, err, platonic.Completed, "")
	outcome, err = bob.Release(t.Context(), platonic.Release{HoldID: held.ID})
	released := expect(t, outcome, err, platonic.Completed, "")
	outcome, err = bob.Release(t.Context(), platonic.Release{HoldID: held.ID})
	expect(t, outcome, err, platonic.Failed, "HOLD_ENDED")
	for _, id := range []string{held.ID, captured.ID, released.ID} {
		if receipt, err := bob.Receipt(t.Context(), id, keySet(t)); err != nil || receipt.Order == nil {
			t.Errorf("%+v, %v", receipt, err)
		}
	}
}

func TestServiceExchanges(t *testing.T) {
	ada := openWallet(t, "ada", "100")
	exchange := platonic.Exchange{From: platonic.TokenStandard, To: platonic.TokenMicro, Amount: "1", ID: platonic.NewID()}
	first, err := ada.Exchange(t.Context(), exchange)
	if err != nil || first.Kind != platonic.Completed || first.Received() == "" {
		t.Fatalf("%+v, %v", first, err)
	}
	again, err := ada.Exchange(t.Context(), exchange)
	if err != nil || again.Received() != first.Received() {
		t.Errorf("%+v, %v", again, err)
	}
	exchange.ID, exchange.Amount = "", "1000"
	if failed, err := ada.Exchange(t.Context(), exchange); err != nil || failed.ErrorCode() != "INSUFFICIENT_FUNDS" {
		t.Errorf("%+v, %v", failed, err)
	}
}

func TestServiceAnswersInPages(t *testing.T) {
	ada, bob := openWallet(t, "ada", "100"), openWallet(t, "bob", "")
	var orders []platonic.Order
	for range 7 {
		orders = append(orders, order(bob, "1"))
	}
	if _, err := ada.PayMany(t.Context(), orders); err != nil {
		t.Fatal(err)
	}
	request := &walletv1.ListLedgerEntriesRequest{IdentityId: proto.String(bob.IdentityID()), PageSize: proto.Int32(3)}
	list := bob.Client().Wallets.ListLedgerEntries
	entries, last := 0, int64(0)
	for entry, err := range platonic.Pages[*walletv1.LedgerEntry](t.Context(), list, request) {
		if err != nil || entry.GetSequence() == last {
			t.Fatal(entry, err)
		}
		entries, last = entries+1, entry.GetSequence()
	}
	if entries != 7 {
		t.Errorf("%d entries", entries)
	}
	for _, err := range platonic.Pages[*walletv1.Hold](t.Context(), list, request) {
		if err == nil {
			t.Error("entries are no holds")
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range bob.History(ctx) {
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
}

func TestServiceTellsEvents(t *testing.T) {
	ada, bob := openWallet(t, "ada", "100"), openWallet(t, "bob", "")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	go func() {
		for range 3 {
			if _, err := ada.Pay(ctx, order(bob, "1")); err != nil && ctx.Err() == nil {
				t.Error(err)
			}
		}
	}()
	var cursors []string
	for event, err := range bob.Events(ctx, platonic.EventOptions{FromStart: true, Heartbeat: time.Second}) {
		if err != nil {
			t.Fatal(err)
		}
		if cursors = append(cursors, event.Cursor); len(cursors) == 3 {
			break
		}
	}
	for event, err := range bob.Events(ctx, platonic.EventOptions{Cursor: cursors[1]}) {
		if err != nil || event.Cursor != cursors[2] {
			t.Errorf("%+v, %v", event, err)
		}
		break
	}
	for _, err := range bob.Events(ctx, platonic.EventOptions{Cursor: "AgAAAAAAAAABAAAAAAAAAAAA"}) {
		failure := new(platonic.Error)
		if !errors.As(err, &failure) || failure.Reason != platonic.ReasonStateInvalid {
			t.Errorf("a cursor of another ledger: %v", err)
		}
	}
}
