"""Typed clients of VerificationService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from typing import Any

from platonic.identity.v1 import verification_service_pb2 as identity_v1_verification_service

from ._calls import AsyncCalls, Calls


class VerificationService:
    """Identity verification: challenges, their responses, and levels."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = identity_v1_verification_service.DESCRIPTOR.services_by_name["VerificationService"].methods_by_name

    def request_challenge(
        self, request: identity_v1_verification_service.RequestChallengeRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_verification_service.RequestChallengeResponse:
        """Starts a challenge: sends a code, or returns the parameters that the client needs. It ends a pending
        challenge of the same method.
        """
        return self._calls.unary(
            self._methods["RequestChallenge"], request, identity_v1_verification_service.RequestChallengeResponse, timeout, idempotency_key
        )

    def submit_response(
        self, request: identity_v1_verification_service.SubmitResponseRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_verification_service.SubmitResponseResponse:
        """Submits the response to a challenge. A wrong response is a successful call that uses up one attempt.
        A challenge is passed by one response: once it has passed, failed or expired, the answer is
        `STATE_INVALID`.
        """
        return self._calls.unary(
            self._methods["SubmitResponse"], request, identity_v1_verification_service.SubmitResponseResponse, timeout, idempotency_key
        )

    def list_challenges(
        self, request: identity_v1_verification_service.ListChallengesRequest, *, timeout: float | None = None
    ) -> identity_v1_verification_service.ListChallengesResponse:
        """Lists the pending challenges of an identity, oldest first, without their parameters."""
        return self._calls.unary(
            self._methods["ListChallenges"], request, identity_v1_verification_service.ListChallengesResponse, timeout
        )

    def unlock_factor(
        self, request: identity_v1_verification_service.UnlockFactorRequest, *, timeout: float | None = None
    ) -> identity_v1_verification_service.UnlockFactorResponse:
        """Unlocks a factor that was locked after 100 wrong responses in a row. A session needs a fresh proof
        of the identity.
        """
        return self._calls.unary(
            self._methods["UnlockFactor"], request, identity_v1_verification_service.UnlockFactorResponse, timeout
        )

    def renew_recovery_codes(
        self, request: identity_v1_verification_service.RenewRecoveryCodesRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_verification_service.RenewRecoveryCodesResponse:
        """Issues ten new recovery codes to an identity with a second factor. Those before end at once, and a
        notice goes to its e-mail address. A session needs a fresh proof of the identity.
        """
        return self._calls.unary(
            self._methods["RenewRecoveryCodes"], request, identity_v1_verification_service.RenewRecoveryCodesResponse, timeout, idempotency_key
        )

    def get_verification_status(
        self, request: identity_v1_verification_service.GetVerificationStatusRequest, *, timeout: float | None = None
    ) -> identity_v1_verification_service.GetVerificationStatusResponse:
        """Reads the level of an identity, its factors, and what the next level still requires."""
        return self._calls.unary(
            self._methods["GetVerificationStatus"], request, identity_v1_verification_service.GetVerificationStatusResponse, timeout
        )

    def request_level(
        self, request: identity_v1_verification_service.RequestLevelRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_verification_service.RequestLevelResponse:
        """Moves an identity to the next level if all of its requirements are proven, or down to any lower
        level. Moving down ends the identity's sessions; a session needs a fresh proof for it. A request for
        the level that it has changes nothing.
        """
        return self._calls.unary(
            self._methods["RequestLevel"], request, identity_v1_verification_service.RequestLevelResponse, timeout, idempotency_key
        )


class AsyncVerificationService:
    """Identity verification: challenges, their responses, and levels."""

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = identity_v1_verification_service.DESCRIPTOR.services_by_name["VerificationService"].methods_by_name

    async def request_challenge(
        self, request: identity_v1_verification_service.RequestChallengeRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_verification_service.RequestChallengeResponse:
        """Starts a challenge: sends a code, or returns the parameters that the client needs. It ends a pending
        challenge of the same method.
        """
        return await self._calls.unary(
            self._methods["RequestChallenge"], request, identity_v1_verification_service.RequestChallengeResponse, timeout, idempotency_key
        )

    async def submit_response(
        self, request: identity_v1_verification_service.SubmitResponseRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_verification_service.SubmitResponseResponse:
        """Submits the response to a challenge. A wrong response is a successful call that uses up one attempt.
        A challenge is passed by one response: once it has passed, failed or expired, the answer is
        `STATE_INVALID`.
        """
        return await self._calls.unary(
            self._methods["SubmitResponse"], request, identity_v1_verification_service.SubmitResponseResponse, timeout, idempotency_key
        )

    async def list_challenges(
        self, request: identity_v1_verification_service.ListChallengesRequest, *, timeout: float | None = None
    ) -> identity_v1_verification_service.ListChallengesResponse:
        """Lists the pending challenges of an identity, oldest first, without their parameters."""
        return await self._calls.unary(
            self._methods["ListChallenges"], request, identity_v1_verification_service.ListChallengesResponse, timeout
        )

    async def unlock_factor(
        self, request: identity_v1_verification_service.UnlockFactorRequest, *, timeout: float | None = None
    ) -> identity_v1_verification_service.UnlockFactorResponse:
        """Unlocks a factor that was locked after 100 wrong responses in a row. A session needs a fresh proof
        of the identity.
        """
        return await self._calls.unary(
            self._methods["UnlockFactor"], request, identity_v1_verification_service.UnlockFactorResponse, timeout
        )

    async def renew_recovery_codes(
        self, request: identity_v1_verification_service.RenewRecoveryCodesRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_verification_service.RenewRecoveryCodesResponse:
        """Issues ten new recovery codes to an identity with a second factor. Those before end at once, and a
        notice goes to its e-mail address. A session needs a fresh proof of the identity.
        """
        return await self._calls.unary(
            self._methods["RenewRecoveryCodes"], request, identity_v1_verification_service.RenewRecoveryCodesResponse, timeout, idempotency_key
        )

    async def get_verification_status(
        self, request: identity_v1_verification_service.GetVerificationStatusRequest, *, timeout: float | None = None
    ) -> identity_v1_verification_service.GetVerificationStatusResponse:
        """Reads the level of an identity, its factors, and what the next level still requires."""
        return await self._calls.unary(
            self._methods["GetVerificationStatus"], request, identity_v1_verification_service.GetVerificationStatusResponse, timeout
        )

    async def request_level(
        self, request: identity_v1_verification_service.RequestLevelRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_verification_service.RequestLevelResponse:
        """Moves an identity to the next level if all of its requirements are proven, or down to any lower
        level. Moving down ends the identity's sessions; a session needs a fresh proof for it. A request for
        the level that it has changes nothing.
        """
        return await self._calls.unary(
            self._methods["RequestLevel"], request, identity_v1_verification_service.RequestLevelResponse, timeout, idempotency_key
        )
