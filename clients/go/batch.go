package platonic

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	walletv1 "github.com/platonic/platonic/clients/go/gen/wallet/v1"
	"github.com/platonic/platonic/clients/go/internal/repetition"
	"google.golang.org/protobuf/proto"
)

// storeBatch stores a group of orders in the journal. One that was left there is taken over: it is sent again in any case.
func (p *payments) storeBatch(ctx context.Context, operation Operation) error {
	ids := []string{operation.ID}
	p.told.forget(ids)
	if err := p.take([]Operation{operation}); err != nil {
		return err
	}
	err := p.store(ctx, []Operation{operation})
	if errors.Is(err, ErrJournaled) && p.hasBatch(ctx, operation) {
		return nil
	}
	if err != nil {
		p.release(ids)
	}
	return err
}

// hasBatch says whether the journal has the same orders under the same id.
func (p *payments) hasBatch(ctx context.Context, operation Operation) bool {
	listed, err := p.list(ctx)
	return err == nil && slices.ContainsFunc(listed, func(kept Operation) bool {
		return kept.ID == operation.ID && kept.IsBatch && bytes.Equal(kept.Order, operation.Order)
	})
}

// abandon leaves an operation in the journal to whoever takes it next.
func (p *payments) abandon(id string) {
	p.leftover.add(id)
	p.release([]string{id})
}

// sendBatch sends a group of orders until it is answered: as often as the service asks to wait, and otherwise for the timeout. It is
// never voided, as the ledger answers the same orders with their first results.
func (p *payments) sendBatch(ctx context.Context, operation Operation, ids []string) ([]Outcome, *Error) {
	end := time.Now().Add(p.confirmTimeout)
	for failures := 1; ; failures++ {
		outcomes, failure := p.sendBatchOnce(ctx, operation, ids)
		if failure == nil {
			return outcomes, nil
		}
		isLimited := failure.Reason == ReasonRateLimitExceeded
		if isLimited && failure.RetryAfter > 0 {
			failures = 1
		}
		wait := waitAfter(failure, failures)
		if isLimited {
			end = time.Now().Add(wait + p.confirmTimeout)
		}
		isPassing := isLimited || failure.isWithoutAnswer()
		if !isPassing || !time.Now().Add(wait).Before(end) || !repetition.Pause(ctx, wait) {
			return nil, failure
		}
	}
}

func (p *payments) sendBatchOnce(ctx context.Context, operation Operation, ids []string) ([]Outcome, *Error) {
	ctx, cancel := context.WithTimeout(once(ctx), shareOf(p.confirmTimeout))
	defer cancel()
	results, err := p.transferBatch(ctx, operation)
	if err != nil {
		return nil, errorOf(ctx, err)
	}
	unanswered := &Error{Reason: ReasonUnknown, Message: "the service did not answer for all orders"}
	if len(results) != len(ids) {
		return nil, unanswered
	}
	var outcomes []Outcome
	for place, result := range results {
		outcome := outcomeOf(ids[place], result)
		if outcome.Kind == Unresolved {
			return nil, unanswered
		}
		outcomes = append(outcomes, outcome)
	}
	return outcomes, nil
}

// finishBatches sends the groups of orders that were left in the journal, some at once. It returns the outcomes of their orders, and
// the ids of the groups that were answered.
func (p *payments) finishBatches(ctx context.Context, batches []Operation) (outcomes []Outcome, answered []string) {
	ctx, release := p.lifetime.Within(ctx)
	defer release()
	ofEach := make([][]Outcome, len(batches))
	slots := make(chan struct{}, groupsMax)
	var workers sync.WaitGroup
	for place, batch := range batches {
		slots <- struct{}{}
		workers.Go(func() {
			ofEach[place] = p.finishBatch(ctx, batch)
			<-slots
		})
	}
	workers.Wait()
	for place, batch := range batches {
		outcomes = append(outcomes, ofEach[place]...)
		if len(ofEach[place]) > 0 && ofEach[place][0].Kind != Unresolved {
			answered = append(answered, batch.ID)
		}
	}
	return outcomes, answered
}

// finishBatch sends a group of orders again. Without an answer they are unresolved, and it stays in the journal.
func (p *payments) finishBatch(ctx context.Context, batch Operation) (outcomes []Outcome) {
	ids, _ := idsOfBatch(batch) // takeLeft takes none that cannot be read.
	outcomes, failure := p.sendBatch(ctx, batch, ids)
	switch {
	case failure == nil:
		return outcomes
	case failure.isOfOrders():
		p.told.removeAll([]string{batch.ID})
		return nil
	}
	p.abandon(batch.ID)
	for _, id := range ids {
		outcomes = append(outcomes, Outcome{Kind: Unresolved, ID: id})
	}
	return outcomes
}

// idsOfBatch reads the ids of the orders of a group. It fails for bytes that are no orders, or others than those of its ID.
func idsOfBatch(batch Operation) ([]string, error) {
	var orders walletv1.TransferOrders
	err := proto.Unmarshal(batch.Order, &orders)
	if err != nil || len(orders.GetOrders()) == 0 || orders.GetOrders()[0].GetId() != batch.ID {
		return nil, journalFailure(fmt.Errorf("the group of orders %s of the journal is damaged; look at it before you remove it", batch.ID))
	}
	ids := make([]string, 0, len(orders.GetOrders()))
	for _, order := range orders.GetOrders() {
		ids = append(ids, order.GetId())
	}
	return ids, nil
}

// isWithoutAnswer says whether nobody knows if the ledger has what was sent.
func (e *Error) isWithoutAnswer() bool {
	switch e.Reason {
	case ReasonUnreachable, ReasonUnavailable, ReasonTimedOut, ReasonDeadlineExceeded, ReasonInternal, ReasonUnknown:
		return true
	default:
		return false
	}
}

// isOfOrders says whether orders are wrong, so that the ledger has none of them.
func (e *Error) isOfOrders() bool {
	return e.Reason == ReasonParameterRequired || e.Reason == ReasonParameterInvalid
}

// transferBatch sends orders under one signature over HTTP, and returns the results.
func (w *Wallet) transferBatch(ctx context.Context, operation Operation) ([]*walletv1.TransactionResult, error) {
	answer, err := w.client.Transactions.TransferBatch(ctx, &walletv1.TransferBatchRequest{
		Sender:    &w.credentials.IdentityID,
		Orders:    operation.Order,
		KeyId:     &operation.KeyID,
		Signature: operation.Signature,
	})
	return answer.GetResults(), err
}
