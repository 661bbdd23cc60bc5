"""Typed clients of OutboxService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from typing import Any

from platonic.admin.v1 import outbox_pb2 as admin_v1_outbox

from ._calls import AsyncCalls, Calls


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
