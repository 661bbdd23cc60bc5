"""Events of a wallet."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from platonic.wallet.v1 import event_service_pb2
from platonic.wallet.v1.event_service_pb2 import WatchRequest, WatchResponse
from platonic.wallet.v1.ledger_pb2 import LedgerEntry

from ._calls.calls import CoreCalls
from ._calls.io import closed_error
from ._calls.repetition import wait_after
from ._calls.trace import trace_headers
from .errors import PlatonicError, Reason, invalid

_late_max = 5.0
"""Seconds by which a heartbeat may be late before the connection counts as gone."""
_refusals_max = 2
"""Number of refused credentials in succession after which new ones would not help."""
_final = {
    Reason.PARAMETER_REQUIRED,
    Reason.PARAMETER_INVALID,
    Reason.RESOURCE_NOT_FOUND,
    Reason.STATE_INVALID,
    Reason.AUTHENTICATION_REQUIRED,
}
"""Reasons for which a stream would be refused each time."""

_methods: Any = event_service_pb2.DESCRIPTOR.services_by_name["EventService"].methods_by_name


@dataclass(frozen=True)
class Event:
    """An entry of the ledger that moved money into a wallet or out of it."""

    entry: LedgerEntry
    cursor: str
    """Keep it once the event is dealt with: another process goes on from it."""


class Watch:
    """Follows the events of a wallet across breaks."""

    def __init__(self, calls: CoreCalls, identity_id: str, cursor: str, from_start: bool, heartbeat: int) -> None:
        if not 1 <= heartbeat <= 60:
            raise invalid("heartbeat", f"a heartbeat has 1 to 60 seconds, not {heartbeat}")
        self._calls = calls
        self._identity_id = identity_id
        self._cursor = cursor
        self._from_start = from_start
        self._heartbeat = heartbeat
        self._trace = trace_headers()
        self._sequence = 0
        self._failures = 0
        self._refusals = 0

    async def events(self) -> AsyncIterator[Event]:
        """Yields each event once and in order, until the service refuses for good."""
        while True:
            retry_after = 0.0
            stream = self._stream()
            try:
                async for answer in stream:
                    self._failures = self._refusals = 0
                    entry = answer.entry
                    if answer.HasField("entry") and entry.sequence > self._sequence:
                        yield Event(entry, answer.cursor)
                        self._sequence = entry.sequence
                    # Kept only now, so that a break loses nothing.
                    self._cursor = answer.cursor
            except PlatonicError as error:
                self._refusals += error.reason is Reason.INVALID_API_KEY
                if error.reason in _final or self._refusals >= _refusals_max:
                    raise
                retry_after = error.retry_after
            finally:
                await stream.aclose()  # type: ignore[attr-defined]
            self._failures += 1
            if not await self._calls.io.sleep(wait_after(retry_after, self._failures)):
                raise closed_error()

    def _stream(self) -> AsyncIterator[WatchResponse]:
        request = WatchRequest(
            identity_id=self._identity_id,
            cursor=self._cursor or None,
            heartbeat_seconds=self._heartbeat,
        )
        if self._from_start:
            request.from_start = True
        silence = self._heartbeat + _late_max
        return self._calls.stream(_methods["Watch"], request, WatchResponse, None, silence, self._trace)
