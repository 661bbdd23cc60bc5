package io.platonic.client.internal.calls;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.HashMap;
import java.util.Map;

/** Reads the trace of this thread. Only a program that has OpenTelemetry can load this class. */
final class OpenTelemetryTrace {
  private OpenTelemetryTrace() {}

  static Map<String, String> headers() {
    Map<String, String> headers = new HashMap<>();
    // Not that of GlobalOpenTelemetry, which nobody could set any more once it was read.
    W3CTraceContextPropagator.getInstance().inject(Context.current(), headers, Map::put);
    return headers;
  }
}
