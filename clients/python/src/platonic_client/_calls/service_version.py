"""The version of a service, compared with that of this client."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable

from platonic_client._version import __version__
from platonic_client.hooks import logger

VERSION_HEADER = "platonic-version"

_form = re.compile(r"(\d{1,9})\.(\d{1,9})\.\d{1,9}([-+][0-9A-Za-z.+-]*)?\Z", re.ASCII)


class ServiceVersion:
    """Hears of the version of a service, and warns once of one that does not fit."""

    def __init__(self, endpoint: str, on_warning: Callable[[str], None] | None) -> None:
        self.text = ""
        """Empty before the first answer."""
        self._endpoint = endpoint
        self._warn = logger.warning if on_warning is None else on_warning
        self._lock = threading.Lock()

    def hear(self, version: str) -> None:
        """Notes the version in an answer. One that is none is ignored."""
        if self.text or not _form.match(version):
            return
        with self._lock:
            if self.text:
                return
            self.text = version
        theirs, ours = _compatibility(version), _compatibility(__version__)
        if theirs == ours:
            return
        has = f"the service at {self._endpoint} has version {version}"
        advice = (
            f"older than this client ({__version__}): calls that it does not know fail with NOT_FOUND; "
            "update the service, or use the client of its version"
            if theirs < ours
            else f"newer than this client ({__version__}): update the client"
        )
        try:
            self._warn(f"{has}, {advice}")
        except Exception:
            logger.exception("on_warning has failed")


def _compatibility(version: str) -> tuple[int, int]:
    """Returns what all versions that fit have in common: the major number, and the minor one while that is 0."""
    found = _form.match(version)
    major, minor = (int(found[1]), int(found[2])) if found else (0, 0)
    return major, minor if major == 0 else 0
