from __future__ import annotations

from fake import lost
from scene import EXCHANGE, Scene, conflict, exchanged, made, never, staged

from platonic_client import Kind


@staged
async def test_an_exchange_is_repeated_with_its_id(scene: Scene) -> None:
    scene.io.on("Exchange", lost, exchanged())
    outcome = await scene.wallet.exchange(EXCHANGE)
    assert (outcome.kind, outcome.received) == (Kind.COMPLETED, "7")
    requests = [one.request for one in scene.io.sent_to("Exchange")]
    assert [one.exchange_id for one in requests] == [outcome.id] * 2
    assert requests[0].source_amount.decimal == "1.50"
    assert requests[0].target_currency_code == "EUR"


@staged
async def test_an_exchange_without_an_answer_is_voided_by_its_id(scene: Scene) -> None:
    scene.io.on("Exchange", lost)
    scene.io.on("ResolveTransaction", never)
    outcome = await scene.wallet.exchange(EXCHANGE)
    assert (outcome.kind, outcome.received) == (Kind.FAILED, "")


@staged
async def test_a_conflict_means_that_the_exchange_was_made(scene: Scene) -> None:
    scene.io.on("Exchange", lost, lost, lost, lost, exchanged())
    scene.io.on("ResolveTransaction", conflict)
    outcome = await scene.wallet.exchange(EXCHANGE)
    assert (outcome.kind, outcome.received) == (Kind.COMPLETED, "7")


@staged
async def test_an_exchange_with_the_id_of_a_payment_is_none(scene: Scene) -> None:
    scene.io.on("Exchange", lost)
    scene.io.on("ResolveTransaction", made)
    assert (await scene.wallet.exchange(EXCHANGE)).kind is Kind.FAILED
    scene.io.on("Exchange", lost, lost, lost, lost, conflict)
    scene.io.on("ResolveTransaction", conflict)
    assert (await scene.wallet.exchange(EXCHANGE)).kind is Kind.FAILED
