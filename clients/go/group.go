package platonic

import (
	"context"
	"sync"
)

// group are operations that are settled together: one, those under one signature, or those of an earlier process.
type group struct {
	operations []Operation
	// tell notes that the outcomes of operations are told.
	tell func(ids ...string)
	// done is closed when the caller is answered.
	done chan struct{}

	mutex    sync.Mutex
	settled  map[string]Outcome
	answered bool
	outcomes []Outcome
	refusal  *Error
}

func newGroup(operations []Operation, tell func(ids ...string)) *group {
	return &group{operations: operations, tell: tell, done: make(chan struct{}), settled: map[string]Outcome{}}
}

// wait returns the outcomes; those that are not settled when the context ends are unresolved.
func (g *group) wait(ctx context.Context) ([]Outcome, error) {
	select {
	case <-g.done:
	case <-ctx.Done():
		g.report()
		<-g.done
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.refusal != nil {
		return nil, g.refusal
	}
	return g.outcomes, nil
}

// report answers the caller with the outcomes as they are.
func (g *group) report() {
	g.mutex.Lock()
	if g.answered {
		g.mutex.Unlock()
		return
	}
	g.answered = true
	for _, operation := range g.operations {
		outcome, ok := g.settled[operation.ID]
		if !ok {
			outcome = Outcome{Kind: Unresolved, ID: operation.ID}
		}
		g.outcomes = append(g.outcomes, outcome)
	}
	g.mutex.Unlock()
	var told []string
	for _, outcome := range g.outcomes {
		if outcome.Kind != Unresolved {
			told = append(told, outcome.ID)
		}
	}
	g.tell(told...)
	close(g.done)
}

// refuse notes that nothing is in the ledger, unless the caller was answered already. Whoever calls it closes done.
func (g *group) refuse(refusal *Error) bool {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.answered {
		return false
	}
	g.answered, g.refusal = true, refusal
	return true
}

// settle notes an outcome, and says whether it is new, and whether the caller was told that it is unresolved.
func (g *group) settle(outcome Outcome) (isNew, isLate bool) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if _, has := g.settled[outcome.ID]; has {
		return false, false
	}
	g.settled[outcome.ID] = outcome
	return true, g.answered
}

func (g *group) isSettled() bool {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return len(g.settled) == len(g.operations)
}

func (g *group) unsettled() []Operation {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	var left []Operation
	for _, operation := range g.operations {
		if _, has := g.settled[operation.ID]; !has {
			left = append(left, operation)
		}
	}
	return left
}
