package io.platonic.client.internal.calls;

import io.platonic.client.Reason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The time until a client is closed, which ends what is under way then. */
public final class Lifetime {
  /** Actions at the end, in the order in which they were added. */
  private final Map<Object, Runnable> endings = new LinkedHashMap<>();
  private boolean isEnded;

  /** Has something done at the end; at once if that was before. Returns a function that makes it unnecessary. */
  public Runnable atEnd(Runnable ending) {
    Object key = new Object();
    synchronized (this) {
      if (!isEnded) {
        endings.put(key, ending);
        return () -> forget(key);
      }
    }
    ending.run();
    return () -> {};
  }

  private synchronized void forget(Object key) {
    endings.remove(key);
  }

  /** Fails what is awaited at the end. Returns the same future. */
  public <T> CompletableFuture<T> bound(CompletableFuture<T> awaited) {
    Runnable done = atEnd(() -> awaited.completeExceptionally(closed()));
    awaited.whenComplete((value, thrown) -> done.run());
    return awaited;
  }

  public synchronized boolean isEnded() {
    return isEnded;
  }

  /** Refuses whatever is begun after the end. */
  public void requireOpen() {
    if (isEnded()) throw closed();
  }

  /** Ends. A second time nothing is done. */
  public void end() {
    List<Runnable> last;
    synchronized (this) {
      if (isEnded) return;
      isEnded = true;
      last = List.copyOf(endings.values());
      endings.clear();
    }
    last.forEach(Runnable::run);
  }

  public static Failure closed() {
    return new Failure(Reason.STATE_INVALID, "the client is closed, or its wallet: make another one");
  }
}
