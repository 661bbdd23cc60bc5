"""Errors of a folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike

from platonic_client.errors import PlatonicError, Reason


def state_invalid(message: str) -> PlatonicError:
    """Returns the error of a journal that cannot be used."""
    return PlatonicError(Reason.STATE_INVALID, message)


@contextmanager
def named(path: PathLike[str], act: str) -> Iterator[None]:
    """Converts errors of the system, so that they name a file or a folder and the act that has failed."""
    try:
        yield
    except OSError as error:
        words = error.strerror or repr(error)
        raise state_invalid(
            f"the journal's {path} cannot be {act}: {words}. Nothing is lost: make room, or allow it, and call again"
        ) from error
