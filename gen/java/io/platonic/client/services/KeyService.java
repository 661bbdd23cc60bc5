// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Creates, lists and revokes API keys, and lists the plans that they may have. A session may do so for the keys of its own identity, without the permissions. A key of an identity calls the geocode operations alone: no key moves the money of the identity or changes its data. Methods that answer in pages can be iterated, too. */
public final class KeyService {
  private final Calls calls;

  KeyService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Creates a key. Its secret is returned only in this response. An identity has at most 100 keys that are not revoked, and creates at most 100 in a day, by sessions with a fresh proof of it.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.CreateKeyResponse createKey(io.platonic.admin.v1.CreateKeyRequest request) {
    return calls.call(io.platonic.admin.v1.KeyServiceGrpc.getCreateKeyMethod(), request);
  }

  /**
   * Creates a key. Its secret is returned only in this response. An identity has at most 100 keys that are not revoked, and creates at most 100 in a day, by sessions with a fresh proof of it. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.CreateKeyResponse> createKeyAsync(io.platonic.admin.v1.CreateKeyRequest request) {
    return calls.callAsync(io.platonic.admin.v1.KeyServiceGrpc.getCreateKeyMethod(), request);
  }

  /**
   * Lists keys, including revoked ones, newest first: all of them unless the request says otherwise.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.ListKeysResponse listKeys(io.platonic.admin.v1.ListKeysRequest request) {
    return calls.call(io.platonic.admin.v1.KeyServiceGrpc.getListKeysMethod(), request);
  }

  /**
   * Lists keys, including revoked ones, newest first: all of them unless the request says otherwise. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.ListKeysResponse> listKeysAsync(io.platonic.admin.v1.ListKeysRequest request) {
    return calls.callAsync(io.platonic.admin.v1.KeyServiceGrpc.getListKeysMethod(), request);
  }

  /**
   * Lists keys, including revoked ones, newest first: all of them unless the request says otherwise. Asks for a page when it is needed.
   *
   * @param request the request
   * @return all items of all pages
   */
  public Iterable<io.platonic.admin.v1.Key> iterateKeys(io.platonic.admin.v1.ListKeysRequest request) {
    return calls.iterate(io.platonic.admin.v1.KeyServiceGrpc.getListKeysMethod(), request, io.platonic.admin.v1.Key.class);
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

  /**
   * Moves a key to another plan, whose limits hold for its next call: in the process that is asked at once, in others within a second. A key that is revoked is refused with STATE_INVALID.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.ChangePlanResponse changePlan(io.platonic.admin.v1.ChangePlanRequest request) {
    return calls.call(io.platonic.admin.v1.KeyServiceGrpc.getChangePlanMethod(), request);
  }

  /**
   * Moves a key to another plan, whose limits hold for its next call: in the process that is asked at once, in others within a second. A key that is revoked is refused with STATE_INVALID. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.ChangePlanResponse> changePlanAsync(io.platonic.admin.v1.ChangePlanRequest request) {
    return calls.callAsync(io.platonic.admin.v1.KeyServiceGrpc.getChangePlanMethod(), request);
  }

  /**
   * Lists the plans that keys may have. Plans of the service itself are listed only to callers with the permission <code>keys:list</code>.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.ListPlansResponse listPlans(io.platonic.admin.v1.ListPlansRequest request) {
    return calls.call(io.platonic.admin.v1.KeyServiceGrpc.getListPlansMethod(), request);
  }

  /**
   * Lists the plans that keys may have. Plans of the service itself are listed only to callers with the permission <code>keys:list</code>. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.ListPlansResponse> listPlansAsync(io.platonic.admin.v1.ListPlansRequest request) {
    return calls.callAsync(io.platonic.admin.v1.KeyServiceGrpc.getListPlansMethod(), request);
  }
}
