package io.platonic.client.internal.payments;

import io.platonic.client.Outcome;
import io.platonic.client.internal.calls.Futures;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Operations whose outcomes are awaited.
 *
 * @param ids their ids
 * @param outcomes the outcomes, in the order of the ids
 */
public record Pending(List<String> ids, CompletableFuture<List<Outcome>> outcomes) {
  /** Returns the outcome of the only operation. */
  public CompletableFuture<Outcome> one() {
    return outcomes.thenApply(all -> all.get(0));
  }

  public Outcome awaitOne() {
    return await().get(0);
  }

  /** Waits for the outcomes. A thread that is interrupted gets unresolved ones, and the operations go on. */
  public List<Outcome> await() {
    try {
      return outcomes.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return ids.stream().map(Outcomes::unresolved).toList();
    } catch (ExecutionException refused) {
      throw Futures.thrownHere(refused.getCause());
    }
  }
}
