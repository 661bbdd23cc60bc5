package platonic

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"time"

	"connectrpc.com/connect"
	"github.com/platonic/platonic/clients/go/internal/contract"
	"github.com/platonic/platonic/clients/go/internal/endpoints"
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
	budget  repetition.Budget
	hooks   []func(context.Context, Attempt)
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
		ctx, cancel := c.withDeadline(ctx, terms)
		defer cancel()
		setKey(ctx, terms, request.Header())
		isRenewed := false
		for number, failures := 1, 0; ; number++ {
			response, failure, canRenew := c.attempt(ctx, next, request, terms, number)
			if failure == nil {
				c.budget.Succeeded()
				return response, nil
			}
			if canRenew && !isRenewed {
				// A call refused for its credentials was not processed: it is repeated once with new ones.
				isRenewed = true
				continue
			}
			failures++
			if !c.isRepeated(ctx, terms, failure, failures) || !repetition.Pause(ctx, waitAfter(failure, failures)) {
				return nil, failure
			}
		}
	}
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
	case e.Reason == ReasonStateInvalid && e.Parameter == contract.KeyHeader:
		// The first execution of a call with this key is under way.
		return terms.TakesKey
	default:
		return terms.IsRepeatedAfter(string(e.Reason))
	}
}

// attempt sends a request, and says whether it was refused for credentials that can be renewed.
func (c *calls) attempt(
	ctx context.Context, next connect.UnaryFunc, request connect.AnyRequest, terms contract.Terms, number int,
) (response connect.AnyResponse, failure *Error, canRenew bool) {
	token, failure := c.token(ctx)
	if failure != nil {
		return nil, failure, false
	}
	if token != "" {
		request.Header().Set("Authorization", "Bearer "+token)
	}
	began := time.Now()
	attemptContext, answer := endpoints.WithAnswer(ctx)
	response, err := next(attemptContext, request)
	if err != nil {
		failure = errorOf(ctx, err)
		failure.RetryAfter = max(failure.RetryAfter, repetition.RetryAfter(answer.Header))
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

// withDeadline gives a call without a deadline that of the client or of its method.
func (c *calls) withDeadline(ctx context.Context, terms contract.Terms) (context.Context, context.CancelFunc) {
	_, has := ctx.Deadline()
	switch {
	case !has && c.timeout > 0:
		return context.WithTimeout(ctx, c.timeout)
	case !has && terms.Deadline > 0:
		return context.WithTimeout(ctx, terms.Deadline)
	default:
		return ctx, func() {}
	}
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

// WrapStreamingHandler does nothing, as this is a client.
func (c *calls) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return next
}

// WrapStreamingClient sends the credentials with a stream. It is not repeated: its reader knows where to go on.
func (c *calls) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return func(ctx context.Context, spec connect.Spec) connect.StreamingClientConn {
		token, failure := c.token(ctx)
		streamContext, answer := endpoints.WithAnswer(ctx)
		conn := next(streamContext, spec)
		if token != "" {
			conn.RequestHeader().Set("Authorization", "Bearer "+token)
		}
		method := contract.TermsOf(spec).Method
		return &stream{conn, ctx, c, method, token, failure, answer, time.Now()}
	}
}

// stream is a stream whose failures are of the type *Error.
type stream struct {
	connect.StreamingClientConn
	ctx     context.Context
	calls   *calls
	method  string
	token   string
	failure *Error
	answer  *endpoints.Answer
	began   time.Time
}

// Send sends the request, unless there are no credentials for it.
func (s *stream) Send(message any) error {
	if s.failure != nil {
		return s.failure
	}
	return s.StreamingClientConn.Send(message)
}

// Receive reads the next message. At the end of the stream it returns io.EOF.
func (s *stream) Receive(message any) error {
	if s.failure != nil {
		return s.failure
	}
	err := s.StreamingClientConn.Receive(message)
	if err == nil {
		return nil
	}
	if errors.Is(err, io.EOF) {
		s.calls.tell(s.ctx, s.method, 1, nil, time.Since(s.began))
		return err
	}
	s.failure = errorOf(s.ctx, err)
	s.failure.RetryAfter = max(s.failure.RetryAfter, repetition.RetryAfter(s.answer.Header))
	if s.failure.Reason == ReasonInvalidAPIKey && s.calls.bearer != nil {
		s.calls.bearer.refused(s.token)
	}
	s.calls.tell(s.ctx, s.method, 1, s.failure, time.Since(s.began))
	return s.failure
}
