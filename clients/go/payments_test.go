package platonic

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/lifetimes"
)

var (
	errLost    = &Error{Reason: ReasonUnreachable, Message: "the answer is lost"}
	errRefused = &Error{Reason: ReasonParameterInvalid, Message: "the order is wrong"}
)

// fakeLedger answers sends and voids by functions, and notes when they came.
type fakeLedger struct {
	began   time.Time
	mutex   sync.Mutex
	sends   []time.Duration
	voids   []time.Duration
	settled []Outcome
	// onSend and onVoid answer the n-th send or void, from 1.
	onSend func(ctx context.Context, n int) (*walletv1.TransactionResult, error)
	onVoid func(ctx context.Context, n int) (*walletv1.TransactionResult, error)
}

func (l *fakeLedger) send(ctx context.Context) ([]Outcome, error) {
	l.mutex.Lock()
	l.sends = append(l.sends, time.Since(l.began))
	n := len(l.sends)
	l.mutex.Unlock()
	result, err := l.onSend(ctx, n)
	return []Outcome{outcomeOf("1", result)}, err
}

func (l *fakeLedger) void(ctx context.Context, operation Operation) (Outcome, error) {
	l.mutex.Lock()
	l.voids = append(l.voids, time.Since(l.began))
	n := len(l.voids)
	l.mutex.Unlock()
	result, err := l.onVoid(ctx, n)
	return outcomeOf(operation.ID, result), err
}

func (l *fakeLedger) payments(t *testing.T) *payments {
	l.began = time.Now()
	lifetime := lifetimes.New(nil)
	t.Cleanup(func() { lifetime.End(closed("wallet")) })
	p := &payments{
		journal:        NewMemoryJournal(),
		confirmTimeout: 30 * time.Second,
		retries:        3,
		void:           l.void,
		onSettled: func(outcome Outcome) {
			l.mutex.Lock()
			defer l.mutex.Unlock()
			l.settled = append(l.settled, outcome)
		},
		logger:   slog.Default(),
		lifetime: lifetime,
		active:   map[string]bool{},
		groups:   map[*group]bool{},
		endUse:   func() error { return nil },
	}
	p.told = newToldOperations(p.remove, p.logger)
	lifetime.AtEnd(p.close)
	return p
}

func result(status walletv1.TransactionStatus) *walletv1.TransactionResult {
	return &walletv1.TransactionResult{Status: status}
}

var (
	completed = result(walletv1.TransactionStatus_TRANSACTION_STATUS_COMPLETED)
	failed    = result(walletv1.TransactionStatus_TRANSACTION_STATUS_FAILED)
	pending   = result(walletv1.TransactionStatus_TRANSACTION_STATUS_PENDING)
)

func lost(context.Context, int) (*walletv1.TransactionResult, error) { return nil, errLost }
func silent(ctx context.Context, _ int) (*walletv1.TransactionResult, error) {
	<-ctx.Done()
	return nil, contextError(ctx)
}

// from answers with a failure before the n-th call, and with a result from then on.
func from(n int, result *walletv1.TransactionResult) func(context.Context, int) (*walletv1.TransactionResult, error) {
	return func(ctx context.Context, call int) (*walletv1.TransactionResult, error) {
		if call < n {
			return nil, errLost
		}
		return result, nil
	}
}

// expectTold checks what the caller was told after its call had returned.
func (l *fakeLedger) expectTold(t *testing.T, want ...Kind) {
	t.Helper()
	l.mutex.Lock()
	defer l.mutex.Unlock()
	var kinds []Kind
	for _, outcome := range l.settled {
		kinds = append(kinds, outcome.Kind)
	}
	if !slices.Equal(kinds, want) {
		t.Errorf("told %v; want %v", kinds, want)
	}
}

// pay pays one order, and checks what the caller is told and what remains in the journal when that is acknowledged.
func (l *fakeLedger) pay(t *testing.T, p *payments, want Kind, journaled int) {
	t.Helper()
	outcomes, err := p.run(t.Context(), []Operation{{ID: "1"}}, l.send)
	if err != nil || len(outcomes) != 1 || outcomes[0].Kind != want {
		t.Fatalf("%+v, %v; want %s", outcomes, err, want)
	}
	p.told.clear()
	expectJournaled(t, p, journaled)
}

func expectJournaled(t *testing.T, p *payments, count int) {
	t.Helper()
	operations, _ := p.journal.List()
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if len(operations) != count || len(p.active) != count {
		t.Errorf("the journal has %d operations, %d are active; want %d", len(operations), len(p.active), count)
	}
}

func TestAPaymentIsSettledByItsAnswer(t *testing.T) {
	for want, answer := range map[Kind]*walletv1.TransactionResult{
		Completed: completed, Failed: failed, Held: result(walletv1.TransactionStatus_TRANSACTION_STATUS_HELD),
	} {
		synctest.Test(t, func(t *testing.T) {
			ledger := &fakeLedger{onSend: from(1, answer)}
			p := ledger.payments(t)
			ledger.pay(t, p, want, 0)
			ledger.expectTold(t)
			if len(ledger.voids) != 0 {
				t.Errorf("voided at %v", ledger.voids)
			}
		})
	}
}

func TestAPaymentWhoseAnswerIsLostIsSentAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &fakeLedger{onSend: from(4, completed)}
		ledger.pay(t, ledger.payments(t), Completed, 0)
		wholes := []time.Duration{100 * time.Millisecond, 200 * time.Millisecond, 400 * time.Millisecond}
		for place, whole := range wholes {
			if wait := ledger.sends[place+1] - ledger.sends[place]; wait < whole/2 || wait > whole {
				t.Errorf("wait %d is %v", place, wait)
			}
		}
	})
}

func TestAPaymentWithoutAnAnswerIsVoided(t *testing.T) {
	for name, onSend := range map[string]func(context.Context, int) (*walletv1.TransactionResult, error){
		"lost": lost, "silent": silent, "pending": from(1, pending),
	} {
		for want, answer := range map[Kind]*walletv1.TransactionResult{Completed: completed, Failed: failed} {
			synctest.Test(t, func(t *testing.T) {
				ledger := &fakeLedger{onSend: onSend, onVoid: from(3, answer)}
				ledger.pay(t, ledger.payments(t), want, 0)
				if name != "silent" && len(ledger.sends) != 4 || len(ledger.voids) != 3 {
					t.Errorf("%s: sent %v, voided %v", name, ledger.sends, ledger.voids)
				}
			})
		}
	}
}

func TestAPaymentIsUnresolvedUntilTheLedgerAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &fakeLedger{onSend: silent, onVoid: from(100, completed)}
		p := ledger.payments(t)
		ledger.pay(t, p, Unresolved, 1)
		if took := time.Since(ledger.began); took != time.Minute {
			t.Errorf("the caller waited for %v", took)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		ledger.expectTold(t, Completed)
		expectJournaled(t, p, 0)
	})
}

func TestOnlyARefusalOfTheOnlyAttemptIsAnError(t *testing.T) {
	for _, test := range []struct {
		name     string
		failures []*Error
		refused  bool
	}{
		{"a fault of the order", []*Error{errRefused}, true},
		{"a fault of a repetition", []*Error{errLost, errRefused}, false},
		{"no session", []*Error{{Reason: ReasonInvalidAPIKey, wasNotSent: true}}, true},
		{"a session that ended", []*Error{{Reason: ReasonInvalidAPIKey}}, false},
		{"no session in time", []*Error{{Reason: ReasonRateLimitExceeded, RetryAfter: time.Hour, wasNotSent: true}}, true},
		{"no session yet", []*Error{{Reason: ReasonRateLimitExceeded, RetryAfter: time.Millisecond, wasNotSent: true}}, false},
		{"too many payments", []*Error{{Reason: ReasonRateLimitExceeded, RetryAfter: time.Hour}}, false},
		{"no way to a session", []*Error{{Reason: ReasonUnreachable, wasNotSent: true}}, false},
		{"a bug", []*Error{{Reason: ReasonInternal}}, false},
		{"a copy", []*Error{{Reason: ReasonParameterInvalid, wasSentAgain: true}}, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			ledger := &fakeLedger{onVoid: from(1, failed)}
			ledger.onSend = func(_ context.Context, n int) (*walletv1.TransactionResult, error) {
				return nil, test.failures[min(n, len(test.failures))-1]
			}
			p := ledger.payments(t)
			outcomes, err := p.run(t.Context(), []Operation{{ID: "1"}}, ledger.send)
			if test.refused != (err != nil) || !test.refused && outcomes[0].Kind != Failed {
				t.Errorf("%s: %v, %v", test.name, outcomes, err)
			}
			if !test.refused {
				p.told.clear()
			}
			expectJournaled(t, p, 0)
		})
	}
}

func TestTheServiceSaysHowLongToWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &fakeLedger{}
		ledger.onSend = func(ctx context.Context, n int) (*walletv1.TransactionResult, error) {
			if n == 1 {
				return nil, &Error{Reason: ReasonRateLimitExceeded, RetryAfter: 7 * time.Second}
			}
			return completed, nil
		}
		ledger.pay(t, ledger.payments(t), Completed, 0)
		if ledger.sends[1] != 7*time.Second {
			t.Errorf("sent at %v", ledger.sends)
		}
	})
}

func TestACallerWhoLeavesIsToldTheOutcomeLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &fakeLedger{}
		ledger.onSend = func(context.Context, int) (*walletv1.TransactionResult, error) {
			time.Sleep(5 * time.Second)
			return nil, errRefused
		}
		ledger.onVoid = from(1, failed)
		p := ledger.payments(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		outcomes, err := p.run(ctx, []Operation{{ID: "1"}}, ledger.send)
		if err != nil || outcomes[0].Kind != Unresolved {
			t.Fatalf("%v, %v", outcomes, err)
		}
		if _, err := p.run(t.Context(), []Operation{{ID: "1"}}, ledger.send); errors.As(err, new(*Error)) == false {
			t.Errorf("an id is used twice: %v", err)
		}
		time.Sleep(time.Minute)
		ledger.expectTold(t, Failed)
		expectJournaled(t, p, 0)
		if _, err := p.run(ctx, []Operation{{ID: "2"}}, ledger.send); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a payment begins without a caller: %v", err)
		}
	})
}

func TestReconcileSettlesWhatIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &fakeLedger{onVoid: from(2, completed)}
		p := ledger.payments(t)
		if err := p.journal.Put(Operation{ID: "1"}, Operation{ID: "2"}, Operation{ID: "of another wallet"}); err != nil {
			t.Fatal(err)
		}
		isOurs := func(operation Operation) bool { return operation.ID != "of another wallet" }
		if _, err := p.run(t.Context(), []Operation{{ID: "3"}, {ID: "2"}}, ledger.send); !errors.Is(err, ErrJournaled) {
			t.Errorf("what was signed is replaced: %v", err)
		}
		outcomes, err := p.reconcile(t.Context(), isOurs)
		if err != nil || len(outcomes) != 2 || slices.ContainsFunc(outcomes, func(o Outcome) bool { return o.Kind != Completed }) {
			t.Errorf("%v, %v", outcomes, err)
		}
		p.told.clear()
		if left, _ := p.journal.List(); len(left) != 1 {
			t.Errorf("the journal has %v", left)
		}
		if outcomes, err := p.reconcile(t.Context(), isOurs); err != nil || len(outcomes) != 0 {
			t.Errorf("%v, %v", outcomes, err)
		}
	})
}

func TestTheJournalKeepsWhatIsSettledUntilTheCallerIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &fakeLedger{}
		ledger.onVoid = func(ctx context.Context, n int) (*walletv1.TransactionResult, error) {
			if n > 1 && time.Since(ledger.began) < time.Hour {
				return silent(ctx, n)
			}
			return failed, nil
		}
		p := ledger.payments(t)
		if err := p.journal.Put(Operation{ID: "1"}, Operation{ID: "2"}); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(p.confirmTimeout-1, func() { expectJournaled(t, p, 2) })
		outcomes, err := p.reconcile(t.Context(), func(Operation) bool { return true })
		if err != nil || outcomes[0].Kind == outcomes[1].Kind {
			t.Fatalf("%v, %v", outcomes, err)
		}
		expectJournaled(t, p, 2)
		time.Sleep(toldTime + 1)
		synctest.Wait()
		expectJournaled(t, p, 1)
		ledger.expectTold(t)
		time.Sleep(2 * time.Hour)
		ledger.expectTold(t, Failed)
		expectJournaled(t, p, 0)
	})
}

func TestAPaymentThatIsClosedIsUnresolvedAtOnce(t *testing.T) {
	for name, close := range map[string]time.Duration{"sent": time.Second, "waiting": 10*time.Second + 20*time.Millisecond, "voided": 40 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			ledger := &fakeLedger{onSend: silent, onVoid: silent}
			p := ledger.payments(t)
			time.AfterFunc(close, func() { p.lifetime.End(closed("wallet")) })
			ledger.pay(t, p, Unresolved, 1)
			if took := time.Since(ledger.began); took != close {
				t.Errorf("%s: the caller waited for %v", name, took)
			}
		})
	}
}

func TestAClosedWalletStoresNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &fakeLedger{}
		p := ledger.payments(t)
		p.lifetime.End(closed("wallet"))
		if _, err := p.run(t.Context(), []Operation{{ID: "2"}}, ledger.send); reasonOfError(err) != ReasonStateInvalid {
			t.Errorf("a closed wallet pays: %v", err)
		}
		if _, err := p.reconcile(t.Context(), func(Operation) bool { return true }); reasonOfError(err) != ReasonStateInvalid {
			t.Errorf("a closed wallet reconciles: %v", err)
		}
		expectJournaled(t, p, 0)
	})
}

func reasonOfError(err error) Reason {
	failure := new(Error)
	if errors.As(err, &failure) {
		return failure.Reason
	}
	return ""
}

func TestASilentAttemptLeavesTimeForAnotherOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &fakeLedger{onVoid: lost}
		ledger.onSend = func(ctx context.Context, n int) (*walletv1.TransactionResult, error) {
			if n < 3 {
				return silent(ctx, n)
			}
			return completed, nil
		}
		ledger.pay(t, ledger.payments(t), Completed, 0)
		if took := time.Since(ledger.began); took < 20*time.Second || took > 21*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

// overwriting is a journal that replaces what it has.
type overwriting struct{ kept map[string]Operation }

func (j overwriting) Put(operations ...Operation) error {
	for _, operation := range operations {
		j.kept[operation.ID] = operation
	}
	return nil
}

func (j overwriting) Remove(id string) error {
	delete(j.kept, id)
	return nil
}

func (j overwriting) List() ([]Operation, error) { return slices.Collect(maps.Values(j.kept)), nil }

func TestAJournalThatReplacesKeepsWhatAnotherProcessHasLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &fakeLedger{onSend: from(1, completed), onVoid: from(1, completed)}
		p := ledger.payments(t)
		journal := overwriting{map[string]Operation{"1": {ID: "1", KeyID: "of the earlier process"}}}
		p.journal = journal
		for range 2 {
			_, err := p.run(t.Context(), []Operation{{ID: "2"}, {ID: "1"}}, ledger.send)
			if reasonOfError(err) != ReasonResourceConflict || !strings.Contains(err.Error(), "Reconcile") {
				t.Errorf("it was replaced: %v", err)
			}
		}
		if len(journal.kept) != 1 || journal.kept["1"].KeyID == "" || len(ledger.sends) != 0 {
			t.Errorf("the journal has %v, sent at %v", journal.kept, ledger.sends)
		}
		outcomes, err := p.reconcile(t.Context(), func(Operation) bool { return true })
		if err != nil || len(outcomes) != 1 || outcomes[0].Kind != Completed {
			t.Errorf("%v, %v", outcomes, err)
		}
		ledger.pay(t, p, Completed, 0)
	})
}

// listing is a journal in which something happens after each list.
type listing struct {
	Journal
	after func()
}

func (j listing) List() ([]Operation, error) {
	listed, err := j.Journal.List()
	j.after()
	return listed, err
}

func TestReconcileLeavesAloneWhatIsPaidMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &fakeLedger{onSend: func(context.Context, int) (*walletv1.TransactionResult, error) {
			time.Sleep(time.Second)
			return completed, nil
		}}
		p := ledger.payments(t)
		// The payment ends between the list and whatever is done with it.
		p.journal = listing{p.journal, func() { time.Sleep(2 * time.Second) }}
		p.leftover.ids = map[string]bool{}
		paid := make(chan struct{})
		go func() {
			defer close(paid)
			if outcomes, err := p.run(t.Context(), []Operation{{ID: "1"}}, ledger.send); err != nil || outcomes[0].Kind != Completed {
				t.Errorf("%v, %v", outcomes, err)
			}
		}()
		synctest.Wait()
		outcomes, err := p.reconcile(t.Context(), func(Operation) bool { return true })
		if err != nil || len(outcomes) != 0 || len(ledger.voids) != 0 {
			t.Errorf("%v, %v, voided at %v", outcomes, err, ledger.voids)
		}
		<-paid
		p.told.clear()
		expectJournaled(t, p, 0)
	})
}
