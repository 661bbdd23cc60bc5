"""Groups of orders under one signature."""

from __future__ import annotations

from dataclasses import dataclass

from google.protobuf.message import DecodeError
from platonic.wallet.v1.transaction_pb2 import TransferOrder
from platonic.wallet.v1.transaction_service_pb2 import TransferOrders

from platonic_client._signatures.envelopes import Purpose, sign_orders
from platonic_client.credentials import Credentials
from platonic_client.errors import PlatonicError, Reason
from platonic_client.journal import Operation
from platonic_client.order import Order, time_of_id, transfer_order

_orders_max = 1_000
_bytes_max = 900_000
"""Most bytes of the orders of a group, below the 1 MiB of the service."""


@dataclass(frozen=True)
class OrderGroup:
    """Orders under one signature."""

    first: int
    """Index of the first one among all orders."""
    ids: tuple[str, ...]
    operation: Operation
    """Operation in the journal, under the id of its first order."""


def ids_of(operation: Operation) -> tuple[str, ...]:
    """Reads the ids of the orders that an earlier process has kept; ``STATE_INVALID`` if they are others or none."""
    cause: DecodeError | None = None
    ids: tuple[str, ...] = ()
    try:
        ids = tuple(order.id for order in TransferOrders.FromString(operation.order).orders)
    except DecodeError as error:
        cause = error
    if ids[:1] == (operation.id,):
        return ids
    text = f"the group of orders {operation.id} of the journal is damaged; look at it before you remove it"
    raise PlatonicError(Reason.STATE_INVALID, text) from cause


class OrderGroups:
    """Splits orders into groups, and signs each. The same orders become groups of the same bytes, whenever it is."""

    def __init__(self, credentials: Credentials) -> None:
        self._credentials = credentials
        self._first = 0
        self._size = 0
        self._orders: list[TransferOrder] = []

    def add(self, order: Order) -> OrderGroup | None:
        """Adds an order, and returns the group that is whole by it: that before it, or its own."""
        message = self._message(order, self._first + len(self._orders))
        size = message.ByteSize()
        before = self.rest() if self._size + size > _bytes_max else None
        self._orders.append(message)
        # A tag and a length precede each order.
        self._size += size + 4
        return self.rest() if len(self._orders) == _orders_max else before

    def rest(self) -> OrderGroup | None:
        """Returns the group of the orders that are left, if there are any."""
        orders = self._orders
        if not orders:
            return None
        signed = sign_orders(self._credentials, Purpose.TRANSFERS, orders)
        operation = Operation(orders[0].id, signed.data, self._credentials.key_id, signed.signature, "batch")
        group = OrderGroup(self._first, tuple(order.id for order in orders), operation)
        self._first, self._size, self._orders = self._first + len(orders), 0, []
        return group

    def _message(self, order: Order, index: int) -> TransferOrder:
        """Returns an order with the time of creation that its id has, unless it has one."""
        if not order.id:
            raise _required(index, "id", "with it, orders that are sent again are not paid again")
        try:
            message = transfer_order(order, self._credentials.identity_id, 0)
        except PlatonicError as error:
            raise PlatonicError(error.reason, error.message, parameter=f"orders[{index}].{error.parameter}") from error
        if order.created_at is None:
            message.created_at = time_of_id(order.id)
        if not message.created_at:
            raise _required(index, "createdAt", "only ids of UUID version 7 have a time themselves")
        return message


def _required(index: int, name: str, why: str) -> PlatonicError:
    parameter = f"orders[{index}].{name}"
    return PlatonicError(Reason.PARAMETER_REQUIRED, f"{parameter} is missing: {why}", parameter=parameter)
