"""Journals: what was signed and is not settled."""

from __future__ import annotations

import json
import os
import re
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol
from weakref import WeakSet

from . import _base64
from ._journal.faults import named, state_invalid
from ._journal.files import give_name, partial_of, remove_quietly, sync_folder, write
from ._journal.folder_lock import FolderLock, lock_of


@dataclass(frozen=True)
class Operation:
    """Holds what was signed and may have been sent, with all that is needed to resolve it."""

    id: str
    """Id of the transaction; of a group of orders, that of the first."""
    order: bytes
    """The bytes that were signed; of an exchange, which nobody signs, its request."""
    key_id: str
    signature: bytes
    kind: Literal["order", "exchange", "batch"] = "order"
    """``batch`` is a group of orders, wallet.v1.TransferOrders, which is sent until it is answered and never voided."""


class JournaledError(Exception):
    """An operation whose id is in the journal already: call ``reconcile`` first."""


class Journal(Protocol):
    """Keeps operations from before they are sent until their outcomes are told. Several threads may call it.

    A wallet lists a journal once before the first operation that it stores, and refuses ids that an earlier process has
    left there. A journal that has a method ``close()`` is closed with the last of its wallets. What it raises for a
    journal that cannot be read or written ends the call before anything is sent; an `OSError` is ``STATE_INVALID``.
    """

    def put(self, operations: Sequence[Operation], /) -> None:
        """Stores operations, all or none, and returns once they are as durable as the journal can make them.

        Raises:
            JournaledError: it has an operation with one of the ids
        """
        ...

    def remove(self, operation_id: str, /) -> None:
        """Forgets an operation, and does nothing for one that it has not."""
        ...

    def list(self) -> Sequence[Operation]:
        """Returns all operations."""
        ...


class MemoryJournal:
    """A journal that ends with the process."""

    def __init__(self) -> None:
        self._operations: dict[str, Operation] = {}
        self._lock = threading.Lock()

    def put(self, operations: Sequence[Operation]) -> None:
        """Keeps operations."""
        with self._lock:
            for operation in operations:
                if operation.id in self._operations:
                    raise JournaledError(journaled(operation.id))
            self._operations.update((operation.id, operation) for operation in operations)

    def remove(self, operation_id: str) -> None:
        """Forgets an operation."""
        with self._lock:
            self._operations.pop(operation_id, None)

    def list(self) -> Sequence[Operation]:
        """Returns all operations."""
        with self._lock:
            return list(self._operations.values())


_ending = ".operation"
_id = re.compile(r"[0-9A-Za-z_-]{1,64}\Z")


class FileJournal:
    """A journal in a folder, with a file for each operation that is synced to disk.

    One process at a time has the folder: it is locked from the first use on, until the wallet is closed or the process
    ends. Another one gets ``STATE_INVALID``, which names the process that has it. Journals of the same process may
    share a folder. Clients of other languages read the same files.

    Each method raises `PlatonicError` with ``STATE_INVALID`` if the folder is used by another process, or cannot be
    read or written, such as on a full disk: the text says why, and nothing is lost.

    Args:
        folder: it is made if it is not there, readable by its user alone
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._folder = Path(os.path.abspath(folder))
        self._opening = threading.Lock()
        self._closing = threading.Event()
        """Ends whoever waits for the folder."""
        self._lock: FolderLock | None = None
        self._release: Callable[[], object] = _nothing
        _journals.add(self)

    def put(self, operations: Sequence[Operation]) -> None:
        """Writes a file for each operation, and syncs all of them."""
        paths = {operation.id: self._path(operation.id) for operation in operations}
        with self._locked().files:
            for one, path in paths.items():
                with named(path, "read"):
                    if path.exists():
                        raise JournaledError(journaled(one))
            # Written under other names, so that no partial file counts as an operation.
            partial = {one: partial_of(path) for one, path in paths.items()}
            try:
                for operation in operations:
                    with named(paths[operation.id], "written"):
                        write(partial[operation.id], _text_of(operation))
                self._publish(partial, paths)
            finally:
                for path in partial.values():
                    remove_quietly(path)

    def _publish(self, partial: Mapping[str, Path], paths: Mapping[str, Path]) -> None:
        """Gives files their names, all or none, and makes them durable. No file is replaced."""
        published: list[Path] = []
        try:
            for one, path in paths.items():
                with named(path, "written"):
                    try:
                        give_name(partial[one], path)
                    except FileExistsError as error:
                        raise JournaledError(journaled(one)) from error
                published.append(path)
            with named(self._folder, "written"):
                sync_folder(self._folder)
        except BaseException:
            for path in published:
                remove_quietly(path)
            raise

    def remove(self, operation_id: str) -> None:
        """Removes the file of an operation, also while another process has the folder."""
        path = self._path(operation_id)
        with named(path, "removed"):
            path.unlink(missing_ok=True)

    def list(self) -> Sequence[Operation]:
        """Reads all files. One that is no operation is the error ``STATE_INVALID``, which names it."""
        self._locked()
        operations: list[Operation] = []
        with named(self._folder, "read"):
            paths = sorted(self._folder.iterdir())
        for path in paths:
            if not path.name.endswith(_ending):
                continue
            with named(path, "read"):
                try:
                    data = path.read_bytes()
                except FileNotFoundError:
                    # It was settled in the meantime.
                    continue
            operations.append(_operation_of(data, path))
        return operations

    def close(self) -> None:
        """Releases the folder for other processes. A journal that is used again takes it again."""
        closing, self._closing = self._closing, threading.Event()
        closing.set()
        with self._opening:
            self._lock = None
            self._release()

    def _locked(self) -> FolderLock:
        """Returns the lock of the folder, which is taken on first use."""
        closing = self._closing
        with self._opening:
            if closing.is_set():
                raise state_invalid(f"the journal was closed while it waited for its folder {self._folder}")
            lock = self._lock
            if lock is None:
                lock, user = lock_of(self._folder), object()
                lock.take(user, closing)
                # A journal that is forgotten releases it, too, and so does the end of the process.
                self._release = weakref.finalize(self, lock.release, user)
                self._lock = lock
        lock.require()
        return lock

    def _path(self, operation_id: str) -> Path:
        """Returns the file of an operation. Ids come from the outside, too."""
        if not _id.match(operation_id):
            raise ValueError(f"an operation's id has letters, digits, hyphens and underscores, unlike {operation_id!r}")
        return self._folder / f"{operation_id}{_ending}"

    def _forget(self) -> None:
        """Forgets in a forked process what its parent holds."""
        self._opening, self._closing = threading.Lock(), threading.Event()
        self._lock, self._release = None, _nothing


_journals: WeakSet[FileJournal] = WeakSet()


def _nothing() -> None:
    """Releases nothing."""


def _forget_all() -> None:
    for journal in list(_journals):
        journal._forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


def journaled(operation_id: str) -> str:
    """Returns the text of the refusal of an id that a journal has."""
    return f"the journal has an operation with the id {operation_id}: call reconcile first"


def _text_of(operation: Operation) -> str:
    stored = {
        "id": operation.id,
        "order": _base64.encode(operation.order),
        "keyId": operation.key_id,
        "signature": _base64.encode(operation.signature),
    }
    return json.dumps(stored | ({"kind": operation.kind} if operation.kind != "order" else {}))


def _operation_of(text: bytes, path: Path) -> Operation:
    try:
        stored = json.loads(text)
        operation = Operation(
            id=stored["id"],
            order=_base64.decode(stored["order"]),
            key_id=stored["keyId"],
            signature=_base64.decode(stored["signature"]),
            kind=stored.get("kind", "order"),
        )
        if operation.kind not in ("order", "exchange", "batch"):
            raise ValueError(f"this version does not know its kind {operation.kind!r}")
        if f"{operation.id}{_ending}" != path.name:
            raise ValueError("its id is another one")
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise state_invalid(f"{path} is no operation: {error!r}; look at it before you remove it") from error
    return operation
