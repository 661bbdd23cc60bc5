"""A journal as a wallet uses it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar
from weakref import WeakSet

from platonic_client._calls.io import Io
from platonic_client.errors import PlatonicError, Reason
from platonic_client.hooks import logger
from platonic_client.journal import Journal, MemoryJournal, Operation

P = ParamSpec("P")
T = TypeVar("T")

_users: dict[int, WeakSet[KeptJournal]] = {}
"""Those that use a journal, by its identity: a journal need not be hashable."""
_lock = threading.Lock()


class KeptJournal:
    """A journal until its wallet is closed. It is closed when no other wallet uses it."""

    def __init__(self, journal: Journal, io: Io) -> None:
        self._journal = journal
        self._io = io
        self.is_in_memory = type(journal) is MemoryJournal
        if not self.is_in_memory:
            with _lock:
                _users.setdefault(id(journal), WeakSet()).add(self)

    async def put(self, operations: Sequence[Operation]) -> None:
        """Stores operations. A PlatonicError or a JournaledError means that none is stored."""
        await self._while_open(self._journal.put, operations)

    async def list(self) -> Sequence[Operation]:
        """Returns all operations."""
        return await self._while_open(self._journal.list)

    async def _while_open(self, act: Callable[P, T], *parameters: P.args, **named: P.kwargs) -> T:
        """Calls the journal, and closes it again if the wallet was closed meanwhile: the call may have opened it."""
        try:
            return await self.call(act, *parameters, **named)
        finally:
            if self._io.is_closed:
                self.close()

    def remove(self, operation_id: str) -> None:
        """Forgets an operation. It may block: see `call`."""
        self._journal.remove(operation_id)

    async def call(self, act: Callable[P, T], *parameters: P.args, **named: P.kwargs) -> T:
        """Calls what uses the journal; one in memory does not block."""
        try:
            if self.is_in_memory:
                return act(*parameters, **named)
            return await self._io.blocking(act, *parameters, **named)
        except OSError as error:
            raise PlatonicError(Reason.STATE_INVALID, f"the journal cannot be used: {error}") from error

    def close(self) -> None:
        """Closes the journal, if it can be closed and nobody else uses it."""
        with _lock:
            users = _users.get(id(self._journal), WeakSet())
            users.discard(self)
            if users:
                return
            _users.pop(id(self._journal), None)
        try:
            getattr(self._journal, "close", _nothing)()
        except Exception:
            logger.exception("the journal could not be closed")


def _nothing() -> None:
    """Closes nothing."""
