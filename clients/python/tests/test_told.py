"""Outcomes stay in the journal for a while after they were told: a process that ends meanwhile may have lost them."""

from __future__ import annotations

import asyncio
import os
import queue
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fake import CREDENTIALS, fails, lost
from platonic.wallet.v1 import transaction_pb2 as transaction
from scene import EXCHANGE, ORDER, Scene, done, exchanged, made, staged
from virtual import play

from platonic_client import (
    AsyncClient,
    AsyncWallet,
    Client,
    FileJournal,
    Kind,
    MemoryJournal,
    Operation,
    Order,
    PlatonicError,
    Reason,
    Wallet,
)
from platonic_client._calls import io as io_module
from platonic_client._calls.endpoint import Endpoint
from platonic_client._calls.io import Flag, run
from platonic_client._calls.network import Network
from platonic_client._payments.kept import KeptJournal
from platonic_client._payments.told import ToldOperations
from platonic_client._transports.blocking_io import BlockingIo

ID = "0197a0c2-0000-7000-8000-000000000001"
AGAIN = Order(recipient="bob", asset="TOKEN_STANDARD", amount="1", id=ID)
OPERATION = Operation(ID, transaction.TransferOrder(sender="ada").SerializeToString(), "key", b"")


class Failing(MemoryJournal):
    """A journal that removes nothing while its disk is full."""

    is_full = True

    def remove(self, operation_id: str) -> None:
        if self.is_full:
            raise OSError("the disk is full")
        super().remove(operation_id)


@staged
async def test_an_outcome_leaves_the_journal_5_s_after_it_was_told(scene: Scene) -> None:
    scene.io.on("Transfer", done())
    scene.io.on("Exchange", exchanged())
    first = await scene.wallet.pay(ORDER)
    await asyncio.sleep(3)
    second = await scene.wallet.exchange(EXCHANGE)
    await asyncio.sleep(1.9)
    assert [one.id for one in scene.journal.list()] == [first.id, second.id]
    await asyncio.sleep(0.2)
    assert [one.id for one in scene.journal.list()] == [second.id]
    await asyncio.sleep(2.8)
    assert [one.id for one in scene.journal.list()] == [second.id]
    await asyncio.sleep(0.2)
    assert scene.is_empty()
    assert not scene.io._tasks
    await scene.wallet.pay(ORDER)
    await asyncio.sleep(5.1)
    assert scene.is_empty()


@staged
async def test_one_timer_removes_them_all(scene: Scene) -> None:
    scene.io.on("Transfer", done())
    for _ in range(20):
        await scene.wallet.pay(ORDER)
        await asyncio.sleep(0.1)
    assert len(scene.io._tasks) == 1
    await scene.wallet.acknowledge()
    await scene.wallet.pay(ORDER)
    assert len(scene.io._tasks) == 1


@staged
async def test_what_is_told_later_stays_as_long(scene: Scene) -> None:
    scene.io.on("Transfer", lost)
    scene.io.on("ResolveTransaction", lost)
    assert (await scene.wallet.pay(ORDER)).kind is Kind.UNRESOLVED
    scene.io.on("ResolveTransaction", made)
    # The one that voids it ends, and then the one that removes it.
    await asyncio.gather(*scene.io._tasks)
    told_at = scene.io.now()
    assert ([one.kind for one in scene.settled], scene.is_empty()) == ([Kind.COMPLETED], False)
    await asyncio.gather(*scene.io._tasks)
    assert scene.io.now() - told_at == pytest.approx(5)
    assert scene.is_empty()


@staged
async def test_what_a_program_has_written_down_leaves_the_journal_at_once(scene: Scene) -> None:
    scene.io.on("Transfer", done())
    await scene.wallet.pay(ORDER)
    scene.io.on("Transfer", lambda _: None)
    paying = asyncio.create_task(scene.wallet.pay(AGAIN))
    await asyncio.sleep(1)
    await scene.wallet.acknowledge()
    assert [one.id for one in scene.journal.list()] == [ID]
    paying.cancel()


@staged
async def test_a_reconciliation_leaves_what_was_told_alone(scene: Scene) -> None:
    scene.journal.put([OPERATION])
    scene.io.on("Transfer", done())
    scene.io.on("ResolveTransaction", made)
    assert [one.id for one in await scene.wallet.reconcile()] == [ID]
    await scene.wallet.pay(ORDER)
    assert await scene.wallet.reconcile() == []
    assert len(scene.journal.list()) == 2


@staged
async def test_an_id_that_was_told_can_be_asked_again(scene: Scene) -> None:
    scene.io.on("Transfer", done())
    for _ in range(2):
        assert (await scene.wallet.pay(AGAIN)).kind is Kind.COMPLETED
        await asyncio.sleep(4)
    # The second is told for 5 s of its own.
    assert [one.id for one in scene.journal.list()] == [ID]
    await asyncio.sleep(1.1)
    assert scene.is_empty()
    assert len(scene.io.sent_to("Transfer")) == 2


@staged
async def test_a_refused_order_leaves_the_journal_before_its_error_is_raised(scene: Scene) -> None:
    scene.io.on("Transfer", fails(Reason.PARAMETER_INVALID))
    with pytest.raises(PlatonicError):
        await scene.wallet.pay(ORDER)
    assert scene.is_empty()


def test_what_cannot_be_removed_is_removed_later(caplog: pytest.LogCaptureFixture) -> None:
    async def act() -> None:
        journal = Failing()
        scene = Scene(journal)
        scene.io.on("Transfer", done())
        await scene.wallet.pay(AGAIN)
        await scene.wallet.acknowledge()
        await asyncio.sleep(6)
        assert caplog.text.count("stay in the journal for now: 1") == 2
        assert "the disk is full" in caplog.text
        assert await scene.wallet.reconcile() == []
        journal.is_full = False
        await asyncio.sleep(4.1)
        assert scene.is_empty()

    play(act())


class Ticking(BlockingIo):
    """Input and output for threads, whose clock goes as a test wants it."""

    def __init__(self) -> None:
        super().__init__(Network(Endpoint.parse("http://localhost")))
        self.time = 0.0
        self.waits: queue.Queue[tuple[float, threading.Event]] = queue.Queue()
        self.threads: list[threading.Thread] = []

    def now(self) -> float:
        return self.time

    async def _wait_for_any(self, flags: tuple[Flag, ...], seconds: float | None) -> None:
        goes_on = threading.Event()
        self.waits.put((seconds or 0, goes_on))
        assert goes_on.wait(60)

    def spawn(self, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.threads.append(threading.Thread(target=lambda: run(act())))
        self.threads[-1].start()


def test_a_thread_removes_what_was_told_and_ends() -> None:
    io, journal, removed = Ticking(), MemoryJournal(), queue.Queue[str]()
    told = ToldOperations(io, KeptJournal(journal, io), removed.put)
    for _ in range(2):
        journal.put([Operation(name, b"", "", b"") for name in ("first", "second")])
        told.add(["first"])
        seconds, goes_on = io.waits.get(timeout=60)
        io.time += 1
        told.add(["second"])
        io.time += 4
        goes_on.set()
        assert (seconds, removed.get(timeout=60)) == (5, "first")
        seconds, goes_on = io.waits.get(timeout=60)
        assert [one.id for one in journal.list()] == ["second"]
        io.time += 1
        goes_on.set()
        assert (seconds, removed.get(timeout=60)) == (1, "second")
        io.threads.pop().join(60)
        assert (io.threads, journal.list()) == ([], [])


CLOSED = ["wallet", "client"]


def told_wallet(journal: MemoryJournal | FileJournal) -> tuple[Client, Wallet]:
    """Makes a wallet that has told an outcome."""
    client = Client("http://127.0.0.1:1", credentials=CREDENTIALS)
    wallet = Wallet(client, journal=journal)
    journal.put([OPERATION])
    wallet._core.operations.told.add([ID])
    return client, wallet


@pytest.mark.parametrize("closed", CLOSED)
def test_closing_removes_what_was_told(closed: str, tmp_path: Path) -> None:
    client, wallet = told_wallet(FileJournal(tmp_path))
    (wallet if closed == "wallet" else client).close()
    assert os.listdir(tmp_path) == []
    client.close()

    async def scene() -> None:
        client = AsyncClient("http://127.0.0.1:1", credentials=CREDENTIALS)
        journal = FileJournal(tmp_path)
        wallet = AsyncWallet(client, journal=journal)
        journal.put([OPERATION])
        wallet._core.operations.told.add([ID])
        await (wallet if closed == "wallet" else client).close()
        assert os.listdir(tmp_path) == []
        await client.close()

    asyncio.run(scene())


class Hanging(MemoryJournal):
    """A journal that removes when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.removing, self.goes_on, self.has_removed = threading.Semaphore(0), threading.Event(), threading.Event()
        self.removals = 0

    def remove(self, operation_id: str) -> None:
        self.removals += 1
        self.removing.release()
        assert self.goes_on.wait(60)
        super().remove(operation_id)
        self.has_removed.set()


def test_closing_waits_for_the_journal_but_not_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(io_module, "_close_time", 0.01)
    journal = Hanging()
    client, _ = told_wallet(journal)
    client.close()
    assert len(journal.list()) == 1

    async def scene() -> None:
        async with AsyncClient("http://127.0.0.1:1", credentials=CREDENTIALS) as client:
            wallet = AsyncWallet(client, journal=journal)
            wallet._core.operations.told.add([ID])

    asyncio.run(scene())
    assert len(journal.list()) == 1
    journal.goes_on.set()
    assert journal.has_removed.wait(60)


def test_an_operation_that_is_being_removed_is_not_removed_again_when_its_id_is_asked_again() -> None:
    io, journal = BlockingIo(Network(Endpoint.parse("http://localhost"))), Hanging()
    journal.put([OPERATION])
    told = ToldOperations(io, KeptJournal(journal, io), lambda _: None)
    told.add([ID])
    with ThreadPoolExecutor(2) as threads:
        removing = threads.submit(run, told.clear())
        assert journal.removing.acquire(timeout=60)
        asking = threads.submit(run, told.forget([ID]))
        journal.goes_on.set()
        asking.result()
        removing.result()
    assert (journal.removals, journal.list()) == (1, [])
    run(io.close())


def test_what_is_told_while_a_wallet_closes_is_removed_too() -> None:
    journal = Hanging()
    journal.goes_on.set()
    client, wallet = told_wallet(journal)
    client.close()
    journal.has_removed.clear()
    journal.put([OPERATION])
    wallet._core.operations.told.add([ID])
    assert journal.has_removed.wait(60)
    assert journal.list() == []


def test_a_process_that_ends_and_begins_no_threads_closes_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Any) -> None:
        raise RuntimeError("can't create new thread at interpreter shutdown")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    journal = MemoryJournal()
    client, wallet = told_wallet(journal)
    assert len(journal.list()) == 1
    wallet.close()
    assert journal.list() == []
    monkeypatch.undo()
    client.close()
