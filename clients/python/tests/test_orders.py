from __future__ import annotations

from datetime import datetime, timezone
from decimal import Decimal

import pytest
from platonic.wallet.v1 import transaction_pb2 as transaction
from scene import Scene, done, staged
from virtual import play

from platonic_client import Kind, Order, PlatonicError, Reason, new_id


@pytest.mark.parametrize(
    ("order", "parameter"),
    [
        (Order(recipient="bob", asset="EUR", amount=1.5), "amount"),  # type: ignore[arg-type]
        (Order(recipient="bob", asset="EUR", amount=True), "amount"),
        (Order(recipient="bob", asset="EUR", amount=Decimal("NaN")), "amount"),
        (Order(recipient="bob", asset="EUR", amount=1, id="1"), "id"),
        (Order(recipient="bob", asset="EUR", amount=1, expires_at=datetime(2027, 1, 1)), "expires_at"),
    ],
)
def test_bad_orders_are_refused_before_anything_is_sent(order: Order, parameter: str) -> None:
    scene = Scene()
    with pytest.raises(PlatonicError) as caught:
        play(scene.wallet.pay(order))
    assert (caught.value.reason, caught.value.parameter) == (Reason.PARAMETER_INVALID, parameter)
    assert scene.io.sent == []


@staged
async def test_orders_say_what_they_are_given(scene: Scene) -> None:
    scene.io.on("Transfer", done(transaction.TRANSACTION_STATUS_HELD))
    at = datetime(2027, 1, 15, 8, tzinfo=timezone.utc)
    order = Order(
        recipient="bob", asset="EUR", amount=Decimal("1E+1"), fee_max=1, description="tea", created_at=at, expires_at=at
    )
    outcome = await scene.wallet.hold(order, at)
    assert outcome.kind is Kind.HELD
    signed = scene.io.sent_to("Transfer")[0].request.signed_order.order
    assert transaction.TransferOrder.FromString(signed) == transaction.TransferOrder(
        id=outcome.id,
        sender="ada",
        recipient="bob",
        token_type="TOKEN_TYPE_EXTERNAL",
        currency_code="EUR",
        amount="10",
        description="tea",
        created_at=1_800_000_000_000,
        fee_max="1",
        expires_at=1_800_000_000_000,
        capture_before=1_800_000_000_000,
    )


def test_ids_sort_by_time() -> None:
    ids = [new_id() for _ in range(3)]
    assert all(one[14] == "7" and one[19] in "89ab" and len(one) == 36 for one in ids)
