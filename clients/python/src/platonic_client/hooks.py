"""Hooks that observe calls."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .errors import Reason

logger = logging.getLogger("platonic_client")


@dataclass(frozen=True)
class Attempt:
    """An attempt of a call."""

    method: str
    """Full name, such as ``wallet.v1.WalletService/GetWallet``."""
    number: int
    """Counts the attempts of the call, from 1."""
    reason: Reason | None
    """Why it failed; None if it succeeded."""
    duration: float
    """Seconds until the answer or the failure."""


Hook: TypeAlias = Callable[[Attempt], None]
"""Is called after each attempt, by any thread."""


def tell(hooks: Sequence[Hook], attempt: Attempt) -> None:
    """Logs an attempt, and calls the hooks. One that raises does not make the call fail."""
    if attempt.reason is None:
        logger.debug("%s, attempt %d: answered in %.3f s", attempt.method, attempt.number, attempt.duration)
    else:
        facts = (attempt.method, attempt.number, attempt.reason, attempt.duration)
        logger.info("%s, attempt %d: %s after %.3f s", *facts)
    for hook in hooks:
        try:
            hook(attempt)
        except Exception:
            logger.exception("a hook of attempts has failed")
