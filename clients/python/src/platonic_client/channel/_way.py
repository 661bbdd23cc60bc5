"""The way of operations over the channel, for asyncio and for threads."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from platonic_client._calls.io import closed_error, run
from platonic_client.errors import PlatonicError, Reason

from ._channel import Channel, ChannelOptions
from ._errors import lost_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from platonic_client._calls.io import Io
    from platonic_client._calls.network import Network
    from platonic_client.session import Session

    from ._connection import Connection

T = TypeVar("T")

PATIENCE_MAX = 3.0
"""Longest wait for a channel that is not open, in seconds."""
BYTES_MAX = 120_000
"""Largest request on the channel."""
_closing_time = 0.8


class Way(Protocol):
    """Carries requests while the channel is open. Times are in seconds."""

    async def call(
        self, method: str, op_id: str, payload: bytes, *, timeout: float, patience: float = 0.0
    ) -> bytes | None:
        """Sends a request and returns its answer; None if the channel is not open.

        Raises:
            PlatonicError: it failed, or the answer is lost
        """
        ...

    async def resolve(self, op_id: str, *, timeout: float) -> bytes | None:
        """Voids a transaction unless it is done, and returns its outcome; None if the channel is not open.

        Raises:
            PlatonicError: it failed, or the answer is lost
        """
        ...

    async def close(self) -> None:
        """Ends the channel."""
        ...


async def _through(
    channel: Channel, patience: float, timeout: float, ask: Callable[[Connection], Coroutine[Any, Any, bytes]]
) -> bytes | None:
    connection = await channel.opened(min(patience, timeout))
    if connection is None:
        return None
    try:
        return await asyncio.wait_for(ask(connection), timeout)
    except asyncio.TimeoutError:
        raise PlatonicError(
            Reason.TIMED_OUT, "the channel did not answer before the deadline", was_sent_again=True
        ) from None


class TaskWay:
    """A channel in the event loop of its caller. It begins at once, or with its first use if no event loop runs yet."""

    def __init__(self, network: Network, session: Session, options: ChannelOptions, io: Io) -> None:
        async def open_session() -> str:
            return await session.token(None, io)

        self._io = io
        self._channel = Channel(network, session, options, open_session)
        self._running: asyncio.Task[None] | None = None
        io.closed.watch(self._cancel)
        with contextlib.suppress(RuntimeError):
            self.begin()

    async def call(
        self, method: str, op_id: str, payload: bytes, *, timeout: float, patience: float = 0.0
    ) -> bytes | None:
        """Sends a request."""
        self._io.require_open()
        self.begin()
        return await _through(self._channel, patience, timeout, lambda one: one.call(method, op_id, payload))

    async def resolve(self, op_id: str, *, timeout: float) -> bytes | None:
        """Asks for an outcome."""
        self._io.require_open()
        self.begin()
        return await _through(self._channel, 0.0, timeout, lambda one: one.resolve(op_id))

    def begin(self) -> None:
        """Connects, unless it does already."""
        if self._running is None and not self._io.is_closed:
            loop = asyncio.get_running_loop()
            self._running = loop.create_task(self._channel.run())

    async def close(self) -> None:
        """Ends the channel."""
        self._cancel()
        if self._running is not None:
            await asyncio.wait([self._running], timeout=_closing_time)

    def _cancel(self) -> None:
        if self._running is not None:
            self._running.cancel()


class ThreadWay:
    """A channel in an event loop of its own, which a thread runs."""

    def __init__(self, network: Network, session: Session, options: ChannelOptions, io: Io) -> None:
        async def open_session() -> str:
            # The session of a blocking client blocks, which must not stop the event loop.
            return await asyncio.to_thread(lambda: run(session.token(None, io)))

        self._lock = threading.Lock()
        self._is_closed = False
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="platonic channel", daemon=True)
        self._thread.start()
        self._channel = self._get(self._begin(network, session, options, open_session))
        io.closed.watch(self._cancel)

    def _run(self) -> None:
        self._loop.run_forever()
        self._loop.close()

    async def _begin(
        self,
        network: Network,
        session: Session,
        options: ChannelOptions,
        open_session: Callable[[], Coroutine[Any, Any, str]],
    ) -> Channel:
        channel = Channel(network, session, options, open_session)
        self._running = asyncio.ensure_future(channel.run())
        return channel

    def _get(self, work: Coroutine[Any, Any, T]) -> T:
        with self._lock:
            if self._is_closed:
                work.close()
                raise closed_error()
            found = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return found.result()
        except CancelledError:
            raise lost_answer() from None

    async def call(
        self, method: str, op_id: str, payload: bytes, *, timeout: float, patience: float = 0.0
    ) -> bytes | None:
        """Sends a request, and blocks until its answer."""
        return self._get(_through(self._channel, patience, timeout, lambda one: one.call(method, op_id, payload)))

    async def resolve(self, op_id: str, *, timeout: float) -> bytes | None:
        """Asks for an outcome, and blocks until it is told."""
        return self._get(_through(self._channel, 0.0, timeout, lambda one: one.resolve(op_id)))

    async def close(self) -> None:
        """Ends the channel and its thread."""
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
        with contextlib.suppress(asyncio.TimeoutError, TimeoutError, FutureTimeoutError):
            asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(_closing_time)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_closing_time)

    async def _end(self) -> None:
        """Ends the channel, and then whatever goes on beside it, so that nobody waits for the loop that ends."""
        self._running.cancel()
        await asyncio.wait([self._running], timeout=_closing_time / 2)
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        if others:
            await asyncio.wait(others, timeout=_closing_time / 4)

    def _cancel(self) -> None:
        """Ends the channel, and leaves its thread to `close`."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._running.cancel)
