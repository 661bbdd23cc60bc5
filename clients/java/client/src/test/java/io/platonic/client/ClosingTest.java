package io.platonic.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.platonic.client.internal.signatures.Ed25519;
import io.platonic.geocode.v1.EncodeRequest;
import io.platonic.geocode.v1.EncodeResponse;
import io.platonic.wallet.v1.EventServiceGrpc;
import io.platonic.wallet.v1.WatchRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Closes clients and wallets of a service that takes connections and says nothing. */
@Timeout(20)
class ClosingTest {
  private ServerSocket silent;
  private String url;
  private final Journal journal = Journal.inMemory();

  @BeforeEach
  void open() throws IOException {
    silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    url = "http://127.0.0.1:" + silent.getLocalPort();
  }

  @AfterEach
  void close() throws IOException {
    silent.close();
  }

  private Client client() {
    return Client.builder(url).apiKey("key").build();
  }

  private Wallet wallet() {
    Credentials credentials =
        new Credentials("ada", "key", Ed25519.generate().privateKey(), new RotationKey(1, new byte[32]));
    return Wallet.builder(url, credentials).journal(journal).build();
  }

  private static Order order() {
    return Order.of("bob", "1", Asset.STANDARD);
  }

  private static void assertClosed(Throwable thrown) {
    PlatonicException failure = PlatonicException.of(thrown);
    assertEquals(Reason.STATE_INVALID, failure.reason(), failure::toString);
    assertTrue(failure.getMessage().contains("closed"), failure::getMessage);
  }

  private static void assertClosed(Executable call) {
    assertClosed(assertThrows(PlatonicException.class, call));
  }

  private static void assertClosed(CompletableFuture<?> call) {
    assertClosed(assertThrows(CompletionException.class, call::join));
  }

  /** Begins what blocks on a thread of its own, and waits until that thread waits. */
  private static CompletableFuture<Object> blocked(Executable call) throws InterruptedException {
    CompletableFuture<Object> ended = new CompletableFuture<>();
    CountDownLatch begun = new CountDownLatch(1);
    Thread thread = new Thread(() -> {
      begun.countDown();
      try {
        call.execute();
        ended.complete(null);
      } catch (Throwable thrown) {
        ended.completeExceptionally(thrown);
      }
    });
    thread.setDaemon(true);
    thread.start();
    begun.await();
    while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) Thread.onSpinWait();
    return ended;
  }

  @Test
  void endsCallsStreamsAndTheKeySetThatAreUnderWay() throws InterruptedException {
    Client client = client();
    CompletableFuture<EncodeResponse> call = client.geocodeService().encodeAsync(EncodeRequest.getDefaultInstance());
    AnswerStream<?> stream = client.stream(EventServiceGrpc.getWatchMethod(), WatchRequest.getDefaultInstance());
    List<CompletableFuture<Object>> waiting = new ArrayList<>();
    waiting.add(blocked(stream::hasNext));
    waiting.add(blocked(client::keySet));
    waiting.add(blocked(() -> client.geocodeService().encode(EncodeRequest.getDefaultInstance())));
    client.close();
    assertClosed(call);
    for (CompletableFuture<Object> ended : waiting) assertClosed(ended);
    client.close();
  }

  @Test
  void refusesWhateverIsAskedAfterwards() {
    Client client = client();
    client.close();
    assertClosed(client.geocodeService().encodeAsync(EncodeRequest.getDefaultInstance()));
    assertClosed(() -> client.geocodeService().encode(EncodeRequest.getDefaultInstance()));
    assertClosed(() -> client.stream(EventServiceGrpc.getWatchMethod(), WatchRequest.getDefaultInstance()));
    assertClosed(client::keySet);
    assertClosed(() -> client.register("ada"));
    assertClosed(() -> client.wallet(null));
  }

  @Test
  void leavesOperationsUnresolvedAndInTheJournal() throws InterruptedException, ExecutionException {
    Wallet wallet = wallet();
    CompletableFuture<Outcome> payment = wallet.payAsync(order());
    CompletableFuture<List<Outcome>> batch = wallet.payManyAsync(List.of(order(), order()));
    CompletableFuture<ExchangeOutcome> exchange = wallet.exchangeAsync(Asset.STANDARD, Asset.MICRO, "1");
    CompletableFuture<Object> read = blocked(wallet::balances);
    CompletableFuture<Object> events = blocked(() -> wallet.events(EventStart.now()).next());
    wallet.close();
    assertEquals(Outcome.Kind.UNRESOLVED, payment.get().kind());
    for (Outcome outcome : batch.get()) assertEquals(Outcome.Kind.UNRESOLVED, outcome.kind());
    assertEquals(Outcome.Kind.UNRESOLVED, exchange.get().kind());
    assertEquals(4, journal.list().size());
    assertClosed(read);
    assertClosed(events);
    Wallet next = wallet();
    CompletableFuture<List<Outcome>> reconciled = next.reconcileAsync();
    next.client().close();
    assertEquals(4, reconciled.get().size());
    for (Outcome outcome : reconciled.get()) assertEquals(Outcome.Kind.UNRESOLVED, outcome.kind());
    assertEquals(4, journal.list().size());
  }

  @Test
  void movesNothingAfterwards() {
    Wallet wallet = wallet();
    wallet.close();
    List<Executable> asked = List.of(() -> wallet.pay(order()), () -> wallet.payAsync(order()),
        () -> wallet.payMany(List.of(order())), () -> wallet.payLinked(List.of(order(), order())),
        () -> wallet.capture(Capture.of("hold", "1", Asset.STANDARD)), () -> wallet.release("hold"),
        () -> wallet.reverse("payment"), () -> wallet.exchange(Asset.STANDARD, Asset.MICRO, "1"), wallet::reconcile,
        wallet::balances, () -> wallet.history().iterator().next(), () -> wallet.events(EventStart.now()));
    for (Executable call : asked) assertClosed(call);
    assertTrue(journal.list().isEmpty());
  }
}
