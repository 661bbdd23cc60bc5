"""Typed clients of HoldService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from platonic.wallet.v1 import hold_pb2 as wallet_v1_hold
from platonic.wallet.v1 import hold_service_pb2 as wallet_v1_hold_service

from ._calls import AsyncCalls, Calls


class HoldService:
    """Holds: a transfer in two steps. TransactionService makes them, of orders with `capture_before`. A
    rejected capture or release is a successful call with `success` false. ResolveTransaction makes its
    outcome definite, too.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_hold_service.DESCRIPTOR.services_by_name["HoldService"].methods_by_name

    def capture_hold(
        self, request: wallet_v1_hold_service.CaptureHoldRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_hold_service.CaptureHoldResponse:
        """Captures a hold in whole or in part: its recipient gets the money."""
        return self._calls.unary(
            self._methods["CaptureHold"], request, wallet_v1_hold_service.CaptureHoldResponse, timeout, idempotency_key
        )

    def release_hold(
        self, request: wallet_v1_hold_service.ReleaseHoldRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_hold_service.ReleaseHoldResponse:
        """Releases a hold: what is left goes back to its sender. The recipient alone may do so before the time
        is over.
        """
        return self._calls.unary(
            self._methods["ReleaseHold"], request, wallet_v1_hold_service.ReleaseHoldResponse, timeout, idempotency_key
        )

    def get_hold(
        self, request: wallet_v1_hold_service.GetHoldRequest, *, timeout: float | None = None
    ) -> wallet_v1_hold_service.GetHoldResponse:
        """Reads a hold. Its sender and its recipient may read it."""
        return self._calls.unary(
            self._methods["GetHold"], request, wallet_v1_hold_service.GetHoldResponse, timeout
        )

    def list_holds(
        self, request: wallet_v1_hold_service.ListHoldsRequest, *, timeout: float | None = None
    ) -> wallet_v1_hold_service.ListHoldsResponse:
        """Lists the holds of a wallet, open and ended, newest first."""
        return self._calls.unary(
            self._methods["ListHolds"], request, wallet_v1_hold_service.ListHoldsResponse, timeout
        )

    def list_holds_items(
        self, request: wallet_v1_hold_service.ListHoldsRequest, *, timeout: float | None = None
    ) -> Iterator[wallet_v1_hold.Hold]:
        """Lists the holds of a wallet, open and ended, newest first. Yields the items of all pages, and asks
        for a page when it is needed.
        """
        return self._calls.items(self._methods["ListHolds"], request, wallet_v1_hold.Hold, timeout)


class AsyncHoldService:
    """Holds: a transfer in two steps. TransactionService makes them, of orders with `capture_before`. A
    rejected capture or release is a successful call with `success` false. ResolveTransaction makes its
    outcome definite, too.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_hold_service.DESCRIPTOR.services_by_name["HoldService"].methods_by_name

    async def capture_hold(
        self, request: wallet_v1_hold_service.CaptureHoldRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_hold_service.CaptureHoldResponse:
        """Captures a hold in whole or in part: its recipient gets the money."""
        return await self._calls.unary(
            self._methods["CaptureHold"], request, wallet_v1_hold_service.CaptureHoldResponse, timeout, idempotency_key
        )

    async def release_hold(
        self, request: wallet_v1_hold_service.ReleaseHoldRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_hold_service.ReleaseHoldResponse:
        """Releases a hold: what is left goes back to its sender. The recipient alone may do so before the time
        is over.
        """
        return await self._calls.unary(
            self._methods["ReleaseHold"], request, wallet_v1_hold_service.ReleaseHoldResponse, timeout, idempotency_key
        )

    async def get_hold(
        self, request: wallet_v1_hold_service.GetHoldRequest, *, timeout: float | None = None
    ) -> wallet_v1_hold_service.GetHoldResponse:
        """Reads a hold. Its sender and its recipient may read it."""
        return await self._calls.unary(
            self._methods["GetHold"], request, wallet_v1_hold_service.GetHoldResponse, timeout
        )

    async def list_holds(
        self, request: wallet_v1_hold_service.ListHoldsRequest, *, timeout: float | None = None
    ) -> wallet_v1_hold_service.ListHoldsResponse:
        """Lists the holds of a wallet, open and ended, newest first."""
        return await self._calls.unary(
            self._methods["ListHolds"], request, wallet_v1_hold_service.ListHoldsResponse, timeout
        )

    def list_holds_items(
        self, request: wallet_v1_hold_service.ListHoldsRequest, *, timeout: float | None = None
    ) -> AsyncIterator[wallet_v1_hold.Hold]:
        """Lists the holds of a wallet, open and ended, newest first. Yields the items of all pages, and asks
        for a page when it is needed.
        """
        return self._calls.items(self._methods["ListHolds"], request, wallet_v1_hold.Hold, timeout)
