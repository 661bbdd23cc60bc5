"""Typed clients of BackupService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from typing import Any

from platonic.admin.v1 import backup_pb2 as admin_v1_backup

from ._calls import AsyncCalls, Calls


class BackupService:
    """Makes encrypted backups of the service's database, in addition to the daily ones, and tests whether
    they can be restored. The files stay on the service's machine.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_backup.DESCRIPTOR.services_by_name["BackupService"].methods_by_name

    def create_backup(
        self, request: admin_v1_backup.CreateBackupRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_backup.CreateBackupResponse:
        """Makes a backup now and returns when it is on disk."""
        return self._calls.unary(
            self._methods["CreateBackup"], request, admin_v1_backup.CreateBackupResponse, timeout, idempotency_key
        )

    def list_backups(
        self, request: admin_v1_backup.ListBackupsRequest, *, timeout: float | None = None
    ) -> admin_v1_backup.ListBackupsResponse:
        """Lists all backups, newest first."""
        return self._calls.unary(
            self._methods["ListBackups"], request, admin_v1_backup.ListBackupsResponse, timeout
        )

    def drill_backup(
        self, request: admin_v1_backup.DrillBackupRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_backup.DrillBackupResponse:
        """Restores the newest backup into a separate place, decrypts and checks everything in it, and reports
        the problems found. The service itself is not changed.
        """
        return self._calls.unary(
            self._methods["DrillBackup"], request, admin_v1_backup.DrillBackupResponse, timeout, idempotency_key
        )


class AsyncBackupService:
    """Makes encrypted backups of the service's database, in addition to the daily ones, and tests whether
    they can be restored. The files stay on the service's machine.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_backup.DESCRIPTOR.services_by_name["BackupService"].methods_by_name

    async def create_backup(
        self, request: admin_v1_backup.CreateBackupRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_backup.CreateBackupResponse:
        """Makes a backup now and returns when it is on disk."""
        return await self._calls.unary(
            self._methods["CreateBackup"], request, admin_v1_backup.CreateBackupResponse, timeout, idempotency_key
        )

    async def list_backups(
        self, request: admin_v1_backup.ListBackupsRequest, *, timeout: float | None = None
    ) -> admin_v1_backup.ListBackupsResponse:
        """Lists all backups, newest first."""
        return await self._calls.unary(
            self._methods["ListBackups"], request, admin_v1_backup.ListBackupsResponse, timeout
        )

    async def drill_backup(
        self, request: admin_v1_backup.DrillBackupRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_backup.DrillBackupResponse:
        """Restores the newest backup into a separate place, decrypts and checks everything in it, and reports
        the problems found. The service itself is not changed.
        """
        return await self._calls.unary(
            self._methods["DrillBackup"], request, admin_v1_backup.DrillBackupResponse, timeout, idempotency_key
        )
