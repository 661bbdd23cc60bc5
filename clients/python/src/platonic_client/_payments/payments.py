"""Payments, from their entry in the journal to their outcome."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from platonic_client._calls.io import Io
from platonic_client._calls.repetition import wait_after
from platonic_client._calls.times import attempt_time, time_limit
from platonic_client.errors import PlatonicError, Reason
from platonic_client.hooks import logger
from platonic_client.journal import Journal, Operation
from platonic_client.outcome import Kind, Outcome

from .bulk import BulkPayments
from .group import Group
from .own import OwnOperations

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

    def __init__(self, io: Io, terms: PaymentTerms, operations: OwnOperations, void: Void) -> None:
        self._io = io
        self._terms = terms
        self._operations = operations
        self._void = void

    async def run(self, operations: Sequence[Operation], send: Send) -> list[Outcome]:
        """Stores operations in the journal, sends them, and returns their outcomes.

        A PlatonicError means that nothing is in the ledger.
        """
        await self._operations.store(operations)
        group = Group(operations)
        try:
            refusal = await self._send(group, send)
        except BaseException:
            # The caller has gone away. The operation may have been sent: its outcome is looked for all the same.
            self._leave(group)
            self._io.spawn(lambda: self._void_all(group))
            raise
        if refusal is not None:
            await self._operations.drop([operation.id for operation in operations])
            raise refusal
        return self._answer(group) if group.is_settled else await self._voided(group)

    async def reconcile(self, left: Sequence[Operation], bulk: BulkPayments) -> list[Outcome]:
        """Voids operations of an earlier process that the ledger has not executed, and returns all outcomes.

        Groups of orders are sent again instead. Nothing counts as told before all is.
        """
        if not left:
            return []
        group = Group([operation for operation in left if operation.kind != "batch"])
        batches = [operation for operation in left if operation.kind == "batch"]
        until = self._io.now() + self._terms.confirm_timeout
        try:
            self._io.spawn(lambda: self._void_all(group))
            finished = await bulk.finish(batches)
            await self._io.wait(group.done, until - self._io.now())
        except BaseException:
            self._leave(group)
            self._operations.leave([operation.id for operation in batches])
            raise
        outcomes = self._answer(group)
        for batch_id, told in finished.items():
            outcomes += told
            if any(outcome.kind is Kind.UNRESOLVED for outcome in told):
                self._operations.leave([batch_id])
            elif told:
                self._operations.told.add([batch_id])
        return outcomes

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
        self._operations.told.add(outcome.id for outcome in settled)
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
        self._operations.told.add([outcome.id])

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
                if attempt == 1 and error.is_limited_unsent and self._io.now() + retry_after >= deadline:
                    return error
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
