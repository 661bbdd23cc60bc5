package io.platonic.client.internal.payments;

import io.platonic.client.Reason;
import io.platonic.client.internal.calls.Backoff;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.calls.Reasons;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.DoubleSupplier;

/**
 * State machine of a payment: takes events with their times, and tells its effects. A payment fails only if the ledger says
 * so. Without an answer in time it is voided: the ledger then answers with the outcome, or that it will never execute the
 * payment. Not safe for use by several threads.
 */
public final class Payment {
  /** Time that is never reached. */
  public static final long NEVER = Long.MAX_VALUE;
  /** Faults of the order, the same for every copy of a request that an intermediary may have made. */
  private static final Set<Reason> ORDER_FAULTS =
      EnumSet.of(Reason.PARAMETER_REQUIRED, Reason.PARAMETER_INVALID, Reason.RESOURCE_CONFLICT);
  private static final long VOID_PATIENCE_MS = 500;
  private static final long VOID_CALL_MS_MIN = 1_000;

  /** Does what the machine decides. */
  public interface Effects {
    void transfer(int attempt, long timeoutMs);

    void voidTransaction(int attempt, long timeoutMs);

    /** Handles that the outcome is known. */
    void settle();

    /** Handles that the only attempt was refused, so that nothing is in the ledger. */
    void refuse(Failure failure);

    /** Handles that the outcome is not known in time. Attempts go on. */
    void unresolved();
  }

  /**
   * Terms of payments.
   *
   * @param confirmTimeoutMs time for the confirmation, and once more for voiding
   * @param retryCount how often the same bytes are sent again
   */
  public record Terms(long confirmTimeoutMs, int retryCount) {
    /** Returns the time of each attempt. */
    public long attemptMs() {
      return io.platonic.client.internal.calls.Terms.attemptMs(confirmTimeoutMs);
    }
  }

  private enum Stage { SENDING, VOIDING, SETTLED }

  private final Terms terms;
  private final DoubleSupplier random;
  private final Effects effects;
  private Stage stage = Stage.SENDING;
  private int attempts;
  /** Attempts without an answer. */
  private final Set<Integer> open = new HashSet<>();
  /** The latest attempt to void. */
  private int voidAttempt;
  private int failures;
  /** Times of the end of sending, of the notice, of the next attempt, and of the end of patience with the latest one. */
  private long sendingEndMs;
  private long noticeMs = NEVER;
  private long retryMs = NEVER;
  private long attemptEndMs = NEVER;

  public Payment(Terms terms, DoubleSupplier random, Effects effects) {
    this.terms = terms;
    this.random = random;
    this.effects = effects;
  }

  public void start(long nowMs) {
    sendingEndMs = nowMs + terms.confirmTimeoutMs;
    transfer(nowMs);
  }

  /** Resolves a payment of an earlier process. */
  public void reconcile(long nowMs) {
    beginVoiding(nowMs);
  }

  /** Returns the time at which {@code tick} is due. */
  public long nextMs() {
    return switch (stage) {
      case SENDING -> Math.min(Math.min(attemptEndMs, retryMs), sendingEndMs);
      case VOIDING -> Math.min(Math.min(attemptEndMs, retryMs), noticeMs);
      case SETTLED -> NEVER;
    };
  }

  /** Handles an answer of the ledger. */
  public void answered(int attempt, boolean isFinal, long nowMs) {
    open.remove(attempt);
    if (stage == Stage.SETTLED) return;
    if (isFinal) {
      stage = Stage.SETTLED;
      effects.settle();
    } else if (isAwaited(attempt)) {
      planNext(nowMs, null);
    }
  }

  /** Handles a failed attempt. */
  public void failed(int attempt, Failure failure, long nowMs) {
    if (!open.remove(attempt) || stage == Stage.SETTLED) return;
    if (stage == Stage.SENDING && attempts == 1 && (isRefusal(failure) || isTooLate(failure, nowMs))) {
      stage = Stage.SETTLED;
      effects.refuse(failure);
    } else if (isAwaited(attempt)) {
      planNext(nowMs, failure);
    }
  }

  public void tick(long nowMs) {
    if (stage == Stage.SENDING && nowMs >= sendingEndMs) {
      beginVoiding(nowMs);
    } else if (stage == Stage.SENDING && nowMs >= retryMs) {
      transfer(nowMs);
    } else if (stage == Stage.SENDING && nowMs >= attemptEndMs) {
      open.remove(attempts);
      planNext(nowMs, null);
    } else if (stage == Stage.VOIDING) {
      if (nowMs >= retryMs) tryVoid(nowMs);
      else if (nowMs >= attemptEndMs) planNext(nowMs, null);
      giveNotice(nowMs);
    }
  }

  /** Sends. An attempt that is not answered for long counts as failed. */
  private void transfer(long nowMs) {
    retryMs = NEVER;
    long timeoutMs = Math.max(1, Math.min(terms.attemptMs(), sendingEndMs - nowMs));
    attemptEndMs = nowMs + timeoutMs;
    attempts += 1;
    open.add(attempts);
    effects.transfer(attempts, timeoutMs);
  }

  private void beginVoiding(long nowMs) {
    stage = Stage.VOIDING;
    failures = 0;
    noticeMs = nowMs + terms.confirmTimeoutMs;
    tryVoid(nowMs);
  }

  /** Voids. An attempt that is not answered for long counts as failed, but its answer is still good. */
  private void tryVoid(long nowMs) {
    retryMs = NEVER;
    attemptEndMs = nowMs + Math.max(VOID_PATIENCE_MS, terms.confirmTimeoutMs / 3);
    attempts += 1;
    voidAttempt = attempts;
    open.add(attempts);
    effects.voidTransaction(attempts, Math.max(VOID_CALL_MS_MIN, terms.attemptMs()));
  }

  private void planNext(long nowMs, Failure failure) {
    long nextMs = nowMs + Backoff.waitMs(failures, random.getAsDouble(), failure);
    failures += 1;
    attemptEndMs = NEVER;
    if (stage == Stage.VOIDING) {
      retryMs = nextMs;
      return;
    }
    boolean isLeft = failures <= terms.retryCount && nextMs < sendingEndMs;
    if (isLeft) retryMs = nextMs;
    else if (open.isEmpty()) beginVoiding(nowMs);
  }

  private void giveNotice(long nowMs) {
    if (nowMs < noticeMs) return;
    noticeMs = NEVER;
    effects.unresolved();
  }

  /** Once a payment is being voided, only the latest void counts. */
  private boolean isAwaited(int attempt) {
    return stage == Stage.SENDING || attempt == voidAttempt;
  }

  /** Whether a payment was not sent, and no session may be opened before its time is over. */
  private boolean isTooLate(Failure failure, long nowMs) {
    long waitMs = failure.retryAfter().map(Duration::toMillis).orElse(0L);
    return failure.reason() == Reason.RATE_LIMIT_EXCEEDED && failure.isUnsent() && nowMs + waitMs >= sendingEndMs;
  }

  /** Whether the only request was refused for good: for a fault of the order, or since no session could be opened. */
  private static boolean isRefusal(Failure failure) {
    return ORDER_FAULTS.contains(failure.reason()) || (failure.isUnsent() && !Reasons.isPassing(failure.reason()));
  }
}
