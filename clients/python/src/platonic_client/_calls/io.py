"""Input and output that all of the client goes through, once for threads and once for asyncio.

The client is written once, as coroutines over `Io`. With `BlockingIo` nothing in them ever suspends, so that `run` gets
their result in one step; with `AsyncIo` they are coroutines of asyncio.
"""

from __future__ import annotations

import contextvars
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Generic, ParamSpec, Protocol, TypeAlias, TypeVar

from google.protobuf.message import Message

from platonic_client.errors import PlatonicError, Reason

from .status import Metadata

AnswerT = TypeVar("AnswerT", bound=Message)
AnswerT_co = TypeVar("AnswerT_co", bound=Message, covariant=True)
T = TypeVar("T")
P = ParamSpec("P")


Headers: TypeAlias = tuple[tuple[str, str], ...]
"""Headers of a request."""

_close_time = 1.0
"""Longest time for which closing waits, in seconds."""


@dataclass(frozen=True)
class Answer(Generic[T]):
    """An answer with the headers that came before it."""

    message: T
    headers: Metadata


class Flag:
    """Something that happens once."""

    def __init__(self) -> None:
        self.is_set = False
        self._watchers: set[Callable[[], None]] = set()
        self._lock = threading.Lock()

    def set(self) -> None:
        """Says that it has happened."""
        with self._lock:
            self.is_set = True
            watchers, self._watchers = self._watchers, set()
        for act in watchers:
            act()

    def watch(self, act: Callable[[], None]) -> None:
        """Calls an action when it happens, by the thread of which it happens: at once if it has."""
        with self._lock:
            if not self.is_set:
                self._watchers.add(act)
                return
        act()

    def unwatch(self, act: Callable[[], None]) -> None:
        """Does not call an action any more."""
        with self._lock:
            self._watchers.discard(act)


class Closing:
    """The end of an input and output, and of those that were made from it."""

    def __init__(self) -> None:
        self.closed = Flag()
        self._ends: list[Flag] = []

    @property
    def is_closed(self) -> bool:
        """Whether it was closed."""
        return self.closed.is_set

    def require_open(self) -> None:
        """Refuses to begin anything once it is closed."""
        if self.closed.is_set:
            raise closed_error()

    def now(self) -> float:
        """Returns the time of a clock that never goes back."""
        raise NotImplementedError

    async def wait(self, flag: Flag, seconds: float | None) -> bool:
        """Waits for a flag, at most so long or until this is closed, and says whether the flag is set."""
        await self._wait_for_any((flag, self.closed), seconds)
        return flag.is_set

    async def _wait_for_any(self, flags: tuple[Flag, ...], seconds: float | None) -> None:
        """Waits for one of some flags, at most so long."""
        raise NotImplementedError

    def at_close(self, act: Callable[[], None]) -> None:
        """Runs a function that may block in a thread when this is closed, which waits for it, but not for long."""
        self.closed.watch(lambda: self._ends.append(self.in_thread(act)[1]))

    async def _wait_for_ends(self, ends: Iterable[Flag]) -> None:
        """Waits for what was begun when this was closed."""
        until = self.now() + _close_time
        for end in ends:
            await self._wait_for_any((end,), until - self.now())

    async def sleep(self, seconds: float) -> bool:
        """Waits, and says whether this is still open."""
        await self.wait(Flag(), seconds)
        return not self.is_closed

    async def abandonable(self, act: Callable[[], T]) -> T:
        """Runs a function that may block for long in a thread, which is left to itself when this is closed."""
        self.require_open()
        found, done = self.in_thread(act)
        await self.wait(done, None)
        if not done.is_set:
            raise closed_error()
        return found.result()

    def in_thread(self, act: Callable[[], T]) -> tuple[Future[T], Flag]:
        """Runs a function in a thread of its own, and returns what has its result once a flag is set."""
        found: Future[T] = Future()
        done = Flag()

        def work() -> None:
            try:
                found.set_result(act())
            except BaseException as error:
                found.set_exception(error)
            done.set()

        try:
            # What is done for a caller is done in his context, such as that of his trace.
            threading.Thread(target=contextvars.copy_context().run, args=(work,), daemon=True).start()
        except RuntimeError:
            # A process that ends begins no thread.
            work()
        return found, done


def closed_error() -> PlatonicError:
    """Returns the error of what is asked of a client or a wallet that is closed, or under way when it is."""
    return PlatonicError(Reason.STATE_INVALID, "the client or the wallet is closed: make another one")


class AnswerStream(Protocol[AnswerT_co]):
    """Answers of a call as they come."""

    async def next(self, silence: float | None) -> AnswerT_co | None:
        """Waits for the next answer; None at the end. After a silence the call is given up: UNREACHABLE."""
        ...

    async def headers(self) -> Metadata:
        """Returns the headers that came before the first answer, once that has come."""
        ...

    def cancel(self) -> None:
        """Ends the call."""


class Io(Protocol):
    """Calls, clock and concurrency. Spans are in seconds. Closing it ends all that is under way."""

    closed: Flag

    @property
    def is_closed(self) -> bool:
        """Whether it was closed."""
        ...

    def require_open(self) -> None:
        """Refuses to begin anything once it is closed."""

    def fork(self) -> Io:
        """Makes another one that is closed apart from this one, or with it."""
        ...

    def now(self) -> float:
        """Returns the time of a clock that never goes back."""
        ...

    async def sleep(self, seconds: float) -> bool:
        """Waits, and says whether the client is still open."""
        ...

    async def wait(self, flag: Flag, seconds: float | None) -> bool:
        """Waits for a flag, at most so long or until it is closed, and says whether the flag is set."""
        ...

    def at_close(self, act: Callable[[], None]) -> None:
        """Runs a function that may block in a thread when this is closed, which waits for it, but not for long."""

    async def gather(self, act: Callable[[], Coroutine[Any, Any, None]], count: int) -> None:
        """Runs an action so many times at once, and raises the first of their errors."""

    def spawn(self, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Runs an action in the background."""

    async def blocking(self, act: Callable[P, T], *parameters: P.args, **named: P.kwargs) -> T:
        """Runs a function that may block, such as one that syncs a file."""
        ...

    async def abandonable(self, act: Callable[[], T]) -> T:
        """Runs a function that may block for long in a thread, which is left to itself when this is closed."""
        ...

    async def unary(
        self,
        path: str,
        request: Message,
        answer: type[AnswerT],
        metadata: Headers,
        timeout: float | None,
    ) -> Answer[AnswerT]:
        """Sends a request once. Raises PlatonicError."""
        ...

    def stream(
        self,
        path: str,
        request: Message,
        answer: type[AnswerT],
        metadata: Headers,
        timeout: float | None,
    ) -> AnswerStream[AnswerT]:
        """Opens a stream."""
        ...

    async def close(self) -> None:
        """Ends calls, waits and connections."""


def run(coroutine: Coroutine[Any, Any, T] | Awaitable[T]) -> T:
    """Returns the result of a coroutine over `BlockingIo`, which never suspends."""
    try:
        coroutine.send(None)  # type: ignore[union-attr]
    except StopIteration as end:
        result: T = end.value
        return result
    raise RuntimeError("a coroutine over BlockingIo has suspended")


def run_items(items: AsyncIterator[T]) -> Iterator[T]:
    """Iterates over an asynchronous generator over `BlockingIo`."""
    try:
        while True:
            try:
                item = run(items.__anext__())
            except StopAsyncIteration:
                return
            yield item
    finally:
        if isinstance(items, AsyncGenerator):
            run(items.aclose())
