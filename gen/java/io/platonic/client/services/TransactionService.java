// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Transactions between identities. A rejected transaction is a successful call with <code>success</code> false. */
public final class TransactionService {
  private final Calls calls;

  TransactionService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Creates a pending transaction, to be executed later. Nothing is created, and <code>error_code</code> says why, if the wallet cannot send or lacks the money, if the recipient is the sender, or if a signed order is invalid or expired, or not signed by its sender.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.CreateTransactionResponse createTransaction(io.platonic.wallet.v1.CreateTransactionRequest request) {
    return calls.call(io.platonic.wallet.v1.TransactionServiceGrpc.getCreateTransactionMethod(), request);
  }

  /**
   * Creates a pending transaction, to be executed later. Nothing is created, and <code>error_code</code> says why, if the wallet cannot send or lacks the money, if the recipient is the sender, or if a signed order is invalid or expired, or not signed by its sender. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.CreateTransactionResponse> createTransactionAsync(io.platonic.wallet.v1.CreateTransactionRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.TransactionServiceGrpc.getCreateTransactionMethod(), request);
  }

  /**
   * Processes a pending transaction. A repeated call returns the first outcome.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.ExecuteTransactionResponse executeTransaction(io.platonic.wallet.v1.ExecuteTransactionRequest request) {
    return calls.call(io.platonic.wallet.v1.TransactionServiceGrpc.getExecuteTransactionMethod(), request);
  }

  /**
   * Processes a pending transaction. A repeated call returns the first outcome. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.ExecuteTransactionResponse> executeTransactionAsync(io.platonic.wallet.v1.ExecuteTransactionRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.TransactionServiceGrpc.getExecuteTransactionMethod(), request);
  }

  /**
   * Creates and processes a transaction that its sender has signed.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.TransferResponse transfer(io.platonic.wallet.v1.TransferRequest request) {
    return calls.call(io.platonic.wallet.v1.TransactionServiceGrpc.getTransferMethod(), request);
  }

  /**
   * Creates and processes a transaction that its sender has signed. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.TransferResponse> transferAsync(io.platonic.wallet.v1.TransferRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.TransactionServiceGrpc.getTransferMethod(), request);
  }

  /**
   * Creates and processes up to 1,000 transactions under one signature. Each has its own outcome.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.TransferBatchResponse transferBatch(io.platonic.wallet.v1.TransferBatchRequest request) {
    return calls.call(io.platonic.wallet.v1.TransactionServiceGrpc.getTransferBatchMethod(), request);
  }

  /**
   * Creates and processes up to 1,000 transactions under one signature. Each has its own outcome. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.TransferBatchResponse> transferBatchAsync(io.platonic.wallet.v1.TransferBatchRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.TransactionServiceGrpc.getTransferBatchMethod(), request);
  }

  /**
   * Processes 2 to 100 linked orders of one sender or several, all or none, in their sequence: a later one may spend what an earlier one brought. If one fails, all fail, and nothing is moved. The same set gets the same answer whenever it is sent; a set with an id that is used already is a conflict as a whole.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.TransferLinkedResponse transferLinked(io.platonic.wallet.v1.TransferLinkedRequest request) {
    return calls.call(io.platonic.wallet.v1.TransactionServiceGrpc.getTransferLinkedMethod(), request);
  }

  /**
   * Processes 2 to 100 linked orders of one sender or several, all or none, in their sequence: a later one may spend what an earlier one brought. If one fails, all fail, and nothing is moved. The same set gets the same answer whenever it is sent; a set with an id that is used already is a conflict as a whole. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.TransferLinkedResponse> transferLinkedAsync(io.platonic.wallet.v1.TransferLinkedRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.TransactionServiceGrpc.getTransferLinkedMethod(), request);
  }

  /**
   * Reads a transaction, or anything else that the ledger has recorded under an id: a capture or release of a hold, an exchange, a deposit, a withdrawal, a reversal. Both parties may read it.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.GetTransactionResponse getTransaction(io.platonic.wallet.v1.GetTransactionRequest request) {
    return calls.call(io.platonic.wallet.v1.TransactionServiceGrpc.getGetTransactionMethod(), request);
  }

  /**
   * Reads a transaction, or anything else that the ledger has recorded under an id: a capture or release of a hold, an exchange, a deposit, a withdrawal, a reversal. Both parties may read it. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.GetTransactionResponse> getTransactionAsync(io.platonic.wallet.v1.GetTransactionRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.TransactionServiceGrpc.getGetTransactionMethod(), request);
  }

  /**
   * Returns the outcome of a transaction. With <code>seal</code> it voids a transaction that is not done, so that the outcome is final; the id of somebody else's transaction is a conflict.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.ResolveTransactionResponse resolveTransaction(io.platonic.wallet.v1.ResolveTransactionRequest request) {
    return calls.call(io.platonic.wallet.v1.TransactionServiceGrpc.getResolveTransactionMethod(), request);
  }

  /**
   * Returns the outcome of a transaction. With <code>seal</code> it voids a transaction that is not done, so that the outcome is final; the id of somebody else's transaction is a conflict. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.ResolveTransactionResponse> resolveTransactionAsync(io.platonic.wallet.v1.ResolveTransactionRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.TransactionServiceGrpc.getResolveTransactionMethod(), request);
  }

  /**
   * Returns the receipt of a transaction, which proves that it is in the ledger.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.GetReceiptResponse getReceipt(io.platonic.wallet.v1.GetReceiptRequest request) {
    return calls.call(io.platonic.wallet.v1.TransactionServiceGrpc.getGetReceiptMethod(), request);
  }

  /**
   * Returns the receipt of a transaction, which proves that it is in the ledger. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.GetReceiptResponse> getReceiptAsync(io.platonic.wallet.v1.GetReceiptRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.TransactionServiceGrpc.getGetReceiptMethod(), request);
  }
}
