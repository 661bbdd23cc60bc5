package io.platonic.client.internal.journals;

import io.platonic.client.Journal;
import io.platonic.client.Operation;
import io.platonic.client.PlatonicException;
import io.platonic.client.Reason;
import io.platonic.client.internal.calls.Timer;
import io.platonic.client.internal.encoding.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;

/** Journal in a folder, a file for each operation. One process at a time uses the folder. */
public final class FolderJournal implements Journal {
  /** Ending of files that are being written. */
  static final String UNFINISHED = ".new";
  private static final String ENDING = ".operation";
  private static final String REMEDY = "nothing was sent: make the folder writable, or make room, and try again";
  private static final Timer SYSTEM_TIMER = new Timer.OfSystem();

  private final Path folder;
  private final Timer timer;
  private final Linking linking;
  /** Null while this does not use the folder. */
  private FolderLock lock;
  /** Number of times that this was closed. */
  private volatile int closings;

  /** Gives a file a second name; tests have file systems that cannot. */
  interface Linking {
    void link(Path name, Path file) throws IOException;
  }

  public FolderJournal(Path folder) {
    this(folder, SYSTEM_TIMER, Files::createLink);
  }

  FolderJournal(Path folder, Timer timer, Linking linking) {
    this.folder = folder;
    this.timer = timer;
    this.linking = linking;
  }

  /** Returns a journal in the same folder, for a wallet that closes it. */
  public FolderJournal ofWallet() {
    return new FolderJournal(folder, timer, linking);
  }

  @Override
  public void put(Operation operation) {
    Path path = pathOf(operation.id());
    // Under another name at first, so that no part of a file counts as an operation.
    Path unfinished = folder.resolve(path.getFileName() + "." + UUID.randomUUID() + UNFINISHED);
    FolderLock held = hold();
    try {
      OwnFiles.write(unfinished, Bytes.utf8(operation.toJson()));
      try {
        if (!publish(unfinished, path, held)) throw Journaled.conflict(operation.id());
      } finally {
        Files.deleteIfExists(unfinished);
      }
      syncNameOf(path);
    } catch (IOException failure) {
      throw failed("store " + path, REMEDY, failure);
    }
  }

  /** Takes the lock of the folder, which is made if it is not there. */
  private FolderLock hold() {
    try {
      int before;
      FolderLock held;
      synchronized (this) {
        if (lock == null) {
          OwnFiles.makeFolder(folder);
          lock = FolderLock.of(folder, timer);
        }
        held = lock;
        before = closings;
      }
      held.hold(() -> closings != before);
      return held;
    } catch (IOException failure) {
      throw failed("use the folder " + folder, REMEDY, failure);
    }
  }

  /** Gives a file its name. Returns false if there is one with this name, which stays. */
  private boolean publish(Path unfinished, Path path, FolderLock held) throws IOException {
    try {
      linking.link(path, unfinished);
      return true;
    } catch (FileAlreadyExistsException there) {
      return false;
    } catch (UnsupportedOperationException | FileSystemException noLinks) {
      // Such as FAT. There the lock alone keeps others away.
      synchronized (held) {
        if (Files.exists(path)) return false;
        Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
        return true;
      }
    }
  }

  /** Makes the name of a new file durable, or removes it. */
  private void syncNameOf(Path path) throws IOException {
    try {
      OwnFiles.syncFolder(folder);
    } catch (IOException failure) {
      OwnFiles.remove(path, failure);
      throw failure;
    }
  }

  @Override
  public void delete(String id) {
    try {
      Files.deleteIfExists(pathOf(id));
    } catch (IOException failure) {
      throw failed("delete " + pathOf(id), "a later process finds its outcome again", failure);
    }
  }

  @Override
  public List<Operation> list() {
    hold();
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(ENDING))
          .sorted()
          .map(FolderJournal::read)
          .filter(Objects::nonNull)
          .toList();
    } catch (IOException failure) {
      throw failed("read " + folder, REMEDY, failure);
    } catch (UncheckedIOException failure) {
      throw failed("read " + folder, REMEDY, failure.getCause());
    }
  }

  /** Reads an operation; null if it was settled meanwhile. */
  private static Operation read(Path file) {
    try {
      return Operation.fromJson(Files.readString(file));
    } catch (NoSuchFileException settled) {
      return null;
    } catch (IOException failure) {
      throw failed("read " + file, REMEDY, failure);
    } catch (IllegalArgumentException damaged) {
      throw new IllegalStateException(file + " is damaged: " + damaged.getMessage(), damaged);
    }
  }

  @Override
  public void close() {
    FolderLock left;
    synchronized (this) {
      closings += 1;
      left = lock;
      lock = null;
    }
    try {
      if (left != null) left.leave();
    } catch (IOException failure) {
      // Another process finds that this one has ended, or shows no sign of life.
    }
  }

  private Path pathOf(String id) {
    if (!id.matches("[\\w-]+")) throw new IllegalArgumentException("an operation's id is letters, digits and hyphens");
    return folder.resolve(id + ENDING);
  }

  private static PlatonicException failed(String action, String remedy, IOException cause) {
    PlatonicException failure = new PlatonicException(
        Reason.STATE_INVALID, "the journal cannot " + action + ": " + OwnFiles.wordsOf(cause) + "; " + remedy);
    failure.initCause(cause);
    return failure;
  }
}
