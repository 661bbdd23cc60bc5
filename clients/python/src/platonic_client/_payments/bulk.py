"""Any number of orders, in groups under one signature each."""

from __future__ import annotations

import re
from collections.abc import AsyncIterable, AsyncIterator, Callable, Coroutine, Iterable, Sequence
from typing import Any, TypeAlias

from platonic_client._calls.io import Io
from platonic_client._calls.repetition import wait_after
from platonic_client._calls.times import attempt_time
from platonic_client.errors import PlatonicError, Reason
from platonic_client.journal import Operation
from platonic_client.order import Order
from platonic_client.outcome import Kind, Outcome

from .bulk_run import GROUPS_MAX, BulkRun, refuses_orders
from .order_groups import OrderGroup, OrderGroups, ids_of
from .own import OwnOperations

_passing = {
    Reason.UNREACHABLE,
    Reason.UNAVAILABLE,
    Reason.TIMED_OUT,
    Reason.DEADLINE_EXCEEDED,
    Reason.INTERNAL,
    Reason.UNKNOWN,
}
"""Failures after which nobody knows whether the ledger has the orders."""

SendGroup: TypeAlias = Callable[[Operation, Sequence[str], float, int], Coroutine[Any, Any, Sequence["Outcome | None"]]]
"""Sends a group with orders of these ids once, until a time, with the number of the attempt."""


class BulkPayments:
    """Sends groups of orders until the ledger has answered for each.

    They are never voided: the ledger answers an order that it has with its first result, so that a group can be sent
    again, by any process.
    """

    def __init__(self, io: Io, operations: OwnOperations, confirm_timeout: float, send: SendGroup) -> None:
        self._io = io
        self._operations = operations
        self._confirm_timeout = confirm_timeout
        self._send = send

    def pay(self, orders: Iterable[Order] | AsyncIterable[Order], groups: OrderGroups) -> AsyncIterator[Outcome]:
        """Yields the outcomes of orders in their sequence."""
        return BulkRun(self._io, self._operations, self.answers).outcomes(orders, groups)

    async def finish(self, left: Sequence[Operation]) -> dict[str, list[Outcome]]:
        """Sends groups that an earlier process has left. Returns the outcomes of their orders, by the ids of groups."""
        finished: dict[str, list[Outcome]] = {}
        # One iterator for all, from which each takes its next group.
        following = iter(left)

        async def finish_next() -> None:
            for operation in following:
                finished[operation.id] = await self._finished(operation)

        if left:
            await self._io.gather(finish_next, min(GROUPS_MAX, len(left)))
        return {operation.id: finished[operation.id] for operation in left}

    async def _finished(self, operation: Operation) -> list[Outcome]:
        ids = ids_of(operation)
        try:
            return await self.answers(OrderGroup(0, ids, operation), lambda: False)
        except PlatonicError as error:
            if not refuses_orders(error):
                return [Outcome(Kind.UNRESOLVED, one) for one in ids]
            await self._operations.drop([operation.id])
            return []

    async def answers(self, group: OrderGroup, is_over: Callable[[], bool]) -> list[Outcome]:
        """Sends a group until it is answered, or nobody looks for the answer any more."""
        deadline = self._io.now() + self._confirm_timeout
        attempt, failures = 1, 0
        while True:
            self._io.require_open()
            try:
                return await self._sent(group, attempt)
            except PlatonicError as error:
                is_limited = error.reason is Reason.RATE_LIMIT_EXCEEDED
                failures = 1 if is_limited else failures + 1
                wait = wait_after(error.retry_after, failures)
                if is_limited:
                    deadline = self._io.now() + wait + self._confirm_timeout
                is_passing = is_limited or error.reason in _passing
                if not is_passing or is_over() or self._io.now() + wait >= deadline:
                    raise _from_first(error, group.first)  # noqa: B904
            await self._io.sleep(wait)
            attempt += 1

    async def _sent(self, group: OrderGroup, attempt: int) -> list[Outcome]:
        end = self._io.now() + attempt_time(self._confirm_timeout)
        answered = await self._send(group.operation, group.ids, end, attempt)
        outcomes = [outcome for outcome in answered if outcome is not None]
        if len(outcomes) < len(answered):
            raise PlatonicError(Reason.UNKNOWN, "the service did not answer for all orders")
        return outcomes


def _from_first(error: PlatonicError, first: int) -> PlatonicError:
    """Returns an error with the index of an order among all, in place of that in its group."""
    found = re.match(r"orders\[(\d+)\]", error.parameter)
    if found is None:
        return error
    place = f"orders[{int(found[1]) + first}]"
    parameter = place + error.parameter[found.end() :]
    return PlatonicError(error.reason, error.message.replace(found[0], place), parameter=parameter)
