// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Managed identities and their keys. */
public final class IdentityService {
  private final Calls calls;

  IdentityService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Creates an identity with its first signing key and rotation key. The rotation key is returned only in this response. Open to everybody if the server allows open registration.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.CreateIdentityResponse createIdentity(io.platonic.identity.v1.CreateIdentityRequest request) {
    return calls.call(io.platonic.identity.v1.IdentityServiceGrpc.getCreateIdentityMethod(), request);
  }

  /**
   * Creates an identity with its first signing key and rotation key. The rotation key is returned only in this response. Open to everybody if the server allows open registration. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.CreateIdentityResponse> createIdentityAsync(io.platonic.identity.v1.CreateIdentityRequest request) {
    return calls.callAsync(io.platonic.identity.v1.IdentityServiceGrpc.getCreateIdentityMethod(), request);
  }

  /**
   * Reads an identity.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.GetIdentityResponse getIdentity(io.platonic.identity.v1.GetIdentityRequest request) {
    return calls.call(io.platonic.identity.v1.IdentityServiceGrpc.getGetIdentityMethod(), request);
  }

  /**
   * Reads an identity. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.GetIdentityResponse> getIdentityAsync(io.platonic.identity.v1.GetIdentityRequest request) {
    return calls.callAsync(io.platonic.identity.v1.IdentityServiceGrpc.getGetIdentityMethod(), request);
  }

  /**
   * Changes the fields that the request sets. If the request names a version, the update applies only to that version.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.UpdateIdentityResponse updateIdentity(io.platonic.identity.v1.UpdateIdentityRequest request) {
    return calls.call(io.platonic.identity.v1.IdentityServiceGrpc.getUpdateIdentityMethod(), request);
  }

  /**
   * Changes the fields that the request sets. If the request names a version, the update applies only to that version. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.UpdateIdentityResponse> updateIdentityAsync(io.platonic.identity.v1.UpdateIdentityRequest request) {
    return calls.callAsync(io.platonic.identity.v1.IdentityServiceGrpc.getUpdateIdentityMethod(), request);
  }

  /**
   * Lists the signing keys of an identity, including revoked ones, newest first.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.ListSigningKeysResponse listSigningKeys(io.platonic.identity.v1.ListSigningKeysRequest request) {
    return calls.call(io.platonic.identity.v1.IdentityServiceGrpc.getListSigningKeysMethod(), request);
  }

  /**
   * Lists the signing keys of an identity, including revoked ones, newest first. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.ListSigningKeysResponse> listSigningKeysAsync(io.platonic.identity.v1.ListSigningKeysRequest request) {
    return calls.callAsync(io.platonic.identity.v1.IdentityServiceGrpc.getListSigningKeysMethod(), request);
  }

  /**
   * Adds a signing key: the client's if the request contains one, otherwise one created in the vault. A mail tells the address of the identity.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.AddSigningKeyResponse addSigningKey(io.platonic.identity.v1.AddSigningKeyRequest request) {
    return calls.call(io.platonic.identity.v1.IdentityServiceGrpc.getAddSigningKeyMethod(), request);
  }

  /**
   * Adds a signing key: the client's if the request contains one, otherwise one created in the vault. A mail tells the address of the identity. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.AddSigningKeyResponse> addSigningKeyAsync(io.platonic.identity.v1.AddSigningKeyRequest request) {
    return calls.callAsync(io.platonic.identity.v1.IdentityServiceGrpc.getAddSigningKeyMethod(), request);
  }

  /**
   * Revokes a signing key immediately and ends the sessions that it opened. Revoking it again changes nothing. A session needs a fresh proof of the identity, and cannot revoke the last key.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.RevokeSigningKeyResponse revokeSigningKey(io.platonic.identity.v1.RevokeSigningKeyRequest request) {
    return calls.call(io.platonic.identity.v1.IdentityServiceGrpc.getRevokeSigningKeyMethod(), request);
  }

  /**
   * Revokes a signing key immediately and ends the sessions that it opened. Revoking it again changes nothing. A session needs a fresh proof of the identity, and cannot revoke the last key. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.RevokeSigningKeyResponse> revokeSigningKeyAsync(io.platonic.identity.v1.RevokeSigningKeyRequest request) {
    return calls.callAsync(io.platonic.identity.v1.IdentityServiceGrpc.getRevokeSigningKeyMethod(), request);
  }

  /**
   * Creates a new rotation key, which is returned only in this response. The previous key stays valid for a day; older ones end.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.identity.v1.RotateRotationKeyResponse rotateRotationKey(io.platonic.identity.v1.RotateRotationKeyRequest request) {
    return calls.call(io.platonic.identity.v1.IdentityServiceGrpc.getRotateRotationKeyMethod(), request);
  }

  /**
   * Creates a new rotation key, which is returned only in this response. The previous key stays valid for a day; older ones end. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.identity.v1.RotateRotationKeyResponse> rotateRotationKeyAsync(io.platonic.identity.v1.RotateRotationKeyRequest request) {
    return calls.callAsync(io.platonic.identity.v1.IdentityServiceGrpc.getRotateRotationKeyMethod(), request);
  }
}
