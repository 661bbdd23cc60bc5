// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Holds: a transfer in two steps. TransactionService makes them, of orders with <code>capture_before</code>. A rejected capture or release is a successful call with <code>success</code> false. ResolveTransaction makes its outcome definite, too. Methods that answer in pages can be iterated, too. */
public final class HoldService {
  private final Calls calls;

  HoldService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Captures a hold in whole or in part: its recipient gets the money.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.CaptureHoldResponse captureHold(io.platonic.wallet.v1.CaptureHoldRequest request) {
    return calls.call(io.platonic.wallet.v1.HoldServiceGrpc.getCaptureHoldMethod(), request);
  }

  /**
   * Captures a hold in whole or in part: its recipient gets the money. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.CaptureHoldResponse> captureHoldAsync(io.platonic.wallet.v1.CaptureHoldRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.HoldServiceGrpc.getCaptureHoldMethod(), request);
  }

  /**
   * Releases a hold: what is left goes back to its sender. The recipient alone may do so before the time is over.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.ReleaseHoldResponse releaseHold(io.platonic.wallet.v1.ReleaseHoldRequest request) {
    return calls.call(io.platonic.wallet.v1.HoldServiceGrpc.getReleaseHoldMethod(), request);
  }

  /**
   * Releases a hold: what is left goes back to its sender. The recipient alone may do so before the time is over. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.ReleaseHoldResponse> releaseHoldAsync(io.platonic.wallet.v1.ReleaseHoldRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.HoldServiceGrpc.getReleaseHoldMethod(), request);
  }

  /**
   * Reads a hold. Its sender and its recipient may read it.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.GetHoldResponse getHold(io.platonic.wallet.v1.GetHoldRequest request) {
    return calls.call(io.platonic.wallet.v1.HoldServiceGrpc.getGetHoldMethod(), request);
  }

  /**
   * Reads a hold. Its sender and its recipient may read it. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.GetHoldResponse> getHoldAsync(io.platonic.wallet.v1.GetHoldRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.HoldServiceGrpc.getGetHoldMethod(), request);
  }

  /**
   * Lists the holds of a wallet, open and ended, newest first.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.ListHoldsResponse listHolds(io.platonic.wallet.v1.ListHoldsRequest request) {
    return calls.call(io.platonic.wallet.v1.HoldServiceGrpc.getListHoldsMethod(), request);
  }

  /**
   * Lists the holds of a wallet, open and ended, newest first. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.ListHoldsResponse> listHoldsAsync(io.platonic.wallet.v1.ListHoldsRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.HoldServiceGrpc.getListHoldsMethod(), request);
  }

  /**
   * Lists the holds of a wallet, open and ended, newest first. Asks for a page when it is needed.
   *
   * @param request the request
   * @return all items of all pages
   */
  public Iterable<io.platonic.wallet.v1.Hold> iterateHolds(io.platonic.wallet.v1.ListHoldsRequest request) {
    return calls.iterate(io.platonic.wallet.v1.HoldServiceGrpc.getListHoldsMethod(), request, io.platonic.wallet.v1.Hold.class);
  }
}
