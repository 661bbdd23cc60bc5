from __future__ import annotations

from platonic.wallet.v1 import transaction_pb2


def test_messages_of_the_contract_are_there() -> None:
    assert transaction_pb2.TransferOrder(id="1").id == "1"
