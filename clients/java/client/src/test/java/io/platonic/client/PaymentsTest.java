package io.platonic.client;

import static io.platonic.client.FakeLedger.COMPLETED;
import static io.platonic.client.FakeLedger.FAILED;
import static io.platonic.client.FakeLedger.HELD;
import static io.platonic.client.FakeLedger.result;
import static io.platonic.client.FakeLedger.signed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.payments.Payment;
import io.platonic.client.internal.payments.Payments;
import io.platonic.client.internal.payments.Pending;
import io.platonic.client.internal.signatures.Signed;
import io.platonic.fault.v1.FaultDetail;
import io.platonic.wallet.v1.TransactionErrorCode;
import io.platonic.wallet.v1.TransactionResult;
import io.platonic.wallet.v1.TransactionStatus;
import io.platonic.wallet.v1.WalletBalance;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaymentsTest {
  private static final long TIMEOUT_MS = 30_000;

  private final FakeTimer timer = new FakeTimer();
  private final Journal journal = Journal.inMemory();
  private final List<Outcome> settled = new ArrayList<>();
  private final FakeLedger ledger = new FakeLedger();
  private final Payments payments = paymentsWith(journal);

  private Pending pay(String id) {
    Signed signed = signed(id, "me");
    return payments.send(List.of(signed.operation()), ledger.transfer(signed));
  }

  private static List<Operation> operationsOf(List<Signed> orders) {
    return orders.stream().map(Signed::operation).toList();
  }

  private Outcome.Kind kindOf(Pending paid) {
    return paid.outcomes().join().get(0).kind();
  }

  @Test
  void isInTheJournalUntilItIsAcknowledged() {
    Pending paid = pay("a");
    assertEquals("a", journal.list().get(0).id());
    ledger.transfers.getLast().complete(List.of(COMPLETED));
    assertEquals(Outcome.Kind.COMPLETED, kindOf(paid));
    payments.acknowledge();
    assertTrue(journal.list().isEmpty());
    // What the call returns is not told again.
    assertTrue(settled.isEmpty());
  }

  @Test
  void isToldToTheListenerIfItsCallerNoLongerWaits() {
    Pending paid = pay("a");
    Thread.currentThread().interrupt();
    assertEquals(Outcome.Kind.UNRESOLVED, paid.awaitOne().kind());
    assertTrue(Thread.interrupted());
    assertTrue(settled.isEmpty());
    ledger.transfers.getLast().complete(List.of(COMPLETED));
    pay("b").one().cancel(false);
    ledger.transfers.getLast().complete(List.of(COMPLETED));
    assertEquals(List.of("a", "b"), settled.stream().map(Outcome::id).toList());
    assertTrue(settled.stream().allMatch(outcome -> outcome.kind() == Outcome.Kind.COMPLETED));
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

  /** Returns the failure of a payment for which the service opens no session for this long. */
  private static Failure limited(long seconds) {
    FaultDetail fault =
        FaultDetail.newBuilder().setReason(io.platonic.fault.v1.Reason.REASON_RATE_LIMIT_EXCEEDED).build();
    var told = StatusProto.toStatusRuntimeException(com.google.rpc.Status.newBuilder()
        .setCode(Status.RESOURCE_EXHAUSTED.getCode().value()).addDetails(Any.pack(fault)).build());
    Metadata trailers = told.getTrailers();
    trailers.put(Metadata.Key.of("retry-after", Metadata.ASCII_STRING_MARSHALLER), Long.toString(seconds));
    return Failure.of(told.getStatus(), trailers).asUnsent();
  }

  @Test
  void isRefusedIfNoSessionMayBeOpenedInTime() {
    Pending late = pay("a");
    ledger.transfers.getLast().completeExceptionally(limited(30));
    assertEquals(Reason.RATE_LIMIT_EXCEEDED, assertThrows(Failure.class, late::await).reason());
    assertTrue(journal.list().isEmpty());
    Pending early = pay("b");
    ledger.transfers.getLast().completeExceptionally(limited(29));
    timer.pass(29_000);
    ledger.transfers.getLast().complete(List.of(COMPLETED));
    assertEquals(Outcome.Kind.COMPLETED, kindOf(early));
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
  void hasAThirdOfTheConfirmationForEachAttempt() {
    Pending paid = pay("a");
    timer.pass(TIMEOUT_MS / 3 - 1);
    assertEquals(1, ledger.transferCount);
    timer.pass(1 + 100);
    assertEquals(2, ledger.transferCount);
    assertEquals(List.of(TIMEOUT_MS / 3, TIMEOUT_MS / 3), ledger.timeouts);
    ledger.transfers.getFirst().complete(List.of(COMPLETED));
    assertEquals(Outcome.Kind.COMPLETED, kindOf(paid));
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
    payments.acknowledge();
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
  void keepsTheNumberOfACodeThatItDoesNotKnowAndAsksAgainForSuchAStatus() {
    Pending paid = pay("a");
    ledger.transfers.getLast().complete(List.of(TransactionResult.newBuilder().setStatusValue(999).build()));
    assertFalse(paid.outcomes().isDone());
    timer.pass(100);
    ledger.transfers.getLast().complete(List.of(FAILED.toBuilder().setErrorCodeValue(999).build()));
    Outcome outcome = paid.outcomes().join().get(0);
    assertEquals(TransactionErrorCode.UNRECOGNIZED, outcome.errorCode().orElseThrow());
    assertEquals(999, outcome.transaction().orElseThrow().getErrorCodeValue());
  }

  @Test
  void namesBalancesOfTokensThatItDoesNotKnowByTheirNumber() {
    WalletBalance balance = WalletBalance.newBuilder().setTokenTypeValue(999).build();
    assertEquals("999", Wallet.nameOf(balance));
    assertEquals("TOKEN_MICRO", Wallet.nameOf(balance.toBuilder().setTokenType(Asset.MICRO.tokenType()).build()));
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
    payments.acknowledge();
    assertEquals(List.of("theirs"), journal.list().stream().map(Operation::id).toList());
  }

  @Test
  void settlesEachOfManyPayments() {
    List<Signed> many = List.of(signed("a", "me"), signed("b", "me"));
    Pending paid = payments.send(operationsOf(many), ledger.transferAll(new byte[0], many, false));
    ledger.transfers.getLast().complete(List.of(COMPLETED, result(TransactionStatus.TRANSACTION_STATUS_PENDING)));
    timer.pass(TIMEOUT_MS);
    assertEquals(1, ledger.voidCount);
    ledger.voids.getLast().complete(FAILED);
    assertEquals(List.of(Outcome.Kind.COMPLETED, Outcome.Kind.FAILED),
        paid.outcomes().join().stream().map(Outcome::kind).toList());
    payments.acknowledge();
    assertTrue(journal.list().isEmpty());
  }

  @Test
  void keepsWhatIsSettledInTheJournalUntilTheCallerIsTold() {
    List<Signed> many = List.of(signed("a", "me"), signed("b", "me"));
    Pending paid = payments.send(operationsOf(many), ledger.transferAll(new byte[0], many, false));
    ledger.transfers.getLast().complete(List.of(COMPLETED, result(TransactionStatus.TRANSACTION_STATUS_PENDING)));
    timer.pass(2 * TIMEOUT_MS - 1);
    payments.acknowledge();
    assertEquals(2, journal.list().size());
    timer.pass(1);
    assertEquals(List.of(Outcome.Kind.COMPLETED, Outcome.Kind.UNRESOLVED),
        paid.outcomes().join().stream().map(Outcome::kind).toList());
    payments.acknowledge();
    assertEquals(List.of("b"), journal.list().stream().map(Operation::id).toList());
    timer.pass(60_000);
    ledger.voids.getLast().complete(FAILED);
    assertEquals(List.of("b"), settled.stream().map(Outcome::id).toList());
    payments.acknowledge();
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
  void refusesAnIdThatAnEarlierProcessHasLeftUntilItIsReconciled() {
    for (Journal kept : List.of(Journal.inMemory(), new OverwritingJournal())) {
      Operation first = signed("a", "me").operation();
      kept.put(first);
      Payments later = paymentsWith(kept);
      List<Operation> batch = operationsOf(List.of(signed("b", "me"), signed("a", "me")));
      for (List<Operation> sent : List.of(batch.subList(1, 2), batch)) {
        Failure refused = assertThrows(Failure.class, () -> later.send(sent, ledger.transfer(signed("a", "me"))));
        assertEquals(Reason.RESOURCE_CONFLICT, refused.reason());
        assertTrue(refused.getMessage().contains("reconcile"), refused::getMessage);
      }
      assertEquals(List.of(first), kept.list());
      assertEquals(0, ledger.transferCount);
      Pending left = later.reconcile();
      ledger.voids.getLast().complete(COMPLETED);
      assertEquals(Outcome.Kind.COMPLETED, kindOf(left));
      later.send(batch, ledger.transfer(signed("a", "me")));
      assertEquals(1, ledger.transferCount--);
    }
  }

  @Test
  void keepsRefusingAnIdThatTheJournalCouldNotDelete() {
    OverwritingJournal stuck = new OverwritingJournal() {
      @Override
      public void delete(String id) {
        throw new IllegalStateException("the journal cannot delete, as the test says");
      }
    };
    Payments other = paymentsWith(stuck);
    List<Throwable> uncaught = new ArrayList<>();
    List<Operation> sent = List.of(signed("a", "me").operation());
    other.send(sent, ledger.transfer(signed("a", "me")));
    ledger.transfers.getLast().complete(List.of(COMPLETED));
    Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> uncaught.add(failure));
    assertEquals(Reason.RESOURCE_CONFLICT, assertThrows(Failure.class, () -> other.send(sent, null)).reason());
    Thread.currentThread().setUncaughtExceptionHandler(null);
    assertEquals(1, uncaught.size());
  }

  @Test
  void leavesPaymentsAloneThatAreSettledWhileTheJournalIsRead() {
    var read = new OverwritingJournal() {
      Payments user;

      @Override
      public List<Operation> list() {
        List<Operation> listed = super.list();
        if (!ledger.transfers.isEmpty()) ledger.transfers.getLast().complete(List.of(COMPLETED));
        user.acknowledge();
        return listed;
      }
    };
    Payments other = paymentsWith(read);
    read.user = other;
    List<Operation> sent = List.of(signed("a", "me").operation());
    Pending paid = other.send(sent, ledger.transfer(signed("a", "me")));
    assertEquals(List.of(), other.reconcile().ids());
    assertEquals(0, ledger.voidCount);
    assertEquals(Outcome.Kind.COMPLETED, kindOf(paid));
    assertEquals(1, other.send(sent, ledger.transfer(signed("a", "me"))).ids().size());
  }

  @Test
  void storesAllOfABatchOrNone() {
    OverwritingJournal small = new OverwritingJournal();
    small.sizeMax = 1;
    Payments other = paymentsWith(small);
    List<Operation> batch = operationsOf(List.of(signed("a", "me"), signed("b", "me")));
    assertThrows(IllegalStateException.class, () -> other.send(batch, null));
    assertTrue(small.list().isEmpty());
    small.sizeMax = 2;
    other.send(batch, ledger.transfer(signed("a", "me")));
    assertEquals(1, ledger.transferCount);
  }

  private Payments paymentsWith(Journal kept) {
    return new Payments(new Payments.Options(operation -> operation.isOf("me"), ledger, kept,
        new Payment.Terms(TIMEOUT_MS, 3), timer, Runnable::run, settled::add));
  }

  @Test
  void sendsNothingIfTheJournalCannotStoreIt() {
    OverwritingJournal full = new OverwritingJournal();
    full.sizeMax = 0;
    Signed signed = signed("a", "me");
    assertThrows(IllegalStateException.class,
        () -> paymentsWith(full).send(List.of(signed.operation()), ledger.transfer(signed)));
    assertEquals(0, ledger.transferCount);
  }
}
