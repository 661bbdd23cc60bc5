"""Calls of a wallet to the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from google.protobuf.message import Message
from platonic.wallet.v1 import exchange_service_pb2 as exchanges
from platonic.wallet.v1 import hold_service_pb2 as holds
from platonic.wallet.v1 import transaction_service_pb2 as transactions
from platonic.wallet.v1.transaction_pb2 import (
    TRANSACTION_ERROR_CODE_INVALID_TRANSACTION,
    TRANSACTION_STATUS_COMPLETED,
    TRANSACTION_STATUS_FAILED,
    SignedOrder,
    TransactionResult,
)

from platonic_client._calls.calls import CoreCalls
from platonic_client._calls.io import AnswerT
from platonic_client.errors import PlatonicError, Reason
from platonic_client.journal import Operation
from platonic_client.outcome import Kind, Outcome, outcome_of

_channel_orders_max = 200
"""Most orders in one request on the channel."""

_transactions: Any = transactions.DESCRIPTOR.services_by_name["TransactionService"].methods_by_name
_holds: Any = holds.DESCRIPTOR.services_by_name["HoldService"].methods_by_name
_exchanges: Any = exchanges.DESCRIPTOR.services_by_name["ExchangeService"].methods_by_name


class Route(Protocol):
    """Another way to the ledger than HTTP, such as the wallet channel."""

    async def call(
        self, method: Any, request: Message, answer: type[AnswerT], deadline: float, attempt: int, operation_id: str
    ) -> AnswerT | None:
        """Sends a request; None if this attempt is for HTTP."""
        ...

    async def resolve(self, operation_id: str, deadline: float) -> TransactionResult | None:
        """Voids an operation; None if HTTP has to be asked."""
        ...


class Ledger:
    """Sends operations of an identity once, and returns the outcomes that the ledger tells."""

    def __init__(self, calls: CoreCalls, identity_id: str, route: Route | None = None) -> None:
        self._calls = calls
        self._identity_id = identity_id
        self._route = route

    async def transfer(self, operation: Operation, deadline: float, attempt: int) -> Sequence[Outcome | None]:
        """Sends a signed order."""
        request = transactions.TransferRequest(sender=self._identity_id, signed_order=_signed(operation))
        method = _transactions["Transfer"]
        answer = await self._call(method, request, transactions.TransferResponse, deadline, attempt, operation.id)
        return [outcome_of(operation.id, answer.result)]

    async def change(self, what: str, operation: Operation, deadline: float, attempt: int) -> Sequence[Outcome | None]:
        """Sends a signed order to CaptureHold or ReleaseHold."""
        signed, recipient = _signed(operation), self._identity_id
        if what == "CaptureHold":
            capture = holds.CaptureHoldRequest(recipient=recipient, signed_order=signed)
            captured = await self._call(
                _holds[what], capture, holds.CaptureHoldResponse, deadline, attempt, operation.id
            )
            return [outcome_of(operation.id, captured.result)]
        release = holds.ReleaseHoldRequest(recipient=recipient, signed_order=signed)
        released = await self._call(_holds[what], release, holds.ReleaseHoldResponse, deadline, attempt, operation.id)
        return [outcome_of(operation.id, released.result)]

    async def transfer_many(
        self, what: str, request: Message, operations: Sequence[Operation], deadline: float, attempt: int, batch_id: str
    ) -> Sequence[Outcome | None]:
        """Sends a request of TransferBatch or TransferLinked."""
        form: Any = transactions.TransferBatchResponse
        if what == "TransferLinked":
            form = transactions.TransferLinkedResponse
        method = _transactions[what]
        answer: Any = (
            await self._call(method, request, form, deadline, attempt, batch_id)
            if len(operations) <= _channel_orders_max
            else await self._calls.once(method, request, form, deadline, attempt)
        )
        if len(answer.results) != len(operations):
            raise PlatonicError(Reason.UNKNOWN, "the service did not answer for all operations")
        pairs = zip(operations, answer.results, strict=True)
        return [outcome_of(operation.id, result) for operation, result in pairs]

    async def transfer_group(
        self, operation: Operation, ids: Sequence[str], deadline: float, attempt: int
    ) -> Sequence[Outcome | None]:
        """Sends a group of orders, always over HTTP."""
        request = transactions.TransferBatchRequest(
            sender=self._identity_id, orders=operation.order, key_id=operation.key_id, signature=operation.signature
        )
        method, form = _transactions["TransferBatch"], transactions.TransferBatchResponse
        answer = await self._calls.once(method, request, form, deadline, attempt)
        if len(answer.results) != len(ids):
            raise PlatonicError(Reason.UNKNOWN, "the service did not answer for all orders")
        return [outcome_of(one, result) for one, result in zip(ids, answer.results, strict=True)]

    async def exchange(self, operation: Operation, deadline: float, attempt: int) -> Sequence[Outcome | None]:
        """Sends the request of an exchange. The ledger answers a repeated one with the first result."""
        request = exchanges.ExchangeRequest.FromString(operation.order)
        form = exchanges.ExchangeResponse
        answer = await self._call(_exchanges["Exchange"], request, form, deadline, attempt, operation.id)
        if not answer.HasField("result"):
            raise PlatonicError(Reason.UNKNOWN, "the service answered no result")
        status = TRANSACTION_STATUS_COMPLETED if answer.result.success else TRANSACTION_STATUS_FAILED
        result = TransactionResult(transaction_id=operation.id, success=answer.result.success, status=status)
        return [outcome_of(operation.id, result, answer.result)]

    async def void(self, operation: Operation, deadline: float) -> Outcome | None:
        """Makes the ledger answer with the outcome of an operation, or that it will never execute it."""
        try:
            outcome = outcome_of(operation.id, await self._voided(operation.id, deadline))
        except PlatonicError as error:
            if not _is_conflict(error):
                raise
            if operation.kind == "exchange":
                return await self._exchanged(operation, deadline)
            return _never_executed(operation.id)
        if operation.kind == "exchange" and outcome is not None and outcome.kind is not Kind.FAILED:
            # It is that of a payment with this id.
            return _never_executed(operation.id)
        return outcome

    async def _exchanged(self, operation: Operation, deadline: float) -> Outcome | None:
        """Returns the outcome of an exchange whose id the ledger knows: it is answered again, never made."""
        try:
            return (await self.exchange(operation, deadline, 1))[0]
        except PlatonicError as error:
            if not _is_conflict(error):
                raise
            return _never_executed(operation.id)

    async def _voided(self, operation_id: str, deadline: float) -> TransactionResult:
        if self._route is not None:
            result = await self._route.resolve(operation_id, deadline)
            if result is not None:
                return result
        request = transactions.ResolveTransactionRequest(
            sender=self._identity_id, transaction_id=operation_id, seal=True
        )
        method = _transactions["ResolveTransaction"]
        return (await self._calls.once(method, request, transactions.ResolveTransactionResponse, deadline)).result

    async def _call(
        self, method: Any, request: Message, form: type[AnswerT], deadline: float, attempt: int, operation_id: str
    ) -> AnswerT:
        if self._route is not None:
            answer = await self._route.call(method, request, form, deadline, attempt, operation_id)
            if answer is not None:
                return answer
        return await self._calls.once(method, request, form, deadline, attempt)


def _signed(operation: Operation) -> SignedOrder:
    return SignedOrder(order=operation.order, key_id=operation.key_id, signature=operation.signature)


def _is_conflict(error: PlatonicError) -> bool:
    """Says whether the ledger has used an id otherwise."""
    return error.reason is Reason.RESOURCE_CONFLICT and not error.was_not_sent


def _never_executed(operation_id: str) -> Outcome:
    """Returns the outcome of an id that has been used otherwise, so that no operation of this wallet will have it."""
    result = TransactionResult(
        transaction_id=operation_id,
        status=TRANSACTION_STATUS_FAILED,
        error_code=TRANSACTION_ERROR_CODE_INVALID_TRANSACTION,
    )
    return Outcome(Kind.FAILED, operation_id, result)
