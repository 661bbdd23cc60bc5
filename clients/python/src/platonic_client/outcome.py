"""Outcomes of operations."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from platonic.wallet.v1.exchange_pb2 import ExchangeErrorCode, ExchangeResult
from platonic.wallet.v1.transaction_pb2 import (
    TRANSACTION_STATUS_COMPLETED,
    TRANSACTION_STATUS_FAILED,
    TRANSACTION_STATUS_HELD,
    TransactionErrorCode,
    TransactionResult,
)

from ._calls.words import word_of


class Kind(str, Enum):
    """Kinds of outcomes. The first three are the ledger's words, and final."""

    COMPLETED = "completed"
    """The ledger has recorded the operation."""
    HELD = "held"
    """The ledger has set the money aside for the recipient of a hold, who has not got it."""
    FAILED = "failed"
    """The operation was not executed and never will be."""
    UNRESOLVED = "unresolved"
    """The ledger has not answered in time. The wallet goes on asking."""

    def __str__(self) -> str:
        """Returns the word."""
        return self.value


@dataclass(frozen=True)
class Outcome:
    """Says what became of an operation."""

    kind: Kind
    id: str
    """Id of the transaction, or of the exchange."""
    result: TransactionResult | None = None
    """The ledger's answer; None while the outcome is unresolved."""
    exchange: ExchangeResult | None = None
    """Amounts of an exchange that the ledger has dealt with."""

    @property
    def error_code(self) -> str:
        """The contract's word for the failure of a failed operation, such as ``INSUFFICIENT_FUNDS``; else empty.

        A code that is newer than this package is its number, such as ``999``.
        """
        if self.kind is not Kind.FAILED or self.result is None:
            return ""
        if self.exchange is not None:
            return word_of(ExchangeErrorCode, self.exchange.error_code, "EXCHANGE_ERROR_CODE_")
        return word_of(TransactionErrorCode, self.result.error_code, "TRANSACTION_ERROR_CODE_")

    @property
    def received(self) -> str:
        """The decimal that a wallet got by an exchange; else empty."""
        return self.exchange.exact_target_amount if self.exchange is not None else ""


_kinds = {
    TRANSACTION_STATUS_COMPLETED: Kind.COMPLETED,
    TRANSACTION_STATUS_HELD: Kind.HELD,
    TRANSACTION_STATUS_FAILED: Kind.FAILED,
}


def outcome_of(operation_id: str, result: TransactionResult, exchange: ExchangeResult | None = None) -> Outcome | None:
    """Returns the outcome that the ledger tells; None if its word is not final."""
    kind = _kinds.get(result.status)
    return None if kind is None else Outcome(kind, operation_id, result, exchange)
