"""Input and output that all of the client goes through, once for threads and once for asyncio.

The client is written once, as coroutines over `Io`. With `BlockingIo` nothing in them ever suspends, so that `run` gets
their result in one step; with `AsyncIo` they are coroutines of asyncio.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any, Generic, ParamSpec, Protocol, TypeAlias, TypeVar

from google.protobuf.message import Message

from .status import Metadata

AnswerT = TypeVar("AnswerT", bound=Message)
AnswerT_co = TypeVar("AnswerT_co", bound=Message, covariant=True)
T = TypeVar("T")
P = ParamSpec("P")


Headers: TypeAlias = tuple[tuple[str, str], ...]
"""Headers of a request."""


@dataclass(frozen=True)
class Answer(Generic[T]):
    """An answer with the headers that came before it."""

    message: T
    headers: Metadata


class Flag(Protocol):
    """Something that happens once."""

    def set(self) -> None:
        """Says that it has happened."""

    async def wait(self, seconds: float | None) -> bool:
        """Waits, at most so long, and says whether it has happened."""
        ...


class AnswerStream(Protocol[AnswerT_co]):
    """Answers of a call as they come."""

    async def next(self, silence: float | None) -> AnswerT_co | None:
        """Waits for the next answer; None at the end. After a silence the call is given up: UNREACHABLE."""
        ...

    def cancel(self) -> None:
        """Ends the call."""


class Io(Protocol):
    """Calls, clock and concurrency. Spans are in seconds."""

    def now(self) -> float:
        """Returns the time of a clock that never goes back."""
        ...

    async def sleep(self, seconds: float) -> bool:
        """Waits, and says whether the client is still open."""
        ...

    def flag(self) -> Flag:
        """Makes a flag that is not set."""
        ...

    async def gather(self, act: Callable[[], Coroutine[Any, Any, None]], count: int) -> None:
        """Runs an action so many times at once, and raises the first of their errors."""

    def spawn(self, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Runs an action in the background."""

    async def blocking(self, act: Callable[P, T], *parameters: P.args, **named: P.kwargs) -> T:
        """Runs a function that may block, such as one that syncs a file."""
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
