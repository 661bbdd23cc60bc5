"""Processes of this machine."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

_query_limited_information = 0x1000
_invalid_parameter = 87
"""Windows' error for a number that no process has."""
_still_active = 259


@cache
def this_system() -> str | None:
    """Returns the start of this Linux and the namespace of its process numbers; None on other systems.

    Containers with one host name have numbers of their own.
    """
    try:
        start = Path("/proc/sys/kernel/random/boot_id").read_text("utf-8").strip()
        return f"{start} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return None


def is_running(process: int) -> bool:
    """Says whether a process runs. One of which the system tells nothing counts as running."""
    if sys.platform == "win32":
        # There `os.kill` would end it.
        return _is_running_on_windows(process)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        # It belongs to another user, or its number is one of another system.
        return True
    return True


def _is_running_on_windows(process: int) -> bool:
    import ctypes

    system = getattr(ctypes, "WinDLL")("kernel32", use_last_error=True)  # noqa: B009
    system.OpenProcess.restype = ctypes.c_void_p
    handle = system.OpenProcess(_query_limited_information, False, process)
    if not handle:
        return bool(getattr(ctypes, "get_last_error")() != _invalid_parameter)  # noqa: B009
    try:
        code = ctypes.c_ulong()
        has_told = system.GetExitCodeProcess(ctypes.c_void_p(handle), ctypes.byref(code))
        return not has_told or code.value == _still_active
    finally:
        system.CloseHandle(ctypes.c_void_p(handle))
