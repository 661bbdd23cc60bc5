"""Operations whose outcomes were told."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Collection, Iterable
from itertools import takewhile

from platonic_client._calls.io import Io
from platonic_client.hooks import logger

from .kept import KeptJournal

_told_time = 5.0
"""Time for which an outcome stays in the journal after it was told, in seconds."""


class ToldOperations:
    """Operations whose outcomes were told, and which stay in the journal for a while.

    A process that ends meanwhile has perhaps written nothing down, so that the next one tells the outcome again.

    Args:
        io: gives the clock and the background
        journal: has the operations
        release: is called with the id of each one that was removed
    """

    def __init__(self, io: Io, journal: KeptJournal, release: Callable[[str], None]) -> None:
        self._io = io
        self._journal = journal
        self._release = release
        self._due: dict[str, float] = {}
        """Ids and the times at which they are removed, the earliest first."""
        self._has_timer = False
        self._lock = threading.Lock()
        self._removing = threading.Lock()
        """Is held while operations are removed, so that none is that was stored again with the same id."""

    def add(self, ids: Iterable[str]) -> None:
        """Notes that outcomes are told now."""
        with self._lock:
            self._due.update(dict.fromkeys(ids, self._io.now() + _told_time))
            begins = bool(self._due) and not self._has_timer
            self._has_timer = self._has_timer or begins
        try:
            if self._io.is_closed:
                self._io.spawn(self.clear)
            elif begins:
                self._io.spawn(self._remove_in_time)
        except RuntimeError:
            # A process that ends begins no thread.
            self._has_timer = False

    async def forget(self, ids: Collection[str]) -> None:
        """Removes those of the ids whose outcomes were told from the journal at once."""
        if not self._due.keys().isdisjoint(ids):
            await self._journal.call(self._remove, ids)

    async def clear(self) -> None:
        """Removes all from the journal at once."""
        await self._journal.call(self.remove_due, math.inf)

    def remove_due(self, now: float) -> None:
        """Removes what is due at a time from the journal. It may block."""
        with self._lock:
            due = list(takewhile(lambda one: self._due[one] <= now, self._due))
        self._remove(due)

    async def _remove_in_time(self) -> None:
        """Removes each operation when it is due, until there is none or the wallet is closed."""
        while (due := self._next()) is not None and await self._io.sleep(due - self._io.now()):
            await self._journal.call(self.remove_due, self._io.now())

    def _next(self) -> float | None:
        """Returns when the next operation is due. Without one there is no timer any more."""
        with self._lock:
            due = next(iter(self._due.values()), None)
            self._has_timer = due is not None
            return due

    def _remove(self, ids: Iterable[str]) -> None:
        failures: list[Exception] = []
        with self._removing:
            for one in ids:
                if one not in self._due:
                    continue
                try:
                    self._journal.remove(one)
                except Exception as error:
                    failures.append(error)
                    with self._lock:
                        del self._due[one]
                        self._due[one] = self._io.now() + _told_time
                else:
                    with self._lock:
                        del self._due[one]
                    self._release(one)
        if failures:
            count = len(failures)
            logger.error("settled operations that stay in the journal for now: %d", count, exc_info=failures[0])
