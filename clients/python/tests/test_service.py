"""Both manners against a service with DEVELOPMENT=1 at PLATONIC_URL, whose key is in PLATONIC_API_KEY."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from decimal import Decimal

import pytest

from platonic_client import (
    TOKEN_MICRO,
    TOKEN_STANDARD,
    AsyncClient,
    AsyncWallet,
    Attempt,
    Capture,
    Client,
    Credentials,
    Exchange,
    Kind,
    Order,
    PlatonicError,
    Reason,
    Wallet,
    new_id,
)
from platonic_client._calls.io import Io
from platonic_client._transports.async_io import AsyncIo
from platonic_client._transports.blocking_io import BlockingIo
from platonic_client.channel import ChannelOptions

URL = os.environ.get("PLATONIC_URL", "")
KEY = os.environ.get("PLATONIC_API_KEY", "")
pytestmark = pytest.mark.skipif(not URL, reason="PLATONIC_URL names no service")


@pytest.fixture
def identities() -> tuple[Credentials, Credentials]:
    """Makes one who has 100, and one who has nothing."""
    with Client(URL, api_key=KEY) as client:
        ada, bob = (client.register(f"{name}{new_id()[-12:]}") for name in ("ada", "bob"))
        for one in (ada, bob):
            with Wallet(client, credentials=one) as wallet:
                wallet.create()
        deposit_id = new_id()
        # The second one is the first, by its id.
        for _ in range(2):
            booked = client.deposit(ada.identity_id, TOKEN_STANDARD, "100", deposit_id=deposit_id)
            assert (booked.exact_amount, booked.id) == ("100", deposit_id)
    return ada, bob


def order(recipient: Credentials, amount: str = "1") -> Order:
    return Order(recipient=recipient.identity_id, asset=TOKEN_STANDARD, amount=amount)


def test_a_wallet_does_all_that_it_can(identities: tuple[Credentials, Credentials]) -> None:
    ada, bob = identities
    in_an_hour = datetime.now(timezone.utc) + timedelta(hours=1)
    with (
        Client(URL, credentials=ada) as ada_client,
        Client(URL, credentials=bob, clock=lambda: time.time() - 3600) as bob_client,
        Wallet(ada_client) as wallet,
        Wallet(bob_client) as shop,
    ):
        paid = wallet.pay(order(bob, "10"))
        assert paid.kind is Kind.COMPLETED
        held = wallet.hold(order(bob, "5"), in_an_hour)
        assert held.kind is Kind.HELD
        capture = Capture(hold_id=held.id, asset=TOKEN_STANDARD, amount=2, keep_rest=True)
        assert shop.capture(capture).kind is Kind.COMPLETED
        assert shop.release(held.id).kind is Kind.COMPLETED
        assert shop.capture(capture).error_code == "HOLD_ENDED"
        assert shop.reverse(paid.id, amount="1").kind is Kind.COMPLETED
        assert shop.reverse(paid.id).kind is Kind.COMPLETED
        exchanged = wallet.exchange(Exchange(source=TOKEN_STANDARD, target=TOKEN_MICRO, amount=Decimal(1)))
        assert (exchanged.kind, Decimal(exchanged.received) > 0) == (Kind.COMPLETED, True)
        assert wallet.balances()[TOKEN_MICRO] == Decimal(exchanged.received)
        with urllib.request.urlopen(f"{URL}/.well-known/jwks.json") as answer:
            receipt = wallet.receipt(paid.id, answer.read())
        assert (receipt.transaction_id, receipt.order and receipt.order.amount) == (paid.id, "10")
        entries = list(wallet.history(page_size=2))
        told = []
        for event in wallet.events(from_start=True):
            told.append(event.entry.sequence)
            if event.entry.sequence == entries[0].sequence:
                break
        assert told == sorted(told)
        assert wallet.reconcile() == []


def test_threads_share_a_wallet(identities: tuple[Credentials, Credentials]) -> None:
    ada, bob = identities
    with Client(URL, credentials=ada) as client, Wallet(client) as wallet, ThreadPoolExecutor(8) as threads:
        outcomes = list(threads.map(lambda _: wallet.pay(order(bob, "0.1")), range(40)))
        assert {one.kind for one in outcomes} == {Kind.COMPLETED}
        many = wallet.pay_many([order(bob, "0.1"), order(bob, "1000")])
        assert [one.kind for one in many] == [Kind.COMPLETED, Kind.FAILED]
        linked = wallet.pay_linked([order(bob, "0.1"), order(bob, "1000")])
        assert [one.error_code for one in linked] == ["LINKED_FAILED", "INSUFFICIENT_FUNDS"]


def test_tasks_share_a_wallet(identities: tuple[Credentials, Credentials]) -> None:
    ada, bob = identities

    async def scene() -> None:
        async with AsyncClient(URL, credentials=ada) as client, AsyncWallet(client) as wallet:
            outcomes = await asyncio.gather(*(wallet.pay(order(bob, "0.1")) for _ in range(40)))
            assert {one.kind for one in outcomes} == {Kind.COMPLETED}
            assert len([entry async for entry in wallet.history(page_size=7)]) == 41
            async for event in wallet.events(from_start=True):
                assert event.entry.sequence > 0
                break

    asyncio.run(scene())


def test_refusals_have_reasons() -> None:
    with Client(URL, api_key="pk_wrong") as client, pytest.raises(PlatonicError) as caught:
        client.register("ada")
    assert caught.value.reason is Reason.INVALID_API_KEY


def fetched(path: str) -> bytes:
    with urllib.request.urlopen(f"{URL}/.well-known/{path}") as answer:
        data: bytes = answer.read()
        return data


def without_http(io: type[Io], monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves the channel alone."""

    async def fail(*_: object) -> None:
        raise PlatonicError(Reason.UNREACHABLE, "as the test wants it")

    monkeypatch.setattr(io, "unary", fail)


def test_a_wallet_uses_the_channel(
    identities: tuple[Credentials, Credentials], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = identities
    options = ChannelOptions(key_set=fetched("jwks.json"))
    told: list[Attempt] = []
    with (
        Client(URL, credentials=ada, on_attempt=[told.append]) as client,
        Wallet(client, channel=options) as wallet,
    ):
        client.session_token()
        without_http(BlockingIo, monkeypatch)
        assert wallet.pay(order(bob)).kind is Kind.COMPLETED
        assert [one.kind for one in wallet.pay_many([order(bob)] * 3)] == [Kind.COMPLETED] * 3
        held = wallet.hold(order(bob), datetime.now(timezone.utc) + timedelta(hours=1))
        assert held.kind is Kind.HELD
        exchanged = wallet.exchange(Exchange(source=TOKEN_STANDARD, target=TOKEN_MICRO, amount=1))
        assert exchanged.kind is Kind.COMPLETED
    methods = [one.method.rsplit("/")[-1] for one in told if one.method.startswith("wallet.")]
    assert methods == ["Transfer", "TransferBatch", "Transfer", "Exchange"]


def test_a_wallet_uses_the_channel_on_asyncio(
    identities: tuple[Credentials, Credentials], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = identities
    key = json.loads(fetched("channel.json"))["static_key"]
    options = ChannelOptions(static_keys=[base64.urlsafe_b64decode(f"{key}==")])

    async def scene() -> None:
        async with AsyncClient(URL, credentials=ada) as client, AsyncWallet(client, channel=options) as wallet:
            await client.session_token()
            without_http(AsyncIo, monkeypatch)
            outcomes = await asyncio.gather(*(wallet.pay(order(bob, "0.1")) for _ in range(20)))
            assert {one.kind for one in outcomes} == {Kind.COMPLETED}

    asyncio.run(scene())


def test_a_channel_that_is_not_to_be_trusted_is_not_used(identities: tuple[Credentials, Credentials]) -> None:
    ada, bob = identities
    options = ChannelOptions(static_keys=[bytes(32)])
    with Client(URL, credentials=ada) as client, Wallet(client, channel=options, confirm_timeout=2) as wallet:
        assert wallet.pay(order(bob)).kind is Kind.COMPLETED
