// Package lifetimes ends what is under way when its client is closed.
package lifetimes

import (
	"context"
	"sync"
)

// Lifetime is the time in which a client or a wallet may be used.
type Lifetime struct {
	context context.Context
	cancel  context.CancelCauseFunc
	parent  *Lifetime

	mutex sync.Mutex
	// inner has the lifetimes that end with this one.
	inner map[*Lifetime]bool
	atEnd []func()
}

// New returns a lifetime that ends with its parent, if there is one.
func New(parent *Lifetime) *Lifetime {
	outer := context.Background()
	if parent != nil {
		outer = parent.context
	}
	inner, cancel := context.WithCancelCause(outer)
	lifetime := &Lifetime{context: inner, cancel: cancel, parent: parent}
	if parent != nil {
		parent.mutex.Lock()
		defer parent.mutex.Unlock()
		if parent.inner == nil {
			parent.inner = map[*Lifetime]bool{}
		}
		parent.inner[lifetime] = true
	}
	return lifetime
}

// Context returns a context that lasts as long, and ends with the same cause.
func (l *Lifetime) Context() context.Context { return l.context }

// AtEnd has a function called by End, once and before it returns; at once if the lifetime has ended.
func (l *Lifetime) AtEnd(act func()) {
	l.mutex.Lock()
	hasEnded := l.context.Err() != nil
	if !hasEnded {
		l.atEnd = append(l.atEnd, act)
	}
	l.mutex.Unlock()
	if hasEnded {
		act()
	}
}

// End ends the lifetime and those within it, with a cause for all that is within it. A second end does nothing.
func (l *Lifetime) End(cause error) {
	l.cancel(cause)
	if l.parent != nil {
		l.parent.mutex.Lock()
		delete(l.parent.inner, l)
		l.parent.mutex.Unlock()
	}
	l.mutex.Lock()
	inner, acts := l.inner, l.atEnd
	l.inner, l.atEnd = nil, nil
	l.mutex.Unlock()
	var ends sync.WaitGroup
	for one := range inner {
		ends.Go(func() { one.End(cause) })
	}
	ends.Wait()
	for _, act := range acts {
		act()
	}
}

// Within returns a context that ends with the lifetime, too, and a function that must be called when it is not needed any more.
func (l *Lifetime) Within(ctx context.Context) (context.Context, context.CancelFunc) {
	joined, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(l.context, func() { cancel(context.Cause(l.context)) })
	return joined, func() {
		stop()
		cancel(nil)
	}
}
