"""Wallets of a service that does as it is told, and what it is told."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from decimal import Decimal
from typing import Any

from fake import CREDENTIALS, Act, FakeIo, core, fails
from platonic.wallet.v1 import exchange_service_pb2 as exchanges
from platonic.wallet.v1 import transaction_pb2 as transaction
from platonic.wallet.v1 import transaction_service_pb2 as transactions
from virtual import play

from platonic_client import (
    Exchange,
    Journal,
    MemoryJournal,
    Order,
    Outcome,
    Reason,
)
from platonic_client._payments.payments import PaymentTerms
from platonic_client._wallet import WalletCore

ORDER = Order(recipient="bob", asset="TOKEN_STANDARD", amount="1")
EXCHANGE = Exchange(source="TOKEN_STANDARD", target="EUR", amount=Decimal("1.50"))


class Scene:
    """A wallet of a service that does as it is told."""

    def __init__(self, journal: Journal | None = None) -> None:
        self.io = FakeIo()
        self.settled: list[Outcome] = []
        self.journal = MemoryJournal() if journal is None else journal
        terms = PaymentTerms(self.journal, 30, 3, self.settled.append)
        self.wallet = WalletCore(core(self.io, credentials=CREDENTIALS), terms)

    def is_empty(self) -> bool:
        return not self.journal.list()


def staged(act: Callable[[Scene], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """Plays a scene in virtual time."""

    def test() -> None:
        async def scene() -> None:
            await act(Scene())

        play(scene())

    test.__name__ = act.__name__
    return test


def done(status: transaction.TransactionStatus = transaction.TRANSACTION_STATUS_COMPLETED) -> Act:
    return lambda _: transactions.TransferResponse(result=transaction.TransactionResult(status=status))


def resolved(status: transaction.TransactionStatus) -> Act:
    failed = transaction.TRANSACTION_ERROR_CODE_CHANNEL_FAILURE
    code = failed if status == transaction.TRANSACTION_STATUS_FAILED else None
    result = transaction.TransactionResult(status=status, success=code is None, error_code=code)
    return lambda _: transactions.ResolveTransactionResponse(result=result)


made = resolved(transaction.TRANSACTION_STATUS_COMPLETED)
never = resolved(transaction.TRANSACTION_STATUS_FAILED)
pending = resolved(transaction.TRANSACTION_STATUS_PENDING)
conflict = fails(Reason.RESOURCE_CONFLICT)


def exchanged(success: bool = True) -> Act:
    def act(request: exchanges.ExchangeRequest) -> exchanges.ExchangeResponse:
        answer = exchanges.ExchangeResponse()
        answer.result.success = success
        answer.result.exact_target_amount = "7" if success else ""
        return answer

    return act
