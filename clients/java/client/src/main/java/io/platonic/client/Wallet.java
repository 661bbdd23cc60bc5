package io.platonic.client;

import io.platonic.wallet.v1.CreateWalletRequest;
import io.platonic.wallet.v1.GetBalancesAtRequest;
import io.platonic.wallet.v1.GetReceiptRequest;
import io.platonic.wallet.v1.LedgerEntry;
import io.platonic.wallet.v1.ListLedgerEntriesRequest;
import io.platonic.wallet.v1.Receipt;
import io.platonic.wallet.v1.TokenType;
import io.platonic.wallet.v1.WalletBalance;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private final Client client;
  private final String identityId;
  private final WalletOperations operations;

  Wallet(WalletBuilder builder) {
    this.client = builder.options.open(builder.credentials);
    this.identityId = builder.credentials.identityId();
    this.operations = new WalletOperations(builder, client);
  }

  /**
   * Begins to open a wallet, as {@link Client#wallet} does with the terms of a client.
   *
   * @param endpoint address of the service, such as {@code https://platonic.example}
   * @param credentials credentials of the identity
   * @return a builder
   */
  public static WalletBuilder builder(String endpoint, Credentials credentials) {
    return new WalletBuilder(new ClientOptions(endpoint), credentials);
  }

  /** {@return the id of the identity, which identifies its wallet, too} */
  public String identityId() {
    return identityId;
  }

  /** {@return the client that calls as the identity} */
  public Client client() {
    return client;
  }

  /** Creates the wallet on the service. */
  public void create() {
    client.walletService().createWallet(CreateWalletRequest.newBuilder().setIdentityId(identityId).build());
  }

  /**
   * Pays an order.
   *
   * @param order the order
   * @return the outcome
   * @throws PlatonicException if the order was refused and is not in the ledger
   */
  public Outcome pay(Order order) {
    return operations.paying(order).awaitOne();
  }

  /**
   * {@return the outcome of {@link #pay(Order)}}
   *
   * @param order the order
   */
  public CompletableFuture<Outcome> payAsync(Order order) {
    return operations.paying(order).one();
  }

  /**
   * Pays 1 to 1,000 orders under one signature, in one request. Each has its own outcome.
   *
   * @param orders the orders
   * @return the outcomes, in the order of the orders
   * @throws PlatonicException if the request was refused and no order is in the ledger
   */
  public List<Outcome> payMany(List<Order> orders) {
    return operations.payingMany(orders).await();
  }

  /**
   * {@return the outcomes of {@link #payMany(List)}}
   *
   * @param orders the orders
   */
  public CompletableFuture<List<Outcome>> payManyAsync(List<Order> orders) {
    return operations.payingMany(orders).all();
  }

  /**
   * Pays any number of orders, and tells the outcome of each in their sequence. Reads them as it goes, on another thread, and
   * has at most 4,000 under way: a program can pay a file of millions. Every order has an id; sent again, the same orders get
   * their first outcomes, so a program that was cut off pays the file once more, or what follows the last outcome that it has
   * written down.
   *
   * <p>Whoever asks for the next outcome has dealt with those before: until then a group of orders stays in the journal. A
   * failure comes after the outcomes of all groups before: PARAMETER_REQUIRED for an order without an id or a time of creation,
   * PARAMETER_INVALID for one that the service refuses with its group, of which nothing is paid; UNREACHABLE and its kind for a
   * group without an answer within the time for the confirmation, which the journal keeps; STATE_INVALID once the wallet is closed.
   *
   * @param orders the orders, whose ids are best UUIDs of version 7, which have the time of the order; others need
   *     {@link Order#withCreatedAt}
   * @return the outcomes, to be closed: what was not told by then stays in the journal
   */
  public AnswerStream<Outcome> payAll(Iterator<Order> orders) {
    return operations.payingAll(orders);
  }

  /**
   * Pays 2 to 100 orders of this wallet in their sequence, all or none.
   *
   * @param orders the orders
   * @return the outcomes, in the order of the orders
   * @throws PlatonicException if the request was refused and no order is in the ledger
   */
  public List<Outcome> payLinked(List<Order> orders) {
    return operations.payingLinked(orders).await();
  }

  /**
   * {@return the outcomes of {@link #payLinked(List)}}
   *
   * @param orders the orders
   */
  public CompletableFuture<List<Outcome>> payLinkedAsync(List<Order> orders) {
    return operations.payingLinked(orders).all();
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
   * {@return the outcome of {@link #hold(Order, Instant)}}
   *
   * @param order the order
   * @param captureBefore the time
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
    return operations.capturing(capture).awaitOne();
  }

  /**
   * {@return the outcome of {@link #capture(Capture)}}
   *
   * @param capture the capture
   */
  public CompletableFuture<Outcome> captureAsync(Capture capture) {
    return operations.capturing(capture).one();
  }

  /**
   * Gives the sender of a hold back what is left of it.
   *
   * @param holdId id of the hold
   * @return the outcome
   * @throws PlatonicException if the release was refused and is not in the ledger
   */
  public Outcome release(String holdId) {
    return operations.releasing(holdId).awaitOne();
  }

  /**
   * {@return the outcome of {@link #release(String)}}
   *
   * @param holdId id of the hold
   */
  public CompletableFuture<Outcome> releaseAsync(String holdId) {
    return operations.releasing(holdId).one();
  }

  /**
   * Gives back all that is left of a transaction that this wallet has received.
   *
   * @param transactionId id of the transaction
   * @return the outcome of the payment that gives it back
   * @throws PlatonicException RESOURCE_NOT_FOUND if this wallet has not received it, STATE_INVALID if nothing is left
   */
  public Outcome reverse(String transactionId) {
    return operations.reversing(transactionId, null).awaitOne();
  }

  /**
   * Gives back an amount of a transaction that this wallet has received.
   *
   * @param transactionId id of the transaction
   * @param amount a decimal, at most what is left of it
   * @return the outcome of the payment that gives it back
   * @throws PlatonicException RESOURCE_NOT_FOUND if this wallet has not received it, PARAMETER_INVALID for an amount that is zero
   *     or empty
   * @throws NullPointerException if the amount is null, which does not mean all of it
   */
  public Outcome reverse(String transactionId, String amount) {
    Objects.requireNonNull(amount, "an amount to give back must not be null: "
        + "call reverse(transactionId) to give back all that is left");
    return operations.reversing(transactionId, amount).awaitOne();
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
    return ExchangeOutcome.of(operations.exchanging(from, to, amount).awaitOne());
  }

  /**
   * {@return the outcome of {@link #exchange(Asset, Asset, String)}}
   *
   * @param from asset to give
   * @param to asset to receive
   * @param amount a decimal
   */
  public CompletableFuture<ExchangeOutcome> exchangeAsync(Asset from, Asset to, String amount) {
    return operations.exchanging(from, to, amount).one(ExchangeOutcome::of);
  }

  /**
   * Reads what is free of each asset, without what is held.
   *
   * @return exact amounts by {@code TOKEN_STANDARD}, {@code TOKEN_MICRO}, codes of currencies, and numbers of kinds of tokens
   *     that this version does not know
   */
  public Map<String, BigDecimal> balances() {
    Map<String, BigDecimal> free = new LinkedHashMap<>();
    GetBalancesAtRequest request = GetBalancesAtRequest.newBuilder().setIdentityId(identityId).build();
    for (WalletBalance balance : client.walletService().getBalancesAt(request).getBalancesList()) {
      free.put(nameOf(balance), new BigDecimal(balance.getExactAmount()));
    }
    return free;
  }

  static String nameOf(WalletBalance balance) {
    if (balance.getTokenType() == TokenType.UNRECOGNIZED) return String.valueOf(balance.getTokenTypeValue());
    return new Asset(balance.getTokenType(), balance.getCurrencyCode()).name();
  }

  /** {@return all entries of the wallet, newest first; each page is asked for when it is needed} */
  public Iterable<LedgerEntry> history() {
    ListLedgerEntriesRequest request = ListLedgerEntriesRequest.newBuilder().setIdentityId(identityId).build();
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
        GetReceiptRequest.newBuilder().setIdentityId(identityId).setTransactionId(transactionId).build();
    return client.transactionService().getReceipt(request).getReceipt();
  }

  /**
   * Follows what moves money into the wallet or out of it.
   *
   * @param start where to begin
   * @return the events, to be closed
   */
  public WalletEvents events(EventStart start) {
    client.requireOpen();
    return new WalletEvents(client.once(), client.lifetime(), identityId(), start);
  }

  /**
   * Resolves what an earlier process has left in the journal: what is not processed yet is voided, but for groups of
   * {@link #payAll}, which are sent again.
   *
   * @return an outcome for each operation, and for each order of a group
   */
  public List<Outcome> reconcile() {
    return operations.reconciling().await();
  }

  /** {@return the outcomes of {@link #reconcile()}} */
  public CompletableFuture<List<Outcome>> reconcileAsync() {
    return operations.reconciling().all();
  }

  /**
   * Removes the operations whose outcomes were told from the journal at once, for a program that has written the outcomes down.
   * Otherwise they leave it 5 seconds after they were told.
   */
  public void acknowledge() {
    operations.acknowledge();
  }

  /**
   * Ends all that is under way, and the connection: calls, pages and events fail with STATE_INVALID, and so does whatever is
   * called afterwards. An operation that is not settled is UNRESOLVED and stays in the journal, for {@link #reconcile()} of
   * the next process; one whose outcome was told is removed. A second time it does nothing.
   */
  @Override
  public void close() {
    client.close();
  }
}
