"""Spans of time that callers set."""

from __future__ import annotations

LONGEST = 24 * 86_400.0
"""Seconds that every timer can take; whatever is longer counts as this."""
_shortest_attempt = 5.0


def time_limit(seconds: float, name: str) -> float:
    """Returns a limit in seconds, which is infinite for none.

    Raises:
        ValueError: it is not positive, or no number
    """
    if not seconds > 0:
        raise ValueError(f"{name} must be a positive number of seconds, or math.inf for none, not {seconds!r}")
    return min(float(seconds), LONGEST)


def attempt_time(whole: float) -> float:
    """Returns the time of one attempt: a part of the whole, so that one without an answer leaves time for others."""
    return max(whole / 3, _shortest_attempt)
