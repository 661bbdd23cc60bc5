"""Typed clients of IdentityService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from typing import Any

from platonic.identity.v1 import identity_service_pb2 as identity_v1_identity_service

from ._calls import AsyncCalls, Calls


class IdentityService:
    """Managed identities and their keys."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = identity_v1_identity_service.DESCRIPTOR.services_by_name["IdentityService"].methods_by_name

    def create_identity(
        self, request: identity_v1_identity_service.CreateIdentityRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_identity_service.CreateIdentityResponse:
        """Creates an identity with its first signing key and rotation key. The rotation key is returned only
        in this response. Open to everybody if the server allows open registration.
        """
        return self._calls.unary(
            self._methods["CreateIdentity"], request, identity_v1_identity_service.CreateIdentityResponse, timeout, idempotency_key
        )

    def get_identity(
        self, request: identity_v1_identity_service.GetIdentityRequest, *, timeout: float | None = None
    ) -> identity_v1_identity_service.GetIdentityResponse:
        """Reads an identity."""
        return self._calls.unary(
            self._methods["GetIdentity"], request, identity_v1_identity_service.GetIdentityResponse, timeout
        )

    def update_identity(
        self, request: identity_v1_identity_service.UpdateIdentityRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_identity_service.UpdateIdentityResponse:
        """Changes the fields that the request sets. If the request names a version, the update applies only to
        that version.
        """
        return self._calls.unary(
            self._methods["UpdateIdentity"], request, identity_v1_identity_service.UpdateIdentityResponse, timeout, idempotency_key
        )

    def list_signing_keys(
        self, request: identity_v1_identity_service.ListSigningKeysRequest, *, timeout: float | None = None
    ) -> identity_v1_identity_service.ListSigningKeysResponse:
        """Lists the signing keys of an identity, including revoked ones, newest first."""
        return self._calls.unary(
            self._methods["ListSigningKeys"], request, identity_v1_identity_service.ListSigningKeysResponse, timeout
        )

    def add_signing_key(
        self, request: identity_v1_identity_service.AddSigningKeyRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_identity_service.AddSigningKeyResponse:
        """Adds a signing key: the client's if the request contains one, otherwise one created in the vault. A
        mail tells the address of the identity.
        """
        return self._calls.unary(
            self._methods["AddSigningKey"], request, identity_v1_identity_service.AddSigningKeyResponse, timeout, idempotency_key
        )

    def revoke_signing_key(
        self, request: identity_v1_identity_service.RevokeSigningKeyRequest, *, timeout: float | None = None
    ) -> identity_v1_identity_service.RevokeSigningKeyResponse:
        """Revokes a signing key immediately and ends the sessions that it opened. Revoking it again changes
        nothing. A session needs a fresh proof of the identity, and cannot revoke the last key.
        """
        return self._calls.unary(
            self._methods["RevokeSigningKey"], request, identity_v1_identity_service.RevokeSigningKeyResponse, timeout
        )

    def rotate_rotation_key(
        self, request: identity_v1_identity_service.RotateRotationKeyRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_identity_service.RotateRotationKeyResponse:
        """Creates a new rotation key, which is returned only in this response. The previous key stays valid
        for a day; older ones end.
        """
        return self._calls.unary(
            self._methods["RotateRotationKey"], request, identity_v1_identity_service.RotateRotationKeyResponse, timeout, idempotency_key
        )


class AsyncIdentityService:
    """Managed identities and their keys."""

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = identity_v1_identity_service.DESCRIPTOR.services_by_name["IdentityService"].methods_by_name

    async def create_identity(
        self, request: identity_v1_identity_service.CreateIdentityRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_identity_service.CreateIdentityResponse:
        """Creates an identity with its first signing key and rotation key. The rotation key is returned only
        in this response. Open to everybody if the server allows open registration.
        """
        return await self._calls.unary(
            self._methods["CreateIdentity"], request, identity_v1_identity_service.CreateIdentityResponse, timeout, idempotency_key
        )

    async def get_identity(
        self, request: identity_v1_identity_service.GetIdentityRequest, *, timeout: float | None = None
    ) -> identity_v1_identity_service.GetIdentityResponse:
        """Reads an identity."""
        return await self._calls.unary(
            self._methods["GetIdentity"], request, identity_v1_identity_service.GetIdentityResponse, timeout
        )

    async def update_identity(
        self, request: identity_v1_identity_service.UpdateIdentityRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_identity_service.UpdateIdentityResponse:
        """Changes the fields that the request sets. If the request names a version, the update applies only to
        that version.
        """
        return await self._calls.unary(
            self._methods["UpdateIdentity"], request, identity_v1_identity_service.UpdateIdentityResponse, timeout, idempotency_key
        )

    async def list_signing_keys(
        self, request: identity_v1_identity_service.ListSigningKeysRequest, *, timeout: float | None = None
    ) -> identity_v1_identity_service.ListSigningKeysResponse:
        """Lists the signing keys of an identity, including revoked ones, newest first."""
        return await self._calls.unary(
            self._methods["ListSigningKeys"], request, identity_v1_identity_service.ListSigningKeysResponse, timeout
        )

    async def add_signing_key(
        self, request: identity_v1_identity_service.AddSigningKeyRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_identity_service.AddSigningKeyResponse:
        """Adds a signing key: the client's if the request contains one, otherwise one created in the vault. A
        mail tells the address of the identity.
        """
        return await self._calls.unary(
            self._methods["AddSigningKey"], request, identity_v1_identity_service.AddSigningKeyResponse, timeout, idempotency_key
        )

    async def revoke_signing_key(
        self, request: identity_v1_identity_service.RevokeSigningKeyRequest, *, timeout: float | None = None
    ) -> identity_v1_identity_service.RevokeSigningKeyResponse:
        """Revokes a signing key immediately and ends the sessions that it opened. Revoking it again changes
        nothing. A session needs a fresh proof of the identity, and cannot revoke the last key.
        """
        return await self._calls.unary(
            self._methods["RevokeSigningKey"], request, identity_v1_identity_service.RevokeSigningKeyResponse, timeout
        )

    async def rotate_rotation_key(
        self, request: identity_v1_identity_service.RotateRotationKeyRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_identity_service.RotateRotationKeyResponse:
        """Creates a new rotation key, which is returned only in this response. The previous key stays valid
        for a day; older ones end.
        """
        return await self._calls.unary(
            self._methods["RotateRotationKey"], request, identity_v1_identity_service.RotateRotationKeyResponse, timeout, idempotency_key
        )
