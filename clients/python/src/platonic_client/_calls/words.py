"""Words of the contract for the numbers of its enumerations."""

from __future__ import annotations

from typing import Any


def word_of(enumeration: Any, number: int, prefix: str) -> str:
    """Returns the word of a number without its prefix; the number itself for one that is newer than this package."""
    try:
        return str(enumeration.Name(number)).removeprefix(prefix)
    except ValueError:
        return str(number)
