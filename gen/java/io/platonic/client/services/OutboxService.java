// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Reads the messages that are kept in memory while no server is configured that sends them. */
public final class OutboxService {
  private final Calls calls;

  OutboxService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Lists the last 100 messages that this server kept instead of sending them, newest first. They contain verification codes. A server that runs with <code>DEVELOPMENT=1</code> keeps a key for it in <code>operator.key</code> in <code>DATA_DIR</code>.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.ListMessagesResponse listMessages(io.platonic.admin.v1.ListMessagesRequest request) {
    return calls.call(io.platonic.admin.v1.OutboxServiceGrpc.getListMessagesMethod(), request);
  }

  /**
   * Lists the last 100 messages that this server kept instead of sending them, newest first. They contain verification codes. A server that runs with <code>DEVELOPMENT=1</code> keeps a key for it in <code>operator.key</code> in <code>DATA_DIR</code>. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.ListMessagesResponse> listMessagesAsync(io.platonic.admin.v1.ListMessagesRequest request) {
    return calls.callAsync(io.platonic.admin.v1.OutboxServiceGrpc.getListMessagesMethod(), request);
  }
}
