"""Makes every kind of call by the client of openapi-python-client: `call.py URL KEY`."""

import json
import sys
import uuid
from typing import TypeVar

from generated import AuthenticatedClient
from generated.api.geocode_service import geocode_service_transform
from generated.api.identity_service import identity_service_create_identity, identity_service_update_identity
from generated.api.key_service import key_service_create_key, key_service_list_keys
from generated.api.ledger_service import ledger_service_deposit
from generated.api.wallet_service import (
    wallet_service_create_wallet,
    wallet_service_get_balance,
    wallet_service_get_wallet,
    wallet_service_list_ledger_entries,
)
from generated.models import (
    AdminV1CreateKeyRequest,
    AdminV1DepositRequest,
    Error,
    GeocodeV1TransformationType,
    GeocodeV1TransformRequest,
    IdentityV1CreateIdentityRequest,
    IdentityV1UpdateIdentityRequest,
    WalletV1CreateWalletRequest,
    WalletV1TokenType,
)
from generated.types import UNSET, Response, Unset

Answer = TypeVar("Answer")
Member = TypeVar("Member")


def must(response: Response[Error | Answer]) -> Answer:
    parsed = response.parsed
    if parsed is None or isinstance(parsed, Error):
        raise RuntimeError(response.content.decode())
    return parsed


def given(member: Member | Unset) -> Member:
    if isinstance(member, Unset):
        raise RuntimeError("a member is missing")
    return member


def code(response: Response[Error | Answer]) -> list[int | str]:
    parsed = response.parsed
    return [int(response.status_code), parsed.error.code.value if isinstance(parsed, Error) else ""]


client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
name = f"p{uuid.uuid4().hex[:8]}"
made = must(
    identity_service_create_identity.sync_detailed(client=client, body=IdentityV1CreateIdentityRequest(username=name))
)
identity_id = given(given(made.result.identity).id)
wanted = AdminV1CreateKeyRequest(name=name, permissions=["geocode:*"])
idempotency_key = str(uuid.uuid4())
keys = {
    given(
        given(
            must(
                key_service_create_key.sync_detailed(client=client, body=wanted, idempotency_key=idempotency_key)
            ).result.key
        ).id
    )
    for _ in range(2)
}
listed = must(key_service_list_keys.sync_detailed(client=client))
moved = must(
    geocode_service_transform.sync_detailed(
        client=client,
        body=GeocodeV1TransformRequest(
            data=[1, 2, 3, 4, 5],
            source_dimensions=5,
            target_dimensions=3,
            transformation_type=GeocodeV1TransformationType.PHI,
        ),
    )
)
must(
    wallet_service_create_wallet.sync_detailed(
        client=client, body=WalletV1CreateWalletRequest(identity_id=identity_id)
    )
)
amounts: list[float | str] = [7, "0.5"]
for amount in amounts:
    request = AdminV1DepositRequest(
        identity_id=identity_id, token_type=WalletV1TokenType.TOKEN_STANDARD, amount=amount
    )
    must(ledger_service_deposit.sync_detailed(client=client, body=request))
balance = must(
    wallet_service_get_balance.sync_detailed(identity_id, client=client, token_type=WalletV1TokenType.TOKEN_STANDARD)
)
pages = 0
token: str | Unset = UNSET
while True:
    page = must(
        wallet_service_list_ledger_entries.sync_detailed(identity_id, client=client, page_size=1, page_token=token)
    )
    pages += 1
    token = page.result.next_page_token
    if isinstance(token, Unset):
        break


def rename(tag: str):  # type: ignore[no-untyped-def]
    body = IdentityV1UpdateIdentityRequest(display_name="Ada")
    return identity_service_update_identity.sync_detailed(identity_id, client=client, body=body, if_match=tag)


renamed = must(rename('"1"'))
stale = rename('"1"')
missing = wallet_service_get_wallet.sync_detailed("nobody", client=client)
invalid = geocode_service_transform.sync_detailed(
    client=client, body=GeocodeV1TransformRequest(data=[1], source_dimensions=14, target_dimensions=3)
)
print(
    json.dumps(
        {
            "keys": len(keys),
            "isListed": any(given(one.id) in keys for one in listed.result.keys),
            "dimensions": len(moved.result.transformed_data),
            "type": given(moved.result.transformation_type).value,
            "balance": given(given(balance.result.balance).amount),
            "pages": pages,
            "displayName": given(given(renamed.result.identity).display_name),
            "errors": [code(stale), code(missing), code(invalid)],
        }
    )
)
