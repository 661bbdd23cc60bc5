"""Waits and budget of repetitions."""

from __future__ import annotations

import random
import threading

ATTEMPTS_MAX = 4
"""Highest number of attempts of one call."""
_first_wait = 0.1
_wait_max = 30.0

_random = random.SystemRandom()


def back_off(failures: int) -> float:
    """Returns the wait after a number of failures, from 1: a random half to whole of 100 ms * 2^(failures - 1)."""
    whole = min(_first_wait * 2 ** min(failures - 1, 20), _wait_max)
    return float(whole * _random.uniform(0.5, 1))


def wait_after(retry_after: float, failures: int) -> float:
    """Returns the wait before the next attempt, which is never less than the service asks for."""
    return max(back_off(failures), retry_after)


class Budget:
    """Bounds the repetitions of a client, so that clients do not bury a service that is down."""

    _first = 100
    """Tenths of a repetition in the first place."""
    _most = 1000

    def __init__(self) -> None:
        self._tenths = self._first
        self._lock = threading.Lock()

    @property
    def is_empty(self) -> bool:
        """Whether no repetition is left."""
        with self._lock:
            return self._tenths < 10

    def take(self) -> bool:
        """Spends one repetition, and says whether there was one."""
        with self._lock:
            if self._tenths < 10:
                return False
            self._tenths -= 10
            return True

    def succeeded(self) -> None:
        """Saves a tenth of a repetition."""
        with self._lock:
            self._tenths = min(self._tenths + 1, self._most)
