"""Typed clients of all services. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._calls import AsyncCalls, Calls
    from .audit import AsyncAuditService, AuditService
    from .authentication import AsyncAuthenticationService, AuthenticationService
    from .backup import AsyncBackupService, BackupService
    from .event import AsyncEventService, EventService
    from .exchange import AsyncExchangeService, ExchangeService
    from .geocode import AsyncGeocodeService, GeocodeService
    from .hold import AsyncHoldService, HoldService
    from .identity import AsyncIdentityService, IdentityService
    from .key import AsyncKeyService, KeyService
    from .ledger import AsyncLedgerService, LedgerService
    from .outbox import AsyncOutboxService, OutboxService
    from .process import AsyncProcessService, ProcessService
    from .review import AsyncReviewService, ReviewService
    from .transaction import AsyncTransactionService, TransactionService
    from .usage import AsyncUsageService, UsageService
    from .vault import AsyncVaultService, VaultService
    from .verification import AsyncVerificationService, VerificationService
    from .wallet import AsyncWalletService, WalletService
    from .webhook import AsyncWebhookService, WebhookService


class Services:
    """Has a typed client for each service, which is made when it is first used."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    @cached_property
    def audit(self) -> AuditService:
        """Tells who has done what, from where and with what result: calls whose methods declare
        `access.v1.audited`, and acts of the service and its programs. Records are chained by hashes;
        `CheckLedger` checks them too.
        """
        from .audit import AuditService

        return AuditService(self._calls)

    @cached_property
    def backup(self) -> BackupService:
        """Makes encrypted backups of the service's database, in addition to the daily ones, and tests whether
        they can be restored. The files stay on the service's machine.
        """
        from .backup import BackupService

        return BackupService(self._calls)

    @cached_property
    def key(self) -> KeyService:
        """Creates, lists and revokes API keys, and lists the plans that they may have. A session may do so for
        the keys of its own identity, without the permissions. A key of an identity calls the geocode
        operations alone: no key moves the money of the identity or changes its data.
        """
        from .key import KeyService

        return KeyService(self._calls)

    @cached_property
    def ledger(self) -> LedgerService:
        """Deposits, withdrawals, frozen wallets, rates, and checks of the ledger."""
        from .ledger import LedgerService

        return LedgerService(self._calls)

    @cached_property
    def outbox(self) -> OutboxService:
        """Reads the messages that are kept in memory while no server is configured that sends them."""
        from .outbox import OutboxService

        return OutboxService(self._calls)

    @cached_property
    def process(self) -> ProcessService:
        """Tells which processes serve, and how they are. Each writes its heartbeat to the database that they
        share.
        """
        from .process import ProcessService

        return ProcessService(self._calls)

    @cached_property
    def usage(self) -> UsageService:
        """Tells how API keys and the sessions of identities are used: their calls over time, their place in
        the limits of their plan, and why calls were refused. Calls appear within a few seconds. Payloads
        are never recorded.
        """
        from .usage import UsageService

        return UsageService(self._calls)

    @cached_property
    def vault(self) -> VaultService:
        """Reports the state of the vault's keys and rotates them. No response ever contains a key."""
        from .vault import VaultService

        return VaultService(self._calls)

    @cached_property
    def geocode(self) -> GeocodeService:
        """Geometric encoding: six pure operations on vectors and regular polyhedra. Equal requests get equal
        responses. Every call needs credentials and counts against the limits of their plan. A failure has
        one of the reasons of `fault.v1.Reason`.
        """
        from .geocode import GeocodeService

        return GeocodeService(self._calls)

    @cached_property
    def authentication(self) -> AuthenticationService:
        """Authentication by a rotating signed token, and the sessions that it opens."""
        from .authentication import AuthenticationService

        return AuthenticationService(self._calls)

    @cached_property
    def identity(self) -> IdentityService:
        """Managed identities and their keys."""
        from .identity import IdentityService

        return IdentityService(self._calls)

    @cached_property
    def review(self) -> ReviewService:
        """Decisions of reviewers, third parties and administrators about identities. LEVEL_ENHANCED and higher
        levels require them.
        """
        from .review import ReviewService

        return ReviewService(self._calls)

    @cached_property
    def verification(self) -> VerificationService:
        """Identity verification: challenges, their responses, and levels."""
        from .verification import VerificationService

        return VerificationService(self._calls)

    @cached_property
    def event(self) -> EventService:
        """Tells of movements of money when they happen. Over REST the answers are Server-Sent Events, whose id
        is the cursor.
        """
        from .event import EventService

        return EventService(self._calls)

    @cached_property
    def exchange(self) -> ExchangeService:
        """Exchange between tokens and currencies. A rejected exchange is a successful call with `success`
        false.
        """
        from .exchange import ExchangeService

        return ExchangeService(self._calls)

    @cached_property
    def hold(self) -> HoldService:
        """Holds: a transfer in two steps. TransactionService makes them, of orders with `capture_before`. A
        rejected capture or release is a successful call with `success` false. ResolveTransaction makes its
        outcome definite, too.
        """
        from .hold import HoldService

        return HoldService(self._calls)

    @cached_property
    def transaction(self) -> TransactionService:
        """Transactions between identities. A rejected transaction is a successful call with `success` false."""
        from .transaction import TransactionService

        return TransactionService(self._calls)

    @cached_property
    def wallet(self) -> WalletService:
        """Wallets, their balances and their history."""
        from .wallet import WalletService

        return WalletService(self._calls)

    @cached_property
    def webhook(self) -> WebhookService:
        """Endpoints to which the service posts the events of EventService, for one wallet or for all wallets.
        Requests without an identity concern the endpoints for all wallets and also need the permission
        `ledger:watch`.
        """
        from .webhook import WebhookService

        return WebhookService(self._calls)


class AsyncServices:
    """Has a typed client for each service, which is made when it is first used."""

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    @cached_property
    def audit(self) -> AsyncAuditService:
        """Tells who has done what, from where and with what result: calls whose methods declare
        `access.v1.audited`, and acts of the service and its programs. Records are chained by hashes;
        `CheckLedger` checks them too.
        """
        from .audit import AsyncAuditService

        return AsyncAuditService(self._calls)

    @cached_property
    def backup(self) -> AsyncBackupService:
        """Makes encrypted backups of the service's database, in addition to the daily ones, and tests whether
        they can be restored. The files stay on the service's machine.
        """
        from .backup import AsyncBackupService

        return AsyncBackupService(self._calls)

    @cached_property
    def key(self) -> AsyncKeyService:
        """Creates, lists and revokes API keys, and lists the plans that they may have. A session may do so for
        the keys of its own identity, without the permissions. A key of an identity calls the geocode
        operations alone: no key moves the money of the identity or changes its data.
        """
        from .key import AsyncKeyService

        return AsyncKeyService(self._calls)

    @cached_property
    def ledger(self) -> AsyncLedgerService:
        """Deposits, withdrawals, frozen wallets, rates, and checks of the ledger."""
        from .ledger import AsyncLedgerService

        return AsyncLedgerService(self._calls)

    @cached_property
    def outbox(self) -> AsyncOutboxService:
        """Reads the messages that are kept in memory while no server is configured that sends them."""
        from .outbox import AsyncOutboxService

        return AsyncOutboxService(self._calls)

    @cached_property
    def process(self) -> AsyncProcessService:
        """Tells which processes serve, and how they are. Each writes its heartbeat to the database that they
        share.
        """
        from .process import AsyncProcessService

        return AsyncProcessService(self._calls)

    @cached_property
    def usage(self) -> AsyncUsageService:
        """Tells how API keys and the sessions of identities are used: their calls over time, their place in
        the limits of their plan, and why calls were refused. Calls appear within a few seconds. Payloads
        are never recorded.
        """
        from .usage import AsyncUsageService

        return AsyncUsageService(self._calls)

    @cached_property
    def vault(self) -> AsyncVaultService:
        """Reports the state of the vault's keys and rotates them. No response ever contains a key."""
        from .vault import AsyncVaultService

        return AsyncVaultService(self._calls)

    @cached_property
    def geocode(self) -> AsyncGeocodeService:
        """Geometric encoding: six pure operations on vectors and regular polyhedra. Equal requests get equal
        responses. Every call needs credentials and counts against the limits of their plan. A failure has
        one of the reasons of `fault.v1.Reason`.
        """
        from .geocode import AsyncGeocodeService

        return AsyncGeocodeService(self._calls)

    @cached_property
    def authentication(self) -> AsyncAuthenticationService:
        """Authentication by a rotating signed token, and the sessions that it opens."""
        from .authentication import AsyncAuthenticationService

        return AsyncAuthenticationService(self._calls)

    @cached_property
    def identity(self) -> AsyncIdentityService:
        """Managed identities and their keys."""
        from .identity import AsyncIdentityService

        return AsyncIdentityService(self._calls)

    @cached_property
    def review(self) -> AsyncReviewService:
        """Decisions of reviewers, third parties and administrators about identities. LEVEL_ENHANCED and higher
        levels require them.
        """
        from .review import AsyncReviewService

        return AsyncReviewService(self._calls)

    @cached_property
    def verification(self) -> AsyncVerificationService:
        """Identity verification: challenges, their responses, and levels."""
        from .verification import AsyncVerificationService

        return AsyncVerificationService(self._calls)

    @cached_property
    def event(self) -> AsyncEventService:
        """Tells of movements of money when they happen. Over REST the answers are Server-Sent Events, whose id
        is the cursor.
        """
        from .event import AsyncEventService

        return AsyncEventService(self._calls)

    @cached_property
    def exchange(self) -> AsyncExchangeService:
        """Exchange between tokens and currencies. A rejected exchange is a successful call with `success`
        false.
        """
        from .exchange import AsyncExchangeService

        return AsyncExchangeService(self._calls)

    @cached_property
    def hold(self) -> AsyncHoldService:
        """Holds: a transfer in two steps. TransactionService makes them, of orders with `capture_before`. A
        rejected capture or release is a successful call with `success` false. ResolveTransaction makes its
        outcome definite, too.
        """
        from .hold import AsyncHoldService

        return AsyncHoldService(self._calls)

    @cached_property
    def transaction(self) -> AsyncTransactionService:
        """Transactions between identities. A rejected transaction is a successful call with `success` false."""
        from .transaction import AsyncTransactionService

        return AsyncTransactionService(self._calls)

    @cached_property
    def wallet(self) -> AsyncWalletService:
        """Wallets, their balances and their history."""
        from .wallet import AsyncWalletService

        return AsyncWalletService(self._calls)

    @cached_property
    def webhook(self) -> AsyncWebhookService:
        """Endpoints to which the service posts the events of EventService, for one wallet or for all wallets.
        Requests without an identity concern the endpoints for all wallets and also need the permission
        `ledger:watch`.
        """
        from .webhook import AsyncWebhookService

        return AsyncWebhookService(self._calls)
