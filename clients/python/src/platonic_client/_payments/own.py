"""The journal of a wallet, and which of its operations this process has begun."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Collection, Iterable, Sequence

from platonic_client._calls.io import Io
from platonic_client.errors import PlatonicError, Reason
from platonic_client.journal import Journal, JournaledError, Operation, journaled

from .kept import KeptJournal
from .order_groups import ids_of
from .told import ToldOperations


class OwnOperations:
    """Operations in the journal that are those of this process, until a while after their outcomes were told."""

    def __init__(self, journal: Journal, io: Io) -> None:
        self._io = io
        self._journal = KeptJournal(journal, io)
        self._active: set[str] = set()
        self._listings: list[set[str]] = []
        """Ids that are active at any time while the journal is listed, for each listing."""
        # A journal in memory has nothing of earlier processes.
        self._left: set[str] | None = set() if self._journal.is_in_memory else None
        """Ids that are left in the journal by earlier processes or by this one, and may have been reconciled since."""
        self._lock = threading.Lock()
        self.told = ToldOperations(io, self._journal, lambda one: self._release([one]))
        io.at_close(self._close)

    def _close(self) -> None:
        """Removes operations whose outcomes were told, and closes the journal."""
        self.told.remove_due(math.inf)
        self._journal.close()

    async def store(self, operations: Sequence[Operation]) -> None:
        """Stores operations in the journal, all or none.

        A group of orders that is left there is taken over: it is sent again in any case. Other ids that the journal has
        are refused, and it may be one that would replace them.
        """
        ids = [operation.id for operation in operations]
        await self.told.forget(ids)
        if self._left is None:
            listed = {operation.id for operation in await self._list_left()}
            with self._lock:
                self._left = listed.union(self._left or ())
        self._take(ids)
        try:
            left = await self._left_of(operations)
            others = [operation for operation in operations if operation.id not in left]
            if others:
                await self._journal.put(others)
        except BaseException as error:
            self._release(ids)
            if isinstance(error, JournaledError):
                raise _conflict(str(error)) from error
            raise
        if self._io.is_closed:
            # Nothing was sent.
            self.leave(left)
            await self.drop([operation.id for operation in others])
            self._io.require_open()

    def _take(self, ids: Sequence[str]) -> None:
        """Reserves ids, each of which only one operation may have."""
        self._io.require_open()
        with self._lock:
            for place, one in enumerate(ids):
                if one in self._active or one in ids[:place]:
                    raise _conflict(f"an operation with the id {one} is not settled yet")
            self._reserve(ids)

    async def _left_of(self, operations: Sequence[Operation]) -> set[str]:
        """Returns the ids of groups of orders that are left in the journal, and refuses other ids that are."""
        ids = {operation.id for operation in operations}
        if not self._left or self._left.isdisjoint(ids):
            return set()
        stored = {operation.id: operation for operation in await self._journal.list()}
        with self._lock:
            # They may have been reconciled since.
            self._left &= stored.keys()
        for operation in operations:
            if operation.id in stored and not _is_same_group(operation, stored[operation.id]):
                raise _conflict(journaled(operation.id))
        return ids & stored.keys()

    async def take_left(self, is_ours: Callable[[Operation], bool]) -> list[Operation]:
        """Takes operations of this identity that are left in the journal."""
        listed = [operation for operation in await self._list_left() if is_ours(operation)]
        # Before any is taken: nobody could tell the outcomes of a group that cannot be read.
        for operation in listed:
            if operation.kind == "batch":
                ids_of(operation)
        left: list[Operation] = []
        for operation in listed:
            with self._lock:
                if operation.id in self._active:
                    continue
                self._reserve([operation.id])
            left.append(operation)
        return left

    async def _list_left(self) -> list[Operation]:
        """Returns the operations in the journal that are not those of this process."""
        with self._lock:
            ours = set(self._active)
            self._listings.append(ours)
        try:
            listed = await self._journal.list()
        finally:
            with self._lock:
                # By identity, as another listing may have an equal set.
                self._listings = [one for one in self._listings if one is not ours]
        return [operation for operation in listed if operation.id not in ours]

    async def drop(self, ids: Sequence[str]) -> None:
        """Removes operations from the journal. Those that stay are tried again later."""
        self.told.add(ids)
        await self.told.forget(ids)

    def leave(self, ids: Collection[str]) -> None:
        """Leaves operations in the journal to whoever asks for them next."""
        with self._lock:
            self._active.difference_update(ids)
            if self._left is not None:
                self._left = self._left.union(ids)

    def _reserve(self, ids: Iterable[str]) -> None:
        """Notes ids as those of this process; its caller has the lock."""
        for ours in (self._active, *self._listings):
            ours.update(ids)

    def _release(self, ids: Iterable[str]) -> None:
        with self._lock:
            self._active.difference_update(ids)


def _is_same_group(operation: Operation, other: Operation) -> bool:
    return operation.kind == other.kind == "batch" and operation.order == other.order


def _conflict(message: str) -> PlatonicError:
    return PlatonicError(Reason.RESOURCE_CONFLICT, message, parameter="id")
