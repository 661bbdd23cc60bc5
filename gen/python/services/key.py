"""Typed clients of KeyService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from platonic.admin.v1 import keys_pb2 as admin_v1_keys

from ._calls import AsyncCalls, Calls


class KeyService:
    """Creates, lists and revokes API keys, and lists the plans that they may have. A session may do so for
    the keys of its own identity, without the permissions. A key of an identity calls the geocode
    operations alone: no key moves the money of the identity or changes its data.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_keys.DESCRIPTOR.services_by_name["KeyService"].methods_by_name

    def create_key(
        self, request: admin_v1_keys.CreateKeyRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_keys.CreateKeyResponse:
        """Creates a key. Its secret is returned only in this response. An identity has at most 100 keys that
        are not revoked, and creates at most 100 in a day, by sessions with a fresh proof of it.
        """
        return self._calls.unary(
            self._methods["CreateKey"], request, admin_v1_keys.CreateKeyResponse, timeout, idempotency_key
        )

    def list_keys(
        self, request: admin_v1_keys.ListKeysRequest, *, timeout: float | None = None
    ) -> admin_v1_keys.ListKeysResponse:
        """Lists keys, including revoked ones, newest first: all of them unless the request says otherwise."""
        return self._calls.unary(
            self._methods["ListKeys"], request, admin_v1_keys.ListKeysResponse, timeout
        )

    def list_keys_items(
        self, request: admin_v1_keys.ListKeysRequest, *, timeout: float | None = None
    ) -> Iterator[admin_v1_keys.Key]:
        """Lists keys, including revoked ones, newest first: all of them unless the request says otherwise.
        Yields the items of all pages, and asks for a page when it is needed.
        """
        return self._calls.items(self._methods["ListKeys"], request, admin_v1_keys.Key, timeout)

    def revoke_key(
        self, request: admin_v1_keys.RevokeKeyRequest, *, timeout: float | None = None
    ) -> admin_v1_keys.RevokeKeyResponse:
        """Revokes a key immediately. Revoking it again changes nothing."""
        return self._calls.unary(
            self._methods["RevokeKey"], request, admin_v1_keys.RevokeKeyResponse, timeout
        )

    def change_plan(
        self, request: admin_v1_keys.ChangePlanRequest, *, timeout: float | None = None
    ) -> admin_v1_keys.ChangePlanResponse:
        """Moves a key to another plan, whose limits hold for its next call: in the process that is asked at
        once, in others within a second. A key that is revoked is refused with STATE_INVALID.
        """
        return self._calls.unary(
            self._methods["ChangePlan"], request, admin_v1_keys.ChangePlanResponse, timeout
        )

    def list_plans(
        self, request: admin_v1_keys.ListPlansRequest, *, timeout: float | None = None
    ) -> admin_v1_keys.ListPlansResponse:
        """Lists the plans that keys may have. Plans of the service itself are listed only to callers with the
        permission `keys:list`.
        """
        return self._calls.unary(
            self._methods["ListPlans"], request, admin_v1_keys.ListPlansResponse, timeout
        )


class AsyncKeyService:
    """Creates, lists and revokes API keys, and lists the plans that they may have. A session may do so for
    the keys of its own identity, without the permissions. A key of an identity calls the geocode
    operations alone: no key moves the money of the identity or changes its data.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_keys.DESCRIPTOR.services_by_name["KeyService"].methods_by_name

    async def create_key(
        self, request: admin_v1_keys.CreateKeyRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_keys.CreateKeyResponse:
        """Creates a key. Its secret is returned only in this response. An identity has at most 100 keys that
        are not revoked, and creates at most 100 in a day, by sessions with a fresh proof of it.
        """
        return await self._calls.unary(
            self._methods["CreateKey"], request, admin_v1_keys.CreateKeyResponse, timeout, idempotency_key
        )

    async def list_keys(
        self, request: admin_v1_keys.ListKeysRequest, *, timeout: float | None = None
    ) -> admin_v1_keys.ListKeysResponse:
        """Lists keys, including revoked ones, newest first: all of them unless the request says otherwise."""
        return await self._calls.unary(
            self._methods["ListKeys"], request, admin_v1_keys.ListKeysResponse, timeout
        )

    def list_keys_items(
        self, request: admin_v1_keys.ListKeysRequest, *, timeout: float | None = None
    ) -> AsyncIterator[admin_v1_keys.Key]:
        """Lists keys, including revoked ones, newest first: all of them unless the request says otherwise.
        Yields the items of all pages, and asks for a page when it is needed.
        """
        return self._calls.items(self._methods["ListKeys"], request, admin_v1_keys.Key, timeout)

    async def revoke_key(
        self, request: admin_v1_keys.RevokeKeyRequest, *, timeout: float | None = None
    ) -> admin_v1_keys.RevokeKeyResponse:
        """Revokes a key immediately. Revoking it again changes nothing."""
        return await self._calls.unary(
            self._methods["RevokeKey"], request, admin_v1_keys.RevokeKeyResponse, timeout
        )

    async def change_plan(
        self, request: admin_v1_keys.ChangePlanRequest, *, timeout: float | None = None
    ) -> admin_v1_keys.ChangePlanResponse:
        """Moves a key to another plan, whose limits hold for its next call: in the process that is asked at
        once, in others within a second. A key that is revoked is refused with STATE_INVALID.
        """
        return await self._calls.unary(
            self._methods["ChangePlan"], request, admin_v1_keys.ChangePlanResponse, timeout
        )

    async def list_plans(
        self, request: admin_v1_keys.ListPlansRequest, *, timeout: float | None = None
    ) -> admin_v1_keys.ListPlansResponse:
        """Lists the plans that keys may have. Plans of the service itself are listed only to callers with the
        permission `keys:list`.
        """
        return await self._calls.unary(
            self._methods["ListPlans"], request, admin_v1_keys.ListPlansResponse, timeout
        )
