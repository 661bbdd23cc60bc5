package platonic

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
)

func anyOperation(Operation) bool { return true }

// payOnce pays one order, and leaves what was told in the journal.
func (l *fakeLedger) payOnce(t *testing.T, p *payments, want Kind) {
	t.Helper()
	outcomes, err := p.run(t.Context(), []Operation{{ID: "1"}}, l.send)
	if err != nil || len(outcomes) != 1 || outcomes[0].Kind != want {
		t.Fatalf("%+v, %v; want %s", outcomes, err, want)
	}
}

func TestAnOutcomeStaysInTheJournalForAWhileAfterItWasTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &fakeLedger{onSend: from(1, completed), onVoid: from(1, completed)}
		p := ledger.payments(t)
		ledger.payOnce(t, p, Completed)
		time.Sleep(time.Second)
		second := func(context.Context) ([]Outcome, error) { return []Outcome{outcomeOf("2", completed)}, nil }
		if _, err := p.run(t.Context(), []Operation{{ID: "2"}}, second); err != nil {
			t.Error(err)
		}
		time.Sleep(toldTime - time.Second - 1)
		synctest.Wait()
		expectJournaled(t, p, 2)
		if outcomes, err := p.reconcile(t.Context(), anyOperation); err != nil || len(outcomes) != 0 || len(ledger.voids) != 0 {
			t.Errorf("it is told twice: %v, %v", outcomes, err)
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		expectJournaled(t, p, 1)
		time.Sleep(time.Second)
		synctest.Wait()
		expectJournaled(t, p, 0)
	})
}

func TestTheNextProcessTellsAgainWhatWasToldLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &fakeLedger{onSend: from(1, completed), onVoid: from(1, completed)}
		p, next := ledger.payments(t), ledger.payments(t)
		next.journal = p.journal
		ledger.payOnce(t, p, Completed)
		outcomes, err := next.reconcile(t.Context(), anyOperation)
		if err != nil || len(outcomes) != 1 || outcomes[0].Kind != Completed {
			t.Errorf("%v, %v", outcomes, err)
		}
	})
}

func TestWhatIsToldLateStaysInTheJournalForAWhileToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &fakeLedger{onSend: func(context.Context, int) (*walletv1.TransactionResult, error) {
			time.Sleep(2 * time.Second)
			return completed, nil
		}}
		p := ledger.payments(t)
		p.onSettled = func(Outcome) { time.Sleep(time.Minute) } // It writes the outcome down.
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if outcomes, err := p.run(ctx, []Operation{{ID: "1"}}, ledger.send); err != nil || outcomes[0].Kind != Unresolved {
			t.Fatalf("%v, %v", outcomes, err)
		}
		time.Sleep(time.Minute + toldTime)
		synctest.Wait()
		expectJournaled(t, p, 1)
		time.Sleep(time.Second)
		synctest.Wait()
		expectJournaled(t, p, 0)
	})
}

func TestWhatIsAcknowledgedLeavesTheJournalAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &fakeLedger{onSend: from(1, completed), onVoid: silent}
		p := ledger.payments(t)
		ledger.payOnce(t, p, Completed)
		ledger.onSend = silent
		go func() { _, _ = p.run(t.Context(), []Operation{{ID: "2"}}, ledger.send) }()
		synctest.Wait()
		expectJournaled(t, p, 2)
		p.told.clear()
		expectJournaled(t, p, 1)
	})
}

func TestAnIdThatWasToldIsSentAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &fakeLedger{onSend: from(1, completed)}
		p := ledger.payments(t)
		ledger.payOnce(t, p, Completed)
		time.Sleep(time.Second)
		ledger.payOnce(t, p, Completed)
		if len(ledger.sends) != 2 {
			t.Errorf("sent at %v", ledger.sends)
		}
		time.Sleep(toldTime - time.Second)
		synctest.Wait()
		expectJournaled(t, p, 1) // It was told again.
		time.Sleep(time.Second)
		synctest.Wait()
		expectJournaled(t, p, 0)
	})
}

func TestWhatWasToldLeavesTheJournalWithItsWallet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &fakeLedger{}
		ledger.onVoid = func(ctx context.Context, n int) (*walletv1.TransactionResult, error) {
			if n > 1 {
				return silent(ctx, n)
			}
			return completed, nil
		}
		p := ledger.payments(t)
		var wasLeft []Operation
		p.endUse = func() error {
			wasLeft, _ = p.journal.List()
			return nil
		}
		if err := p.journal.Put(Operation{ID: "1"}, Operation{ID: "2"}); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Second, func() { p.lifetime.End(closed("wallet")) })
		outcomes, err := p.reconcile(t.Context(), anyOperation)
		if err != nil || len(outcomes) != 2 || outcomes[0].Kind == outcomes[1].Kind {
			t.Errorf("%v, %v", outcomes, err)
		}
		synctest.Wait()
		if len(wasLeft) != 1 {
			t.Errorf("the journal was left with %v", wasLeft)
		}
	})
}

// stubborn is a journal in which something happens before each removal, which it may prevent.
type stubborn struct {
	Journal
	before func() error
}

func (j stubborn) Remove(id string) error {
	if err := j.before(); err != nil {
		return err
	}
	return j.Journal.Remove(id)
}

func TestAClosingWaitsForRemovalsForASecondAtMost(t *testing.T) {
	for _, last := range []time.Duration{closeTime / 2, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			ledger := &fakeLedger{onSend: from(1, completed)}
			p := ledger.payments(t)
			p.journal = stubborn{p.journal, func() error { time.Sleep(last); return nil }}
			ledger.payOnce(t, p, Completed)
			began := time.Now()
			p.lifetime.End(closed("wallet"))
			if took := time.Since(began); took != min(last, closeTime) {
				t.Errorf("it waited for %v", took)
			}
			time.Sleep(last)
			synctest.Wait()
			expectJournaled(t, p, 0)
		})
	}
}

func TestARemovalThatFailedIsTriedAgain(t *testing.T) {
	for want, onSend := range map[Kind]func(context.Context, int) (*walletv1.TransactionResult, error){
		Completed: from(1, completed),
		"refused": func(context.Context, int) (*walletv1.TransactionResult, error) { return nil, errRefused },
	} {
		synctest.Test(t, func(t *testing.T) {
			ledger := &fakeLedger{onSend: onSend}
			p := ledger.payments(t)
			p.told.logger = slog.New(slog.DiscardHandler)
			var isMended atomic.Bool
			p.journal = stubborn{p.journal, func() error {
				if isMended.Load() {
					return nil
				}
				return errors.New("the tape is torn")
			}}
			if _, err := p.run(t.Context(), []Operation{{ID: "1"}}, ledger.send); (err != nil) != (want == "refused") {
				t.Error(err)
			}
			p.told.clear()
			expectJournaled(t, p, 1)
			if _, err := p.run(t.Context(), []Operation{{ID: "1"}}, ledger.send); reasonOfError(err) != ReasonResourceConflict {
				t.Errorf("what is in the journal is replaced: %v", err)
			}
			time.Sleep(toldTime)
			synctest.Wait()
			expectJournaled(t, p, 1)
			isMended.Store(true)
			time.Sleep(toldTime)
			synctest.Wait()
			expectJournaled(t, p, 0)
		})
	}
}
