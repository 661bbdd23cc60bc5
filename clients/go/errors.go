package platonic

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"connectrpc.com/connect"
	faultv1 "github.com/platonic/platonic/clients/go/gen/fault/v1"
	"github.com/platonic/platonic/clients/go/internal/endpoints"
	"github.com/platonic/platonic/clients/go/internal/lifetimes"
	"github.com/platonic/platonic/clients/go/internal/repetition"
)

// Reason says why a call failed. Programs switch on it, never on the text of an error.
type Reason string

// Reasons of the contract, which docs/reference/errors.md explains, and three of the client.
const (
	ReasonAuthenticationRequired  Reason = "AUTHENTICATION_REQUIRED"
	ReasonInvalidAPIKey           Reason = "INVALID_API_KEY"
	ReasonParameterRequired       Reason = "PARAMETER_REQUIRED"
	ReasonParameterInvalid        Reason = "PARAMETER_INVALID"
	ReasonVectorDimensionMismatch Reason = "VECTOR_DIMENSION_MISMATCH"
	ReasonTransformationError     Reason = "TRANSFORMATION_ERROR"
	ReasonResourceNotFound        Reason = "RESOURCE_NOT_FOUND"
	ReasonRateLimitExceeded       Reason = "RATE_LIMIT_EXCEEDED"
	ReasonInternal                Reason = "INTERNAL"
	ReasonResourceConflict        Reason = "RESOURCE_CONFLICT"
	ReasonVersionMismatch         Reason = "VERSION_MISMATCH"
	ReasonStateInvalid            Reason = "STATE_INVALID"
	ReasonUnavailable             Reason = "UNAVAILABLE"
	ReasonDeadlineExceeded        Reason = "DEADLINE_EXCEEDED"

	// ReasonUnreachable means that there was no answer, or one of an intermediary.
	ReasonUnreachable Reason = "UNREACHABLE"
	// ReasonTimedOut means that the deadline of the caller or of the method has passed.
	ReasonTimedOut Reason = "TIMED_OUT"
	// ReasonUnknown means that the answer is not one of the service, or newer than this package, or that the caller has
	// canceled the call; then errors.Is(err, context.Canceled).
	ReasonUnknown Reason = "UNKNOWN"
)

// Error is a failed call. It wraps the error of the transport, if there is one.
type Error struct {
	// Reason says why the call failed.
	Reason Reason
	// Parameter is the path of the parameter that is wrong, such as `data[2]`; empty if it is none.
	Parameter string
	// RetryAfter is the time that the service asks to wait; zero if it asks for none.
	RetryAfter time.Duration
	// Message is for people.
	Message string

	// wasNotSent is set if no session could be opened, so that the call itself was not sent.
	wasNotSent bool
	// wasSentAgain is set if another copy of the request may have been processed.
	wasSentAgain bool
	// isFromChannel is set if no intermediary can have sent the request again.
	isFromChannel bool
	cause         error
}

// Error returns the reason, the parameter and the text.
func (e *Error) Error() string {
	if e.Parameter == "" {
		return "platonic: " + string(e.Reason) + ": " + e.Message
	}
	return "platonic: " + string(e.Reason) + " (" + e.Parameter + "): " + e.Message
}

// Unwrap returns the error of the transport.
func (e *Error) Unwrap() error { return e.cause }

// errorOf converts an error of a call that was made with ctx.
func errorOf(ctx context.Context, err error) *Error {
	return answeredError(ctx, err, new(endpoints.Answer))
}

// answeredError converts an error of a call that was made with ctx, and that got an answer.
func answeredError(ctx context.Context, err error, answer *endpoints.Answer) *Error {
	own := new(Error)
	if errors.As(err, &own) {
		return own
	}
	failed := new(connect.Error)
	if !errors.As(err, &failed) {
		failed = connect.NewError(connect.CodeOf(err), err)
	}
	converted := &Error{Message: failed.Message(), cause: err}
	converted.RetryAfter = max(repetition.RetryAfter(failed.Meta()), repetition.RetryAfter(answer.Header))
	for _, detail := range failed.Details() {
		// Details of types that are not in this program are for others.
		value, err := detail.Value()
		if fault, ok := value.(*faultv1.FaultDetail); ok && err == nil {
			converted.Reason, converted.Parameter = reasonOf(fault.GetReason()), fault.GetParameter()
			converted.Message = cmp.Or(converted.Message, "the service failed by reason "+fault.GetReason().String())
			return converted
		}
	}
	if closed := closedError(ctx); closed != nil {
		closed.cause = err
		return closed
	}
	if isForeign(failed, answer) {
		converted.Reason, converted.Message = reasonOfStatus(ctx, answer.Status), answer.Describe(failed.Message())
	} else {
		converted.Reason = reasonOfCode(ctx, failed)
	}
	converted.Message = cmp.Or(converted.Message, "the service failed without a text, by code "+failed.Code().String())
	return converted
}

// isForeign says whether a failure is that of an answer in which there is none of the service.
func isForeign(failed *connect.Error, answer *endpoints.Answer) bool {
	hasWords := failed.Message() != "" || len(failed.Details()) > 0
	return answer.Status != 0 && (!connect.IsWireError(failed) || answer.Status != http.StatusOK && !hasWords)
}

// reasonOfStatus returns the reason of an answer that is not one of the service.
func reasonOfStatus(ctx context.Context, status int) Reason {
	switch {
	case status >= 200 && status < 300, status >= 500,
		status == http.StatusRequestTimeout, status == http.StatusTooManyRequests:
		return unlessDone(ctx, ReasonUnreachable)
	default:
		return ReasonUnknown
	}
}

// reasonOf returns the contract's word; ReasonUnknown for one that is newer than this package.
func reasonOf(reason faultv1.Reason) Reason {
	name, ok := faultv1.Reason_name[int32(reason)]
	if !ok || reason == faultv1.Reason_REASON_UNSPECIFIED {
		return ReasonUnknown
	}
	return Reason(strings.TrimPrefix(name, "REASON_"))
}

// reasonOfCode returns the reason of a failure that has none of the contract.
func reasonOfCode(ctx context.Context, failed *connect.Error) Reason {
	switch failed.Code() {
	case connect.CodeUnavailable, connect.CodeUnknown, connect.CodeInternal, connect.CodeResourceExhausted:
		return unlessDone(ctx, ReasonUnreachable)
	case connect.CodeCanceled:
		// A stream that was reset has this code, too.
		return unlessDone(ctx, ReasonUnreachable)
	case connect.CodeDeadlineExceeded:
		if connect.IsWireError(failed) {
			return ReasonTimedOut
		}
		// A connection that could not be made in time has this code, too.
		return unlessDone(ctx, ReasonUnreachable)
	default:
		return ReasonUnknown
	}
}

// unlessDone returns the reason, or what the context says if it has ended.
func unlessDone(ctx context.Context, reason Reason) Reason {
	deadline, hasDeadline := ctx.Deadline()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded), hasDeadline && !time.Now().Before(deadline):
		return ReasonTimedOut
	case ctx.Err() != nil:
		return ReasonUnknown
	default:
		return reason
	}
}

// closed returns the cause with which the lifetime of what has this name ends.
func closed(name string) *Error {
	return &Error{Reason: ReasonStateInvalid, Message: "the " + name + " is closed"}
}

// closedError returns the error of a context that was ended by a close; nil for any other.
func closedError(ctx context.Context) *Error {
	if ctx.Err() == nil {
		return nil
	}
	cause := new(Error)
	if !errors.As(context.Cause(ctx), &cause) {
		return nil
	}
	// A copy, as attempts add to their failures.
	failure := *cause
	return &failure
}

// afterClose returns the error of what is asked after a close, which was not sent; nil before it.
func afterClose(lifetime *lifetimes.Lifetime) *Error {
	failure := closedError(lifetime.Context())
	if failure != nil {
		failure.wasNotSent = true
	}
	return failure
}

// contextError returns the error of a call whose context has ended.
func contextError(ctx context.Context) *Error {
	if closed := closedError(ctx); closed != nil {
		return closed
	}
	err := ctx.Err()
	if errors.Is(err, context.DeadlineExceeded) {
		return &Error{Reason: ReasonTimedOut, Message: "the deadline has passed", cause: err}
	}
	return &Error{Reason: ReasonUnknown, Message: "the caller has canceled the call", cause: err}
}

// waitAfter returns the wait before the attempt after a failure.
func waitAfter(failure *Error, failures int) time.Duration {
	if failure == nil {
		return repetition.WaitAfter(0, failures)
	}
	return repetition.WaitAfter(failure.RetryAfter, failures)
}
