"""Input and output for threads."""

from __future__ import annotations

import contextvars
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar
from weakref import WeakSet

import grpc
from google.protobuf.message import Message

from platonic_client._calls.io import Answer, AnswerStream, AnswerT, Closing, Flag, Headers, closed_error, run
from platonic_client._calls.network import Network
from platonic_client._calls.status import Metadata, error_of
from platonic_client.errors import PlatonicError, Reason

from .channel_options import channel_options

T = TypeVar("T")
P = ParamSpec("P")


class BlockingIo(Closing):
    """Calls by a connection of gRPC that block their thread."""

    def __init__(self, network: Network, trusted: Any = None) -> None:
        super().__init__()
        self._network = network
        self._trusted: Any = trusted
        if trusted is None and network.endpoint.is_encrypted:
            self._trusted = grpc.ssl_channel_credentials(network.root_certificates)
        endpoint, options = network.endpoint, channel_options(network)
        self._channel = (
            grpc.secure_channel(endpoint.target, self._trusted, options)
            if endpoint.is_encrypted
            else grpc.insecure_channel(endpoint.target, options)
        )
        self._callables: dict[str, Any] = {}
        self._forks: WeakSet[BlockingIo] = WeakSet()

    def fork(self) -> BlockingIo:
        """Makes another one that is closed apart from this one, or with it. gRPC gives both the same connection."""
        fork = BlockingIo(self._network, trusted=self._trusted)
        self._forks.add(fork)
        if self.is_closed:
            fork._end()
        return fork

    def now(self) -> float:
        """Returns the time of a clock that never goes back."""
        return time.monotonic()

    async def _wait_for_any(self, flags: tuple[Flag, ...], seconds: float | None) -> None:
        event = threading.Event()
        for one in flags:
            one.watch(event.set)
        event.wait(seconds)
        for one in flags:
            one.unwatch(event.set)

    async def gather(self, act: Callable[[], Coroutine[Any, Any, None]], count: int) -> None:
        """Runs an action in so many threads, waits for all, and raises the first of their errors."""
        if count == 1:
            await act()
            return
        done = [self.in_thread(lambda: run(act()))[0] for _ in range(count)]
        for error in [one.exception() for one in done]:
            if error is not None:
                raise error

    def spawn(self, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Runs an action in a thread, which does not keep the process from ending."""
        context = contextvars.copy_context()
        threading.Thread(target=lambda: context.run(run, act()), daemon=True).start()

    async def blocking(self, act: Callable[P, T], *parameters: P.args, **named: P.kwargs) -> T:
        """Calls a function."""
        return act(*parameters, **named)

    async def unary(
        self,
        path: str,
        request: Message,
        answer: type[AnswerT],
        metadata: Headers,
        timeout: float | None,
    ) -> Answer[AnswerT]:
        """Sends a request once."""
        self.require_open()
        send = self._callables.get(path)
        if send is None:
            send = self._channel.unary_unary(path, _serialized, answer.FromString)
            self._callables[path] = send
        try:
            message, call = send.with_call(request, timeout=timeout, metadata=metadata)
        except grpc.RpcError as error:
            raise self.converted(error) from error
        except ValueError as error:
            raise self._refused(error) from error
        return Answer(message, call.initial_metadata())

    def stream(
        self,
        path: str,
        request: Message,
        answer: type[AnswerT],
        metadata: Headers,
        timeout: float | None,
    ) -> AnswerStream[AnswerT]:
        """Opens a stream."""
        self.require_open()
        send = self._channel.unary_stream(path, _serialized, answer.FromString)
        try:
            return _BlockingStream(send(request, timeout=timeout, metadata=metadata), self)
        except ValueError as error:
            raise self._refused(error) from error

    def _refused(self, error: ValueError) -> Exception:
        """Returns the error of a closed client; gRPC has none of its own for it."""
        return closed_error() if self.is_closed else error

    def converted(self, error: Any) -> PlatonicError:
        """Converts an error of gRPC."""
        if self.is_closed and error.code() is grpc.StatusCode.CANCELLED:
            return closed_error()
        return error_of(error.code(), error.details(), error.initial_metadata(), error.trailing_metadata())

    async def close(self) -> None:
        """Ends calls, waits and connections."""
        if not self.is_closed:
            await self._wait_for_ends(self._end())

    def _end(self) -> list[Flag]:
        """Ends all that is under way, and returns what is set when that which ends in a thread has ended."""
        self.closed.set()
        ends = list(self._ends)
        for fork in list(self._forks):
            if not fork.is_closed:
                ends += fork._end()
        self._channel.close()
        return ends


class _BlockingStream(AnswerStream[AnswerT]):
    def __init__(self, call: Any, io: BlockingIo) -> None:
        self._call = call
        self._io = io
        self._changed = threading.Condition()
        self._silent_at: float | None = None
        self._is_silent = False
        self._watch: threading.Thread | None = None
        self._is_over = False

    async def next(self, silence: float | None) -> AnswerT | None:
        self._listen(silence)
        try:
            answer: AnswerT | None = next(self._call, None)
        except grpc.RpcError as error:
            if self._is_silent:
                raise PlatonicError(Reason.UNREACHABLE, "the stream was silent for too long") from error
            raise self._io.converted(error) from error
        finally:
            # Time that the caller takes is no silence.
            self._listen(None)
        return answer

    async def headers(self) -> Metadata:
        return tuple(self._call.initial_metadata())

    def cancel(self) -> None:
        with self._changed:
            self._is_over = True
            self._changed.notify()
        self._call.cancel()

    def _listen(self, silence: float | None) -> None:
        """Sets the time at which the stream counts as silent."""
        with self._changed:
            self._silent_at = None if silence is None else time.monotonic() + silence
            if silence is not None and self._watch is None:
                self._watch = threading.Thread(target=self._watch_silence, daemon=True)
                self._watch.start()
            self._changed.notify()

    def _watch_silence(self) -> None:
        with self._changed:
            while not self._is_over:
                left = None if self._silent_at is None else self._silent_at - time.monotonic()
                if left is not None and left <= 0:
                    self._is_silent = True
                    self._call.cancel()
                    return
                self._changed.wait(left)


def _serialized(message: Message) -> bytes:
    return message.SerializeToString()
