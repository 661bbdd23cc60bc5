package io.platonic.client;

import com.google.protobuf.InvalidProtocolBufferException;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.payments.Ledger;
import io.platonic.client.internal.signatures.Signed;
import io.platonic.wallet.v1.TransactionResult;
import io.platonic.wallet.v1.TransactionStatus;
import io.platonic.wallet.v1.TransferOrder;
import io.platonic.wallet.v1.TransferOrders;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A ledger whose answers are given by the test. */
final class FakeLedger implements Ledger {
  static final TransactionResult COMPLETED = result(TransactionStatus.TRANSACTION_STATUS_COMPLETED);
  static final TransactionResult FAILED = result(TransactionStatus.TRANSACTION_STATUS_FAILED);
  static final TransactionResult HELD = result(TransactionStatus.TRANSACTION_STATUS_HELD);

  final Deque<CompletableFuture<List<TransactionResult>>> transfers = new ArrayDeque<>();
  final Deque<CompletableFuture<TransactionResult>> voids = new ArrayDeque<>();
  /** Groups that were sent and not taken by the test. */
  final BlockingQueue<Batch> batches = new LinkedBlockingQueue<>();
  final List<Long> timeouts = new ArrayList<>();
  int transferCount;
  int voidCount;

  @Override
  public Transfer transfer(Signed order) {
    return (attempts, timeoutMs) -> {
      transferCount += 1;
      timeouts.add(timeoutMs);
      transfers.add(new CompletableFuture<>());
      return transfers.getLast().thenApply(results -> results.stream().map(Answer::of).toList());
    };
  }

  @Override
  public Transfer transferAll(byte[] orders, List<Signed> signed, boolean isLinked) {
    return transfer(signed.get(0));
  }

  /** A group of orders that was sent. */
  record Batch(Operation group, CompletableFuture<List<TransactionResult>> answer) {
    List<String> ids() {
      try {
        return TransferOrders.parseFrom(group.order()).getOrdersList().stream().map(TransferOrder::getId).toList();
      } catch (InvalidProtocolBufferException malformed) {
        throw new IllegalStateException(malformed);
      }
    }

    void complete() {
      answer.complete(ids().stream().map(id -> COMPLETED.toBuilder().setTransactionId(id).build()).toList());
    }
  }

  @Override
  public Transfer transferBatch(Operation group) {
    return (attempts, timeoutMs) -> {
      Batch batch = new Batch(group, new CompletableFuture<>());
      batches.add(batch);
      return batch.answer.thenApply(results -> results.stream().map(Answer::of).toList());
    };
  }

  @Override
  public Transfer capture(Signed order) {
    return transfer(order);
  }

  @Override
  public Transfer release(Signed order) {
    return transfer(order);
  }

  @Override
  public Transfer exchange(Operation exchange) {
    throw new UnsupportedOperationException("no test exchanges here");
  }

  @Override
  public CompletableFuture<Answer> voidOperation(Operation operation, AtomicInteger attempts, long timeoutMs) {
    voidCount += 1;
    voids.add(new CompletableFuture<>());
    return voids.getLast().thenApply(Answer::of);
  }

  void failTransfer(Reason reason) {
    transfers.getLast().completeExceptionally(new Failure(reason, "as the test says"));
  }

  static TransactionResult result(TransactionStatus status) {
    return TransactionResult.newBuilder().setStatus(status).build();
  }

  static Signed signed(String id, String sender) {
    byte[] order = TransferOrder.newBuilder().setId(id).setSender(sender).build().toByteArray();
    return new Signed(id, order, "key", new byte[64]);
  }
}
