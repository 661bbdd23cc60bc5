package io.platonic.client.internal.payments;

import io.platonic.client.Operation;
import io.platonic.client.Outcome;
import io.platonic.client.Reason;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.calls.Timer;
import io.platonic.client.internal.calls.Trace;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Payments that are processed together: a single one, those under one signature, or those of an earlier process. */
final class PaymentGroup implements Payment.Effects {
  /** Voids at the same time; fewer than plans allow. */
  private static final int VOIDS_AT_ONCE = 8;

  /**
   * Dependencies of a group.
   *
   * @param ledger calls to the ledger
   * @param timer clock
   * @param settled is told of each payment that is settled after its caller was told that it is unresolved
   * @param told gets the ids of payments whose outcomes are told now
   * @param refused gets the ids of payments that were refused, before that is told
   */
  record Deps(Ledger ledger, Timer timer, Consumer<Outcome> settled, Consumer<List<String>> told,
      Consumer<List<String>> refused) {}

  /** Completed once: with the outcomes, or with the refusal of the only attempt. */
  final CompletableFuture<List<Outcome>> result = new CompletableFuture<>();
  /** Completed when nothing is left to do. */
  final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final Deps deps;
  private final List<Operation> operations;
  private final List<String> ids;
  private final Ledger.Transfer transfer;
  private final Payment machine;
  /** That of the caller. */
  private final Trace trace = Trace.current();
  private final AtomicInteger transfers = new AtomicInteger();
  private final Map<String, AtomicInteger> voids = new ConcurrentHashMap<>();
  private final Map<String, Outcome> settled = new ConcurrentHashMap<>();
  private Runnable cancelAlarm = () -> {};
  /** Calls to make once the lock is free, by which the caller learns of the step. */
  private Runnable completion = () -> {};
  private boolean isClosed;
  /** Whether the caller has the outcomes, so that what is settled now is told to a listener alone. */
  private boolean isAnswered;

  PaymentGroup(Deps deps, List<Operation> operations, Ledger.Transfer transfer, Payment.Terms terms) {
    this.deps = deps;
    this.operations = operations;
    this.ids = operations.stream().map(Operation::id).toList();
    this.transfer = transfer;
    this.machine = new Payment(terms, Math::random, this);
  }

  void start() {
    act(() -> machine.start(now()));
  }

  void reconcile() {
    act(() -> machine.reconcile(now()));
  }

  /** Stops. What is not settled stays unresolved. */
  void close() {
    Runnable answer;
    synchronized (this) {
      isClosed = true;
      cancelAlarm.run();
      answer = answer();
    }
    answer.run();
    ended.complete(null);
  }

  /** Runs a step of the machine, and sets the alarm for the next one. */
  private void act(Runnable step) {
    step(step).run();
  }

  private synchronized Runnable step(Runnable step) {
    Runnable nothing = () -> {};
    if (isClosed) return nothing;
    step.run();
    cancelAlarm.run();
    long nextMs = machine.nextMs();
    if (nextMs == Payment.NEVER) cancelAlarm = nothing;
    else cancelAlarm = deps.timer().after(nextMs - now(), () -> act(() -> machine.tick(now())));
    Runnable told = completion;
    completion = nothing;
    return told;
  }

  private long now() {
    return deps.timer().nowMs();
  }

  @Override
  public void transfer(int attempt, long timeoutMs) {
    follow(attempt, trace.during(() -> transfer.send(transfers, timeoutMs)).thenAccept(results -> {
      if (results.size() != ids.size()) {
        throw new Failure(Reason.UNKNOWN, "the service has not answered for all payments");
      }
      for (int i = 0; i < ids.size(); i++) learn(ids.get(i), results.get(i));
    }));
  }

  @Override
  public void voidTransaction(int attempt, long timeoutMs) {
    Iterator<Operation> left =
        operations.stream().filter(operation -> !settled.containsKey(operation.id())).toList().iterator();
    CompletableFuture<?>[] lanes = new CompletableFuture<?>[Math.min(VOIDS_AT_ONCE, ids.size())];
    for (int i = 0; i < lanes.length; i++) lanes[i] = voidNext(left, timeoutMs);
    follow(attempt, CompletableFuture.allOf(lanes));
  }

  /** Voids one after the other. The lanes share the iterator, and a failure ends its lane. */
  private CompletableFuture<Void> voidNext(Iterator<Operation> left, long timeoutMs) {
    Operation operation;
    synchronized (left) {
      if (!left.hasNext()) return CompletableFuture.completedFuture(null);
      operation = left.next();
    }
    AtomicInteger attempts = voids.computeIfAbsent(operation.id(), key -> new AtomicInteger());
    return trace.during(() -> deps.ledger().voidOperation(operation, attempts, timeoutMs))
        .thenAccept(answer -> learn(operation.id(), answer))
        .thenCompose(learned -> voidNext(left, timeoutMs));
  }

  private void follow(int attempt, CompletableFuture<?> attempted) {
    attempted.whenComplete((learned, thrown) -> {
      if (thrown == null) act(() -> machine.answered(attempt, settled.size() == ids.size(), now()));
      else act(() -> machine.failed(attempt, Failure.of(thrown), now()));
    });
  }

  /** Notes a final answer. The journal keeps the payment until its outcome is told, so that the next process can tell it. */
  private void learn(String id, Ledger.Answer answer) {
    Optional<Outcome> outcome = Outcomes.of(id, answer);
    if (outcome.isEmpty()) return;
    boolean isLate;
    synchronized (this) {
      if (settled.putIfAbsent(id, outcome.get()) != null) return;
      isLate = isAnswered;
    }
    if (!isLate) return;
    deps.told().accept(List.of(id));
    deps.settled().accept(outcome.get());
  }

  @Override
  public void settle() {
    Runnable answer = answer();
    completion = () -> {
      answer.run();
      ended.complete(null);
    };
  }

  @Override
  public void refuse(Failure failure) {
    completion = () -> {
      deps.refused().accept(ids);
      result.completeExceptionally(failure);
      ended.complete(null);
    };
  }

  @Override
  public void unresolved() {
    completion = answer();
  }

  /** Returns what gives the outcomes to the caller as they are now; nothing if it has them. */
  private Runnable answer() {
    if (isAnswered) return () -> {};
    isAnswered = true;
    List<Outcome> all = outcomes();
    List<String> told = ids.stream().filter(settled::containsKey).toList();
    return () -> {
      // Before the caller goes on, who may acknowledge them or ask for an id again.
      deps.told().accept(told);
      result.complete(all);
    };
  }

  private List<Outcome> outcomes() {
    List<Outcome> all = new ArrayList<>();
    for (String id : ids) all.add(settled.getOrDefault(id, Outcomes.unresolved(id)));
    return all;
  }
}
