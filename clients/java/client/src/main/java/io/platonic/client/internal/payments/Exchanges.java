package io.platonic.client.internal.payments;

import io.platonic.client.ExchangeOutcome;
import io.platonic.client.Outcome;
import io.platonic.client.Reason;
import io.platonic.client.internal.calls.AuthorizedCalls;
import io.platonic.client.internal.calls.Backoff;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.calls.Reasons;
import io.platonic.client.internal.calls.Timer;
import io.platonic.wallet.v1.ExchangeErrorCode;
import io.platonic.wallet.v1.ExchangeRequest;
import io.platonic.wallet.v1.ExchangeResponse;
import io.platonic.wallet.v1.ExchangeResult;
import io.platonic.wallet.v1.ExchangeServiceGrpc;
import io.platonic.wallet.v1.ResolveTransactionRequest;
import io.platonic.wallet.v1.ResolveTransactionResponse;
import io.platonic.wallet.v1.TransactionServiceGrpc;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Exchanges with ids of their own. One is sent again with its id while its outcome is unknown, and voided by its id after
 * that: the ledger answers that it has made the exchange, or that it will never make it.
 */
public final class Exchanges {
  private final AuthorizedCalls calls;
  private final Payment.Terms terms;
  private final Timer timer;

  public Exchanges(AuthorizedCalls calls, Payment.Terms terms, Timer timer) {
    this.calls = calls;
    this.terms = terms;
    this.timer = timer;
  }

  public CompletableFuture<ExchangeOutcome> send(ExchangeRequest request) {
    Attempts attempts = new Attempts(request, timer.nowMs() + terms.confirmTimeoutMs());
    attempts.send();
    return attempts.result;
  }

  /** An exchange with its attempts. */
  private final class Attempts {
    final CompletableFuture<ExchangeOutcome> result = new CompletableFuture<>();
    private final AuthorizedCalls.Request<ExchangeRequest, ExchangeResponse> sending;
    private final AuthorizedCalls.Request<ResolveTransactionRequest, ResolveTransactionResponse> voiding;
    private final String id;
    private final long sendingEndMs;
    private long voidingEndMs;
    private int failures;

    Attempts(ExchangeRequest request, long sendingEndMs) {
      this.id = request.getExchangeId();
      this.sendingEndMs = sendingEndMs;
      this.sending = new AuthorizedCalls.Request<>(ExchangeServiceGrpc.getExchangeMethod(), request);
      ResolveTransactionRequest question = ResolveTransactionRequest.newBuilder()
          .setSender(request.getIdentityId()).setTransactionId(id).setSeal(true).build();
      this.voiding = new AuthorizedCalls.Request<>(TransactionServiceGrpc.getResolveTransactionMethod(), question);
    }

    void send() {
      calls.send(sending, Math.max(1, sendingEndMs - timer.nowMs())).whenComplete((answer, thrown) -> {
        if (thrown == null) result.complete(outcomeOf(id, answer.message().getResult()));
        else notSent(Failure.of(thrown));
      });
    }

    private void notSent(Failure failure) {
      long waitMs = Backoff.waitMs(failures, Math.random(), failure);
      failures += 1;
      boolean isFinal = !Reasons.isPassing(failure.reason()) && failure.reason() != Reason.STATE_INVALID;
      if (isFinal && (failures == 1 || failure.isUnsent())) {
        result.completeExceptionally(failure);
      } else if (failures <= terms.retryCount() && timer.nowMs() + waitMs < sendingEndMs) {
        timer.after(waitMs, this::send);
      } else {
        failures = 0;
        voidingEndMs = timer.nowMs() + terms.confirmTimeoutMs();
        voidOnce();
      }
    }

    private void voidOnce() {
      long leftMs = voidingEndMs - timer.nowMs();
      if (leftMs <= 0) {
        result.complete(new ExchangeOutcome(Outcome.Kind.UNRESOLVED, id, Optional.empty()));
        return;
      }
      calls.send(voiding, leftMs).whenComplete((answer, thrown) -> {
        // A transaction of this wallet has the id, so that no exchange will ever have it.
        if (thrown == null) neverMade();
        else if (isConflict(thrown)) askAgain();
        else retry(Failure.of(thrown));
      });
    }

    /** Sends the request of an id that the ledger knows otherwise: it gets the result of the exchange that has it. */
    private void askAgain() {
      calls.send(sending, Math.max(1, voidingEndMs - timer.nowMs())).whenComplete((answer, thrown) -> {
        if (thrown == null) result.complete(outcomeOf(id, answer.message().getResult()));
        else if (isConflict(thrown)) neverMade();
        else retry(Failure.of(thrown));
      });
    }

    private void neverMade() {
      ExchangeResult voided = ExchangeResult.newBuilder()
          .setExchangeId(id).setErrorCode(ExchangeErrorCode.EXCHANGE_ERROR_CODE_EXECUTION_FAILED).build();
      result.complete(outcomeOf(id, voided));
    }

    private void retry(Failure failure) {
      long waitMs = Math.min(Backoff.waitMs(failures, Math.random(), failure), voidingEndMs - timer.nowMs());
      failures += 1;
      timer.after(Math.max(0, waitMs), this::voidOnce);
    }
  }

  private static ExchangeOutcome outcomeOf(String id, ExchangeResult result) {
    Outcome.Kind kind = result.getSuccess() ? Outcome.Kind.COMPLETED : Outcome.Kind.FAILED;
    return new ExchangeOutcome(kind, id, Optional.of(result));
  }

  private static boolean isConflict(Throwable thrown) {
    return Failure.of(thrown).reason() == Reason.RESOURCE_CONFLICT;
  }
}
