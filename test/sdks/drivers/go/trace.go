package main

import (
	"context"
	"encoding/json"
	"net/http"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"
)

// passOn writes the trace of a context into headers.
func passOn(ctx context.Context, header http.Header) {
	otel.GetTextMapPropagator().Inject(ctx, propagation.HeaderCarrier(header))
}

func init() { otel.SetTextMapPropagator(propagation.TraceContext{}) }

// inTrace returns the context of a command, which may name a trace.
func inTrace(line []byte) context.Context {
	var members struct{ Trace map[string]string }
	// A command whose members are none fails when it is done.
	_ = json.Unmarshal(line, &members)
	return otel.GetTextMapPropagator().Extract(context.Background(), propagation.MapCarrier(members.Trace))
}
