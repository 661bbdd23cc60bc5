package io.platonic.client.internal.calls;

import io.grpc.Metadata;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Headers of the trace of a caller; none if there is no trace.
 *
 * @param headers {@code traceparent}, and {@code tracestate} if there is one
 */
public record Trace(Map<String, String> headers) {
  private static final Trace NONE = new Trace(Map.of());
  private static final Pattern PARENT = Pattern.compile("[\\da-f]{2}-[\\da-f]{32}-[\\da-f]{16}-[\\da-f]{2}");
  private static final Pattern STATE = Pattern.compile("[ -~]{1,512}");
  private static final boolean HAS_OPENTELEMETRY = hasOpenTelemetry();
  /** The trace for which this thread works, where that is not the thread of the caller. */
  private static final ThreadLocal<Trace> CARRIED = new ThreadLocal<>();

  /** Returns the trace of which the present call is a part. */
  public static Trace current() {
    Trace carried = CARRIED.get();
    if (carried != null) return carried;
    return HAS_OPENTELEMETRY ? ofOpenTelemetry() : NONE;
  }

  private static Trace ofOpenTelemetry() {
    try {
      return of(OpenTelemetryTrace.headers());
    } catch (RuntimeException | LinkageError broken) {
      System.getLogger("io.platonic.client")
          .log(System.Logger.Level.WARNING, "a call carries no trace, as OpenTelemetry has failed", broken);
      return NONE;
    }
  }

  /** Returns those of the headers that are a trace. */
  static Trace of(Map<String, String> headers) {
    String parent = headers.getOrDefault("traceparent", "");
    String state = headers.getOrDefault("tracestate", "");
    if (!PARENT.matcher(parent).matches()) return NONE;
    return new Trace(STATE.matcher(state).matches()
        ? Map.of("traceparent", parent, "tracestate", state) : Map.of("traceparent", parent));
  }

  /** Does work for this trace, in whatever thread. */
  public <T> T during(Supplier<T> work) {
    Trace before = CARRIED.get();
    CARRIED.set(this);
    try {
      return work.get();
    } finally {
      if (before == null) CARRIED.remove();
      else CARRIED.set(before);
    }
  }

  void writeTo(Metadata metadata) {
    write((name, value) -> metadata.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value));
  }

  void write(BiConsumer<String, String> to) {
    headers.forEach(to);
  }

  private static boolean hasOpenTelemetry() {
    try {
      Class.forName("io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator", false, Trace.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError absent) {
      return false;
    }
  }
}
