package io.platonic.client.internal.payments;

import io.platonic.client.internal.calls.Timer;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/**
 * Operations whose outcome was told. They stay in the journal for a while: a process that ends meanwhile may have written
 * nothing down, so that the next one tells the outcome again.
 */
final class ToldOperations {
  /** Time for which an outcome stays in the journal after it was told. */
  private static final long TOLD_MS = 5_000;
  /** Time between two turns at least, so that many payments need few of them. */
  private static final long TURN_MS = 100;

  private final Timer timer;
  private final Executor background;
  private final Predicate<String> removal;
  /** Ids and the times at which they are removed, the earliest first. Guarded by itself, for adding waits for no removal. */
  private final Map<String, Long> dueMs = new LinkedHashMap<>();
  private boolean isScheduled;

  /**
   * Keeps none yet.
   *
   * @param timer clock
   * @param background runs removals, which may wait for a disk
   * @param removal removes an operation from the journal; returns whether it could
   */
  ToldOperations(Timer timer, Executor background, Predicate<String> removal) {
    this.timer = timer;
    this.background = background;
    this.removal = removal;
  }

  /** Notes that outcomes are told now. */
  void add(Collection<String> ids) {
    synchronized (dueMs) {
      long atMs = timer.nowMs() + TOLD_MS;
      for (String id : ids) dueMs.put(id, atMs);
      if (!isScheduled) schedule();
    }
  }

  /** Removes those of the ids whose outcomes were told from the journal at once. What stays is tried again later. */
  void forget(Collection<String> ids) {
    ids.forEach(this::removeIfTold);
  }

  /** Removes all from the journal at once. */
  void clear() {
    forget(dueBy(Long.MAX_VALUE));
  }

  private synchronized void removeIfTold(String id) {
    synchronized (dueMs) {
      if (dueMs.remove(id) == null) return;
    }
    if (!removal.test(id)) add(List.of(id));
  }

  private List<String> dueBy(long ms) {
    synchronized (dueMs) {
      return dueMs.entrySet().stream().takeWhile(told -> told.getValue() <= ms).map(Map.Entry::getKey).toList();
    }
  }

  private void removeDue() {
    forget(dueBy(timer.nowMs()));
    synchronized (dueMs) {
      schedule();
    }
  }

  private void schedule() {
    isScheduled = !dueMs.isEmpty();
    if (!isScheduled) return;
    long waitMs = dueMs.values().iterator().next() - timer.nowMs();
    timer.after(Math.max(TURN_MS, waitMs), () -> background.execute(this::removeDue));
  }
}
