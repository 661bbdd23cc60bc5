"""Payments, from their entry in the journal to their outcome."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from platonic_client._calls.io import Io
from platonic_client._calls.repetition import wait_after
from platonic_client._calls.times import attempt_time, time_limit
from platonic_client.errors import PlatonicError, Reason
from platonic_client.hooks import logger
from platonic_client.journal import Journal, JournaledError, Operation, journaled
from platonic_client.outcome import Outcome

from .group import Group
from .kept import KeptJournal
from .told import ToldOperations

_voids_max = 8
"""Number of concurrent voids, below the limits of plans."""

Send: TypeAlias = Callable[[float, int], Coroutine[Any, Any, Sequence["Outcome | None"]]]
"""Sends operations once, until a time, with the number of the attempt. Returns a final outcome for each, or None."""
Void: TypeAlias = Callable[[Operation, float], Coroutine[Any, Any, "Outcome | None"]]
"""Makes the ledger answer with the outcome of an operation, or that it will never execute it."""


@dataclass(frozen=True)
class PaymentTerms:
    """Terms on which a wallet pays."""

    journal: Journal
    confirm_timeout: float
    retry_count: int
    on_settled: Callable[[Outcome], None] | None

    def __post_init__(self) -> None:
        object.__setattr__(self, "confirm_timeout", time_limit(self.confirm_timeout, "confirm_timeout"))
        if self.retry_count < 0:
            raise ValueError(f"retry_count must not be negative, like {self.retry_count}")


class Payments:
    """Brings operations from their entry in the journal to their outcome."""

    def __init__(self, io: Io, terms: PaymentTerms, void: Void) -> None:
        self._io = io
        self._terms = terms
        self._journal = KeptJournal(terms.journal, io)
        self._void = void
        self._active: set[str] = set()
        """Ids of operations in the journal that are those of this process: not settled, or told a moment ago."""
        self._listings: list[set[str]] = []
        """Ids that are active at any time while the journal is listed, for each listing."""
        self._left: set[str] | None = None
        """Ids that earlier processes have left in the journal, and may have been reconciled since."""
        self._lock = threading.Lock()
        self._told = ToldOperations(io, self._journal, lambda one: self._release([one]))
        io.at_close(self._close)

    async def acknowledge(self) -> None:
        """Removes operations whose outcomes were told from the journal now."""
        await self._told.clear()

    def _close(self) -> None:
        """Removes operations whose outcomes were told, and closes the journal."""
        self._told.remove_due(math.inf)
        self._journal.close()

    async def run(self, operations: Sequence[Operation], send: Send) -> list[Outcome]:
        """Stores operations in the journal, sends them, and returns their outcomes.

        A PlatonicError means that nothing is in the ledger.
        """
        ids = [operation.id for operation in operations]
        await self._told.forget(ids)
        await self._refuse_left(operations)
        self._take(operations)
        try:
            await self._journal.put(operations)
        except BaseException as error:
            self._release(ids)
            if isinstance(error, JournaledError):
                raise _conflict(str(error)) from error
            raise
        group = Group(operations)
        try:
            refusal = await self._send(group, send)
        except BaseException:
            # The caller has gone away. The operation may have been sent: its outcome is looked for all the same.
            self._leave(group)
            self._io.spawn(lambda: self._void_all(group))
            raise
        if refusal is not None:
            self._told.add(ids)
            await self._told.forget(ids)
            raise refusal
        return self._answer(group) if group.is_settled else await self._voided(group)

    async def _refuse_left(self, operations: Sequence[Operation]) -> None:
        """Refuses ids that an earlier process has left in the journal, which may be one that would replace them."""
        if self._left is None:
            self._left = await self._listed_ids()
        if not self._left.isdisjoint(operation.id for operation in operations):
            # They may have been reconciled since.
            self._left = await self._listed_ids()
            for operation in operations:
                if operation.id in self._left:
                    raise _conflict(journaled(operation.id))

    async def _listed_ids(self) -> set[str]:
        if self._journal.is_in_memory:
            # It has nothing of earlier processes.
            return set()
        return {operation.id for operation in await self._list_left()}

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

    async def reconcile(self, is_ours: Callable[[Operation], bool]) -> list[Outcome]:
        """Voids operations of an earlier process that the ledger has not executed, and returns all outcomes."""
        self._io.require_open()
        left: list[Operation] = []
        for operation in await self._list_left():
            with self._lock:
                if operation.id in self._active or not is_ours(operation):
                    continue
                self._reserve([operation.id])
            left.append(operation)
        return await self._voided(Group(left)) if left else []

    async def _voided(self, group: Group) -> list[Outcome]:
        """Voids a group in the background, and waits for it as long as for a confirmation."""
        try:
            self._io.spawn(lambda: self._void_all(group))
            await self._io.wait(group.done, self._terms.confirm_timeout)
        except BaseException:
            self._leave(group)
            raise
        return self._answer(group)

    def _answer(self, group: Group) -> list[Outcome]:
        """Returns the outcomes as they are."""
        outcomes, settled = group.answer()
        self._told.add(outcome.id for outcome in settled)
        return outcomes

    def _leave(self, group: Group) -> None:
        """Tells what the caller, who has gone away, has not heard."""
        _, unheard = group.answer()
        for outcome in unheard:
            self._tell(outcome)

    def _tell(self, outcome: Outcome) -> None:
        """Tells an outcome of which the caller has not heard."""
        try:
            if self._terms.on_settled is not None:
                self._terms.on_settled(outcome)
        except Exception:
            logger.exception("on_settled has failed")
        self._told.add([outcome.id])

    def _take(self, operations: Sequence[Operation]) -> None:
        """Reserves ids, each of which only one operation may have."""
        self._io.require_open()
        ids = [operation.id for operation in operations]
        with self._lock:
            for place, one in enumerate(ids):
                if one in self._active or one in ids[:place]:
                    raise _conflict(f"an operation with the id {one} is not settled yet")
            self._reserve(ids)

    def _reserve(self, ids: Iterable[str]) -> None:
        """Notes ids as those of this process; its caller has the lock."""
        for ours in (self._active, *self._listings):
            ours.update(ids)

    def _release(self, ids: Iterable[str]) -> None:
        with self._lock:
            self._active.difference_update(ids)

    async def _send(self, group: Group, send: Send) -> PlatonicError | None:
        """Sends a group until it is settled or its time is over. Returns an error if it was refused for good."""
        deadline = self._io.now() + self._terms.confirm_timeout
        attempt = 1
        while True:
            retry_after = 0.0
            try:
                end = min(deadline, self._io.now() + attempt_time(self._terms.confirm_timeout))
                self._learn_all(group, await send(end, attempt))
                if group.is_settled:
                    return None
            except PlatonicError as error:
                if attempt == 1 and error.is_refusal:
                    return error
                retry_after = error.retry_after
            wait = wait_after(retry_after, attempt)
            if attempt > self._terms.retry_count or self._io.now() + wait >= deadline:
                return None
            if not await self._io.sleep(wait):
                return None
            attempt += 1

    async def _void_all(self, group: Group) -> None:
        """Voids what is not settled, again and again, until the ledger has answered for all."""
        try:
            await self._void_until_settled(group)
        finally:
            group.done.set()

    async def _void_until_settled(self, group: Group) -> None:
        failures = 0
        while not self._io.is_closed:
            retry_after = 0.0
            try:
                await self._void_once(group)
                if group.is_settled:
                    return
            except PlatonicError as error:
                retry_after = error.retry_after
            except Exception:
                logger.exception("an operation could not be voided, and is tried again")
            failures += 1
            if not await self._io.sleep(wait_after(retry_after, failures)):
                return

    async def _void_once(self, group: Group) -> None:
        """Asks for each operation that is not settled."""
        deadline = self._io.now() + attempt_time(self._terms.confirm_timeout)
        left = group.unsettled()
        # One iterator for all, from which each takes its next operation.
        following = iter(left)

        async def void_next() -> None:
            for operation in following:
                self._learn(group, await self._void(operation, deadline))

        if left:
            await self._io.gather(void_next, min(_voids_max, len(left)))

    def _learn_all(self, group: Group, outcomes: Sequence[Outcome | None]) -> None:
        if len(outcomes) != len(group.operations):
            raise PlatonicError(Reason.UNKNOWN, "the service did not answer for all operations")
        for outcome in outcomes:
            self._learn(group, outcome)

    def _learn(self, group: Group, outcome: Outcome | None) -> None:
        """Notes what the ledger says of an operation, and tells it if the caller was told that it is unresolved.

        The journal keeps the operation until its outcome is told, so that otherwise the next process can tell it.
        """
        if outcome is None:
            return
        is_new, is_late = group.settle(outcome)
        if is_new and is_late:
            self._tell(outcome)


def _conflict(message: str) -> PlatonicError:
    return PlatonicError(Reason.RESOURCE_CONFLICT, message, parameter="id")
