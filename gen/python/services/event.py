"""Typed clients of EventService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from platonic.wallet.v1 import event_service_pb2 as wallet_v1_event_service

from ._calls import AsyncCalls, Calls


class EventService:
    """Tells of movements of money when they happen. Over REST the answers are Server-Sent Events, whose id
    is the cursor.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_event_service.DESCRIPTOR.services_by_name["EventService"].methods_by_name

    def watch(
        self, request: wallet_v1_event_service.WatchRequest, *, timeout: float | None = None
    ) -> Iterator[wallet_v1_event_service.WatchResponse]:
        """Streams each entry that moves money into or out of a wallet, in ledger order, starting after a
        cursor. A stream that is opened again with the last cursor misses no entry. The stream is as it
        comes: it is not opened again after a break.
        """
        return self._calls.stream(self._methods["Watch"], request, wallet_v1_event_service.WatchResponse, timeout)

    def list_events(
        self, request: wallet_v1_event_service.ListEventsRequest, *, timeout: float | None = None
    ) -> wallet_v1_event_service.ListEventsResponse:
        """Reads the next events after a cursor, and waits for the first of them if there is none: for clients
        without streams, and for the channel.
        """
        return self._calls.unary(
            self._methods["ListEvents"], request, wallet_v1_event_service.ListEventsResponse, timeout
        )

    def watch_all(
        self, request: wallet_v1_event_service.WatchAllRequest, *, timeout: float | None = None
    ) -> Iterator[wallet_v1_event_service.WatchAllResponse]:
        """Streams the same entries for all wallets. An entry between two wallets appears once for each of
        them. The stream is as it comes: it is not opened again after a break.
        """
        return self._calls.stream(self._methods["WatchAll"], request, wallet_v1_event_service.WatchAllResponse, timeout)


class AsyncEventService:
    """Tells of movements of money when they happen. Over REST the answers are Server-Sent Events, whose id
    is the cursor.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_event_service.DESCRIPTOR.services_by_name["EventService"].methods_by_name

    def watch(
        self, request: wallet_v1_event_service.WatchRequest, *, timeout: float | None = None
    ) -> AsyncIterator[wallet_v1_event_service.WatchResponse]:
        """Streams each entry that moves money into or out of a wallet, in ledger order, starting after a
        cursor. A stream that is opened again with the last cursor misses no entry. The stream is as it
        comes: it is not opened again after a break.
        """
        return self._calls.stream(self._methods["Watch"], request, wallet_v1_event_service.WatchResponse, timeout)

    async def list_events(
        self, request: wallet_v1_event_service.ListEventsRequest, *, timeout: float | None = None
    ) -> wallet_v1_event_service.ListEventsResponse:
        """Reads the next events after a cursor, and waits for the first of them if there is none: for clients
        without streams, and for the channel.
        """
        return await self._calls.unary(
            self._methods["ListEvents"], request, wallet_v1_event_service.ListEventsResponse, timeout
        )

    def watch_all(
        self, request: wallet_v1_event_service.WatchAllRequest, *, timeout: float | None = None
    ) -> AsyncIterator[wallet_v1_event_service.WatchAllResponse]:
        """Streams the same entries for all wallets. An entry between two wallets appears once for each of
        them. The stream is as it comes: it is not opened again after a break.
        """
        return self._calls.stream(self._methods["WatchAll"], request, wallet_v1_event_service.WatchAllResponse, timeout)
