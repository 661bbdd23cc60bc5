package platonic

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/repetition"
)

// voidsMax is the number of concurrent voids, below the limits of plans.
const voidsMax = 8

// payments brings operations from their entry in the journal to their outcome.
type payments struct {
	journal        Journal
	confirmTimeout time.Duration
	retries        int
	// void makes the ledger answer with the outcome of an operation, or that it will never execute it.
	void      func(ctx context.Context, id string) (*walletv1.TransactionResult, error)
	onSettled func(Outcome)
	logger    *slog.Logger
	// lifetime ends when the wallet is closed.
	lifetime context.Context

	mutex sync.Mutex
	// active has the ids of operations that are not settled.
	active map[string]bool
}

// send sends operations once, and returns a result for each.
type send func(ctx context.Context) ([]*walletv1.TransactionResult, error)

// run stores operations in the journal, sends them, and returns their outcomes. An error means that nothing is in the ledger.
func (p *payments) run(ctx context.Context, operations []Operation, send send) ([]Outcome, error) {
	if ctx.Err() != nil {
		return nil, contextError(ctx)
	}
	ids := make([]string, 0, len(operations))
	for _, operation := range operations {
		ids = append(ids, operation.ID)
	}
	if err := p.take(ids); err != nil {
		return nil, err
	}
	if err := p.store(operations); err != nil {
		p.release(ids)
		return nil, err
	}
	group := newGroup(ids, p.forget)
	p.start(ctx, group, func(ctx context.Context) { p.pay(ctx, group, send) })
	return group.wait(ctx)
}

// reconcile voids operations of an earlier process that the ledger has not executed.
func (p *payments) reconcile(ctx context.Context, isOurs func(Operation) bool) ([]Outcome, error) {
	if ctx.Err() != nil {
		return nil, contextError(ctx)
	}
	operations, err := p.journal.List()
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, operation := range operations {
		if isOurs(operation) && p.take([]string{operation.ID}) == nil {
			ids = append(ids, operation.ID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	group := newGroup(ids, p.forget)
	p.start(ctx, group, func(ctx context.Context) { p.voidAll(ctx, group) })
	return group.wait(ctx)
}

// start settles a group in the background: it outlives the caller, but not the wallet.
func (p *payments) start(ctx context.Context, group *group, settle func(context.Context)) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(p.lifetime, cancel)
	go func() {
		defer cancel()
		defer stop()
		settle(ctx)
		group.report()
	}()
}

// take reserves ids, each of which only one operation may have.
func (p *payments) take(ids []string) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.lifetime.Err() != nil {
		return &Error{Reason: ReasonStateInvalid, Message: "the wallet is closed"}
	}
	for place, id := range ids {
		if p.active[id] || slices.Contains(ids[:place], id) {
			return &Error{Reason: ReasonResourceConflict, Parameter: "id", Message: "an operation with the id " + id +
				" is not settled yet"}
		}
	}
	for _, id := range ids {
		p.active[id] = true
	}
	return nil
}

func (p *payments) release(ids []string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, id := range ids {
		delete(p.active, id)
	}
}

// store puts all operations into the journal, or none.
func (p *payments) store(operations []Operation) error {
	err := p.journal.Put(operations...)
	if errors.Is(err, ErrJournaled) {
		return &Error{Reason: ReasonResourceConflict, Parameter: "id", Message: err.Error(), cause: err}
	}
	return err
}

// forget removes a settled operation. If the journal fails, the next process resolves it again, with the same outcome.
func (p *payments) forget(id string) {
	if err := p.journal.Remove(id); err != nil {
		p.logger.Error("platonic: a settled operation stays in the journal", "id", id, "error", err)
	}
	p.release([]string{id})
}

// pay sends a group until it is settled or refused, or its time is over, and then voids what is left.
func (p *payments) pay(ctx context.Context, group *group, send send) {
	refusal := p.try(ctx, func(ctx context.Context) (bool, error) {
		results, err := send(ctx)
		if err != nil {
			return false, err
		}
		return p.learnAll(group, results)
	})
	// A caller who has left was told that the outcome is unresolved, and is owed the ledger's word.
	if refusal != nil && group.refuse(refusal) {
		for _, id := range group.ids {
			p.forget(id)
		}
		close(group.done)
		return
	}
	if !group.isSettled() {
		p.voidAll(ctx, group)
	}
}

// try calls act until it has settled an operation, at most retries times again and within the timeout. It returns an error if
// the only attempt was refused for good.
func (p *payments) try(ctx context.Context, act func(context.Context) (bool, error)) *Error {
	ctx, cancel := context.WithTimeout(ctx, p.confirmTimeout)
	defer cancel()
	for failures := 1; ; failures++ {
		isSettled, err := act(once(ctx))
		if isSettled {
			return nil
		}
		var failure *Error
		if err != nil {
			failure = errorOf(ctx, err)
		}
		if failures == 1 && isRefusal(failure) {
			return failure
		}
		if failures > p.retries || !repetition.Pause(ctx, waitAfter(failure, failures)) {
			return nil
		}
	}
}

// voidAll voids what is not settled, again and again, until the ledger has answered for all. After the timeout the outcome
// is reported as unresolved.
func (p *payments) voidAll(ctx context.Context, group *group) {
	notice := time.AfterFunc(p.confirmTimeout, group.report)
	defer notice.Stop()
	for failures := 1; ; failures++ {
		err := p.voidOnce(ctx, group)
		if group.isSettled() {
			return
		}
		var failure *Error
		if err != nil {
			failure = errorOf(ctx, err)
		}
		if !repetition.Pause(ctx, waitAfter(failure, failures)) {
			return
		}
	}
}

// voidOnce asks for each operation that is not settled, and returns the first failure.
func (p *payments) voidOnce(ctx context.Context, group *group) error {
	ctx, cancel := context.WithTimeout(once(ctx), max(time.Second, p.confirmTimeout/3))
	defer cancel()
	ids := group.unsettled()
	next := make(chan string, len(ids))
	for _, id := range ids {
		next <- id
	}
	close(next)
	failed := make(chan error, voidsMax)
	var workers sync.WaitGroup
	for range min(voidsMax, len(ids)) {
		workers.Go(func() {
			for id := range next {
				result, err := p.void(ctx, id)
				if err != nil {
					failed <- err
					return
				}
				p.learn(group, id, result)
			}
		})
	}
	workers.Wait()
	close(failed)
	return <-failed
}

// learnAll notes the results of a group, and says whether all are final.
func (p *payments) learnAll(group *group, results []*walletv1.TransactionResult) (bool, error) {
	if len(results) != len(group.ids) {
		return false, &Error{Reason: ReasonUnknown, Message: "the service did not answer for all operations"}
	}
	for place, id := range group.ids {
		p.learn(group, id, results[place])
	}
	return group.isSettled(), nil
}

// learn notes what the ledger says of an operation, and tells it if the caller was told that it is unresolved. The journal
// keeps it until it is told, so that otherwise the next process can tell it.
func (p *payments) learn(group *group, id string, result *walletv1.TransactionResult) {
	outcome, isFinal := outcomeOf(id, result)
	if !isFinal {
		return
	}
	isNew, isLate := group.settle(outcome)
	if !isNew || !isLate {
		return
	}
	p.forget(id)
	if p.onSettled != nil {
		p.onSettled(outcome)
	}
}

// isRefusal says whether the only request was refused for good. An intermediary may have sent it more than once, and passed
// on the answer to a later copy: then only a fault of the order itself holds for all copies.
func isRefusal(failure *Error) bool {
	if failure == nil || failure.wasSentAgain {
		return false
	}
	switch failure.Reason {
	case ReasonParameterRequired, ReasonParameterInvalid, ReasonResourceConflict:
		return true
	case ReasonAuthenticationRequired, ReasonInvalidAPIKey, ReasonResourceNotFound, ReasonStateInvalid:
		return failure.wasNotSent || failure.isFromChannel
	default:
		return false
	}
}
