package io.platonic.client.internal.payments;

import io.platonic.client.Journal;
import io.platonic.client.Operation;
import io.platonic.client.Reason;
import io.platonic.client.internal.calls.Failure;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Ids of operations that the journal has: those begun here, and those that earlier processes have left. */
final class OpenIds {
  private final Journal journal;
  private final Set<String> active = new HashSet<>();
  /** Ids in the journal of operations that were not begun here; null until something is to be stored. */
  private Set<String> left;

  OpenIds(Journal journal) {
    this.journal = journal;
  }

  /** Takes ids for operations that are to be stored. Whatever the journal does with an id that it has, none is sent twice. */
  synchronized void take(List<String> ids) {
    Set<String> distinct = new HashSet<>(ids);
    if (distinct.size() < ids.size()) throw conflict("two of the orders have the same id");
    for (String id : ids) if (isLeft(id)) throw isOfEarlierProcess(id);
    active.addAll(distinct);
  }

  /** Takes the id of a group of orders; returns whether the journal has the same group already. */
  synchronized boolean takeBatch(Operation group) {
    boolean isStored = false;
    if (isLeft(group.id())) {
      for (Operation stored : journal.list()) {
        if (!stored.id().equals(group.id())) continue;
        if (!group.isSameBatch(stored)) throw isOfEarlierProcess(group.id());
        isStored = true;
      }
    }
    active.add(group.id());
    return isStored;
  }

  /** Whether an earlier process has left an id. Throws Failure for one that was taken here. */
  private boolean isLeft(String id) {
    if (active.contains(id)) throw conflict("the operation " + id + " is under way: wait for its outcome");
    if (left == null) left = listed();
    return left.contains(id);
  }

  private Set<String> listed() {
    Set<String> ids = new HashSet<>();
    for (Operation operation : journal.list()) ids.add(operation.id());
    ids.removeAll(active);
    return ids;
  }

  /** Takes those of the operations that were not begun here. */
  synchronized List<Operation> takeFree(List<Operation> operations) {
    return operations.stream().filter(operation -> active.add(operation.id())).toList();
  }

  /** Gives ids back of operations that were not begun here after all. */
  synchronized void release(Collection<String> ids) {
    active.removeAll(ids);
  }

  /** Leaves operations in the journal, as if an earlier process had. */
  synchronized void leave(Collection<String> ids) {
    for (String id : ids) if (active.remove(id) && left != null) left.add(id);
  }

  /** Gives the id of an operation back that the journal has deleted. */
  synchronized void delete(String id) {
    active.remove(id);
    if (left != null) left.remove(id);
  }

  private static Failure isOfEarlierProcess(String id) {
    return conflict("the journal has the operation " + id + " of an earlier process: call reconcile, which settles it");
  }

  private static Failure conflict(String message) {
    return new Failure(Reason.RESOURCE_CONFLICT, message);
  }
}
