"""Typed clients of TransactionService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from typing import Any

from platonic.wallet.v1 import transaction_service_pb2 as wallet_v1_transaction_service

from ._calls import AsyncCalls, Calls


class TransactionService:
    """Transactions between identities. A rejected transaction is a successful call with `success` false."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_transaction_service.DESCRIPTOR.services_by_name["TransactionService"].methods_by_name

    def create_transaction(
        self, request: wallet_v1_transaction_service.CreateTransactionRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_transaction_service.CreateTransactionResponse:
        """Creates a pending transaction, to be executed later. Nothing is created, and `error_code` says why,
        if the wallet cannot send or lacks the money, if the recipient is the sender, or if a signed order
        is invalid or expired, or not signed by its sender.
        """
        return self._calls.unary(
            self._methods["CreateTransaction"], request, wallet_v1_transaction_service.CreateTransactionResponse, timeout, idempotency_key
        )

    def execute_transaction(
        self, request: wallet_v1_transaction_service.ExecuteTransactionRequest, *, timeout: float | None = None
    ) -> wallet_v1_transaction_service.ExecuteTransactionResponse:
        """Processes a pending transaction. A repeated call returns the first outcome."""
        return self._calls.unary(
            self._methods["ExecuteTransaction"], request, wallet_v1_transaction_service.ExecuteTransactionResponse, timeout
        )

    def transfer(
        self, request: wallet_v1_transaction_service.TransferRequest, *, timeout: float | None = None
    ) -> wallet_v1_transaction_service.TransferResponse:
        """Creates and processes a transaction that its sender has signed."""
        return self._calls.unary(
            self._methods["Transfer"], request, wallet_v1_transaction_service.TransferResponse, timeout
        )

    def transfer_batch(
        self, request: wallet_v1_transaction_service.TransferBatchRequest, *, timeout: float | None = None
    ) -> wallet_v1_transaction_service.TransferBatchResponse:
        """Creates and processes up to 1,000 transactions under one signature. Each has its own outcome."""
        return self._calls.unary(
            self._methods["TransferBatch"], request, wallet_v1_transaction_service.TransferBatchResponse, timeout
        )

    def transfer_linked(
        self, request: wallet_v1_transaction_service.TransferLinkedRequest, *, timeout: float | None = None
    ) -> wallet_v1_transaction_service.TransferLinkedResponse:
        """Processes 2 to 100 linked orders of one sender or several, all or none, in their sequence: a later
        one may spend what an earlier one brought. If one fails, all fail, and nothing is moved. The same
        set gets the same answer whenever it is sent; a set with an id that is used already is a conflict as
        a whole.
        """
        return self._calls.unary(
            self._methods["TransferLinked"], request, wallet_v1_transaction_service.TransferLinkedResponse, timeout
        )

    def get_transaction(
        self, request: wallet_v1_transaction_service.GetTransactionRequest, *, timeout: float | None = None
    ) -> wallet_v1_transaction_service.GetTransactionResponse:
        """Reads a transaction, or anything else that the ledger has recorded under an id: a capture or release
        of a hold, an exchange, a deposit, a withdrawal, a reversal. Both parties may read it.
        """
        return self._calls.unary(
            self._methods["GetTransaction"], request, wallet_v1_transaction_service.GetTransactionResponse, timeout
        )

    def resolve_transaction(
        self, request: wallet_v1_transaction_service.ResolveTransactionRequest, *, timeout: float | None = None
    ) -> wallet_v1_transaction_service.ResolveTransactionResponse:
        """Returns the outcome of a transaction. With `seal` it voids a transaction that is not done, so that
        the outcome is final; the id of somebody else's transaction is a conflict.
        """
        return self._calls.unary(
            self._methods["ResolveTransaction"], request, wallet_v1_transaction_service.ResolveTransactionResponse, timeout
        )

    def get_receipt(
        self, request: wallet_v1_transaction_service.GetReceiptRequest, *, timeout: float | None = None
    ) -> wallet_v1_transaction_service.GetReceiptResponse:
        """Returns the receipt of a transaction, which proves that it is in the ledger."""
        return self._calls.unary(
            self._methods["GetReceipt"], request, wallet_v1_transaction_service.GetReceiptResponse, timeout
        )


class AsyncTransactionService:
    """Transactions between identities. A rejected transaction is a successful call with `success` false."""

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_transaction_service.DESCRIPTOR.services_by_name["TransactionService"].methods_by_name

    async def create_transaction(
        self, request: wallet_v1_transaction_service.CreateTransactionRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_transaction_service.CreateTransactionResponse:
        """Creates a pending transaction, to be executed later. Nothing is created, and `error_code` says why,
        if the wallet cannot send or lacks the money, if the recipient is the sender, or if a signed order
        is invalid or expired, or not signed by its sender.
        """
        return await self._calls.unary(
            self._methods["CreateTransaction"], request, wallet_v1_transaction_service.CreateTransactionResponse, timeout, idempotency_key
        )

    async def execute_transaction(
        self, request: wallet_v1_transaction_service.ExecuteTransactionRequest, *, timeout: float | None = None
    ) -> wallet_v1_transaction_service.ExecuteTransactionResponse:
        """Processes a pending transaction. A repeated call returns the first outcome."""
        return await self._calls.unary(
            self._methods["ExecuteTransaction"], request, wallet_v1_transaction_service.ExecuteTransactionResponse, timeout
        )

    async def transfer(
        self, request: wallet_v1_transaction_service.TransferRequest, *, timeout: float | None = None
    ) -> wallet_v1_transaction_service.TransferResponse:
        """Creates and processes a transaction that its sender has signed."""
        return await self._calls.unary(
            self._methods["Transfer"], request, wallet_v1_transaction_service.TransferResponse, timeout
        )

    async def transfer_batch(
        self, request: wallet_v1_transaction_service.TransferBatchRequest, *, timeout: float | None = None
    ) -> wallet_v1_transaction_service.TransferBatchResponse:
        """Creates and processes up to 1,000 transactions under one signature. Each has its own outcome."""
        return await self._calls.unary(
            self._methods["TransferBatch"], request, wallet_v1_transaction_service.TransferBatchResponse, timeout
        )

    async def transfer_linked(
        self, request: wallet_v1_transaction_service.TransferLinkedRequest, *, timeout: float | None = None
    ) -> wallet_v1_transaction_service.TransferLinkedResponse:
        """Processes 2 to 100 linked orders of one sender or several, all or none, in their sequence: a later
        one may spend what an earlier one brought. If one fails, all fail, and nothing is moved. The same
        set gets the same answer whenever it is sent; a set with an id that is used already is a conflict as
        a whole.
        """
        return await self._calls.unary(
            self._methods["TransferLinked"], request, wallet_v1_transaction_service.TransferLinkedResponse, timeout
        )

    async def get_transaction(
        self, request: wallet_v1_transaction_service.GetTransactionRequest, *, timeout: float | None = None
    ) -> wallet_v1_transaction_service.GetTransactionResponse:
        """Reads a transaction, or anything else that the ledger has recorded under an id: a capture or release
        of a hold, an exchange, a deposit, a withdrawal, a reversal. Both parties may read it.
        """
        return await self._calls.unary(
            self._methods["GetTransaction"], request, wallet_v1_transaction_service.GetTransactionResponse, timeout
        )

    async def resolve_transaction(
        self, request: wallet_v1_transaction_service.ResolveTransactionRequest, *, timeout: float | None = None
    ) -> wallet_v1_transaction_service.ResolveTransactionResponse:
        """Returns the outcome of a transaction. With `seal` it voids a transaction that is not done, so that
        the outcome is final; the id of somebody else's transaction is a conflict.
        """
        return await self._calls.unary(
            self._methods["ResolveTransaction"], request, wallet_v1_transaction_service.ResolveTransactionResponse, timeout
        )

    async def get_receipt(
        self, request: wallet_v1_transaction_service.GetReceiptRequest, *, timeout: float | None = None
    ) -> wallet_v1_transaction_service.GetReceiptResponse:
        """Returns the receipt of a transaction, which proves that it is in the ledger."""
        return await self._calls.unary(
            self._methods["GetReceipt"], request, wallet_v1_transaction_service.GetReceiptResponse, timeout
        )
