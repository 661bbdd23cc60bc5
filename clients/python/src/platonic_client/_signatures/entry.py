"""Entries of the ledger, as their canonical bytes have them (docs/ledger.md)."""

from __future__ import annotations

from dataclasses import dataclass

TRANSFER, HOLD, CAPTURE, RELEASE = 1, 6, 7, 8
"""Kinds of entries that have receipts."""

_head = 68
_exchange_length = 56
_signed = 1 | 2 | 4 | 8
_exchange, _quote, _hold, _links = 16, 32, 64, 128
_reverses, _failed = 1, 2


@dataclass(frozen=True)
class Entry:
    """An entry that its owner has signed."""

    kind: int
    outcome: int
    sequence: int
    amount: int
    """In the smallest units of the asset."""
    id: str
    owner: str
    asset: str
    description: str
    counterparty: str
    order: bytes
    key_id: str
    signature: bytes
    has_hold: bool = False
    hold_id: str = ""
    hold_ends_at: int = 0
    """Milliseconds since 1970."""
    reverses: str = ""
    is_linked: bool = False


def read_entry(data: bytes) -> Entry:
    """Reads the bytes of an entry that its owner has signed.

    Raises:
        ValueError: they are cut, have more after them, or bits that mean nothing
    """
    if len(data) < _head or data[0] != 1 or data[3] & _signed != _signed:
        raise ValueError("the entry cannot be read")
    present = data[3]
    reader = _Reader(data[_head:])
    fields = {name: reader.text() for name in ("id", "owner", "asset", "description", "counterparty")}
    order, key_id, signature = reader.block(), reader.text(), reader.block()
    if present & _exchange:
        reader.take(_exchange_length)
        for _ in range(4 if present & _quote else 3):
            reader.text()
    has_hold = bool(present & _hold)
    hold_id, hold_ends_at = "", 0
    if has_hold:
        hold_ends_at = reader.number()
        reader.number()  # What goes back to the sender.
        hold_id = reader.text()
    reverses, is_linked = "", False
    if present & _links:
        links = reader.take(1)[0]
        if links & _reverses:
            reverses = reader.text()
        is_linked = bool(links & _failed)
        if is_linked:
            reader.text()  # The transfer that failed first.
    reader.end()
    return Entry(
        kind=data[1],
        outcome=data[2],
        sequence=int.from_bytes(data[4:12], "big"),
        amount=int.from_bytes(data[20:28], "big"),
        **fields,
        order=order,
        key_id=key_id,
        signature=signature,
        has_hold=has_hold,
        hold_id=hold_id,
        hold_ends_at=hold_ends_at,
        reverses=reverses,
        is_linked=is_linked,
    )


class _Reader:
    """Takes fields from the bytes of an entry, one after the other."""

    def __init__(self, data: bytes) -> None:
        self._rest = data

    def take(self, length: int) -> bytes:
        taken, self._rest = self._rest[:length], self._rest[length:]
        if len(taken) < length:
            raise ValueError("the entry is cut short")
        return taken

    def number(self) -> int:
        return int.from_bytes(self.take(8), "big")

    def text(self) -> str:
        # A UnicodeDecodeError is a ValueError.
        return self.take(int.from_bytes(self.take(2), "big")).decode()

    def block(self) -> bytes:
        return self.take(int.from_bytes(self.take(4), "big"))

    def end(self) -> None:
        if self._rest:
            raise ValueError("the entry has bytes after its end")
