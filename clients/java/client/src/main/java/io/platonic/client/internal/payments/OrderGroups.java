package io.platonic.client.internal.payments;

import io.platonic.client.Operation;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.signatures.Identity;
import io.platonic.client.internal.signatures.OrderSignatures;
import io.platonic.client.internal.signatures.OrderSignatures.Purpose;
import io.platonic.wallet.v1.TransferOrder;
import io.platonic.wallet.v1.TransferOrders;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Splits orders into groups, and signs each. The same orders become the same groups of the same bytes, whenever they are split. */
public final class OrderGroups {
  /** Most orders under one signature, and most bytes of them: below the 1 MiB of the service. */
  private static final int ORDERS_MAX = 1_000;
  private static final int BYTES_MAX = 900_000;
  /** Bytes of the tag and the length before each order. */
  private static final int HEAD_BYTES = 4;

  private final Iterator<TransferOrder> source;
  private final Identity identity;
  /** An order that is read and in no group yet; null if there is none. */
  private TransferOrder next;
  private long first;

  /** Splits orders of an identity, whose id it gives them as that of their sender. */
  public OrderGroups(Iterator<TransferOrder> source, Identity identity) {
    this.source = source;
    this.identity = identity;
  }

  /**
   * Reads the next group; empty at the end.
   *
   * @throws Failure PARAMETER_REQUIRED for an order without an id, or without a time of creation if its id has none;
   *     PARAMETER_INVALID for an id that is not a UUID in lower case
   */
  Optional<OrderGroup> next() {
    List<TransferOrder> orders = new ArrayList<>();
    int length = 0;
    while (orders.size() < ORDERS_MAX && (next != null || source.hasNext())) {
      if (next == null) next = complete(source.next(), first + orders.size());
      int size = next.getSerializedSize();
      if (!orders.isEmpty() && length + size > BYTES_MAX) break;
      orders.add(next);
      length += size + HEAD_BYTES;
      next = null;
    }
    if (orders.isEmpty()) return Optional.empty();
    OrderGroup group = signed(orders);
    first += orders.size();
    return Optional.of(group);
  }

  /** Gives an order its sender, and the time of creation that its id has, unless it has one. */
  private TransferOrder complete(TransferOrder order, long index) {
    String place = "orders[" + index + "].";
    if (order.getId().isEmpty()) {
      throw Failure.ofMissing(place + "id", "with it, orders that are sent again are not paid again");
    }
    String id = TransactionIds.checked(order.getId(), place + "id");
    long createdAt = order.getCreatedAt() == 0 ? TransactionIds.timeOf(id) : order.getCreatedAt();
    if (createdAt == 0) {
      throw Failure.ofMissing(place + "createdAt", "only ids of UUID version 7 have a time themselves");
    }
    return order.toBuilder().setSender(identity.id()).setCreatedAt(createdAt).build();
  }

  private OrderGroup signed(List<TransferOrder> orders) {
    String id = orders.get(0).getId();
    byte[] bytes = TransferOrders.newBuilder().addAllOrders(orders).build().toByteArray();
    byte[] signature = OrderSignatures.signatureOf(Purpose.TRANSFERS, orders, identity);
    Operation operation = Operation.ofBatch(id, bytes, identity.keyId(), signature);
    return new OrderGroup(first, orders.stream().map(TransferOrder::getId).toList(), operation);
  }
}
