package io.platonic.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Operations whose outcomes are awaited.
 *
 * @param ids their ids
 * @param outcomes the outcomes, in the order of the ids
 */
record Pending(List<String> ids, CompletableFuture<List<Outcome>> outcomes) {
  /** Returns the outcome of the only operation. */
  CompletableFuture<Outcome> one() {
    return outcomes.thenApply(all -> all.get(0));
  }

  Outcome awaitOne() {
    return await().get(0);
  }

  /** Waits for the outcomes. A thread that is interrupted gets unresolved ones, and the operations go on. */
  List<Outcome> await() {
    try {
      return outcomes.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return ids.stream().map(Outcome::unresolved).toList();
    } catch (ExecutionException refused) {
      throw Futures.thrownHere(refused.getCause());
    }
  }
}
