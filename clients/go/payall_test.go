package platonic

import (
	"context"
	"crypto/ed25519"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"google.golang.org/protobuf/proto"
)

// fakeBatches answers groups of orders by a function, and notes their ids.
type fakeBatches struct {
	mutex sync.Mutex
	// sent has the ids of the orders of each group, in the order in which they came.
	sent [][]string
	// on says why the n-th group that comes, from 1, gets no answer; nil for an answer.
	on func(ctx context.Context, n int, ids []string) error
}

func (b *fakeBatches) transfer(ctx context.Context, operation Operation) ([]*walletv1.TransactionResult, error) {
	var orders walletv1.TransferOrders
	if err := proto.Unmarshal(operation.Order, &orders); err != nil {
		return nil, err
	}
	var ids []string
	var results []*walletv1.TransactionResult
	for _, order := range orders.GetOrders() {
		ids = append(ids, order.GetId())
		results = append(results, &walletv1.TransactionResult{TransactionId: order.GetId(), Status: completed.Status})
	}
	b.mutex.Lock()
	b.sent = append(b.sent, ids)
	n := len(b.sent)
	b.mutex.Unlock()
	if b.on != nil {
		if err := b.on(ctx, n, ids); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// count is how many groups have come.
func (b *fakeBatches) count() int {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return len(b.sent)
}

// wallet returns a wallet that pays through the ledger.
func (b *fakeBatches) wallet(t *testing.T) *Wallet {
	p := new(fakeLedger).payments(t)
	p.transferBatch = b.transfer
	return &Wallet{
		client: &Client{lifetime: p.lifetime}, payments: p,
		credentials: &Credentials{IdentityID: NewID(), KeyID: "key", Key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))},
	}
}

func newOrder() Order {
	return Order{ID: NewID(), Recipient: NewID(), TokenType: TokenStandard, Amount: "1"}
}

func newOrders(count int) (orders []Order) {
	for range count {
		orders = append(orders, newOrder())
	}
	return orders
}

// sequence yields orders, and then does what is left to do.
func sequence(orders []Order, after ...func(yield func(Order, error) bool)) iter.Seq2[Order, error] {
	return func(yield func(Order, error) bool) {
		for _, order := range orders {
			if !yield(order, nil) {
				return
			}
		}
		for _, act := range after {
			act(yield)
		}
	}
}

func idsOfOrders(orders []Order) (ids []string) {
	for _, order := range orders {
		ids = append(ids, order.ID)
	}
	return ids
}

// payAll pays all orders, and returns the ids of the outcomes before the first error.
func payAll(t *testing.T, w *Wallet, orders iter.Seq2[Order, error]) (ids []string, last error) {
	t.Helper()
	for outcome, err := range w.PayAll(t.Context(), orders) {
		if err != nil {
			return ids, err
		}
		if outcome.Kind != Completed {
			t.Errorf("%+v", outcome)
		}
		ids = append(ids, outcome.ID)
	}
	return ids, nil
}

// keptIn returns the ids of the operations in the journal of a wallet.
func keptIn(w *Wallet) []string {
	operations, _ := w.payments.journal.List()
	return idsOf(operations)
}

func TestAtMostFourGroupsAreReadAndSentAheadOfTheCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := new(fakeBatches)
		wallet := ledger.wallet(t)
		var read atomic.Int32
		var hasEnded atomic.Bool
		endless := func(yield func(Order, error) bool) {
			defer hasEnded.Store(true)
			for read.Add(1); yield(newOrder(), nil); read.Add(1) {
			}
		}
		told := 0
		for _, err := range wallet.PayAll(t.Context(), endless) {
			if err != nil {
				t.Fatal(err)
			}
			told++
			synctest.Wait()
			if begun := 4 + (told-1)/ordersMax; ledger.count() != begun || int(read.Load()) != begun*ordersMax {
				t.Fatalf("%d were told, %d read; %d groups have come", told, read.Load(), ledger.count())
			}
			if told == 2*ordersMax+1 {
				break
			}
		}
		synctest.Wait()
		if !hasEnded.Load() {
			t.Error("orders are read for nobody")
		}
	})
}

func TestOutcomesAreToldWhileTheirSourceStalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wallet := new(fakeBatches).wallet(t)
		stalled := make(chan struct{})
		defer close(stalled)
		told := 0
		for range wallet.PayAll(t.Context(), sequence(newOrders(ordersMax+1), func(func(Order, error) bool) { <-stalled })) {
			if told++; told == ordersMax {
				return
			}
		}
	})
}

func TestOutcomesHaveTheSequenceOfTheirOrders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		orders := newOrders(5 * ordersMax / 2)
		wallet := (&fakeBatches{on: func(_ context.Context, _ int, ids []string) error {
			if ids[0] == orders[0].ID {
				time.Sleep(time.Second)
			}
			return nil
		}}).wallet(t)
		ids, err := payAll(t, wallet, sequence(orders))
		if err != nil || !slices.Equal(ids, idsOfOrders(orders)) {
			t.Errorf("%d outcomes, %v", len(ids), err)
		}
		if kept := keptIn(wallet); len(kept) != 0 {
			t.Errorf("the journal has %v", kept)
		}
	})
}

func TestAGroupStaysInTheJournalUntilWhatFollowsIsAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wallet := new(fakeBatches).wallet(t)
		orders := newOrders(ordersMax + 1)
		told := 0
		for _, err := range wallet.PayAll(t.Context(), sequence(orders)) {
			if err != nil {
				t.Fatal(err)
			}
			told++
			synctest.Wait()
			kept := keptIn(wallet)
			if slices.Contains(kept, orders[0].ID) != (told <= ordersMax) || !slices.Contains(kept, orders[ordersMax].ID) {
				t.Fatalf("after %d outcomes the journal has %v", told, kept)
			}
		}
	})
}

func TestWhatWasNotToldWhollyIsTakenOverOrReconciled(t *testing.T) {
	for name, journal := range map[string]Journal{"memory": NewMemoryJournal(), "overwriting": overwriting{map[string]Operation{}}} {
		synctest.Test(t, func(t *testing.T) {
			ledger := new(fakeBatches)
			wallet := ledger.wallet(t)
			wallet.payments.journal = journal
			orders := newOrders(ordersMax + 1)
			for range 2 {
				for range wallet.PayAll(t.Context(), sequence(orders)) {
					synctest.Wait()
					break
				}
				if kept := keptIn(wallet); len(kept) != 2 {
					t.Errorf("%s: the journal has %v", name, kept)
				}
			}
			other := newOrder()
			other.ID = orders[0].ID
			if _, err := payAll(t, wallet, sequence([]Order{other})); reasonOfError(err) != ReasonResourceConflict || !strings.Contains(err.Error(), "Reconcile") {
				t.Errorf("%s: what is in the journal is replaced: %v", name, err)
			}
			outcomes, err := wallet.Reconcile(t.Context())
			if err != nil || len(outcomes) != len(orders) || outcomes[0].Kind != Completed {
				t.Errorf("%s: %d outcomes, %v", name, len(outcomes), err)
			}
			if again, err := wallet.Reconcile(t.Context()); err != nil || len(again) != 0 {
				t.Errorf("%s: %d outcomes are told again, %v", name, len(again), err)
			}
			if kept := keptIn(wallet); len(kept) != 2 {
				t.Errorf("%s: after it was told the journal has %v", name, kept)
			}
			if _, err := payAll(t, wallet, sequence([]Order{other})); err != nil {
				t.Errorf("%s: an id that was told is refused: %v", name, err)
			}
			wallet.Acknowledge()
			if kept := keptIn(wallet); len(kept) != 0 {
				t.Errorf("%s: the journal has %v", name, kept)
			}
		})
	}
}

func TestAFailureComesAfterTheOutcomesBeforeItAndNothingIsReadAfterIt(t *testing.T) {
	for want, failure := range map[Reason]*Error{
		ReasonStateInvalid:     {Reason: ReasonStateInvalid, Message: "the wallet is frozen"},
		ReasonParameterInvalid: {Reason: ReasonParameterInvalid, Parameter: "orders[7].amount", Message: "orders[7].amount is no amount"},
		ReasonUnreachable:      errLost,
	} {
		synctest.Test(t, func(t *testing.T) {
			orders := newOrders(3 * ordersMax)
			ledger := &fakeBatches{on: func(_ context.Context, _ int, ids []string) error {
				if ids[0] == orders[ordersMax].ID {
					return failure
				}
				time.Sleep(time.Hour)
				return nil
			}}
			wallet := ledger.wallet(t)
			var read atomic.Int32
			ids, err := payAll(t, wallet, sequence(orders, func(yield func(Order, error) bool) {
				for yield(newOrder(), nil) {
					read.Add(1)
					time.Sleep(time.Minute)
				}
			}))
			if reasonOfError(err) != want || !slices.Equal(ids, idsOfOrders(orders[:ordersMax])) {
				t.Errorf("%d outcomes, %v", len(ids), err)
			}
			time.Sleep(time.Hour)
			isKept := slices.Contains(keptIn(wallet), orders[ordersMax].ID)
			if isKept == (want == ReasonParameterInvalid) {
				t.Errorf("the journal keeps what failed by %s: %v", want, isKept)
			}
			if want == ReasonParameterInvalid && (err.(*Error).Parameter != "orders[1007].amount" || !strings.HasPrefix(err.(*Error).Message, "orders[1007]")) {
				t.Error(err)
			}
			if want != ReasonUnreachable && read.Load() > 1 {
				t.Errorf("%d orders are read after the failure", read.Load())
			}
		})
	}
}

func TestTheErrorOfASourceIsThatOfItsOrders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wallet := new(fakeBatches).wallet(t)
		torn := errors.New("the tape is torn")
		ids, err := payAll(t, wallet, sequence(newOrders(ordersMax+1), func(yield func(Order, error) bool) { yield(Order{}, torn) }))
		if err != torn || len(ids) != ordersMax {
			t.Errorf("%d outcomes, %v", len(ids), err)
		}
	})
}

func TestGroupsOfTheSameOrdersHaveTheSameBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		orders := newOrders(5 * ordersMax / 2)
		for place := range orders[ordersMax:] {
			orders[ordersMax+place].Description = strings.Repeat("é", 1000)
		}
		split := func() (operations []Operation) {
			ledger := new(fakeBatches)
			wallet := ledger.wallet(t)
			wallet.credentials.IdentityID = "01920000-0000-7000-8000-0000000000ad"
			wallet.payments.transferBatch = func(ctx context.Context, operation Operation) ([]*walletv1.TransactionResult, error) {
				ledger.mutex.Lock()
				operations = append(operations, operation)
				ledger.mutex.Unlock()
				return ledger.transfer(ctx, operation)
			}
			if ids, err := payAll(t, wallet, sequence(orders)); err != nil || len(ids) != len(orders) {
				t.Errorf("%d outcomes, %v", len(ids), err)
			}
			slices.SortFunc(operations, func(a, b Operation) int { return strings.Compare(a.ID, b.ID) })
			time.Sleep(time.Hour) // The orders have other ages then.
			return operations
		}
		first, second := split(), split()
		for place, operation := range first {
			if !operation.IsBatch || string(operation.Order) != string(second[place].Order) || len(operation.Order) > groupBytesMax {
				t.Errorf("group %d has %d bytes, and then %d", place, len(operation.Order), len(second[place].Order))
			}
		}
		if len(first) != 5 {
			t.Errorf("there are %d groups", len(first))
		}
	})
}

func TestAGroupUnderWayIsNotTakenTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wallet := (&fakeBatches{on: func(context.Context, int, []string) error { time.Sleep(time.Second); return nil }}).wallet(t)
		orders := newOrders(1)
		paid := make(chan struct{})
		go func() {
			defer close(paid)
			if ids, err := payAll(t, wallet, sequence(orders)); err != nil || len(ids) != 1 {
				t.Errorf("%v, %v", ids, err)
			}
		}()
		synctest.Wait()
		if _, err := payAll(t, wallet, sequence(orders)); reasonOfError(err) != ReasonResourceConflict {
			t.Errorf("it is taken: %v", err)
		}
		if outcomes, err := wallet.Reconcile(t.Context()); err != nil || len(outcomes) != 0 {
			t.Errorf("%v, %v", outcomes, err)
		}
		<-paid
	})
}

func TestAGroupWaitsAsOftenAsTheServiceAsks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &fakeBatches{on: func(_ context.Context, n int, _ []string) error {
			if n <= 20 {
				return &Error{Reason: ReasonRateLimitExceeded, RetryAfter: 10 * time.Second}
			}
			return nil
		}}
		began := time.Now()
		if ids, err := payAll(t, ledger.wallet(t), sequence(newOrders(1))); err != nil || len(ids) != 1 {
			t.Errorf("%v, %v", ids, err)
		}
		if took := time.Since(began); took != 200*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

func TestAGroupWithoutAnAnswerIsSentAgainForTheConfirmTimeout(t *testing.T) {
	for name, failure := range map[string]error{"lost": errLost, "partial": nil} {
		synctest.Test(t, func(t *testing.T) {
			ledger := &fakeBatches{on: func(context.Context, int, []string) error { return failure }}
			wallet := ledger.wallet(t)
			if failure == nil {
				wallet.payments.transferBatch = func(ctx context.Context, operation Operation) ([]*walletv1.TransactionResult, error) {
					results, err := ledger.transfer(ctx, operation)
					results[1] = pending
					return results, err
				}
			}
			began := time.Now()
			ids, err := payAll(t, wallet, sequence(newOrders(2)))
			want := map[string]Reason{"lost": ReasonUnreachable, "partial": ReasonUnknown}[name]
			took := time.Since(began)
			if reasonOfError(err) != want || len(ids) != 0 || ledger.count() < 5 || took > 30*time.Second || took < 10*time.Second {
				t.Errorf("%s: sent %d times, for %v: %v", name, ledger.count(), took, err)
			}
			if kept := keptIn(wallet); len(kept) != 1 {
				t.Errorf("%s: the journal has %v", name, kept)
			}
		})
	}
}

func TestAClosingEndsOrdersInBulk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wallet := (&fakeBatches{on: func(ctx context.Context, _ int, _ []string) error {
			<-ctx.Done()
			return contextError(ctx)
		}}).wallet(t)
		time.AfterFunc(time.Second, func() { wallet.payments.lifetime.End(closed("wallet")) })
		began := time.Now()
		for range 2 {
			if _, err := payAll(t, wallet, sequence(newOrders(2))); reasonOfError(err) != ReasonStateInvalid || time.Since(began) != time.Second {
				t.Errorf("after %v: %v", time.Since(began), err)
			}
		}
		if kept := keptIn(wallet); len(kept) != 1 {
			t.Errorf("the journal has %v", kept)
		}
	})
}

func TestReconcileTellsNothingBeforeItTellsEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lost string
		ledger := &fakeBatches{on: func(_ context.Context, _ int, ids []string) error {
			if ids[0] == lost {
				return errLost
			}
			return nil
		}}
		wallet := ledger.wallet(t)
		for _, orders := range [][]Order{newOrders(2), newOrders(3)} {
			for range wallet.PayAll(t.Context(), sequence(orders)) {
				break
			}
			lost = orders[0].ID
		}
		payment, err := serialize(&walletv1.TransferOrder{Sender: &wallet.credentials.IdentityID})
		if err := errors.Join(err, wallet.payments.journal.Put(Operation{ID: "1", Order: payment})); err != nil {
			t.Fatal(err)
		}
		wallet.payments.void = func(context.Context, Operation) (Outcome, error) {
			time.Sleep(2 * toldTime)
			if kept := keptIn(wallet); len(kept) != 3 {
				t.Errorf("before anything was told the journal has %v", kept)
			}
			return outcomeOf("1", completed), nil
		}
		outcomes, err := wallet.Reconcile(t.Context())
		kinds := map[Kind]int{}
		for _, outcome := range outcomes {
			kinds[outcome.Kind]++
		}
		if err != nil || kinds[Completed] != 3 || kinds[Unresolved] != 3 {
			t.Errorf("%v, %v", kinds, err)
		}
		wallet.Acknowledge()
		if kept := keptIn(wallet); !slices.Equal(kept, []string{lost}) {
			t.Errorf("the journal has %v", kept)
		}
		lost = ""
		if outcomes, err := wallet.Reconcile(t.Context()); err != nil || len(outcomes) != 3 || outcomes[0].Kind != Completed {
			t.Errorf("%v, %v", outcomes, err)
		}
	})
}

func TestABatchIsOfTheSenderOfItsFirstOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ada, bob := new(fakeBatches).wallet(t), new(fakeBatches).wallet(t)
		for range ada.PayAll(t.Context(), sequence(newOrders(2))) {
			break
		}
		bob.payments.journal = ada.payments.journal
		if outcomes, err := bob.Reconcile(t.Context()); err != nil || len(outcomes) != 0 {
			t.Errorf("bob settles ada's orders: %v, %v", outcomes, err)
		}
		if outcomes, err := ada.Reconcile(t.Context()); err != nil || len(outcomes) != 2 {
			t.Errorf("%v, %v", outcomes, err)
		}
	})
}
