"""Input and output for asyncio."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, ParamSpec, TypeVar
from weakref import WeakSet

import grpc
import grpc.aio
from google.protobuf.message import Message

from platonic_client._calls.io import Answer, AnswerStream, AnswerT, Closing, Flag, Headers, closed_error
from platonic_client._calls.network import Network
from platonic_client._calls.status import Metadata, error_of
from platonic_client.errors import PlatonicError, Reason

from .channel_options import channel_options

T = TypeVar("T")
P = ParamSpec("P")


class AsyncIo(Closing):
    """Calls by a connection of gRPC, on the event loop that runs at the first call."""

    def __init__(self, network: Network, trusted: Any = None) -> None:
        super().__init__()
        self._network = network
        self._trusted: Any = trusted
        if trusted is None and network.endpoint.is_encrypted:
            self._trusted = grpc.ssl_channel_credentials(network.root_certificates)
        self._channel: Any = None
        self._callables: dict[str, Any] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._under_way: set[Any] = set()
        """Calls of gRPC that are not answered."""
        self._forks: WeakSet[AsyncIo] = WeakSet()

    def fork(self) -> AsyncIo:
        """Makes another one that is closed apart from this one, or with it. gRPC gives both the same connection."""
        fork = AsyncIo(self._network, trusted=self._trusted)
        self._forks.add(fork)
        if self.is_closed:
            fork.closed.set()
        return fork

    def now(self) -> float:
        """Returns the time of a clock that never goes back."""
        return time.monotonic()

    async def _wait_for_any(self, flags: tuple[Flag, ...], seconds: float | None) -> None:
        loop = asyncio.get_running_loop()
        event = asyncio.Event()

        def wake() -> None:
            # Its loop may have ended before a thread that sets the flag.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(event.set)

        for one in flags:
            one.watch(wake)
        try:
            await asyncio.wait_for(event.wait(), seconds)
        except asyncio.TimeoutError:
            pass
        finally:
            for one in flags:
                one.unwatch(wake)

    async def gather(self, act: Callable[[], Coroutine[Any, Any, None]], count: int) -> None:
        """Runs an action in so many tasks, waits for all, and raises the first of their errors."""
        done = await asyncio.gather(*(act() for _ in range(count)), return_exceptions=True)
        for error in done:
            if error is not None:
                raise error

    def spawn(self, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Runs an action in a task, which outlives the caller."""
        task = asyncio.get_running_loop().create_task(act())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def blocking(self, act: Callable[P, T], *parameters: P.args, **named: P.kwargs) -> T:
        """Runs a function in a thread."""
        return await asyncio.to_thread(act, *parameters, **named)

    async def unary(
        self,
        path: str,
        request: Message,
        answer: type[AnswerT],
        metadata: Headers,
        timeout: float | None,
    ) -> Answer[AnswerT]:
        """Sends a request once."""
        channel = self._opened()
        send = self._callables.get(path)
        if send is None:
            send = channel.unary_unary(path, _serialized, answer.FromString)
            self._callables[path] = send
        call = send(request, timeout=timeout, metadata=metadata)
        with self.ended_by_close(call):
            message = await call
            return Answer(message, await call.initial_metadata())

    def stream(
        self,
        path: str,
        request: Message,
        answer: type[AnswerT],
        metadata: Headers,
        timeout: float | None,
    ) -> AnswerStream[AnswerT]:
        """Opens a stream."""
        send = self._opened().unary_stream(path, _serialized, answer.FromString)
        return _AsyncStream(send(request, timeout=timeout, metadata=metadata), self)

    @contextlib.contextmanager
    def ended_by_close(self, call: Any) -> Iterator[None]:
        """Ends a call when this is closed, and converts its errors."""
        self._under_way.add(call)
        try:
            yield
        except grpc.aio.AioRpcError as error:
            if self.is_closed and error.code() is grpc.StatusCode.CANCELLED:
                raise closed_error() from error
            raise _converted(error) from error
        except grpc.aio.UsageError as error:
            raise closed_error() from error
        except asyncio.CancelledError:
            if self.is_closed and not _is_canceled():
                raise closed_error() from None
            raise
        finally:
            self._under_way.discard(call)

    def _opened(self) -> Any:
        self.require_open()
        if self._channel is None:
            endpoint, options = self._network.endpoint, channel_options(self._network)
            self._channel = (
                grpc.aio.secure_channel(endpoint.target, self._trusted, options)
                if endpoint.is_encrypted
                else grpc.aio.insecure_channel(endpoint.target, options)
            )
        return self._channel

    async def close(self) -> None:
        """Ends calls, waits and connections."""
        if not self.is_closed:
            await self._wait_for_ends(await self._end())

    async def _end(self) -> list[Flag]:
        """Ends all that is under way, and returns what is set when that which ends in a thread has ended."""
        self.closed.set()
        ends = list(self._ends)
        for fork in list(self._forks):
            if not fork.is_closed:
                ends += await fork._end()
        for call in list(self._under_way):
            call.cancel()
        # One of them may be closing the client.
        tasks = self._tasks - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._channel is not None:
            await self._channel.close()
        return ends


class _AsyncStream(AnswerStream[AnswerT]):
    def __init__(self, call: Any, io: AsyncIo) -> None:
        self._call = call
        self._io = io

    async def next(self, silence: float | None) -> AnswerT | None:
        self._io.require_open()
        with self._io.ended_by_close(self._call):
            try:
                answer = await asyncio.wait_for(self._call.read(), silence)
            except asyncio.TimeoutError:
                self._call.cancel()
                raise PlatonicError(Reason.UNREACHABLE, "the stream was silent for too long") from None
        return None if answer is grpc.aio.EOF else answer

    async def headers(self) -> Metadata:
        return tuple(await self._call.initial_metadata())

    def cancel(self) -> None:
        self._call.cancel()


def _serialized(message: Message) -> bytes:
    return message.SerializeToString()


def _is_canceled() -> bool:
    """Says whether the task itself was canceled, which Python 3.10 does not tell."""
    task: Any = asyncio.current_task()
    return bool(getattr(task, "cancelling", int)())


def _converted(error: grpc.aio.AioRpcError) -> PlatonicError:
    return error_of(error.code(), error.details(), error.initial_metadata(), error.trailing_metadata())
