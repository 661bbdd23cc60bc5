// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Deposits, withdrawals, frozen wallets, rates, and checks of the ledger. */
public final class LedgerService {
  private final Calls calls;

  LedgerService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Deposits money into a wallet from the issuance account of its asset. On a server that runs with <code>DEVELOPMENT=1</code> this is the faucet, for whoever has the key in <code>operator.key</code> in <code>DATA_DIR</code>.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.DepositResponse deposit(io.platonic.admin.v1.DepositRequest request) {
    return calls.call(io.platonic.admin.v1.LedgerServiceGrpc.getDepositMethod(), request);
  }

  /**
   * Deposits money into a wallet from the issuance account of its asset. On a server that runs with <code>DEVELOPMENT=1</code> this is the faucet, for whoever has the key in <code>operator.key</code> in <code>DATA_DIR</code>. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.DepositResponse> depositAsync(io.platonic.admin.v1.DepositRequest request) {
    return calls.callAsync(io.platonic.admin.v1.LedgerServiceGrpc.getDepositMethod(), request);
  }

  /**
   * Withdraws money from a wallet to the issuance account of its asset.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.WithdrawResponse withdraw(io.platonic.admin.v1.WithdrawRequest request) {
    return calls.call(io.platonic.admin.v1.LedgerServiceGrpc.getWithdrawMethod(), request);
  }

  /**
   * Withdraws money from a wallet to the issuance account of its asset. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.WithdrawResponse> withdrawAsync(io.platonic.admin.v1.WithdrawRequest request) {
    return calls.callAsync(io.platonic.admin.v1.LedgerServiceGrpc.getWithdrawMethod(), request);
  }

  /**
   * Ends a hold in favour of its sender, who gets back what is left of it.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.ReleaseHoldResponse releaseHold(io.platonic.admin.v1.ReleaseHoldRequest request) {
    return calls.call(io.platonic.admin.v1.LedgerServiceGrpc.getReleaseHoldMethod(), request);
  }

  /**
   * Ends a hold in favour of its sender, who gets back what is left of it. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.ReleaseHoldResponse> releaseHoldAsync(io.platonic.admin.v1.ReleaseHoldRequest request) {
    return calls.callAsync(io.platonic.admin.v1.LedgerServiceGrpc.getReleaseHoldMethod(), request);
  }

  /**
   * Reverses a completed transaction in whole or in part: gives back to its sender what its recipient holds of it. The recipient's wallet may be frozen. All reversals of a transaction together are never more than its amount, and those of a hold and of its captures never more than was captured.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.ReverseTransactionResponse reverseTransaction(io.platonic.admin.v1.ReverseTransactionRequest request) {
    return calls.call(io.platonic.admin.v1.LedgerServiceGrpc.getReverseTransactionMethod(), request);
  }

  /**
   * Reverses a completed transaction in whole or in part: gives back to its sender what its recipient holds of it. The recipient's wallet may be frozen. All reversals of a transaction together are never more than its amount, and those of a hold and of its captures never more than was captured. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.ReverseTransactionResponse> reverseTransactionAsync(io.platonic.admin.v1.ReverseTransactionRequest request) {
    return calls.callAsync(io.platonic.admin.v1.LedgerServiceGrpc.getReverseTransactionMethod(), request);
  }

  /**
   * Freezes or unfreezes a wallet.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.FreezeWalletResponse freezeWallet(io.platonic.admin.v1.FreezeWalletRequest request) {
    return calls.call(io.platonic.admin.v1.LedgerServiceGrpc.getFreezeWalletMethod(), request);
  }

  /**
   * Freezes or unfreezes a wallet. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.FreezeWalletResponse> freezeWalletAsync(io.platonic.admin.v1.FreezeWalletRequest request) {
    return calls.callAsync(io.platonic.admin.v1.LedgerServiceGrpc.getFreezeWalletMethod(), request);
  }

  /**
   * Sets a rate manually. Once the call is answered, no process of the database quotes or exchanges at an earlier rate, except by quotes that were given before. The rate applies until it is stale.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.SetRateResponse setRate(io.platonic.admin.v1.SetRateRequest request) {
    return calls.call(io.platonic.admin.v1.LedgerServiceGrpc.getSetRateMethod(), request);
  }

  /**
   * Sets a rate manually. Once the call is answered, no process of the database quotes or exchanges at an earlier rate, except by quotes that were given before. The rate applies until it is stale. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.SetRateResponse> setRateAsync(io.platonic.admin.v1.SetRateRequest request) {
    return calls.callAsync(io.platonic.admin.v1.LedgerServiceGrpc.getSetRateMethod(), request);
  }

  /**
   * Reads the fees, limits and currencies in force.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.GetLedgerPolicyResponse getLedgerPolicy(io.platonic.admin.v1.GetLedgerPolicyRequest request) {
    return calls.call(io.platonic.admin.v1.LedgerServiceGrpc.getGetLedgerPolicyMethod(), request);
  }

  /**
   * Reads the fees, limits and currencies in force. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.GetLedgerPolicyResponse> getLedgerPolicyAsync(io.platonic.admin.v1.GetLedgerPolicyRequest request) {
    return calls.callAsync(io.platonic.admin.v1.LedgerServiceGrpc.getGetLedgerPolicyMethod(), request);
  }

  /**
   * Starts a replay of the whole ledger unless one is running, and returns its progress.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.CheckLedgerResponse checkLedger(io.platonic.admin.v1.CheckLedgerRequest request) {
    return calls.call(io.platonic.admin.v1.LedgerServiceGrpc.getCheckLedgerMethod(), request);
  }

  /**
   * Starts a replay of the whole ledger unless one is running, and returns its progress. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.CheckLedgerResponse> checkLedgerAsync(io.platonic.admin.v1.CheckLedgerRequest request) {
    return calls.callAsync(io.platonic.admin.v1.LedgerServiceGrpc.getCheckLedgerMethod(), request);
  }

  /**
   * Reads the progress or the findings of the last replay.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.GetLedgerCheckResponse getLedgerCheck(io.platonic.admin.v1.GetLedgerCheckRequest request) {
    return calls.call(io.platonic.admin.v1.LedgerServiceGrpc.getGetLedgerCheckMethod(), request);
  }

  /**
   * Reads the progress or the findings of the last replay. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.GetLedgerCheckResponse> getLedgerCheckAsync(io.platonic.admin.v1.GetLedgerCheckRequest request) {
    return calls.callAsync(io.platonic.admin.v1.LedgerServiceGrpc.getGetLedgerCheckMethod(), request);
  }

  /**
   * Has losses that a check has named forgotten, once they are dealt with. Applies to what the process that answers has acknowledged itself.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.DismissLossesResponse dismissLosses(io.platonic.admin.v1.DismissLossesRequest request) {
    return calls.call(io.platonic.admin.v1.LedgerServiceGrpc.getDismissLossesMethod(), request);
  }

  /**
   * Has losses that a check has named forgotten, once they are dealt with. Applies to what the process that answers has acknowledged itself. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.DismissLossesResponse> dismissLossesAsync(io.platonic.admin.v1.DismissLossesRequest request) {
    return calls.callAsync(io.platonic.admin.v1.LedgerServiceGrpc.getDismissLossesMethod(), request);
  }

  /**
   * Reads the head of the tree of the ledger's batches (RFC 6962). Whoever keeps a head can have it proven later that the ledger was only added to since.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.GetLedgerHeadResponse getLedgerHead(io.platonic.admin.v1.GetLedgerHeadRequest request) {
    return calls.call(io.platonic.admin.v1.LedgerServiceGrpc.getGetLedgerHeadMethod(), request);
  }

  /**
   * Reads the head of the tree of the ledger's batches (RFC 6962). Whoever keeps a head can have it proven later that the ledger was only added to since. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.GetLedgerHeadResponse> getLedgerHeadAsync(io.platonic.admin.v1.GetLedgerHeadRequest request) {
    return calls.callAsync(io.platonic.admin.v1.LedgerServiceGrpc.getGetLedgerHeadMethod(), request);
  }

  /**
   * Exports batches of the ledger with the canonical bytes of their entries, from which the ledger can be replayed elsewhere.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.ExportLedgerResponse exportLedger(io.platonic.admin.v1.ExportLedgerRequest request) {
    return calls.call(io.platonic.admin.v1.LedgerServiceGrpc.getExportLedgerMethod(), request);
  }

  /**
   * Exports batches of the ledger with the canonical bytes of their entries, from which the ledger can be replayed elsewhere. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.ExportLedgerResponse> exportLedgerAsync(io.platonic.admin.v1.ExportLedgerRequest request) {
    return calls.callAsync(io.platonic.admin.v1.LedgerServiceGrpc.getExportLedgerMethod(), request);
  }
}
