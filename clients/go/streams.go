package platonic

import (
	"context"
	"errors"
	"io"
	"time"

	"connectrpc.com/connect"
	"github.com/platonic/platonic/clients/go/internal/contract"
	"github.com/platonic/platonic/clients/go/internal/endpoints"
)

// WrapStreamingHandler does nothing, as this is a client.
func (c *calls) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return next
}

// WrapStreamingClient sends the credentials with a stream. It is not repeated: its reader knows where to go on.
func (c *calls) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return func(ctx context.Context, spec connect.Spec) connect.StreamingClientConn {
		ctx, release := c.lifetime.Within(ctx)
		// Whoever leaves need not have read the stream to its end.
		context.AfterFunc(ctx, release)
		if _, has := ctx.Deadline(); has {
			limited, cancel := context.WithTimeout(ctx, deadlineMax)
			context.AfterFunc(ctx, cancel)
			ctx = limited
		}
		opened := &stream{ctx: ctx, release: release, calls: c, method: contract.TermsOf(spec).Method, began: time.Now()}
		if failure := afterClose(c.lifetime); failure != nil {
			opened.failure = failure
		} else {
			opened.token, opened.failure = c.token(ctx)
		}
		opened.isUnsent = opened.failure != nil
		c.suspicion.Settle()
		ctx, opened.answer = endpoints.WithAnswer(ctx)
		opened.StreamingClientConn = next(ctx, spec)
		if opened.token != "" {
			opened.RequestHeader().Set("Authorization", "Bearer "+opened.token)
		}
		return opened
	}
}

// stream is a stream whose failures are of the type *Error.
type stream struct {
	connect.StreamingClientConn
	ctx     context.Context
	release context.CancelFunc
	calls   *calls
	method  string
	token   string
	failure *Error
	// isUnsent is set if there is no session for the stream, or no client any more.
	isUnsent bool
	answer   *endpoints.Answer
	began    time.Time
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
	s.failure = answeredError(s.ctx, err, s.answer)
	if s.failure.Reason == ReasonInvalidAPIKey && s.calls.bearer != nil {
		s.calls.bearer.refused(s.token)
	}
	s.calls.tell(s.ctx, s.method, 1, s.failure, time.Since(s.began))
	return s.failure
}

// CloseRequest ends the request. What was not sent has none: Connect would send one without a message.
func (s *stream) CloseRequest() error {
	if s.isUnsent {
		return nil
	}
	return s.StreamingClientConn.CloseRequest()
}

// CloseResponse ends the stream.
func (s *stream) CloseResponse() error {
	defer s.release()
	if s.isUnsent {
		return nil
	}
	return s.StreamingClientConn.CloseResponse()
}
