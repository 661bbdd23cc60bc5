// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Makes encrypted backups of the service's database, in addition to the daily ones, and tests whether they can be restored. The files stay on the service's machine. */
public final class BackupService {
  private final Calls calls;

  BackupService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Makes a backup now and returns when it is on disk.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.CreateBackupResponse createBackup(io.platonic.admin.v1.CreateBackupRequest request) {
    return calls.call(io.platonic.admin.v1.BackupServiceGrpc.getCreateBackupMethod(), request);
  }

  /**
   * Makes a backup now and returns when it is on disk. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.CreateBackupResponse> createBackupAsync(io.platonic.admin.v1.CreateBackupRequest request) {
    return calls.callAsync(io.platonic.admin.v1.BackupServiceGrpc.getCreateBackupMethod(), request);
  }

  /**
   * Lists all backups, newest first.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.ListBackupsResponse listBackups(io.platonic.admin.v1.ListBackupsRequest request) {
    return calls.call(io.platonic.admin.v1.BackupServiceGrpc.getListBackupsMethod(), request);
  }

  /**
   * Lists all backups, newest first. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.ListBackupsResponse> listBackupsAsync(io.platonic.admin.v1.ListBackupsRequest request) {
    return calls.callAsync(io.platonic.admin.v1.BackupServiceGrpc.getListBackupsMethod(), request);
  }

  /**
   * Restores the newest backup into a separate place, decrypts and checks everything in it, and reports the problems found. The service itself is not changed.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.admin.v1.DrillBackupResponse drillBackup(io.platonic.admin.v1.DrillBackupRequest request) {
    return calls.call(io.platonic.admin.v1.BackupServiceGrpc.getDrillBackupMethod(), request);
  }

  /**
   * Restores the newest backup into a separate place, decrypts and checks everything in it, and reports the problems found. The service itself is not changed. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.admin.v1.DrillBackupResponse> drillBackupAsync(io.platonic.admin.v1.DrillBackupRequest request) {
    return calls.callAsync(io.platonic.admin.v1.BackupServiceGrpc.getDrillBackupMethod(), request);
  }
}
