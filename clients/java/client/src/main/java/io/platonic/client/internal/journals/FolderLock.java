package io.platonic.client.internal.journals;

import io.platonic.client.PlatonicException;
import io.platonic.client.Reason;
import io.platonic.client.internal.calls.Timer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Lock of a folder, which one process at a time holds. All journals of this process in that folder share it. It keeps one
 * process from voiding what another one is just sending; no payment rests on it.
 */
final class FolderLock {
  /** Time after which the holder shows that it lives. */
  static final long BEAT_MS = 2_000;
  /** Time without a sign of life after which a lock is taken over. */
  static final long LEFT_MS = 10_000;
  private static final long LOOK_MS = 200;

  /** Locks that journals of this process use, by the real paths of their folders. */
  private static final Map<Path, FolderLock> LOCKS = new HashMap<>();

  private final Path folder;
  private final LockFile file;
  private final Timer timer;
  private final ReentrantLock taking = new ReentrantLock();
  /** Number of journals. Guarded by LOCKS. */
  private int users;
  /** This process while it holds the lock; null otherwise. */
  private volatile LockHolder own;
  /** The process that has taken the lock over, in words; null if none has. */
  private volatile String taker;
  private Runnable cancelBeat = () -> {};

  private FolderLock(Path folder, Timer timer) {
    this.folder = folder;
    this.file = new LockFile(folder);
    this.timer = timer;
  }

  /** Returns the lock of a folder, which is there, for one journal more. */
  static FolderLock of(Path folder, Timer timer) throws IOException {
    Path path = folder.toRealPath();
    synchronized (LOCKS) {
      FolderLock lock = LOCKS.get(path);
      if (lock == null || lock.taker != null) {
        lock = new FolderLock(path, timer);
        LOCKS.put(path, lock);
      }
      lock.users += 1;
      return lock;
    }
  }

  /** Counts one journal less. The last one removes the lock. */
  void leave() throws IOException {
    synchronized (LOCKS) {
      users -= 1;
      if (users > 0) return;
      LOCKS.remove(folder, this);
      release();
    }
  }

  private synchronized void release() throws IOException {
    LockHolder held = own;
    if (held == null) return;
    own = null;
    cancelBeat.run();
    file.release(held);
  }

  /**
   * Takes the lock, unless this process has it.
   *
   * @throws PlatonicException STATE_INVALID if another process has it, or has taken it over
   */
  void hold(BooleanSupplier isGivenUp) throws IOException {
    if (own == null || taker != null) holdAlone(isGivenUp);
  }

  private void holdAlone(BooleanSupplier isGivenUp) throws IOException {
    taking.lock();
    try {
      if (taker != null) throw takenOver();
      if (own == null) take(LockHolder.here(), isGivenUp);
    } finally {
      taking.unlock();
    }
  }

  private void take(LockHolder taken, BooleanSupplier isGivenUp) throws IOException {
    while (!file.create(taken)) {
      Optional<LockFile.State> found = file.read();
      if (found.isPresent() && isLeft(found.get(), isGivenUp)) file.remove(found.get(), taken);
    }
    synchronized (LOCKS) {
      if (users > 0) begin(taken);
      else file.release(taken);
    }
    if (isGivenUp.getAsBoolean()) throw closed();
    removeUnfinished();
  }

  private synchronized void begin(LockHolder taken) {
    own = taken;
    cancelBeat = timer.after(BEAT_MS, this::beat);
  }

  /** Waits until a lock is left over, and returns true; false if it is gone meanwhile. Fails once its holder is seen to live. */
  private boolean isLeft(LockFile.State found, BooleanSupplier isGivenUp) throws IOException {
    long endMs = timer.nowMs() + LEFT_MS;
    while (!found.holder().isGone()) {
      if (timer.nowMs() >= endMs) return true;
      pause();
      if (isGivenUp.getAsBoolean()) throw closed();
      Optional<LockFile.State> now = file.read();
      if (now.isEmpty()) return false;
      if (!now.get().equals(found)) throw usedBy(now.get().holder());
    }
    return true;
  }

  private void pause() {
    CountDownLatch over = new CountDownLatch(1);
    Runnable cancel = timer.after(LOOK_MS, over::countDown);
    try {
      over.await();
    } catch (InterruptedException interrupted) {
      cancel.run();
      Thread.currentThread().interrupt();
      throw new PlatonicException(Reason.UNKNOWN, "the thread was interrupted while it waited for the lock of " + folder);
    }
  }

  /** Shows that this process lives, or finds that another one has taken the lock over. */
  private synchronized void beat() {
    LockHolder held = own;
    if (held == null) return;
    try {
      Optional<LockFile.State> found = file.read();
      if (found.isEmpty()) {
        lose("a process that has removed its lock");
        return;
      }
      LockHolder holder = found.get().holder();
      if (holder.equals(held)) {
        file.touch();
      } else if (!found.get().text().isEmpty()) {
        lose(holder.words());
        return;
      }
    } catch (IOException unanswered) {
      // The next beat asks the disk again.
    }
    cancelBeat = timer.after(BEAT_MS, this::beat);
  }

  private void lose(String words) {
    taker = words;
    own = null;
  }

  /** Removes what processes have left that were ended while they wrote. What stays does no harm. */
  private void removeUnfinished() {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path path : files.filter(one -> one.toString().endsWith(FolderJournal.UNFINISHED)).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException kept) {
      // The next process tries again.
    }
  }

  private PlatonicException usedBy(LockHolder holder) {
    return new PlatonicException(Reason.STATE_INVALID, "the journal's folder " + folder + " is used by " + holder.words()
        + ": give each process a folder of its own, or end that one");
  }

  private PlatonicException takenOver() {
    return new PlatonicException(Reason.STATE_INVALID, "the journal's folder " + folder + " was taken over by " + taker
        + ": give each process a folder of its own, and open this wallet again");
  }

  private PlatonicException closed() {
    return new PlatonicException(Reason.STATE_INVALID, "the journal in " + folder + " is closed, with its wallet");
  }
}
