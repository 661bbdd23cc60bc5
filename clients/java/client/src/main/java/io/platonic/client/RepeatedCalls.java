package io.platonic.client;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.platonic.client.internal.calls.AuthorizedCalls;
import io.platonic.client.internal.calls.Backoff;
import io.platonic.client.internal.calls.Budget;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.calls.Futures;
import io.platonic.client.internal.calls.Terms;
import io.platonic.client.internal.calls.Timer;
import io.platonic.client.internal.encoding.Bytes;
import io.platonic.client.services.Services;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes calls with the deadlines and repetitions that the contract declares. */
final class RepeatedCalls extends Services {
  private static final int ATTEMPTS_MAX = 4;
  private static final long ENDLESS_MS = Duration.ofDays(365).toMillis();
  private static final SecureRandom KEYS = new SecureRandom();

  private final AuthorizedCalls calls;
  private final Budget budget;
  private final Timer timer;
  private final CallSettings settings;

  RepeatedCalls(AuthorizedCalls calls, Budget budget, Timer timer, CallSettings settings) {
    this.calls = calls;
    this.budget = budget;
    this.timer = timer;
    this.settings = settings;
  }

  /** Returns the same calls, with other settings. */
  RepeatedCalls with(CallSettings other) {
    return new RepeatedCalls(calls, budget, timer, other);
  }

  CallSettings settings() {
    return settings;
  }

  @Override
  public <Q extends Message, A extends Message> CompletableFuture<A> callAsync(
      MethodDescriptor<Q, A> method, Q request) {
    Terms terms = Terms.of(method);
    Optional<String> key = settings.idempotencyKey().or(() -> terms.takesKey() ? Optional.of(newKey()) : Optional.empty());
    long timeoutMs = settings.deadline().or(terms::deadline).map(Duration::toMillis).orElse(ENDLESS_MS);
    var whole = new AuthorizedCalls.Request<>(method, request, key, new AtomicInteger());
    Repetition<Q, A> repetition = new Repetition<>(whole, terms, timer.nowMs() + timeoutMs);
    repetition.attempt();
    return repetition.result;
  }

  @Override
  public <Q extends Message, A extends Message> AnswerStream<A> stream(MethodDescriptor<Q, A> method, Q request) {
    return new AnswerStream<>(PlatonicException.unwrapped(() -> calls.stream(method, request)));
  }

  private static String newKey() {
    byte[] bytes = new byte[16];
    KEYS.nextBytes(bytes);
    return Bytes.base64url(bytes);
  }

  /** A call with its attempts. */
  private final class Repetition<Q, A> {
    final CompletableFuture<A> result = new CompletableFuture<>();
    private final AuthorizedCalls.Request<Q, A> request;
    private final Terms terms;
    private final long endMs;
    private int failures;

    Repetition(AuthorizedCalls.Request<Q, A> request, Terms terms, long endMs) {
      this.request = request;
      this.terms = terms;
      this.endMs = endMs;
    }

    void attempt() {
      if (result.isDone()) return;
      var sent = calls.send(request, endMs - timer.nowMs());
      Futures.cancelWith(result, sent);
      sent.whenComplete((answer, thrown) -> {
        if (thrown != null) {
          failed(Failure.of(thrown));
          return;
        }
        budget.earn();
        result.complete(answer.message());
      });
    }

    private void failed(Failure failure) {
      long waitMs = Backoff.waitMs(failures, ThreadLocalRandom.current().nextDouble(), failure);
      failures += 1;
      boolean isLeft = failures < ATTEMPTS_MAX && timer.nowMs() + waitMs < endMs;
      if (!isLeft || result.isDone() || !terms.isRepeatedAfter(failure) || !budget.spend()) {
        result.completeExceptionally(PlatonicException.of(failure));
        return;
      }
      Runnable cancel = timer.after(waitMs, this::attempt);
      result.whenComplete((answer, thrown) -> cancel.run());
    }
  }
}
