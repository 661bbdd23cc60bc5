"""Any number of orders, in groups: `pay_all`."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from fake import CREDENTIALS, Act, challenge, core, fails, lost, session
from platonic.wallet.v1 import transaction_pb2 as transaction
from platonic.wallet.v1 import transaction_service_pb2 as transactions
from scene import Scene, done, made, staged
from virtual import play

from platonic_client import FileJournal, Kind, MemoryJournal, Operation, Order, Outcome, PlatonicError, Reason, new_id
from platonic_client._calls.endpoint import Endpoint
from platonic_client._calls.io import Answer, run_items
from platonic_client._calls.network import Network
from platonic_client._payments.order_groups import OrderGroup, OrderGroups
from platonic_client._payments.payments import PaymentTerms
from platonic_client._transports.blocking_io import BlockingIo
from platonic_client._wallet import WalletCore


def order(**terms: Any) -> Order:
    given: dict[str, Any] = {"id": new_id(), "recipient": "bob", "asset": "TOKEN_STANDARD", "amount": "1"}
    return Order(**(given | terms))


def orders(count: int) -> list[Order]:
    return [order() for _ in range(count)]


def ids_in(request: transactions.TransferBatchRequest) -> list[str]:
    return [one.id for one in transactions.TransferOrders.FromString(request.orders).orders]


def completed(request: transactions.TransferBatchRequest) -> transactions.TransferBatchResponse:
    status = transaction.TRANSACTION_STATUS_COMPLETED
    results = [transaction.TransactionResult(transaction_id=one, status=status) for one in ids_in(request)]
    return transactions.TransferBatchResponse(results=results)


class Waiting:
    """Groups that have arrived at a service, which answers when a test wants it."""

    def __init__(self, scene: Scene) -> None:
        self._others = scene.io._answer
        self.groups: dict[str, tuple[list[str], asyncio.Future[Act]]] = {}
        """Ids of orders, by the first one."""
        scene.io._answer = self._answer  # type: ignore[method-assign]

    async def _answer(self, method: str, request: Any, answer: Any) -> Any:
        if method != "TransferBatch":
            return await self._others(method, request, answer)
        act: asyncio.Future[Act] = asyncio.get_running_loop().create_future()
        ids = ids_in(request)
        self.groups[ids[0]] = (ids, act)
        return Answer((await act)(request), ())

    def answer(self, first: str, act: Act = completed) -> list[str]:
        ids, future = self.groups[first]
        future.set_result(act)
        return ids


class Source:
    """Orders without end."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.is_ended = False

    def __iter__(self) -> Iterator[Order]:
        try:
            while True:
                one = order()
                self.ids.append(one.id)
                yield one
        finally:
            self.is_ended = True


async def take(outcomes: AsyncIterator[Outcome], count: int) -> list[str]:
    return [(await outcomes.__anext__()).id for _ in range(count)]


async def all_of(outcomes: AsyncIterator[Outcome]) -> list[Outcome]:
    return [outcome async for outcome in outcomes]


def kept(scene: Scene) -> list[str]:
    return [one.id for one in scene.journal.list()]


async def failure_of(outcomes: AsyncIterator[Outcome]) -> PlatonicError:
    with pytest.raises(PlatonicError) as caught:
        await outcomes.__anext__()
    return caught.value


@staged
async def test_four_groups_are_under_way_and_the_next_one_when_a_whole_group_was_taken(scene: Scene) -> None:
    waiting, source = Waiting(scene), Source()
    outcomes = scene.wallet.pay_all(source)
    first = asyncio.create_task(take(outcomes, 1))
    await asyncio.sleep(1)
    assert (len(waiting.groups), len(source.ids)) == (4, 4_000)
    ids = waiting.answer(source.ids[0])
    assert await first + await take(outcomes, 999) == ids
    await asyncio.sleep(1)
    assert (len(waiting.groups), len(source.ids)) == (4, 4_000)
    second = asyncio.create_task(take(outcomes, 1))
    await asyncio.sleep(1)
    assert (len(waiting.groups), len(source.ids)) == (5, 5_000)
    assert waiting.answer(source.ids[1_000])[:1] == await second
    await outcomes.aclose()  # type: ignore[attr-defined]
    await asyncio.sleep(1)
    assert (source.is_ended, len(source.ids)) == (True, 5_000)


@staged
async def test_outcomes_that_are_there_are_told_while_the_source_stalls(scene: Scene) -> None:
    goes_on = asyncio.Event()

    async def stalling() -> AsyncIterator[Order]:
        for one in orders(1_000):
            yield one
        await goes_on.wait()

    scene.io.on("TransferBatch", completed)
    outcomes = scene.wallet.pay_all(stalling())
    await take(outcomes, 1_000)
    goes_on.set()
    assert await all_of(outcomes) == []


@staged
async def test_outcomes_come_in_the_sequence_of_the_orders(scene: Scene) -> None:
    waiting, asked = Waiting(scene), orders(2_500)
    telling = asyncio.create_task(all_of(scene.wallet.pay_all(asked)))
    await asyncio.sleep(1)
    for place in (2_000, 0, 1_000):
        waiting.answer(asked[place].id)
    assert [one.id for one in await telling] == [one.id for one in asked]


@staged
async def test_a_group_is_in_the_journal_until_what_follows_its_last_outcome_is_asked_for(scene: Scene) -> None:
    asked = orders(1_001)
    scene.io.on("TransferBatch", completed)
    outcomes = scene.wallet.pay_all(asked)
    await take(outcomes, 1_000)
    assert kept(scene) == [asked[0].id, asked[1_000].id]
    await take(outcomes, 1)
    assert kept(scene) == [asked[1_000].id]
    with pytest.raises(StopAsyncIteration):
        await outcomes.__anext__()
    assert scene.is_empty()


async def leave_and_take_over(scene: Scene, asked: list[Order]) -> None:
    scene.io.on("TransferBatch", completed)
    for _ in range(2):
        outcomes = scene.wallet.pay_all(asked)
        await take(outcomes, 1)
        await outcomes.aclose()  # type: ignore[attr-defined]
        await asyncio.sleep(6)
        assert kept(scene) == [asked[0].id, asked[1_000].id]
        assert {one.kind for one in scene.journal.list()} == {"batch"}


@pytest.mark.parametrize("journal", ["memory", "file"])
def test_what_was_not_told_wholly_is_left_and_can_be_taken_over(journal: str, tmp_path: Path) -> None:
    async def act() -> None:
        scene, asked = Scene(MemoryJournal() if journal == "memory" else FileJournal(tmp_path)), orders(1_001)
        await leave_and_take_over(scene, asked)
        other = order(id=asked[0].id)
        for again in (all_of(scene.wallet.pay_all([other])), scene.wallet.pay(other)):
            with pytest.raises(PlatonicError, match="reconcile") as caught:
                await again
            assert caught.value.reason is Reason.RESOURCE_CONFLICT

    play(act())


@staged
async def test_groups_that_are_left_are_sent_again_by_a_reconciliation(scene: Scene) -> None:
    asked = orders(1_001)
    await leave_and_take_over(scene, asked)
    assert [(one.kind, one.id) for one in await scene.wallet.reconcile()] == [(Kind.COMPLETED, one.id) for one in asked]
    assert scene.io.sent_to("ResolveTransaction") == []
    assert await scene.wallet.reconcile() == []
    assert len(kept(scene)) == 2
    await scene.wallet.acknowledge()
    assert scene.is_empty()


def leave(scene: Scene, count: int = 1, identity_id: str = "ada") -> list[str]:
    """Puts a group of an earlier process into the journal."""
    groups = OrderGroups(replace(CREDENTIALS, identity_id=identity_id))
    for one in orders(count):
        groups.add(one)
    group = groups.rest()
    assert group is not None
    scene.journal.put([group.operation])
    return list(group.ids)


@staged
async def test_a_group_that_is_not_answered_is_unresolved_for_a_reconciliation_and_stays(scene: Scene) -> None:
    ids = leave(scene, 2)
    scene.io.on("TransferBatch", lost)
    assert [(one.kind, one.id) for one in await scene.wallet.reconcile()] == [(Kind.UNRESOLVED, one) for one in ids]
    assert 15 < scene.io.now() <= 30
    scene.io.on("TransferBatch", completed)
    assert [one.kind for one in await scene.wallet.reconcile()] == [Kind.COMPLETED] * 2


@staged
async def test_a_group_that_is_refused_is_of_no_reconciliation(scene: Scene) -> None:
    leave(scene)
    scene.io.on("TransferBatch", fails(Reason.PARAMETER_INVALID, "orders[0]"))
    assert await scene.wallet.reconcile() == []
    assert scene.is_empty()


@staged
async def test_a_group_of_another_identity_is_left_to_it(scene: Scene) -> None:
    ids = leave(scene, identity_id="eve")
    assert await scene.wallet.reconcile() == []
    assert kept(scene) == ids


@staged
async def test_a_reconciliation_whose_caller_goes_away_leaves_its_groups(scene: Scene) -> None:
    ids = leave(scene, 2)
    scene.io.on("TransferBatch", lambda _: None)
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(scene.wallet.reconcile(), 1)
    scene.io.on("TransferBatch", completed)
    assert [one.id for one in await scene.wallet.reconcile()] == ids


@staged
async def test_the_same_orders_take_over_what_a_reconciliation_has_left(scene: Scene) -> None:
    asked = orders(1)
    [group] = groups_of(asked)
    scene.journal.put([group.operation])
    scene.io.on("TransferBatch", lambda _: None)
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(scene.wallet.reconcile(), 1)
    scene.io.on("TransferBatch", completed)
    assert [one.id for one in await all_of(scene.wallet.pay_all(asked))] == [asked[0].id]
    assert scene.is_empty()


@staged
async def test_no_outcome_of_a_reconciliation_counts_as_told_before_all_are(scene: Scene) -> None:
    sender = transaction.TransferOrder(sender="ada").SerializeToString()
    scene.journal.put([Operation("single", sender, "key", b"")])
    ids, waiting = [leave(scene)[0] for _ in range(6)], Waiting(scene)
    scene.io.on("ResolveTransaction", made)
    reconciling = asyncio.create_task(scene.wallet.reconcile())
    await asyncio.sleep(1)
    # At most four at once.
    assert set(waiting.groups) == set(ids[:4])
    for one in ids[:5]:
        waiting.answer(one)
        await asyncio.sleep(0.1)
    await asyncio.sleep(6)
    assert kept(scene) == ["single", *ids]
    waiting.answer(ids[5])
    assert [one.id for one in await reconciling] == ["single", *ids]
    assert len(kept(scene)) == 7
    await asyncio.sleep(5.1)
    assert scene.is_empty()


@staged
async def test_a_failure_comes_after_the_outcomes_before_it_and_its_group_stays(scene: Scene) -> None:
    waiting, source = Waiting(scene), Source()
    outcomes = scene.wallet.pay_all(source)
    first = asyncio.create_task(take(outcomes, 1_000))
    await asyncio.sleep(1)
    waiting.answer(source.ids[1_000], fails(Reason.STATE_INVALID))
    await asyncio.sleep(1)
    told = waiting.answer(source.ids[0])
    assert await first == told
    assert (await failure_of(outcomes)).reason is Reason.STATE_INVALID
    await asyncio.sleep(1)
    assert kept(scene) == source.ids[1_000:4_000:1_000]
    assert (source.is_ended, len(source.ids)) == (True, 4_000)
    assert len(waiting.groups) == 4


@staged
async def test_nothing_more_is_read_after_a_failure_even_if_there_is_room(scene: Scene) -> None:
    waiting, goes_on, read = Waiting(scene), asyncio.Event(), orders(2_001)

    async def source() -> AsyncIterator[Order]:
        for one in read:
            yield one
        await goes_on.wait()
        for one in orders(2_000):
            read.append(one)
            yield one

    outcomes = scene.wallet.pay_all(source())
    taking = asyncio.create_task(take(outcomes, 1_000))
    await asyncio.sleep(1)
    waiting.answer(read[1_000].id, fails(Reason.STATE_INVALID))
    await asyncio.sleep(1)
    goes_on.set()
    await asyncio.sleep(1)
    # It was asked for before.
    assert (len(waiting.groups), len(read)) == (2, 2_002)
    waiting.answer(read[0].id)
    await taking
    assert (await failure_of(outcomes)).reason is Reason.STATE_INVALID


@staged
async def test_a_group_that_is_whole_after_a_failure_is_not_begun(scene: Scene) -> None:
    goes_on, asked = asyncio.Event(), orders(2_000)

    async def source() -> AsyncIterator[Order]:
        for one in asked[:1_999]:
            yield one
        await goes_on.wait()
        yield asked[1_999]

    scene.io.on("TransferBatch", fails(Reason.STATE_INVALID))
    assert (await failure_of(scene.wallet.pay_all(source()))).reason is Reason.STATE_INVALID
    goes_on.set()
    await asyncio.sleep(1)
    assert kept(scene) == [asked[0].id]


@staged
async def test_nothing_is_sent_again_when_nobody_asks_for_outcomes_any_more(scene: Scene) -> None:
    scene.io.on("TransferBatch", lost)
    taking = asyncio.create_task(take(scene.wallet.pay_all(orders(1)), 1))
    await asyncio.sleep(1)
    taking.cancel()
    sent = len(scene.io.sent_to("TransferBatch"))
    await asyncio.sleep(20)
    assert len(scene.io.sent_to("TransferBatch")) <= sent + 1


@staged
async def test_a_refused_group_leaves_the_journal_and_its_failure_names_the_order(scene: Scene) -> None:
    def refuse(_: Any) -> Any:
        raise PlatonicError(Reason.PARAMETER_INVALID, "orders[234].amount is odd", parameter="orders[234].amount")

    waiting, asked = Waiting(scene), orders(1_500)
    outcomes = scene.wallet.pay_all(asked)
    taking = asyncio.create_task(take(outcomes, 1_000))
    await asyncio.sleep(1)
    waiting.answer(asked[1_000].id, refuse)
    await asyncio.sleep(1)
    assert kept(scene) == [asked[0].id]
    waiting.answer(asked[0].id)
    await taking
    failure = await failure_of(outcomes)
    assert (failure.parameter, failure.message) == ("orders[1234].amount", "orders[1234].amount is odd")


@staged
async def test_a_limit_is_waited_for_as_often_as_it_is_said(scene: Scene) -> None:
    limited = fails(Reason.RATE_LIMIT_EXCEEDED, retry_after=20)
    scene.io.on("TransferBatch", *[limited] * 10, lost, completed)
    assert len(await all_of(scene.wallet.pay_all(orders(3)))) == 3
    assert 200 <= scene.io.now() < 201


@staged
async def test_what_has_no_answer_is_sent_again_until_the_confirmation_is_over(scene: Scene) -> None:
    scene.io.on("TransferBatch", lost, fails(Reason.UNAVAILABLE), fails(Reason.INTERNAL), lambda _: None, lost)
    asked = orders(1)
    assert (await failure_of(scene.wallet.pay_all(asked))).reason is Reason.UNREACHABLE
    assert 15 < scene.io.now() <= 30
    assert len({one.request.SerializeToString() for one in scene.io.sent_to("TransferBatch")}) == 1
    assert kept(scene) == [asked[0].id]


@staged
async def test_an_answer_that_is_not_final_or_for_too_few_is_none(scene: Scene) -> None:
    def pending(request: Any) -> Any:
        answer = completed(request)
        answer.results[1].status = transaction.TRANSACTION_STATUS_PENDING
        return answer

    scene.io.on("TransferBatch", pending, lambda _: transactions.TransferBatchResponse(), completed)
    assert [one.kind for one in await all_of(scene.wallet.pay_all(orders(2)))] == [Kind.COMPLETED] * 2
    assert len(scene.io.sent_to("TransferBatch")) == 3


@staged
async def test_a_group_that_another_call_has_under_way_is_refused(scene: Scene) -> None:
    waiting, asked = Waiting(scene), orders(1)
    first = asyncio.create_task(all_of(scene.wallet.pay_all(asked)))
    await asyncio.sleep(1)
    assert (await failure_of(scene.wallet.pay_all(asked))).reason is Reason.RESOURCE_CONFLICT
    assert await scene.wallet.reconcile() == []
    waiting.answer(asked[0].id)
    assert [one.kind for one in await first] == [Kind.COMPLETED]


@staged
async def test_an_operation_that_was_told_makes_room_for_a_group(scene: Scene) -> None:
    scene.io.on("Transfer", done())
    scene.io.on("TransferBatch", completed)
    asked = order()
    await scene.wallet.pay(asked)
    assert [one.id for one in await all_of(scene.wallet.pay_all([asked]))] == [asked.id]
    assert scene.is_empty()


@staged
async def test_a_wallet_that_is_closed_tells_nothing_more_and_keeps_its_groups(scene: Scene) -> None:
    waiting, asked = Waiting(scene), orders(2_001)
    outcomes = scene.wallet.pay_all(asked)
    taking = asyncio.create_task(take(outcomes, 1))
    await asyncio.sleep(1)
    waiting.answer(asked[0].id)
    await taking
    began = scene.io.now()
    await scene.wallet.close()
    assert (await failure_of(outcomes)).reason is Reason.STATE_INVALID
    assert scene.io.now() == began
    assert kept(scene) == [asked[0].id, asked[1_000].id, asked[2_000].id]
    assert (await failure_of(scene.wallet.pay_all(asked))).reason is Reason.STATE_INVALID


@staged
async def test_orders_need_ids_and_times(scene: Scene) -> None:
    scene.io.on("TransferBatch", completed)
    random, upper = "2c5ea4c0-4067-4fe9-8bad-9b1deb4d3b7d", new_id().upper()
    for wrong, reason, parameter in [
        (order(id=""), Reason.PARAMETER_REQUIRED, "orders[1000].id"),
        (order(id=random), Reason.PARAMETER_REQUIRED, "orders[1000].createdAt"),
        (order(id=upper), Reason.PARAMETER_INVALID, "orders[1000].id"),
        (order(amount=0.5), Reason.PARAMETER_INVALID, "orders[1000].amount"),
    ]:
        outcomes = scene.wallet.pay_all([*orders(1_000), wrong])
        await take(outcomes, 1_000)
        failure = await failure_of(outcomes)
        assert (failure.reason, failure.parameter) == (reason, parameter)
        assert scene.is_empty()
    dated = [order(id=random, created_at=datetime(2026, 1, 1, tzinfo=timezone.utc))]
    assert len(await all_of(scene.wallet.pay_all(dated))) == 1


@staged
async def test_a_source_that_fails_ends_the_call_after_the_groups_before(scene: Scene) -> None:
    def failing() -> Iterator[Order]:
        yield from orders(1_500)
        raise KeyError("no more")

    scene.io.on("TransferBatch", completed)
    outcomes = scene.wallet.pay_all(failing())
    await take(outcomes, 1_000)
    with pytest.raises(KeyError):
        await outcomes.__anext__()
    assert scene.is_empty()


def groups_of(asked: list[Order]) -> list[OrderGroup]:
    groups = OrderGroups(CREDENTIALS)
    return [group for group in [*map(groups.add, asked), groups.rest()] if group is not None]


def test_the_same_orders_are_groups_of_the_same_bytes() -> None:
    asked = [*orders(1_000), *(order(description="𝄞" * 256) for _ in range(1_500))]
    groups = groups_of(asked)
    assert [one.operation for one in groups] == [one.operation for one in groups_of(asked)]
    assert [one for group in groups for one in group.ids] == [one.id for one in asked]
    assert [group.first for group in groups][:2] == [0, 1_000]
    for group in groups:
        assert len(group.ids) <= 1_000
        assert 800_000 < len(group.operation.order) <= 900_000 or group in (groups[0], groups[-1])
    [first] = groups_of(asked[:1])
    [message] = transactions.TransferOrders.FromString(first.operation.order).orders
    assert message.created_at == int(asked[0].id.replace("-", "")[:12], 16)


class ThreadIo(BlockingIo):
    """Input and output for threads, of a service that answers as a test wants it."""

    def __init__(self, act: Act) -> None:
        super().__init__(Network(Endpoint.parse("http://localhost")))
        self._acts: dict[str, Act] = {
            "CreateChallenge": challenge(),
            "Authenticate": session("pls_1"),
            "TransferBatch": act,
        }

    async def unary(self, path: str, request: Any, answer: Any, metadata: Any, timeout: Any) -> Any:
        return Answer(self._acts[path.rsplit("/", 1)[1]](request), ())


def thread_wallet(act: Act, journal: MemoryJournal) -> WalletCore:
    io: Any = ThreadIo(act)
    return WalletCore(core(io, credentials=CREDENTIALS), PaymentTerms(journal, 30, 3, None))


def test_threads_pay_all_as_tasks_do() -> None:
    journal, asked = MemoryJournal(), orders(5_500)
    answered, last = threading.Event(), asked[5_499].id

    def last_first(request: Any) -> Any:
        if last in ids_in(request):
            answered.set()
        return completed(request)

    wallet = thread_wallet(last_first, journal)
    told = [(one.kind, one.id) for one in run_items(wallet.pay_all(asked))]
    assert told == [(Kind.COMPLETED, one.id) for one in asked]
    assert answered.is_set()
    assert journal.list() == []


def test_outcomes_are_told_while_the_source_blocks_its_thread() -> None:
    goes_on = threading.Event()

    def stalling() -> Iterator[Order]:
        yield from orders(1_001)
        assert goes_on.wait(60)

    journal = MemoryJournal()
    outcomes = run_items(thread_wallet(completed, journal).pay_all(stalling()))
    for _ in range(1_000):
        next(outcomes)
    goes_on.set()
    assert len(list(outcomes)) == 1
    assert journal.list() == []


def test_what_a_loop_leaves_behind_is_taken_over() -> None:
    journal, asked = MemoryJournal(), orders(1_500)
    wallet = thread_wallet(completed, journal)
    for _ in range(2):
        for _ in run_items(wallet.pay_all(asked)):
            break
        assert asked[0].id in [one.id for one in journal.list()]
    assert len(list(run_items(wallet.pay_all(asked)))) == 1_500
    assert journal.list() == []
