"""Locks of folders, which all journals of this process share."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from weakref import WeakValueDictionary

from .faults import named, state_invalid
from .files import remove_partial
from .lock_file import LockFile
from .processes import this_system

_beat_interval = 2.0
_wait_interval = 0.2


class FolderLock:
    """The lock of a folder, held as long as a journal of this process uses it."""

    def __init__(self, folder: Path) -> None:
        self.files = threading.Lock()
        """Is held by whoever writes files."""
        self.process = os.getpid()
        """The process that has it: one that was forked has not."""
        self._folder = folder
        # The collector of garbage may release a lock in any thread at any time.
        self._changing = threading.RLock()
        self._users: set[object] = set()
        self._file: LockFile | None = None

    def take(self, user: object, closing: threading.Event) -> None:
        """Takes the lock for a journal. Raises PlatonicError if another process has it."""
        while not self._changing.acquire(timeout=_wait_interval):
            if closing.is_set():
                raise state_invalid(f"the journal was closed while it waited for its folder {self._folder}")
        try:
            if self._file is None:
                self._begin(closing)
            self._users.add(user)
        finally:
            self._changing.release()

    def _begin(self, closing: threading.Event) -> None:
        file = LockFile(self._folder)
        file.take(closing)
        try:
            with named(self._folder, "read"):
                # Nobody else can be writing them.
                remove_partial(self._folder)
            _beats.add(self)
        except BaseException:
            file.release()
            raise
        self._file = file

    def require(self) -> None:
        """Raises PlatonicError if another process has taken the lock over."""
        file = self._file
        if file is not None:
            file.require()

    def beat(self) -> None:
        """Shows to other processes that this one lives."""
        file = self._file
        if file is not None:
            file.beat()

    def release(self, user: object) -> None:
        """Releases the lock for a journal, and removes its file with the last one."""
        if self.process != os.getpid():
            return
        with self._changing:
            self._users.discard(user)
            if not self._users and self._file is not None:
                _beats.remove(self)
                self._file.release()
                self._file = None


class _Beats:
    """Shows every 2 s that this process lives, by a thread that does not keep it from ending."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._locks: set[FolderLock] = set()
        self._has_thread = False

    def add(self, lock: FolderLock) -> None:
        with self._changed:
            if not self._has_thread:
                threading.Thread(target=self._run, name="platonic journal", daemon=True).start()
                self._has_thread = True
            self._locks.add(lock)

    def remove(self, lock: FolderLock) -> None:
        with self._changed:
            self._locks.discard(lock)
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                if self._changed.wait_for(lambda: not self._locks, _beat_interval):
                    self._has_thread = False
                    return
                locks = list(self._locks)
            for lock in locks:
                lock.beat()


_beats = _Beats()
_locks: WeakValueDictionary[str, FolderLock] = WeakValueDictionary()
_finding = threading.RLock()


def lock_of(folder: Path) -> FolderLock:
    """Returns the lock of a folder, which is made if it is not there, readable by its user alone."""
    with named(folder, "made"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        place = os.path.realpath(folder)
    with _finding:
        lock = _locks.get(place)
        if lock is None:
            lock = _locks[place] = FolderLock(Path(place))
        return lock


def _forget_all() -> None:
    """Forgets in a forked process what its parent holds."""
    global _beats, _finding
    _beats, _finding = _Beats(), threading.RLock()
    _locks.clear()
    # The process may have numbers of another namespace.
    this_system.cache_clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
