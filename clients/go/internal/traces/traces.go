// Package traces passes the trace of a caller on.
package traces

import (
	"context"
	"log/slog"
	"net/http"
	"regexp"
)

const (
	parent = "Traceparent"
	state  = "Tracestate"
)

var (
	parentForm = regexp.MustCompile(`^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$`)
	stateForm  = regexp.MustCompile(`^[ -~]{1,512}$`)
)

// Source writes the headers of the trace that a context is part of. A nil one knows none.
type Source func(ctx context.Context, header http.Header)

// Of returns the traceparent and the tracestate of a context; empty if it is part of no trace.
func (s Source) Of(ctx context.Context) (traceparent, tracestate string) {
	if s == nil {
		return "", ""
	}
	header := http.Header{}
	s.write(ctx, header)
	// Others, such as baggage, are not meant for this service.
	if !parentForm.MatchString(header.Get(parent)) {
		return "", ""
	}
	if stateForm.MatchString(header.Get(state)) {
		tracestate = header.Get(state)
	}
	return header.Get(parent), tracestate
}

// write has the source write its headers. One that panics must not make a call fail that moves money.
func (s Source) write(ctx context.Context, header http.Header) {
	defer func() {
		if cause := recover(); cause != nil {
			clear(header)
			slog.ErrorContext(ctx, "platonic: a call carries no trace, as the function of WithTraceContext has panicked", "cause", cause)
		}
	}()
	s(ctx, header)
}

// Set sets the headers of a request, unless its caller has.
func (s Source) Set(ctx context.Context, header http.Header) {
	if header.Get(parent) != "" {
		return
	}
	if traceparent, tracestate := s.Of(ctx); traceparent != "" {
		header.Set(parent, traceparent)
		if tracestate != "" {
			header.Set(state, tracestate)
		}
	}
}
