package io.platonic.client.internal.calls;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.platonic.client.Attempt;
import io.platonic.client.AttemptHook;
import io.platonic.client.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends requests once, with credentials. A request that is refused for its session is sent again with another one. */
public final class AuthorizedCalls {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<String> IDEMPOTENCY_KEY =
      Metadata.Key.of(Terms.KEY_HEADER, Metadata.ASCII_STRING_MARSHALLER);

  private final Transport transport;
  private final TokenSource tokens;
  private final List<AttemptHook> hooks;

  public AuthorizedCalls(Transport transport, TokenSource tokens, List<AttemptHook> hooks) {
    this.transport = transport;
    this.tokens = tokens;
    this.hooks = hooks;
  }

  /** A request with all that belongs to it: its trace is that of whoever makes it. */
  public record Request<Q, A>(
      MethodDescriptor<Q, A> method, Q message, Optional<String> key, AtomicInteger attempts, Trace trace) {
    public Request(MethodDescriptor<Q, A> method, Q message, Optional<String> key, AtomicInteger attempts) {
      this(method, message, key, attempts, Trace.current());
    }

    public Request(MethodDescriptor<Q, A> method, Q message) {
      this(method, message, Optional.empty(), new AtomicInteger());
    }
  }

  /** Sends a request. Fails with Failure; cancelling the result ends the call. */
  public <Q, A> CompletableFuture<Transport.Answer<A>> send(Request<Q, A> request, long timeoutMs) {
    long endMs = nowMs() + timeoutMs;
    CompletableFuture<Transport.Answer<A>> result = new CompletableFuture<>();
    authorized(request, endMs, result, true);
    return result;
  }

  private <Q, A> void authorized(
      Request<Q, A> request, long endMs, CompletableFuture<Transport.Answer<A>> result, boolean mayRenew) {
    request.trace().during(() -> token(endMs - nowMs())).whenComplete((token, unopened) -> {
      if (unopened != null) {
        result.completeExceptionally(Failure.of(unopened).asUnsent());
        return;
      }
      if (result.isDone()) return;
      CompletableFuture<Transport.Answer<A>> sent = sendOnce(request, endMs, token);
      Futures.cancelWith(result, sent);
      sent.whenComplete((answer, thrown) -> {
        if (thrown == null) {
          result.complete(answer);
          return;
        }
        Failure failure = Failure.of(thrown);
        // A call that is refused for its credentials was not executed.
        boolean isRefused = failure.reason() == Reason.INVALID_API_KEY && tokens.forget(token);
        if (isRefused && mayRenew) authorized(request, endMs, result, false);
        else result.completeExceptionally(failure);
      });
    });
  }

  /** Returns the token, for which a call waits no longer than for its answer; a session that opens goes on for others. */
  private CompletableFuture<String> token(long timeoutMs) {
    CompletableFuture<String> token = tokens.token();
    return token.isDone() ? token : token.copy().orTimeout(Math.max(1, timeoutMs), TimeUnit.MILLISECONDS);
  }

  private <Q, A> CompletableFuture<Transport.Answer<A>> sendOnce(Request<Q, A> request, long endMs, String token) {
    int number = request.attempts().incrementAndGet();
    long startNs = System.nanoTime();
    Metadata headers = headersOf(token, request.trace());
    request.key().ifPresent(key -> headers.put(IDEMPOTENCY_KEY, key));
    CompletableFuture<Transport.Answer<A>> sent =
        transport.send(request.method(), request.message(), headers, Math.max(1, endMs - nowMs()));
    if (hooks.isEmpty()) return sent;
    CompletableFuture<Transport.Answer<A>> told = sent.whenComplete((answer, thrown) -> {
      Optional<Reason> reason = Optional.ofNullable(thrown).map(failure -> Failure.of(failure).reason());
      Duration duration = Duration.ofNanos(System.nanoTime() - startNs);
      tell(new Attempt(request.method().getFullMethodName(), number, reason, duration));
    });
    Futures.cancelWith(told, sent);
    return told;
  }

  private void tell(Attempt attempt) {
    for (AttemptHook hook : hooks) {
      try {
        hook.attempted(attempt);
      } catch (RuntimeException faulty) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, faulty);
      }
    }
  }

  /** Opens a stream. A session that is refused is forgotten by the caller. */
  public <Q, A> Answers<A> stream(MethodDescriptor<Q, A> method, Q request) {
    return transport.stream(method, request, headersOf(Futures.await(tokens.token().copy()), Trace.current()));
  }

  /** Forgets the present token, which was refused for a stream. */
  public void forgetToken() {
    CompletableFuture<String> present = tokens.token();
    if (present.isDone() && !present.isCompletedExceptionally()) tokens.forget(present.join());
  }

  private static Metadata headersOf(String token, Trace trace) {
    Metadata headers = new Metadata();
    trace.writeTo(headers);
    if (token != null) headers.put(AUTHORIZATION, "Bearer " + token);
    return headers;
  }

  private static long nowMs() {
    return System.nanoTime() / 1_000_000;
  }
}
