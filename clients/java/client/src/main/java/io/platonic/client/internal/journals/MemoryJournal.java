package io.platonic.client.internal.journals;

import io.platonic.client.Journal;
import io.platonic.client.Operation;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Journal in memory. */
public final class MemoryJournal implements Journal {
  private final Map<String, Operation> operations = new ConcurrentHashMap<>();

  @Override
  public void put(Operation operation) {
    if (operations.putIfAbsent(operation.id(), operation) != null) throw Journaled.conflict(operation.id());
  }

  @Override
  public void delete(String id) {
    operations.remove(id);
  }

  @Override
  public List<Operation> list() {
    return List.copyOf(operations.values());
  }
}
