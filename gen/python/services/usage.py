"""Typed clients of UsageService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from platonic.admin.v1 import usage_pb2 as admin_v1_usage

from ._calls import AsyncCalls, Calls


class UsageService:
    """Tells how API keys and the sessions of identities are used: their calls over time, their place in
    the limits of their plan, and why calls were refused. Calls appear within a few seconds. Payloads
    are never recorded.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_usage.DESCRIPTOR.services_by_name["UsageService"].methods_by_name

    def get_usage(
        self, request: admin_v1_usage.GetUsageRequest, *, timeout: float | None = None
    ) -> admin_v1_usage.GetUsageResponse:
        """Counts calls by operation, in steps of an hour or a day. Counts are kept for 31 days."""
        return self._calls.unary(
            self._methods["GetUsage"], request, admin_v1_usage.GetUsageResponse, timeout
        )

    def get_rate(
        self, request: admin_v1_usage.GetRateRequest, *, timeout: float | None = None
    ) -> admin_v1_usage.GetRateResponse:
        """Reads how much of its plan a key uses now, or the sessions of an identity together. Calls in the
        window are those of all processes on a database server, and calls at once those of the process that
        answers.
        """
        return self._calls.unary(
            self._methods["GetRate"], request, admin_v1_usage.GetRateResponse, timeout
        )

    def list_refusals(
        self, request: admin_v1_usage.ListRefusalsRequest, *, timeout: float | None = None
    ) -> admin_v1_usage.ListRefusalsResponse:
        """Lists refused and failed calls, the newest first: the last 100 of each key, and of the sessions of
        each identity, of the last 31 days. A call with a revoked key is recorded under that key.
        """
        return self._calls.unary(
            self._methods["ListRefusals"], request, admin_v1_usage.ListRefusalsResponse, timeout
        )

    def list_refusals_items(
        self, request: admin_v1_usage.ListRefusalsRequest, *, timeout: float | None = None
    ) -> Iterator[admin_v1_usage.Refusal]:
        """Lists refused and failed calls, the newest first: the last 100 of each key, and of the sessions of
        each identity, of the last 31 days. A call with a revoked key is recorded under that key. Yields the
        items of all pages, and asks for a page when it is needed.
        """
        return self._calls.items(self._methods["ListRefusals"], request, admin_v1_usage.Refusal, timeout)


class AsyncUsageService:
    """Tells how API keys and the sessions of identities are used: their calls over time, their place in
    the limits of their plan, and why calls were refused. Calls appear within a few seconds. Payloads
    are never recorded.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_usage.DESCRIPTOR.services_by_name["UsageService"].methods_by_name

    async def get_usage(
        self, request: admin_v1_usage.GetUsageRequest, *, timeout: float | None = None
    ) -> admin_v1_usage.GetUsageResponse:
        """Counts calls by operation, in steps of an hour or a day. Counts are kept for 31 days."""
        return await self._calls.unary(
            self._methods["GetUsage"], request, admin_v1_usage.GetUsageResponse, timeout
        )

    async def get_rate(
        self, request: admin_v1_usage.GetRateRequest, *, timeout: float | None = None
    ) -> admin_v1_usage.GetRateResponse:
        """Reads how much of its plan a key uses now, or the sessions of an identity together. Calls in the
        window are those of all processes on a database server, and calls at once those of the process that
        answers.
        """
        return await self._calls.unary(
            self._methods["GetRate"], request, admin_v1_usage.GetRateResponse, timeout
        )

    async def list_refusals(
        self, request: admin_v1_usage.ListRefusalsRequest, *, timeout: float | None = None
    ) -> admin_v1_usage.ListRefusalsResponse:
        """Lists refused and failed calls, the newest first: the last 100 of each key, and of the sessions of
        each identity, of the last 31 days. A call with a revoked key is recorded under that key.
        """
        return await self._calls.unary(
            self._methods["ListRefusals"], request, admin_v1_usage.ListRefusalsResponse, timeout
        )

    def list_refusals_items(
        self, request: admin_v1_usage.ListRefusalsRequest, *, timeout: float | None = None
    ) -> AsyncIterator[admin_v1_usage.Refusal]:
        """Lists refused and failed calls, the newest first: the last 100 of each key, and of the sessions of
        each identity, of the last 31 days. A call with a revoked key is recorded under that key. Yields the
        items of all pages, and asks for a page when it is needed.
        """
        return self._calls.items(self._methods["ListRefusals"], request, admin_v1_usage.Refusal, timeout)
