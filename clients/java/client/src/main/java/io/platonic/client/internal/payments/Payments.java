package io.platonic.client.internal.payments;

import io.platonic.client.Journal;
import io.platonic.client.Operation;
import io.platonic.client.Outcome;
import io.platonic.client.Reason;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.calls.Timer;
import io.platonic.client.internal.signatures.Signed;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Sends payments, from their entry in the journal to their outcome. */
public final class Payments implements AutoCloseable {
  private final Options options;
  private final PaymentGroup.Deps deps;
  /** Ids of payments that are not settled. */
  private final Set<String> active = new HashSet<>();
  private final Set<PaymentGroup> groups = ConcurrentHashMap.newKeySet();
  private volatile boolean isClosed;

  /**
   * Dependencies of payments.
   *
   * @param isOwn whether an operation is of this identity: another one could not resolve it
   * @param ledger calls to the ledger
   * @param journal where operations are kept until they are settled
   * @param terms terms of payments
   * @param timer clock
   * @param onSettled is told of each outcome
   */
  public record Options(Predicate<Operation> isOwn, Ledger ledger, Journal journal, Payment.Terms terms, Timer timer,
      Consumer<Outcome> onSettled) {}

  public Payments(Options options) {
    this.options = options;
    this.deps = new PaymentGroup.Deps(options.ledger, options.timer, this::settled, this::removeFromJournal);
  }

  /**
   * Stores orders in the journal and sends them. The outcomes fail if they were refused and are not in the ledger.
   *
   * @throws Failure RESOURCE_CONFLICT for an id that is not settled yet
   */
  public Pending send(List<Signed> orders, Ledger.Transfer transfer) {
    List<String> ids = orders.stream().map(Signed::id).toList();
    take(ids);
    try {
      orders.stream().map(Signed::operation).forEach(options.journal::put);
    } catch (RuntimeException failure) {
      release(ids);
      throw failure;
    }
    PaymentGroup group = add(ids, transfer);
    group.start();
    return new Pending(ids, group.result);
  }

  /** Voids what an earlier process has left in the journal, and returns the outcomes. */
  public Pending reconcile() {
    List<String> left = options.journal.list().stream().filter(options.isOwn).map(Operation::id).toList();
    List<String> taken = takeFree(left);
    if (taken.isEmpty()) return new Pending(taken, CompletableFuture.completedFuture(List.of()));
    PaymentGroup group = add(taken, (attempts, timeoutMs) -> {
      throw new IllegalStateException("an operation of an earlier process is not sent again");
    });
    group.reconcile();
    return new Pending(taken, group.result);
  }

  private PaymentGroup add(List<String> ids, Ledger.Transfer transfer) {
    PaymentGroup group = new PaymentGroup(deps, ids, transfer, options.terms);
    groups.add(group);
    group.ended.thenRun(() -> groups.remove(group));
    if (isClosed) group.close();
    return group;
  }

  private synchronized void take(List<String> ids) {
    Set<String> distinct = Set.copyOf(ids);
    if (distinct.size() < ids.size() || distinct.stream().anyMatch(active::contains)) {
      throw new Failure(Reason.RESOURCE_CONFLICT, "a payment with this id is not settled yet");
    }
    active.addAll(distinct);
  }

  private synchronized List<String> takeFree(List<String> ids) {
    return ids.stream().filter(active::add).toList();
  }

  private synchronized void release(List<String> ids) {
    ids.forEach(active::remove);
  }

  private void settled(Outcome outcome) {
    reporting(() -> options.onSettled.accept(outcome));
  }

  /** Deletes what is settled. If that fails, a later process resolves it again, with the same outcome. */
  private void removeFromJournal(String id) {
    reporting(() -> options.journal.delete(id));
    release(List.of(id));
  }

  /** Passes what is thrown to the thread's handler: it changes no outcome. */
  private static void reporting(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException failure) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    }
  }

  /** Stops sending. What is not settled stays in the journal. */
  @Override
  public void close() {
    isClosed = true;
    groups.forEach(PaymentGroup::close);
  }
}
