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
    if (left == null) left = listed();
    for (String id : ids) {
      if (active.contains(id)) throw conflict("the operation " + id + " is under way: wait for its outcome");
      if (left.contains(id)) {
        throw conflict("the journal has the operation " + id + " of an earlier process: call reconcile, which settles it");
      }
    }
    active.addAll(distinct);
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

  /** Gives the id of an operation back that the journal has deleted. */
  synchronized void delete(String id) {
    active.remove(id);
    if (left != null) left.remove(id);
  }

  private static Failure conflict(String message) {
    return new Failure(Reason.RESOURCE_CONFLICT, message);
  }
}
