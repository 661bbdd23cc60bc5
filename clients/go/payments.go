package platonic

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/lifetimes"
	"github.com/platonic/platonic/clients/go/internal/repetition"
)

// voidsMax is the number of concurrent voids, below the limits of plans.
const voidsMax = 8

// payments brings operations from their entry in the journal to their outcome.
type payments struct {
	journal Journal
	// endUse tells the journal that the wallet does not use it any more, once or more.
	endUse         func() error
	confirmTimeout time.Duration
	retries        int
	// void makes the ledger answer with the outcome of an operation, or that it will never execute it.
	void func(ctx context.Context, operation Operation) (Outcome, error)
	// transferBatch sends orders under one signature, and returns their results.
	transferBatch func(ctx context.Context, operation Operation) ([]*walletv1.TransactionResult, error)
	onSettled     func(Outcome)
	logger        *slog.Logger
	// lifetime is that of the wallet.
	lifetime *lifetimes.Lifetime
	leftover leftover
	told     *toldOperations

	mutex sync.Mutex
	// active has the ids of operations of this process, until they leave the journal.
	active map[string]bool
	// groups are those under way.
	groups map[*group]bool
}

// send sends operations once, and returns an outcome for each, which is unresolved unless it is final.
type send func(ctx context.Context) ([]Outcome, error)

// run stores operations in the journal, sends them, and returns their outcomes. An error means that nothing is in the ledger.
func (p *payments) run(ctx context.Context, operations []Operation, send send) ([]Outcome, error) {
	if ctx.Err() != nil {
		return nil, contextError(ctx)
	}
	p.told.forget(idsOf(operations))
	if err := p.take(operations); err != nil {
		return nil, err
	}
	if err := p.store(ctx, operations); err != nil {
		p.release(idsOf(operations))
		return nil, err
	}
	group := newGroup(operations, p.told.add)
	p.start(ctx, group, func(ctx context.Context) { p.pay(ctx, group, send) })
	return group.wait(ctx)
}

// reconcile voids operations of an earlier process that the ledger has not executed, but sends groups of orders again.
func (p *payments) reconcile(ctx context.Context, isOurs func(Operation) bool) ([]Outcome, error) {
	if ctx.Err() != nil {
		return nil, contextError(ctx)
	}
	operations, err := p.takeLeft(ctx, isOurs)
	if err != nil {
		return nil, err
	}
	var batches, single []Operation
	for _, operation := range operations {
		if operation.IsBatch {
			batches = append(batches, operation)
		} else {
			single = append(single, operation)
		}
	}
	// Nothing counts as told before everything is told: what may wait for long comes first.
	outcomes, answered := p.finishBatches(ctx, batches)
	group := newGroup(single, p.told.add)
	p.start(ctx, group, func(ctx context.Context) { p.voidAll(ctx, group) })
	resolved, err := group.wait(ctx)
	p.told.add(answered...)
	return append(outcomes, resolved...), err
}

// takeLeft reserves what the journal has and nobody is settling.
func (p *payments) takeLeft(ctx context.Context, isOurs func(Operation) bool) ([]Operation, error) {
	if err := afterClose(p.lifetime); err != nil {
		return nil, err
	}
	listed, err := p.list(ctx)
	if err != nil {
		return nil, err
	}
	listed = slices.DeleteFunc(listed, func(operation Operation) bool { return !isOurs(operation) })
	// Before any is taken: nobody could tell the outcomes of a group that cannot be read.
	for _, operation := range listed {
		if !operation.IsBatch {
			continue
		}
		if _, err := idsOfBatch(operation); err != nil {
			return nil, err
		}
	}
	var taken []Operation
	for _, operation := range listed {
		if p.take([]Operation{operation}) == nil {
			taken = append(taken, operation)
		}
	}
	if len(taken) == 0 {
		return nil, nil
	}
	// What was settled between the list and its reservation was told by the call that has paid it.
	listed, err = p.list(ctx)
	if err != nil {
		p.release(idsOf(taken))
		return nil, err
	}
	still := map[string]bool{}
	for _, operation := range listed {
		still[operation.ID] = true
	}
	var left []Operation
	var gone []string
	for _, operation := range taken {
		if still[operation.ID] {
			left = append(left, operation)
		} else {
			gone = append(gone, operation.ID)
		}
	}
	p.release(gone)
	return left, nil
}

// start settles a group in the background: it outlives the caller, but not the wallet.
func (p *payments) start(ctx context.Context, group *group, settle func(context.Context)) {
	ctx, release := p.lifetime.Within(context.WithoutCancel(ctx))
	p.mutex.Lock()
	p.groups[group] = true
	p.mutex.Unlock()
	go func() {
		defer release()
		settle(ctx)
		group.report()
		p.mutex.Lock()
		defer p.mutex.Unlock()
		delete(p.groups, group)
	}()
}

// close waits until the callers of what is under way are answered, removes what was told from the journal, and leaves it.
// Whatever takes longer than a closing may goes on by itself.
func (p *payments) close() {
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	p.mutex.Lock()
	groups := slices.Collect(maps.Keys(p.groups))
	p.mutex.Unlock()
	go func() {
		defer cancel()
		for _, group := range groups {
			select {
			case <-group.done:
			case <-ctx.Done():
			}
		}
		p.told.close()
		p.leave()
	}()
	<-ctx.Done()
}

// take reserves the ids of operations, each of which only one operation may have.
func (p *payments) take(operations []Operation) error {
	if err := afterClose(p.lifetime); err != nil {
		return err
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	taken := map[string]bool{}
	for _, operation := range operations {
		if id := operation.ID; p.active[id] || taken[id] {
			return &Error{Reason: ReasonResourceConflict, Parameter: "id", Message: "an operation with the id " + id +
				" is not settled yet"}
		}
		taken[operation.ID] = true
	}
	for id := range taken {
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
func (p *payments) store(ctx context.Context, operations []Operation) error {
	return p.within(ctx, func() error {
		if err := p.leftover.check(p.journal, operations); err != nil {
			return err
		}
		return p.journal.Put(operations...)
	})
}

// list returns all operations of the journal.
func (p *payments) list(ctx context.Context) (operations []Operation, err error) {
	err = p.within(ctx, func() error {
		operations, err = p.journal.List()
		return err
	})
	return operations, err
}

// within uses the journal, once this process has it. The wait for that ends with the context and with the wallet.
func (p *payments) within(ctx context.Context, use func() error) error {
	ctx, release := p.lifetime.Within(ctx)
	defer release()
	defer func() {
		if afterClose(p.lifetime) != nil {
			p.leave() // The journal may have been taken after the wallet has left it.
		}
	}()
	if shared, isLockable := p.journal.(lockable); isLockable {
		if err := shared.lock(ctx); err != nil && ctx.Err() != nil {
			return contextError(ctx)
		} else if err != nil {
			return err
		}
	}
	return journalFailure(use())
}

// leave tells the journal that the wallet is closed.
func (p *payments) leave() {
	if err := p.endUse(); err != nil {
		p.logger.Warn("platonic: the journal cannot be closed", "error", err)
	}
}

// remove removes a settled operation from the journal. If that fails, it stays one of this process.
func (p *payments) remove(id string) error {
	if err := p.journal.Remove(id); err != nil {
		return err
	}
	p.leftover.remove(id)
	p.release([]string{id})
	return nil
}

// pay sends a group until it is settled or refused, or its time is over, and then voids what is left.
func (p *payments) pay(ctx context.Context, group *group, send send) {
	refusal := p.try(ctx, func(ctx context.Context) (bool, error) {
		outcomes, err := send(ctx)
		if err != nil {
			return false, err
		}
		for place, operation := range group.operations {
			p.learn(group, operation, outcomes[place])
		}
		return group.isSettled(), nil
	})
	// A caller who has left was told that the outcome is unresolved, and is owed the ledger's word.
	if refusal != nil && group.refuse(refusal) {
		p.told.removeAll(idsOf(group.operations))
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
		isSettled, err := p.actOnce(ctx, act)
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
		if failures == 1 && isTooLate(ctx, failure) {
			return failure
		}
		if failures > p.retries || !repetition.Pause(ctx, waitAfter(failure, failures)) {
			return nil
		}
	}
}

// isTooLate says whether an operation was not sent, and no session may be opened before its time is over.
func isTooLate(ctx context.Context, failure *Error) bool {
	if failure == nil || !failure.wasNotSent || failure.Reason != ReasonRateLimitExceeded {
		return false
	}
	deadline, isBounded := ctx.Deadline()
	return isBounded && !time.Now().Add(failure.RetryAfter).Before(deadline)
}

// actOnce calls act within its share of the timeout, so that a silent connection leaves time for another one.
func (p *payments) actOnce(ctx context.Context, act func(context.Context) (bool, error)) (bool, error) {
	ctx, cancel := context.WithTimeout(once(ctx), shareOf(p.confirmTimeout))
	defer cancel()
	return act(ctx)
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
	ctx, cancel := context.WithTimeout(once(ctx), max(time.Second, shareOf(p.confirmTimeout)))
	defer cancel()
	operations := group.unsettled()
	next := make(chan Operation, len(operations))
	for _, operation := range operations {
		next <- operation
	}
	close(next)
	failed := make(chan error, voidsMax)
	var workers sync.WaitGroup
	for range min(voidsMax, len(operations)) {
		workers.Go(func() {
			for operation := range next {
				outcome, err := p.void(ctx, operation)
				if err != nil {
					failed <- err
					return
				}
				p.learn(group, operation, outcome)
			}
		})
	}
	workers.Wait()
	close(failed)
	return <-failed
}

// learn notes what the ledger says of an operation, and tells it if the caller was told that it is unresolved. The journal
// keeps it until it is told, so that otherwise the next process can tell it.
func (p *payments) learn(group *group, operation Operation, outcome Outcome) {
	if outcome.Kind == Unresolved {
		return
	}
	isNew, isLate := group.settle(outcome)
	if !isNew || !isLate {
		return
	}
	if p.onSettled != nil {
		p.onSettled(outcome)
	}
	p.told.add(outcome.ID)
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
