"""Calls for the generated clients, in both manners."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, TypeVar

from .calls import CoreCalls
from .io import run, run_items

AnswerT = TypeVar("AnswerT")
ItemT = TypeVar("ItemT")


class BlockingCalls:
    """Calls that block their thread."""

    def __init__(self, core: CoreCalls) -> None:
        self._core: Any = core

    def unary(
        self, method: Any, request: Any, answer: type[AnswerT], timeout: float | None, key: str | None = None
    ) -> AnswerT:
        """Makes a call."""
        result: AnswerT = run(self._core.unary(method, request, answer, timeout, key))
        return result

    def stream(self, method: Any, request: Any, answer: type[AnswerT], timeout: float | None) -> Iterator[AnswerT]:
        """Opens a stream."""
        return run_items(self._core.stream(method, request, answer, timeout))

    def items(self, method: Any, request: Any, item: type[ItemT], timeout: float | None) -> Iterator[ItemT]:
        """Iterates over all pages."""
        return run_items(self._core.items(method, request, item, timeout))


class AsyncioCalls:
    """Calls for asyncio."""

    def __init__(self, core: CoreCalls) -> None:
        self._core: Any = core

    async def unary(
        self, method: Any, request: Any, answer: type[AnswerT], timeout: float | None, key: str | None = None
    ) -> AnswerT:
        """Makes a call."""
        result: AnswerT = await self._core.unary(method, request, answer, timeout, key)
        return result

    def stream(self, method: Any, request: Any, answer: type[AnswerT], timeout: float | None) -> AsyncIterator[AnswerT]:
        """Opens a stream."""
        answers: AsyncIterator[AnswerT] = self._core.stream(method, request, answer, timeout)
        return answers

    def items(self, method: Any, request: Any, item: type[ItemT], timeout: float | None) -> AsyncIterator[ItemT]:
        """Iterates over all pages."""
        items: AsyncIterator[ItemT] = self._core.items(method, request, item, timeout)
        return items
