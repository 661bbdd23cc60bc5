"""Errors of the channel."""

from __future__ import annotations

from platonic.channel.v1.channel_pb2 import Error as ChannelError
from platonic.fault.v1.fault_pb2 import Reason as ReasonOfContract

from platonic_client.errors import PlatonicError, Reason


class LostError(Exception):
    """A connection that has ended, or was not opened."""

    def __init__(self, why: str, retry_after: float = 0.0) -> None:
        super().__init__(why)
        self.retry_after = retry_after


def lost_answer() -> PlatonicError:
    """Returns the error of a request whose connection has ended."""
    return PlatonicError(Reason.UNREACHABLE, "the channel was lost before there was an answer", was_sent_again=True)


def _reason_of(number: int) -> Reason:
    """Returns the contract's word; UNKNOWN for one that is newer than this package."""
    try:
        return Reason(ReasonOfContract.Name(number).removeprefix("REASON_"))
    except ValueError:
        return Reason.UNKNOWN


def error_of(error: ChannelError) -> PlatonicError:
    """Converts an error of the channel."""
    if not error.HasField("reason"):
        return PlatonicError(Reason.TIMED_OUT, f"the time of the request is over: {error.message}")
    reason = _reason_of(error.reason)
    return PlatonicError(
        reason,
        error.message or f"the service refused without a text, for the reason {error.reason}",
        parameter=error.parameter,
        retry_after=error.retry_after / 1000,
        is_from_channel=True,
    )
