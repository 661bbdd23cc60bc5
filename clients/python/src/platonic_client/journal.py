"""Journals: what was signed and is not settled."""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from . import _base64


@dataclass(frozen=True)
class Operation:
    """Holds an order that was signed and may have been sent, with all that is needed to resolve it."""

    id: str
    """Id of the transaction."""
    order: bytes
    """The bytes that were signed; of an exchange, which nobody signs, its request."""
    key_id: str
    signature: bytes
    kind: Literal["order", "exchange"] = "order"


class JournaledError(Exception):
    """An operation whose id is in the journal already: call ``reconcile`` first."""


class Journal(Protocol):
    """Keeps operations from before they are sent until they are settled. Several threads may call it.

    A wallet lists a journal once before the first operation that it stores, and refuses ids that an earlier process has
    left there.
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
_partial = ".new"
_no_links = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}
"""What file systems say that have no hard links."""
_id = re.compile(r"[0-9A-Za-z_-]{1,64}\Z")


class FileJournal:
    """A journal in a folder, with a file for each operation that is synced to disk.

    One process at a time may use it. Clients of other languages read the same files.

    Args:
        folder: it is made if it is not there, readable by its user alone
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._folder = Path(folder)
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = threading.Lock()

    def put(self, operations: Sequence[Operation]) -> None:
        """Writes a file for each operation, and syncs all of them."""
        with self._lock:
            paths = {operation.id: self._path(operation.id) for operation in operations}
            for one, path in paths.items():
                if path.exists():
                    raise JournaledError(journaled(one))
            # Written under other names, so that no partial file counts as an operation.
            partial = {one: _partial_of(path) for one, path in paths.items()}
            try:
                for operation in operations:
                    _write(partial[operation.id], _text_of(operation))
                self._publish(partial, paths)
            finally:
                for path in partial.values():
                    path.unlink(missing_ok=True)

    def _publish(self, partial: Mapping[str, Path], paths: Mapping[str, Path]) -> None:
        """Gives files their names, all or none, and makes them durable. No file is replaced."""
        published: list[Path] = []
        try:
            for one, path in paths.items():
                try:
                    _name(partial[one], path)
                except FileExistsError as error:
                    raise JournaledError(journaled(one)) from error
                published.append(path)
            _sync_folder(self._folder)
        except BaseException:
            for path in published:
                path.unlink(missing_ok=True)
            raise

    def remove(self, operation_id: str) -> None:
        """Removes the file of an operation."""
        self._path(operation_id).unlink(missing_ok=True)

    def list(self) -> Sequence[Operation]:
        """Reads all files.

        Raises:
            ValueError: a file is no operation
        """
        operations: list[Operation] = []
        for path in sorted(self._folder.iterdir()):
            if not path.name.endswith(_ending):
                continue
            try:
                text = path.read_text("utf-8")
            except FileNotFoundError:
                # It was settled in the meantime.
                continue
            operations.append(_operation_of(text, path))
        return operations

    def _path(self, operation_id: str) -> Path:
        """Returns the file of an operation. Ids come from the outside, too."""
        if not _id.match(operation_id):
            raise ValueError(f"an operation's id has letters, digits, hyphens and underscores, unlike {operation_id!r}")
        return self._folder / f"{operation_id}{_ending}"


def journaled(operation_id: str) -> str:
    """Returns the text of the refusal of an id that a journal has."""
    return f"the journal has an operation with the id {operation_id}: call reconcile first"


def _partial_of(path: Path) -> Path:
    """Returns a name that no other process uses at the same time."""
    return path.with_name(f"{path.name}.{secrets.token_hex(8)}{_partial}")


def _name(partial: Path, path: Path) -> None:
    """Gives a file its name. Raises FileExistsError if another process was first."""
    if os.name == "nt":
        # Where it does not replace a file.
        partial.rename(path)
        return
    try:
        os.link(partial, path)
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno not in _no_links:
            raise
        # The name is taken before the file gets it.
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        partial.rename(path)


def _text_of(operation: Operation) -> str:
    stored = {
        "id": operation.id,
        "order": _base64.encode(operation.order),
        "keyId": operation.key_id,
        "signature": _base64.encode(operation.signature),
    }
    return json.dumps(stored | ({"kind": "exchange"} if operation.kind == "exchange" else {}))


def _operation_of(text: str, path: Path) -> Operation:
    try:
        stored = json.loads(text)
        operation = Operation(
            id=stored["id"],
            order=_base64.decode(stored["order"]),
            key_id=stored["keyId"],
            signature=_base64.decode(stored["signature"]),
            kind="exchange" if stored.get("kind") == "exchange" else "order",
        )
        if f"{operation.id}{_ending}" != path.name:
            raise ValueError("its id is another one")
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is no operation: {error!r}; look at it before you remove it") from error
    return operation


def _write(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Makes the names in a folder durable. Windows cannot, and does not need it."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
