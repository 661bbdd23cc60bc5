"""Values that are newer than this package keep their numbers."""

from __future__ import annotations

from typing import Any

import pytest
from platonic.wallet.v1 import wallet_service_pb2 as wallets
from platonic.wallet.v1.exchange_pb2 import ExchangeResult
from platonic.wallet.v1.transaction_pb2 import Transaction, TransactionResult
from platonic.wallet.v1.transaction_service_pb2 import GetTransactionResponse, TransferResponse
from scene import ORDER, Scene, never, staged

from platonic_client import Kind, Outcome, PlatonicError
from platonic_client._signatures.evidence import asset_name

NEW: Any = 999


def test_error_codes_are_numbers() -> None:
    result = TransactionResult(error_code=NEW)
    assert Outcome(Kind.FAILED, "a", result).error_code == "999"
    assert Outcome(Kind.FAILED, "a", result, ExchangeResult(error_code=NEW)).error_code == "999"


@staged
async def test_a_status_is_no_outcome(scene: Scene) -> None:
    scene.io.on("Transfer", lambda _: TransferResponse(result=TransactionResult(status=NEW)))
    scene.io.on("ResolveTransaction", never)
    assert (await scene.wallet.pay(ORDER)).kind is Kind.FAILED
    assert len(scene.io.sent_to("ResolveTransaction")) == 1


@staged
async def test_tokens_are_told_apart(scene: Scene) -> None:
    answer = wallets.GetBalancesAtResponse()
    for token in (NEW, NEW + 1):
        answer.balances.add(token_type=token, exact_amount="1")
    scene.io.on("GetBalancesAt", lambda _: answer)
    assert set(await scene.wallet.balances()) == {"999", "1000"}


@pytest.mark.parametrize("number", [NEW])
def test_a_receipt_with_a_token_is_no_fault_of_the_program(number: Any) -> None:
    assert asset_name(number, "") == "999"


@staged
async def test_a_transaction_of_a_token_is_not_given_back_as_another(scene: Scene) -> None:
    received = Transaction(id="a", sender="bob", recipient="ada", token_type=NEW, exact_amount="1")
    scene.io.on("GetTransaction", lambda _: GetTransactionResponse(transaction=received))
    with pytest.raises(PlatonicError, match="newer"):
        await scene.wallet.reverse("a", None, "", "")
    assert [one.method for one in scene.io.sent][-1] == "GetTransaction"
