// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Reports the state of the vault's keys and rotates them. No response ever contains a key. */
public final class VaultService {
  private final Calls calls;

  VaultService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Reports which key-encryption key is in use, and since when.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.GetVaultStatusResponse getVaultStatus(io.platonic.admin.v1.GetVaultStatusRequest request) {
    return calls.call(io.platonic.admin.v1.VaultServiceGrpc.getGetVaultStatusMethod(), request);
  }

  /**
   * Reports which key-encryption key is in use, and since when. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.GetVaultStatusResponse> getVaultStatusAsync(io.platonic.admin.v1.GetVaultStatusRequest request) {
    return calls.callAsync(io.platonic.admin.v1.VaultServiceGrpc.getGetVaultStatusMethod(), request);
  }

  /**
   * Replaces the active key-encryption key now, for example after a possible exposure, and returns the new state.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.RotateVaultResponse rotateVault(io.platonic.admin.v1.RotateVaultRequest request) {
    return calls.call(io.platonic.admin.v1.VaultServiceGrpc.getRotateVaultMethod(), request);
  }

  /**
   * Replaces the active key-encryption key now, for example after a possible exposure, and returns the new state. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.RotateVaultResponse> rotateVaultAsync(io.platonic.admin.v1.RotateVaultRequest request) {
    return calls.callAsync(io.platonic.admin.v1.VaultServiceGrpc.getRotateVaultMethod(), request);
  }
}
