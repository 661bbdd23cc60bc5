"""Typed clients of AuditService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from platonic.admin.v1 import audit_pb2 as admin_v1_audit

from ._calls import AsyncCalls, Calls


class AuditService:
    """Tells who has done what, from where and with what result: calls whose methods declare
    `access.v1.audited`, and acts of the service and its programs. Records are chained by hashes;
    `CheckLedger` checks them too.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_audit.DESCRIPTOR.services_by_name["AuditService"].methods_by_name

    def list_audit_records(
        self, request: admin_v1_audit.ListAuditRecordsRequest, *, timeout: float | None = None
    ) -> admin_v1_audit.ListAuditRecordsResponse:
        """Lists records, the newest first."""
        return self._calls.unary(
            self._methods["ListAuditRecords"], request, admin_v1_audit.ListAuditRecordsResponse, timeout
        )

    def list_audit_records_items(
        self, request: admin_v1_audit.ListAuditRecordsRequest, *, timeout: float | None = None
    ) -> Iterator[admin_v1_audit.AuditRecord]:
        """Lists records, the newest first. Yields the items of all pages, and asks for a page when it is
        needed.
        """
        return self._calls.items(self._methods["ListAuditRecords"], request, admin_v1_audit.AuditRecord, timeout)

    def watch_audit(
        self, request: admin_v1_audit.WatchAuditRequest, *, timeout: float | None = None
    ) -> Iterator[admin_v1_audit.WatchAuditResponse]:
        """Streams records in their order, starting after a cursor. A stream that is opened again with the last
        cursor misses no record. The stream is as it comes: it is not opened again after a break.
        """
        return self._calls.stream(self._methods["WatchAudit"], request, admin_v1_audit.WatchAuditResponse, timeout)


class AsyncAuditService:
    """Tells who has done what, from where and with what result: calls whose methods declare
    `access.v1.audited`, and acts of the service and its programs. Records are chained by hashes;
    `CheckLedger` checks them too.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_audit.DESCRIPTOR.services_by_name["AuditService"].methods_by_name

    async def list_audit_records(
        self, request: admin_v1_audit.ListAuditRecordsRequest, *, timeout: float | None = None
    ) -> admin_v1_audit.ListAuditRecordsResponse:
        """Lists records, the newest first."""
        return await self._calls.unary(
            self._methods["ListAuditRecords"], request, admin_v1_audit.ListAuditRecordsResponse, timeout
        )

    def list_audit_records_items(
        self, request: admin_v1_audit.ListAuditRecordsRequest, *, timeout: float | None = None
    ) -> AsyncIterator[admin_v1_audit.AuditRecord]:
        """Lists records, the newest first. Yields the items of all pages, and asks for a page when it is
        needed.
        """
        return self._calls.items(self._methods["ListAuditRecords"], request, admin_v1_audit.AuditRecord, timeout)

    def watch_audit(
        self, request: admin_v1_audit.WatchAuditRequest, *, timeout: float | None = None
    ) -> AsyncIterator[admin_v1_audit.WatchAuditResponse]:
        """Streams records in their order, starting after a cursor. A stream that is opened again with the last
        cursor misses no record. The stream is as it comes: it is not opened again after a break.
        """
        return self._calls.stream(self._methods["WatchAudit"], request, admin_v1_audit.WatchAuditResponse, timeout)
