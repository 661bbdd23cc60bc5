package io.platonic.client;

import io.platonic.client.OrderSignatures.Purpose;
import io.platonic.wallet.v1.Amount;
import io.platonic.wallet.v1.CaptureOrder;
import io.platonic.wallet.v1.CreateWalletRequest;
import io.platonic.wallet.v1.ExchangeRequest;
import io.platonic.wallet.v1.GetBalancesAtRequest;
import io.platonic.wallet.v1.GetReceiptRequest;
import io.platonic.wallet.v1.GetTransactionRequest;
import io.platonic.wallet.v1.LedgerEntry;
import io.platonic.wallet.v1.ListLedgerEntriesRequest;
import io.platonic.wallet.v1.Receipt;
import io.platonic.wallet.v1.ReleaseOrder;
import io.platonic.wallet.v1.Transaction;
import io.platonic.wallet.v1.TransferOrder;
import io.platonic.wallet.v1.TransferOrders;
import io.platonic.wallet.v1.WalletBalance;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Wallet of an identity whose keys this program holds. An operation is signed and stored in the journal before it is sent,
 * and its outcome is the word of the ledger. Safe for use by several threads.
 *
 * <pre>{@code
 * try (Wallet wallet = Wallet.builder(endpoint, credentials).journal(Journal.inFolder(folder)).build()) {
 *   Outcome outcome = wallet.pay(Order.of(bob, "12.5", Asset.STANDARD));
 * }
 * }</pre>
 *
 * <p>Methods whose names end with "Async" sign and store before they return, and do not wait for the answer; to cancel
 * their futures does not cancel the operation. A thread that is interrupted while it waits gets the outcome unresolved.
 */
public final class Wallet implements AutoCloseable {
  private static final int ORDERS_MAX = 1_000;
  private static final int LINKED_MAX = 100;

  private final Credentials credentials;
  private final Client client;
  private final Clock clock;
  private final Ledger ledger;
  private final Payments payments;
  private final Exchanges exchanges;

  Wallet(WalletBuilder builder) {
    this.credentials = builder.credentials;
    this.client = builder.options.open(credentials);
    this.clock = builder.options.clock;
    this.ledger = new LedgerCalls(client.once(), credentials.identityId());
    Payment.Terms terms = new Payment.Terms(builder.confirmTimeout.toMillis(), builder.retryCount);
    this.exchanges = new Exchanges(client.once(), terms, client.timer());
    this.payments = new Payments(new Payments.Options(
        credentials.identityId(), ledger, builder.journal, terms, client.timer(), builder.onSettled));
  }

  /**
   * Begins to open a wallet.
   *
   * @param endpoint address of the service, such as {@code https://platonic.example}
   * @param credentials credentials of the identity
   * @return a builder
   */
  public static WalletBuilder builder(String endpoint, Credentials credentials) {
    return new WalletBuilder(endpoint, credentials);
  }

  /**
   * Returns the id of the identity, which identifies its wallet, too.
   *
   * @return the id
   */
  public String identityId() {
    return credentials.identityId();
  }

  /**
   * Returns the client that calls as the identity.
   *
   * @return the client, which ends with the wallet
   */
  public Client client() {
    return client;
  }

  /** Creates the wallet on the service. */
  public void create() {
    client.walletService().createWallet(CreateWalletRequest.newBuilder().setIdentityId(identityId()).build());
  }

  /**
   * Pays an order.
   *
   * @param order the order
   * @return the outcome
   * @throws PlatonicException if the order was refused and is not in the ledger
   */
  public Outcome pay(Order order) {
    return paying(order).awaitOne();
  }

  /**
   * Pays an order as {@link #pay(Order)} does.
   *
   * @param order the order
   * @return the outcome
   */
  public CompletableFuture<Outcome> payAsync(Order order) {
    return paying(order).one();
  }

  /**
   * Pays 1 to 1,000 orders under one signature, in one request. Each has its own outcome.
   *
   * @param orders the orders
   * @return the outcomes, in the order of the orders
   * @throws PlatonicException if the request was refused and no order is in the ledger
   */
  public List<Outcome> payMany(List<Order> orders) {
    return payingMany(orders).await();
  }

  /**
   * Pays orders as {@link #payMany(List)} does.
   *
   * @param orders the orders
   * @return the outcomes
   */
  public CompletableFuture<List<Outcome>> payManyAsync(List<Order> orders) {
    return payingMany(orders).outcomes();
  }

  /**
   * Pays 2 to 100 orders of this wallet in their sequence, all or none.
   *
   * @param orders the orders
   * @return the outcomes, in the order of the orders
   * @throws PlatonicException if the request was refused and no order is in the ledger
   */
  public List<Outcome> payLinked(List<Order> orders) {
    return payingLinked(orders).await();
  }

  /**
   * Pays orders as {@link #payLinked(List)} does.
   *
   * @param orders the orders
   * @return the outcomes
   */
  public CompletableFuture<List<Outcome>> payLinkedAsync(List<Order> orders) {
    return payingLinked(orders).outcomes();
  }

  /**
   * Sets the money of an order aside for its recipient, who may capture it until a time, at most 31 days ahead.
   *
   * @param order the order
   * @param captureBefore the time
   * @return the outcome, HELD if it is
   * @throws PlatonicException if the order was refused and is not in the ledger
   */
  public Outcome hold(Order order, Instant captureBefore) {
    return pay(order.withCaptureBefore(captureBefore));
  }

  /**
   * Sets money aside as {@link #hold(Order, Instant)} does.
   *
   * @param order the order
   * @param captureBefore the time
   * @return the outcome
   */
  public CompletableFuture<Outcome> holdAsync(Order order, Instant captureBefore) {
    return payAsync(order.withCaptureBefore(captureBefore));
  }

  /**
   * Captures a hold for this wallet, in whole or in part.
   *
   * @param capture the capture
   * @return the outcome
   * @throws PlatonicException if the capture was refused and is not in the ledger
   */
  public Outcome capture(Capture capture) {
    return capturing(capture).awaitOne();
  }

  /**
   * Captures a hold as {@link #capture(Capture)} does.
   *
   * @param capture the capture
   * @return the outcome
   */
  public CompletableFuture<Outcome> captureAsync(Capture capture) {
    return capturing(capture).one();
  }

  /**
   * Gives the sender of a hold back what is left of it.
   *
   * @param holdId id of the hold
   * @return the outcome
   * @throws PlatonicException if the release was refused and is not in the ledger
   */
  public Outcome release(String holdId) {
    return releasing(holdId).awaitOne();
  }

  /**
   * Gives a hold back as {@link #release(String)} does.
   *
   * @param holdId id of the hold
   * @return the outcome
   */
  public CompletableFuture<Outcome> releaseAsync(String holdId) {
    return releasing(holdId).one();
  }

  /**
   * Gives back all that is left of a transaction that this wallet has received.
   *
   * @param transactionId id of the transaction
   * @return the outcome of the payment that gives it back
   * @throws PlatonicException RESOURCE_NOT_FOUND if this wallet has not received it, STATE_INVALID if nothing is left
   */
  public Outcome reverse(String transactionId) {
    Transaction received = received(transactionId);
    String reversed = received.getExactReversed().isEmpty() ? "0" : received.getExactReversed();
    BigDecimal left = new BigDecimal(received.getExactAmount()).subtract(new BigDecimal(reversed));
    if (left.signum() <= 0) throw new PlatonicException(Reason.STATE_INVALID, "nothing is left of the transaction");
    return reverse(received, left.toPlainString());
  }

  /**
   * Gives back an amount of a transaction that this wallet has received.
   *
   * @param transactionId id of the transaction
   * @param amount a decimal, at most what is left of it
   * @return the outcome of the payment that gives it back
   * @throws PlatonicException RESOURCE_NOT_FOUND if this wallet has not received it
   */
  public Outcome reverse(String transactionId, String amount) {
    return reverse(received(transactionId), amount);
  }

  /**
   * Exchanges one asset for another at the present rate.
   *
   * @param from asset to give
   * @param to asset to receive
   * @param amount a decimal, fee included, of the asset to give
   * @return the outcome
   * @throws PlatonicException if the exchange was refused and is not in the ledger
   */
  public ExchangeOutcome exchange(Asset from, Asset to, String amount) {
    return Futures.await(exchangeAsync(from, to, amount));
  }

  /**
   * Exchanges as {@link #exchange(Asset, Asset, String)} does.
   *
   * @param from asset to give
   * @param to asset to receive
   * @param amount a decimal
   * @return the outcome
   */
  public CompletableFuture<ExchangeOutcome> exchangeAsync(Asset from, Asset to, String amount) {
    ExchangeRequest.Builder request = ExchangeRequest.newBuilder()
        .setIdentityId(identityId())
        .setExchangeId(TransactionIds.next(clock.millis()))
        .setSourceType(from.tokenType())
        .setTargetType(to.tokenType())
        .setSourceAmount(Amount.newBuilder().setDecimal(amount));
    if (!from.currencyCode().isEmpty()) request.setSourceCurrencyCode(from.currencyCode());
    if (!to.currencyCode().isEmpty()) request.setTargetCurrencyCode(to.currencyCode());
    return exchanges.send(request.build());
  }

  /**
   * Reads what is free of each asset, without what is held.
   *
   * @return exact amounts by {@code TOKEN_STANDARD}, {@code TOKEN_MICRO} and codes of currencies
   */
  public Map<String, BigDecimal> balances() {
    Map<String, BigDecimal> free = new LinkedHashMap<>();
    GetBalancesAtRequest request = GetBalancesAtRequest.newBuilder().setIdentityId(identityId()).build();
    for (WalletBalance balance : client.walletService().getBalancesAt(request).getBalancesList()) {
      Asset asset = new Asset(balance.getTokenType(), balance.getCurrencyCode());
      free.put(asset.name(), new BigDecimal(balance.getExactAmount()));
    }
    return free;
  }

  /**
   * Iterates over the entries of the wallet, newest first. Each page is asked for when it is needed.
   *
   * @return all entries
   */
  public Iterable<LedgerEntry> history() {
    ListLedgerEntriesRequest request = ListLedgerEntriesRequest.newBuilder().setIdentityId(identityId()).build();
    return client.walletService().iterateLedgerEntries(request);
  }

  /**
   * Reads the receipt of a transaction of this wallet, for {@link Receipts#verify}.
   *
   * @param transactionId id of the transaction
   * @return the receipt
   */
  public Receipt receipt(String transactionId) {
    GetReceiptRequest request =
        GetReceiptRequest.newBuilder().setIdentityId(identityId()).setTransactionId(transactionId).build();
    return client.transactionService().getReceipt(request).getReceipt();
  }

  /**
   * Follows what moves money into the wallet or out of it.
   *
   * @param start where to begin
   * @return the events, to be closed
   */
  public WalletEvents events(EventStart start) {
    return new WalletEvents(client.once(), identityId(), start);
  }

  /**
   * Resolves what an earlier process has left in the journal: what is not processed yet is voided.
   *
   * @return an outcome for each operation
   */
  public List<Outcome> reconcile() {
    return payments.reconcile().await();
  }

  /**
   * Resolves operations as {@link #reconcile()} does.
   *
   * @return an outcome for each operation
   */
  public CompletableFuture<List<Outcome>> reconcileAsync() {
    return payments.reconcile().outcomes();
  }

  /** Closes the wallet. What is not settled stays in the journal. */
  @Override
  public void close() {
    payments.close();
    client.close();
  }

  private TransferOrder complete(Order order) {
    TransferOrder terms = order.terms();
    TransferOrder.Builder whole = terms.toBuilder()
        .setId(TransactionIds.given(terms.getId(), clock.millis()))
        .setSender(identityId());
    return terms.hasCreatedAt() ? whole.build() : whole.setCreatedAt(clock.millis()).build();
  }

  private Pending paying(Order order) {
    TransferOrder whole = complete(order);
    Operation operation = OrderSignatures.sign(Purpose.TRANSFER, whole.getId(), whole, credentials);
    return payments.send(List.of(operation), ledger.transfer(operation));
  }

  private Pending payingMany(List<Order> orders) {
    if (orders.isEmpty() || orders.size() > ORDERS_MAX) {
      throw PlatonicException.ofParameter("orders", "pay 1 to " + ORDERS_MAX + " orders at once, not " + orders.size());
    }
    return payingAll(orders, Purpose.TRANSFERS);
  }

  private Pending payingLinked(List<Order> orders) {
    if (orders.size() < 2 || orders.size() > LINKED_MAX) {
      throw PlatonicException.ofParameter("orders", "link 2 to " + LINKED_MAX + " orders, not " + orders.size());
    }
    return payingAll(orders, Purpose.LINKED);
  }

  private Pending payingAll(List<Order> orders, Purpose purpose) {
    List<TransferOrder> whole = orders.stream().map(this::complete).toList();
    List<Operation> operations = OrderSignatures.signAll(purpose, whole, credentials);
    byte[] bytes = TransferOrders.newBuilder().addAllOrders(whole).build().toByteArray();
    return payments.send(operations, ledger.transferAll(bytes, operations, purpose == Purpose.LINKED));
  }

  private Pending capturing(Capture capture) {
    CaptureOrder terms = capture.terms();
    CaptureOrder whole = terms.toBuilder()
        .setId(TransactionIds.given(terms.getId(), clock.millis()))
        .setRecipient(identityId())
        .setCreatedAt(clock.millis())
        .build();
    Operation operation = OrderSignatures.sign(Purpose.CAPTURE, whole.getId(), whole, credentials);
    return payments.send(List.of(operation), ledger.capture(operation));
  }

  private Pending releasing(String holdId) {
    ReleaseOrder whole = ReleaseOrder.newBuilder()
        .setId(TransactionIds.next(clock.millis()))
        .setRecipient(identityId())
        .setHoldId(holdId)
        .setCreatedAt(clock.millis())
        .build();
    Operation operation = OrderSignatures.sign(Purpose.RELEASE, whole.getId(), whole, credentials);
    return payments.send(List.of(operation), ledger.release(operation));
  }

  private Transaction received(String transactionId) {
    GetTransactionRequest request =
        GetTransactionRequest.newBuilder().setIdentityId(identityId()).setTransactionId(transactionId).build();
    Transaction transaction = client.transactionService().getTransaction(request).getTransaction();
    if (transaction.getRecipient().equals(identityId())) return transaction;
    throw new PlatonicException(Reason.RESOURCE_NOT_FOUND, "the wallet has not received " + transactionId);
  }

  private Outcome reverse(Transaction received, String amount) {
    Asset asset = new Asset(received.getTokenType(), received.getCurrencyCode());
    TransferOrder terms = Order.of(received.getSender(), amount, asset).terms();
    return pay(Order.of(terms.toBuilder().setReverses(received.getId()).build()));
  }
}
