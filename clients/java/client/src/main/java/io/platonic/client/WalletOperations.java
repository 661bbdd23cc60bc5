package io.platonic.client;

import io.platonic.client.internal.calls.Lifetime;
import io.platonic.client.internal.journals.FolderJournal;
import io.platonic.client.internal.payments.BulkRun;
import io.platonic.client.internal.payments.Ledger;
import io.platonic.client.internal.payments.LedgerCalls;
import io.platonic.client.internal.payments.OrderGroups;
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
import java.util.Iterator;
import java.util.List;

/** Completes and signs the operations of a wallet, and begins to send them. */
final class WalletOperations {
  private static final int ORDERS_MAX = 1_000;
  private static final int LINKED_MAX = 100;

  private final Credentials credentials;
  private final Client client;
  private final Clock clock;
  private final Ledger ledger;
  private final Lifetime lifetime;
  private final Payments payments;

  WalletOperations(WalletBuilder builder, Client client) {
    this.credentials = builder.credentials;
    this.client = client;
    this.clock = builder.options.clock;
    this.ledger = new LedgerCalls(client.once(), credentials.identityId());
    Payment.Terms terms = new Payment.Terms(builder.confirmTimeoutMs, builder.retryCount);
    this.lifetime = client.lifetime();
    this.payments = new Payments(new Payments.Options(operation -> operation.isOf(identityId()),
        ledger, ownJournal(builder.journal), terms, client.timer(), WalletOperations::inBackground, builder.onSettled));
    lifetime.atEnd(payments::close);
  }

  /** Runs what may wait for a disk, or for orders. Its thread does not keep the program alive. */
  private static void inBackground(Runnable action) {
    Thread thread = new Thread(action, "platonic-wallet");
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns what this wallet closes without taking a folder from other wallets of this process. */
  private static Journal ownJournal(Journal given) {
    return given instanceof FolderJournal folder ? folder.ofWallet() : given;
  }

  /** Resolves what an earlier process has left in the journal. */
  Pending reconciling() {
    return unwrapped(PlatonicException.unwrapped(payments::reconcile));
  }

  /** Removes the operations whose outcomes were told from the journal. */
  void acknowledge() {
    client.requireOpen();
    payments.acknowledge();
  }

  private Pending send(List<Signed> orders, Ledger.Transfer transfer) {
    return sendAll(orders.stream().map(Signed::operation).toList(), transfer);
  }

  private Pending sendAll(List<Operation> operations, Ledger.Transfer transfer) {
    return unwrapped(PlatonicException.unwrapped(() -> payments.send(operations, transfer)));
  }

  private static Pending unwrapped(Pending pending) {
    return new Pending(pending.ids(), PlatonicException.unwrapped(pending.outcomes()), pending.listener());
  }

  /** Returns the id that the caller gives, or a new one. A wallet that is closed gives none. */
  private String idOr(String given) {
    return PlatonicException.unwrapped(() -> {
      lifetime.requireOpen();
      return TransactionIds.given(given, clock.millis());
    });
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

  AnswerStream<Outcome> payingAll(Iterator<Order> orders) {
    client.requireOpen();
    Iterator<TransferOrder> terms = new Iterator<>() {
      @Override
      public boolean hasNext() {
        return orders.hasNext();
      }

      @Override
      public TransferOrder next() {
        return orders.next().terms();
      }
    };
    BulkRun run = payments.sendAll(new OrderGroups(terms, credentials.identity()));
    return new AnswerStream<>(run, run::close);
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
        .setId(idOr(""))
        .setRecipient(identityId())
        .setHoldId(holdId)
        .setCreatedAt(clock.millis())
        .build();
    Signed signed = OrderSignatures.sign(Purpose.RELEASE, whole.getId(), whole, credentials.identity());
    return send(List.of(signed), ledger.release(signed));
  }

  Pending exchanging(Asset from, Asset to, String amount) {
    String id = idOr("");
    ExchangeRequest.Builder request = ExchangeRequest.newBuilder()
        .setIdentityId(identityId())
        .setExchangeId(id)
        .setSourceType(from.tokenType())
        .setTargetType(to.tokenType())
        .setSourceAmount(Amount.newBuilder().setDecimal(amount));
    if (!from.currencyCode().isEmpty()) request.setSourceCurrencyCode(from.currencyCode());
    if (!to.currencyCode().isEmpty()) request.setTargetCurrencyCode(to.currencyCode());
    Operation exchange = Operation.ofExchange(id, request.build().toByteArray());
    return sendAll(List.of(exchange), ledger.exchange(exchange));
  }

  /** Gives back an amount of a transaction; null: all that is left. */
  Pending reversing(String transactionId, String amount) {
    client.requireOpen();
    if (amount != null && amount.matches("[0.]*")) {
      throw PlatonicException.ofParameter("amount", "an amount to give back is more than 0; "
          + "call reverse(transactionId) to give back all that is left");
    }
    Transaction received = received(transactionId);
    TransferOrder.Builder terms = TransferOrder.newBuilder()
        .setRecipient(received.getSender())
        .setAmount(amount == null ? leftOf(received) : amount)
        // As its number: the token may be newer than this version.
        .setTokenTypeValue(received.getTokenTypeValue())
        .setReverses(received.getId());
    if (!received.getCurrencyCode().isEmpty()) terms.setCurrencyCode(received.getCurrencyCode());
    return paying(Order.of(terms.build()));
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
