"""Typed clients of AuthenticationService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from platonic.identity.v1 import authentication_service_pb2 as identity_v1_authentication_service

from ._calls import AsyncCalls, Calls


class AuthenticationService:
    """Authentication by a rotating signed token, and the sessions that it opens."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = identity_v1_authentication_service.DESCRIPTOR.services_by_name["AuthenticationService"].methods_by_name

    def create_challenge(
        self, request: identity_v1_authentication_service.CreateChallengeRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.CreateChallengeResponse:
        """Returns what a client needs to mint a token: a nonce that the token may carry, its audience, and its
        rotation window. A token with the nonce must keep to the request: its client, its scope if there is
        one, and its lifetime.
        """
        return self._calls.unary(
            self._methods["CreateChallenge"], request, identity_v1_authentication_service.CreateChallengeResponse, timeout
        )

    def request_token(
        self, request: identity_v1_authentication_service.RequestTokenRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.RequestTokenResponse:
        """Mints a token for an identity whose signing key is in the vault. A session that is opened by a token
        which another session requested has no higher level, no more rights and no later end than that
        session, and ends with it.
        """
        return self._calls.unary(
            self._methods["RequestToken"], request, identity_v1_authentication_service.RequestTokenResponse, timeout
        )

    def authenticate(
        self, request: identity_v1_authentication_service.AuthenticateRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.AuthenticateResponse:
        """Verifies and consumes a token and opens a session. A rejected token is a successful call with
        `success` false.
        """
        return self._calls.unary(
            self._methods["Authenticate"], request, identity_v1_authentication_service.AuthenticateResponse, timeout
        )

    def logout(
        self, request: identity_v1_authentication_service.LogoutRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.LogoutResponse:
        """Ends the caller's session."""
        return self._calls.unary(
            self._methods["Logout"], request, identity_v1_authentication_service.LogoutResponse, timeout
        )

    def issue_jwt(
        self, request: identity_v1_authentication_service.IssueJwtRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.IssueJwtResponse:
        """Issues a short-lived JWT (RFC 7519) for the session, to be used with services that trust the keys at
        `/.well-known/jwks.json`. It carries the permissions of the session and its level (claim `acr`), is
        for one service alone, and cannot be revoked before it expires.
        """
        return self._calls.unary(
            self._methods["IssueJwt"], request, identity_v1_authentication_service.IssueJwtResponse, timeout
        )

    def list_sessions(
        self, request: identity_v1_authentication_service.ListSessionsRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.ListSessionsResponse:
        """Lists the open sessions of an identity, newest first."""
        return self._calls.unary(
            self._methods["ListSessions"], request, identity_v1_authentication_service.ListSessionsResponse, timeout
        )

    def revoke_session(
        self, request: identity_v1_authentication_service.RevokeSessionRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.RevokeSessionResponse:
        """Ends a session, and those whose tokens it requested. Ending it again changes nothing."""
        return self._calls.unary(
            self._methods["RevokeSession"], request, identity_v1_authentication_service.RevokeSessionResponse, timeout
        )

    def revoke_all_sessions(
        self, request: identity_v1_authentication_service.RevokeAllSessionsRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.RevokeAllSessionsResponse:
        """Ends all sessions of an identity."""
        return self._calls.unary(
            self._methods["RevokeAllSessions"], request, identity_v1_authentication_service.RevokeAllSessionsResponse, timeout
        )

    def list_authentication_events(
        self, request: identity_v1_authentication_service.ListAuthenticationEventsRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.ListAuthenticationEventsResponse:
        """Lists the authentications of an identity, newest first."""
        return self._calls.unary(
            self._methods["ListAuthenticationEvents"], request, identity_v1_authentication_service.ListAuthenticationEventsResponse, timeout
        )

    def list_authentication_events_items(
        self, request: identity_v1_authentication_service.ListAuthenticationEventsRequest, *, timeout: float | None = None
    ) -> Iterator[identity_v1_authentication_service.AuthenticationEvent]:
        """Lists the authentications of an identity, newest first. Yields the items of all pages, and asks for
        a page when it is needed.
        """
        return self._calls.items(self._methods["ListAuthenticationEvents"], request, identity_v1_authentication_service.AuthenticationEvent, timeout)


class AsyncAuthenticationService:
    """Authentication by a rotating signed token, and the sessions that it opens."""

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = identity_v1_authentication_service.DESCRIPTOR.services_by_name["AuthenticationService"].methods_by_name

    async def create_challenge(
        self, request: identity_v1_authentication_service.CreateChallengeRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.CreateChallengeResponse:
        """Returns what a client needs to mint a token: a nonce that the token may carry, its audience, and its
        rotation window. A token with the nonce must keep to the request: its client, its scope if there is
        one, and its lifetime.
        """
        return await self._calls.unary(
            self._methods["CreateChallenge"], request, identity_v1_authentication_service.CreateChallengeResponse, timeout
        )

    async def request_token(
        self, request: identity_v1_authentication_service.RequestTokenRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.RequestTokenResponse:
        """Mints a token for an identity whose signing key is in the vault. A session that is opened by a token
        which another session requested has no higher level, no more rights and no later end than that
        session, and ends with it.
        """
        return await self._calls.unary(
            self._methods["RequestToken"], request, identity_v1_authentication_service.RequestTokenResponse, timeout
        )

    async def authenticate(
        self, request: identity_v1_authentication_service.AuthenticateRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.AuthenticateResponse:
        """Verifies and consumes a token and opens a session. A rejected token is a successful call with
        `success` false.
        """
        return await self._calls.unary(
            self._methods["Authenticate"], request, identity_v1_authentication_service.AuthenticateResponse, timeout
        )

    async def logout(
        self, request: identity_v1_authentication_service.LogoutRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.LogoutResponse:
        """Ends the caller's session."""
        return await self._calls.unary(
            self._methods["Logout"], request, identity_v1_authentication_service.LogoutResponse, timeout
        )

    async def issue_jwt(
        self, request: identity_v1_authentication_service.IssueJwtRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.IssueJwtResponse:
        """Issues a short-lived JWT (RFC 7519) for the session, to be used with services that trust the keys at
        `/.well-known/jwks.json`. It carries the permissions of the session and its level (claim `acr`), is
        for one service alone, and cannot be revoked before it expires.
        """
        return await self._calls.unary(
            self._methods["IssueJwt"], request, identity_v1_authentication_service.IssueJwtResponse, timeout
        )

    async def list_sessions(
        self, request: identity_v1_authentication_service.ListSessionsRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.ListSessionsResponse:
        """Lists the open sessions of an identity, newest first."""
        return await self._calls.unary(
            self._methods["ListSessions"], request, identity_v1_authentication_service.ListSessionsResponse, timeout
        )

    async def revoke_session(
        self, request: identity_v1_authentication_service.RevokeSessionRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.RevokeSessionResponse:
        """Ends a session, and those whose tokens it requested. Ending it again changes nothing."""
        return await self._calls.unary(
            self._methods["RevokeSession"], request, identity_v1_authentication_service.RevokeSessionResponse, timeout
        )

    async def revoke_all_sessions(
        self, request: identity_v1_authentication_service.RevokeAllSessionsRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.RevokeAllSessionsResponse:
        """Ends all sessions of an identity."""
        return await self._calls.unary(
            self._methods["RevokeAllSessions"], request, identity_v1_authentication_service.RevokeAllSessionsResponse, timeout
        )

    async def list_authentication_events(
        self, request: identity_v1_authentication_service.ListAuthenticationEventsRequest, *, timeout: float | None = None
    ) -> identity_v1_authentication_service.ListAuthenticationEventsResponse:
        """Lists the authentications of an identity, newest first."""
        return await self._calls.unary(
            self._methods["ListAuthenticationEvents"], request, identity_v1_authentication_service.ListAuthenticationEventsResponse, timeout
        )

    def list_authentication_events_items(
        self, request: identity_v1_authentication_service.ListAuthenticationEventsRequest, *, timeout: float | None = None
    ) -> AsyncIterator[identity_v1_authentication_service.AuthenticationEvent]:
        """Lists the authentications of an identity, newest first. Yields the items of all pages, and asks for
        a page when it is needed.
        """
        return self._calls.items(self._methods["ListAuthenticationEvents"], request, identity_v1_authentication_service.AuthenticationEvent, timeout)
