package io.platonic.client;

import io.platonic.wallet.v1.ExchangeRecord;
import io.platonic.wallet.v1.ExchangeRequest;
import io.platonic.wallet.v1.ExchangeResponse;
import io.platonic.wallet.v1.ExchangeServiceGrpc;
import io.platonic.wallet.v1.ListExchangesRequest;
import io.platonic.wallet.v1.ListExchangesResponse;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Exchanges with ids of their own. One is sent again with its id while its outcome is unknown, and looked up by its id
 * after that, since it cannot be voided.
 */
final class Exchanges {
  /** Exchanges that are looked through: the newest ones. */
  private static final int LOOKED_AT = 500;

  private final AuthorizedCalls calls;
  private final Payment.Terms terms;
  private final Timer timer;

  Exchanges(AuthorizedCalls calls, Payment.Terms terms, Timer timer) {
    this.calls = calls;
    this.terms = terms;
    this.timer = timer;
  }

  CompletableFuture<ExchangeOutcome> send(ExchangeRequest request) {
    Attempts attempts = new Attempts(request, timer.nowMs() + terms.confirmTimeoutMs());
    attempts.send();
    return attempts.result;
  }

  /** An exchange with its attempts. */
  private final class Attempts {
    final CompletableFuture<ExchangeOutcome> result = new CompletableFuture<>();
    private final AuthorizedCalls.Request<ExchangeRequest, ExchangeResponse> sending;
    private final AuthorizedCalls.Request<ListExchangesRequest, ListExchangesResponse> looking;
    private final String id;
    private final long sendingEndMs;
    private long lookingEndMs;
    private int failures;

    Attempts(ExchangeRequest request, long sendingEndMs) {
      this.id = request.getExchangeId();
      this.sendingEndMs = sendingEndMs;
      this.sending = new AuthorizedCalls.Request<>(ExchangeServiceGrpc.getExchangeMethod(), request);
      ListExchangesRequest question = ListExchangesRequest.newBuilder()
          .setIdentityId(request.getIdentityId()).setPageSize(LOOKED_AT).build();
      this.looking = new AuthorizedCalls.Request<>(ExchangeServiceGrpc.getListExchangesMethod(), question);
    }

    void send() {
      calls.send(sending, Math.max(1, sendingEndMs - timer.nowMs())).whenComplete((answer, thrown) -> {
        if (thrown == null) result.complete(ExchangeOutcome.of(id, answer.message().getResult()));
        else notSent(PlatonicException.of(thrown));
      });
    }

    private void notSent(PlatonicException failure) {
      long waitMs = Backoff.waitMs(failures, Math.random(), failure);
      failures += 1;
      boolean isFinal = !failure.reason().isPassing() && failure.reason() != Reason.STATE_INVALID;
      if (isFinal && (failures == 1 || failure.isUnsent())) {
        result.completeExceptionally(failure);
      } else if (failures <= terms.retryCount() && timer.nowMs() + waitMs < sendingEndMs) {
        timer.after(waitMs, this::send);
      } else {
        failures = 0;
        lookingEndMs = timer.nowMs() + terms.confirmTimeoutMs();
        look();
      }
    }

    private void look() {
      long leftMs = lookingEndMs - timer.nowMs();
      if (leftMs <= 0) {
        result.complete(new ExchangeOutcome(Outcome.Kind.UNRESOLVED, id, Optional.empty()));
        return;
      }
      calls.send(looking, leftMs).whenComplete((answer, thrown) -> {
        PlatonicException failure = thrown == null ? null : PlatonicException.of(thrown);
        Optional<ExchangeRecord> found = thrown != null ? Optional.empty() : answer.message().getExchangesList().stream()
            .filter(one -> one.getId().equals(id)).findFirst();
        if (found.isPresent()) {
          result.complete(ExchangeOutcome.of(id, found.get().getResult()));
          return;
        }
        long waitMs = Math.min(Backoff.waitMs(failures, Math.random(), failure), lookingEndMs - timer.nowMs());
        failures += 1;
        timer.after(waitMs, this::look);
      });
    }
  }
}
