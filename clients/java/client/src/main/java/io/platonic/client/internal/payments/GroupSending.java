package io.platonic.client.internal.payments;

import io.platonic.client.Outcome;
import io.platonic.client.Reason;
import io.platonic.client.internal.calls.Backoff;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.calls.Futures;
import io.platonic.client.internal.calls.Reasons;
import io.platonic.client.internal.calls.Timer;
import io.platonic.client.internal.calls.Trace;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends a group of orders until it is answered. It is never voided: the ledger answers an order that it has with its first
 * result, so that a group can be sent again, by any process.
 */
final class GroupSending {
  /** Faults of orders, which the ledger cannot have. */
  private static final Set<Reason> REFUSALS = EnumSet.of(Reason.PARAMETER_REQUIRED, Reason.PARAMETER_INVALID);

  /** The outcomes, in the order of the orders; fails with Failure. */
  final CompletableFuture<List<Outcome>> result = new CompletableFuture<>();
  private final List<String> ids;
  private final Ledger.Transfer transfer;
  private final Payment.Terms terms;
  private final Timer timer;
  /** That of the caller. */
  private final Trace trace = Trace.current();
  private final AtomicInteger attempts = new AtomicInteger();
  private int failures;
  private long endMs;

  GroupSending(List<String> ids, Ledger.Transfer transfer, Payment.Terms terms, Timer timer) {
    this.ids = ids;
    this.transfer = transfer;
    this.terms = terms;
    this.timer = timer;
  }

  void start() {
    endMs = timer.nowMs() + terms.confirmTimeoutMs();
    attempt();
  }

  /** Whether a failure says that nothing of a group is in the ledger. */
  static boolean isRefusal(Throwable thrown) {
    return REFUSALS.contains(Failure.of(thrown).reason());
  }

  private void attempt() {
    if (result.isDone()) return;
    var sent = trace.during(() -> transfer.send(attempts, terms.attemptMs()));
    Futures.cancelWith(result, sent);
    sent.thenApply(this::outcomes).whenComplete((outcomes, thrown) -> {
      if (thrown == null) result.complete(outcomes);
      else failed(Failure.of(thrown));
    });
  }

  private List<Outcome> outcomes(List<Ledger.Answer> answers) {
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < Math.min(ids.size(), answers.size()); i++) {
      Outcomes.of(ids.get(i), answers.get(i)).ifPresent(outcomes::add);
    }
    if (outcomes.size() == ids.size() && answers.size() == ids.size()) return outcomes;
    throw new Failure(Reason.UNKNOWN, "the service has not answered for all orders");
  }

  /** Plans the next attempt. A service that asks to wait has answered: the time for its answer begins anew. */
  private void failed(Failure failure) {
    boolean isLimited = failure.reason() == Reason.RATE_LIMIT_EXCEEDED;
    long nextMs = timer.nowMs() + Backoff.waitMs(failures, Math.random(), failure);
    failures = isLimited ? 0 : failures + 1;
    if (isLimited) endMs = nextMs + terms.confirmTimeoutMs();
    if (Reasons.isPassing(failure.reason()) && nextMs < endMs) timer.after(nextMs - timer.nowMs(), this::attempt);
    else result.completeExceptionally(failure);
  }
}
