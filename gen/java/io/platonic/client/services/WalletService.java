// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Wallets, their balances and their history. Methods that answer in pages can be iterated, too. */
public final class WalletService {
  private final Calls calls;

  WalletService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Creates an empty wallet for an identity.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.CreateWalletResponse createWallet(io.platonic.wallet.v1.CreateWalletRequest request) {
    return calls.call(io.platonic.wallet.v1.WalletServiceGrpc.getCreateWalletMethod(), request);
  }

  /**
   * Creates an empty wallet for an identity. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.CreateWalletResponse> createWalletAsync(io.platonic.wallet.v1.CreateWalletRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.WalletServiceGrpc.getCreateWalletMethod(), request);
  }

  /**
   * Reads a wallet: its balances and its configuration.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.GetWalletResponse getWallet(io.platonic.wallet.v1.GetWalletRequest request) {
    return calls.call(io.platonic.wallet.v1.WalletServiceGrpc.getGetWalletMethod(), request);
  }

  /**
   * Reads a wallet: its balances and its configuration. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.GetWalletResponse> getWalletAsync(io.platonic.wallet.v1.GetWalletRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.WalletServiceGrpc.getGetWalletMethod(), request);
  }

  /**
   * Reads the balance of one token in a wallet.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.GetBalanceResponse getBalance(io.platonic.wallet.v1.GetBalanceRequest request) {
    return calls.call(io.platonic.wallet.v1.WalletServiceGrpc.getGetBalanceMethod(), request);
  }

  /**
   * Reads the balance of one token in a wallet. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.GetBalanceResponse> getBalanceAsync(io.platonic.wallet.v1.GetBalanceRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.WalletServiceGrpc.getGetBalanceMethod(), request);
  }

  /**
   * Reads all balances of a wallet as they were at a moment, or after an entry of the ledger, exactly. The answer names the entry, so that the question can be repeated.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.GetBalancesAtResponse getBalancesAt(io.platonic.wallet.v1.GetBalancesAtRequest request) {
    return calls.call(io.platonic.wallet.v1.WalletServiceGrpc.getGetBalancesAtMethod(), request);
  }

  /**
   * Reads all balances of a wallet as they were at a moment, or after an entry of the ledger, exactly. The answer names the entry, so that the question can be repeated. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.GetBalancesAtResponse> getBalancesAtAsync(io.platonic.wallet.v1.GetBalancesAtRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.WalletServiceGrpc.getGetBalancesAtMethod(), request);
  }

  /**
   * Replaces the configuration of a wallet. A session needs a fresh proof of its identity for other addresses.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.ConfigureWalletResponse configureWallet(io.platonic.wallet.v1.ConfigureWalletRequest request) {
    return calls.call(io.platonic.wallet.v1.WalletServiceGrpc.getConfigureWalletMethod(), request);
  }

  /**
   * Replaces the configuration of a wallet. A session needs a fresh proof of its identity for other addresses. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.ConfigureWalletResponse> configureWalletAsync(io.platonic.wallet.v1.ConfigureWalletRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.WalletServiceGrpc.getConfigureWalletMethod(), request);
  }

  /**
   * Lists the ledger entries of a wallet, newest first.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.ListLedgerEntriesResponse listLedgerEntries(io.platonic.wallet.v1.ListLedgerEntriesRequest request) {
    return calls.call(io.platonic.wallet.v1.WalletServiceGrpc.getListLedgerEntriesMethod(), request);
  }

  /**
   * Lists the ledger entries of a wallet, newest first. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.ListLedgerEntriesResponse> listLedgerEntriesAsync(io.platonic.wallet.v1.ListLedgerEntriesRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.WalletServiceGrpc.getListLedgerEntriesMethod(), request);
  }

  /**
   * Lists the ledger entries of a wallet, newest first. Asks for a page when it is needed.
   *
   * @param request the request
   * @return all items of all pages
   */
  public Iterable<io.platonic.wallet.v1.LedgerEntry> iterateLedgerEntries(io.platonic.wallet.v1.ListLedgerEntriesRequest request) {
    return calls.iterate(io.platonic.wallet.v1.WalletServiceGrpc.getListLedgerEntriesMethod(), request, io.platonic.wallet.v1.LedgerEntry.class);
  }
}
