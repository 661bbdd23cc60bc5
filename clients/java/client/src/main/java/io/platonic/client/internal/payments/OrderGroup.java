package io.platonic.client.internal.payments;

import com.google.protobuf.InvalidProtocolBufferException;
import io.platonic.client.Operation;
import io.platonic.client.Reason;
import io.platonic.client.internal.calls.Failure;
import io.platonic.wallet.v1.TransferOrder;
import io.platonic.wallet.v1.TransferOrders;
import java.util.List;

/**
 * Orders of a sequence under one signature.
 *
 * @param first index of the first order in the sequence
 * @param ids ids of the orders
 * @param operation what the journal keeps of the group, under the id of its first order
 */
record OrderGroup(long first, List<String> ids, Operation operation) {
  String id() {
    return operation.id();
  }

  /** Reads a group that an earlier process has left. */
  static OrderGroup of(Operation left) {
    try {
      List<TransferOrder> orders = TransferOrders.parseFrom(left.order()).getOrdersList();
      return new OrderGroup(0, orders.stream().map(TransferOrder::getId).toList(), left);
    } catch (InvalidProtocolBufferException damaged) {
      throw Failure.of(Reason.UNKNOWN, "the group " + left.id() + " in the journal is damaged", damaged);
    }
  }
}
