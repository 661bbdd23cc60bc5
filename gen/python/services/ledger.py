"""Typed clients of LedgerService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from typing import Any

from platonic.admin.v1 import ledger_pb2 as admin_v1_ledger

from ._calls import AsyncCalls, Calls


class LedgerService:
    """Deposits, withdrawals, frozen wallets, rates, and checks of the ledger."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_ledger.DESCRIPTOR.services_by_name["LedgerService"].methods_by_name

    def deposit(
        self, request: admin_v1_ledger.DepositRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_ledger.DepositResponse:
        """Deposits money into a wallet from the issuance account of its asset. On a server that runs with
        `DEVELOPMENT=1` this is the faucet, for whoever has the key in `operator.key` in `DATA_DIR`.
        """
        return self._calls.unary(
            self._methods["Deposit"], request, admin_v1_ledger.DepositResponse, timeout, idempotency_key
        )

    def withdraw(
        self, request: admin_v1_ledger.WithdrawRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_ledger.WithdrawResponse:
        """Withdraws money from a wallet to the issuance account of its asset."""
        return self._calls.unary(
            self._methods["Withdraw"], request, admin_v1_ledger.WithdrawResponse, timeout, idempotency_key
        )

    def release_hold(
        self, request: admin_v1_ledger.ReleaseHoldRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_ledger.ReleaseHoldResponse:
        """Ends a hold in favour of its sender, who gets back what is left of it."""
        return self._calls.unary(
            self._methods["ReleaseHold"], request, admin_v1_ledger.ReleaseHoldResponse, timeout, idempotency_key
        )

    def reverse_transaction(
        self, request: admin_v1_ledger.ReverseTransactionRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_ledger.ReverseTransactionResponse:
        """Reverses a completed transaction in whole or in part: gives back to its sender what its recipient
        holds of it. The recipient's wallet may be frozen. All reversals of a transaction together are never
        more than its amount, and those of a hold and of its captures never more than was captured.
        """
        return self._calls.unary(
            self._methods["ReverseTransaction"], request, admin_v1_ledger.ReverseTransactionResponse, timeout, idempotency_key
        )

    def freeze_wallet(
        self, request: admin_v1_ledger.FreezeWalletRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.FreezeWalletResponse:
        """Freezes or unfreezes a wallet."""
        return self._calls.unary(
            self._methods["FreezeWallet"], request, admin_v1_ledger.FreezeWalletResponse, timeout
        )

    def set_rate(
        self, request: admin_v1_ledger.SetRateRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.SetRateResponse:
        """Sets a rate manually. Once the call is answered, no process of the database quotes or exchanges at
        an earlier rate, except by quotes that were given before. The rate applies until it is stale.
        """
        return self._calls.unary(
            self._methods["SetRate"], request, admin_v1_ledger.SetRateResponse, timeout
        )

    def get_ledger_policy(
        self, request: admin_v1_ledger.GetLedgerPolicyRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.GetLedgerPolicyResponse:
        """Reads the fees, limits and currencies in force."""
        return self._calls.unary(
            self._methods["GetLedgerPolicy"], request, admin_v1_ledger.GetLedgerPolicyResponse, timeout
        )

    def check_ledger(
        self, request: admin_v1_ledger.CheckLedgerRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.CheckLedgerResponse:
        """Starts a replay of the whole ledger unless one is running, and returns its progress."""
        return self._calls.unary(
            self._methods["CheckLedger"], request, admin_v1_ledger.CheckLedgerResponse, timeout
        )

    def get_ledger_check(
        self, request: admin_v1_ledger.GetLedgerCheckRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.GetLedgerCheckResponse:
        """Reads the progress or the findings of the last replay."""
        return self._calls.unary(
            self._methods["GetLedgerCheck"], request, admin_v1_ledger.GetLedgerCheckResponse, timeout
        )

    def dismiss_losses(
        self, request: admin_v1_ledger.DismissLossesRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.DismissLossesResponse:
        """Has losses that a check has named forgotten, once they are dealt with. Applies to what the process
        that answers has acknowledged itself.
        """
        return self._calls.unary(
            self._methods["DismissLosses"], request, admin_v1_ledger.DismissLossesResponse, timeout
        )

    def get_ledger_head(
        self, request: admin_v1_ledger.GetLedgerHeadRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.GetLedgerHeadResponse:
        """Reads the head of the tree of the ledger's batches (RFC 6962). Whoever keeps a head can have it
        proven later that the ledger was only added to since.
        """
        return self._calls.unary(
            self._methods["GetLedgerHead"], request, admin_v1_ledger.GetLedgerHeadResponse, timeout
        )

    def export_ledger(
        self, request: admin_v1_ledger.ExportLedgerRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.ExportLedgerResponse:
        """Exports batches of the ledger with the canonical bytes of their entries, from which the ledger can
        be replayed elsewhere.
        """
        return self._calls.unary(
            self._methods["ExportLedger"], request, admin_v1_ledger.ExportLedgerResponse, timeout
        )


class AsyncLedgerService:
    """Deposits, withdrawals, frozen wallets, rates, and checks of the ledger."""

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_ledger.DESCRIPTOR.services_by_name["LedgerService"].methods_by_name

    async def deposit(
        self, request: admin_v1_ledger.DepositRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_ledger.DepositResponse:
        """Deposits money into a wallet from the issuance account of its asset. On a server that runs with
        `DEVELOPMENT=1` this is the faucet, for whoever has the key in `operator.key` in `DATA_DIR`.
        """
        return await self._calls.unary(
            self._methods["Deposit"], request, admin_v1_ledger.DepositResponse, timeout, idempotency_key
        )

    async def withdraw(
        self, request: admin_v1_ledger.WithdrawRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_ledger.WithdrawResponse:
        """Withdraws money from a wallet to the issuance account of its asset."""
        return await self._calls.unary(
            self._methods["Withdraw"], request, admin_v1_ledger.WithdrawResponse, timeout, idempotency_key
        )

    async def release_hold(
        self, request: admin_v1_ledger.ReleaseHoldRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_ledger.ReleaseHoldResponse:
        """Ends a hold in favour of its sender, who gets back what is left of it."""
        return await self._calls.unary(
            self._methods["ReleaseHold"], request, admin_v1_ledger.ReleaseHoldResponse, timeout, idempotency_key
        )

    async def reverse_transaction(
        self, request: admin_v1_ledger.ReverseTransactionRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_ledger.ReverseTransactionResponse:
        """Reverses a completed transaction in whole or in part: gives back to its sender what its recipient
        holds of it. The recipient's wallet may be frozen. All reversals of a transaction together are never
        more than its amount, and those of a hold and of its captures never more than was captured.
        """
        return await self._calls.unary(
            self._methods["ReverseTransaction"], request, admin_v1_ledger.ReverseTransactionResponse, timeout, idempotency_key
        )

    async def freeze_wallet(
        self, request: admin_v1_ledger.FreezeWalletRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.FreezeWalletResponse:
        """Freezes or unfreezes a wallet."""
        return await self._calls.unary(
            self._methods["FreezeWallet"], request, admin_v1_ledger.FreezeWalletResponse, timeout
        )

    async def set_rate(
        self, request: admin_v1_ledger.SetRateRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.SetRateResponse:
        """Sets a rate manually. Once the call is answered, no process of the database quotes or exchanges at
        an earlier rate, except by quotes that were given before. The rate applies until it is stale.
        """
        return await self._calls.unary(
            self._methods["SetRate"], request, admin_v1_ledger.SetRateResponse, timeout
        )

    async def get_ledger_policy(
        self, request: admin_v1_ledger.GetLedgerPolicyRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.GetLedgerPolicyResponse:
        """Reads the fees, limits and currencies in force."""
        return await self._calls.unary(
            self._methods["GetLedgerPolicy"], request, admin_v1_ledger.GetLedgerPolicyResponse, timeout
        )

    async def check_ledger(
        self, request: admin_v1_ledger.CheckLedgerRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.CheckLedgerResponse:
        """Starts a replay of the whole ledger unless one is running, and returns its progress."""
        return await self._calls.unary(
            self._methods["CheckLedger"], request, admin_v1_ledger.CheckLedgerResponse, timeout
        )

    async def get_ledger_check(
        self, request: admin_v1_ledger.GetLedgerCheckRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.GetLedgerCheckResponse:
        """Reads the progress or the findings of the last replay."""
        return await self._calls.unary(
            self._methods["GetLedgerCheck"], request, admin_v1_ledger.GetLedgerCheckResponse, timeout
        )

    async def dismiss_losses(
        self, request: admin_v1_ledger.DismissLossesRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.DismissLossesResponse:
        """Has losses that a check has named forgotten, once they are dealt with. Applies to what the process
        that answers has acknowledged itself.
        """
        return await self._calls.unary(
            self._methods["DismissLosses"], request, admin_v1_ledger.DismissLossesResponse, timeout
        )

    async def get_ledger_head(
        self, request: admin_v1_ledger.GetLedgerHeadRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.GetLedgerHeadResponse:
        """Reads the head of the tree of the ledger's batches (RFC 6962). Whoever keeps a head can have it
        proven later that the ledger was only added to since.
        """
        return await self._calls.unary(
            self._methods["GetLedgerHead"], request, admin_v1_ledger.GetLedgerHeadResponse, timeout
        )

    async def export_ledger(
        self, request: admin_v1_ledger.ExportLedgerRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.ExportLedgerResponse:
        """Exports batches of the ledger with the canonical bytes of their entries, from which the ledger can
        be replayed elsewhere.
        """
        return await self._calls.unary(
            self._methods["ExportLedger"], request, admin_v1_ledger.ExportLedgerResponse, timeout
        )
