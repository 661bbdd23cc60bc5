"""Terms of orders."""

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import TypeAlias

from platonic.wallet.v1.exchange_service_pb2 import ExchangeRequest
from platonic.wallet.v1.hold_pb2 import CaptureOrder, ReleaseOrder
from platonic.wallet.v1.money_pb2 import (
    TOKEN_TYPE_EXTERNAL,
    TOKEN_TYPE_MICRO,
    TOKEN_TYPE_STANDARD,
    Amount,
    TokenType,
)
from platonic.wallet.v1.transaction_pb2 import TransferOrder

from .errors import invalid

TOKEN_STANDARD = "TOKEN_STANDARD"  # noqa: S105
TOKEN_MICRO = "TOKEN_MICRO"  # noqa: S105

Money: TypeAlias = str | Decimal | int
"""An amount: a decimal such as ``"12.5"``. A float is none, as most decimals are no floats."""

_tokens = {TOKEN_STANDARD: TOKEN_TYPE_STANDARD, TOKEN_MICRO: TOKEN_TYPE_MICRO}
_names = {number: name for name, number in _tokens.items()}
_zero = re.compile(r"[0.]+\Z")
_uuid = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")


@dataclass(frozen=True, kw_only=True)
class Order:
    """Says what to pay."""

    recipient: str
    """Id of another identity."""
    asset: str
    """`TOKEN_STANDARD`, `TOKEN_MICRO`, or the code of a currency."""
    amount: Money
    id: str = ""
    """Makes the order idempotent for ever: a UUID in lower case, by default a new one."""
    description: str = ""
    """At most 256 characters."""
    fee_max: Money = ""
    """The highest fee that the sender accepts; any fee if it is empty."""
    created_at: datetime | None = None
    """By default the present time. An order that is sent again by its id needs the same time."""
    expires_at: datetime | None = None
    """The time from which on the order is invalid."""


@dataclass(frozen=True, kw_only=True)
class Capture:
    """Says what to take of a hold."""

    hold_id: str
    asset: str
    """That of the hold."""
    amount: Money
    """At most what is left."""
    keep_rest: bool = False
    """Leaves the rest held; otherwise it goes back to the sender."""
    id: str = ""
    """Makes the capture idempotent for ever: a UUID in lower case, by default a new one."""


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """Says what to change into what."""

    source: str
    """The asset that is given: `TOKEN_STANDARD`, `TOKEN_MICRO`, or the code of a currency."""
    target: str
    """The asset that is received."""
    amount: Money
    """The amount that is given, fee included."""
    quote_id: str = ""
    """Names a quote, by whose rate to exchange; by default the present rate."""
    id: str = ""
    """Makes the exchange idempotent for ever: a UUID in lower case, by default a new one."""


def new_id() -> str:
    """Returns an id for an order: a UUID of version 7 (RFC 9562), which sorts by time."""
    data = bytearray((time.time_ns() // 1_000_000).to_bytes(6, "big") + os.urandom(10))
    data[6] = 0x70 | data[6] & 0x0F
    data[8] = 0x80 | data[8] & 0x3F
    text = data.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def time_of_id(given: str) -> int:
    """Returns the time in an id of UUID version 7, in milliseconds since 1970; 0 for other versions."""
    return int(given[:8] + given[9:13], 16) if given[14] == "7" else 0


def id_or_new(given: str) -> str:
    """Returns an id that was given, or a new one."""
    if given and not _uuid.match(given):
        raise invalid("id", f"an id is a UUID in lower case, unlike {given!r}")
    return given or new_id()


def decimal_of(amount: Money, parameter: str = "amount") -> str | None:
    """Returns an amount as the contract has it; None for an empty one, which leaves the field out."""
    if isinstance(amount, str):
        # What is no number is refused by the ledger, with its own word.
        return amount or None
    if isinstance(amount, bool) or not isinstance(amount, (int, Decimal)):
        raise invalid(parameter, f"an amount is a text, a Decimal or an int, not {amount!r}")
    if isinstance(amount, Decimal) and not amount.is_finite():
        raise invalid(parameter, f"an amount is finite, unlike {amount}")
    return format(amount, "f") if isinstance(amount, Decimal) else str(amount)


def part_of(amount: Money) -> str:
    """Returns an amount to give back. An empty one and zero are refused, as neither means all that is left."""
    text = decimal_of(amount)
    if text is None or _zero.match(text):
        raise invalid("amount", "an amount to give back is more than 0; leave it out to give back all that is left")
    return text


def asset_of(asset: str) -> tuple[TokenType | None, str | None]:
    """Returns the kind of money of an asset, and the code of a currency."""
    if asset in _tokens:
        return _tokens[asset], None
    return (TOKEN_TYPE_EXTERNAL, asset) if asset else (None, None)


def asset_name(token_type: TokenType, currency_code: str) -> str:
    """Returns the name of an asset; for a token that is newer than this package, its number."""
    return _names.get(token_type) or currency_code or str(token_type)


def milliseconds(time: datetime | float, parameter: str) -> int:
    """Returns a time as orders have it."""
    if not isinstance(time, datetime):
        return int(time * 1000)
    if time.tzinfo is None:
        raise invalid(parameter, "a time needs a time zone, such as datetime.now(timezone.utc)")
    return round(time.timestamp() * 1000)


def transfer_order(order: Order, sender: str, now: float) -> TransferOrder:
    """Returns the order of a sender as the contract has it."""
    token_type, currency_code = asset_of(order.asset)
    expires_at = order.expires_at
    return TransferOrder(
        id=id_or_new(order.id),
        sender=sender,
        recipient=order.recipient or None,
        token_type=token_type,
        currency_code=currency_code,
        amount=decimal_of(order.amount),
        description=order.description or None,
        created_at=milliseconds(order.created_at or now, "created_at"),
        fee_max=decimal_of(order.fee_max, "fee_max"),
        expires_at=None if expires_at is None else milliseconds(expires_at, "expires_at"),
    )


def capture_order(capture: Capture, recipient: str, now: float) -> CaptureOrder:
    """Returns the order of a capture."""
    token_type, currency_code = asset_of(capture.asset)
    order = CaptureOrder(
        id=id_or_new(capture.id),
        recipient=recipient,
        hold_id=capture.hold_id or None,
        token_type=token_type,
        currency_code=currency_code,
        amount=decimal_of(capture.amount),
        created_at=milliseconds(now, "created_at"),
    )
    if capture.keep_rest:
        order.keep_rest = True
    return order


def release_order(hold_id: str, release_id: str, recipient: str, now: float) -> ReleaseOrder:
    """Returns the order of a release."""
    return ReleaseOrder(
        id=id_or_new(release_id),
        recipient=recipient,
        hold_id=hold_id or None,
        created_at=milliseconds(now, "created_at"),
    )


def exchange_request(exchange: Exchange, identity_id: str) -> ExchangeRequest:
    """Returns the request of an exchange."""
    source_type, source_currency = asset_of(exchange.source)
    target_type, target_currency = asset_of(exchange.target)
    amount = decimal_of(exchange.amount)
    return ExchangeRequest(
        identity_id=identity_id,
        source_type=source_type,
        source_currency_code=source_currency,
        source_amount=None if amount is None else Amount(decimal=amount),
        target_type=target_type,
        target_currency_code=target_currency,
        exchange_id=id_or_new(exchange.id),
        quote_id=exchange.quote_id or None,
    )
