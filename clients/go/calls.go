package platonic

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"net/http"
	"time"

	"connectrpc.com/connect"
	"github.com/platonic/platonic/clients/go/internal/contract"
	"github.com/platonic/platonic/clients/go/internal/endpoints"
	"github.com/platonic/platonic/clients/go/internal/lifetimes"
	"github.com/platonic/platonic/clients/go/internal/repetition"
)

// bearer gives the credentials of calls.
type bearer interface {
	// bearer returns the value to send as a bearer token; empty for none.
	bearer(ctx context.Context) (string, error)
	// refused tells that the service has refused the token, and says whether there can be another one.
	refused(token string) bool
}

// staticBearer is an API key or a JWT.
type staticBearer string

func (s staticBearer) bearer(context.Context) (string, error) { return string(s), nil }
func (s staticBearer) refused(string) bool                    { return false }

// calls makes the calls of a client on the terms of the contract. It is an interceptor of Connect.
type calls struct {
	bearer  bearer
	timeout time.Duration
	budget  *repetition.Budget
	hooks   []func(context.Context, Attempt)
	// lifetime is that of the client.
	lifetime *lifetimes.Lifetime
	// suspicion is nil if the transport sends pings.
	suspicion *endpoints.Suspicion
}

type onceKey struct{}
type idempotencyKey struct{}

// once marks a call that its caller repeats by rules of its own.
func once(ctx context.Context) context.Context { return context.WithValue(ctx, onceKey{}, true) }

// WithIdempotencyKey returns a context whose calls send this key, of 22 to 128 visible characters, in place of a random one.
// The service executes a call once for each key: store it to repeat a call after a restart.
func WithIdempotencyKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, idempotencyKey{}, key)
}

// WrapUnary repeats calls after the failures for which the contract says so.
func (c *calls) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		terms := contract.TermsOf(request.Spec())
		if err := afterClose(c.lifetime); err != nil {
			return nil, err
		}
		ctx, release := c.lifetime.Within(ctx)
		defer release()
		ctx, cancel := c.withDeadline(ctx, terms)
		defer cancel()
		setKey(ctx, terms, request.Header())
		isRenewed, isFirst := false, true
		for number, failures := 1, 0; ; number++ {
			response, failure, canRenew := c.attempt(ctx, next, request, terms, number, isFirst)
			if failure == nil {
				c.budget.Succeeded()
				return response, nil
			}
			if canRenew && !isRenewed {
				// A call refused for its credentials was not processed: it is repeated once with new ones.
				isRenewed = true
				continue
			}
			isFirst = false
			wait, isRepeated := failure.waitForFirst(ctx, terms)
			if !isRepeated {
				failures++
				wait, isRepeated = waitAfter(failure, failures), c.isRepeated(ctx, terms, failure, failures)
			}
			if !isRepeated || !repetition.Pause(ctx, wait) {
				return nil, lastFailure(ctx, failure, isRenewed)
			}
		}
	}
}

// waitForFirst says whether the first execution of a call with this key is under way, and how long to wait before its answer is
// asked for again. That goes on until the deadline, and counts neither as an attempt nor against the budget, as nothing failed.
func (e *Error) waitForFirst(ctx context.Context, terms contract.Terms) (wait time.Duration, isUnderWay bool) {
	if ctx.Value(onceKey{}) != nil || !terms.TakesKey || e.Reason != ReasonStateInvalid || e.Parameter != contract.KeyHeader {
		return 0, false
	}
	if e.RetryAfter > 0 {
		return e.RetryAfter, true
	}
	return underWayWait, true
}

// lastFailure returns the failure of a call that is not repeated.
func lastFailure(ctx context.Context, failure *Error, isRenewed bool) *Error {
	wasNotSent := failure.wasNotSent
	if closed := closedError(ctx); closed != nil {
		failure = closed
	}
	// An intermediary may have sent the attempt before the renewal twice, and have passed on the answer to the copy.
	failure.wasNotSent = wasNotSent && !isRenewed
	return failure
}

func (c *calls) isRepeated(ctx context.Context, terms contract.Terms, failure *Error, failures int) bool {
	isOnce := ctx.Value(onceKey{}) != nil
	return !isOnce && failures < repetition.AttemptsMax && failure.isRepeated(terms) && c.budget.Take()
}

// isRepeated says whether the terms of a method have a client repeat the call after this failure.
func (e *Error) isRepeated(terms contract.Terms) bool {
	switch {
	case e.wasNotSent:
		return e.Reason == ReasonUnreachable || e.Reason == ReasonUnavailable
	case e.Reason == ReasonUnreachable:
		// A lost answer counts as UNAVAILABLE.
		return terms.IsRepeatedAfter(string(ReasonUnavailable))
	default:
		return terms.IsRepeatedAfter(string(e.Reason))
	}
}

// attempt sends a request, and says whether it was refused for credentials that can be renewed.
func (c *calls) attempt(
	ctx context.Context, next connect.UnaryFunc, request connect.AnyRequest, terms contract.Terms, number int, isFirst bool,
) (response connect.AnyResponse, failure *Error, canRenew bool) {
	bound, cancel := c.boundOf(ctx, terms, isFirst)
	defer cancel()
	token, failure := c.token(bound)
	if failure != nil {
		return nil, failure.unlessBounded(ctx, bound), false
	}
	if token != "" {
		request.Header().Set("Authorization", "Bearer "+token)
	}
	c.suspicion.Settle()
	began := time.Now()
	attemptContext, answer := endpoints.WithAnswer(bound)
	response, err := next(attemptContext, request)
	if err != nil {
		if answer.Status == 0 && errors.Is(bound.Err(), context.DeadlineExceeded) {
			c.suspicion.Raise()
		}
		failure = answeredError(ctx, err, answer).unlessBounded(ctx, bound)
		canRenew = failure.Reason == ReasonInvalidAPIKey && c.bearer != nil && c.bearer.refused(token)
	}
	c.tell(ctx, terms.Method, number, failure, time.Since(began))
	return response, failure, canRenew
}

// token returns the current credentials. Where they cannot be had, the call was not sent.
func (c *calls) token(ctx context.Context) (string, *Error) {
	if c.bearer == nil {
		return "", nil
	}
	token, err := c.bearer.bearer(ctx)
	if err != nil {
		failure := *errorOf(ctx, err)
		failure.wasNotSent = true
		return "", &failure
	}
	return token, nil
}

// setKey sets the idempotency key of a call that takes one: that of the caller, or a random one of 128 bits.
func setKey(ctx context.Context, terms contract.Terms, header http.Header) {
	if key, ok := ctx.Value(idempotencyKey{}).(string); ok {
		header.Set(contract.KeyHeader, key)
	} else if terms.TakesKey && header.Get(contract.KeyHeader) == "" {
		header.Set(contract.KeyHeader, base64.RawURLEncoding.EncodeToString(randomBytes(16)))
	}
}

func randomBytes(length int) []byte {
	bytes := make([]byte, length)
	_, _ = rand.Read(bytes) // It never fails.
	return bytes
}

const (
	// deadlineMax is the longest deadline, as the clocks of others count milliseconds in 31 bits.
	deadlineMax = 24 * 24 * time.Hour
	// firstShare is the share of its deadline that the first attempt has, so that a silent connection leaves time for another one.
	firstShare = 3
	// attemptMin is what an attempt has at least, as far as the whole time lasts, so that a slow answer is not given up.
	attemptMin = 5 * time.Second
	// underWayWait is the wait for a first execution where the service names none.
	underWayWait = time.Second
	// boundSlack is how much earlier than this client the service may say that the time of an attempt is over.
	boundSlack = 50 * time.Millisecond
)

// withDeadline gives a call without a deadline that of the client or of its method.
func (c *calls) withDeadline(ctx context.Context, terms contract.Terms) (context.Context, context.CancelFunc) {
	timeout := deadlineMax
	if _, has := ctx.Deadline(); !has {
		if c.timeout > 0 {
			timeout = min(timeout, c.timeout)
		} else if terms.Deadline > 0 {
			timeout = min(timeout, terms.Deadline)
		}
	}
	return context.WithTimeout(ctx, timeout)
}

// boundOf returns the context of an attempt. The first one of a call that may be repeated has its share of the deadline.
func (c *calls) boundOf(ctx context.Context, terms contract.Terms, isFirst bool) (context.Context, context.CancelFunc) {
	deadline, hasDeadline := ctx.Deadline()
	mayRepeat := ctx.Value(onceKey{}) == nil && terms.IsRepeatedAfter(string(ReasonUnavailable)) && !c.budget.IsEmpty()
	left := time.Until(deadline)
	if !isFirst || !hasDeadline || !mayRepeat || shareOf(left) == left {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, shareOf(left))
}

// shareOf returns what an attempt has of the time for all of them.
func shareOf(whole time.Duration) time.Duration { return min(whole, max(attemptMin, whole/firstShare)) }

// unlessBounded makes the failure of an attempt whose bound has passed before the deadline one without an answer.
func (e *Error) unlessBounded(ctx, bound context.Context) *Error {
	end, hasEnd := bound.Deadline()
	isOver := hasEnd && time.Until(end) < boundSlack
	if bound == ctx || !isOver || ctx.Err() != nil {
		return e
	}
	switch {
	case e.Reason == ReasonTimedOut, e.Reason == ReasonDeadlineExceeded, errors.Is(e, context.DeadlineExceeded):
		e.Reason, e.Message = ReasonUnreachable, "there was no answer in the time of the first attempt"
	}
	return e
}
