"""Makes the calls of typed clients. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, Protocol, TypeVar

_Answer = TypeVar("_Answer")
_Item = TypeVar("_Item")


class Calls(Protocol):
    """Makes calls of methods, which are named by their descriptors."""

    def unary(
        self, method: Any, request: Any, answer: type[_Answer], timeout: float | None, key: str | None = None
    ) -> _Answer: ...

    def stream(
        self, method: Any, request: Any, answer: type[_Answer], timeout: float | None
    ) -> Iterator[_Answer]: ...

    def items(self, method: Any, request: Any, item: type[_Item], timeout: float | None) -> Iterator[_Item]: ...


class AsyncCalls(Protocol):
    """Makes calls of methods, which are named by their descriptors."""

    async def unary(
        self, method: Any, request: Any, answer: type[_Answer], timeout: float | None, key: str | None = None
    ) -> _Answer: ...

    def stream(
        self, method: Any, request: Any, answer: type[_Answer], timeout: float | None
    ) -> AsyncIterator[_Answer]: ...

    def items(self, method: Any, request: Any, item: type[_Item], timeout: float | None) -> AsyncIterator[_Item]: ...
