package io.platonic.client;

import io.platonic.wallet.v1.TransferOrder;
import java.time.Instant;

/**
 * Terms of a payment. Immutable: methods that begin with "with" return another order.
 *
 * <pre>{@code
 * Order dinner = Order.of(bob, "12.5", Asset.STANDARD).withDescription("dinner");
 * }</pre>
 */
public final class Order {
  private final TransferOrder terms;

  private Order(TransferOrder terms) {
    this.terms = terms;
  }

  /**
   * Returns an order to pay.
   *
   * @param recipient id of the identity that receives
   * @param amount a decimal such as {@code 12.5}
   * @param asset token or currency
   * @return the order
   */
  public static Order of(String recipient, String amount, Asset asset) {
    TransferOrder.Builder terms =
        TransferOrder.newBuilder().setRecipient(recipient).setAmount(amount).setTokenType(asset.tokenType());
    if (!asset.currencyCode().isEmpty()) terms.setCurrencyCode(asset.currencyCode());
    return new Order(terms.build());
  }

  /**
   * Returns an order with terms that are made otherwise. The wallet fills in what is absent of id, sender and time.
   *
   * @param terms the terms
   * @return the order
   */
  public static Order of(TransferOrder terms) {
    return new Order(terms);
  }

  /**
   * Returns the order with an id of the caller's making: whatever happens, an id is paid once.
   *
   * @param id a UUID in lower case
   * @return another order
   */
  public Order withId(String id) {
    return new Order(terms.toBuilder().setId(id).build());
  }

  /**
   * Returns the order with a text for the recipient.
   *
   * @param text at most 256 characters
   * @return another order
   */
  public Order withDescription(String text) {
    return new Order(terms.toBuilder().setDescription(text).build());
  }

  /**
   * Returns the order with the highest fee that the sender accepts.
   *
   * @param fee a decimal
   * @return another order
   */
  public Order withFeeAtMost(String fee) {
    return new Order(terms.toBuilder().setFeeMax(fee).build());
  }

  /**
   * Returns the order with a time from which on it is not processed.
   *
   * @param time the time
   * @return another order
   */
  public Order withExpiry(Instant time) {
    return new Order(terms.toBuilder().setExpiresAt(time.toEpochMilli()).build());
  }

  /**
   * Returns the order with a time of creation, in place of that at which it is paid.
   *
   * @param time the time
   * @return another order
   */
  public Order withCreatedAt(Instant time) {
    return new Order(terms.toBuilder().setCreatedAt(time.toEpochMilli()).build());
  }

  /** Returns the order as a hold, which its recipient may capture before a time. */
  Order withCaptureBefore(Instant time) {
    return new Order(terms.toBuilder().setCaptureBefore(time.toEpochMilli()).build());
  }

  TransferOrder terms() {
    return terms;
  }
}
