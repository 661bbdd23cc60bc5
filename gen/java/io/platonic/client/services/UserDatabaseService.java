// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Users of the host: identities whose owner has set the entry <code>host.login</code> of the metadata. The data are public on the host: names, UID and GID, home directory and shell. */
public final class UserDatabaseService {
  private final Calls calls;

  UserDatabaseService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Finds the user with this name, this UID, or both; without either it lists all users.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.host.v1.GetUserRecordResponse getUserRecord(io.platonic.host.v1.GetUserRecordRequest request) {
    return calls.call(io.platonic.host.v1.UserDatabaseServiceGrpc.getGetUserRecordMethod(), request);
  }

  /**
   * Finds the user with this name, this UID, or both; without either it lists all users. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.host.v1.GetUserRecordResponse> getUserRecordAsync(io.platonic.host.v1.GetUserRecordRequest request) {
    return calls.callAsync(io.platonic.host.v1.UserDatabaseServiceGrpc.getGetUserRecordMethod(), request);
  }

  /**
   * Finds the group with this name, this GID, or both; without either it lists all groups. All users share one group.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.host.v1.GetGroupRecordResponse getGroupRecord(io.platonic.host.v1.GetGroupRecordRequest request) {
    return calls.call(io.platonic.host.v1.UserDatabaseServiceGrpc.getGetGroupRecordMethod(), request);
  }

  /**
   * Finds the group with this name, this GID, or both; without either it lists all groups. All users share one group. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.host.v1.GetGroupRecordResponse> getGroupRecordAsync(io.platonic.host.v1.GetGroupRecordRequest request) {
    return calls.callAsync(io.platonic.host.v1.UserDatabaseServiceGrpc.getGetGroupRecordMethod(), request);
  }

  /**
   * Lists memberships in supplementary groups. There are none, so it always fails with RESOURCE_NOT_FOUND.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.host.v1.GetMembershipsResponse getMemberships(io.platonic.host.v1.GetMembershipsRequest request) {
    return calls.call(io.platonic.host.v1.UserDatabaseServiceGrpc.getGetMembershipsMethod(), request);
  }

  /**
   * Lists memberships in supplementary groups. There are none, so it always fails with RESOURCE_NOT_FOUND. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.host.v1.GetMembershipsResponse> getMembershipsAsync(io.platonic.host.v1.GetMembershipsRequest request) {
    return calls.callAsync(io.platonic.host.v1.UserDatabaseServiceGrpc.getGetMembershipsMethod(), request);
  }
}
