// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Tells how API keys and the sessions of identities are used: their calls over time, their place in the limits of their plan, and why calls were refused. Calls appear within a few seconds. Payloads are never recorded. Methods that answer in pages can be iterated, too. */
public final class UsageService {
  private final Calls calls;

  UsageService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Counts calls by operation, in steps of an hour or a day. Counts are kept for 31 days.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.GetUsageResponse getUsage(io.platonic.admin.v1.GetUsageRequest request) {
    return calls.call(io.platonic.admin.v1.UsageServiceGrpc.getGetUsageMethod(), request);
  }

  /**
   * Counts calls by operation, in steps of an hour or a day. Counts are kept for 31 days. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.GetUsageResponse> getUsageAsync(io.platonic.admin.v1.GetUsageRequest request) {
    return calls.callAsync(io.platonic.admin.v1.UsageServiceGrpc.getGetUsageMethod(), request);
  }

  /**
   * Reads how much of its plan a key uses now, or the sessions of an identity together. Calls in the window are those of all processes on a database server, and calls at once those of the process that answers.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.GetRateResponse getRate(io.platonic.admin.v1.GetRateRequest request) {
    return calls.call(io.platonic.admin.v1.UsageServiceGrpc.getGetRateMethod(), request);
  }

  /**
   * Reads how much of its plan a key uses now, or the sessions of an identity together. Calls in the window are those of all processes on a database server, and calls at once those of the process that answers. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.GetRateResponse> getRateAsync(io.platonic.admin.v1.GetRateRequest request) {
    return calls.callAsync(io.platonic.admin.v1.UsageServiceGrpc.getGetRateMethod(), request);
  }

  /**
   * Lists refused and failed calls, the newest first: the last 100 of each key, and of the sessions of each identity, of the last 31 days. A call with a revoked key is recorded under that key.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.ListRefusalsResponse listRefusals(io.platonic.admin.v1.ListRefusalsRequest request) {
    return calls.call(io.platonic.admin.v1.UsageServiceGrpc.getListRefusalsMethod(), request);
  }

  /**
   * Lists refused and failed calls, the newest first: the last 100 of each key, and of the sessions of each identity, of the last 31 days. A call with a revoked key is recorded under that key. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.ListRefusalsResponse> listRefusalsAsync(io.platonic.admin.v1.ListRefusalsRequest request) {
    return calls.callAsync(io.platonic.admin.v1.UsageServiceGrpc.getListRefusalsMethod(), request);
  }

  /**
   * Lists refused and failed calls, the newest first: the last 100 of each key, and of the sessions of each identity, of the last 31 days. A call with a revoked key is recorded under that key. Asks for a page when it is needed.
   *
   * @param request the request
   * @return all items of all pages
   */
  public Iterable<io.platonic.admin.v1.Refusal> iterateRefusals(io.platonic.admin.v1.ListRefusalsRequest request) {
    return calls.iterate(io.platonic.admin.v1.UsageServiceGrpc.getListRefusalsMethod(), request, io.platonic.admin.v1.Refusal.class);
  }
}
