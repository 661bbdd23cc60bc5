package service_test

import (
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	platonic "github.com/platonic/platonic/clients/go"
	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"google.golang.org/protobuf/proto"
)

// harm is what a proxy does to connections.
type harm int32

const (
	none harm = iota
	// swallow takes answers away, and leaves the connection open.
	swallow
	// cut closes the connection when the answer comes.
	cut
	// refuse closes the connection before anything is sent.
	refuse
)

// proxy stands between a client and the service, and does harm.
type proxy struct {
	address string
	target  string
	harm    atomic.Int32
	// left is the number of answers that are harmed; skipped is the number of answers of each connection that are not.
	left, skipped atomic.Int32
	// open has the connections of clients.
	mutex sync.Mutex
	open  []net.Conn
}

// cutAll closes the connections of clients.
func (p *proxy) cutAll() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, conn := range p.open {
		_ = conn.Close()
	}
}

func newProxy(t *testing.T) *proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	p := &proxy{address: "http://" + listener.Addr().String(), target: strings.TrimPrefix(serviceURL(t), "http://")}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go p.serve(conn)
		}
	}()
	return p
}

func (p *proxy) do(harm harm, times int32) {
	p.left.Store(times)
	p.harm.Store(int32(harm))
}

func (p *proxy) serve(client net.Conn) {
	defer client.Close()
	if harm(p.harm.Load()) == refuse {
		return
	}
	p.mutex.Lock()
	p.open = append(p.open, client)
	p.mutex.Unlock()
	service, err := net.Dial("tcp", p.target)
	if err != nil {
		return
	}
	defer service.Close()
	go func() {
		_, _ = io.Copy(service, client)
		service.Close()
	}()
	buffer := make([]byte, 64<<10)
	for answers := int32(1); ; answers++ {
		length, err := service.Read(buffer)
		if err != nil {
			return
		}
		switch harm(p.harm.Load()) {
		case cut:
			if answers > p.skipped.Load() && p.left.Add(-1) >= 0 {
				return
			}
		case swallow:
			continue
		}
		if _, err := client.Write(buffer[:length]); err != nil {
			return
		}
	}
}

// openBehind opens the wallet of another one behind a proxy.
func openBehind(t *testing.T, p *proxy, credentials *platonic.Credentials, options platonic.WalletOptions) *platonic.Wallet {
	t.Helper()
	client, err := platonic.NewClient(p.address, platonic.WithCredentials(credentials), platonic.WithClientID("proxy"))
	if err != nil {
		t.Fatal(err)
	}
	wallet, err := client.Wallet(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(wallet.Close)
	return wallet
}

func TestServicePaymentsEndDefinitely(t *testing.T) {
	bob := openWallet(t, "bob", "")
	credentials, ada := openWalletWith(t, "ada", "100")
	paid := 0
	for _, test := range []struct {
		name  string
		harm  harm
		times int32
		heals time.Duration
	}{
		{"two answers are cut off", cut, 2, 0},
		{"all answers are cut off for a while", cut, 1 << 30, time.Second},
		{"answers vanish for a while", swallow, 0, time.Second},
		{"the service is gone for a while", refuse, 0, time.Second},
	} {
		p := newProxy(t)
		journal, err := platonic.NewFileJournal(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		wallet := openBehind(t, p, credentials, platonic.WalletOptions{Journal: journal, ConfirmTimeout: 3 * time.Second})
		if _, err := wallet.Balances(t.Context()); err != nil {
			t.Fatal(err)
		}
		p.do(test.harm, test.times)
		if test.heals > 0 {
			time.AfterFunc(test.heals, func() { p.do(none, 0) })
		}
		outcome, err := wallet.Pay(t.Context(), order(bob, "1"))
		if err != nil || outcome.Kind != platonic.Completed && outcome.Kind != platonic.Failed {
			t.Fatalf("%s: %+v, %v", test.name, outcome, err)
		}
		if outcome.Kind == platonic.Completed {
			paid++
		}
		answer, err := ada.Client().Transactions.ResolveTransaction(t.Context(), &walletv1.ResolveTransactionRequest{
			Sender: proto.String(ada.IdentityID()), TransactionId: &outcome.ID, Seal: proto.Bool(true),
		})
		if err != nil || answer.GetResult().GetSuccess() != (outcome.Kind == platonic.Completed) {
			t.Errorf("%s: %s, and the ledger says %v, %v", test.name, outcome.Kind, answer, err)
		}
		wallet.Acknowledge()
		if left, err := journal.List(); err != nil || len(left) != 0 {
			t.Errorf("%s: the journal has %v, %v", test.name, left, err)
		}
		t.Logf("%s: %s", test.name, outcome.Kind)
	}
	balances, err := bob.Balances(t.Context())
	if got := balances["TOKEN_STANDARD"]; err != nil || got != string(rune('0'+paid)) {
		t.Errorf("bob got %s, %v; %d payments are completed", got, err, paid)
	}
}

func TestServiceReconcilesWhatAnotherProcessHasLeft(t *testing.T) {
	bob := openWallet(t, "bob", "")
	credentials, _ := openWalletWith(t, "ada", "100")
	p := newProxy(t)
	folder := t.TempDir()
	journal, err := platonic.NewFileJournal(folder)
	if err != nil {
		t.Fatal(err)
	}
	told := make(chan platonic.Outcome, 1)
	wallet := openBehind(t, p, credentials, platonic.WalletOptions{
		Journal: journal, ConfirmTimeout: 500 * time.Millisecond, OnSettled: func(o platonic.Outcome) { told <- o },
	})
	if _, err := wallet.Balances(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.do(swallow, 0)
	outcome, err := wallet.Pay(t.Context(), order(bob, "1"))
	expect(t, outcome, err, platonic.Unresolved, "")
	wallet.Close()
	p.do(none, 0)
	again := openBehind(t, p, credentials, platonic.WalletOptions{Journal: journal})
	var failure *platonic.Error
	same := order(bob, "1")
	same.ID = outcome.ID
	if _, err := again.Pay(t.Context(), same); !errors.As(err, &failure) || failure.Reason != platonic.ReasonResourceConflict {
		t.Errorf("what is in the journal is replaced: %v", err)
	}
	outcomes, err := again.Reconcile(t.Context())
	if err != nil || len(outcomes) != 1 || outcomes[0].Kind != platonic.Completed {
		t.Errorf("%+v, %v", outcomes, err)
	}
	p.do(swallow, 0)
	outcome, err = openBehind(t, p, credentials, platonic.WalletOptions{
		ConfirmTimeout: 300 * time.Millisecond, OnSettled: func(o platonic.Outcome) { told <- o },
	}).Pay(t.Context(), order(bob, "1"))
	expect(t, outcome, err, platonic.Unresolved, "")
	p.do(none, 0)
	select {
	case late := <-told:
		if late.ID != outcome.ID || late.Kind == platonic.Unresolved {
			t.Errorf("told %+v", late)
		}
	case <-time.After(20 * time.Second):
		t.Error("nobody was told")
	}
}

func TestServiceReconcilesAnExchangeOfAnotherProcess(t *testing.T) {
	for isForwarded, want := range map[bool]platonic.Kind{true: platonic.Completed, false: platonic.Failed} {
		credentials, ada := openWalletWith(t, "ada", "100")
		p := newProxy(t)
		journal, err := platonic.NewFileJournal(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		wallet := openBehind(t, p, credentials, platonic.WalletOptions{Journal: journal, ConfirmTimeout: 500 * time.Millisecond})
		if _, err := wallet.Balances(t.Context()); err != nil {
			t.Fatal(err)
		}
		if isForwarded {
			p.do(swallow, 0)
		} else {
			p.do(refuse, 0)
			p.cutAll()
		}
		exchange := platonic.Exchange{From: platonic.TokenStandard, To: platonic.TokenMicro, Amount: "1"}
		told, err := wallet.Exchange(t.Context(), exchange)
		if err != nil || told.Kind != platonic.Unresolved {
			t.Fatalf("%+v, %v", told, err)
		}
		wallet.Close()
		p.do(none, 0)
		again := openBehind(t, p, credentials, platonic.WalletOptions{Journal: journal})
		exchange.ID = told.ID
		if _, err := again.Exchange(t.Context(), exchange); !errors.As(err, new(*platonic.Error)) {
			t.Errorf("what is in the journal is replaced: %v", err)
		}
		outcomes, err := again.Reconcile(t.Context())
		if err != nil || len(outcomes) != 1 || outcomes[0].Kind != want || outcomes[0].ID != told.ID || outcomes[0].Exchange == nil {
			t.Fatalf("%+v, %v; want %s", outcomes, err, want)
		}
		if want == platonic.Completed && outcomes[0].Exchange.GetExactTargetAmount() == "" {
			t.Errorf("%+v", outcomes[0].Exchange)
		}
		balances, err := ada.Balances(t.Context())
		if got := map[string]platonic.Kind{"99": platonic.Completed, "100": platonic.Failed}[balances["TOKEN_STANDARD"]]; err != nil || got != want {
			t.Errorf("%v, %v", balances, err)
		}
		again.Acknowledge()
		if left, err := journal.List(); err != nil || len(left) != 0 {
			t.Errorf("the journal has %v, %v", left, err)
		}
	}
}

func TestServiceTellsEventsAcrossBreaks(t *testing.T) {
	credentials, bob := openWalletWith(t, "bob", "")
	ada := openWallet(t, "ada", "100")
	p := newProxy(t)
	behind := openBehind(t, p, credentials, platonic.WalletOptions{})
	done := make(chan struct{})
	defer close(done)
	go func() {
		for range 20 {
			if _, err := ada.Pay(t.Context(), order(bob, "1")); err != nil {
				return
			}
			p.do(cut, 1)
			select {
			case <-time.After(50 * time.Millisecond):
			case <-done:
				return
			}
		}
	}()
	last, count := int64(0), 0
	for event, err := range behind.Events(t.Context(), platonic.EventOptions{FromStart: true, Heartbeat: time.Second}) {
		if err != nil || event.Entry.GetSequence() <= last {
			t.Fatalf("%v after %d, %v", event, last, err)
		}
		last = event.Entry.GetSequence()
		if count++; count == 20 {
			break
		}
	}
}
