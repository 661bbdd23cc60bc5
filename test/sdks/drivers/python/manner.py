"""The two manners in which the client is used, so that commands are written once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from platonic_client import AsyncClient, AsyncWallet, Client, Wallet


class Blocking:
    client: Any = Client
    wallet: Any = Wallet

    async def of(self, result: Any) -> Any:
        return result

    async def each(self, items: Any, act: Callable[[Any], None]) -> None:
        for item in items:
            act(item)

    async def items(self, items: Any, count: int | None = None) -> list[Any]:
        told = []
        for item in items:
            told.append(item)
            if len(told) == count:
                break
        items.close()
        return told


class Asynchronous:
    client: Any = AsyncClient
    wallet: Any = AsyncWallet

    async def of(self, result: Any) -> Any:
        return await result

    async def each(self, items: Any, act: Callable[[Any], None]) -> None:
        async for item in items:
            act(item)

    async def items(self, items: Any, count: int | None = None) -> list[Any]:
        told = []
        async for item in items:
            told.append(item)
            if len(told) == count:
                break
        await items.aclose()
        return told
