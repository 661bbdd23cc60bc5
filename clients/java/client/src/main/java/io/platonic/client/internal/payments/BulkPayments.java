package io.platonic.client.internal.payments;

import io.platonic.client.Journal;
import io.platonic.client.Outcome;
import io.platonic.client.internal.calls.Lifetime;
import io.platonic.client.internal.calls.Timer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Stores groups of orders and sends them, for runs that read them and for reconciling. */
final class BulkPayments {
  /**
   * Dependencies.
   *
   * @param ledger calls to the ledger
   * @param journal where groups are kept until their outcomes are told
   * @param open ids of operations in the journal
   * @param told operations whose outcomes were told
   * @param remove removes operations from the journal
   * @param terms terms of payments
   * @param timer clock
   * @param background runs what reads orders and stores them
   * @param used is run after the journal was used
   */
  record Deps(Ledger ledger, Journal journal, OpenIds open, ToldOperations told, Consumer<List<String>> remove,
      Payment.Terms terms, Timer timer, Executor background, Runnable used) {}

  private final Deps deps;
  private final Set<GroupSending> sendings = ConcurrentHashMap.newKeySet();
  /** Runs whose caller waits. */
  private final Set<BulkRun> waiting = ConcurrentHashMap.newKeySet();
  private volatile boolean isClosed;

  BulkPayments(Deps deps) {
    this.deps = deps;
  }

  Executor background() {
    return deps.background;
  }

  /** Returns the runs that are woken when this is closed. */
  Set<BulkRun> waiting() {
    return waiting;
  }

  void requireOpen() {
    if (isClosed) throw Lifetime.closed();
  }

  /** Stores a group, unless an earlier process has. */
  void store(OrderGroup group) {
    requireOpen();
    deps.told.forget(List.of(group.id()));
    boolean isStored = deps.open.takeBatch(group.operation());
    try {
      if (!isStored) deps.journal.put(group.operation());
    } catch (RuntimeException failure) {
      deps.open.release(List.of(group.id()));
      throw failure;
    } finally {
      deps.used.run();
    }
  }

  /** Begins to send a group that is stored. It leaves the journal if it is refused. */
  CompletableFuture<List<Outcome>> send(OrderGroup group) {
    GroupSending sending =
        new GroupSending(group.ids(), deps.ledger.transferBatch(group.operation()), deps.terms, deps.timer);
    sendings.add(sending);
    CompletableFuture<List<Outcome>> outcomes = sending.result.whenComplete((known, thrown) -> {
      sendings.remove(sending);
      if (thrown != null && GroupSending.isRefusal(thrown)) remove(group.id());
    });
    if (isClosed) end(sending);
    else sending.start();
    return outcomes;
  }

  /**
   * A group that an earlier process has left and that was sent.
   *
   * @param id its id
   * @param outcomes those of its orders; none if it was refused
   * @param isAnswered whether the journal keeps it until its outcomes are told
   */
  record Finished(String id, List<Outcome> outcomes, boolean isAnswered) {}

  /** Sends a group that an earlier process has left. */
  CompletableFuture<Finished> finish(OrderGroup group) {
    String id = group.id();
    return send(group).handle((outcomes, thrown) -> {
      if (thrown == null) return new Finished(id, outcomes, true);
      if (GroupSending.isRefusal(thrown)) return new Finished(id, List.of(), false);
      deps.open.leave(List.of(id));
      return new Finished(id, group.ids().stream().map(Outcomes::unresolved).toList(), false);
    });
  }

  void remove(String id) {
    deps.remove.accept(List.of(id));
  }

  void leave(List<String> ids) {
    deps.open.leave(ids);
  }

  void close() {
    isClosed = true;
    sendings.forEach(BulkPayments::end);
    waiting.forEach(BulkRun::wake);
  }

  private static void end(GroupSending sending) {
    sending.result.completeExceptionally(Lifetime.closed());
  }
}
