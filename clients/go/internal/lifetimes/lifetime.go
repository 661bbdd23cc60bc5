// Package lifetimes ends what is under way when its client is closed.
package lifetimes

import "context"

// Lifetime is the time in which a client or a wallet may be used.
type Lifetime struct {
	context context.Context
	cancel  context.CancelCauseFunc
}

// New returns a lifetime that ends with its parent, if there is one.
func New(parent *Lifetime) *Lifetime {
	outer := context.Background()
	if parent != nil {
		outer = parent.context
	}
	inner, cancel := context.WithCancelCause(outer)
	return &Lifetime{inner, cancel}
}

// Context returns a context that lasts as long, and ends with the same cause.
func (l *Lifetime) Context() context.Context { return l.context }

// End ends the lifetime, with a cause for all that is within it. A second end does nothing.
func (l *Lifetime) End(cause error) { l.cancel(cause) }

// Within returns a context that ends with the lifetime, too, and a function that must be called when it is not needed any more.
func (l *Lifetime) Within(ctx context.Context) (context.Context, context.CancelFunc) {
	joined, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(l.context, func() { cancel(context.Cause(l.context)) })
	return joined, func() {
		stop()
		cancel(nil)
	}
}
