// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** The three operations of the wallet that a kernel may call. */
public final class KernelService {
  private final Calls calls;

  KernelService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Verifies and consumes a rotating token and opens a session. A rejected token is a successful call with <code>success</code> false.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.host.v1.WalletAuthenticateResponse walletAuthenticate(io.platonic.host.v1.WalletAuthenticateRequest request) {
    return calls.call(io.platonic.host.v1.KernelServiceGrpc.getWalletAuthenticateMethod(), request);
  }

  /**
   * Verifies and consumes a rotating token and opens a session. A rejected token is a successful call with <code>success</code> false. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.host.v1.WalletAuthenticateResponse> walletAuthenticateAsync(io.platonic.host.v1.WalletAuthenticateRequest request) {
    return calls.callAsync(io.platonic.host.v1.KernelServiceGrpc.getWalletAuthenticateMethod(), request);
  }

  /**
   * Creates and processes a transaction that its sender has signed. A rejected transaction is a successful call with <code>success</code> false.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.host.v1.WalletTransferResponse walletTransfer(io.platonic.host.v1.WalletTransferRequest request) {
    return calls.call(io.platonic.host.v1.KernelServiceGrpc.getWalletTransferMethod(), request);
  }

  /**
   * Creates and processes a transaction that its sender has signed. A rejected transaction is a successful call with <code>success</code> false. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.host.v1.WalletTransferResponse> walletTransferAsync(io.platonic.host.v1.WalletTransferRequest request) {
    return calls.callAsync(io.platonic.host.v1.KernelServiceGrpc.getWalletTransferMethod(), request);
  }

  /**
   * Reports whether a transaction is completed, given its id or its receipt. The receipt must be valid and agree with the ledger.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.host.v1.WalletVerifyResponse walletVerify(io.platonic.host.v1.WalletVerifyRequest request) {
    return calls.call(io.platonic.host.v1.KernelServiceGrpc.getWalletVerifyMethod(), request);
  }

  /**
   * Reports whether a transaction is completed, given its id or its receipt. The receipt must be valid and agree with the ledger. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.host.v1.WalletVerifyResponse> walletVerifyAsync(io.platonic.host.v1.WalletVerifyRequest request) {
    return calls.callAsync(io.platonic.host.v1.KernelServiceGrpc.getWalletVerifyMethod(), request);
  }
}
