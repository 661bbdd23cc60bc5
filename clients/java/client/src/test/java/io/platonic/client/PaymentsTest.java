package io.platonic.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.payments.Ledger;
import io.platonic.client.internal.payments.Payment;
import io.platonic.client.internal.payments.Payments;
import io.platonic.client.internal.payments.Pending;
import io.platonic.client.internal.signatures.Signed;
import io.platonic.wallet.v1.TransactionResult;
import io.platonic.wallet.v1.TransactionStatus;
import io.platonic.wallet.v1.TransferOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PaymentsTest {
  private static final long TIMEOUT_MS = 30_000;

  private final FakeTimer timer = new FakeTimer();
  private final Journal journal = Journal.inMemory();
  private final List<Outcome> settled = new ArrayList<>();
  private final FakeLedger ledger = new FakeLedger();
  private final Payments payments = new Payments(new Payments.Options(
      operation -> operation.signer().equals("me"), ledger, journal, new Payment.Terms(TIMEOUT_MS, 3), timer, settled::add));

  /** A ledger whose answers are given by the test. */
  private static final class FakeLedger implements Ledger {
    final Deque<CompletableFuture<List<TransactionResult>>> transfers = new ArrayDeque<>();
    final Deque<CompletableFuture<TransactionResult>> voids = new ArrayDeque<>();
    int transferCount;
    int voidCount;

    @Override
    public Transfer transfer(Signed order) {
      return (attempts, timeoutMs) -> {
        transferCount += 1;
        transfers.add(new CompletableFuture<>());
        return transfers.getLast();
      };
    }

    @Override
    public Transfer transferAll(byte[] orders, List<Signed> signed, boolean isLinked) {
      return transfer(signed.get(0));
    }

    @Override
    public Transfer capture(Signed order) {
      return transfer(order);
    }

    @Override
    public Transfer release(Signed order) {
      return transfer(order);
    }

    @Override
    public CompletableFuture<TransactionResult> voidTransaction(String id, AtomicInteger attempts, long timeoutMs) {
      voidCount += 1;
      voids.add(new CompletableFuture<>());
      return voids.getLast();
    }

    void failTransfer(Reason reason) {
      transfers.getLast().completeExceptionally(new Failure(reason, "as the test says"));
    }
  }

  private static TransactionResult result(TransactionStatus status) {
    return TransactionResult.newBuilder().setStatus(status).build();
  }

  private static final TransactionResult COMPLETED = result(TransactionStatus.TRANSACTION_STATUS_COMPLETED);
  private static final TransactionResult FAILED = result(TransactionStatus.TRANSACTION_STATUS_FAILED);
  private static final TransactionResult HELD = result(TransactionStatus.TRANSACTION_STATUS_HELD);

  private static Signed signed(String id, String sender) {
    byte[] order = TransferOrder.newBuilder().setId(id).setSender(sender).build().toByteArray();
    return new Signed(id, order, "key", new byte[64]);
  }

  private Pending pay(String id) {
    Signed signed = signed(id, "me");
    return payments.send(List.of(signed), ledger.transfer(signed));
  }

  private Outcome.Kind kindOf(Pending paid) {
    return paid.outcomes().join().get(0).kind();
  }

  @Test
  void isInTheJournalWhileItIsNotSettled() {
    Pending paid = pay("a");
    assertEquals("a", journal.list().get(0).id());
    ledger.transfers.getLast().complete(List.of(COMPLETED));
    assertEquals(Outcome.Kind.COMPLETED, kindOf(paid));
    assertTrue(journal.list().isEmpty());
    assertEquals(Outcome.Kind.COMPLETED, settled.get(0).kind());
  }

  @Test
  void isHeldIfTheLedgerSaysSo() {
    Pending paid = pay("a");
    ledger.transfers.getLast().complete(List.of(HELD));
    assertEquals(Outcome.Kind.HELD, kindOf(paid));
  }

  @Test
  void isRefusedForAFaultOfTheOrderOfTheOnlyAttempt() {
    Pending paid = pay("a");
    ledger.failTransfer(Reason.PARAMETER_INVALID);
    assertEquals(Reason.PARAMETER_INVALID, assertThrows(Failure.class, paid::await).reason());
    assertTrue(journal.list().isEmpty());
    timer.pass(10 * TIMEOUT_MS);
    assertEquals(0, ledger.voidCount);
  }

  @Test
  void isNotRefusedByALaterAttempt() {
    Pending paid = pay("a");
    ledger.failTransfer(Reason.UNREACHABLE);
    timer.pass(100);
    ledger.failTransfer(Reason.RESOURCE_CONFLICT);
    assertFalse(paid.outcomes().isDone());
    timer.pass(200);
    ledger.transfers.getLast().complete(List.of(COMPLETED));
    assertEquals(Outcome.Kind.COMPLETED, kindOf(paid));
  }

  @Test
  void isRefusedIfNoSessionCouldBeOpened() {
    Pending paid = pay("a");
    ledger.transfers.getLast().completeExceptionally(new Failure(Reason.INVALID_API_KEY, "no").asUnsent());
    assertThrows(Failure.class, paid::await);
  }

  @Test
  void isSentAgainIfTheServiceCannotBeReachedForASession() {
    Pending paid = pay("a");
    ledger.transfers.getLast().completeExceptionally(new Failure(Reason.UNREACHABLE, "no").asUnsent());
    timer.pass(100);
    assertEquals(2, ledger.transferCount);
    assertFalse(paid.outcomes().isDone());
  }

  @Test
  void isSentFourTimesAndThenVoided() {
    Pending paid = pay("a");
    for (int i = 0; i < 4; i++) {
      assertEquals(i + 1, ledger.transferCount);
      ledger.failTransfer(Reason.UNREACHABLE);
      timer.pass(100L << i);
    }
    assertEquals(4, ledger.transferCount);
    ledger.voids.getLast().complete(FAILED);
    assertEquals(Outcome.Kind.FAILED, kindOf(paid));
  }

  @Test
  void waitsAHalfToAWholeOfWhatIsPlannedAndAsLongAsTheServiceAsks() {
    pay("a");
    ledger.failTransfer(Reason.UNREACHABLE);
    timer.pass(49);
    assertEquals(1, ledger.transferCount);
    timer.pass(51);
    assertEquals(2, ledger.transferCount);
  }

  @Test
  void isVoidedWhenTheConfirmationDoesNotComeAndCompletedIfTheLedgerSaysSo() {
    Pending paid = pay("a");
    timer.pass(TIMEOUT_MS - 1);
    assertEquals(0, ledger.voidCount);
    timer.pass(1);
    assertEquals(1, ledger.voidCount);
    ledger.voids.getLast().complete(COMPLETED);
    assertEquals(Outcome.Kind.COMPLETED, kindOf(paid));
  }

  @Test
  void countsAnAnswerThatComesWhileItIsVoided() {
    Pending paid = pay("a");
    timer.pass(TIMEOUT_MS);
    ledger.transfers.getLast().complete(List.of(COMPLETED));
    assertEquals(Outcome.Kind.COMPLETED, kindOf(paid));
  }

  @Test
  void isUnresolvedAfterTheTimeoutOnceMoreAndSettledLater() {
    Pending paid = pay("a");
    timer.pass(2 * TIMEOUT_MS - 1);
    assertFalse(paid.outcomes().isDone());
    timer.pass(1);
    assertEquals(Outcome.Kind.UNRESOLVED, kindOf(paid));
    assertEquals(1, journal.list().size());
    assertTrue(settled.isEmpty());
    timer.pass(60_000);
    ledger.voids.getLast().complete(FAILED);
    assertEquals(Outcome.Kind.FAILED, settled.get(0).kind());
    assertTrue(journal.list().isEmpty());
  }

  @Test
  void doesNotBelieveAnAnswerThatIsNotFinal() {
    Pending paid = pay("a");
    ledger.transfers.getLast().complete(List.of(result(TransactionStatus.TRANSACTION_STATUS_PENDING)));
    assertFalse(paid.outcomes().isDone());
    timer.pass(100);
    assertEquals(2, ledger.transferCount);
  }

  @Test
  void takesAnIdOnceWhileItIsNotSettled() {
    pay("a");
    assertEquals(Reason.RESOURCE_CONFLICT, assertThrows(Failure.class, () -> pay("a")).reason());
    ledger.transfers.getLast().complete(List.of(COMPLETED));
    pay("a");
  }

  @Test
  void reconcilesByVoidingAndLeavesTheOperationsOfOthers() {
    journal.put(signed("mine", "me").operation());
    journal.put(signed("theirs", "them").operation());
    Pending left = payments.reconcile();
    assertEquals(List.of("mine"), left.ids());
    assertEquals(0, ledger.transferCount);
    ledger.voids.getLast().complete(COMPLETED);
    assertEquals(Outcome.Kind.COMPLETED, kindOf(left));
    assertEquals("theirs", journal.list().get(0).id());
  }

  @Test
  void settlesEachOfManyPayments() {
    List<Signed> many = List.of(signed("a", "me"), signed("b", "me"));
    Pending paid = payments.send(many, ledger.transferAll(new byte[0], many, false));
    ledger.transfers.getLast().complete(List.of(COMPLETED, result(TransactionStatus.TRANSACTION_STATUS_PENDING)));
    timer.pass(TIMEOUT_MS);
    assertEquals(1, ledger.voidCount);
    ledger.voids.getLast().complete(FAILED);
    assertEquals(List.of(Outcome.Kind.COMPLETED, Outcome.Kind.FAILED),
        paid.outcomes().join().stream().map(Outcome::kind).toList());
    assertTrue(journal.list().isEmpty());
  }

  @Test
  void keepsWhatIsSettledInTheJournalUntilTheCallerIsTold() {
    List<Signed> many = List.of(signed("a", "me"), signed("b", "me"));
    Pending paid = payments.send(many, ledger.transferAll(new byte[0], many, false));
    ledger.transfers.getLast().complete(List.of(COMPLETED, result(TransactionStatus.TRANSACTION_STATUS_PENDING)));
    timer.pass(2 * TIMEOUT_MS - 1);
    assertEquals(2, journal.list().size());
    timer.pass(1);
    assertEquals(List.of(Outcome.Kind.COMPLETED, Outcome.Kind.UNRESOLVED),
        paid.outcomes().join().stream().map(Outcome::kind).toList());
    assertEquals(List.of("b"), journal.list().stream().map(Operation::id).toList());
    timer.pass(60_000);
    ledger.voids.getLast().complete(FAILED);
    assertEquals(List.of("a", "b"), settled.stream().map(Outcome::id).toList());
    assertTrue(journal.list().isEmpty());
  }

  @Test
  void isUnresolvedWhenTheWalletIsClosedAndStaysInTheJournal() {
    Pending paid = pay("a");
    payments.close();
    assertEquals(Outcome.Kind.UNRESOLVED, kindOf(paid));
    assertEquals(1, journal.list().size());
  }

  @Test
  void sendsNothingIfTheJournalCannotStoreIt() {
    Journal full = new Journal() {
      @Override
      public void put(Operation operation) {
        throw new IllegalStateException("full");
      }

      @Override
      public void delete(String id) {}

      @Override
      public List<Operation> list() {
        return List.of();
      }
    };
    Payments other = new Payments(new Payments.Options(operation -> true, ledger, full, new Payment.Terms(1, 0), timer, settled::add));
    Signed signed = signed("a", "me");
    assertThrows(IllegalStateException.class, () -> other.send(List.of(signed), ledger.transfer(signed)));
    assertEquals(0, ledger.transferCount);
  }
}
