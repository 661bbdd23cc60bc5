// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Creates, lists and revokes API keys. */
public final class KeyService {
  private final Calls calls;

  KeyService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Creates a key. Its secret is returned only in this response.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.CreateKeyResponse createKey(io.platonic.admin.v1.CreateKeyRequest request) {
    return calls.call(io.platonic.admin.v1.KeyServiceGrpc.getCreateKeyMethod(), request);
  }

  /**
   * Creates a key. Its secret is returned only in this response. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.CreateKeyResponse> createKeyAsync(io.platonic.admin.v1.CreateKeyRequest request) {
    return calls.callAsync(io.platonic.admin.v1.KeyServiceGrpc.getCreateKeyMethod(), request);
  }

  /**
   * Lists all keys, including revoked ones, newest first.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.ListKeysResponse listKeys(io.platonic.admin.v1.ListKeysRequest request) {
    return calls.call(io.platonic.admin.v1.KeyServiceGrpc.getListKeysMethod(), request);
  }

  /**
   * Lists all keys, including revoked ones, newest first. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.ListKeysResponse> listKeysAsync(io.platonic.admin.v1.ListKeysRequest request) {
    return calls.callAsync(io.platonic.admin.v1.KeyServiceGrpc.getListKeysMethod(), request);
  }

  /**
   * Revokes a key immediately. Revoking it again changes nothing.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.RevokeKeyResponse revokeKey(io.platonic.admin.v1.RevokeKeyRequest request) {
    return calls.call(io.platonic.admin.v1.KeyServiceGrpc.getRevokeKeyMethod(), request);
  }

  /**
   * Revokes a key immediately. Revoking it again changes nothing. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.RevokeKeyResponse> revokeKeyAsync(io.platonic.admin.v1.RevokeKeyRequest request) {
    return calls.callAsync(io.platonic.admin.v1.KeyServiceGrpc.getRevokeKeyMethod(), request);
  }
}
