package io.platonic.client.internal.payments;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.MethodDescriptor;
import io.platonic.client.Operation;
import io.platonic.client.Reason;
import io.platonic.client.internal.calls.AuthorizedCalls;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.calls.Trace;
import io.platonic.client.internal.signatures.Signed;
import io.platonic.wallet.v1.CaptureHoldRequest;
import io.platonic.wallet.v1.ExchangeErrorCode;
import io.platonic.wallet.v1.ExchangeRequest;
import io.platonic.wallet.v1.ExchangeResult;
import io.platonic.wallet.v1.ExchangeServiceGrpc;
import io.platonic.wallet.v1.HoldServiceGrpc;
import io.platonic.wallet.v1.LinkedSignature;
import io.platonic.wallet.v1.ReleaseHoldRequest;
import io.platonic.wallet.v1.ResolveTransactionRequest;
import io.platonic.wallet.v1.TransactionErrorCode;
import io.platonic.wallet.v1.TransactionResult;
import io.platonic.wallet.v1.TransactionServiceGrpc;
import io.platonic.wallet.v1.TransactionStatus;
import io.platonic.wallet.v1.TransferBatchRequest;
import io.platonic.wallet.v1.TransferBatchResponse;
import io.platonic.wallet.v1.TransferLinkedRequest;
import io.platonic.wallet.v1.TransferLinkedResponse;
import io.platonic.wallet.v1.TransferRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/** Sends what payments need to the service, as one identity. */
public final class LedgerCalls implements Ledger {
  private final AuthorizedCalls calls;
  private final String identityId;

  public LedgerCalls(AuthorizedCalls calls, String identityId) {
    this.calls = calls;
    this.identityId = identityId;
  }

  @Override
  public Transfer transfer(Signed order) {
    TransferRequest request = TransferRequest.newBuilder()
        .setSender(identityId).setSignedOrder(order.message()).build();
    return sending(TransactionServiceGrpc.getTransferMethod(), request, answer -> List.of(answer.getResult()));
  }

  @Override
  public Transfer transferAll(byte[] orders, List<Signed> signed, boolean isLinked) {
    Signed first = signed.get(0);
    ByteString bytes = ByteString.copyFrom(orders);
    ByteString signature = ByteString.copyFrom(first.signature());
    if (!isLinked) return transferBatch(bytes, first.keyId(), signature);
    LinkedSignature linked = LinkedSignature.newBuilder()
        .setSender(identityId).setKeyId(first.keyId()).setSignature(signature).build();
    TransferLinkedRequest request = TransferLinkedRequest.newBuilder()
        .setSender(identityId).setOrders(bytes).addSignatures(linked).build();
    return sending(TransactionServiceGrpc.getTransferLinkedMethod(), request, TransferLinkedResponse::getResultsList);
  }

  @Override
  public Transfer transferBatch(Operation group) {
    return transferBatch(ByteString.copyFrom(group.order()), group.keyId(), ByteString.copyFrom(group.signature()));
  }

  private Transfer transferBatch(ByteString orders, String keyId, ByteString signature) {
    TransferBatchRequest request = TransferBatchRequest.newBuilder()
        .setSender(identityId).setOrders(orders).setKeyId(keyId).setSignature(signature).build();
    return sending(TransactionServiceGrpc.getTransferBatchMethod(), request, TransferBatchResponse::getResultsList);
  }

  @Override
  public Transfer capture(Signed order) {
    CaptureHoldRequest request = CaptureHoldRequest.newBuilder()
        .setRecipient(identityId).setSignedOrder(order.message()).build();
    return sending(HoldServiceGrpc.getCaptureHoldMethod(), request, answer -> List.of(answer.getResult()));
  }

  @Override
  public Transfer release(Signed order) {
    ReleaseHoldRequest request = ReleaseHoldRequest.newBuilder()
        .setRecipient(identityId).setSignedOrder(order.message()).build();
    return sending(HoldServiceGrpc.getReleaseHoldMethod(), request, answer -> List.of(answer.getResult()));
  }

  @Override
  public Transfer exchange(Operation exchange) {
    return (attempts, timeoutMs) -> exchanged(exchange, attempts, timeoutMs).thenApply(List::of);
  }

  /** Sends the request of an exchange: the ledger answers a repeated one with the first result. */
  private CompletableFuture<Answer> exchanged(Operation exchange, AtomicInteger attempts, long timeoutMs) {
    var method = ExchangeServiceGrpc.getExchangeMethod();
    ExchangeRequest request;
    try {
      request = ExchangeRequest.parseFrom(exchange.order());
    } catch (InvalidProtocolBufferException damaged) {
      return CompletableFuture.failedFuture(
          Failure.of(Reason.UNKNOWN, "the exchange " + exchange.id() + " in the journal is damaged", damaged));
    }
    return calls.send(new AuthorizedCalls.Request<>(method, request, Optional.empty(), attempts), timeoutMs)
        .thenApply(answer -> {
          if (answer.message().hasResult()) return Answer.of(answer.message().getResult());
          throw new Failure(Reason.UNKNOWN, "the service has answered without a result");
        });
  }

  @Override
  public CompletableFuture<Answer> voidOperation(Operation operation, AtomicInteger attempts, long timeoutMs) {
    Trace trace = Trace.current();
    return voided(operation.id(), attempts, timeoutMs)
        .thenApply(result -> {
          Answer answer = Answer.of(result);
          boolean isFinal = Outcomes.of(operation.id(), answer).isPresent();
          // A transaction has the id of the exchange now, so that no exchange will ever have it.
          return operation.isExchange() && isFinal ? neverMade(operation) : answer;
        })
        .exceptionallyCompose(thrown -> ifConflict(thrown, () -> operation.isExchange()
            ? trace.during(() -> exchangedBefore(operation, attempts, timeoutMs))
            : CompletableFuture.completedFuture(neverMade(operation))));
  }

  private CompletableFuture<TransactionResult> voided(String id, AtomicInteger attempts, long timeoutMs) {
    var method = TransactionServiceGrpc.getResolveTransactionMethod();
    ResolveTransactionRequest message = ResolveTransactionRequest.newBuilder()
        .setSender(identityId).setTransactionId(id).setSeal(true).build();
    return calls.send(new AuthorizedCalls.Request<>(method, message, Optional.empty(), attempts), timeoutMs)
        .thenApply(answer -> answer.message().getResult());
  }

  /** Asks for the result of an exchange whose id the ledger knows: it is told again, or the id is somebody else's. */
  private CompletableFuture<Answer> exchangedBefore(Operation exchange, AtomicInteger attempts, long timeoutMs) {
    return exchanged(exchange, attempts, timeoutMs).exceptionallyCompose(
        thrown -> ifConflict(thrown, () -> CompletableFuture.completedFuture(neverMade(exchange))));
  }

  private static <T> CompletableFuture<T> ifConflict(Throwable thrown, Supplier<CompletableFuture<T>> action) {
    Failure failure = Failure.of(thrown);
    return failure.reason() == Reason.RESOURCE_CONFLICT ? action.get() : CompletableFuture.failedFuture(failure);
  }

  /** Returns the outcome of an operation whose id is that of something else, so that this one will never have it. */
  private static Answer neverMade(Operation operation) {
    if (operation.isExchange()) {
      return Answer.of(ExchangeResult.newBuilder()
          .setExchangeId(operation.id())
          .setErrorCode(ExchangeErrorCode.EXCHANGE_ERROR_CODE_EXECUTION_FAILED)
          .build());
    }
    return Answer.of(TransactionResult.newBuilder()
        .setTransactionId(operation.id())
        .setStatus(TransactionStatus.TRANSACTION_STATUS_FAILED)
        .setErrorCode(TransactionErrorCode.TRANSACTION_ERROR_CODE_INVALID_TRANSACTION)
        .build());
  }

  private <Q, A> Transfer sending(
      MethodDescriptor<Q, A> method, Q message, Function<A, List<TransactionResult>> results) {
    return (attempts, timeoutMs) -> calls
        .send(new AuthorizedCalls.Request<>(method, message, Optional.empty(), attempts), timeoutMs)
        .thenApply(answer -> results.apply(answer.message()).stream().map(Answer::of).toList());
  }
}
