package io.platonic.client;

import io.platonic.client.internal.payments.Exchanges;
import io.platonic.client.internal.payments.Ledger;
import io.platonic.client.internal.payments.LedgerCalls;
import io.platonic.client.internal.payments.Payment;
import io.platonic.client.internal.payments.Payments;
import io.platonic.client.internal.payments.Pending;
import io.platonic.client.internal.payments.TransactionIds;
import io.platonic.client.internal.signatures.OrderSignatures;
import io.platonic.client.internal.signatures.OrderSignatures.Purpose;
import io.platonic.client.internal.signatures.Signed;
import io.platonic.wallet.v1.Amount;
import io.platonic.wallet.v1.CaptureOrder;
import io.platonic.wallet.v1.ExchangeRequest;
import io.platonic.wallet.v1.GetTransactionRequest;
import io.platonic.wallet.v1.ReleaseOrder;
import io.platonic.wallet.v1.Transaction;
import io.platonic.wallet.v1.TransferOrder;
import io.platonic.wallet.v1.TransferOrders;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Completes and signs the operations of a wallet, and begins to send them. */
final class WalletOperations {
  private static final int ORDERS_MAX = 1_000;
  private static final int LINKED_MAX = 100;

  private final Credentials credentials;
  private final Client client;
  private final Clock clock;
  private final Ledger ledger;
  private final Payments payments;
  private final Exchanges exchanges;

  WalletOperations(WalletBuilder builder, Client client) {
    this.credentials = builder.credentials;
    this.client = client;
    this.clock = builder.options.clock;
    this.ledger = new LedgerCalls(client.once(), credentials.identityId());
    Payment.Terms terms = new Payment.Terms(builder.confirmTimeout.toMillis(), builder.retryCount);
    this.exchanges = new Exchanges(client.once(), terms, client.timer());
    this.payments = new Payments(new Payments.Options(operation -> operation.signer().equals(identityId()),
        ledger, builder.journal, terms, client.timer(), builder.onSettled));
  }

  /** Resolves what an earlier process has left in the journal. */
  Pending reconciling() {
    return unwrapped(payments.reconcile());
  }

  void close() {
    payments.close();
  }

  private Pending send(List<Signed> orders, Ledger.Transfer transfer) {
    return unwrapped(PlatonicException.unwrapped(() -> payments.send(orders, transfer)));
  }

  private static Pending unwrapped(Pending pending) {
    return new Pending(pending.ids(), PlatonicException.unwrapped(pending.outcomes()));
  }

  private String idOr(String given) {
    return PlatonicException.unwrapped(() -> TransactionIds.given(given, clock.millis()));
  }

  private String identityId() {
    return credentials.identityId();
  }

  private TransferOrder complete(Order order) {
    TransferOrder terms = order.terms();
    TransferOrder.Builder whole = terms.toBuilder()
        .setId(idOr(terms.getId()))
        .setSender(identityId());
    return terms.hasCreatedAt() ? whole.build() : whole.setCreatedAt(clock.millis()).build();
  }

  Pending paying(Order order) {
    TransferOrder whole = complete(order);
    Signed signed = OrderSignatures.sign(Purpose.TRANSFER, whole.getId(), whole, credentials.identity());
    return send(List.of(signed), ledger.transfer(signed));
  }

  Pending payingMany(List<Order> orders) {
    if (orders.isEmpty() || orders.size() > ORDERS_MAX) {
      throw PlatonicException.ofParameter("orders", "pay 1 to " + ORDERS_MAX + " orders at once, not " + orders.size());
    }
    return payingAll(orders, Purpose.TRANSFERS);
  }

  Pending payingLinked(List<Order> orders) {
    if (orders.size() < 2 || orders.size() > LINKED_MAX) {
      throw PlatonicException.ofParameter("orders", "link 2 to " + LINKED_MAX + " orders, not " + orders.size());
    }
    return payingAll(orders, Purpose.LINKED);
  }

  Pending payingAll(List<Order> orders, Purpose purpose) {
    List<TransferOrder> whole = orders.stream().map(this::complete).toList();
    List<Signed> signed = OrderSignatures.signAll(purpose, whole, credentials.identity());
    byte[] bytes = TransferOrders.newBuilder().addAllOrders(whole).build().toByteArray();
    return send(signed, ledger.transferAll(bytes, signed, purpose == Purpose.LINKED));
  }

  Pending capturing(Capture capture) {
    CaptureOrder terms = capture.terms();
    CaptureOrder whole = terms.toBuilder()
        .setId(idOr(terms.getId()))
        .setRecipient(identityId())
        .setCreatedAt(clock.millis())
        .build();
    Signed signed = OrderSignatures.sign(Purpose.CAPTURE, whole.getId(), whole, credentials.identity());
    return send(List.of(signed), ledger.capture(signed));
  }

  Pending releasing(String holdId) {
    ReleaseOrder whole = ReleaseOrder.newBuilder()
        .setId(TransactionIds.next(clock.millis()))
        .setRecipient(identityId())
        .setHoldId(holdId)
        .setCreatedAt(clock.millis())
        .build();
    Signed signed = OrderSignatures.sign(Purpose.RELEASE, whole.getId(), whole, credentials.identity());
    return send(List.of(signed), ledger.release(signed));
  }

  CompletableFuture<ExchangeOutcome> exchange(Asset from, Asset to, String amount) {
    ExchangeRequest.Builder request = ExchangeRequest.newBuilder()
        .setIdentityId(identityId())
        .setExchangeId(TransactionIds.next(clock.millis()))
        .setSourceType(from.tokenType())
        .setTargetType(to.tokenType())
        .setSourceAmount(Amount.newBuilder().setDecimal(amount));
    if (!from.currencyCode().isEmpty()) request.setSourceCurrencyCode(from.currencyCode());
    if (!to.currencyCode().isEmpty()) request.setTargetCurrencyCode(to.currencyCode());
    return PlatonicException.unwrapped(exchanges.send(request.build()));
  }

  /** Gives back an amount of a transaction; null: all that is left. */
  Pending reversing(String transactionId, String amount) {
    Transaction received = received(transactionId);
    Asset asset = new Asset(received.getTokenType(), received.getCurrencyCode());
    Order order = Order.of(received.getSender(), amount == null ? leftOf(received) : amount, asset);
    return paying(Order.of(order.terms().toBuilder().setReverses(received.getId()).build()));
  }

  private Transaction received(String transactionId) {
    GetTransactionRequest request =
        GetTransactionRequest.newBuilder().setIdentityId(identityId()).setTransactionId(transactionId).build();
    Transaction transaction = client.transactionService().getTransaction(request).getTransaction();
    if (transaction.getRecipient().equals(identityId())) return transaction;
    throw new PlatonicException(Reason.RESOURCE_NOT_FOUND, "the wallet has not received " + transactionId);
  }

  private static String leftOf(Transaction received) {
    String reversed = received.getExactReversed().isEmpty() ? "0" : received.getExactReversed();
    BigDecimal left = new BigDecimal(received.getExactAmount()).subtract(new BigDecimal(reversed));
    if (left.signum() <= 0) throw new PlatonicException(Reason.STATE_INVALID, "nothing is left of the transaction");
    return left.toPlainString();
  }
}
