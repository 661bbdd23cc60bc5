"""The file `lock` in the folder of a journal, by which one process at a time has it."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import threading
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

from .faults import named, state_invalid
from .files import NEW, give_name
from .processes import is_running, this_system

_name = "lock"
_bytes_max = 4096
_patience = 10.0
"""Seconds without a sign of life of its holder after which a lock is left over."""
_look_interval = 0.2
_advice = "give each process a folder of its own, or end that one"


@dataclass(frozen=True)
class Holder:
    """The process that has a lock."""

    host: str
    system: str | None
    """Start of the system and namespace of its process numbers; None on systems that do not tell."""
    process: int
    token: str

    @classmethod
    def new(cls) -> Holder:
        """Returns this process, with a token for one hold."""
        return cls(socket.gethostname(), this_system(), os.getpid(), str(uuid.uuid4()))

    @classmethod
    def read(cls, text: bytes) -> Holder | None:
        """Reads the content of a lock; None if it cannot be read."""
        try:
            stored = json.loads(text)
            host, process, token = stored["host"], stored["process"], stored["token"]
            system = stored.get("system")
        except (ValueError, KeyError, TypeError):
            return None
        is_whole = isinstance(host, str) and isinstance(process, int) and isinstance(token, str)
        if not is_whole or process <= 0:
            return None
        return cls(host, (isinstance(system, str) and system) or None, process, token)

    def text(self) -> bytes:
        """Returns the content of its lock."""
        system = {} if self.system is None else {"system": self.system}
        stored = {"host": self.host, **system, "process": self.process, "token": self.token}
        return json.dumps(stored).encode() + b"\n"

    @property
    def has_gone(self) -> bool:
        """Whether it was a process of this system that has ended."""
        is_here = self.host == socket.gethostname() and self.system == this_system()
        # One with the number of this process may be another copy of this package in it.
        return is_here and not is_running(self.process)


@dataclass(frozen=True)
class _Seen:
    """A lock as it was found. Times of two machines are not compared, only two of the same file."""

    text: bytes | None
    """None if it cannot be read."""
    changed_at: int

    @property
    def holder(self) -> Holder | None:
        return None if self.text is None else Holder.read(self.text)

    @property
    def is_left_over(self) -> bool:
        return self.holder is not None and self.holder.has_gone


class LockFile:
    """The lock of a folder, for one hold of this process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / _name
        self._holder = Holder.new()
        self._loss = ""

    def take(self, closing: threading.Event) -> None:
        """Takes the lock.

        Raises:
            PlatonicError: another process has it, the folder cannot be written, or it is closed meanwhile
        """
        watched: _Seen | None = None
        since = 0.0
        with named(self._path, "written"):
            while not self._make():
                seen = _seen(self._path)
                if seen is None:
                    # It was removed just now.
                    continue
                if watched is not None and seen != watched:
                    raise state_invalid(
                        f"the journal's folder {self._folder} is used by {_place_of(seen.holder)}: {_advice}"
                    )
                if watched is None:
                    watched, since = seen, _now()
                is_left_over = seen.is_left_over or _now() - since >= _patience
                if is_left_over and self._take_over(seen):
                    continue
                if is_left_over:
                    # Somebody has changed it meanwhile.
                    watched = None
                if closing.wait(_look_interval):
                    raise state_invalid(f"the journal was closed while it waited for its folder {self._folder}")

    def _make(self) -> bool:
        """Makes the file, and says whether there was none."""
        try:
            descriptor = os.open(self._path, NEW, 0o600)
        except FileExistsError:
            return False
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(self._holder.text())
        except BaseException:
            with contextlib.suppress(OSError):
                self._path.unlink()
            raise
        return True

    def _take_over(self, judged: _Seen) -> bool:
        """Removes a lock that is left over, and says whether it was still the same."""
        aside = self._path.with_name(f"{_name}.{self._holder.token}")
        try:
            self._path.rename(aside)
        except FileNotFoundError:
            return False
        is_same = _seen(aside) == judged
        try:
            if not is_same:
                # Its holder lives, or another process has taken it over.
                _put_back(aside, self._path)
        finally:
            aside.unlink(missing_ok=True)
        return is_same

    def require(self) -> None:
        """Raises PlatonicError if the lock is not held any more."""
        if not self._loss:
            self._loss = self._found_loss()
        if self._loss:
            raise state_invalid(self._loss)

    def _found_loss(self) -> str:
        """Says why the lock is lost; nothing if it is not."""
        seen = _seen(self._path)
        if seen is None:
            return (
                f"the lock of the journal's folder {self._folder} was removed by somebody else: "
                "close the wallet, and make another one"
            )
        if seen.text is None or (seen.holder is not None and seen.holder.token == self._holder.token):
            # One that cannot be read just now is looked at again.
            return ""
        return f"the journal's folder {self._folder} was taken over by {_place_of(seen.holder)}: {_advice}"

    def beat(self) -> None:
        """Shows to other processes that the holder lives."""
        if not self._loss:
            self._loss = self._found_loss()
        if not self._loss:
            # A folder that cannot be written now may be written at the next beat.
            with contextlib.suppress(OSError):
                os.utime(self._path)

    def release(self) -> None:
        """Removes the file, if it is that of this hold. One that cannot be removed is left over."""
        seen = _seen(self._path)
        if seen is not None and seen.holder == self._holder:
            with contextlib.suppress(OSError):
                self._path.unlink()


def _place_of(holder: Holder | None) -> str:
    """Names a process in an error."""
    if holder is None:
        return "another process, whose lock cannot be read"
    return f"process {holder.process} on host {holder.host}"


def _now() -> float:
    return time.monotonic()


def _seen(path: Path) -> _Seen | None:
    """Looks at a lock; None if it is not there."""
    try:
        changed_at = os.lstat(path).st_mtime_ns
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        with path.open("rb") as file:
            return _Seen(file.read(_bytes_max), changed_at)
    except OSError:
        return _Seen(None, changed_at)


def _put_back(aside: Path, path: Path) -> None:
    """Gives a lock its name again, unless another one has it by now, whose holder is the first then."""
    try:
        give_name(aside, path)
    except FileExistsError:
        return
