package io.platonic.client;

import static io.platonic.client.FakeLedger.COMPLETED;
import static io.platonic.client.FakeLedger.result;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.platonic.client.FakeLedger.Batch;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.payments.BulkRun;
import io.platonic.client.internal.payments.OrderGroups;
import io.platonic.client.internal.payments.Payment;
import io.platonic.client.internal.payments.Payments;
import io.platonic.client.internal.payments.Pending;
import io.platonic.client.internal.payments.TransactionIds;
import io.platonic.client.internal.signatures.Ed25519;
import io.platonic.client.internal.signatures.Identity;
import io.platonic.wallet.v1.TransactionStatus;
import io.platonic.wallet.v1.TransferOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pays orders in groups whose answers are given by the test. */
@Timeout(20)
class BulkTest {
  private static final long TIMEOUT_MS = 30_000;
  private static final Identity IDENTITY =
      new Credentials("me", "key", Ed25519.generate().privateKey(), new RotationKey(1, new byte[32])).identity();

  private final FakeTimer timer = new FakeTimer();
  private final FakeLedger ledger = new FakeLedger();
  private final OverwritingJournal journal = new OverwritingJournal() {
    @Override
    public void put(Operation operation) {
      assertFalse(operations.containsKey(operation.id()));
      super.put(operation);
    }
  };
  private final Payments payments = payments(Runnable::run);

  private Payments payments(Executor background) {
    return new Payments(new Payments.Options(operation -> operation.isOf("me"), ledger, journal,
        new Payment.Terms(TIMEOUT_MS, 3), timer, background, outcome -> {}));
  }

  private static TransferOrder order() {
    return TransferOrder.newBuilder().setId(TransactionIds.next(1_790_000_000_000L)).setRecipient("bob").setAmount("1").build();
  }

  private static List<TransferOrder> orders(int count) {
    return Stream.generate(BulkTest::order).limit(count).toList();
  }

  private static List<String> idsOf(List<TransferOrder> orders) {
    return orders.stream().map(TransferOrder::getId).toList();
  }

  /** Begins to pay one order on this thread, and asks for its outcome on another. */
  private CompletableFuture<List<String>> payOne() throws InterruptedException {
    BlockingQueue<Runnable> readings = new LinkedBlockingQueue<>();
    CompletableFuture<List<String>> told =
        take(payments(readings::add).sendAll(new OrderGroups(orders(1).iterator(), IDENTITY)), 1);
    readings.take().run();
    return told;
  }

  private BulkRun pay(Iterator<TransferOrder> orders) {
    return payments.sendAll(new OrderGroups(orders, IDENTITY));
  }

  private BulkRun pay(List<TransferOrder> orders) {
    return pay(orders.iterator());
  }

  /** Asks for outcomes on another thread, and returns their ids. */
  private static CompletableFuture<List<String>> take(BulkRun run, int count) {
    return CompletableFuture.supplyAsync(() -> {
      List<String> ids = new ArrayList<>();
      while (ids.size() < count) ids.add(run.next().id());
      return ids;
    }, action -> new Thread(action).start());
  }

  private Batch sent() throws InterruptedException {
    return ledger.batches.take();
  }

  private List<Batch> sent(int count) throws InterruptedException {
    List<Batch> batches = new ArrayList<>();
    while (batches.size() < count) batches.add(sent());
    return batches;
  }

  private List<String> kept() {
    return List.copyOf(journal.operations.keySet());
  }

  private static Failure failureOf(CompletableFuture<?> future) {
    return Failure.of(assertThrows(CompletionException.class, future::join));
  }

  @Test
  void sendsAtMostFourGroupsAheadAndTheNextWhenAWholeGroupWasTaken() throws InterruptedException {
    AtomicInteger read = new AtomicInteger();
    BulkRun run = pay(Stream.generate(BulkTest::order).peek(order -> read.incrementAndGet()).iterator());
    CompletableFuture<List<String>> first = take(run, 1_000);
    List<Batch> batches = sent(4);
    batches.get(0).complete();
    assertEquals(batches.get(0).ids(), first.join());
    assertTrue(ledger.batches.isEmpty());
    assertEquals(4_000, read.get());
    CompletableFuture<List<String>> second = take(run, 1);
    assertEquals(1_000, sent().ids().size());
    batches.get(1).complete();
    assertEquals(batches.get(1).ids().subList(0, 1), second.join());
    run.close();
    assertFalse(run.hasNext());
    assertEquals(5_000, read.get());
  }

  @Test
  void tellsOutcomesThatAreThereWhileItsSourceStalls() throws InterruptedException {
    Payments threaded = payments(action -> new Thread(action).start());
    CountDownLatch stalled = new CountDownLatch(1);
    Iterator<TransferOrder> left = orders(1_000).iterator();
    BulkRun run = threaded.sendAll(new OrderGroups(new Iterator<>() {
      @Override
      public boolean hasNext() {
        if (left.hasNext()) return true;
        assertThrows(InterruptedException.class, () -> {
          stalled.await();
          throw new InterruptedException("the test is over");
        });
        return false;
      }

      @Override
      public TransferOrder next() {
        return left.next();
      }
    }, IDENTITY));
    CompletableFuture<List<String>> told = take(run, 1_000);
    Batch batch = sent();
    batch.complete();
    assertEquals(batch.ids(), told.join());
    run.close();
    stalled.countDown();
  }

  @Test
  void tellsOutcomesInTheSequenceOfTheOrdersWhicheverGroupIsAnsweredFirst() throws InterruptedException {
    List<TransferOrder> orders = orders(2_500);
    CompletableFuture<List<String>> told = take(pay(orders), 2_500);
    List<Batch> batches = sent(3);
    for (int place : List.of(2, 0, 1)) batches.get(place).complete();
    assertEquals(idsOf(orders), told.join());
  }

  @Test
  void keepsAGroupInTheJournalUntilWhatFollowsItsLastOutcomeIsAskedFor() throws InterruptedException {
    List<TransferOrder> orders = orders(1_001);
    BulkRun run = pay(orders);
    CompletableFuture<List<String>> told = take(run, 1_000);
    sent(2).forEach(Batch::complete);
    told.join();
    assertEquals(List.of(orders.get(0).getId(), orders.get(1_000).getId()), kept());
    run.next();
    assertEquals(List.of(orders.get(1_000).getId()), kept());
    assertFalse(run.hasNext());
    assertEquals(List.of(), kept());
  }

  @Test
  void leavesWhatWasNotToldWhollyForTheSameOrdersAndForReconcile() throws InterruptedException {
    List<TransferOrder> orders = orders(1_001);
    List<String> both = List.of(orders.get(0).getId(), orders.get(1_000).getId());
    for (int i = 0; i < 2; i++) {
      BulkRun run = pay(orders);
      CompletableFuture<List<String>> first = take(run, 1);
      sent(2).forEach(Batch::complete);
      first.join();
      run.close();
      assertEquals(both, kept());
    }
    Pending left = payments.reconcile();
    assertEquals(idsOf(orders), left.ids());
    sent(2).forEach(Batch::complete);
    assertEquals(idsOf(orders), left.outcomes().join().stream().map(Outcome::id).toList());
    assertEquals(0, ledger.voidCount);
    assertEquals(both, kept());
    BulkRun again = pay(orders);
    CompletableFuture<List<String>> told = take(again, 1_001);
    sent(2).forEach(Batch::complete);
    assertEquals(idsOf(orders), told.join());
    assertFalse(again.hasNext());
    assertEquals(List.of(), kept());
  }

  @Test
  void takesNoOperationForItsGroupThatTheJournalHasForOtherOrders() {
    List<TransferOrder> orders = orders(1);
    Operation other = Operation.ofBatch(orders.get(0).getId(), new byte[] {10, 2, 18, 0}, "key", new byte[64]);
    journal.put(other);
    Failure refused = assertThrows(Failure.class, () -> pay(orders).hasNext());
    assertEquals(Reason.RESOURCE_CONFLICT, refused.reason());
    assertTrue(refused.getMessage().contains("reconcile"), refused::getMessage);
    assertEquals(List.of(other), journal.list());
    assertTrue(ledger.batches.isEmpty());
  }

  @Test
  void takesNoGroupThatAnotherCallHasUnderWay() throws InterruptedException {
    List<TransferOrder> orders = orders(1);
    CompletableFuture<List<String>> first = take(pay(orders), 1);
    Batch batch = sent();
    assertEquals(Reason.RESOURCE_CONFLICT, assertThrows(Failure.class, () -> pay(orders).hasNext()).reason());
    assertEquals(List.of(), payments.reconcile().ids());
    batch.complete();
    assertEquals(idsOf(orders), first.join());
  }

  @Test
  void failsAfterTheOutcomesBeforeAndReadsNoMore() throws InterruptedException {
    AtomicInteger read = new AtomicInteger();
    BulkRun run = pay(Stream.generate(BulkTest::order).peek(order -> read.incrementAndGet()).iterator());
    CompletableFuture<List<String>> told = take(run, 1_000);
    List<Batch> batches = sent(4);
    batches.get(1).answer().completeExceptionally(new Failure(Reason.STATE_INVALID, "the wallet is frozen"));
    batches.get(0).complete();
    told.join();
    for (int i = 0; i < 2; i++) {
      assertEquals(Reason.STATE_INVALID, assertThrows(Failure.class, run::hasNext).reason());
    }
    assertEquals(4_000, read.get());
    assertEquals(batches.subList(1, 4).stream().map(batch -> batch.ids().get(0)).toList(), kept());
  }

  @Test
  void removesAGroupThatIsRefusedAndNamesTheOrderByItsIndexAmongAll() throws InterruptedException {
    CompletableFuture<List<String>> told = take(pay(orders(1_500)), 1_001);
    List<Batch> batches = sent(2);
    batches.get(0).complete();
    batches.get(1).answer().completeExceptionally(
        Failure.ofParameter("orders[234].description", "orders[234].description has a control character"));
    Failure refused = failureOf(told);
    assertEquals("orders[1234].description", refused.parameter().orElseThrow());
    assertEquals("orders[1234].description has a control character", refused.getMessage());
    assertEquals(List.of(), kept());
  }

  @Test
  void passesOnWhatItsSourceThrowsAfterTheGroupsBefore() throws InterruptedException {
    Iterator<TransferOrder> left = orders(1_000).iterator();
    BulkRun run = pay(Stream.generate(left::next).iterator());
    CompletableFuture<List<String>> told = take(run, 1_000);
    sent().complete();
    told.join();
    assertThrows(NoSuchElementException.class, run::hasNext);
  }

  @Test
  void refusesOrdersWithoutAnIdOrATimeAfterTheGroupsBefore() throws InterruptedException {
    String random = "11111111-1111-4111-8111-111111111111";
    for (int index : List.of(1_000, 1_001)) {
      for (var bad : List.of(
          List.of("", "PARAMETER_REQUIRED", "id"),
          List.of(order().getId().toUpperCase(Locale.ROOT), "PARAMETER_INVALID", "id"),
          List.of(random, "PARAMETER_REQUIRED", "createdAt"))) {
        List<TransferOrder> orders = new ArrayList<>(orders(index));
        orders.add(order().toBuilder().setId(bad.get(0)).build());
        BulkRun run = pay(orders);
        CompletableFuture<List<String>> told = take(run, 1_001);
        sent().complete();
        Failure refused = failureOf(told);
        assertEquals(bad.get(1), refused.reason().name());
        assertEquals("orders[" + index + "]." + bad.get(2), refused.parameter().orElseThrow());
        assertTrue(ledger.batches.isEmpty());
        assertEquals(List.of(), kept());
      }
    }
    TransferOrder dated = Order.of(order().toBuilder().setId(random).build()).withCreatedAt(Instant.ofEpochMilli(1)).terms();
    CompletableFuture<List<String>> told = take(pay(List.of(dated)), 1);
    sent().complete();
    assertEquals(List.of(random), told.join());
  }

  @Test
  void hasGroupsOfTheSameBytesOfAtMostAThousandOrdersAnd900000Bytes() throws InterruptedException {
    List<TransferOrder> orders = new ArrayList<>(orders(1_000));
    for (TransferOrder order : orders(1_500)) orders.add(order.toBuilder().setDescription("é".repeat(450)).build());
    List<byte[]> before = Collections.nCopies(3, null);
    for (int i = 0; i < 2; i++) {
      BulkRun run = pay(orders);
      CompletableFuture<List<String>> first = take(run, 1);
      List<Batch> batches = sent(3);
      batches.get(0).complete();
      first.join();
      run.close();
      List<byte[]> bytes = batches.stream().map(batch -> batch.group().order()).toList();
      for (int place = 0; place < 3; place++) {
        assertTrue(bytes.get(place).length <= 900_000);
        assertTrue(batches.get(place).ids().size() <= 1_000);
        if (i > 0) assertArrayEquals(before.get(place), bytes.get(place));
      }
      assertEquals(1_000, batches.get(0).ids().size());
      assertTrue(bytes.get(1).length > 890_000);
      before = bytes;
    }
  }

  @Test
  void sendsTheSameBytesAgainUntilTheTimeForTheConfirmationIsOver() throws InterruptedException {
    CompletableFuture<List<String>> told = payOne();
    Batch first = sent();
    first.answer().completeExceptionally(new Failure(Reason.UNREACHABLE, "no"));
    timer.pass(100);
    Batch second = sent();
    assertEquals(first.group(), second.group());
    second.answer().complete(List.of(result(TransactionStatus.TRANSACTION_STATUS_PENDING)));
    timer.pass(200);
    sent().answer().complete(List.of(COMPLETED, COMPLETED));
    timer.pass(400);
    Batch last = sent();
    timer.pass(TIMEOUT_MS);
    last.answer().completeExceptionally(new Failure(Reason.UNREACHABLE, "no"));
    assertEquals(Reason.UNREACHABLE, failureOf(told).reason());
    assertEquals(first.ids(), kept());
    assertEquals(0, timer.alarmCount());
  }

  @Test
  void waitsAsOftenAsTheServiceAsks() throws InterruptedException {
    CompletableFuture<List<String>> told = payOne();
    for (int i = 0; i < 100; i++) {
      sent().answer().completeExceptionally(new Failure(Reason.RATE_LIMIT_EXCEEDED, "too many"));
      timer.pass(TIMEOUT_MS / 2);
    }
    sent().answer().completeExceptionally(new Failure(Reason.UNREACHABLE, "no"));
    timer.pass(100);
    Batch last = sent();
    last.complete();
    assertEquals(last.ids(), told.join());
  }

  @Test
  void endsWhenTheWalletIsClosed() throws InterruptedException {
    BulkRun run = pay(orders(1_500));
    CompletableFuture<List<String>> told = take(run, 1);
    sent(2);
    payments.close();
    assertEquals(Reason.STATE_INVALID, failureOf(told).reason());
    assertEquals(2, kept().size());
    assertEquals(Reason.STATE_INVALID, assertThrows(Failure.class, run::hasNext).reason());
    assertThrows(Failure.class, () -> pay(orders(1)));
    assertEquals(2, kept().size());
  }

  @Test
  void endsWhenTheWalletIsClosedWhileItsSourceStalls() throws InterruptedException {
    BlockingQueue<Runnable> readings = new LinkedBlockingQueue<>();
    Payments stalling = payments(readings::add);
    BulkRun run = stalling.sendAll(new OrderGroups(orders(1).iterator(), IDENTITY));
    CompletableFuture<List<String>> told = take(run, 1);
    Runnable reading = readings.take();
    CompletableFuture.runAsync(stalling::close);
    readings.take().run();
    assertEquals(Reason.STATE_INVALID, failureOf(told).reason());
    reading.run();
    assertEquals(List.of(), kept());
  }

  @Test
  void reconcilesGroupsThatGetNoAnswerAsUnresolvedAndRefusedOnesAsNothing() throws InterruptedException {
    BulkRun run = pay(orders(1_500));
    CompletableFuture<List<String>> first = take(run, 1);
    sent(2).forEach(Batch::complete);
    first.join();
    run.close();
    Payments later = payments(Runnable::run);
    Pending left = later.reconcile();
    List<Batch> batches = sent(2);
    batches.get(0).answer().completeExceptionally(new Failure(Reason.STATE_INVALID, "the wallet is frozen"));
    batches.get(1).answer().completeExceptionally(Failure.ofParameter("orders[0]", "no"));
    List<Outcome> outcomes = left.outcomes().join();
    assertEquals(batches.get(0).ids(), outcomes.stream().map(Outcome::id).toList());
    assertEquals(Outcome.Kind.UNRESOLVED, outcomes.get(0).kind());
    assertEquals(batches.get(0).ids().subList(0, 1), kept());
    Pending again = later.reconcile();
    sent();
    later.close();
    assertEquals(Outcome.Kind.UNRESOLVED, again.outcomes().join().get(0).kind());
  }

  @Test
  void reconcileTellsNothingBeforeItTellsEverything() throws InterruptedException {
    BulkRun run = pay(orders(1_500));
    CompletableFuture<List<String>> first = take(run, 1);
    sent(2).forEach(Batch::complete);
    first.join();
    run.close();
    List<String> both = kept();
    Pending left = payments(Runnable::run).reconcile();
    List<Batch> batches = sent(2);
    batches.get(0).complete();
    timer.pass(6_000);
    assertEquals(both, kept());
    batches.get(1).complete();
    assertEquals(1_500, left.outcomes().join().size());
    assertEquals(both, kept());
    timer.pass(5_000);
    assertEquals(List.of(), kept());
  }
}
