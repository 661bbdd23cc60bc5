"""Typed clients of WalletService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from platonic.wallet.v1 import ledger_pb2 as wallet_v1_ledger
from platonic.wallet.v1 import wallet_service_pb2 as wallet_v1_wallet_service

from ._calls import AsyncCalls, Calls


class WalletService:
    """Wallets, their balances and their history."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_wallet_service.DESCRIPTOR.services_by_name["WalletService"].methods_by_name

    def create_wallet(
        self, request: wallet_v1_wallet_service.CreateWalletRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_wallet_service.CreateWalletResponse:
        """Creates an empty wallet for an identity."""
        return self._calls.unary(
            self._methods["CreateWallet"], request, wallet_v1_wallet_service.CreateWalletResponse, timeout, idempotency_key
        )

    def get_wallet(
        self, request: wallet_v1_wallet_service.GetWalletRequest, *, timeout: float | None = None
    ) -> wallet_v1_wallet_service.GetWalletResponse:
        """Reads a wallet: its balances and its configuration."""
        return self._calls.unary(
            self._methods["GetWallet"], request, wallet_v1_wallet_service.GetWalletResponse, timeout
        )

    def get_balance(
        self, request: wallet_v1_wallet_service.GetBalanceRequest, *, timeout: float | None = None
    ) -> wallet_v1_wallet_service.GetBalanceResponse:
        """Reads the balance of one token in a wallet."""
        return self._calls.unary(
            self._methods["GetBalance"], request, wallet_v1_wallet_service.GetBalanceResponse, timeout
        )

    def get_balances_at(
        self, request: wallet_v1_wallet_service.GetBalancesAtRequest, *, timeout: float | None = None
    ) -> wallet_v1_wallet_service.GetBalancesAtResponse:
        """Reads all balances of a wallet as they were at a moment, or after an entry of the ledger, exactly.
        The answer names the entry, so that the question can be repeated.
        """
        return self._calls.unary(
            self._methods["GetBalancesAt"], request, wallet_v1_wallet_service.GetBalancesAtResponse, timeout
        )

    def configure_wallet(
        self, request: wallet_v1_wallet_service.ConfigureWalletRequest, *, timeout: float | None = None
    ) -> wallet_v1_wallet_service.ConfigureWalletResponse:
        """Replaces the configuration of a wallet. A session needs a fresh proof of its identity for other
        addresses.
        """
        return self._calls.unary(
            self._methods["ConfigureWallet"], request, wallet_v1_wallet_service.ConfigureWalletResponse, timeout
        )

    def list_ledger_entries(
        self, request: wallet_v1_wallet_service.ListLedgerEntriesRequest, *, timeout: float | None = None
    ) -> wallet_v1_wallet_service.ListLedgerEntriesResponse:
        """Lists the ledger entries of a wallet, newest first."""
        return self._calls.unary(
            self._methods["ListLedgerEntries"], request, wallet_v1_wallet_service.ListLedgerEntriesResponse, timeout
        )

    def list_ledger_entries_items(
        self, request: wallet_v1_wallet_service.ListLedgerEntriesRequest, *, timeout: float | None = None
    ) -> Iterator[wallet_v1_ledger.LedgerEntry]:
        """Lists the ledger entries of a wallet, newest first. Yields the items of all pages, and asks for a
        page when it is needed.
        """
        return self._calls.items(self._methods["ListLedgerEntries"], request, wallet_v1_ledger.LedgerEntry, timeout)


class AsyncWalletService:
    """Wallets, their balances and their history."""

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_wallet_service.DESCRIPTOR.services_by_name["WalletService"].methods_by_name

    async def create_wallet(
        self, request: wallet_v1_wallet_service.CreateWalletRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_wallet_service.CreateWalletResponse:
        """Creates an empty wallet for an identity."""
        return await self._calls.unary(
            self._methods["CreateWallet"], request, wallet_v1_wallet_service.CreateWalletResponse, timeout, idempotency_key
        )

    async def get_wallet(
        self, request: wallet_v1_wallet_service.GetWalletRequest, *, timeout: float | None = None
    ) -> wallet_v1_wallet_service.GetWalletResponse:
        """Reads a wallet: its balances and its configuration."""
        return await self._calls.unary(
            self._methods["GetWallet"], request, wallet_v1_wallet_service.GetWalletResponse, timeout
        )

    async def get_balance(
        self, request: wallet_v1_wallet_service.GetBalanceRequest, *, timeout: float | None = None
    ) -> wallet_v1_wallet_service.GetBalanceResponse:
        """Reads the balance of one token in a wallet."""
        return await self._calls.unary(
            self._methods["GetBalance"], request, wallet_v1_wallet_service.GetBalanceResponse, timeout
        )

    async def get_balances_at(
        self, request: wallet_v1_wallet_service.GetBalancesAtRequest, *, timeout: float | None = None
    ) -> wallet_v1_wallet_service.GetBalancesAtResponse:
        """Reads all balances of a wallet as they were at a moment, or after an entry of the ledger, exactly.
        The answer names the entry, so that the question can be repeated.
        """
        return await self._calls.unary(
            self._methods["GetBalancesAt"], request, wallet_v1_wallet_service.GetBalancesAtResponse, timeout
        )

    async def configure_wallet(
        self, request: wallet_v1_wallet_service.ConfigureWalletRequest, *, timeout: float | None = None
    ) -> wallet_v1_wallet_service.ConfigureWalletResponse:
        """Replaces the configuration of a wallet. A session needs a fresh proof of its identity for other
        addresses.
        """
        return await self._calls.unary(
            self._methods["ConfigureWallet"], request, wallet_v1_wallet_service.ConfigureWalletResponse, timeout
        )

    async def list_ledger_entries(
        self, request: wallet_v1_wallet_service.ListLedgerEntriesRequest, *, timeout: float | None = None
    ) -> wallet_v1_wallet_service.ListLedgerEntriesResponse:
        """Lists the ledger entries of a wallet, newest first."""
        return await self._calls.unary(
            self._methods["ListLedgerEntries"], request, wallet_v1_wallet_service.ListLedgerEntriesResponse, timeout
        )

    def list_ledger_entries_items(
        self, request: wallet_v1_wallet_service.ListLedgerEntriesRequest, *, timeout: float | None = None
    ) -> AsyncIterator[wallet_v1_ledger.LedgerEntry]:
        """Lists the ledger entries of a wallet, newest first. Yields the items of all pages, and asks for a
        page when it is needed.
        """
        return self._calls.items(self._methods["ListLedgerEntries"], request, wallet_v1_ledger.LedgerEntry, timeout)
