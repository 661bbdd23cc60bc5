"""Compares payments of one wallet with transfers through bare gRPC, which signs alike and does no more.

``python benchmarks/transfers.py URL [TRANSFERS]`` needs the package, a service with DEVELOPMENT=1 and PLANS that allow
as many calls (docs/sdks.md), and its key in PLATONIC_API_KEY.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import secrets
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
from platonic.admin.v1.ledger_pb2 import DepositRequest
from platonic.wallet.v1.money_pb2 import TOKEN_TYPE_STANDARD, Amount
from platonic.wallet.v1.transaction_pb2 import SignedOrder, TransferOrder
from platonic.wallet.v1.transaction_service_pb2 import TransferRequest, TransferResponse

from platonic_client import (
    TOKEN_STANDARD,
    AsyncClient,
    AsyncWallet,
    Client,
    Credentials,
    Kind,
    Order,
    Outcome,
    Wallet,
    new_id,
)
from platonic_client.channel import ChannelOptions

PAYERS = 16
ROUNDS = 5
AMOUNT = "0.00000001"
METHOD = "/wallet.v1.TransactionService/Transfer"


class Bench:
    """A wallet with money, and another one."""

    def __init__(self, url: str, count: int) -> None:
        self.url = url
        self.count = count
        with Client(url, api_key=os.environ["PLATONIC_API_KEY"]) as client:
            self.sender, self.recipient = (client.register(f"bench-{secrets.token_hex(4)}") for _ in range(2))
            self.key_set = client.key_set()
            for one in (self.sender, self.recipient):
                create_wallet(url, one)
            money = Amount(decimal="1000")
            client.ledger.deposit(
                DepositRequest(identity_id=self.sender.identity_id, token_type=TOKEN_TYPE_STANDARD, amount=money)
            )
        self.order = Order(recipient=self.recipient.identity_id, asset=TOKEN_STANDARD, amount=AMOUNT)

    def request(self) -> TransferRequest:
        """Signs an order as the client does."""
        sender = self.sender
        order = TransferOrder(
            id=new_id(),
            sender=sender.identity_id,
            recipient=self.recipient.identity_id,
            token_type=TOKEN_TYPE_STANDARD,
            amount=AMOUNT,
            created_at=time.time_ns() // 1_000_000,
        ).SerializeToString(deterministic=True)
        signature = sender.key.sign(b"platonic transfer v1\n" + order)
        signed = SignedOrder(order=order, key_id=sender.key_id, signature=signature)
        return TransferRequest(sender=sender.identity_id, signed_order=signed)

    def threads(self, pay: Callable[[], Any]) -> float:
        """Returns the transfers a second of several threads."""
        left = iter(range(self.count))
        began = time.perf_counter()
        with ThreadPoolExecutor(PAYERS) as threads:
            for done in [threads.submit(lambda: [pay() for _ in left]) for _ in range(PAYERS)]:
                done.result()
        return self.count / (time.perf_counter() - began)

    async def tasks(self, pay: Callable[[], Awaitable[Any]]) -> float:
        """Returns the transfers a second of several tasks."""
        left = itertools.repeat(None, self.count)

        async def payer() -> None:
            for _ in left:
                await pay()

        began = time.perf_counter()
        await asyncio.gather(*(payer() for _ in range(PAYERS)))
        return self.count / (time.perf_counter() - began)

    def blocking(self) -> None:
        """Compares the clients for threads."""
        options = ChannelOptions(key_set=self.key_set)
        with (
            Client(self.url, credentials=self.sender, client_id="http") as client,
            Client(self.url, credentials=self.sender, client_id="channel") as other,
            Wallet(client) as wallet,
            Wallet(other, channel=options) as channeled,
            grpc.insecure_channel(self.url.removeprefix("http://")) as channel,
        ):
            transfer = channel.unary_unary(METHOD, TransferRequest.SerializeToString, TransferResponse.FromString)
            metadata = (("authorization", f"Bearer {client.session_token()}"),)
            bare, http, over = [], [], []
            for _ in range(ROUNDS):
                bare.append(self.threads(lambda: require(transfer(self.request(), metadata=metadata))))
                http.append(self.threads(lambda: completed(wallet.pay(self.order))))
                over.append(self.threads(lambda: completed(channeled.pay(self.order))))
        report("threads, gRPC", bare, http)
        report("threads, channel", bare, over)

    async def asynchronous(self) -> None:
        """Compares the clients for asyncio."""
        options = ChannelOptions(key_set=self.key_set)
        async with (
            AsyncClient(self.url, credentials=self.sender, client_id="asyncio") as client,
            AsyncClient(self.url, credentials=self.sender, client_id="asyncio-channel") as other,
            AsyncWallet(client) as wallet,
            AsyncWallet(other, channel=options) as channeled,
            grpc.aio.insecure_channel(self.url.removeprefix("http://")) as channel,
        ):
            transfer = channel.unary_unary(METHOD, TransferRequest.SerializeToString, TransferResponse.FromString)
            metadata = (("authorization", f"Bearer {await client.session_token()}"),)

            async def pay_bare() -> None:
                require(await transfer(self.request(), metadata=metadata))

            async def pay(by: AsyncWallet) -> None:
                completed(await by.pay(self.order))

            bare, http, over = [], [], []
            for _ in range(ROUNDS):
                bare.append(await self.tasks(pay_bare))
                http.append(await self.tasks(lambda: pay(wallet)))
                over.append(await self.tasks(lambda: pay(channeled)))
        report("asyncio, gRPC", bare, http)
        report("asyncio, channel", bare, over)


def create_wallet(url: str, credentials: Credentials) -> None:
    """Makes the wallet of an identity."""
    with Client(url, credentials=credentials) as client, Wallet(client) as wallet:
        wallet.create()


def require(answer: TransferResponse) -> None:
    """Checks an answer of the bare client."""
    if not answer.result.success:
        raise RuntimeError(f"the transfer has failed: {answer}")


def completed(outcome: Outcome) -> None:
    """Checks an outcome of the client."""
    if outcome.kind is not Kind.COMPLETED:
        raise RuntimeError(f"the payment is {outcome}")


def report(what: str, bare: list[float], measured: list[float]) -> None:
    """Prints medians."""
    ratio = statistics.median(one / other for one, other in zip(measured, bare, strict=True))
    print(f"{what}: {statistics.median(measured):.0f} transfers a second, {ratio:.2f} of the bare client")


if __name__ == "__main__":
    bench = Bench(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000)
    bench.blocking()
    asyncio.run(bench.asynchronous())
