"""Closing of a client or a wallet: calls under way, and calls afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest
from fake import CREDENTIALS, FakeIo, core, fails, lost, silent
from platonic.identity.v1 import authentication_service_pb2 as authentication
from platonic.identity.v1 import identity_service_pb2 as identity
from scene import EXCHANGE, ORDER, Scene, staged
from virtual import play

from platonic_client import (
    AsyncClient,
    AsyncWallet,
    Client,
    FileJournal,
    Kind,
    Order,
    PlatonicError,
    Reason,
    Wallet,
)
from platonic_client._journal import lock_file
from platonic_client.channel import ChannelOptions
from platonic_client.channel._connection import Connection

REQUEST = identity.GetIdentityRequest(id="ada")


class Silent(grpc.GenericRpcHandler):
    """Opens sessions, unless it is to be silent there, too, and never answers anything else."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.has_asked = threading.Condition()
        self.opens = True
        self.ends = threading.Event()

    def service(self, handler_call_details: Any) -> Any:
        name = handler_call_details.method.rsplit("/", 1)[1]
        with self.has_asked:
            self.asked.append(name)
            self.has_asked.notify_all()
        if self.opens and name == "CreateChallenge":
            answer: Any = authentication.CreateChallengeResponse(
                audience="http://localhost", challenge="AAAAAAAAAAAAAAAAAAAAAA", rotation_window=300
            )
            return grpc.unary_unary_rpc_method_handler(lambda *_: answer.SerializeToString())
        if self.opens and name == "Authenticate":
            opened = authentication.AuthenticateResponse(success=True, session_token="pls_1")
            return grpc.unary_unary_rpc_method_handler(lambda *_: opened.SerializeToString())
        if name == "Watch":
            return grpc.unary_stream_rpc_method_handler(lambda *_: iter([self._never()]))
        return grpc.unary_unary_rpc_method_handler(lambda *_: self._never())

    def _never(self) -> bytes:
        self.ends.wait(300)
        return b""

    def wait_for(self, name: str) -> None:
        with self.has_asked:
            assert self.has_asked.wait_for(lambda: name in self.asked, 60)


@pytest.fixture
def service() -> Iterator[tuple[Silent, str]]:
    one = Silent()
    server = grpc.server(ThreadPoolExecutor(16))
    server.add_generic_rpc_handlers((one,))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield one, f"http://127.0.0.1:{port}"
    one.ends.set()
    server.stop(None).wait()


def reason_of(act: Callable[[], Any]) -> Reason:
    with pytest.raises(PlatonicError) as caught:
        act()
    return caught.value.reason


async def reason_of_coming(coming: Any) -> Reason:
    with pytest.raises(PlatonicError) as caught:
        await coming
    return caught.value.reason


async def first(items: Any) -> Any:
    return await items.__anext__()


READS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "balances": ("GetBalancesAt", lambda wallet: wallet.balances()),
    "history": ("ListLedgerEntries", lambda wallet: wallet.history()),
    "events": ("Watch", lambda wallet: wallet.events()),
}
CLOSED = ["wallet", "client"]


@pytest.mark.parametrize("read", READS)
@pytest.mark.parametrize("closed", CLOSED)
def test_reads_end_with_their_wallet_and_its_client(service: tuple[Silent, str], read: str, closed: str) -> None:
    one, url = service
    method, act = READS[read]
    client = Client(url, credentials=CREDENTIALS)
    wallet = Wallet(client)

    def ask() -> Any:
        found = act(wallet)
        return next(found) if read != "balances" else found

    with ThreadPoolExecutor(1) as threads:
        asking = threads.submit(reason_of, ask)
        one.wait_for(method)
        (wallet if closed == "wallet" else client).close()
        assert asking.result() is Reason.STATE_INVALID
    assert reason_of(ask) is Reason.STATE_INVALID
    assert one.asked.count(method) == 1
    wallet.close()
    client.close()


@pytest.mark.parametrize("read", READS)
@pytest.mark.parametrize("closed", CLOSED)
def test_reads_on_asyncio_end_with_their_wallet_and_its_client(
    service: tuple[Silent, str], read: str, closed: str
) -> None:
    one, url = service
    method, act = READS[read]

    async def scene() -> None:
        client = AsyncClient(url, credentials=CREDENTIALS)
        wallet = AsyncWallet(client)

        def ask() -> Any:
            found = act(wallet)
            return first(found) if read != "balances" else found

        asking = asyncio.create_task(reason_of_coming(ask()))
        await asyncio.to_thread(one.wait_for, method)
        await (wallet if closed == "wallet" else client).close()
        assert await asking is Reason.STATE_INVALID
        assert await reason_of_coming(ask()) is Reason.STATE_INVALID
        assert one.asked.count(method) == 1
        await wallet.close()
        await client.close()

    asyncio.run(scene())


def test_a_wallet_is_closed_apart_from_its_client(service: tuple[Silent, str]) -> None:
    one, url = service
    client = Client(url, credentials=CREDENTIALS)
    with ThreadPoolExecutor(1) as threads:
        asking = threads.submit(reason_of, lambda: client.identity.get_identity(REQUEST))
        one.wait_for("GetIdentity")
        Wallet(client).close()
        Wallet(client, credentials=CREDENTIALS).close()
        assert not asking.done()
        client.close()
        assert asking.result() is Reason.STATE_INVALID


@pytest.mark.parametrize("closed", CLOSED)
def test_the_wait_for_a_session_ends(service: tuple[Silent, str], closed: str) -> None:
    one, url = service
    one.opens = False
    client = Client(url, credentials=CREDENTIALS)
    wallet = Wallet(client)
    with ThreadPoolExecutor(2) as threads:
        asking = [threads.submit(reason_of, wallet.balances), threads.submit(reason_of, lambda: wallet.pay(ORDER))]
        one.wait_for("CreateChallenge")
        (wallet if closed == "wallet" else client).close()
        assert [found.result() for found in asking] == [Reason.STATE_INVALID] * 2
    client.close()
    assert reason_of(client.session_token) is Reason.STATE_INVALID


def test_the_wait_for_a_session_ends_on_asyncio(service: tuple[Silent, str]) -> None:
    one, url = service
    one.opens = False

    async def scene() -> None:
        client = AsyncClient(url, credentials=CREDENTIALS)
        wallet = AsyncWallet(client)
        asking = [asyncio.create_task(reason_of_coming(act)) for act in (wallet.balances(), client.session_token())]
        await asyncio.to_thread(one.wait_for, "CreateChallenge")
        await wallet.close()
        assert await asking[0] is Reason.STATE_INVALID
        await client.close()
        assert await asking[1] is Reason.STATE_INVALID

    asyncio.run(scene())


def test_the_wait_for_a_key_set_ends() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        client = Client(url)
        with ThreadPoolExecutor(1) as threads:
            asking = threads.submit(reason_of, client.key_set)
            connection, _ = listener.accept()
            client.close()
            assert asking.result() is Reason.STATE_INVALID
            connection.close()
        assert reason_of(client.key_set) is Reason.STATE_INVALID

        async def scene() -> None:
            client = AsyncClient(url)
            asking = asyncio.create_task(reason_of_coming(client.key_set()))
            connection, _ = await asyncio.to_thread(listener.accept)
            await client.close()
            assert await asking is Reason.STATE_INVALID
            connection.close()

        asyncio.run(scene())


@pytest.mark.parametrize("closed", CLOSED)
def test_a_payment_under_way_is_unresolved_and_stays_in_the_journal(
    service: tuple[Silent, str], closed: str, tmp_path: Path
) -> None:
    one, url = service
    client = Client(url, credentials=CREDENTIALS)
    journal = FileJournal(tmp_path)
    wallet = Wallet(client, journal=journal)
    with ThreadPoolExecutor(2) as threads:
        paying = [threads.submit(wallet.pay, ORDER), threads.submit(wallet.exchange, EXCHANGE)]
        one.wait_for("Transfer")
        one.wait_for("Exchange")
        (wallet if closed == "wallet" else client).close()
        outcomes = [found.result() for found in paying]
    assert [one.kind for one in outcomes] == [Kind.UNRESOLVED] * 2
    assert {one.id for one in journal.list()} == {one.id for one in outcomes}
    for act in (lambda: wallet.pay(ORDER), wallet.reconcile, lambda: wallet.exchange(EXCHANGE)):
        assert reason_of(act) is Reason.STATE_INVALID
    assert len(journal.list()) == 2
    wallet.close()
    client.close()


def test_a_payment_under_way_on_asyncio_is_unresolved(service: tuple[Silent, str], tmp_path: Path) -> None:
    one, url = service
    journal = FileJournal(tmp_path)

    async def scene() -> None:
        async with AsyncClient(url, credentials=CREDENTIALS) as client:
            wallet = AsyncWallet(client, journal=journal)
            paying = asyncio.create_task(wallet.pay(ORDER))
            await asyncio.to_thread(one.wait_for, "Transfer")
            await wallet.close()
            outcome = await paying
            assert (outcome.kind, [kept.id for kept in journal.list()]) == (Kind.UNRESOLVED, [outcome.id])
            assert await reason_of_coming(wallet.pay(ORDER)) is Reason.STATE_INVALID
            assert await reason_of_coming(wallet.reconcile()) is Reason.STATE_INVALID

    asyncio.run(scene())


def test_a_wallet_of_a_closed_client_does_nothing() -> None:
    client = Client("http://127.0.0.1:1", credentials=CREDENTIALS)
    client.close()
    with Wallet(client) as wallet:
        assert reason_of(lambda: wallet.pay(ORDER)) is Reason.STATE_INVALID
    client.close()


@staged
async def test_the_wait_before_a_repetition_ends(scene: Scene) -> None:
    scene.io.on("GetBalancesAt", fails(Reason.UNAVAILABLE, retry_after=3))
    reading = asyncio.create_task(reason_of_coming(scene.wallet.balances()))
    await asyncio.sleep(1)
    await scene.wallet.close()
    assert await reading is Reason.STATE_INVALID
    assert scene.io.now() == 1


@staged
async def test_a_reconciliation_under_way_tells_what_it_knows(scene: Scene) -> None:
    scene.io.on("Transfer", lost)
    scene.io.on("ResolveTransaction", silent)
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(scene.wallet.pay(ORDER), 5)
    [kept] = scene.journal.list()
    next_scene = Scene(scene.journal)
    next_scene.io.on("ResolveTransaction", silent)
    reconciling = asyncio.create_task(next_scene.wallet.reconcile())
    await asyncio.sleep(1)
    await next_scene.wallet.close()
    assert [(one.id, one.kind) for one in await reconciling] == [(kept.id, Kind.UNRESOLVED)]
    assert not scene.is_empty()


@staged
async def test_nothing_is_signed_once_a_wallet_is_closed(scene: Scene) -> None:
    await scene.wallet.close()
    await scene.wallet.close()
    wrong = Order(recipient="bob", asset="TOKEN_STANDARD", amount=1.5)  # type: ignore[arg-type]
    for act in (scene.wallet.pay(wrong), scene.wallet.pay_many([]), scene.wallet.release("a", "a")):
        assert await reason_of_coming(act) is Reason.STATE_INVALID
    assert (scene.io.sent, scene.is_empty()) == ([], True)


def test_a_task_that_is_canceled_is_canceled() -> None:
    async def scene() -> None:
        io = FakeIo()
        io.on("GetIdentity", silent)
        method: Any = identity.DESCRIPTOR.services_by_name["IdentityService"].methods_by_name["GetIdentity"]
        calling = asyncio.create_task(core(io).calls.unary(method, REQUEST, identity.GetIdentityResponse))
        await asyncio.sleep(0)
        calling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await calling

    asyncio.run(scene())


class Socket:
    """A server of the channel that is silent."""

    async def close(self) -> None:
        return


def test_whoever_waits_on_the_channel_is_told_that_it_ends() -> None:
    async def scene() -> None:
        connection: Any = Connection(Socket(), None)  # type: ignore[arg-type]
        # The first has the only credit.
        asking = [asyncio.create_task(reason_of_coming(connection.call("m", str(n), b""))) for n in range(5)]
        await asyncio.sleep(0)
        await connection.end()
        assert await asyncio.gather(*asking) == [Reason.UNREACHABLE] * 5

    play(scene())


@pytest.mark.parametrize("closed", CLOSED)
def test_a_payment_over_a_silent_channel_ends(closed: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        options = ChannelOptions(endpoint=f"ws://127.0.0.1:{port}/channel/wallet", static_keys=[bytes(32)])
        client = Client("http://127.0.0.1:1", credentials=CREDENTIALS)
        # The first attempt waits for the channel as long as for a third of the confirmation.
        wallet = Wallet(client, channel=options)
        connection, _ = listener.accept()
        with ThreadPoolExecutor(1) as threads:
            paying = threads.submit(wallet.pay, ORDER)
            (wallet if closed == "wallet" else client).close()
            with contextlib.suppress(PlatonicError):
                assert paying.result().kind is Kind.UNRESOLVED
        wallet.close()
        wallet.close()
        client.close()
        connection.close()
    assert reason_of(lambda: wallet.pay(ORDER)) is Reason.STATE_INVALID


@pytest.mark.parametrize("closed", CLOSED)
def test_the_folder_of_a_journal_is_released_with_the_last_wallet(closed: str, tmp_path: Path) -> None:
    def names() -> list[str]:
        return [path.name for path in tmp_path.iterdir()]

    client, journal = Client("http://127.0.0.1:1", credentials=CREDENTIALS), FileJournal(tmp_path)
    wallets = [Wallet(client, journal=journal) for _ in range(2)]
    for wallet in wallets:
        assert wallet.reconcile() == []
    wallets[0].close()
    assert names() == ["lock"]
    (wallets[1] if closed == "wallet" else client).close()
    assert names() == []
    client.close()

    async def scene() -> None:
        client = AsyncClient("http://127.0.0.1:1", credentials=CREDENTIALS)
        wallet = AsyncWallet(client, journal=journal)
        assert await wallet.reconcile() == []
        assert names() == ["lock"]
        await (wallet if closed == "wallet" else client).close()
        assert names() == []
        await client.close()

    asyncio.run(scene())


def test_a_wallet_that_waits_for_the_folder_of_its_journal_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lock").write_text('{"host": "elsewhere", "process": 7, "token": "theirs"}')
    looked, seen = threading.Event(), lock_file._seen

    def look(path: Path) -> Any:
        looked.set()
        return seen(path)

    monkeypatch.setattr(lock_file, "_seen", look)
    client = Client("http://127.0.0.1:1", credentials=CREDENTIALS)
    wallet = Wallet(client, journal=FileJournal(tmp_path))
    with ThreadPoolExecutor(1) as threads:
        paying = threads.submit(wallet.pay, ORDER)
        assert looked.wait(60)
        client.close()
        assert reason_of(paying.result) is Reason.STATE_INVALID
    assert [path.name for path in tmp_path.iterdir()] == ["lock"]


@pytest.mark.parametrize("fails", [False, True])
def test_a_wallet_that_is_closed_while_it_stores_releases_its_journal(fails: bool) -> None:
    async def act() -> None:
        await close_while_it_stores(Scene(), fails)

    play(act())


async def close_while_it_stores(scene: Scene, fails: bool) -> None:
    scene.journal.close = lambda: closed.append(True)  # type: ignore[attr-defined]
    closed: list[bool] = []

    async def close_meanwhile(act: Any, *parameters: Any) -> Any:
        await scene.wallet.close()
        if fails:
            raise OSError("the disk is full")
        return act(*parameters)

    scene.io.blocking = close_meanwhile  # type: ignore[assignment, method-assign]
    scene.wallet.operations._journal.is_in_memory = False
    with pytest.raises(PlatonicError):
        await scene.wallet.pay(ORDER)
    # Once when the wallet is closed, and once after the journal was used.
    assert closed == [True, True]
