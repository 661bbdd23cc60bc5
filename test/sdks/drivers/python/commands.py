"""Translates each command into calls of the client."""

from __future__ import annotations

import json
import re
import time
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from datetime import datetime, timezone
from itertools import islice
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pool, json_format, message_factory
from platonic.wallet.v1.transaction_pb2 import Receipt
from platonic_client import (
    Attempt,
    Capture,
    Credentials,
    Exchange,
    FileJournal,
    Order,
    Outcome,
    ProvenReceipt,
    verify_receipt,
    verify_webhook,
)
from platonic_client.channel import ChannelOptions

from manner import Asynchronous, Blocking


class Driver:
    """The state of the driver."""

    def __init__(self, manner: Blocking | Asynchronous) -> None:
        self.manner = manner
        self.client: Any = None
        self.wallet: Any = None
        self.settled: list[Outcome] = []
        self.attempts: list[Attempt] = []
        self.warnings: list[str] = []

    async def close(self) -> None:
        if self.wallet is not None:
            await self.manner.of(self.wallet.close())

    async def do_open(self, endpoint: str, apiKey: str = "", deadlineMs: int | None = None) -> None:
        timeout = None if deadlineMs is None else deadlineMs / 1000
        self.client = self.manner.client(
            endpoint,
            api_key=apiKey,
            timeout=timeout,
            on_attempt=[self.attempts.append],
            on_warning=self.warnings.append,
        )

    async def do_call(self, service: str, method: str, request: Any, idempotencyKey: str | None = None) -> Any:
        call, message = self._find(service, method, request)
        parameters = {} if idempotencyKey is None else {"idempotency_key": idempotencyKey}
        return json_format.MessageToDict(await self.manner.of(call(message, **parameters)))

    async def do_pages(self, service: str, method: str, request: Any) -> Any:
        call, message = self._find(service, method, request, "_items")
        return {"items": [json_format.MessageToDict(item) for item in await self.manner.items(call(message))]}

    def _find(self, service: str, method: str, request: Any, ending: str = "") -> tuple[Any, Any]:
        # It loads the messages of its service.
        client = getattr(self.client, snake(service.rsplit(".", 1)[1].removesuffix("Service")))
        found: Any = descriptor_pool.Default().FindServiceByName(service)
        message = message_factory.GetMessageClass(found.methods_by_name[method].input_type)()
        return getattr(client, snake(method) + ending), json_format.ParseDict(request, message)

    async def do_register(self, username: str) -> Any:
        credentials = await self.manner.of(self.client.register(username))
        return {"credentials": json.loads(credentials.to_json())}

    async def do_wallet(
        self,
        endpoint: str,
        credentials: Any,
        journal: str | None = None,
        confirmTimeoutMs: int = 30_000,
        retryCount: int = 3,
        clockOffsetMs: int = 0,
        clientId: str = "wallet",
        useChannel: bool = False,
        channelEndpoint: str = "",
        serverKey: str = "",
    ) -> None:
        channel = None
        if useChannel:
            channel = ChannelOptions(endpoint=channelEndpoint, static_keys=[urlsafe_b64decode(f"{serverKey}==")])
        client = self.manner.client(
            endpoint,
            credentials=Credentials.from_json(json.dumps(credentials)),
            client_id=clientId,
            on_attempt=[self.attempts.append],
            on_warning=self.warnings.append,
            clock=lambda: time.time() + clockOffsetMs / 1000,
        )
        self.wallet = self.manner.wallet(
            client,
            journal=None if journal is None else FileJournal(journal),
            confirm_timeout=confirmTimeoutMs / 1000,
            retry_count=retryCount,
            channel=channel,
            on_settled=self.settled.append,
        )

    async def do_create(self) -> None:
        await self.manner.of(self.wallet.create())

    async def do_pay(self, order: Any) -> Any:
        return told(await self.manner.of(self.wallet.pay(order_of(**order))))

    async def do_payMany(self, orders: Any) -> Any:
        return told_all(await self.manner.of(self.wallet.pay_many([order_of(**order) for order in orders])))

    async def do_payAll(self, orders: Any) -> Any:
        outcomes = self.wallet.pay_all(order_of(**order) for order in orders)
        return told_all(await self.manner.items(outcomes))

    async def do_payFile(self, orders: str, outcomes: str) -> Any:
        with OutcomesFile(Path(outcomes)) as file:
            first = file.count
            await self.manner.each(self.wallet.pay_all(orders_in(orders, first)), lambda one: file.add(told(one)))
        return {"count": file.count - first}

    async def do_payLinked(self, orders: Any) -> Any:
        return told_all(await self.manner.of(self.wallet.pay_linked([order_of(**order) for order in orders])))

    async def do_hold(self, order: Any, captureBeforeMs: int) -> Any:
        capture_before = datetime.fromtimestamp(captureBeforeMs / 1000, timezone.utc)
        return told(await self.manner.of(self.wallet.hold(order_of(**order), capture_before)))

    async def do_capture(self, holdId: str, tokenType: str, amount: str, keepRest: bool = False) -> Any:
        capture = Capture(hold_id=holdId, asset=asset_of(tokenType), amount=amount, keep_rest=keepRest)
        return told(await self.manner.of(self.wallet.capture(capture)))

    async def do_release(self, holdId: str) -> Any:
        return told(await self.manner.of(self.wallet.release(holdId)))

    async def do_reverse(self, transactionId: str, amount: str | None = None) -> Any:
        return told(await self.manner.of(self.wallet.reverse(transactionId, amount=amount)))

    async def do_exchange(self, fromTokenType: str, toTokenType: str, amount: str) -> Any:
        exchange = Exchange(source=asset_of(fromTokenType), target=asset_of(toTokenType), amount=amount)
        outcome = await self.manner.of(self.wallet.exchange(exchange))
        return told(outcome) | {"received": outcome.received}

    async def do_balances(self) -> Any:
        return {asset: f"{free:f}" for asset, free in (await self.manner.of(self.wallet.balances())).items()}

    async def do_history(self, pageSize: int | None = None) -> Any:
        return {"ids": [id_of(entry) for entry in await self.manner.items(self.wallet.history(page_size=pageSize))]}

    async def do_reconcile(self) -> Any:
        return told_all(await self.manner.of(self.wallet.reconcile()))

    async def do_events(self, count: int, cursor: str = "", fromStart: bool = False) -> Any:
        events = await self.manner.items(self.wallet.events(cursor, from_start=fromStart), count)
        return {
            "events": [
                {"id": id_of(event.entry), "sequence": event.entry.sequence, "cursor": event.cursor} for event in events
            ]
        }

    async def do_receipt(self, transactionId: str, keySet: Any) -> Any:
        return proven(await self.manner.of(self.wallet.receipt(transactionId, json.dumps(keySet))))

    async def do_verifyReceipt(self, receipt: Any, keySet: Any) -> Any:
        return proven(verify_receipt(json_format.ParseDict(receipt, Receipt()), json.dumps(keySet)))

    async def do_verifyWebhook(self, secrets: list[str], headers: dict[str, str], body: str, nowMs: int) -> None:
        verify_webhook(secrets, headers, body.encode(), nowMs / 1000)

    async def do_close(self, what: str) -> None:
        await self.manner.of((self.wallet if what == "wallet" else self.client).close())

    async def do_settled(self) -> Any:
        outcomes, self.settled[:] = list(self.settled), []
        return told_all(outcomes)

    async def do_warnings(self) -> Any:
        warnings, self.warnings[:] = list(self.warnings), []
        return {"warnings": warnings}

    async def do_attempts(self) -> Any:
        attempts, self.attempts[:] = list(self.attempts), []
        return {
            "attempts": [
                {"method": one.method, "attempt": one.number} | ({"reason": str(one.reason)} if one.reason else {})
                for one in attempts
            ]
        }


class OutcomesFile:
    """A file with a line for each outcome. Removes a last line that was cut off."""

    def __init__(self, path: Path) -> None:
        self.count, end = 0, 0
        # Its buffer is flushed when it is full.
        self._file = path.open("a+b", buffering=65_536)
        self._file.seek(0)
        for line in self._file:
            if line.endswith(b"\n"):
                self.count += 1
                end += len(line)
        self._file.truncate(end)

    def add(self, outcome: Any) -> None:
        self._file.write(f"{json.dumps(outcome)}\n".encode())
        self.count += 1

    def __enter__(self) -> OutcomesFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def orders_in(path: str, skipped: int) -> Iterator[Order]:
    """Yields the orders of a file of lines, without the first ones."""
    with open(path, encoding="utf-8") as lines:
        for line in islice(lines, skipped, None):
            yield order_of(**json.loads(line))


def order_of(
    recipient: str,
    tokenType: str,
    amount: str,
    id: str = "",
    description: str = "",
    createdAtMs: int | None = None,
) -> Order:
    created_at = None if createdAtMs is None else datetime.fromtimestamp(createdAtMs / 1000, timezone.utc)
    asset = asset_of(tokenType)
    return Order(recipient=recipient, asset=asset, amount=amount, id=id, description=description, created_at=created_at)


def asset_of(token_type: str) -> str:
    return token_type.replace("TOKEN_TYPE_", "TOKEN_")


def told(outcome: Outcome) -> dict[str, Any]:
    facts: dict[str, Any] = {"kind": str(outcome.kind), "id": outcome.id}
    if outcome.error_code:
        facts["errorCode"] = outcome.error_code
    if outcome.result is not None and outcome.result.is_of_another_order:
        facts["isOfAnotherOrder"] = True
    return facts


def told_all(outcomes: list[Outcome]) -> dict[str, Any]:
    return {"outcomes": [told(outcome) for outcome in outcomes]}


def proven(receipt: ProvenReceipt) -> dict[str, Any]:
    return {"confirmationCode": receipt.confirmation_code, "sequence": receipt.sequence}


def id_of(entry: Any) -> str:
    """Returns the id of what an entry records."""
    for name in ("transaction", "exchange", "issuance", "hold_change", "reversal"):
        if entry.HasField(name):
            return str(getattr(entry, name).id)
    return ""


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()
