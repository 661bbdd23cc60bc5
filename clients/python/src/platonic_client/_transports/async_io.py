"""Input and output for asyncio."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

import grpc
import grpc.aio
from google.protobuf.message import Message

from platonic_client._calls.endpoint import Endpoint
from platonic_client._calls.io import Answer, AnswerStream, AnswerT, Flag, Headers
from platonic_client._calls.status import error_of
from platonic_client.errors import PlatonicError, Reason

from .channel_options import channel_credentials, channel_options

T = TypeVar("T")
P = ParamSpec("P")


class AsyncFlag:
    """A flag for asyncio."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def set(self) -> None:
        """Says that it has happened."""
        self._event.set()

    async def wait(self, seconds: float | None) -> bool:
        """Waits until it has happened, at most so long."""
        try:
            await asyncio.wait_for(self._event.wait(), seconds)
        except asyncio.TimeoutError:
            return False
        return True


class AsyncIo:
    """Calls by a connection of gRPC, on the event loop that runs at the first call."""

    def __init__(self, endpoint: Endpoint, root_certificates: bytes | None = None) -> None:
        self._endpoint = endpoint
        self._root_certificates = root_certificates
        self._channel: Any = None
        self._callables: dict[str, Any] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def now(self) -> float:
        """Returns the time of a clock that never goes back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> bool:
        """Waits, and says whether the client is still open."""
        await asyncio.sleep(seconds)
        return not self._is_closed

    def flag(self) -> Flag:
        """Makes a flag that is not set."""
        return AsyncFlag()

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
        try:
            call = send(request, timeout=timeout, metadata=metadata)
            message = await call
            return Answer(message, await call.initial_metadata())
        except grpc.aio.AioRpcError as error:
            raise _converted(error) from error
        except grpc.aio.UsageError as error:
            raise PlatonicError(Reason.UNKNOWN, "the client is closed") from error

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
        return _AsyncStream(send(request, timeout=timeout, metadata=metadata))

    def _opened(self) -> Any:
        if self._is_closed:
            raise PlatonicError(Reason.UNKNOWN, "the client is closed")
        if self._channel is None:
            options = channel_options(self._endpoint)
            self._channel = (
                grpc.aio.secure_channel(self._endpoint.target, channel_credentials(self._root_certificates), options)
                if self._endpoint.is_encrypted
                else grpc.aio.insecure_channel(self._endpoint.target, options)
            )
        return self._channel

    async def close(self) -> None:
        """Ends calls, waits and connections."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._channel is not None:
            await self._channel.close()


class _AsyncStream(AnswerStream[AnswerT]):
    def __init__(self, call: Any) -> None:
        self._call = call

    async def next(self, silence: float | None) -> AnswerT | None:
        try:
            answer = await asyncio.wait_for(self._call.read(), silence)
        except asyncio.TimeoutError:
            self._call.cancel()
            raise PlatonicError(Reason.UNREACHABLE, "the stream was silent for too long") from None
        except grpc.aio.AioRpcError as error:
            raise _converted(error) from error
        return None if answer is grpc.aio.EOF else answer

    def cancel(self) -> None:
        self._call.cancel()


def _serialized(message: Message) -> bytes:
    return message.SerializeToString()


def _converted(error: grpc.aio.AioRpcError) -> PlatonicError:
    return error_of(error.code(), error.details(), error.initial_metadata(), error.trailing_metadata())
