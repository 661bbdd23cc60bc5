// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import io.platonic.client.AnswerStream;
import java.util.concurrent.CompletableFuture;

/** Tells who has done what, from where and with what result: calls whose methods declare <code>access.v1.audited</code>, and acts of the service and its programs. Records are chained by hashes; <code>CheckLedger</code> checks them too. Methods that answer in pages can be iterated, too. */
public final class AuditService {
  private final Calls calls;

  AuditService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Lists records, the newest first.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.ListAuditRecordsResponse listAuditRecords(io.platonic.admin.v1.ListAuditRecordsRequest request) {
    return calls.call(io.platonic.admin.v1.AuditServiceGrpc.getListAuditRecordsMethod(), request);
  }

  /**
   * Lists records, the newest first. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.ListAuditRecordsResponse> listAuditRecordsAsync(io.platonic.admin.v1.ListAuditRecordsRequest request) {
    return calls.callAsync(io.platonic.admin.v1.AuditServiceGrpc.getListAuditRecordsMethod(), request);
  }

  /**
   * Lists records, the newest first. Asks for a page when it is needed.
   *
   * @param request the request
   * @return all items of all pages
   */
  public Iterable<io.platonic.admin.v1.AuditRecord> iterateAuditRecords(io.platonic.admin.v1.ListAuditRecordsRequest request) {
    return calls.iterate(io.platonic.admin.v1.AuditServiceGrpc.getListAuditRecordsMethod(), request, io.platonic.admin.v1.AuditRecord.class);
  }

  /**
   * Streams records in their order, starting after a cursor. A stream that is opened again with the last cursor misses no record. The stream is as it comes: it is not opened again after a break.
   *
   * @param request the request
   * @return the answers, to be closed
   */
  public AnswerStream<io.platonic.admin.v1.WatchAuditResponse> watchAudit(io.platonic.admin.v1.WatchAuditRequest request) {
    return calls.stream(io.platonic.admin.v1.AuditServiceGrpc.getWatchAuditMethod(), request);
  }
}
