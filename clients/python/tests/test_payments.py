from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from fake import CREDENTIALS, FakeIo, challenge, core, fails, lost, silent
from platonic.wallet.v1 import transaction_pb2 as transaction
from platonic.wallet.v1 import transaction_service_pb2 as transactions
from scene import EXCHANGE, ORDER, Scene, conflict, done, exchanged, made, never, pending, staged
from virtual import play

from platonic_client import (
    FileJournal,
    Kind,
    MemoryJournal,
    Operation,
    Order,
    PlatonicError,
    Reason,
    new_id,
)
from platonic_client._payments.payments import PaymentTerms
from platonic_client._wallet import WalletCore


@staged
async def test_a_payment_is_in_the_journal_before_it_is_sent(scene: Scene) -> None:
    kept: list[list[Operation]] = []

    def look(request: Any) -> Any:
        kept.append(list(scene.journal.list()))
        return done()(request)

    scene.io.on("Transfer", look)
    outcome = await scene.wallet.pay(ORDER)
    assert outcome.kind is Kind.COMPLETED
    [[operation]] = kept
    sent = scene.io.sent_to("Transfer")[0].request.signed_order
    assert (operation.id, operation.order, operation.signature) == (outcome.id, sent.order, sent.signature)


@staged
async def test_lost_answers_are_followed_by_the_same_bytes(scene: Scene) -> None:
    scene.io.on("Transfer", lost, lost, lost, done())
    assert (await scene.wallet.pay(ORDER)).kind is Kind.COMPLETED
    sent = {one.request.SerializeToString() for one in scene.io.sent_to("Transfer")}
    assert (len(scene.io.sent_to("Transfer")), len(sent)) == (4, 1)
    assert scene.io.sent_to("ResolveTransaction") == []


@pytest.mark.parametrize("reason", [Reason.PARAMETER_REQUIRED, Reason.PARAMETER_INVALID, Reason.RESOURCE_CONFLICT])
def test_a_fault_of_the_order_is_raised(reason: Reason) -> None:
    scene = Scene()
    scene.io.on("Transfer", fails(reason))
    with pytest.raises(PlatonicError) as caught:
        play(scene.wallet.pay(ORDER))
    assert caught.value.reason is reason
    assert len(scene.io.sent_to("Transfer")) == 1
    assert scene.is_empty()


@staged
async def test_a_refusal_after_a_lost_answer_is_no_outcome(scene: Scene) -> None:
    scene.io.on("Transfer", lost, fails(Reason.PARAMETER_INVALID))
    scene.io.on("ResolveTransaction", made)
    assert (await scene.wallet.pay(ORDER)).kind is Kind.COMPLETED


@pytest.mark.parametrize("amount", [Decimal("0"), Decimal("0E-3"), 0, "0.00", "", 1.5, Decimal("NaN")])
def test_an_amount_to_give_back_that_is_none_does_not_mean_all_of_it(amount: Any) -> None:
    scene = Scene()
    with pytest.raises(PlatonicError) as caught:
        play(scene.wallet.reverse(new_id(), amount, "", ""))
    assert (caught.value.reason, caught.value.parameter) == (Reason.PARAMETER_INVALID, "amount")
    assert scene.io.sent == []


@pytest.mark.parametrize(("retry_after", "is_refused"), [(30, True), (29, False)])
def test_a_session_that_may_not_be_opened_in_time_is_raised(retry_after: float, is_refused: bool) -> None:
    scene = Scene()
    scene.io.on("CreateChallenge", fails(Reason.RATE_LIMIT_EXCEEDED, retry_after=retry_after), challenge())
    scene.io.on("Transfer", done())
    if not is_refused:
        assert play(scene.wallet.pay(ORDER)).kind is Kind.COMPLETED
        return
    with pytest.raises(PlatonicError) as caught:
        play(scene.wallet.pay(ORDER))
    assert (caught.value.reason, caught.value.retry_after) == (Reason.RATE_LIMIT_EXCEEDED, retry_after)
    assert scene.is_empty()


@staged
async def test_without_an_amount_all_that_is_left_is_given_back(scene: Scene) -> None:
    received = transaction.Transaction(
        recipient="ada", sender="bob", token_type="TOKEN_TYPE_STANDARD", exact_amount="10", exact_reversed="2.5"
    )
    scene.io.on("GetTransaction", lambda _: transactions.GetTransactionResponse(transaction=received))
    scene.io.on("Transfer", done())
    for amount in (None, Decimal("4")):
        assert (await scene.wallet.reverse(new_id(), amount, "", "")).kind is Kind.COMPLETED
    sent = [one.request.signed_order.order for one in scene.io.sent_to("Transfer")]
    assert [transaction.TransferOrder.FromString(order).amount for order in sent] == ["7.5", "4"]


@staged
async def test_a_passing_refusal_is_no_outcome(scene: Scene) -> None:
    scene.io.on("Transfer", fails(Reason.STATE_INVALID))
    scene.io.on("ResolveTransaction", never)
    outcome = await scene.wallet.pay(ORDER)
    assert (outcome.kind, outcome.error_code) == (Kind.FAILED, "CHANNEL_FAILURE")
    assert scene.io.sent_to("ResolveTransaction")[0].request.seal


@staged
async def test_a_session_that_cannot_be_opened_is_raised(scene: Scene) -> None:
    scene.io.on("Authenticate", fails(Reason.INVALID_API_KEY))
    with pytest.raises(PlatonicError) as caught:
        await scene.wallet.pay(ORDER)
    assert caught.value.was_not_sent
    assert scene.is_empty()


@staged
async def test_a_payment_that_is_never_answered_is_voided(scene: Scene) -> None:
    scene.io.on("Transfer", silent)
    scene.io.on("ResolveTransaction", lost, pending, never)
    assert (await scene.wallet.pay(ORDER)).kind is Kind.FAILED
    assert [one.at for one in scene.io.sent_to("Transfer")] == pytest.approx([0, 10.1, 20.3], abs=0.2)
    assert scene.io.sent_to("ResolveTransaction")[0].at == pytest.approx(30)
    assert scene.settled == []


@staged
async def test_what_the_ledger_does_not_answer_is_unresolved_and_then_told(scene: Scene) -> None:
    scene.io.on("Transfer", lost)
    scene.io.on("ResolveTransaction", lost)
    began = scene.io.now()
    outcome = await scene.wallet.pay(ORDER)
    assert (outcome.kind, outcome.result) == (Kind.UNRESOLVED, None)
    assert 30 <= scene.io.now() - began <= 60
    assert [one.id for one in scene.journal.list()] == [outcome.id]
    with pytest.raises(PlatonicError, match="not settled"):
        await scene.wallet.pay(Order(recipient="bob", asset="TOKEN_STANDARD", amount="1", id=outcome.id))
    scene.io.on("ResolveTransaction", made)
    await asyncio.sleep(60)
    assert [(one.id, one.kind) for one in scene.settled] == [(outcome.id, Kind.COMPLETED)]
    assert scene.is_empty()


@staged
async def test_a_payment_whose_caller_goes_away_is_settled_and_told(scene: Scene) -> None:
    scene.io.on("Transfer", silent)
    scene.io.on("ResolveTransaction", made)
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(scene.wallet.pay(ORDER), 5)
    assert not scene.is_empty()
    await asyncio.sleep(1)
    assert [one.kind for one in scene.settled] == [Kind.COMPLETED]
    await scene.wallet.acknowledge()
    assert scene.is_empty()


@staged
async def test_an_id_that_somebody_else_has_used_will_never_be_ours(scene: Scene) -> None:
    scene.io.on("Transfer", lost)
    scene.io.on("ResolveTransaction", conflict)
    outcome = await scene.wallet.pay(ORDER)
    assert (outcome.kind, outcome.error_code) == (Kind.FAILED, "INVALID_TRANSACTION")


@staged
async def test_a_batch_is_settled_one_by_one(scene: Scene) -> None:
    result = transaction.TransactionResult
    statuses = [transaction.TRANSACTION_STATUS_COMPLETED, transaction.TRANSACTION_STATUS_PENDING]
    answer = transactions.TransferBatchResponse(results=[result(status=status) for status in statuses])
    scene.io.on("TransferBatch", lambda _: answer)
    scene.io.on("ResolveTransaction", never)
    outcomes = await scene.wallet.pay_many([ORDER, ORDER])
    assert [one.kind for one in outcomes] == [Kind.COMPLETED, Kind.FAILED]
    assert [one.request.transaction_id for one in scene.io.sent_to("ResolveTransaction")] == [outcomes[1].id]


def leave_two(scene: Scene) -> None:
    """Puts two operations of an earlier process into the journal."""
    order = transaction.TransferOrder(sender=scene.wallet.identity_id).SerializeToString()
    scene.journal.put([Operation(name, order, "key", b"") for name in "ab"])


@staged
async def test_the_journal_keeps_what_is_settled_until_the_caller_is_told(scene: Scene) -> None:
    leave_two(scene)
    scene.io.on("ResolveTransaction", made, silent)
    reconciling = asyncio.create_task(scene.wallet.reconcile())
    await asyncio.sleep(29)
    assert [one.id for one in scene.journal.list()] == ["a", "b"]
    outcomes = await reconciling
    assert sorted(one.kind for one in outcomes) == [Kind.COMPLETED, Kind.UNRESOLVED]
    await scene.wallet.acknowledge()
    assert [one.id for one in scene.journal.list()] == [one.id for one in outcomes if one.kind is Kind.UNRESOLVED]
    assert scene.settled == []
    scene.io.on("ResolveTransaction", made)
    await asyncio.sleep(60)
    assert (len(scene.settled), scene.is_empty()) == (1, True)


@staged
async def test_a_caller_who_goes_away_is_told_what_was_settled_before(scene: Scene) -> None:
    leave_two(scene)
    scene.io.on("ResolveTransaction", made, silent)
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(scene.wallet.reconcile(), 1)
    await asyncio.sleep(1)
    [told] = scene.settled
    await scene.wallet.acknowledge()
    [left] = scene.journal.list()
    assert {told.id, left.id} == {"a", "b"}


@staged
async def test_an_answer_for_too_few_is_none(scene: Scene) -> None:
    scene.io.on("TransferBatch", lambda _: transactions.TransferBatchResponse())
    scene.io.on("ResolveTransaction", never)
    assert [one.kind for one in await scene.wallet.pay_many([ORDER] * 20)] == [Kind.FAILED] * 20


@staged
async def test_numbers_of_orders_are_bounded(scene: Scene) -> None:
    for orders in ([], [ORDER] * 1001):
        with pytest.raises(PlatonicError, match="1 to 1000"):
            await scene.wallet.pay_many(orders)
    with pytest.raises(PlatonicError, match="2 to 100"):
        await scene.wallet.pay_linked([ORDER])


def test_the_next_process_voids_what_is_left(tmp_path: Path) -> None:
    async def first() -> list[str]:
        scene = Scene(FileJournal(tmp_path))
        scene.io.on("Transfer", lost)
        scene.io.on("Exchange", lost)
        scene.io.on("ResolveTransaction", lost)
        return [(await scene.wallet.pay(ORDER)).id, (await scene.wallet.exchange(EXCHANGE)).id]

    async def second() -> dict[str, Kind]:
        foreign = Operation(new_id(), transaction.TransferOrder(sender="eve").SerializeToString(), "key", b"")
        FileJournal(tmp_path).put([foreign])
        scene = Scene(FileJournal(tmp_path))
        scene.io.on("Exchange", exchanged())
        scene.io.on("ResolveTransaction", lambda request: (made if request.transaction_id == ids[0] else conflict)(0))
        outcomes = await scene.wallet.reconcile()
        assert await scene.wallet.reconcile() == []
        await scene.wallet.close()
        assert [one.id for one in scene.journal.list()] == [foreign.id]
        return {one.id: one.kind for one in outcomes}

    ids = play(first())
    assert play(second()) == dict.fromkeys(ids, Kind.COMPLETED)


@staged
async def test_an_id_in_the_journal_is_refused(scene: Scene) -> None:
    scene.journal.put([Operation("0197a0c2-0000-7000-8000-000000000001", b"", "", b"")])
    with pytest.raises(PlatonicError, match="reconcile") as caught:
        await scene.wallet.pay(Order(recipient="bob", asset="EUR", amount=1, id="0197a0c2-0000-7000-8000-000000000001"))
    assert (caught.value.reason, caught.value.parameter) == (Reason.RESOURCE_CONFLICT, "id")
    assert scene.io.sent == []


class Overwriting:
    """A journal that replaces what it has, and counts how often it is listed."""

    def __init__(self, *operations: Operation) -> None:
        self.kept = {one.id: one for one in operations}
        self.listings = 0

    def put(self, operations: Sequence[Operation]) -> None:
        self.kept.update((one.id, one) for one in operations)

    def remove(self, operation_id: str) -> None:
        self.kept.pop(operation_id, None)

    def list(self) -> Sequence[Operation]:
        self.listings += 1
        return list(self.kept.values())


def test_an_id_that_an_earlier_process_has_left_in_any_journal_is_refused_until_it_is_reconciled() -> None:
    async def act() -> None:
        order = transaction.TransferOrder(sender="ada").SerializeToString()
        left = Operation("0197a0c2-0000-7000-8000-000000000001", order, "key", b"")
        journal = Overwriting(left)
        scene = Scene(journal)
        scene.io.on("Transfer", done())
        scene.io.on("ResolveTransaction", made)
        again = Order(recipient="bob", asset="EUR", amount=1, id=left.id)
        for pay in (scene.wallet.pay(again), scene.wallet.pay_many([ORDER, again])):
            with pytest.raises(PlatonicError, match="reconcile") as caught:
                await pay
            assert (caught.value.reason, caught.value.parameter) == (Reason.RESOURCE_CONFLICT, "id")
        assert (scene.io.sent, journal.kept) == ([], {left.id: left})
        listings = journal.listings
        await scene.wallet.pay(ORDER)
        assert journal.listings == listings
        assert [one.id for one in await scene.wallet.reconcile()] == [left.id]
        assert (await scene.wallet.pay(again)).kind is Kind.COMPLETED

    play(act())


def test_a_payment_that_ends_while_the_journal_is_listed_is_not_reconciled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow_list() -> Sequence[Operation]:
        listed = FileJournal(tmp_path).list()
        listing.set()
        assert ended.wait(60)
        return listed

    listing, ended = threading.Event(), threading.Event()
    journal = FileJournal(tmp_path)

    async def act() -> None:
        scene = Scene(journal)

        scene.io.on("Transfer", lost, done())
        scene.io.on("ResolveTransaction", made)
        scene.io.blocking = asyncio.to_thread  # type: ignore[assignment, method-assign]
        paying = asyncio.create_task(scene.wallet.pay(ORDER))
        while not await asyncio.to_thread(FileJournal(tmp_path).list):
            pass
        monkeypatch.setattr(journal, "list", slow_list)
        reconciling = asyncio.create_task(scene.wallet.reconcile())
        await asyncio.to_thread(listing.wait, 60)
        assert (await paying).kind is Kind.COMPLETED
        ended.set()
        assert await reconciling == []
        assert scene.io.sent_to("ResolveTransaction") == []

    asyncio.run(act())


def test_reconciliations_beside_one_another_know_what_begins_meanwhile(tmp_path: Path) -> None:
    async def act() -> None:
        scene, goes_on = Scene(FileJournal(tmp_path)), asyncio.Event()

        async def list_first_last(act: Any, *parameters: Any) -> Any:
            scene.io.blocking = at_once  # type: ignore[method-assign]
            await goes_on.wait()
            return act(*parameters)

        at_once, scene.io.blocking = scene.io.blocking, list_first_last  # type: ignore[assignment, method-assign]
        first = asyncio.create_task(scene.wallet.reconcile())
        await asyncio.sleep(0)
        assert await scene.wallet.reconcile() == []
        is_sent = asyncio.Event()
        scene.io.on("Transfer", lambda _: is_sent.set())
        paying = asyncio.create_task(scene.wallet.pay(ORDER))
        await is_sent.wait()
        goes_on.set()
        assert await first == []
        paying.cancel()

    play(act())


@pytest.mark.parametrize("act", ["put", "list"])
def test_a_journal_that_cannot_be_used_ends_payments_before_they_are_sent(act: str) -> None:
    class Broken(MemoryJournal):
        """A journal on a disk that is full or broken."""

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device", "/journal/file")

    setattr(Broken, act, refuse)

    async def scene() -> None:
        scene = Scene(Broken())
        acts: list[Callable[[], Any]] = [
            lambda: scene.wallet.pay(ORDER),
            lambda: scene.wallet.pay_many([ORDER, ORDER]),
            lambda: scene.wallet.exchange(EXCHANGE),
        ]
        for one in acts if act == "put" else [*acts, scene.wallet.reconcile]:
            with pytest.raises(PlatonicError, match=r"No space left on device: '/journal/file'") as caught:
                await one()
            assert caught.value.reason is Reason.STATE_INVALID
        assert scene.io.sent == []
        assert not scene.wallet.operations._active

    play(scene())


@staged
async def test_a_closed_wallet_begins_nothing(scene: Scene) -> None:
    await scene.wallet.close()
    with pytest.raises(PlatonicError, match="closed"):
        await scene.wallet.pay(ORDER)


@staged
async def test_a_wallet_that_is_closed_answers_with_what_it_knows(scene: Scene) -> None:
    scene.io.on("Transfer", lost)
    scene.io.on("ResolveTransaction", lost)
    paying = asyncio.ensure_future(scene.wallet.pay(ORDER))
    await asyncio.sleep(5)
    await scene.wallet.close()
    assert (await paying).kind is Kind.UNRESOLVED
    assert scene.io.now() == 5
    assert not scene.is_empty()


def test_terms_are_checked() -> None:
    with pytest.raises(ValueError, match="credentials"):
        WalletCore(core(FakeIo()), PaymentTerms(MemoryJournal(), 30, 3, None))
    with pytest.raises(ValueError, match="confirm_timeout"):
        WalletCore(core(FakeIo(), credentials=CREDENTIALS), PaymentTerms(MemoryJournal(), 0, 3, None))
