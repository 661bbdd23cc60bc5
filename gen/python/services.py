"""Typed clients of all services. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, Protocol, TypeVar

from platonic.admin.v1 import backup_pb2 as admin_v1_backup
from platonic.admin.v1 import keys_pb2 as admin_v1_keys
from platonic.admin.v1 import ledger_pb2 as admin_v1_ledger
from platonic.admin.v1 import outbox_pb2 as admin_v1_outbox
from platonic.admin.v1 import process_pb2 as admin_v1_process
from platonic.admin.v1 import usage_pb2 as admin_v1_usage
from platonic.admin.v1 import vault_pb2 as admin_v1_vault
from platonic.geocode.v1 import requests_pb2 as geocode_v1_requests
from platonic.geocode.v1 import responses_pb2 as geocode_v1_responses
from platonic.geocode.v1 import service_pb2 as geocode_v1_service
from platonic.identity.v1 import authentication_service_pb2 as identity_v1_authentication_service
from platonic.identity.v1 import identity_service_pb2 as identity_v1_identity_service
from platonic.identity.v1 import review_service_pb2 as identity_v1_review_service
from platonic.identity.v1 import verification_service_pb2 as identity_v1_verification_service
from platonic.wallet.v1 import event_service_pb2 as wallet_v1_event_service
from platonic.wallet.v1 import exchange_pb2 as wallet_v1_exchange
from platonic.wallet.v1 import exchange_service_pb2 as wallet_v1_exchange_service
from platonic.wallet.v1 import hold_pb2 as wallet_v1_hold
from platonic.wallet.v1 import hold_service_pb2 as wallet_v1_hold_service
from platonic.wallet.v1 import ledger_pb2 as wallet_v1_ledger
from platonic.wallet.v1 import transaction_service_pb2 as wallet_v1_transaction_service
from platonic.wallet.v1 import wallet_service_pb2 as wallet_v1_wallet_service
from platonic.wallet.v1 import webhook_service_pb2 as wallet_v1_webhook_service

_Answer = TypeVar("_Answer")
_Item = TypeVar("_Item")


class Calls(Protocol):
    """Makes calls of methods, which are named by their descriptors."""

    def unary(
        self, method: Any, request: Any, answer: type[_Answer], timeout: float | None, key: str | None = None
    ) -> _Answer: ...

    def stream(
        self, method: Any, request: Any, answer: type[_Answer], timeout: float | None
    ) -> Iterator[_Answer]: ...

    def items(self, method: Any, request: Any, item: type[_Item], timeout: float | None) -> Iterator[_Item]: ...


class AsyncCalls(Protocol):
    """Makes calls of methods, which are named by their descriptors."""

    async def unary(
        self, method: Any, request: Any, answer: type[_Answer], timeout: float | None, key: str | None = None
    ) -> _Answer: ...

    def stream(
        self, method: Any, request: Any, answer: type[_Answer], timeout: float | None
    ) -> AsyncIterator[_Answer]: ...

    def items(self, method: Any, request: Any, item: type[_Item], timeout: float | None) -> AsyncIterator[_Item]: ...


class BackupService:
    """Makes encrypted backups of the service's database, in addition to the daily ones, and tests whether
    they can be restored. The files stay on the service's machine.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_backup.DESCRIPTOR.services_by_name["BackupService"].methods_by_name

    def create_backup(
        self, request: admin_v1_backup.CreateBackupRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_backup.CreateBackupResponse:
        """Makes a backup now and returns when it is on disk."""
        return self._calls.unary(
            self._methods["CreateBackup"], request, admin_v1_backup.CreateBackupResponse, timeout, idempotency_key
        )

    def list_backups(
        self, request: admin_v1_backup.ListBackupsRequest, *, timeout: float | None = None
    ) -> admin_v1_backup.ListBackupsResponse:
        """Lists all backups, newest first."""
        return self._calls.unary(
            self._methods["ListBackups"], request, admin_v1_backup.ListBackupsResponse, timeout
        )

    def drill_backup(
        self, request: admin_v1_backup.DrillBackupRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_backup.DrillBackupResponse:
        """Restores the newest backup into a separate place, decrypts and checks everything in it, and reports
        the problems found. The service itself is not changed.
        """
        return self._calls.unary(
            self._methods["DrillBackup"], request, admin_v1_backup.DrillBackupResponse, timeout, idempotency_key
        )


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
        are not revoked, and creates at most 100 in a day.
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

    def export_ledger(
        self, request: admin_v1_ledger.ExportLedgerRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.ExportLedgerResponse:
        """Exports batches of the ledger with the canonical bytes of their entries, from which the ledger can
        be replayed elsewhere.
        """
        return self._calls.unary(
            self._methods["ExportLedger"], request, admin_v1_ledger.ExportLedgerResponse, timeout
        )


class OutboxService:
    """Reads the messages that are kept in memory while no server is configured that sends them."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_outbox.DESCRIPTOR.services_by_name["OutboxService"].methods_by_name

    def list_messages(
        self, request: admin_v1_outbox.ListMessagesRequest, *, timeout: float | None = None
    ) -> admin_v1_outbox.ListMessagesResponse:
        """Lists the last 100 messages that this server kept instead of sending them, newest first. They
        contain verification codes. A server that runs with `DEVELOPMENT=1` keeps a key for it in
        `operator.key` in `DATA_DIR`.
        """
        return self._calls.unary(
            self._methods["ListMessages"], request, admin_v1_outbox.ListMessagesResponse, timeout
        )


class ProcessService:
    """Tells which processes serve, and how they are. Each writes its heartbeat to the database that they
    share.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_process.DESCRIPTOR.services_by_name["ProcessService"].methods_by_name

    def list_processes(
        self, request: admin_v1_process.ListProcessesRequest, *, timeout: float | None = None
    ) -> admin_v1_process.ListProcessesResponse:
        """Lists the processes on the service's database, those that started first before the others. A process
        that ended in order is listed no more; one that was killed, or has lost the database, is listed as
        silent for a day.
        """
        return self._calls.unary(
            self._methods["ListProcesses"], request, admin_v1_process.ListProcessesResponse, timeout
        )


class UsageService:
    """Tells how API keys and the sessions of identities are used: their calls over time, their place in
    the limits of their plan, and why calls were refused. Calls appear within a few seconds. Payloads
    are never recorded.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_usage.DESCRIPTOR.services_by_name["UsageService"].methods_by_name

    def get_usage(
        self, request: admin_v1_usage.GetUsageRequest, *, timeout: float | None = None
    ) -> admin_v1_usage.GetUsageResponse:
        """Counts calls by operation, in steps of an hour or a day. Counts are kept for 31 days."""
        return self._calls.unary(
            self._methods["GetUsage"], request, admin_v1_usage.GetUsageResponse, timeout
        )

    def get_rate(
        self, request: admin_v1_usage.GetRateRequest, *, timeout: float | None = None
    ) -> admin_v1_usage.GetRateResponse:
        """Reads how much of its plan a key uses now, or the sessions of an identity together, in the process
        that answers: each process counts its own calls.
        """
        return self._calls.unary(
            self._methods["GetRate"], request, admin_v1_usage.GetRateResponse, timeout
        )

    def list_refusals(
        self, request: admin_v1_usage.ListRefusalsRequest, *, timeout: float | None = None
    ) -> admin_v1_usage.ListRefusalsResponse:
        """Lists refused and failed calls, the newest first: the last 100 of each key, and of the sessions of
        each identity, of the last 31 days. A call with a revoked key is recorded under that key.
        """
        return self._calls.unary(
            self._methods["ListRefusals"], request, admin_v1_usage.ListRefusalsResponse, timeout
        )

    def list_refusals_items(
        self, request: admin_v1_usage.ListRefusalsRequest, *, timeout: float | None = None
    ) -> Iterator[admin_v1_usage.Refusal]:
        """Lists refused and failed calls, the newest first: the last 100 of each key, and of the sessions of
        each identity, of the last 31 days. A call with a revoked key is recorded under that key. Yields the
        items of all pages, and asks for a page when it is needed.
        """
        return self._calls.items(self._methods["ListRefusals"], request, admin_v1_usage.Refusal, timeout)


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


class GeocodeService:
    """Geometric encoding: six pure operations on vectors and regular polyhedra. Equal requests get equal
    responses. Every call needs credentials and counts against the limits of their plan. A failure has
    one of the reasons of `fault.v1.Reason`.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = geocode_v1_service.DESCRIPTOR.services_by_name["GeocodeService"].methods_by_name

    def transform(
        self, request: geocode_v1_requests.TransformRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.TransformResponse:
        """Moves a vector between spaces of 3 to 13 dimensions."""
        return self._calls.unary(
            self._methods["Transform"], request, geocode_v1_responses.TransformResponse, timeout
        )

    def encode(
        self, request: geocode_v1_requests.EncodeRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.EncodeResponse:
        """Encodes data as weights on the vertices of a regular polyhedron."""
        return self._calls.unary(
            self._methods["Encode"], request, geocode_v1_responses.EncodeResponse, timeout
        )

    def decode(
        self, request: geocode_v1_requests.DecodeRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.DecodeResponse:
        """Decodes weights on the vertices of a regular polyhedron into a vector."""
        return self._calls.unary(
            self._methods["Decode"], request, geocode_v1_responses.DecodeResponse, timeout
        )

    def jitterbug(
        self, request: geocode_v1_requests.JitterbugRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.JitterbugResponse:
        """Folds one regular polyhedron, and the values on it, into another."""
        return self._calls.unary(
            self._methods["Jitterbug"], request, geocode_v1_responses.JitterbugResponse, timeout
        )

    def phi_resonance(
        self, request: geocode_v1_requests.PhiResonanceRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.PhiResonanceResponse:
        """Measures how closely a sequence follows golden growth, or changes it to follow more closely."""
        return self._calls.unary(
            self._methods["PhiResonance"], request, geocode_v1_responses.PhiResonanceResponse, timeout
        )

    def r_space(
        self, request: geocode_v1_requests.RSpaceRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.RSpaceResponse:
        """Transforms data in the space of the residues of a prime."""
        return self._calls.unary(
            self._methods["RSpace"], request, geocode_v1_responses.RSpaceResponse, timeout
        )


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
        """Adds a signing key: the client's if the request contains one, otherwise one created in the vault."""
        return self._calls.unary(
            self._methods["AddSigningKey"], request, identity_v1_identity_service.AddSigningKeyResponse, timeout, idempotency_key
        )

    def revoke_signing_key(
        self, request: identity_v1_identity_service.RevokeSigningKeyRequest, *, timeout: float | None = None
    ) -> identity_v1_identity_service.RevokeSigningKeyResponse:
        """Revokes a signing key immediately and ends the sessions that it opened. Revoking it again changes
        nothing.
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


class ReviewService:
    """Decisions of reviewers, third parties and administrators about identities. LEVEL_ENHANCED and higher
    levels require them.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = identity_v1_review_service.DESCRIPTOR.services_by_name["ReviewService"].methods_by_name

    def submit_documents(
        self, request: identity_v1_review_service.SubmitDocumentsRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.SubmitDocumentsResponse:
        """Submits documents for a level. Each level has one open case at a time. Further calls add documents
        to it until the first reviewer has approved it.
        """
        return self._calls.unary(
            self._methods["SubmitDocuments"], request, identity_v1_review_service.SubmitDocumentsResponse, timeout, idempotency_key
        )

    def list_cases(
        self, request: identity_v1_review_service.ListCasesRequest, *, timeout: float | None = None
    ) -> identity_v1_review_service.ListCasesResponse:
        """Lists the cases of an identity, or the pending cases of all identities, oldest first."""
        return self._calls.unary(
            self._methods["ListCases"], request, identity_v1_review_service.ListCasesResponse, timeout
        )

    def get_document(
        self, request: identity_v1_review_service.GetDocumentRequest, *, timeout: float | None = None
    ) -> identity_v1_review_service.GetDocumentResponse:
        """Reads a document for review."""
        return self._calls.unary(
            self._methods["GetDocument"], request, identity_v1_review_service.GetDocumentResponse, timeout
        )

    def decide_case(
        self, request: identity_v1_review_service.DecideCaseRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.DecideCaseResponse:
        """Records the decision of a reviewer. LEVEL_ENHANCED requires one approval, LEVEL_BUSINESS those of
        two different reviewers; one rejection ends the case. Reviewers cannot decide on their own
        documents.
        """
        return self._calls.unary(
            self._methods["DecideCase"], request, identity_v1_review_service.DecideCaseResponse, timeout, idempotency_key
        )

    def request_compliance(
        self, request: identity_v1_review_service.RequestComplianceRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.RequestComplianceResponse:
        """Asks a third party to check the identity. While the case is pending, further calls send the same
        request again.
        """
        return self._calls.unary(
            self._methods["RequestCompliance"], request, identity_v1_review_service.RequestComplianceResponse, timeout, idempotency_key
        )

    def decide_compliance(
        self, request: identity_v1_review_service.DecideComplianceRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.DecideComplianceResponse:
        """Records the decision of the third party. The call is authenticated by the signature of its message
        and needs no credentials. The message is that of standardwebhooks.com; its headers and its body are
        fields, so that it is the same on every protocol, and `payload` holds exactly the text that was
        signed. A repeated message gets the same response and changes nothing.
        """
        return self._calls.unary(
            self._methods["DecideCompliance"], request, identity_v1_review_service.DecideComplianceResponse, timeout, idempotency_key
        )

    def offer_agreement(
        self, request: identity_v1_review_service.OfferAgreementRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.OfferAgreementResponse:
        """Offers an agreement to the representative of an organisation."""
        return self._calls.unary(
            self._methods["OfferAgreement"], request, identity_v1_review_service.OfferAgreementResponse, timeout, idempotency_key
        )

    def list_agreements(
        self, request: identity_v1_review_service.ListAgreementsRequest, *, timeout: float | None = None
    ) -> identity_v1_review_service.ListAgreementsResponse:
        """Lists the agreements of an identity, oldest first."""
        return self._calls.unary(
            self._methods["ListAgreements"], request, identity_v1_review_service.ListAgreementsResponse, timeout
        )

    def sign_agreement(
        self, request: identity_v1_review_service.SignAgreementRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.SignAgreementResponse:
        """Records the representative's signature of an agreement."""
        return self._calls.unary(
            self._methods["SignAgreement"], request, identity_v1_review_service.SignAgreementResponse, timeout, idempotency_key
        )

    def approve_agreement(
        self, request: identity_v1_review_service.ApproveAgreementRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.ApproveAgreementResponse:
        """Records the approval of an administrator, given with a hardware key. The second approval concludes
        the agreement; it must come with other credentials and from another identity's hardware key.
        """
        return self._calls.unary(
            self._methods["ApproveAgreement"], request, identity_v1_review_service.ApproveAgreementResponse, timeout, idempotency_key
        )


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
        level. Moving down ends the identity's sessions. A request for the level that it has changes
        nothing.
        """
        return self._calls.unary(
            self._methods["RequestLevel"], request, identity_v1_verification_service.RequestLevelResponse, timeout, idempotency_key
        )


class EventService:
    """Tells of movements of money when they happen. Over REST the answers are Server-Sent Events, whose id
    is the cursor.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_event_service.DESCRIPTOR.services_by_name["EventService"].methods_by_name

    def watch(
        self, request: wallet_v1_event_service.WatchRequest, *, timeout: float | None = None
    ) -> Iterator[wallet_v1_event_service.WatchResponse]:
        """Tells of each entry that moves money into a wallet or out of it, in the order of the ledger, from a
        cursor on. After any break, a stream from the last cursor goes on where the broken one ended: no
        entry is left out. The stream is as it comes: it is not opened again after a break.
        """
        return self._calls.stream(self._methods["Watch"], request, wallet_v1_event_service.WatchResponse, timeout)

    def list_events(
        self, request: wallet_v1_event_service.ListEventsRequest, *, timeout: float | None = None
    ) -> wallet_v1_event_service.ListEventsResponse:
        """Reads the next events after a cursor, and waits for the first of them if there is none: for clients
        without streams, and for the channel.
        """
        return self._calls.unary(
            self._methods["ListEvents"], request, wallet_v1_event_service.ListEventsResponse, timeout
        )

    def watch_all(
        self, request: wallet_v1_event_service.WatchAllRequest, *, timeout: float | None = None
    ) -> Iterator[wallet_v1_event_service.WatchAllResponse]:
        """Tells of the same entries of all wallets, one after the other. An entry between two wallets is told
        once for each. The stream is as it comes: it is not opened again after a break.
        """
        return self._calls.stream(self._methods["WatchAll"], request, wallet_v1_event_service.WatchAllResponse, timeout)


class ExchangeService:
    """Exchange between tokens and currencies. A rejected exchange is a successful call with `success`
    false.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_exchange_service.DESCRIPTOR.services_by_name["ExchangeService"].methods_by_name

    def list_rates(
        self, request: wallet_v1_exchange_service.ListRatesRequest, *, timeout: float | None = None
    ) -> wallet_v1_exchange_service.ListRatesResponse:
        """Lists the current rates."""
        return self._calls.unary(
            self._methods["ListRates"], request, wallet_v1_exchange_service.ListRatesResponse, timeout
        )

    def create_quote(
        self, request: wallet_v1_exchange_service.CreateQuoteRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_exchange_service.CreateQuoteResponse:
        """Quotes terms for an exchange, which are valid for seconds."""
        return self._calls.unary(
            self._methods["CreateQuote"], request, wallet_v1_exchange_service.CreateQuoteResponse, timeout, idempotency_key
        )

    def exchange(
        self, request: wallet_v1_exchange_service.ExchangeRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_exchange_service.ExchangeResponse:
        """Exchanges at a quote's terms, or at the current rate."""
        return self._calls.unary(
            self._methods["Exchange"], request, wallet_v1_exchange_service.ExchangeResponse, timeout, idempotency_key
        )

    def exchange_currencies(
        self, request: wallet_v1_exchange_service.ExchangeCurrenciesRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_exchange_service.ExchangeCurrenciesResponse:
        """Exchanges one external currency into another."""
        return self._calls.unary(
            self._methods["ExchangeCurrencies"], request, wallet_v1_exchange_service.ExchangeCurrenciesResponse, timeout, idempotency_key
        )

    def list_exchanges(
        self, request: wallet_v1_exchange_service.ListExchangesRequest, *, timeout: float | None = None
    ) -> wallet_v1_exchange_service.ListExchangesResponse:
        """Lists the successful exchanges of a wallet, newest first."""
        return self._calls.unary(
            self._methods["ListExchanges"], request, wallet_v1_exchange_service.ListExchangesResponse, timeout
        )

    def list_exchanges_items(
        self, request: wallet_v1_exchange_service.ListExchangesRequest, *, timeout: float | None = None
    ) -> Iterator[wallet_v1_exchange.ExchangeRecord]:
        """Lists the successful exchanges of a wallet, newest first. Yields the items of all pages, and asks
        for a page when it is needed.
        """
        return self._calls.items(self._methods["ListExchanges"], request, wallet_v1_exchange.ExchangeRecord, timeout)


class HoldService:
    """Holds: a transfer in two steps. TransactionService makes them, of orders with `capture_before`. A
    rejected capture or release is a successful call with `success` false. ResolveTransaction makes its
    outcome definite, too.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_hold_service.DESCRIPTOR.services_by_name["HoldService"].methods_by_name

    def capture_hold(
        self, request: wallet_v1_hold_service.CaptureHoldRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_hold_service.CaptureHoldResponse:
        """Captures a hold in whole or in part: its recipient gets the money."""
        return self._calls.unary(
            self._methods["CaptureHold"], request, wallet_v1_hold_service.CaptureHoldResponse, timeout, idempotency_key
        )

    def release_hold(
        self, request: wallet_v1_hold_service.ReleaseHoldRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_hold_service.ReleaseHoldResponse:
        """Releases a hold: what is left goes back to its sender. The recipient alone may do so before the time
        is over.
        """
        return self._calls.unary(
            self._methods["ReleaseHold"], request, wallet_v1_hold_service.ReleaseHoldResponse, timeout, idempotency_key
        )

    def get_hold(
        self, request: wallet_v1_hold_service.GetHoldRequest, *, timeout: float | None = None
    ) -> wallet_v1_hold_service.GetHoldResponse:
        """Reads a hold. Its sender and its recipient may read it."""
        return self._calls.unary(
            self._methods["GetHold"], request, wallet_v1_hold_service.GetHoldResponse, timeout
        )

    def list_holds(
        self, request: wallet_v1_hold_service.ListHoldsRequest, *, timeout: float | None = None
    ) -> wallet_v1_hold_service.ListHoldsResponse:
        """Lists the holds of a wallet, open and ended, newest first."""
        return self._calls.unary(
            self._methods["ListHolds"], request, wallet_v1_hold_service.ListHoldsResponse, timeout
        )

    def list_holds_items(
        self, request: wallet_v1_hold_service.ListHoldsRequest, *, timeout: float | None = None
    ) -> Iterator[wallet_v1_hold.Hold]:
        """Lists the holds of a wallet, open and ended, newest first. Yields the items of all pages, and asks
        for a page when it is needed.
        """
        return self._calls.items(self._methods["ListHolds"], request, wallet_v1_hold.Hold, timeout)


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
        """Replaces the configuration of a wallet."""
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


class WebhookService:
    """Endpoints to which the service posts the events of a wallet, or of all wallets, as EventService
    tells them. Requests without an identity are about the endpoints for all wallets, and need the
    permission `ledger:watch` besides.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_webhook_service.DESCRIPTOR.services_by_name["WebhookService"].methods_by_name

    def create_webhook(
        self, request: wallet_v1_webhook_service.CreateWebhookRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_webhook_service.CreateWebhookResponse:
        """Creates an endpoint. The answer holds its secret, this once."""
        return self._calls.unary(
            self._methods["CreateWebhook"], request, wallet_v1_webhook_service.CreateWebhookResponse, timeout, idempotency_key
        )

    def list_webhooks(
        self, request: wallet_v1_webhook_service.ListWebhooksRequest, *, timeout: float | None = None
    ) -> wallet_v1_webhook_service.ListWebhooksResponse:
        """Lists the endpoints, the oldest first."""
        return self._calls.unary(
            self._methods["ListWebhooks"], request, wallet_v1_webhook_service.ListWebhooksResponse, timeout
        )

    def update_webhook(
        self, request: wallet_v1_webhook_service.UpdateWebhookRequest, *, timeout: float | None = None
    ) -> wallet_v1_webhook_service.UpdateWebhookResponse:
        """Changes the URL of an endpoint, or pauses it, or resumes it; what is absent stays as it is. What
        happens while it is paused is delivered afterwards.
        """
        return self._calls.unary(
            self._methods["UpdateWebhook"], request, wallet_v1_webhook_service.UpdateWebhookResponse, timeout
        )

    def delete_webhook(
        self, request: wallet_v1_webhook_service.DeleteWebhookRequest, *, timeout: float | None = None
    ) -> wallet_v1_webhook_service.DeleteWebhookResponse:
        """Deletes an endpoint and its log. Nothing is delivered to it any more."""
        return self._calls.unary(
            self._methods["DeleteWebhook"], request, wallet_v1_webhook_service.DeleteWebhookResponse, timeout
        )

    def rotate_webhook_secret(
        self, request: wallet_v1_webhook_service.RotateWebhookSecretRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_webhook_service.RotateWebhookSecretResponse:
        """Makes a new secret. Deliveries are signed with the ones before, too, each until the end that its
        replacement promised, so that the receiver can be changed meanwhile. Of several calls at once, one
        makes a secret; the others get STATE_INVALID.
        """
        return self._calls.unary(
            self._methods["RotateWebhookSecret"], request, wallet_v1_webhook_service.RotateWebhookSecretResponse, timeout, idempotency_key
        )

    def list_deliveries(
        self, request: wallet_v1_webhook_service.ListDeliveriesRequest, *, timeout: float | None = None
    ) -> wallet_v1_webhook_service.ListDeliveriesResponse:
        """Lists the attempts to deliver of the last seven days, the newest first: at most the last 1,000 of an
        endpoint.
        """
        return self._calls.unary(
            self._methods["ListDeliveries"], request, wallet_v1_webhook_service.ListDeliveriesResponse, timeout
        )

    def list_deliveries_items(
        self, request: wallet_v1_webhook_service.ListDeliveriesRequest, *, timeout: float | None = None
    ) -> Iterator[wallet_v1_webhook_service.Delivery]:
        """Lists the attempts to deliver of the last seven days, the newest first: at most the last 1,000 of an
        endpoint. Yields the items of all pages, and asks for a page when it is needed.
        """
        return self._calls.items(self._methods["ListDeliveries"], request, wallet_v1_webhook_service.Delivery, timeout)

    def replay_deliveries(
        self, request: wallet_v1_webhook_service.ReplayDeliveriesRequest, *, timeout: float | None = None
    ) -> wallet_v1_webhook_service.ReplayDeliveriesResponse:
        """Delivers again: the event of an attempt and all that follow it."""
        return self._calls.unary(
            self._methods["ReplayDeliveries"], request, wallet_v1_webhook_service.ReplayDeliveriesResponse, timeout
        )


class Services:
    """Has a typed client for each service."""

    def __init__(self, calls: Calls) -> None:
        self.backup = BackupService(calls)
        self.key = KeyService(calls)
        self.ledger = LedgerService(calls)
        self.outbox = OutboxService(calls)
        self.process = ProcessService(calls)
        self.usage = UsageService(calls)
        self.vault = VaultService(calls)
        self.geocode = GeocodeService(calls)
        self.authentication = AuthenticationService(calls)
        self.identity = IdentityService(calls)
        self.review = ReviewService(calls)
        self.verification = VerificationService(calls)
        self.event = EventService(calls)
        self.exchange = ExchangeService(calls)
        self.hold = HoldService(calls)
        self.transaction = TransactionService(calls)
        self.wallet = WalletService(calls)
        self.webhook = WebhookService(calls)


class AsyncBackupService:
    """Makes encrypted backups of the service's database, in addition to the daily ones, and tests whether
    they can be restored. The files stay on the service's machine.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_backup.DESCRIPTOR.services_by_name["BackupService"].methods_by_name

    async def create_backup(
        self, request: admin_v1_backup.CreateBackupRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_backup.CreateBackupResponse:
        """Makes a backup now and returns when it is on disk."""
        return await self._calls.unary(
            self._methods["CreateBackup"], request, admin_v1_backup.CreateBackupResponse, timeout, idempotency_key
        )

    async def list_backups(
        self, request: admin_v1_backup.ListBackupsRequest, *, timeout: float | None = None
    ) -> admin_v1_backup.ListBackupsResponse:
        """Lists all backups, newest first."""
        return await self._calls.unary(
            self._methods["ListBackups"], request, admin_v1_backup.ListBackupsResponse, timeout
        )

    async def drill_backup(
        self, request: admin_v1_backup.DrillBackupRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> admin_v1_backup.DrillBackupResponse:
        """Restores the newest backup into a separate place, decrypts and checks everything in it, and reports
        the problems found. The service itself is not changed.
        """
        return await self._calls.unary(
            self._methods["DrillBackup"], request, admin_v1_backup.DrillBackupResponse, timeout, idempotency_key
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
        are not revoked, and creates at most 100 in a day.
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

    async def export_ledger(
        self, request: admin_v1_ledger.ExportLedgerRequest, *, timeout: float | None = None
    ) -> admin_v1_ledger.ExportLedgerResponse:
        """Exports batches of the ledger with the canonical bytes of their entries, from which the ledger can
        be replayed elsewhere.
        """
        return await self._calls.unary(
            self._methods["ExportLedger"], request, admin_v1_ledger.ExportLedgerResponse, timeout
        )


class AsyncOutboxService:
    """Reads the messages that are kept in memory while no server is configured that sends them."""

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_outbox.DESCRIPTOR.services_by_name["OutboxService"].methods_by_name

    async def list_messages(
        self, request: admin_v1_outbox.ListMessagesRequest, *, timeout: float | None = None
    ) -> admin_v1_outbox.ListMessagesResponse:
        """Lists the last 100 messages that this server kept instead of sending them, newest first. They
        contain verification codes. A server that runs with `DEVELOPMENT=1` keeps a key for it in
        `operator.key` in `DATA_DIR`.
        """
        return await self._calls.unary(
            self._methods["ListMessages"], request, admin_v1_outbox.ListMessagesResponse, timeout
        )


class AsyncProcessService:
    """Tells which processes serve, and how they are. Each writes its heartbeat to the database that they
    share.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_process.DESCRIPTOR.services_by_name["ProcessService"].methods_by_name

    async def list_processes(
        self, request: admin_v1_process.ListProcessesRequest, *, timeout: float | None = None
    ) -> admin_v1_process.ListProcessesResponse:
        """Lists the processes on the service's database, those that started first before the others. A process
        that ended in order is listed no more; one that was killed, or has lost the database, is listed as
        silent for a day.
        """
        return await self._calls.unary(
            self._methods["ListProcesses"], request, admin_v1_process.ListProcessesResponse, timeout
        )


class AsyncUsageService:
    """Tells how API keys and the sessions of identities are used: their calls over time, their place in
    the limits of their plan, and why calls were refused. Calls appear within a few seconds. Payloads
    are never recorded.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_usage.DESCRIPTOR.services_by_name["UsageService"].methods_by_name

    async def get_usage(
        self, request: admin_v1_usage.GetUsageRequest, *, timeout: float | None = None
    ) -> admin_v1_usage.GetUsageResponse:
        """Counts calls by operation, in steps of an hour or a day. Counts are kept for 31 days."""
        return await self._calls.unary(
            self._methods["GetUsage"], request, admin_v1_usage.GetUsageResponse, timeout
        )

    async def get_rate(
        self, request: admin_v1_usage.GetRateRequest, *, timeout: float | None = None
    ) -> admin_v1_usage.GetRateResponse:
        """Reads how much of its plan a key uses now, or the sessions of an identity together, in the process
        that answers: each process counts its own calls.
        """
        return await self._calls.unary(
            self._methods["GetRate"], request, admin_v1_usage.GetRateResponse, timeout
        )

    async def list_refusals(
        self, request: admin_v1_usage.ListRefusalsRequest, *, timeout: float | None = None
    ) -> admin_v1_usage.ListRefusalsResponse:
        """Lists refused and failed calls, the newest first: the last 100 of each key, and of the sessions of
        each identity, of the last 31 days. A call with a revoked key is recorded under that key.
        """
        return await self._calls.unary(
            self._methods["ListRefusals"], request, admin_v1_usage.ListRefusalsResponse, timeout
        )

    def list_refusals_items(
        self, request: admin_v1_usage.ListRefusalsRequest, *, timeout: float | None = None
    ) -> AsyncIterator[admin_v1_usage.Refusal]:
        """Lists refused and failed calls, the newest first: the last 100 of each key, and of the sessions of
        each identity, of the last 31 days. A call with a revoked key is recorded under that key. Yields the
        items of all pages, and asks for a page when it is needed.
        """
        return self._calls.items(self._methods["ListRefusals"], request, admin_v1_usage.Refusal, timeout)


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


class AsyncGeocodeService:
    """Geometric encoding: six pure operations on vectors and regular polyhedra. Equal requests get equal
    responses. Every call needs credentials and counts against the limits of their plan. A failure has
    one of the reasons of `fault.v1.Reason`.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = geocode_v1_service.DESCRIPTOR.services_by_name["GeocodeService"].methods_by_name

    async def transform(
        self, request: geocode_v1_requests.TransformRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.TransformResponse:
        """Moves a vector between spaces of 3 to 13 dimensions."""
        return await self._calls.unary(
            self._methods["Transform"], request, geocode_v1_responses.TransformResponse, timeout
        )

    async def encode(
        self, request: geocode_v1_requests.EncodeRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.EncodeResponse:
        """Encodes data as weights on the vertices of a regular polyhedron."""
        return await self._calls.unary(
            self._methods["Encode"], request, geocode_v1_responses.EncodeResponse, timeout
        )

    async def decode(
        self, request: geocode_v1_requests.DecodeRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.DecodeResponse:
        """Decodes weights on the vertices of a regular polyhedron into a vector."""
        return await self._calls.unary(
            self._methods["Decode"], request, geocode_v1_responses.DecodeResponse, timeout
        )

    async def jitterbug(
        self, request: geocode_v1_requests.JitterbugRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.JitterbugResponse:
        """Folds one regular polyhedron, and the values on it, into another."""
        return await self._calls.unary(
            self._methods["Jitterbug"], request, geocode_v1_responses.JitterbugResponse, timeout
        )

    async def phi_resonance(
        self, request: geocode_v1_requests.PhiResonanceRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.PhiResonanceResponse:
        """Measures how closely a sequence follows golden growth, or changes it to follow more closely."""
        return await self._calls.unary(
            self._methods["PhiResonance"], request, geocode_v1_responses.PhiResonanceResponse, timeout
        )

    async def r_space(
        self, request: geocode_v1_requests.RSpaceRequest, *, timeout: float | None = None
    ) -> geocode_v1_responses.RSpaceResponse:
        """Transforms data in the space of the residues of a prime."""
        return await self._calls.unary(
            self._methods["RSpace"], request, geocode_v1_responses.RSpaceResponse, timeout
        )


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
        """Adds a signing key: the client's if the request contains one, otherwise one created in the vault."""
        return await self._calls.unary(
            self._methods["AddSigningKey"], request, identity_v1_identity_service.AddSigningKeyResponse, timeout, idempotency_key
        )

    async def revoke_signing_key(
        self, request: identity_v1_identity_service.RevokeSigningKeyRequest, *, timeout: float | None = None
    ) -> identity_v1_identity_service.RevokeSigningKeyResponse:
        """Revokes a signing key immediately and ends the sessions that it opened. Revoking it again changes
        nothing.
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


class AsyncReviewService:
    """Decisions of reviewers, third parties and administrators about identities. LEVEL_ENHANCED and higher
    levels require them.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = identity_v1_review_service.DESCRIPTOR.services_by_name["ReviewService"].methods_by_name

    async def submit_documents(
        self, request: identity_v1_review_service.SubmitDocumentsRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.SubmitDocumentsResponse:
        """Submits documents for a level. Each level has one open case at a time. Further calls add documents
        to it until the first reviewer has approved it.
        """
        return await self._calls.unary(
            self._methods["SubmitDocuments"], request, identity_v1_review_service.SubmitDocumentsResponse, timeout, idempotency_key
        )

    async def list_cases(
        self, request: identity_v1_review_service.ListCasesRequest, *, timeout: float | None = None
    ) -> identity_v1_review_service.ListCasesResponse:
        """Lists the cases of an identity, or the pending cases of all identities, oldest first."""
        return await self._calls.unary(
            self._methods["ListCases"], request, identity_v1_review_service.ListCasesResponse, timeout
        )

    async def get_document(
        self, request: identity_v1_review_service.GetDocumentRequest, *, timeout: float | None = None
    ) -> identity_v1_review_service.GetDocumentResponse:
        """Reads a document for review."""
        return await self._calls.unary(
            self._methods["GetDocument"], request, identity_v1_review_service.GetDocumentResponse, timeout
        )

    async def decide_case(
        self, request: identity_v1_review_service.DecideCaseRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.DecideCaseResponse:
        """Records the decision of a reviewer. LEVEL_ENHANCED requires one approval, LEVEL_BUSINESS those of
        two different reviewers; one rejection ends the case. Reviewers cannot decide on their own
        documents.
        """
        return await self._calls.unary(
            self._methods["DecideCase"], request, identity_v1_review_service.DecideCaseResponse, timeout, idempotency_key
        )

    async def request_compliance(
        self, request: identity_v1_review_service.RequestComplianceRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.RequestComplianceResponse:
        """Asks a third party to check the identity. While the case is pending, further calls send the same
        request again.
        """
        return await self._calls.unary(
            self._methods["RequestCompliance"], request, identity_v1_review_service.RequestComplianceResponse, timeout, idempotency_key
        )

    async def decide_compliance(
        self, request: identity_v1_review_service.DecideComplianceRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.DecideComplianceResponse:
        """Records the decision of the third party. The call is authenticated by the signature of its message
        and needs no credentials. The message is that of standardwebhooks.com; its headers and its body are
        fields, so that it is the same on every protocol, and `payload` holds exactly the text that was
        signed. A repeated message gets the same response and changes nothing.
        """
        return await self._calls.unary(
            self._methods["DecideCompliance"], request, identity_v1_review_service.DecideComplianceResponse, timeout, idempotency_key
        )

    async def offer_agreement(
        self, request: identity_v1_review_service.OfferAgreementRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.OfferAgreementResponse:
        """Offers an agreement to the representative of an organisation."""
        return await self._calls.unary(
            self._methods["OfferAgreement"], request, identity_v1_review_service.OfferAgreementResponse, timeout, idempotency_key
        )

    async def list_agreements(
        self, request: identity_v1_review_service.ListAgreementsRequest, *, timeout: float | None = None
    ) -> identity_v1_review_service.ListAgreementsResponse:
        """Lists the agreements of an identity, oldest first."""
        return await self._calls.unary(
            self._methods["ListAgreements"], request, identity_v1_review_service.ListAgreementsResponse, timeout
        )

    async def sign_agreement(
        self, request: identity_v1_review_service.SignAgreementRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.SignAgreementResponse:
        """Records the representative's signature of an agreement."""
        return await self._calls.unary(
            self._methods["SignAgreement"], request, identity_v1_review_service.SignAgreementResponse, timeout, idempotency_key
        )

    async def approve_agreement(
        self, request: identity_v1_review_service.ApproveAgreementRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> identity_v1_review_service.ApproveAgreementResponse:
        """Records the approval of an administrator, given with a hardware key. The second approval concludes
        the agreement; it must come with other credentials and from another identity's hardware key.
        """
        return await self._calls.unary(
            self._methods["ApproveAgreement"], request, identity_v1_review_service.ApproveAgreementResponse, timeout, idempotency_key
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
        level. Moving down ends the identity's sessions. A request for the level that it has changes
        nothing.
        """
        return await self._calls.unary(
            self._methods["RequestLevel"], request, identity_v1_verification_service.RequestLevelResponse, timeout, idempotency_key
        )


class AsyncEventService:
    """Tells of movements of money when they happen. Over REST the answers are Server-Sent Events, whose id
    is the cursor.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_event_service.DESCRIPTOR.services_by_name["EventService"].methods_by_name

    def watch(
        self, request: wallet_v1_event_service.WatchRequest, *, timeout: float | None = None
    ) -> AsyncIterator[wallet_v1_event_service.WatchResponse]:
        """Tells of each entry that moves money into a wallet or out of it, in the order of the ledger, from a
        cursor on. After any break, a stream from the last cursor goes on where the broken one ended: no
        entry is left out. The stream is as it comes: it is not opened again after a break.
        """
        return self._calls.stream(self._methods["Watch"], request, wallet_v1_event_service.WatchResponse, timeout)

    async def list_events(
        self, request: wallet_v1_event_service.ListEventsRequest, *, timeout: float | None = None
    ) -> wallet_v1_event_service.ListEventsResponse:
        """Reads the next events after a cursor, and waits for the first of them if there is none: for clients
        without streams, and for the channel.
        """
        return await self._calls.unary(
            self._methods["ListEvents"], request, wallet_v1_event_service.ListEventsResponse, timeout
        )

    def watch_all(
        self, request: wallet_v1_event_service.WatchAllRequest, *, timeout: float | None = None
    ) -> AsyncIterator[wallet_v1_event_service.WatchAllResponse]:
        """Tells of the same entries of all wallets, one after the other. An entry between two wallets is told
        once for each. The stream is as it comes: it is not opened again after a break.
        """
        return self._calls.stream(self._methods["WatchAll"], request, wallet_v1_event_service.WatchAllResponse, timeout)


class AsyncExchangeService:
    """Exchange between tokens and currencies. A rejected exchange is a successful call with `success`
    false.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_exchange_service.DESCRIPTOR.services_by_name["ExchangeService"].methods_by_name

    async def list_rates(
        self, request: wallet_v1_exchange_service.ListRatesRequest, *, timeout: float | None = None
    ) -> wallet_v1_exchange_service.ListRatesResponse:
        """Lists the current rates."""
        return await self._calls.unary(
            self._methods["ListRates"], request, wallet_v1_exchange_service.ListRatesResponse, timeout
        )

    async def create_quote(
        self, request: wallet_v1_exchange_service.CreateQuoteRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_exchange_service.CreateQuoteResponse:
        """Quotes terms for an exchange, which are valid for seconds."""
        return await self._calls.unary(
            self._methods["CreateQuote"], request, wallet_v1_exchange_service.CreateQuoteResponse, timeout, idempotency_key
        )

    async def exchange(
        self, request: wallet_v1_exchange_service.ExchangeRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_exchange_service.ExchangeResponse:
        """Exchanges at a quote's terms, or at the current rate."""
        return await self._calls.unary(
            self._methods["Exchange"], request, wallet_v1_exchange_service.ExchangeResponse, timeout, idempotency_key
        )

    async def exchange_currencies(
        self, request: wallet_v1_exchange_service.ExchangeCurrenciesRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_exchange_service.ExchangeCurrenciesResponse:
        """Exchanges one external currency into another."""
        return await self._calls.unary(
            self._methods["ExchangeCurrencies"], request, wallet_v1_exchange_service.ExchangeCurrenciesResponse, timeout, idempotency_key
        )

    async def list_exchanges(
        self, request: wallet_v1_exchange_service.ListExchangesRequest, *, timeout: float | None = None
    ) -> wallet_v1_exchange_service.ListExchangesResponse:
        """Lists the successful exchanges of a wallet, newest first."""
        return await self._calls.unary(
            self._methods["ListExchanges"], request, wallet_v1_exchange_service.ListExchangesResponse, timeout
        )

    def list_exchanges_items(
        self, request: wallet_v1_exchange_service.ListExchangesRequest, *, timeout: float | None = None
    ) -> AsyncIterator[wallet_v1_exchange.ExchangeRecord]:
        """Lists the successful exchanges of a wallet, newest first. Yields the items of all pages, and asks
        for a page when it is needed.
        """
        return self._calls.items(self._methods["ListExchanges"], request, wallet_v1_exchange.ExchangeRecord, timeout)


class AsyncHoldService:
    """Holds: a transfer in two steps. TransactionService makes them, of orders with `capture_before`. A
    rejected capture or release is a successful call with `success` false. ResolveTransaction makes its
    outcome definite, too.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_hold_service.DESCRIPTOR.services_by_name["HoldService"].methods_by_name

    async def capture_hold(
        self, request: wallet_v1_hold_service.CaptureHoldRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_hold_service.CaptureHoldResponse:
        """Captures a hold in whole or in part: its recipient gets the money."""
        return await self._calls.unary(
            self._methods["CaptureHold"], request, wallet_v1_hold_service.CaptureHoldResponse, timeout, idempotency_key
        )

    async def release_hold(
        self, request: wallet_v1_hold_service.ReleaseHoldRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_hold_service.ReleaseHoldResponse:
        """Releases a hold: what is left goes back to its sender. The recipient alone may do so before the time
        is over.
        """
        return await self._calls.unary(
            self._methods["ReleaseHold"], request, wallet_v1_hold_service.ReleaseHoldResponse, timeout, idempotency_key
        )

    async def get_hold(
        self, request: wallet_v1_hold_service.GetHoldRequest, *, timeout: float | None = None
    ) -> wallet_v1_hold_service.GetHoldResponse:
        """Reads a hold. Its sender and its recipient may read it."""
        return await self._calls.unary(
            self._methods["GetHold"], request, wallet_v1_hold_service.GetHoldResponse, timeout
        )

    async def list_holds(
        self, request: wallet_v1_hold_service.ListHoldsRequest, *, timeout: float | None = None
    ) -> wallet_v1_hold_service.ListHoldsResponse:
        """Lists the holds of a wallet, open and ended, newest first."""
        return await self._calls.unary(
            self._methods["ListHolds"], request, wallet_v1_hold_service.ListHoldsResponse, timeout
        )

    def list_holds_items(
        self, request: wallet_v1_hold_service.ListHoldsRequest, *, timeout: float | None = None
    ) -> AsyncIterator[wallet_v1_hold.Hold]:
        """Lists the holds of a wallet, open and ended, newest first. Yields the items of all pages, and asks
        for a page when it is needed.
        """
        return self._calls.items(self._methods["ListHolds"], request, wallet_v1_hold.Hold, timeout)


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
        """Replaces the configuration of a wallet."""
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


class AsyncWebhookService:
    """Endpoints to which the service posts the events of a wallet, or of all wallets, as EventService
    tells them. Requests without an identity are about the endpoints for all wallets, and need the
    permission `ledger:watch` besides.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_webhook_service.DESCRIPTOR.services_by_name["WebhookService"].methods_by_name

    async def create_webhook(
        self, request: wallet_v1_webhook_service.CreateWebhookRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_webhook_service.CreateWebhookResponse:
        """Creates an endpoint. The answer holds its secret, this once."""
        return await self._calls.unary(
            self._methods["CreateWebhook"], request, wallet_v1_webhook_service.CreateWebhookResponse, timeout, idempotency_key
        )

    async def list_webhooks(
        self, request: wallet_v1_webhook_service.ListWebhooksRequest, *, timeout: float | None = None
    ) -> wallet_v1_webhook_service.ListWebhooksResponse:
        """Lists the endpoints, the oldest first."""
        return await self._calls.unary(
            self._methods["ListWebhooks"], request, wallet_v1_webhook_service.ListWebhooksResponse, timeout
        )

    async def update_webhook(
        self, request: wallet_v1_webhook_service.UpdateWebhookRequest, *, timeout: float | None = None
    ) -> wallet_v1_webhook_service.UpdateWebhookResponse:
        """Changes the URL of an endpoint, or pauses it, or resumes it; what is absent stays as it is. What
        happens while it is paused is delivered afterwards.
        """
        return await self._calls.unary(
            self._methods["UpdateWebhook"], request, wallet_v1_webhook_service.UpdateWebhookResponse, timeout
        )

    async def delete_webhook(
        self, request: wallet_v1_webhook_service.DeleteWebhookRequest, *, timeout: float | None = None
    ) -> wallet_v1_webhook_service.DeleteWebhookResponse:
        """Deletes an endpoint and its log. Nothing is delivered to it any more."""
        return await self._calls.unary(
            self._methods["DeleteWebhook"], request, wallet_v1_webhook_service.DeleteWebhookResponse, timeout
        )

    async def rotate_webhook_secret(
        self, request: wallet_v1_webhook_service.RotateWebhookSecretRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_webhook_service.RotateWebhookSecretResponse:
        """Makes a new secret. Deliveries are signed with the ones before, too, each until the end that its
        replacement promised, so that the receiver can be changed meanwhile. Of several calls at once, one
        makes a secret; the others get STATE_INVALID.
        """
        return await self._calls.unary(
            self._methods["RotateWebhookSecret"], request, wallet_v1_webhook_service.RotateWebhookSecretResponse, timeout, idempotency_key
        )

    async def list_deliveries(
        self, request: wallet_v1_webhook_service.ListDeliveriesRequest, *, timeout: float | None = None
    ) -> wallet_v1_webhook_service.ListDeliveriesResponse:
        """Lists the attempts to deliver of the last seven days, the newest first: at most the last 1,000 of an
        endpoint.
        """
        return await self._calls.unary(
            self._methods["ListDeliveries"], request, wallet_v1_webhook_service.ListDeliveriesResponse, timeout
        )

    def list_deliveries_items(
        self, request: wallet_v1_webhook_service.ListDeliveriesRequest, *, timeout: float | None = None
    ) -> AsyncIterator[wallet_v1_webhook_service.Delivery]:
        """Lists the attempts to deliver of the last seven days, the newest first: at most the last 1,000 of an
        endpoint. Yields the items of all pages, and asks for a page when it is needed.
        """
        return self._calls.items(self._methods["ListDeliveries"], request, wallet_v1_webhook_service.Delivery, timeout)

    async def replay_deliveries(
        self, request: wallet_v1_webhook_service.ReplayDeliveriesRequest, *, timeout: float | None = None
    ) -> wallet_v1_webhook_service.ReplayDeliveriesResponse:
        """Delivers again: the event of an attempt and all that follow it."""
        return await self._calls.unary(
            self._methods["ReplayDeliveries"], request, wallet_v1_webhook_service.ReplayDeliveriesResponse, timeout
        )


class AsyncServices:
    """Has a typed client for each service."""

    def __init__(self, calls: AsyncCalls) -> None:
        self.backup = AsyncBackupService(calls)
        self.key = AsyncKeyService(calls)
        self.ledger = AsyncLedgerService(calls)
        self.outbox = AsyncOutboxService(calls)
        self.process = AsyncProcessService(calls)
        self.usage = AsyncUsageService(calls)
        self.vault = AsyncVaultService(calls)
        self.geocode = AsyncGeocodeService(calls)
        self.authentication = AsyncAuthenticationService(calls)
        self.identity = AsyncIdentityService(calls)
        self.review = AsyncReviewService(calls)
        self.verification = AsyncVerificationService(calls)
        self.event = AsyncEventService(calls)
        self.exchange = AsyncExchangeService(calls)
        self.hold = AsyncHoldService(calls)
        self.transaction = AsyncTransactionService(calls)
        self.wallet = AsyncWalletService(calls)
        self.webhook = AsyncWebhookService(calls)
