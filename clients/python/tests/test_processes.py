from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from typing import Any

import pytest

from platonic_client._journal import processes


def test_a_process_runs_until_it_has_ended() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert processes.is_running(os.getpid())
    assert not processes.is_running(ended.pid)


@pytest.mark.parametrize("error", [PermissionError(), OverflowError()])
def test_a_process_of_which_the_system_tells_nothing_runs(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(os, "kill", refuse)
    assert processes.is_running(1)


class Kernel:
    """Windows' functions for processes, as far as they are used."""

    def __init__(self, handle: int = 5, code: int = 259, error: int = 0) -> None:
        self.handle, self.code, self.error, self.closed = handle, code, error, 0

    def OpenProcess(self, access: int, inherits: bool, process: int) -> int:  # noqa: N802
        return self.handle

    def GetExitCodeProcess(self, handle: Any, code: Any) -> int:  # noqa: N802
        code._obj.value = self.code
        return 1

    def CloseHandle(self, handle: Any) -> None:  # noqa: N802
        self.closed = handle.value


@pytest.mark.parametrize(
    ("kernel", "is_running"),
    [
        (Kernel(), True),
        (Kernel(code=0), False),
        # There is none with this number, or it belongs to somebody else.
        (Kernel(handle=0, error=87), False),
        (Kernel(handle=0, error=5), True),
    ],
)
def test_windows_is_asked_without_a_signal(kernel: Kernel, is_running: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    class Function:
        """A function of a library, whose types can be set."""

        def __init__(self, act: Any) -> None:
            self.act = act

        def __call__(self, *parameters: Any) -> Any:
            return self.act(*parameters)

    class Library:
        def __init__(self, name: str, use_last_error: bool) -> None:
            assert (name, use_last_error) == ("kernel32", True)
            for function in ("OpenProcess", "GetExitCodeProcess", "CloseHandle"):
                setattr(self, function, Function(getattr(kernel, function)))

    def refuse(*_: object) -> None:
        raise AssertionError("this would end the process")

    monkeypatch.setattr(ctypes, "WinDLL", Library, raising=False)
    monkeypatch.setattr(ctypes, "get_last_error", lambda: kernel.error, raising=False)
    monkeypatch.setattr(os, "kill", refuse)
    monkeypatch.setattr(sys, "platform", "win32")
    assert processes.is_running(7) is is_running
    assert kernel.closed == kernel.handle
