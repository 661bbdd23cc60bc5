package io.platonic.client.internal.journals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.platonic.client.Operation;
import io.platonic.client.PlatonicException;
import io.platonic.client.Reason;
import io.platonic.client.internal.calls.Timer;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FolderLockTest {
  @TempDir
  Path folder;
  private Path lock;
  private final PassingTimer timer = new PassingTimer();

  /** A clock on which waits are over at once. Beats are made by the test. */
  private static final class PassingTimer implements Timer {
    final List<Runnable> beats = new ArrayList<>();
    /** Happens while somebody waits. */
    Runnable meanwhile = () -> {};
    long nowMs = 1_000;

    @Override
    public long nowMs() {
      return nowMs;
    }

    @Override
    public Runnable after(long delayMs, Runnable action) {
      if (delayMs == FolderLock.BEAT_MS) {
        beats.add(action);
        return () -> beats.remove(action);
      }
      nowMs += delayMs;
      meanwhile.run();
      action.run();
      return () -> {};
    }

    void beat() {
      beats.remove(0).run();
    }
  }

  @BeforeEach
  void name() {
    lock = folder.resolve("lock");
  }

  private FolderJournal journal() {
    return new FolderJournal(folder, timer, Files::createLink);
  }

  private static Operation operation(String id) {
    return new Operation(id, new byte[] {1}, "key", new byte[] {3});
  }

  private static String line(String host, long process, String token) {
    return line(host, "", process, token);
  }

  /** Returns the line of a lock, with a member of the system or nothing. */
  private static String line(String host, String system, long process, String token) {
    return "{\"host\":\"" + host + "\"," + system + "\"process\":" + process + ",\"token\":\"" + token + "\"}\n";
  }

  /** Returns what a lock says of this system, as it is documented; nothing on other systems than Linux. */
  private static String systemMember() {
    try {
      String start = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
      return "\"system\":\"" + start + " " + Files.readSymbolicLink(Path.of("/proc/self/ns/pid")) + "\",";
    } catch (IOException notLinux) {
      return "";
    }
  }

  /** Returns the number of a process that has ended. */
  private static long endedProcess() throws IOException, InterruptedException {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    return ended.pid();
  }

  /** Writes the lock of another process, which last showed that it lives at a time. */
  private void lockOf(String line, long beatMs) throws IOException {
    Files.writeString(lock, line);
    Files.setLastModifiedTime(lock, FileTime.fromMillis(beatMs));
  }

  private void assertRefused(FolderJournal journal, String... parts) {
    for (Executable use : List.<Executable>of(journal::list, () -> journal.put(operation("a")))) {
      PlatonicException refused = assertThrows(PlatonicException.class, use);
      assertEquals(Reason.STATE_INVALID, refused.reason());
      for (String part : parts) assertTrue(refused.getMessage().contains(part), refused::getMessage);
    }
  }

  private List<String> names() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void namesTheProcessFromItsFirstUseUntilTheLastJournalIsClosed() throws IOException {
    FolderJournal first = journal();
    FolderJournal second = journal();
    first.delete("a");
    assertEquals(List.of(), names());
    first.list();
    LockHolder holder = LockHolder.of(Files.readString(lock));
    long process = ProcessHandle.current().pid();
    assertEquals(line(holder.host(), systemMember(), process, holder.token()), Files.readString(lock));
    assertEquals(process, holder.process());
    assertEquals(36, holder.token().length());
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(lock)));
    second.put(operation("a"));
    first.close();
    first.close();
    assertEquals(holder, LockHolder.of(Files.readString(lock)));
    second.close();
    assertEquals(List.of("a.operation"), names());
    assertEquals(List.of(), timer.beats);
    assertEquals(1, first.list().size());
    assertFalse(holder.equals(LockHolder.of(Files.readString(lock))));
    first.close();
  }

  @Test
  void isTakenOverAtOnceFromAProcessThatHasEnded() throws IOException, InterruptedException {
    lockOf(line(LockHolder.here().host(), systemMember(), endedProcess(), "other"), 1);
    Files.writeString(folder.resolve("b.operation.1.new"), "{");
    FolderJournal journal = journal();
    journal.list();
    assertEquals(1_000, timer.nowMs);
    assertEquals(List.of("lock"), names());
    journal.close();
  }

  @Test
  void isWatchedWhileItsProcessMayRun() throws IOException, InterruptedException {
    String host = LockHolder.here().host();
    long ended = endedProcess();
    List<String> texts = List.of(
        line(host, "\"system\":\"1 pid:[1]\",", ended, "other"),
        line(host, "", ended, "other"),
        line(host, "\"system\":{\"pid\":1},", ended, "other"),
        // It may be another copy of this library.
        line(host, systemMember(), ProcessHandle.current().pid(), "other"));
    for (String text : texts) {
      lockOf(text, 1);
      assertEquals("other", LockHolder.of(text).token());
      long startMs = timer.nowMs;
      FolderJournal journal = journal();
      journal.list();
      assertEquals(FolderLock.LEFT_MS, timer.nowMs - startMs, text);
      assertEquals(List.of("lock"), names());
      journal.close();
    }
  }

  @Test
  void isRefusedOnceTheHolderIsSeenToLive() throws IOException {
    long running = ProcessHandle.current().parent().orElseThrow().pid();
    String here = line(LockHolder.here().host(), systemMember(), running, "other");
    for (String text : List.of(here, line("elsewhere", 7, "other"), "")) {
      lockOf(text, 1);
      int[] looks = {0};
      timer.meanwhile = () -> touch(++looks[0] * 1_000);
      LockHolder holder = LockHolder.of(text);
      assertRefused(journal(), folder.toString(), holder.words());
      assertTrue(looks[0] == 2, () -> looks[0] + " looks");
      assertEquals(text, Files.readString(lock));
    }
    assertEquals(List.of("lock"), names());
  }

  private void touch(long ms) {
    try {
      Files.setLastModifiedTime(lock, FileTime.fromMillis(ms));
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  @Test
  void isTakenOverOnceNothingHasChangedForLong() throws IOException {
    for (String text : List.of(line("elsewhere", 7, "other"), "", "{")) {
      lockOf(text, 1);
      long startMs = timer.nowMs;
      FolderJournal journal = journal();
      journal.list();
      assertTrue(timer.nowMs - startMs >= FolderLock.LEFT_MS);
      assertEquals(List.of("lock"), names());
      journal.close();
    }
  }

  @Test
  void isTakenWhenItGoes() throws IOException {
    lockOf(line("elsewhere", 7, "other"), 1);
    timer.meanwhile = () -> assertTrue(lock.toFile().delete());
    FolderJournal journal = journal();
    journal.list();
    assertEquals(1_200, timer.nowMs);
    journal.close();
  }

  @Test
  void isLostToAProcessThatHasTakenItOver() throws IOException {
    for (String text : new String[] {line("elsewhere", 7, "other"), null}) {
      FolderJournal journal = journal();
      journal.put(operation("kept"));
      FileTime first = FileTime.fromMillis(1);
      Files.setLastModifiedTime(lock, first);
      timer.beat();
      assertTrue(Files.getLastModifiedTime(lock).compareTo(first) > 0);
      if (text == null) Files.delete(lock);
      else Files.writeString(lock, text);
      timer.beat();
      assertEquals(List.of(), timer.beats);
      assertRefused(journal, folder.toString(), text == null ? "removed" : "process 7 on host elsewhere");
      journal.delete("kept");
      journal.close();
      assertEquals(text != null, Files.exists(lock));
    }
  }

  @Test
  void isNotLostWhileItCannotBeRead() throws IOException {
    FolderJournal journal = journal();
    journal.list();
    String text = Files.readString(lock);
    Files.writeString(lock, "");
    timer.beat();
    Files.writeString(lock, text);
    timer.beat();
    assertEquals(List.of(), journal.list());
    journal.close();
    assertEquals(List.of(), names());
  }

  @Test
  void isPutBackIfItWasNotTheOneThatWasJudged() throws IOException {
    lockOf(line("elsewhere", 7, "other"), 1);
    LockFile file = new LockFile(folder);
    LockFile.State judged = file.read().orElseThrow();
    touch(2);
    file.remove(judged, LockHolder.here());
    assertEquals(List.of("lock"), names());
    file.remove(file.read().orElseThrow(), LockHolder.here());
    assertEquals(List.of(), names());
    file.remove(judged, LockHolder.here());
  }

  @Test
  void endsToBeWaitedForWhenTheJournalIsClosed() throws Exception {
    lockOf(line("elsewhere", 7, "other"), 1);
    FolderJournal journal = journal();
    CountDownLatch waits = new CountDownLatch(1);
    CountDownLatch isClosed = new CountDownLatch(1);
    timer.meanwhile = () -> {
      waits.countDown();
      await(isClosed);
    };
    CompletableFuture<List<Operation>> listed = CompletableFuture.supplyAsync(journal::list);
    waits.await();
    journal.close();
    isClosed.countDown();
    Throwable thrown = assertThrows(ExecutionException.class, listed::get).getCause();
    assertEquals(Reason.STATE_INVALID, ((PlatonicException) thrown).reason());
    assertTrue(thrown.getMessage().contains("closed"), thrown::getMessage);
    assertEquals(List.of("lock"), names());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void keepsOperationsOnceOnFileSystemsWithoutHardLinks() throws IOException {
    FolderJournal journal = new FolderJournal(folder, timer, (name, file) -> {
      throw new FileSystemException(name.toString(), file.toString(), "Operation not permitted");
    });
    journal.put(operation("a"));
    assertEquals(Reason.RESOURCE_CONFLICT,
        assertThrows(PlatonicException.class, () -> journal.put(operation("a"))).reason());
    assertEquals(List.of("a.operation", "lock"), names());
    assertEquals("rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("a.operation"))));
    journal.close();
  }
}
