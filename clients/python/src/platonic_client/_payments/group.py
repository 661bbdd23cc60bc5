"""Operations that are settled together."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from platonic_client._calls.io import Flag
from platonic_client.journal import Operation
from platonic_client.outcome import Kind, Outcome


class Group:
    """One operation, those under one signature, or those of an earlier process."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        self.operations = tuple(operations)
        self.done = Flag()
        """Is set when all are settled, or nobody looks for outcomes any more."""
        self._settled: dict[str, Outcome] = {}
        self._is_answered = False
        self._lock = threading.Lock()

    def answer(self) -> tuple[list[Outcome], list[Outcome]]:
        """Returns the outcomes as they are, and those of them that are settled and were not returned before.

        Those of operations that are not settled are unresolved.
        """
        with self._lock:
            outcomes = [self._settled.get(one.id, Outcome(Kind.UNRESOLVED, one.id)) for one in self.operations]
            untold = [] if self._is_answered else list(self._settled.values())
            self._is_answered = True
            return outcomes, untold

    def settle(self, outcome: Outcome) -> tuple[bool, bool]:
        """Notes an outcome. Says whether it is new, and whether the caller was told that it is unresolved."""
        with self._lock:
            is_new = outcome.id not in self._settled
            self._settled.setdefault(outcome.id, outcome)
            is_late = self._is_answered
        if self.is_settled:
            self.done.set()
        return is_new, is_late

    @property
    def is_settled(self) -> bool:
        """Whether the outcomes of all operations are known."""
        return len(self._settled) == len(self.operations)

    def unsettled(self) -> list[Operation]:
        """Returns the operations whose outcomes are not known."""
        return [operation for operation in self.operations if operation.id not in self._settled]
