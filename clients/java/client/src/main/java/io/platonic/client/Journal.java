package io.platonic.client;

import io.platonic.client.internal.journals.FolderJournal;
import io.platonic.client.internal.journals.MemoryJournal;
import java.nio.file.Path;
import java.util.List;

/** Keeps what was signed until its outcome is told. Safe for use by several threads. */
public interface Journal {
  /**
   * Stores an operation, before it is sent. Returns once it is as durable as the journal can make it.
   *
   * @param operation the operation
   * @throws PlatonicException RESOURCE_CONFLICT if the journal has an operation with this id, which it keeps; STATE_INVALID
   *     if it cannot store
   */
  void put(Operation operation);

  /**
   * Deletes an operation whose outcome was told, if it is there.
   *
   * @param id its id
   */
  void delete(String id);

  /**
   * Lists the operations that were put and not deleted.
   *
   * @return the operations
   */
  List<Operation> list();

  /**
   * Lets go of what the journal holds, such as the lock of its folder, until it is used again. A wallet that is closed calls
   * this, at times more than once. By default it does nothing.
   */
  default void close() {}

  /** {@return a journal in memory, which ends with the program} */
  static Journal inMemory() {
    return new MemoryJournal();
  }

  /**
   * Returns a journal in a folder, with a file for each operation, which is synced before anything is sent. One process at a
   * time uses the folder, from its first operation until its wallets there are closed: another one gets STATE_INVALID, and so
   * does whoever uses a folder in which nothing can be written.
   *
   * @param folder the folder, which is made if it is not there
   * @return the journal
   */
  static Journal inFolder(Path folder) {
    return new FolderJournal(folder);
  }
}
