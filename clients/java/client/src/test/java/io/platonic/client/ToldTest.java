package io.platonic.client;

import static io.platonic.client.FakeLedger.COMPLETED;
import static io.platonic.client.FakeLedger.FAILED;
import static io.platonic.client.FakeLedger.result;
import static io.platonic.client.FakeLedger.signed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.payments.Payment;
import io.platonic.client.internal.payments.Payments;
import io.platonic.client.internal.payments.Pending;
import io.platonic.client.internal.signatures.Signed;
import io.platonic.wallet.v1.TransactionStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Follows operations from the time at which their outcomes are told until they leave the journal. */
class ToldTest {
  private static final long TOLD_MS = 5_000;
  private static final long TIMEOUT_MS = 30_000;

  private final FakeTimer timer = new FakeTimer();
  private final FakeLedger ledger = new FakeLedger();
  private final List<Outcome> settled = new ArrayList<>();
  private final List<Throwable> uncaught = new ArrayList<>();
  private final StickyJournal journal = new StickyJournal();
  private final Payments payments = payments(Runnable::run);

  /** A journal that cannot delete while the test says so, and notes when it is closed. */
  private static final class StickyJournal extends OverwritingJournal {
    boolean isStuck;
    List<String> atClose;

    @Override
    public void delete(String id) {
      if (isStuck) throw new IllegalStateException("the journal cannot delete, as the test says");
      super.delete(id);
    }

    @Override
    public void close() {
      atClose = ids();
    }

    List<String> ids() {
      return List.copyOf(operations.keySet());
    }
  }

  /** Has the journal fail to delete, or not. */
  private void stick(boolean isStuck) {
    journal.isStuck = isStuck;
    Thread.currentThread().setUncaughtExceptionHandler(isStuck ? (thread, failure) -> uncaught.add(failure) : null);
  }

  private Payments payments(Executor background) {
    return new Payments(new Payments.Options(operation -> operation.isOf("me"), ledger, journal,
        new Payment.Terms(TIMEOUT_MS, 3), timer, background, settled::add));
  }

  private Pending send(String... ids) {
    List<Signed> signed = List.of(ids).stream().map(id -> signed(id, "me")).toList();
    return payments.send(signed.stream().map(Signed::operation).toList(), ledger.transfer(signed.get(0)));
  }

  private Pending paid(String id) {
    Pending paid = send(id);
    ledger.transfers.getLast().complete(List.of(COMPLETED));
    assertEquals(Outcome.Kind.COMPLETED, paid.outcomes().join().get(0).kind());
    return paid;
  }

  @Test
  void leaveTheJournalFiveSecondsAfterTheyWereTold() {
    paid("a");
    timer.pass(TOLD_MS / 2);
    paid("b");
    timer.pass(TOLD_MS / 2 - 1);
    assertEquals(List.of("a", "b"), journal.ids());
    timer.pass(1);
    assertEquals(List.of("b"), journal.ids());
    assertEquals(1, timer.alarmCount());
    timer.pass(TOLD_MS / 2);
    assertEquals(List.of(), journal.ids());
    assertEquals(0, timer.alarmCount());
    paid("c");
    timer.pass(TOLD_MS);
    assertEquals(List.of(), journal.ids());
  }

  @Test
  void leaveTheJournalInTurnsThatAreNotTooMany() {
    for (int i = 0; i < 100; i++) {
      paid("a" + i);
      timer.pass(1);
    }
    assertEquals(1, timer.alarmCount());
    timer.pass(TOLD_MS - 100);
    assertEquals(99, journal.ids().size());
    timer.pass(99);
    assertEquals(99, journal.ids().size());
    timer.pass(1);
    assertEquals(List.of(), journal.ids());
    assertEquals(0, timer.alarmCount());
  }

  @Test
  void leaveTheJournalAtOnceWhenTheyAreAcknowledged() {
    paid("a");
    send("b");
    payments.acknowledge();
    assertEquals(List.of("b"), journal.ids());
    ledger.transfers.getLast().complete(List.of(COMPLETED));
    payments.acknowledge();
    assertEquals(List.of(), journal.ids());
  }

  @Test
  void canBeAcknowledgedByWhoeverIsTold() {
    send("a").outcomes().thenRun(payments::acknowledge);
    ledger.transfers.getLast().complete(List.of(COMPLETED));
    assertEquals(List.of(), journal.ids());
  }

  @Test
  void leaveTheJournalBeforeItIsClosedWithItsWallet() {
    paid("a");
    Pending many = send("b", "c");
    ledger.transfers.getLast().complete(List.of(COMPLETED, result(TransactionStatus.TRANSACTION_STATUS_PENDING)));
    payments.close();
    assertEquals(List.of(Outcome.Kind.COMPLETED, Outcome.Kind.UNRESOLVED),
        many.outcomes().join().stream().map(Outcome::kind).toList());
    assertEquals(List.of("c"), journal.atClose);
  }

  @Test
  @Timeout(20)
  void doNotKeepAWalletFromClosingWhoseJournalHangs() {
    Payments hanging = payments(action -> {});
    hanging.close();
    assertEquals(Reason.STATE_INVALID, assertThrows(Failure.class, hanging::reconcile).reason());
  }

  @Test
  void leaveTheJournalWhenTheirIdIsAskedAgainAndTheLedgerAnswers() {
    paid("a");
    Pending again = send("a");
    assertEquals(2, ledger.transferCount);
    assertEquals(List.of("a"), journal.ids());
    timer.pass(TOLD_MS);
    assertEquals(List.of("a"), journal.ids());
    ledger.transfers.getLast().complete(List.of(COMPLETED));
    assertEquals(Outcome.Kind.COMPLETED, again.outcomes().join().get(0).kind());
    timer.pass(TOLD_MS);
    assertEquals(List.of(), journal.ids());
  }

  @Test
  void areLeftAloneByReconcile() {
    paid("a");
    assertEquals(List.of(), payments.reconcile().ids());
    assertEquals(0, ledger.voidCount);
    journal.put(signed("b", "me").operation());
    Pending left = payments.reconcile();
    ledger.voids.getLast().complete(FAILED);
    assertEquals(Outcome.Kind.FAILED, left.outcomes().join().get(0).kind());
    assertEquals(List.of(), payments.reconcile().ids());
    timer.pass(TOLD_MS);
    assertEquals(List.of(), journal.ids());
  }

  @Test
  void areThoseOfTheListenerToo() {
    send("a");
    timer.pass(2 * TIMEOUT_MS);
    timer.pass(TOLD_MS);
    assertEquals(List.of("a"), journal.ids());
    ledger.voids.getLast().complete(COMPLETED);
    assertEquals(Outcome.Kind.COMPLETED, settled.get(0).kind());
    timer.pass(TOLD_MS - 1);
    assertEquals(List.of("a"), journal.ids());
    timer.pass(1);
    assertEquals(List.of(), journal.ids());
  }

  @Test
  void areRemovedAtALaterTurnIfTheJournalCannotDelete() {
    stick(true);
    paid("a");
    timer.pass(TOLD_MS);
    assertEquals(1, uncaught.size());
    assertEquals(List.of(), payments.reconcile().ids());
    payments.acknowledge();
    assertEquals(2, uncaught.size());
    stick(false);
    timer.pass(TOLD_MS - 1);
    assertEquals(List.of("a"), journal.ids());
    timer.pass(1);
    assertEquals(List.of(), journal.ids());
  }

  @Test
  void areNotThoseThatWereRefusedUnlessTheJournalCannotDelete() {
    for (boolean isStuck : List.of(false, true)) {
      stick(isStuck);
      Pending refused = send("a");
      ledger.failTransfer(Reason.PARAMETER_INVALID);
      assertThrows(Failure.class, refused::await);
      assertEquals(isStuck, !journal.ids().isEmpty());
      assertEquals(isStuck ? 1 : 0, timer.alarmCount());
    }
    stick(false);
    send("a");
    assertEquals(3, ledger.transferCount);
  }
}
