package io.platonic.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A journal of a user, which replaces what it has, and may be full. */
class OverwritingJournal implements Journal {
  final Map<String, Operation> operations = new LinkedHashMap<>();
  int sizeMax = Integer.MAX_VALUE;

  @Override
  public void put(Operation operation) {
    if (operations.size() >= sizeMax) throw new IllegalStateException("full");
    operations.put(operation.id(), operation);
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
