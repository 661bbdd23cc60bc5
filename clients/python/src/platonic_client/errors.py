"""Errors of calls."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import partial


class Reason(str, Enum):
    """The word for why a call failed. Programs compare it, never the text of an error."""

    AUTHENTICATION_REQUIRED = "AUTHENTICATION_REQUIRED"
    INVALID_API_KEY = "INVALID_API_KEY"
    PARAMETER_REQUIRED = "PARAMETER_REQUIRED"
    PARAMETER_INVALID = "PARAMETER_INVALID"
    VECTOR_DIMENSION_MISMATCH = "VECTOR_DIMENSION_MISMATCH"
    TRANSFORMATION_ERROR = "TRANSFORMATION_ERROR"
    RESOURCE_NOT_FOUND = "RESOURCE_NOT_FOUND"
    RATE_LIMIT_EXCEEDED = "RATE_LIMIT_EXCEEDED"
    INTERNAL = "INTERNAL"
    RESOURCE_CONFLICT = "RESOURCE_CONFLICT"
    VERSION_MISMATCH = "VERSION_MISMATCH"
    STATE_INVALID = "STATE_INVALID"
    UNAVAILABLE = "UNAVAILABLE"
    DEADLINE_EXCEEDED = "DEADLINE_EXCEEDED"

    UNREACHABLE = "UNREACHABLE"
    """There was no answer, or one of an intermediary."""
    TIMED_OUT = "TIMED_OUT"
    """The deadline of the caller or of the method has passed."""
    UNKNOWN = "UNKNOWN"
    """The answer is not one of the service, or newer than this package."""

    def __str__(self) -> str:
        """Returns the word."""
        return self.value


class PlatonicError(Exception):
    """A failed call. Its cause is the error of the transport, if there is one."""

    reason: Reason
    parameter: str
    """Path of the parameter that is wrong, such as ``data[2]``; empty if it is none."""
    message: str
    retry_after: float
    """Seconds that the service asks to wait; 0 if it asks for none."""

    def __init__(
        self,
        reason: Reason,
        message: str,
        *,
        parameter: str = "",
        retry_after: float = 0,
        was_not_sent: bool = False,
        was_sent_again: bool = False,
        is_from_channel: bool = False,
        service_version: str = "",
    ) -> None:
        place = f" ({parameter})" if parameter else ""
        super().__init__(f"{reason}{place}: {message}")
        self.reason = reason
        self.parameter = parameter
        self.message = message
        self.retry_after = retry_after
        self._was_not_sent = was_not_sent
        self._was_sent_again = was_sent_again
        self._is_from_channel = is_from_channel
        self._service_version = service_version

    def __reduce__(self) -> tuple[Callable[[], PlatonicError], tuple[()]]:
        facts = {"parameter": self.parameter, "retry_after": self.retry_after}
        return partial(PlatonicError, self.reason, self.message, **facts), ()  # type: ignore[arg-type]

    @property
    def is_refusal(self) -> bool:
        """Whether the only request of an operation was refused for good.

        An intermediary may have sent it more than once, and passed on the answer to a later copy: then only a fault of
        the order itself holds for all copies.
        """
        if self._was_sent_again:
            return False
        if self.reason in _order_faults:
            return True
        return self.reason in _passing_faults and (self._was_not_sent or self._is_from_channel)

    @property
    def is_limited_unsent(self) -> bool:
        """Whether no session could be opened, as the service allows none before ``retry_after``."""
        return self._was_not_sent and self.reason is Reason.RATE_LIMIT_EXCEEDED

    def as_not_sent(self) -> PlatonicError:
        """Returns the same error for a call that was not sent, as no session could be opened for it."""
        error = PlatonicError(
            self.reason, self.message, parameter=self.parameter, retry_after=self.retry_after, was_not_sent=True
        )
        error.__cause__ = self
        return error

    @property
    def service_version(self) -> str:
        """The version that the service has named with this error; empty if it has not."""
        return self._service_version

    @property
    def was_not_sent(self) -> bool:
        """Whether no session could be opened, so that the call itself was not sent."""
        return self._was_not_sent


_order_faults = {Reason.PARAMETER_REQUIRED, Reason.PARAMETER_INVALID, Reason.RESOURCE_CONFLICT}
_passing_faults = {
    Reason.AUTHENTICATION_REQUIRED,
    Reason.INVALID_API_KEY,
    Reason.RESOURCE_NOT_FOUND,
    Reason.STATE_INVALID,
}


def invalid(parameter: str, message: str) -> PlatonicError:
    """Returns the error of a parameter that is refused before anything is sent."""
    return PlatonicError(Reason.PARAMETER_INVALID, message, parameter=parameter)
