package io.platonic.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.platonic.admin.v1.DepositRequest;
import io.platonic.geocode.v1.EncodeRequest;
import io.platonic.wallet.v1.Amount;
import io.platonic.wallet.v1.Issuance;
import io.platonic.wallet.v1.LedgerEntry;
import io.platonic.wallet.v1.ListLedgerEntriesRequest;
import io.platonic.wallet.v1.Receipt;
import io.platonic.wallet.v1.TransactionErrorCode;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** Plays with a service that was started with DEVELOPMENT=1, whose address is PLATONIC_URL and whose key is PLATONIC_API_KEY. */
@EnabledIfEnvironmentVariable(named = "PLATONIC_URL", matches = ".+")
class ServiceTest {
  private final String url = System.getenv("PLATONIC_URL");
  private final ConcurrentLinkedQueue<Attempt> attempts = new ConcurrentLinkedQueue<>();
  private Client client;
  private Wallet ada;
  private Wallet bob;

  @BeforeEach
  void open(@TempDir Path folder) {
    client = Client.builder(url).apiKey(System.getenv("PLATONIC_API_KEY")).hook(attempts::add).build();
    ada = client.wallet(register("ada")).journal(Journal.inFolder(folder)).build();
    bob = Wallet.builder(url, register("bob")).build();
    ada.create();
    bob.create();
    String depositId = UUID.randomUUID().toString();
    // The second one is the first, by its id.
    for (int i = 0; i < 2; i++) {
      Issuance booked = client.deposit(ada.identityId(), "100", Asset.STANDARD, depositId);
      assertEquals(List.of("100", depositId), List.of(booked.getExactAmount(), booked.getId()));
    }
  }

  @AfterEach
  void close() {
    ada.close();
    bob.close();
    client.close();
  }

  private Credentials register(String name) {
    return client.register(name + "-" + UUID.randomUUID().toString().substring(0, 13));
  }

  private Order toBob(String amount) {
    return Order.of(bob.identityId(), amount, Asset.STANDARD);
  }

  private BigDecimal free(Wallet wallet) {
    return wallet.balances().get("TOKEN_STANDARD");
  }

  private static void assertAmount(String expected, BigDecimal actual) {
    assertEquals(0, new BigDecimal(expected).compareTo(actual), () -> expected + " is not " + actual);
  }

  @Test
  void paysAndProvesIt() {
    Outcome outcome = ada.pay(toBob("12.5").withDescription("dinner"));
    assertEquals(Outcome.Kind.COMPLETED, outcome.kind());
    assertAmount("12.5", free(bob));
    ProvenReceipt proven = Receipts.verify(bob.receipt(outcome.id()), client.keySet());
    assertEquals("dinner", proven.order().orElseThrow().description());
    assertEquals(outcome.transaction().orElseThrow().getConfirmationCode(), proven.confirmationCode());
  }

  @Test
  void opensWalletsOnTheTermsOfTheirClient() {
    ada.balances();
    assertTrue(attempts.stream().anyMatch(attempt -> attempt.method().contains("GetBalancesAt")));
    attempts.clear();
    bob.balances();
    assertTrue(attempts.isEmpty(), "bob's wallet has no client with a hook");
    try (Client distant = Client.builder("http://platonic.example").build()) {
      Credentials credentials = register("eve");
      WalletBuilder builder = distant.wallet(credentials);
      assertThrows(IllegalArgumentException.class, builder::build, "credentials would go unencrypted");
    }
  }

  @Test
  void depositsCurrencies() {
    assertEquals("EUR", client.deposit(ada.identityId(), "7", Asset.currency("EUR")).getCurrencyCode());
    assertAmount("7", ada.balances().get("EUR"));
    PlatonicException refused = assertThrows(PlatonicException.class,
        () -> client.deposit(ada.identityId(), "7,5", Asset.STANDARD));
    assertTrue(refused.toString().contains("PARAMETER_INVALID (amount"), refused::toString);
  }

  @Test
  void provesEveryKindOfTransactionAndNothingThatWasChanged() {
    Outcome hold = ada.hold(toBob("3").withDescription("room"), Instant.now().plus(Duration.ofHours(1)));
    Outcome capture = bob.capture(Capture.of(hold.id(), "1", Asset.STANDARD).keepingRest());
    List<Outcome> all = new ArrayList<>(List.of(ada.pay(toBob("1")), hold, capture, bob.release(hold.id())));
    all.addAll(ada.payMany(List.of(toBob("1"), toBob("2"), toBob("3"))));
    all.addAll(ada.payLinked(List.of(toBob("1"), toBob("2"))));
    String keySet = client.keySet();
    for (Outcome outcome : all) {
      Receipt receipt = bob.receipt(outcome.id());
      ProvenOrder order = Receipts.verify(receipt, keySet).order().orElseThrow();
      assertEquals(outcome.kind() == Outcome.Kind.HELD, order.kind() == ProvenOrder.Kind.HOLD);
      for (FieldDescriptor field : receipt.getAllFields().keySet()) {
        // The vectors of the tree have changes of this message.
        if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) continue;
        Object value = receipt.getField(field);
        Object other = value instanceof Long number ? (Object) (number + 1)
            : value instanceof String text ? text.substring(1) : changed((ByteString) value);
        Receipt bad = receipt.toBuilder().setField(field, other).build();
        assertThrows(BadReceiptException.class, () -> Receipts.verify(bad, keySet), field::getName);
      }
    }
  }

  private static ByteString changed(ByteString value) {
    byte[] bytes = value.toByteArray();
    bytes[bytes.length / 2] ^= 1;
    return ByteString.copyFrom(bytes);
  }

  @Test
  void tellsWhyAPaymentFailed() {
    Outcome outcome = ada.pay(toBob("1000"));
    assertEquals(Outcome.Kind.FAILED, outcome.kind());
    assertEquals(TransactionErrorCode.TRANSACTION_ERROR_CODE_INSUFFICIENT_FUNDS, outcome.errorCode().orElseThrow());
  }

  @Test
  void paysManyAndLinkedOrders() {
    List<Outcome> many = ada.payMany(List.of(toBob("1"), toBob("2"), toBob("1000")));
    assertEquals(List.of(Outcome.Kind.COMPLETED, Outcome.Kind.COMPLETED, Outcome.Kind.FAILED), kinds(many));
    assertEquals(List.of(Outcome.Kind.COMPLETED, Outcome.Kind.COMPLETED),
        kinds(ada.payLinked(List.of(toBob("1"), toBob("2")))));
    List<Outcome> linked = ada.payLinked(List.of(toBob("1"), toBob("1000")));
    assertEquals(List.of(Outcome.Kind.FAILED, Outcome.Kind.FAILED), kinds(linked));
    assertEquals(TransactionErrorCode.TRANSACTION_ERROR_CODE_LINKED_FAILED, linked.get(0).errorCode().orElseThrow());
    assertAmount("6", free(bob));
  }

  private static List<Outcome.Kind> kinds(List<Outcome> outcomes) {
    return outcomes.stream().map(Outcome::kind).toList();
  }

  @Test
  void holdsCapturesAndReleases() {
    Instant soon = Instant.now().plus(Duration.ofHours(1));
    Outcome hold = ada.hold(toBob("10"), soon);
    assertEquals(Outcome.Kind.HELD, hold.kind());
    assertEquals(Outcome.Kind.COMPLETED,
        bob.capture(Capture.of(hold.id(), "4", Asset.STANDARD).keepingRest()).kind());
    assertEquals(Outcome.Kind.COMPLETED, bob.release(hold.id()).kind());
    assertEquals(TransactionErrorCode.TRANSACTION_ERROR_CODE_HOLD_ENDED, bob.release(hold.id()).errorCode().orElseThrow());
    assertAmount("4", free(bob));
  }

  @Test
  void reverses() {
    Outcome paid = ada.pay(toBob("10"));
    assertEquals(Outcome.Kind.COMPLETED, bob.reverse(paid.id(), "2.5").kind());
    assertEquals(Outcome.Kind.COMPLETED, bob.reverse(paid.id()).kind());
    assertAmount("0", free(bob));
    assertEquals(Reason.STATE_INVALID, assertThrows(PlatonicException.class, () -> bob.reverse(paid.id())).reason());
    assertThrows(PlatonicException.class, () -> ada.reverse(paid.id()));
  }

  @Test
  void exchanges() {
    ExchangeOutcome outcome = ada.exchange(Asset.STANDARD, Asset.MICRO, "10");
    assertEquals(Outcome.Kind.COMPLETED, outcome.kind());
    assertAmount(outcome.received().orElseThrow(), ada.balances().get("TOKEN_MICRO"));
    assertEquals(Outcome.Kind.FAILED, ada.exchange(Asset.STANDARD, Asset.MICRO, "1000").kind());
    assertEquals(Reason.PARAMETER_INVALID,
        assertThrows(PlatonicException.class, () -> ada.exchange(Asset.STANDARD, Asset.MICRO, "x")).reason());
  }

  @Test
  void followsEventsOnceAndInOrder() {
    String first = ada.pay(toBob("1")).id();
    String second;
    String cursor;
    try (WalletEvents events = bob.events(EventStart.first())) {
      WalletEvent event = events.next();
      assertEquals(first, event.id());
      cursor = event.cursor();
      second = ada.pay(toBob("2")).id();
      assertEquals(second, events.next().id());
    }
    try (WalletEvents events = bob.events(EventStart.after(cursor))) {
      assertEquals(second, events.next().id());
    }
    assertEquals(Reason.PARAMETER_INVALID, assertThrows(PlatonicException.class, () -> {
      try (WalletEvents events = bob.events(EventStart.after("nonsense"))) {
        events.next();
      }
    }).reason());
  }

  @Test
  void iteratesOverPages() {
    List<String> paid = new ArrayList<>();
    for (int i = 0; i < 5; i++) paid.add(0, ada.pay(toBob("1")).id());
    ListLedgerEntriesRequest request =
        ListLedgerEntriesRequest.newBuilder().setIdentityId(bob.identityId()).setPageSize(2).build();
    List<String> seen = new ArrayList<>();
    for (LedgerEntry entry : bob.client().walletService().iterateLedgerEntries(request)) {
      seen.add(entry.getTransaction().getId());
    }
    assertEquals(paid, seen);
    for (LedgerEntry entry : bob.history()) assertTrue(paid.contains(entry.getTransaction().getId()));
  }

  @Test
  void worksWithAClockThatIsAnHourOff() {
    for (int hours : new int[] {-1, 1}) {
      Credentials credentials = register("carol");
      Clock wrong = Clock.offset(Clock.systemUTC(), Duration.ofHours(hours));
      try (Wallet carol = Wallet.builder(url, credentials).clock(wrong).build()) {
        carol.create();
        assertAmount("0", free(carol));
      }
      try (Wallet carol = Wallet.builder(url, Credentials.fromJson(credentials.toJson())).build()) {
        assertAmount("0", free(carol));
      }
    }
  }

  @Test
  void reportsReasonsParametersAndAttempts() {
    try (Client anonymous = Client.builder(url).build()) {
      PlatonicException failure = assertThrows(PlatonicException.class,
          () -> anonymous.geocodeService().encode(EncodeRequest.getDefaultInstance()));
      assertEquals(Reason.AUTHENTICATION_REQUIRED, failure.reason());
    }
    PlatonicException refused = assertThrows(PlatonicException.class, () -> client.register(""));
    assertEquals("username", refused.parameter().orElseThrow());
    Attempt last = attempts.stream().reduce((earlier, later) -> later).orElseThrow();
    assertEquals("identity.v1.IdentityService/CreateIdentity", last.method());
    assertEquals(refused.reason(), last.reason().orElseThrow());
  }

  @Test
  void executesACallOnceForAKey() {
    String key = UUID.randomUUID().toString();
    DepositRequest deposit = DepositRequest.newBuilder().setIdentityId(bob.identityId())
        .setTokenType(Asset.STANDARD.tokenType()).setAmount(Amount.newBuilder().setDecimal("1")).build();
    client.withIdempotencyKey(key).ledgerService().deposit(deposit);
    client.withIdempotencyKey(key).ledgerService().deposit(deposit);
    assertAmount("1", free(bob));
  }

  @Test
  void opensAnotherSessionWhenTheFirstHasEnded() {
    bob.balances();
    bob.client().authenticationService().logout(io.platonic.identity.v1.LogoutRequest.getDefaultInstance());
    assertAmount("0", free(bob));
  }
}
