package io.platonic.client;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.platonic.client.internal.calls.Answers;
import io.platonic.client.internal.calls.AuthorizedCalls;
import io.platonic.client.internal.calls.Backoff;
import io.platonic.client.internal.calls.Budget;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.calls.Futures;
import io.platonic.client.internal.calls.Lifetime;
import io.platonic.client.internal.calls.Terms;
import io.platonic.client.internal.calls.Timer;
import io.platonic.client.internal.calls.Times;
import io.platonic.client.internal.encoding.Bytes;
import io.platonic.client.services.Services;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes calls with the deadlines and repetitions that the contract declares. */
final class RepeatedCalls extends Services {
  private static final int ATTEMPTS_MAX = 4;
  private static final long BOUND_SLACK_MS = 50;
  private static final SecureRandom KEYS = new SecureRandom();

  private final AuthorizedCalls calls;
  private final Budget budget;
  private final Timer timer;
  private final Lifetime lifetime;
  private final CallSettings settings;

  RepeatedCalls(AuthorizedCalls calls, Budget budget, Timer timer, Lifetime lifetime, CallSettings settings) {
    this.calls = calls;
    this.budget = budget;
    this.timer = timer;
    this.lifetime = lifetime;
    this.settings = settings;
  }

  /** Returns the same calls, with other settings. */
  RepeatedCalls with(CallSettings other) {
    return new RepeatedCalls(calls, budget, timer, lifetime, other);
  }

  CallSettings settings() {
    return settings;
  }

  @Override
  public <Q extends Message, A extends Message> CompletableFuture<A> callAsync(
      MethodDescriptor<Q, A> method, Q request) {
    Terms terms = Terms.of(method);
    Optional<String> key = settings.idempotencyKey().or(() -> terms.takesKey() ? Optional.of(newKey()) : Optional.empty());
    long timeoutMs = Times.ms("a deadline", settings.deadline().or(terms::deadline).orElse(Times.MOST));
    var whole = new AuthorizedCalls.Request<>(method, request, key, new AtomicInteger());
    Repetition<Q, A> repetition = new Repetition<>(whole, terms, timer.nowMs() + timeoutMs);
    if (lifetime.isEnded()) repetition.close();
    else repetition.begin();
    return repetition.result;
  }

  @Override
  public <Q extends Message, A extends Message> AnswerStream<A> stream(MethodDescriptor<Q, A> method, Q request) {
    return PlatonicException.unwrapped(() -> {
      lifetime.requireOpen();
      Answers<A> answers = calls.stream(method, request);
      return new AnswerStream<>(answers, answers::close);
    });
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
    /** Attempts that have failed, but for those that found the first execution under way. */
    private int failures;
    /** Whether an attempt has found the first execution under way. */
    private boolean isAwaitingFirst;

    Repetition(AuthorizedCalls.Request<Q, A> request, Terms terms, long endMs) {
      this.request = request;
      this.terms = terms;
      this.endMs = endMs;
    }

    void begin() {
      Runnable forget = lifetime.atEnd(this::close);
      result.whenComplete((answer, thrown) -> forget.run());
      attempt();
    }

    void close() {
      result.completeExceptionally(PlatonicException.of(Lifetime.closed()));
    }

    private void attempt() {
      if (result.isDone()) return;
      long leftMs = endMs - timer.nowMs();
      boolean mayRepeat = failures == 0 && !isAwaitingFirst && !budget.isEmpty();
      long boundMs = mayRepeat ? terms.firstAttemptMs(leftMs) : leftMs;
      long boundEndMs = timer.nowMs() + boundMs;
      var sent = calls.send(request, boundMs);
      Futures.cancelWith(result, sent);
      sent.whenComplete((answer, thrown) -> {
        if (thrown != null) {
          Failure failure = Failure.of(thrown);
          // The service knows the bound, too, and may be the first to say that it is over.
          boolean isOver = failure.reason() == Reason.DEADLINE_EXCEEDED && timer.nowMs() >= boundEndMs - BOUND_SLACK_MS;
          boolean isBound = boundMs < leftMs && (isOver || failure.reason() == Reason.TIMED_OUT);
          failed(isBound ? failure.asUnreachable() : failure);
          return;
        }
        budget.earn();
        result.complete(answer.message());
      });
    }

    private void failed(Failure failure) {
      boolean isUnderWay = terms.isUnderWay(failure);
      long waitMs = Backoff.waitMs(failures, ThreadLocalRandom.current().nextDouble(), failure);
      // An execution that is under way ends in its own time: to ask for its answer is no further attempt.
      if (isUnderWay) isAwaitingFirst = true;
      else failures += 1;
      boolean isInTime = timer.nowMs() + waitMs < endMs && !result.isDone();
      if (isInTime && (isUnderWay || mayRepeatAfter(failure))) {
        Runnable cancel = timer.after(waitMs, this::attempt);
        result.whenComplete((answer, thrown) -> cancel.run());
      } else {
        result.completeExceptionally(PlatonicException.of(failure));
      }
    }

    private boolean mayRepeatAfter(Failure failure) {
      return failures < ATTEMPTS_MAX && terms.isRepeatedAfter(failure) && budget.spend();
    }
  }
}
