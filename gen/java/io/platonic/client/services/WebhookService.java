// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Endpoints to which the service posts the events of EventService, for one wallet or for all wallets. Requests without an identity concern the endpoints for all wallets and also need the permission <code>ledger:watch</code>. Methods that answer in pages can be iterated, too. */
public final class WebhookService {
  private final Calls calls;

  WebhookService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Creates an endpoint. The answer holds its secret, this once. A session needs a fresh proof of its identity, as for another URL and another secret.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.CreateWebhookResponse createWebhook(io.platonic.wallet.v1.CreateWebhookRequest request) {
    return calls.call(io.platonic.wallet.v1.WebhookServiceGrpc.getCreateWebhookMethod(), request);
  }

  /**
   * Creates an endpoint. The answer holds its secret, this once. A session needs a fresh proof of its identity, as for another URL and another secret. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.CreateWebhookResponse> createWebhookAsync(io.platonic.wallet.v1.CreateWebhookRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.WebhookServiceGrpc.getCreateWebhookMethod(), request);
  }

  /**
   * Lists the endpoints, the oldest first.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.ListWebhooksResponse listWebhooks(io.platonic.wallet.v1.ListWebhooksRequest request) {
    return calls.call(io.platonic.wallet.v1.WebhookServiceGrpc.getListWebhooksMethod(), request);
  }

  /**
   * Lists the endpoints, the oldest first. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.ListWebhooksResponse> listWebhooksAsync(io.platonic.wallet.v1.ListWebhooksRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.WebhookServiceGrpc.getListWebhooksMethod(), request);
  }

  /**
   * Changes the URL of an endpoint, or pauses it, or resumes it; what is absent stays as it is. What happens while it is paused is delivered afterwards.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.UpdateWebhookResponse updateWebhook(io.platonic.wallet.v1.UpdateWebhookRequest request) {
    return calls.call(io.platonic.wallet.v1.WebhookServiceGrpc.getUpdateWebhookMethod(), request);
  }

  /**
   * Changes the URL of an endpoint, or pauses it, or resumes it; what is absent stays as it is. What happens while it is paused is delivered afterwards. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.UpdateWebhookResponse> updateWebhookAsync(io.platonic.wallet.v1.UpdateWebhookRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.WebhookServiceGrpc.getUpdateWebhookMethod(), request);
  }

  /**
   * Deletes an endpoint and its log. Nothing is delivered to it any more.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.DeleteWebhookResponse deleteWebhook(io.platonic.wallet.v1.DeleteWebhookRequest request) {
    return calls.call(io.platonic.wallet.v1.WebhookServiceGrpc.getDeleteWebhookMethod(), request);
  }

  /**
   * Deletes an endpoint and its log. Nothing is delivered to it any more. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.DeleteWebhookResponse> deleteWebhookAsync(io.platonic.wallet.v1.DeleteWebhookRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.WebhookServiceGrpc.getDeleteWebhookMethod(), request);
  }

  /**
   * Makes a new secret. Deliveries are signed with the ones before, too, each until the end that its replacement promised, so that the receiver can be changed meanwhile. Of several calls at once, one makes a secret; the others get STATE_INVALID.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.RotateWebhookSecretResponse rotateWebhookSecret(io.platonic.wallet.v1.RotateWebhookSecretRequest request) {
    return calls.call(io.platonic.wallet.v1.WebhookServiceGrpc.getRotateWebhookSecretMethod(), request);
  }

  /**
   * Makes a new secret. Deliveries are signed with the ones before, too, each until the end that its replacement promised, so that the receiver can be changed meanwhile. Of several calls at once, one makes a secret; the others get STATE_INVALID. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.RotateWebhookSecretResponse> rotateWebhookSecretAsync(io.platonic.wallet.v1.RotateWebhookSecretRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.WebhookServiceGrpc.getRotateWebhookSecretMethod(), request);
  }

  /**
   * Lists the attempts to deliver of the last seven days, the newest first: at most the last 1,000 of an endpoint.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.ListDeliveriesResponse listDeliveries(io.platonic.wallet.v1.ListDeliveriesRequest request) {
    return calls.call(io.platonic.wallet.v1.WebhookServiceGrpc.getListDeliveriesMethod(), request);
  }

  /**
   * Lists the attempts to deliver of the last seven days, the newest first: at most the last 1,000 of an endpoint. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.ListDeliveriesResponse> listDeliveriesAsync(io.platonic.wallet.v1.ListDeliveriesRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.WebhookServiceGrpc.getListDeliveriesMethod(), request);
  }

  /**
   * Lists the attempts to deliver of the last seven days, the newest first: at most the last 1,000 of an endpoint. Asks for a page when it is needed.
   *
   * @param request the request
   * @return all items of all pages
   */
  public Iterable<io.platonic.wallet.v1.Delivery> iterateDeliveries(io.platonic.wallet.v1.ListDeliveriesRequest request) {
    return calls.iterate(io.platonic.wallet.v1.WebhookServiceGrpc.getListDeliveriesMethod(), request, io.platonic.wallet.v1.Delivery.class);
  }

  /**
   * Delivers again: the event of an attempt and all that follow it.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.ReplayDeliveriesResponse replayDeliveries(io.platonic.wallet.v1.ReplayDeliveriesRequest request) {
    return calls.call(io.platonic.wallet.v1.WebhookServiceGrpc.getReplayDeliveriesMethod(), request);
  }

  /**
   * Delivers again: the event of an attempt and all that follow it. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.ReplayDeliveriesResponse> replayDeliveriesAsync(io.platonic.wallet.v1.ReplayDeliveriesRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.WebhookServiceGrpc.getReplayDeliveriesMethod(), request);
  }
}
