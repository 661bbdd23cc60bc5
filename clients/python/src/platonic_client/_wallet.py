"""The part of a wallet that is the same for threads and asyncio."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Any

from google.protobuf.message import DecodeError
from platonic.wallet.v1 import transaction_service_pb2 as transactions
from platonic.wallet.v1 import wallet_service_pb2 as wallets
from platonic.wallet.v1.exchange_service_pb2 import ExchangeRequest
from platonic.wallet.v1.ledger_pb2 import LedgerEntry
from platonic.wallet.v1.transaction_pb2 import SignedOrder, Transaction, TransferOrder
from platonic.wallet.v1.transaction_service_pb2 import TransferOrders

from ._core import ClientCore
from ._payments.bulk import BulkPayments
from ._payments.ledger import Ledger, Route
from ._payments.order_groups import OrderGroups
from ._payments.own import OwnOperations
from ._payments.payments import Payments, PaymentTerms
from ._signatures.envelopes import Purpose, SignedSet, serialize, sign_order, sign_orders
from .errors import PlatonicError, Reason, invalid
from .events import Event, Watch
from .journal import Operation
from .order import (
    Capture,
    Exchange,
    Money,
    Order,
    asset_name,
    asset_of,
    capture_order,
    exchange_request,
    milliseconds,
    new_id,
    part_of,
    release_order,
    transfer_order,
)
from .outcome import Outcome
from .session import Session

if TYPE_CHECKING:
    from .receipt import ProvenReceipt

_wallets: Any = wallets.DESCRIPTOR.services_by_name["WalletService"].methods_by_name
_transactions: Any = transactions.DESCRIPTOR.services_by_name["TransactionService"].methods_by_name

_batch_max = 1_000
_linked_min, _linked_max = 2, 100


class WalletCore:
    """Signs orders of an identity, and brings them to their outcomes."""

    def __init__(self, client: ClientCore, terms: PaymentTerms, route: Route | None = None) -> None:
        self._session = session_of(client)
        self._io = client.io
        self.calls = client.calls
        self._credentials = self._session.credentials
        self.identity_id = self._credentials.identity_id
        self._ledger = Ledger(client.calls, self.identity_id, route)
        self.operations = OwnOperations(terms.journal, client.io)
        self.payments = Payments(client.io, terms, self.operations, self._ledger.void)
        self._bulk = BulkPayments(client.io, self.operations, terms.confirm_timeout, self._ledger.transfer_group)

    async def close(self) -> None:
        """Ends all that is under way."""
        await self._io.close()

    async def create(self) -> None:
        """Makes the wallet on the service."""
        request = wallets.CreateWalletRequest(identity_id=self.identity_id)
        await self.calls.unary(_wallets["CreateWallet"], request, wallets.CreateWalletResponse)

    async def pay(self, order: Order) -> Outcome:
        """Pays an order."""
        self._io.require_open()
        return await self._transfer(transfer_order(order, self.identity_id, self._session.now()))

    async def hold(self, order: Order, capture_before: datetime) -> Outcome:
        """Sets money aside."""
        self._io.require_open()
        message = transfer_order(order, self.identity_id, self._session.now())
        message.capture_before = milliseconds(capture_before, "capture_before")
        return await self._transfer(message)

    async def _transfer(self, message: TransferOrder) -> Outcome:
        operation = _operation(message.id, sign_order(self._credentials, Purpose.TRANSFER, message))
        return await self._run(operation, partial(self._ledger.transfer, operation))

    async def pay_many(self, orders: Sequence[Order]) -> list[Outcome]:
        """Pays orders under one signature."""
        signed, operations = self._sign_many(Purpose.TRANSFERS, orders, 1, _batch_max)
        request = transactions.TransferBatchRequest(
            sender=self.identity_id,
            orders=signed.data,
            key_id=self._credentials.key_id,
            signature=signed.signature,
        )
        batch_id = new_id()
        return await self.payments.run(
            operations,
            lambda deadline, attempt: self._ledger.transfer_many(
                "TransferBatch", request, operations, deadline, attempt, batch_id
            ),
        )

    def pay_all(self, orders: Iterable[Order] | AsyncIterable[Order]) -> AsyncIterator[Outcome]:
        """Pays any number of orders, in groups."""
        return self._bulk.pay(orders, OrderGroups(self._credentials))

    async def pay_linked(self, orders: Sequence[Order]) -> list[Outcome]:
        """Pays orders, all or none."""
        signed, operations = self._sign_many(Purpose.LINKED, orders, _linked_min, _linked_max)
        signature = transactions.LinkedSignature(
            sender=self.identity_id, key_id=self._credentials.key_id, signature=signed.signature
        )
        request = transactions.TransferLinkedRequest(
            sender=self.identity_id, orders=signed.data, signatures=[signature]
        )
        batch_id = new_id()
        return await self.payments.run(
            operations,
            lambda deadline, attempt: self._ledger.transfer_many(
                "TransferLinked", request, operations, deadline, attempt, batch_id
            ),
        )

    def _sign_many(
        self, purpose: Purpose, orders: Sequence[Order], least: int, most: int
    ) -> tuple[SignedSet, list[Operation]]:
        self._io.require_open()
        if not least <= len(orders) <= most:
            raise invalid("orders", f"there must be {least} to {most} orders, not {len(orders)}")
        now, key_id = self._session.now(), self._credentials.key_id
        messages = [transfer_order(order, self.identity_id, now) for order in orders]
        signed = sign_orders(self._credentials, purpose, messages)
        pairs = zip(messages, signed.parts, strict=True)
        return signed, [Operation(message.id, part, key_id, signed.signature) for message, part in pairs]

    async def capture(self, capture: Capture) -> Outcome:
        """Takes money that is held for this wallet."""
        self._io.require_open()
        message = capture_order(capture, self.identity_id, self._session.now())
        operation = _operation(message.id, sign_order(self._credentials, Purpose.CAPTURE, message))
        return await self._run(operation, partial(self._ledger.change, "CaptureHold", operation))

    async def release(self, hold_id: str, release_id: str) -> Outcome:
        """Gives the sender of a hold back what is left of it."""
        self._io.require_open()
        message = release_order(hold_id, release_id, self.identity_id, self._session.now())
        operation = _operation(message.id, sign_order(self._credentials, Purpose.RELEASE, message))
        return await self._run(operation, partial(self._ledger.change, "ReleaseHold", operation))

    async def reverse(self, transaction_id: str, amount: Money | None, description: str, reversal_id: str) -> Outcome:
        """Gives a transaction back that this wallet has received."""
        self._io.require_open()
        given = None if amount is None else part_of(amount)
        request = transactions.GetTransactionRequest(identity_id=self.identity_id, transaction_id=transaction_id)
        method = _transactions["GetTransaction"]
        received = (await self.calls.unary(method, request, transactions.GetTransactionResponse)).transaction
        if received.recipient != self.identity_id:
            raise PlatonicError(Reason.RESOURCE_NOT_FOUND, "the wallet has not received this transaction")
        asset = asset_name(received.token_type, received.currency_code)
        if asset_of(asset)[0] != received.token_type:
            raise PlatonicError(
                Reason.UNKNOWN,
                f"the transaction has the token {asset}, which is newer than this client: install a newer one",
            )
        order = Order(
            recipient=received.sender,
            asset=asset,
            amount=_left_of(received) if given is None else given,
            id=reversal_id,
            description=description,
        )
        message = transfer_order(order, self.identity_id, self._session.now())
        message.reverses = transaction_id
        return await self._transfer(message)

    async def exchange(self, exchange: Exchange) -> Outcome:
        """Changes money of this wallet."""
        self._io.require_open()
        request = exchange_request(exchange, self.identity_id)
        operation = Operation(request.exchange_id, serialize(request), "", b"", "exchange")
        return await self._run(operation, partial(self._ledger.exchange, operation))

    async def _run(self, operation: Operation, send: Callable[[float, int], Any]) -> Outcome:
        return (await self.payments.run([operation], send))[0]

    async def balances(self) -> Mapping[str, Decimal]:
        """Returns what is free."""
        request = wallets.GetBalancesAtRequest(identity_id=self.identity_id)
        answer = await self.calls.unary(_wallets["GetBalancesAt"], request, wallets.GetBalancesAtResponse)
        return {asset_name(one.token_type, one.currency_code): Decimal(one.exact_amount) for one in answer.balances}

    def history(self, page_size: int | None) -> AsyncIterator[LedgerEntry]:
        """Yields the entries of the wallet."""
        request = wallets.ListLedgerEntriesRequest(identity_id=self.identity_id, page_size=page_size)
        return self.calls.items(_wallets["ListLedgerEntries"], request, LedgerEntry)

    async def receipt(self, transaction_id: str, key_set: str | bytes) -> ProvenReceipt:
        """Fetches and verifies a receipt."""
        # Only now, as few programs need it.
        from .receipt import verify_receipt

        request = transactions.GetReceiptRequest(identity_id=self.identity_id, transaction_id=transaction_id)
        answer = await self.calls.unary(_transactions["GetReceipt"], request, transactions.GetReceiptResponse)
        return verify_receipt(answer.receipt, key_set)

    def events(self, cursor: str, from_start: bool, heartbeat: int) -> AsyncIterator[Event]:
        """Yields the events of the wallet."""
        return Watch(self.calls, self.identity_id, cursor, from_start, heartbeat).events()

    async def reconcile(self) -> list[Outcome]:
        """Settles what an earlier process has left."""
        self._io.require_open()
        return await self.payments.reconcile(await self.operations.take_left(self._is_ours), self._bulk)

    async def acknowledge(self) -> None:
        """Removes what was told from the journal."""
        await self.operations.told.clear()

    def _is_ours(self, operation: Operation) -> bool:
        """Says whether this wallet has made an operation. The journals of several wallets may share a folder."""
        try:
            if operation.kind == "exchange":
                return ExchangeRequest.FromString(operation.order).identity_id == self.identity_id
            if operation.kind == "batch":
                orders = TransferOrders.FromString(operation.order).orders
                return not orders or orders[0].sender == self.identity_id
            # Captures and releases have their signer in the same field, and fields of other types count as unknown.
            return TransferOrder.FromString(operation.order).sender == self.identity_id
        except DecodeError:
            # The ledger knows by its id what it is.
            return True


def session_of(client: ClientCore) -> Session:
    """Returns the session of a client, which a wallet needs."""
    if client.session is None:
        raise ValueError("a wallet needs credentials: its own, or those of its client")
    return client.session


def _operation(operation_id: str, signed: SignedOrder) -> Operation:
    return Operation(operation_id, signed.order, signed.key_id, signed.signature)


def _left_of(transaction: Transaction) -> Decimal:
    """Returns what was not given back yet of a transaction."""
    left = Decimal(transaction.exact_amount) - Decimal(transaction.exact_reversed or "0")
    if left <= 0:
        raise PlatonicError(Reason.STATE_INVALID, "nothing is left of the transaction")
    return left
