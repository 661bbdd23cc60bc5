package io.platonic.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.platonic.client.internal.calls.AuthorizedCalls;
import io.platonic.client.internal.calls.Budget;
import io.platonic.client.internal.calls.Lifetime;
import io.platonic.client.internal.calls.TokenSource;
import io.platonic.client.internal.payments.LedgerCalls;
import io.platonic.client.internal.payments.Payment;
import io.platonic.client.internal.payments.Payments;
import io.platonic.geocode.v1.EncodeRequest;
import io.platonic.geocode.v1.EncodeResponse;
import io.platonic.geocode.v1.GeocodeServiceGrpc;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class TraceTest {
  /** A provider that processes no spans makes none. */
  private static final Tracer TRACER = SdkTracerProvider.builder().addSpanProcessor(new SpanProcessor() {
    @Override
    public void onStart(Context parent, ReadWriteSpan span) {}

    @Override
    public boolean isStartRequired() {
      return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {}

    @Override
    public boolean isEndRequired() {
      return false;
    }
  }).build().get("tests");

  private final FakeTransport transport = new FakeTransport();
  private final FakeTimer timer = new FakeTimer();
  private final AuthorizedCalls once = new AuthorizedCalls(transport, TokenSource.of("key"), List.of());
  private final RepeatedCalls calls =
      new RepeatedCalls(once, new Budget(), timer, new Lifetime(), CallSettings.DEFAULT);
  private final Span span = TRACER.spanBuilder("order").startSpan();
  private final String parent =
      "00-" + span.getSpanContext().getTraceId() + "-" + span.getSpanContext().getSpanId() + "-"
          + span.getSpanContext().getTraceFlags().asHex();

  private <T> T inSpan(Supplier<T> work) {
    return Context.current().with(span).wrapSupplier(work).get();
  }

  private List<String> traces() {
    return transport.sent.stream().map(sent -> sent.header("traceparent")).toList();
  }

  @Test
  void isCarriedByEachAttempt() {
    inSpan(() -> calls.callAsync(GeocodeServiceGrpc.getEncodeMethod(), EncodeRequest.getDefaultInstance()));
    transport.last().fail(Reason.UNREACHABLE);
    timer.pass(1_000);
    transport.last().answer(EncodeResponse.getDefaultInstance());
    assertEquals(List.of(parent, parent), traces());
    assertNull(transport.last().header("tracestate"));
  }

  @Test
  void isNoneOutsideOfASpan() {
    calls.callAsync(GeocodeServiceGrpc.getEncodeMethod(), EncodeRequest.getDefaultInstance());
    assertNull(transport.last().header("traceparent"));
  }

  @Test
  void isCarriedByWhatThePaymentDoesInTheBackgroundAndByWhatIsReconciled() {
    Journal journal = Journal.inMemory();
    Operation operation =
        new Operation("01920000-0000-7000-8000-000000000001", new byte[] {1}, "key", new byte[64]);
    Payments payments = payments(journal);
    inSpan(() -> payments.send(List.of(operation), new LedgerCalls(once, "ada").transferBatch(operation)));
    transport.last().fail(Reason.UNREACHABLE);
    timer.pass(1_000);
    transport.last().fail(Reason.UNREACHABLE);
    timer.pass(60_000);
    assertEquals("ResolveTransaction", transport.last().method());
    assertEquals(List.of(parent), traces().stream().distinct().toList());
    payments.close();
    transport.sent.clear();
    Payments next = payments(journal);
    inSpan(next::reconcile);
    timer.pass(60_000);
    assertEquals(List.of(parent), traces().stream().distinct().toList());
    next.close();
  }

  private Payments payments(Journal journal) {
    return new Payments(new Payments.Options(operation -> true, new LedgerCalls(once, "ada"), journal,
        new Payment.Terms(2_000, 1), timer, Runnable::run, outcome -> {}));
  }
}
