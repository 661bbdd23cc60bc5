package io.platonic.client.internal.payments;

import io.platonic.client.Outcome;
import io.platonic.client.internal.calls.Futures;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Operations whose outcomes are awaited.
 *
 * @param ids their ids
 * @param outcomes the outcomes, in the order of the ids
 * @param listener is told of each outcome whose caller no longer waits for it
 */
public record Pending(List<String> ids, CompletableFuture<List<Outcome>> outcomes, Consumer<Outcome> listener) {
  /** Returns the outcome of the only operation. A caller may end the future: the listener is told then. */
  public CompletableFuture<Outcome> one() {
    return one(Function.identity());
  }

  /** Returns the outcome of the only operation in another form. */
  public <T> CompletableFuture<T> one(Function<Outcome, T> form) {
    return answer(all -> form.apply(all.get(0)));
  }

  /** Returns the outcomes. A caller may end the future: the listener is told then. */
  public CompletableFuture<List<Outcome>> all() {
    return answer(Function.identity());
  }

  private <T> CompletableFuture<T> answer(Function<List<Outcome>, T> form) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    outcomes.whenComplete((all, refused) -> {
      if (refused != null) answer.completeExceptionally(refused);
      else if (!answer.complete(form.apply(all))) tell(all);
    });
    return answer;
  }

  public Outcome awaitOne() {
    return await().get(0);
  }

  /** Waits for the outcomes. A thread that is interrupted gets unresolved ones, the operations go on, and the listener is told. */
  public List<Outcome> await() {
    try {
      return outcomes.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      outcomes.thenAccept(this::tell);
      return ids.stream().map(Outcomes::unresolved).toList();
    } catch (ExecutionException refused) {
      throw Futures.thrownHere(refused.getCause());
    }
  }

  /** Tells what is settled. The listener is told of the rest when it is. */
  private void tell(List<Outcome> all) {
    all.stream().filter(outcome -> outcome.kind() != Outcome.Kind.UNRESOLVED).forEach(listener);
  }
}
