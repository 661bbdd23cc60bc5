package io.platonic.client.internal.payments;

import com.google.protobuf.ByteString;
import io.grpc.MethodDescriptor;
import io.platonic.client.Reason;
import io.platonic.client.internal.calls.AuthorizedCalls;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.signatures.Signed;
import io.platonic.wallet.v1.CaptureHoldRequest;
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
    if (!isLinked) {
      TransferBatchRequest request = TransferBatchRequest.newBuilder()
          .setSender(identityId).setOrders(bytes).setKeyId(first.keyId()).setSignature(signature).build();
      return sending(TransactionServiceGrpc.getTransferBatchMethod(), request, TransferBatchResponse::getResultsList);
    }
    LinkedSignature linked = LinkedSignature.newBuilder()
        .setSender(identityId).setKeyId(first.keyId()).setSignature(signature).build();
    TransferLinkedRequest request = TransferLinkedRequest.newBuilder()
        .setSender(identityId).setOrders(bytes).addSignatures(linked).build();
    return sending(TransactionServiceGrpc.getTransferLinkedMethod(), request, TransferLinkedResponse::getResultsList);
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
  public CompletableFuture<TransactionResult> voidTransaction(String id, AtomicInteger attempts, long timeoutMs) {
    ResolveTransactionRequest message = ResolveTransactionRequest.newBuilder()
        .setSender(identityId).setTransactionId(id).setSeal(true).build();
    var method = TransactionServiceGrpc.getResolveTransactionMethod();
    return calls.send(new AuthorizedCalls.Request<>(method, message, Optional.empty(), attempts), timeoutMs)
        .thenApply(answer -> answer.message().getResult())
        .exceptionallyCompose(thrown -> {
          Failure failure = Failure.of(thrown);
          if (failure.reason() != Reason.RESOURCE_CONFLICT) return CompletableFuture.failedFuture(failure);
          // The id is somebody else's, so that no transaction of this identity will ever have it.
          return CompletableFuture.completedFuture(TransactionResult.newBuilder()
              .setTransactionId(id)
              .setStatus(TransactionStatus.TRANSACTION_STATUS_FAILED)
              .setErrorCode(TransactionErrorCode.TRANSACTION_ERROR_CODE_INVALID_TRANSACTION)
              .build());
        });
  }

  private <Q, A> Transfer sending(
      MethodDescriptor<Q, A> method, Q message, Function<A, List<TransactionResult>> results) {
    return (attempts, timeoutMs) -> calls
        .send(new AuthorizedCalls.Request<>(method, message, Optional.empty(), attempts), timeoutMs)
        .thenApply(answer -> results.apply(answer.message()));
  }
}
