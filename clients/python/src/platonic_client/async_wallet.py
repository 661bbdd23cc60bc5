"""Wallets for asyncio."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from types import TracebackType
from typing import TYPE_CHECKING

from platonic.wallet.v1.ledger_pb2 import LedgerEntry

from ._payments.payments import PaymentTerms
from ._wallet import WalletCore, session_of
from .client import AsyncClient
from .events import Event
from .journal import Journal, MemoryJournal
from .order import Capture, Exchange, Money, Order
from .outcome import Outcome

if TYPE_CHECKING:
    from typing_extensions import Self

    from .channel import ChannelOptions
    from .channel._way import Way
    from .credentials import Credentials
    from .receipt import ProvenReceipt


class AsyncWallet:
    """The wallet of an identity, on asyncio. It takes and does what `Wallet` does.

    A method that is canceled leaves nothing open: the operation is voided in the background, and ``on_settled`` is told
    of its outcome.
    """

    def __init__(
        self,
        client: AsyncClient,
        *,
        credentials: Credentials | None = None,
        journal: Journal | None = None,
        confirm_timeout: float = 30,
        retry_count: int = 3,
        channel: ChannelOptions | None = None,
        on_settled: Callable[[Outcome], None] | None = None,
    ) -> None:
        kept = MemoryJournal() if journal is None else journal
        terms = PaymentTerms(kept, confirm_timeout, retry_count, on_settled)
        core = client._core.of_wallet(credentials)
        self._way: Way | None = None
        route = None
        if channel is not None:
            # Only now, as it needs a package of its own.
            from .channel._route import ChannelRoute
            from .channel._way import TaskWay

            self._way = TaskWay(core.network, session_of(core), channel, core.io)
            route = ChannelRoute(self._way, core, terms.confirm_timeout)
        self._core = WalletCore(core, terms, route)

    @property
    def identity_id(self) -> str:
        """Id of the identity that owns the wallet."""
        return self._core.identity_id

    async def create(self) -> None:
        """Makes the wallet on the service. One that is there already is the error ``RESOURCE_CONFLICT``."""
        await self._core.create()

    async def pay(self, order: Order) -> Outcome:
        """Signs an order, stores it in the journal, and sends it until its outcome is known."""
        return await self._core.pay(order)

    async def pay_many(self, orders: Sequence[Order]) -> list[Outcome]:
        """Pays 1 to 1,000 orders under one signature, in one request, and returns an outcome for each."""
        return await self._core.pay_many(orders)

    def pay_all(self, orders: Iterable[Order] | AsyncIterable[Order]) -> AsyncIterator[Outcome]:
        """Pays any number of orders, and yields the outcome of each in their sequence, as `Wallet.pay_all` does."""
        return self._core.pay_all(orders)

    async def pay_linked(self, orders: Sequence[Order]) -> list[Outcome]:
        """Pays 2 to 100 orders, all or none, in their sequence."""
        return await self._core.pay_linked(orders)

    async def hold(self, order: Order, capture_before: datetime) -> Outcome:
        """Sets money aside for a recipient, who can capture it before a time, at most 31 days ahead."""
        return await self._core.hold(order, capture_before)

    async def capture(self, capture: Capture) -> Outcome:
        """Takes money that is held for this wallet, in whole or in part."""
        return await self._core.capture(capture)

    async def release(self, hold_id: str, *, id: str = "") -> Outcome:  # noqa: A002
        """Gives the sender of a hold back what is left of it."""
        return await self._core.release(hold_id, id)

    async def reverse(
        self,
        transaction_id: str,
        *,
        amount: Money | None = None,
        description: str = "",
        id: str = "",  # noqa: A002
    ) -> Outcome:
        """Gives a transaction back that this wallet has received; without an amount, all that is left of it."""
        return await self._core.reverse(transaction_id, amount, description, id)

    async def exchange(self, exchange: Exchange) -> Outcome:
        """Changes money of this wallet. The outcome says what was ``received``."""
        return await self._core.exchange(exchange)

    async def balances(self) -> Mapping[str, Decimal]:
        """Returns what is free, exactly, by ``TOKEN_STANDARD``, ``TOKEN_MICRO`` and codes of currencies."""
        return await self._core.balances()

    def history(self, *, page_size: int | None = None) -> AsyncIterator[LedgerEntry]:
        """Yields the entries of the wallet, the newest first, and asks for a page when it is needed."""
        return self._core.history(page_size)

    async def receipt(self, transaction_id: str, key_set: str | bytes) -> ProvenReceipt:
        """Fetches and verifies the receipt of a transaction, as `Wallet.receipt` does."""
        return await self._core.receipt(transaction_id, key_set)

    def events(self, cursor: str = "", *, from_start: bool = False, heartbeat: int = 15) -> AsyncIterator[Event]:
        """Yields the events of the wallet, as `Wallet.events` does."""
        return self._core.events(cursor, from_start, heartbeat)

    async def reconcile(self) -> list[Outcome]:
        """Settles what an earlier process has left in the journal, as `Wallet.reconcile` does."""
        return await self._core.reconcile()

    async def acknowledge(self) -> None:
        """Removes what was told from the journal now, as `Wallet.acknowledge` does."""
        await self._core.acknowledge()

    async def close(self) -> None:
        """Ends the wallet, and calls under way. What is not settled is unresolved, and remains in the journal."""
        await self._core.close()
        if self._way is not None:
            await self._way.close()

    async def __aenter__(self) -> Self:
        """Returns the wallet, which is closed in the end."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the wallet."""
        await self.close()
