package io.platonic.client.internal.payments;

import io.platonic.client.Outcome;
import io.platonic.client.Reason;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.calls.Futures;
import io.platonic.client.internal.calls.Trace;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Orders that are paid in groups, of which a few are under way at once. They are read in the background, while there is room. For
 * one thread, but for {@link #close}.
 */
public final class BulkRun implements Iterator<Outcome>, AutoCloseable {
  /** Most groups that are stored, sent, or answered and not told wholly. */
  private static final int GROUPS_MAX = 4;

  /** A group under way. */
  private record Begun(OrderGroup group, CompletableFuture<List<Outcome>> outcomes) {}

  private final BulkPayments payments;
  private final OrderGroups groups;
  /** That of the caller. */
  private final Trace trace = Trace.current();
  /** Groups under way in their sequence. Guarded by this, as is what follows. */
  private final Deque<Begun> begun = new ArrayDeque<>();
  private boolean isReading;
  /** Whether no more is read: at the end of the orders, and after a failure. */
  private boolean isRead;
  private boolean isOver;
  /** Why the orders, and then the run, have ended before their end; null if they have not. */
  private Throwable failure;
  /** Outcomes of the first group that are not told yet. Of the caller's thread alone, as is what follows. */
  private Iterator<Outcome> untold = Collections.emptyIterator();
  private boolean isTelling;

  BulkRun(BulkPayments payments, OrderGroups groups) {
    this.payments = payments;
    this.groups = groups;
  }

  /** Waits for the next outcome. A group leaves the journal when its caller asks for what follows its last outcome. */
  @Override
  public boolean hasNext() {
    while (!isOver()) {
      payments.requireOpen();
      if (untold.hasNext()) return true;
      if (isTelling) endFirst();
      tellNext();
    }
    return false;
  }

  @Override
  public Outcome next() {
    if (!hasNext()) throw new NoSuchElementException("there are no more outcomes");
    return untold.next();
  }

  private synchronized boolean isOver() {
    if (isOver && failure != null) throw Futures.thrownHere(failure);
    return isOver;
  }

  private void endFirst() {
    isTelling = false;
    String id;
    synchronized (this) {
      if (isOver) return;
      id = begun.remove().group.id();
    }
    payments.remove(id);
  }

  private void tellNext() {
    Optional<Begun> first = awaitFirst();
    try {
      if (first.isEmpty()) end(failure);
      else untold = first.get().outcomes.join().iterator();
      isTelling = true;
    } catch (CompletionException failed) {
      end(Failure.of(failed).inSequence(first.get().group.first()));
    }
  }

  /** Waits until the first group is answered; returns empty if none is under way any more. */
  private Optional<Begun> awaitFirst() {
    payments.waiting().add(this);
    try {
      synchronized (this) {
        while (true) {
          payments.requireOpen();
          readOn();
          Begun first = begun.peek();
          if (first == null ? !isReading || isOver : first.outcomes.isDone()) return Optional.ofNullable(first);
          wait();
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw Failure.of(Reason.UNKNOWN, "the thread was interrupted while it waited for an outcome", interrupted);
    } finally {
      payments.waiting().remove(this);
    }
  }

  /** Reads another group if there is room for it. */
  private void readOn() {
    if (isReading || isRead || isOver || begun.size() >= GROUPS_MAX) return;
    isReading = true;
    payments.background().execute(this::read);
  }

  private void read() {
    try {
      Optional<OrderGroup> group = groups.next();
      if (group.isEmpty() || isStopped()) {
        endReading(null);
        return;
      }
      payments.store(group.get());
      begin(group.get());
    } catch (RuntimeException | Error thrown) {
      endReading(thrown);
    }
  }

  private synchronized boolean isStopped() {
    return isRead || isOver;
  }

  private synchronized void endReading(Throwable thrown) {
    isReading = false;
    isRead = true;
    if (!isOver) failure = thrown;
    notifyAll();
  }

  /** Sends a group that is stored, unless nobody waits for its outcomes any more. */
  private synchronized void begin(OrderGroup group) {
    isReading = false;
    if (isOver) {
      payments.leave(List.of(group.id()));
      return;
    }
    CompletableFuture<List<Outcome>> outcomes = trace.during(() -> payments.send(group));
    begun.add(new Begun(group, outcomes));
    outcomes.whenComplete((known, thrown) -> answered(thrown == null));
    readOn();
  }

  private synchronized void answered(boolean isGood) {
    if (!isGood) isRead = true;
    notifyAll();
  }

  /** Has the caller look again whether there is something to wait for. */
  synchronized void wake() {
    notifyAll();
  }

  /** Ends the run. What was not told wholly stays in the journal, where another run may take it over. */
  private synchronized void end(Throwable thrown) {
    if (isOver) return;
    isOver = true;
    failure = thrown;
    payments.leave(begun.stream().map(one -> one.group.id()).toList());
    begun.clear();
    notifyAll();
  }

  /** Reads and tells no more. */
  @Override
  public void close() {
    end(null);
  }
}
