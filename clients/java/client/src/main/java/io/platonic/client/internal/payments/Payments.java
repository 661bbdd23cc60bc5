package io.platonic.client.internal.payments;

import io.platonic.client.Journal;
import io.platonic.client.Operation;
import io.platonic.client.Outcome;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.calls.Lifetime;
import io.platonic.client.internal.calls.Timer;
import io.platonic.client.internal.calls.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Sends payments, from their entry in the journal to their outcome. */
public final class Payments implements AutoCloseable {
  /** Time for which closing waits for the journal. */
  private static final long CLOSE_MS = 1_000;

  private final Options options;
  private final PaymentGroup.Deps deps;
  private final OpenIds open;
  private final ToldOperations told;
  private final BulkPayments bulk;
  private final Set<PaymentGroup> groups = ConcurrentHashMap.newKeySet();
  private volatile boolean isClosed;

  /**
   * Dependencies of payments.
   *
   * @param isOwn whether an operation is of this identity: another one could not resolve it
   * @param ledger calls to the ledger
   * @param journal where operations are kept until their outcomes are told
   * @param terms terms of payments
   * @param timer clock
   * @param background runs what may wait for a disk, or for orders
   * @param onSettled is told of each outcome that its caller does not get
   */
  public record Options(Predicate<Operation> isOwn, Ledger ledger, Journal journal, Payment.Terms terms, Timer timer,
      Executor background, Consumer<Outcome> onSettled) {}

  public Payments(Options options) {
    this.options = options;
    this.open = new OpenIds(options.journal);
    this.told = new ToldOperations(options.timer, options.background, this::removeFromJournal);
    this.deps = new PaymentGroup.Deps(options.ledger, options.timer, this::settled, told::add, this::removeAll);
    this.bulk = new BulkPayments(new BulkPayments.Deps(options.ledger, options.journal, open, told, this::removeAll,
        options.terms, options.timer, options.background, this::closeJournalIfClosed));
  }

  /**
   * Stores operations in the journal and sends them. The outcomes fail if they were refused and are not in the ledger.
   *
   * @throws Failure RESOURCE_CONFLICT for an id whose outcome was not told yet
   */
  public Pending send(List<Operation> operations, Ledger.Transfer transfer) {
    if (isClosed) throw Lifetime.closed();
    List<String> ids = idsOf(operations);
    try {
      told.forget(ids);
      open.take(ids);
      store(operations);
      PaymentGroup group = add(operations, transfer);
      group.start();
      return new Pending(ids, group.result, this::settled);
    } finally {
      closeJournalIfClosed();
    }
  }

  /** Begins to pay groups of orders, whose outcomes the run tells. */
  public BulkRun sendAll(OrderGroups groups) {
    bulk.requireOpen();
    return new BulkRun(bulk, groups);
  }

  /** Closes the journal once this is closed, and again after whatever has used it meanwhile. */
  private void closeJournalIfClosed() {
    if (isClosed) reporting(options.journal::close);
  }

  /** Stores all of the operations, or none. */
  private void store(List<Operation> operations) {
    List<String> stored = new ArrayList<>();
    try {
      for (Operation operation : operations) {
        options.journal.put(operation);
        stored.add(operation.id());
      }
    } catch (RuntimeException failure) {
      open.release(idsOf(operations.subList(stored.size(), operations.size())));
      removeAll(stored);
      throw failure;
    }
  }

  /** Removes the operations whose outcomes were told from the journal at once. */
  public void acknowledge() {
    told.clear();
  }

  /** Voids what an earlier process has left in the journal, but sends groups of orders again, and returns the outcomes. */
  public Pending reconcile() {
    if (isClosed) throw Lifetime.closed();
    try {
      return resolve();
    } finally {
      closeJournalIfClosed();
    }
  }

  private Pending resolve() {
    Trace trace = Trace.current();
    List<Operation> taken = open.takeFree(listed());
    try {
      // What was settled while the journal was read is not there any more.
      Set<String> present = Set.copyOf(idsOf(taken.isEmpty() ? taken : listed()));
      open.release(idsOf(taken).stream().filter(id -> !present.contains(id)).toList());
      taken = taken.stream().filter(operation -> present.contains(operation.id())).toList();
    } catch (RuntimeException failure) {
      open.release(idsOf(taken));
      throw failure;
    }
    List<Operation> single = taken.stream().filter(operation -> !operation.isBatch()).toList();
    List<OrderGroup> groups = taken.stream().filter(Operation::isBatch).map(OrderGroup::of).toList();
    List<CompletableFuture<BulkPayments.Finished>> finishing = groups.stream().map(bulk::finish).toList();
    List<String> ids = Stream.concat(idsOf(single).stream(), groups.stream().flatMap(group -> group.ids().stream())).toList();
    return new Pending(ids, CompletableFuture.allOf(finishing.toArray(CompletableFuture[]::new))
        // Nothing counts as told before everything is told: what may wait for long comes first.
        .thenCompose(ended -> trace.during(() -> voidAll(single)).outcomes())
        .thenApply(outcomes -> with(outcomes, finishing.stream().map(CompletableFuture::join).toList())), this::settled);
  }

  /** Returns outcomes and those of groups, which are told now. */
  private List<Outcome> with(List<Outcome> outcomes, List<BulkPayments.Finished> finished) {
    told.add(finished.stream().filter(BulkPayments.Finished::isAnswered).map(BulkPayments.Finished::id).toList());
    return Stream.concat(outcomes.stream(), finished.stream().flatMap(group -> group.outcomes().stream())).toList();
  }

  private Pending voidAll(List<Operation> left) {
    if (left.isEmpty()) return new Pending(List.of(), CompletableFuture.completedFuture(List.of()), this::settled);
    PaymentGroup group = add(left, (attempts, timeoutMs) -> {
      throw new IllegalStateException("an operation of an earlier process is not sent again");
    });
    group.reconcile();
    return new Pending(idsOf(left), group.result, this::settled);
  }

  private List<Operation> listed() {
    return options.journal.list().stream().filter(options.isOwn).toList();
  }

  private static List<String> idsOf(List<Operation> operations) {
    return operations.stream().map(Operation::id).toList();
  }

  private PaymentGroup add(List<Operation> operations, Ledger.Transfer transfer) {
    PaymentGroup group = new PaymentGroup(deps, operations, transfer, options.terms);
    groups.add(group);
    group.ended.thenRun(() -> groups.remove(group));
    if (isClosed) group.close();
    return group;
  }

  private void settled(Outcome outcome) {
    reporting(() -> options.onSettled.accept(outcome));
  }

  /** Removes operations that are not in the ledger. What cannot be removed is tried again later. */
  private void removeAll(List<String> ids) {
    told.add(ids.stream().filter(id -> !removeFromJournal(id)).toList());
  }

  /** Deletes an operation; returns whether it could. What stays is resolved again by a later process, with the same outcome. */
  private boolean removeFromJournal(String id) {
    boolean isDeleted = reporting(() -> options.journal.delete(id));
    if (isDeleted) open.delete(id);
    return isDeleted;
  }

  /** Passes what is thrown to the thread's handler: it changes no outcome. Returns whether nothing was. */
  private static boolean reporting(Runnable action) {
    try {
      action.run();
      return true;
    } catch (RuntimeException failure) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
      return false;
    }
  }

  /** Stops sending, and closes the journal, in which what is not settled stays. A journal that hangs is left alone. */
  @Override
  public void close() {
    isClosed = true;
    groups.forEach(PaymentGroup::close);
    bulk.close();
    CompletableFuture
        .runAsync(() -> {
          told.clear();
          closeJournalIfClosed();
        }, options.background)
        .completeOnTimeout(null, CLOSE_MS, TimeUnit.MILLISECONDS)
        .join();
  }
}
