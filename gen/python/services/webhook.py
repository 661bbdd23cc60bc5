"""Typed clients of WebhookService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from platonic.wallet.v1 import webhook_service_pb2 as wallet_v1_webhook_service

from ._calls import AsyncCalls, Calls


class WebhookService:
    """Endpoints to which the service posts the events of EventService, for one wallet or for all wallets.
    Requests without an identity concern the endpoints for all wallets and also need the permission
    `ledger:watch`.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_webhook_service.DESCRIPTOR.services_by_name["WebhookService"].methods_by_name

    def create_webhook(
        self, request: wallet_v1_webhook_service.CreateWebhookRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_webhook_service.CreateWebhookResponse:
        """Creates an endpoint. The answer holds its secret, this once. A session needs a fresh proof of its
        identity, as for another URL and another secret.
        """
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


class AsyncWebhookService:
    """Endpoints to which the service posts the events of EventService, for one wallet or for all wallets.
    Requests without an identity concern the endpoints for all wallets and also need the permission
    `ledger:watch`.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = wallet_v1_webhook_service.DESCRIPTOR.services_by_name["WebhookService"].methods_by_name

    async def create_webhook(
        self, request: wallet_v1_webhook_service.CreateWebhookRequest, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> wallet_v1_webhook_service.CreateWebhookResponse:
        """Creates an endpoint. The answer holds its secret, this once. A session needs a fresh proof of its
        identity, as for another URL and another secret.
        """
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
