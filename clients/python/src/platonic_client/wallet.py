"""Wallets whose code blocks its thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from types import TracebackType
from typing import TYPE_CHECKING

from platonic.wallet.v1.ledger_pb2 import LedgerEntry

from ._calls.io import run, run_items
from ._payments.payments import PaymentTerms
from ._wallet import WalletCore, session_of
from .client import Client
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


class Wallet:
    """The wallet of an identity whose key this program holds. Threads may share it.

    Methods that move money raise `PlatonicError` only if nothing is in the ledger. If they are interrupted, the
    operation is voided in the background, and ``on_settled`` is told of its outcome.

    Args:
        client: makes the calls; it is not closed with the wallet
        credentials: those of the wallet's identity; by default those of the client
        journal: keeps what is not settled; by default one in memory, which ends with the process: see `FileJournal`
        confirm_timeout: seconds in which a payment must be confirmed before it is voided; infinite counts as 24 days
        retry_count: how often a payment is sent again while its outcome is not known
        channel: makes operations go over the wallet channel while it is open, and over HTTP otherwise
        on_settled: is called, by another thread, with the outcome of each operation that was unresolved when its call
            returned

    Raises:
        ValueError: neither the wallet nor the client has credentials, or a term is out of range
    """

    def __init__(
        self,
        client: Client,
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
            from .channel._way import ThreadWay

            self._way = ThreadWay(core.network, session_of(core), channel, core.io)
            route = ChannelRoute(self._way, core, terms.confirm_timeout)
        self._core = WalletCore(core, terms, route)

    @property
    def identity_id(self) -> str:
        """Id of the identity that owns the wallet."""
        return self._core.identity_id

    def create(self) -> None:
        """Makes the wallet on the service. One that is there already is the error ``RESOURCE_CONFLICT``."""
        run(self._core.create())

    def pay(self, order: Order) -> Outcome:
        """Signs an order, stores it in the journal, and sends it until its outcome is known."""
        return run(self._core.pay(order))

    def pay_many(self, orders: Sequence[Order]) -> list[Outcome]:
        """Pays 1 to 1,000 orders under one signature, in one request, and returns an outcome for each."""
        return run(self._core.pay_many(orders))

    def pay_all(self, orders: Iterable[Order]) -> Iterator[Outcome]:
        """Pays any number of orders, such as a file of a million, and yields the outcome of each in their sequence.

        It reads the orders as it goes, in another thread, signs up to 1,000 at once, and has at most four such groups
        under way. Each order has an ``id``, and a ``created_at`` unless the id is a UUID of version 7, as `new_id`
        makes. Orders that are sent again get their first outcomes: after a failure or a crash, pay the same orders once
        more, or those after the last outcome that was written down.

        Raises:
            PlatonicError: a group of orders was refused, or has no answer; those before it are told, and it stays in
                the journal unless it was refused
        """
        return run_items(self._core.pay_all(orders))

    def pay_linked(self, orders: Sequence[Order]) -> list[Outcome]:
        """Pays 2 to 100 orders, all or none, in their sequence."""
        return run(self._core.pay_linked(orders))

    def hold(self, order: Order, capture_before: datetime) -> Outcome:
        """Sets money aside for a recipient, who can capture it before a time, at most 31 days ahead."""
        return run(self._core.hold(order, capture_before))

    def capture(self, capture: Capture) -> Outcome:
        """Takes money that is held for this wallet, in whole or in part."""
        return run(self._core.capture(capture))

    def release(self, hold_id: str, *, id: str = "") -> Outcome:  # noqa: A002
        """Gives the sender of a hold back what is left of it."""
        return run(self._core.release(hold_id, id))

    def reverse(
        self,
        transaction_id: str,
        *,
        amount: Money | None = None,
        description: str = "",
        id: str = "",  # noqa: A002
    ) -> Outcome:
        """Gives a transaction back that this wallet has received; without an amount, all that is left of it.

        Raises:
            PlatonicError: ``PARAMETER_INVALID`` for an amount that is zero or empty, and what `pay` raises
        """
        return run(self._core.reverse(transaction_id, amount, description, id))

    def exchange(self, exchange: Exchange) -> Outcome:
        """Changes money of this wallet. The outcome says what was ``received``."""
        return run(self._core.exchange(exchange))

    def balances(self) -> Mapping[str, Decimal]:
        """Returns what is free, exactly, by ``TOKEN_STANDARD``, ``TOKEN_MICRO`` and codes of currencies."""
        return run(self._core.balances())

    def history(self, *, page_size: int | None = None) -> Iterator[LedgerEntry]:
        """Yields the entries of the wallet, the newest first, and asks for a page when it is needed."""
        return run_items(self._core.history(page_size))

    def receipt(self, transaction_id: str, key_set: str | bytes) -> ProvenReceipt:
        """Fetches the receipt of a transaction, and verifies it by the keys that the service publishes.

        Args:
            transaction_id: that of a transaction of this wallet
            key_set: the text of /.well-known/jwks.json

        Raises:
            BadReceipt: the receipt is not valid
        """
        return run(self._core.receipt(transaction_id, key_set))

    def events(self, cursor: str = "", *, from_start: bool = False, heartbeat: int = 15) -> Iterator[Event]:
        """Yields the events of the wallet, each once and in the order of the ledger, across breaks.

        It raises if the service refuses for good, such as the cursor of a ledger that was replaced by an older backup.

        Args:
            cursor: that of the last event that was dealt with; by default the present
            from_start: begins with the first entry if there is no cursor
            heartbeat: the longest silence of the service in seconds, 1 to 60; 5 s later the stream is opened again
        """
        return run_items(self._core.events(cursor, from_start, heartbeat))

    def reconcile(self) -> list[Outcome]:
        """Settles what an earlier process has left in the journal.

        It returns the ledger's word for what was executed, and voids the rest, but sends groups of `pay_all` again.
        """
        return run(self._core.reconcile())

    def acknowledge(self) -> None:
        """Removes the operations whose outcomes were told from the journal now. Otherwise they leave it 5 s later.

        It is for a program that has written the outcomes down.
        """
        run(self._core.acknowledge())

    def close(self) -> None:
        """Ends the wallet, and calls under way. What is not settled is unresolved, and remains in the journal."""
        run(self._core.close())
        if self._way is not None:
            run(self._way.close())

    def __enter__(self) -> Self:
        """Returns the wallet, which is closed in the end."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the wallet."""
        self.close()
