"""Files that are written whole or not at all, and folders."""

from __future__ import annotations

import errno
import os
import secrets
from pathlib import Path

NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
"""Flags of files that are made and must not be there."""

_partial = ".new"
_no_links = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}
"""Errors of file systems that have no hard links."""


def partial_of(path: Path) -> Path:
    """Returns a name for a file that is not whole yet, which no other process uses at the same time."""
    return path.with_name(f"{path.name}.{secrets.token_hex(8)}{_partial}")


def write(path: Path, text: str) -> None:
    """Writes a new file, and syncs it to disk."""
    descriptor = os.open(path, NEW, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def give_name(partial: Path, path: Path) -> None:
    """Gives a file a name in addition, or instead where there are no hard links.

    Raises:
        FileExistsError: another file has the name
    """
    link = getattr(os, "link", None)
    if os.name != "nt" and link is not None:
        try:
            link(partial, path)
        except OSError as error:
            if error.errno not in _no_links:
                raise
        else:
            return
    # The lock of the folder keeps other processes from taking the name in between. Windows replaces no file.
    if path.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    partial.rename(path)


def sync_folder(folder: Path) -> None:
    """Makes the names in a folder durable. Windows cannot, and does not need it."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove_quietly(path: Path) -> None:
    """Removes a file, if it can be removed."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return


def remove_partial(folder: Path) -> None:
    """Removes files that an earlier process has not finished, if they can be removed."""
    for path in folder.iterdir():
        if path.name.endswith(_partial):
            remove_quietly(path)
