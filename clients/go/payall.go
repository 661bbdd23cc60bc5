package platonic

import (
	"context"
	"iter"
	"sync"
)

// groupsMax is the most groups that are stored, sent, or answered and not yet told.
const groupsMax = 4

// PayAll pays any number of orders, and yields the outcome of each in their sequence. It reads them as it goes, in a goroutine of
// its own, signs up to 1,000 at once, and has at most four such groups under way: a program can pay a file of millions.
//
// Every order has an ID, and a CreatedAt unless its ID is a UUID of version 7. Sent again, the same orders get their first outcomes,
// so that a program which was cut off pays them once more, or those after the last outcome that it has written down. A group
// leaves the journal when the outcome after its last one is asked for.
//
// An error is the last that is yielded, after the outcomes of all groups before the one that has failed: that of the source of the
// orders as it is; [ReasonParameterRequired] and [ReasonParameterInvalid], with an index such as `orders[1234]`, of an order for which nothing
// of its group is paid; or any other, such as [ReasonUnreachable], of a group that the journal keeps. An outcome is never [Unresolved].
func (w *Wallet) PayAll(ctx context.Context, orders iter.Seq2[Order, error]) iter.Seq2[Outcome, error] {
	return func(yield func(Outcome, error) bool) {
		if err := w.begin(ctx); err != nil {
			yield(Outcome{}, err)
			return
		}
		ctx, release := w.client.lifetime.Within(ctx)
		run := newBulk(ctx, w.payments, w.credentials)
		defer run.end(release)
		go run.read(orders)
		run.tell(yield)
	}
}

// bulk is one call of PayAll.
type bulk struct {
	payments    *payments
	credentials *Credentials
	ctx         context.Context
	// reading ends when no more orders are wanted.
	reading context.Context
	stop    context.CancelFunc
	// slots has an entry for each group that is read, or under way.
	slots chan struct{}
	// begun has groups in their sequence, and is closed after the last.
	begun   chan *orderGroup
	workers sync.WaitGroup

	mutex  sync.Mutex
	isOver bool
	// taken has the ids of groups that this call has in the journal.
	taken map[string]bool
}

func newBulk(ctx context.Context, payments *payments, credentials *Credentials) *bulk {
	reading, stop := context.WithCancel(ctx)
	return &bulk{
		payments: payments, credentials: credentials, ctx: ctx, reading: reading, stop: stop,
		slots: make(chan struct{}, groupsMax),
		// The last one may be a failure.
		begun: make(chan *orderGroup, groupsMax+1),
		taken: map[string]bool{},
	}
}

// end leaves the groups that were not told wholly in the journal, once cancel has ended what is under way.
func (b *bulk) end(cancel context.CancelFunc) {
	cancel()
	b.mutex.Lock()
	b.isOver = true
	b.mutex.Unlock()
	b.workers.Wait()
	for id := range b.taken {
		b.payments.abandon(id)
	}
}

// read reads orders, and begins their groups.
func (b *bulk) read(orders iter.Seq2[Order, error]) {
	defer close(b.begun)
	group := newOrderGroup(0)
	if !b.waitForSlot() {
		return
	}
	for order, err := range orders {
		if b.reading.Err() != nil {
			return
		}
		var bytes []byte
		if err == nil {
			bytes, err = order.bytesInSequence(b.credentials.IdentityID, group.next())
		}
		if err != nil {
			b.begun <- failedGroup(err)
			return
		}
		if !group.hasPlaceFor(bytes) {
			if group = b.following(group); group == nil {
				return
			}
		}
		group.add(order.ID, bytes)
		// A group that is whole does not wait for the next order.
		if len(group.ids) == ordersMax {
			if group = b.following(group); group == nil {
				return
			}
		}
	}
	if len(group.ids) > 0 {
		b.begin(group)
	}
}

// following begins a group, and returns the one after it once it may be read; nil if nobody wants it.
func (b *bulk) following(group *orderGroup) *orderGroup {
	b.begin(group)
	if !b.waitForSlot() {
		return nil
	}
	return newOrderGroup(group.next())
}

func (b *bulk) waitForSlot() bool {
	select {
	case b.slots <- struct{}{}:
		return true
	case <-b.reading.Done():
		return false
	}
}

// begin has a group paid, unless nobody wants it any more.
func (b *bulk) begin(group *orderGroup) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.isOver {
		return
	}
	b.begun <- group
	b.workers.Go(func() {
		defer close(group.done)
		group.outcomes, group.err = b.pay(group)
		if group.err != nil {
			b.stop()
		}
	})
}

// pay stores a group, and sends it until it is answered.
func (b *bulk) pay(group *orderGroup) ([]Outcome, error) {
	operation, err := group.sign(b.credentials)
	if err != nil {
		return nil, err
	}
	if err := b.payments.storeBatch(b.ctx, operation); err != nil {
		return nil, err
	}
	b.keep(operation.ID, true)
	outcomes, failure := b.payments.sendBatch(b.ctx, operation, group.ids)
	if failure == nil {
		return outcomes, nil
	}
	if failure.isOfOrders() {
		b.remove(operation.ID)
	}
	return nil, group.inSequence(failure)
}

// tell yields the outcomes of all groups. What has failed ends it.
func (b *bulk) tell(yield func(Outcome, error) bool) {
	for {
		group, err := b.nextGroup()
		if err != nil {
			yield(Outcome{}, err)
			return
		}
		if group == nil {
			return
		}
		for _, outcome := range group.outcomes {
			if b.ctx.Err() != nil {
				yield(Outcome{}, contextError(b.ctx))
				return
			}
			if !yield(outcome, nil) {
				return
			}
		}
		b.remove(group.ids[0])
		<-b.slots
	}
}

// nextGroup waits for the outcomes of the next group, which is nil after the last.
func (b *bulk) nextGroup() (*orderGroup, error) {
	select {
	case group := <-b.begun:
		if group == nil {
			return nil, nil
		}
		select {
		case <-group.done:
			return group, group.err
		case <-b.ctx.Done():
		}
	case <-b.ctx.Done():
	}
	return nil, contextError(b.ctx)
}

// keep notes whether the journal has a group of this call.
func (b *bulk) keep(id string, isKept bool) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if isKept {
		b.taken[id] = true
	} else {
		delete(b.taken, id)
	}
}

// remove removes a group from the journal.
func (b *bulk) remove(id string) {
	b.keep(id, false)
	b.payments.told.removeAll([]string{id})
}
