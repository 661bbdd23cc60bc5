"""Typed clients of VaultService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from typing import Any

from platonic.admin.v1 import vault_pb2 as admin_v1_vault

from ._calls import AsyncCalls, Calls


class VaultService:
    """Reports the state of the vault's keys and rotates them. No response ever contains a key."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_vault.DESCRIPTOR.services_by_name["VaultService"].methods_by_name

    def get_vault_status(
        self, request: admin_v1_vault.GetVaultStatusRequest, *, timeout: float | None = None
    ) -> admin_v1_vault.GetVaultStatusResponse:
        """Reports which key-encryption key is in use, and since when."""
        return self._calls.unary(
            self._methods["GetVaultStatus"], request, admin_v1_vault.GetVaultStatusResponse, timeout
        )

    def rotate_vault(
        self, request: admin_v1_vault.RotateVaultRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_vault.RotateVaultResponse:
        """Replaces the active key-encryption key now, for example after a possible exposure, and returns the
        new state.
        """
        return self._calls.unary(
            self._methods["RotateVault"], request, admin_v1_vault.RotateVaultResponse, timeout, idempotency_key
        )


class AsyncVaultService:
    """Reports the state of the vault's keys and rotates them. No response ever contains a key."""

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_vault.DESCRIPTOR.services_by_name["VaultService"].methods_by_name

    async def get_vault_status(
        self, request: admin_v1_vault.GetVaultStatusRequest, *, timeout: float | None = None
    ) -> admin_v1_vault.GetVaultStatusResponse:
        """Reports which key-encryption key is in use, and since when."""
        return await self._calls.unary(
            self._methods["GetVaultStatus"], request, admin_v1_vault.GetVaultStatusResponse, timeout
        )

    async def rotate_vault(
        self, request: admin_v1_vault.RotateVaultRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_vault.RotateVaultResponse:
        """Replaces the active key-encryption key now, for example after a possible exposure, and returns the
        new state.
        """
        return await self._calls.unary(
            self._methods["RotateVault"], request, admin_v1_vault.RotateVaultResponse, timeout, idempotency_key
        )
