"""One call that pays any number of orders."""

from __future__ import annotations

import contextvars
import threading
from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Callable, Coroutine, Iterable, Sequence
from typing import Any, TypeAlias

from platonic_client._calls.io import Flag, Io
from platonic_client.errors import PlatonicError, Reason
from platonic_client.order import Order
from platonic_client.outcome import Outcome

from .order_groups import OrderGroup, OrderGroups
from .own import OwnOperations

GROUPS_MAX = 4
"""Most groups that are stored, sent, or answered and not told."""

Send: TypeAlias = Callable[[OrderGroup, Callable[[], bool]], Coroutine[Any, Any, Sequence[Outcome]]]
"""Sends a group that is stored until it is answered, or something says that nobody looks for the answer any more."""

_refusals = {Reason.PARAMETER_REQUIRED, Reason.PARAMETER_INVALID}


def refuses_orders(error: PlatonicError) -> bool:
    """Says whether the orders of a group were refused, so that the ledger cannot have them."""
    return error.reason in _refusals and not error.was_not_sent


class _Begun:
    """A group under way."""

    def __init__(self, group: OrderGroup) -> None:
        self.group = group
        self.outcomes: Sequence[Outcome] = ()
        self.failure: BaseException | None = None
        self.is_over = False


class BulkRun:
    """Reads orders, sends them in groups, and tells their outcomes, all at the same time."""

    def __init__(self, io: Io, operations: OwnOperations, send: Send) -> None:
        self._io = io
        self._operations = operations
        self._send = send
        self._begun: deque[_Begun] = deque()
        self._kept: set[str] = set()
        """Ids of groups that this has in the journal."""
        self._failure: BaseException | None = None
        self._is_read = False
        self._has_failed = False
        """Whether a group has failed, so that nothing more is read."""
        self._is_over = False
        """Whether nobody asks for outcomes any more."""
        self._changed = Flag()
        """Is set, and replaced, when something of the above has changed."""
        self._lock = threading.Lock()
        self._context = contextvars.copy_context()
        """That of the caller, such as of his trace."""

    async def outcomes(
        self, orders: Iterable[Order] | AsyncIterable[Order], groups: OrderGroups
    ) -> AsyncIterator[Outcome]:
        """Yields the outcomes of orders in their sequence.

        A group leaves the journal when its caller has asked for what follows its last outcome. A failure is raised
        after the outcomes of all groups before it.
        """
        self._io.require_open()
        self._context.run(self._io.spawn, lambda: self._read(orders, groups))
        try:
            while True:
                changed, is_read = self._changed, self._is_read
                head = self._begun[0] if self._begun else None
                if head is not None and head.is_over:
                    if head.failure is not None:
                        raise head.failure
                    for outcome in head.outcomes:
                        yield outcome
                        self._io.require_open()
                    await self._drop(head.group.operation.id)
                    self._begun.popleft()
                    self._change()
                elif head is None and is_read:
                    break
                else:
                    await self._io.wait(changed, None)
                self._io.require_open()
            if self._failure is not None:
                raise self._failure
        finally:
            self._end()

    async def _read(self, orders: Iterable[Order] | AsyncIterable[Order], groups: OrderGroups) -> None:
        """Reads orders, and begins each group, until there is nothing more to read or something has failed."""
        try:
            if isinstance(orders, AsyncIterable):
                async for order in orders:
                    if not await self._begin(groups.add(order)):
                        return
            else:
                for order in orders:
                    if not await self._begin(groups.add(order)):
                        return
            await self._begin(groups.rest())
        except BaseException as error:
            self._failure = error
            if not isinstance(error, Exception):
                raise
        finally:
            self._is_read = True
            self._change()

    async def _begin(self, group: OrderGroup | None) -> bool:
        """Begins to send a group, if there is one. Says whether another one may be read, once there is room for it."""
        if group is not None and self._goes_on:
            begun = _Begun(group)
            self._begun.append(begun)
            self._io.spawn(lambda: self._sent(begun))
            # Orders that are there already keep an event loop busy.
            await self._io.sleep(0)
        while True:
            changed = self._changed
            if not self._goes_on:
                return False
            if len(self._begun) < GROUPS_MAX:
                return True
            await self._io.wait(changed, None)

    @property
    def _goes_on(self) -> bool:
        return not (self._has_failed or self._is_over or self._io.is_closed)

    async def _sent(self, begun: _Begun) -> None:
        """Stores and sends a group, and notes what comes of it."""
        try:
            begun.outcomes = await self._answered(begun.group)
        except BaseException as error:
            begun.failure = error
            self._has_failed = True
            if not isinstance(error, Exception):
                raise
        finally:
            begun.is_over = True
            self._change()

    async def _answered(self, group: OrderGroup) -> Sequence[Outcome]:
        await self._operations.store([group.operation])
        with self._lock:
            is_over = self._is_over
            if not is_over:
                self._kept.add(group.operation.id)
        if is_over:
            self._operations.leave([group.operation.id])
            return ()
        try:
            return await self._send(group, lambda: self._is_over)
        except PlatonicError as error:
            if refuses_orders(error):
                await self._drop(group.operation.id)
            raise

    async def _drop(self, group_id: str) -> None:
        """Removes a group from the journal, unless it is left to others already."""
        with self._lock:
            is_kept = group_id in self._kept
            self._kept.discard(group_id)
        if is_kept:
            await self._operations.drop([group_id])

    def _end(self) -> None:
        """Leaves what was not told wholly in the journal."""
        with self._lock:
            self._is_over = True
            left, self._kept = self._kept, set()
        self._operations.leave(left)
        self._change()

    def _change(self) -> None:
        """Wakes up whoever waits for a change."""
        with self._lock:
            changed, self._changed = self._changed, Flag()
        changed.set()
