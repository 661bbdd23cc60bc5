// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Tells which processes serve, and how they are. Each writes its heartbeat to the database that they share. */
public final class ProcessService {
  private final Calls calls;

  ProcessService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Lists the processes that use the service's database, oldest first. A process that shut down is no longer listed; one that was killed, or has lost the database, is listed as silent for a day.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.ListProcessesResponse listProcesses(io.platonic.admin.v1.ListProcessesRequest request) {
    return calls.call(io.platonic.admin.v1.ProcessServiceGrpc.getListProcessesMethod(), request);
  }

  /**
   * Lists the processes that use the service's database, oldest first. A process that shut down is no longer listed; one that was killed, or has lost the database, is listed as silent for a day. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.ListProcessesResponse> listProcessesAsync(io.platonic.admin.v1.ListProcessesRequest request) {
    return calls.callAsync(io.platonic.admin.v1.ProcessServiceGrpc.getListProcessesMethod(), request);
  }
}
