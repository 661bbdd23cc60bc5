from __future__ import annotations

import pickle

import grpc
import pytest
from platonic.channel.v1.channel_pb2 import Error as ChannelError
from platonic.fault.v1.fault_pb2 import FaultDetail

from platonic_client import PlatonicError, Reason
from platonic_client._calls.status import _Status, error_of
from platonic_client.channel._errors import error_of as error_of_channel

Code = grpc.StatusCode


def test_errors_can_be_sent_to_other_processes() -> None:
    error = PlatonicError(Reason.PARAMETER_INVALID, "too long", parameter="amount", retry_after=2)
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.parameter, copy.retry_after) == ("PARAMETER_INVALID (amount): too long", "amount", 2)
    assert copy.reason == "PARAMETER_INVALID"


def test_the_word_of_the_contract_counts() -> None:
    status = _Status()
    status.details.add(type_url="type.googleapis.com/a.Stranger", value=b"x")
    status.details.add().Pack(FaultDetail(reason="REASON_RESOURCE_CONFLICT", parameter="id"))
    trailing = (("retry-after", "2"), ("grpc-status-details-bin", status.SerializeToString()))
    error = error_of(Code.ALREADY_EXISTS, "it is there", (), trailing)
    assert (error.reason, error.parameter, error.retry_after) == (Reason.RESOURCE_CONFLICT, "id", 2)


def test_a_word_that_is_newer_than_this_package_is_unknown() -> None:
    status = _Status()
    status.details.add().Pack(FaultDetail(reason=999))  # type: ignore[arg-type]
    details = (("grpc-status-details-bin", status.SerializeToString()),)
    assert error_of(Code.ABORTED, "new", (), details).reason is Reason.UNKNOWN


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (Code.UNAVAILABLE, Reason.UNREACHABLE),
        (Code.INTERNAL, Reason.UNREACHABLE),
        (Code.CANCELLED, Reason.UNREACHABLE),
        (Code.DEADLINE_EXCEEDED, Reason.TIMED_OUT),
        (Code.UNIMPLEMENTED, Reason.UNKNOWN),
    ],
)
def test_an_answer_that_is_not_one_of_the_service(code: grpc.StatusCode, reason: Reason) -> None:
    broken = (("grpc-status-details-bin", b"\xff"),)
    assert error_of(code, None, None, broken).reason is reason


@pytest.mark.parametrize(
    ("code", "status", "reason"),
    [
        (Code.INTERNAL, 400, Reason.UNKNOWN),
        (Code.UNAUTHENTICATED, 401, Reason.UNKNOWN),
        (Code.PERMISSION_DENIED, 403, Reason.UNKNOWN),
        (Code.UNIMPLEMENTED, 404, Reason.UNKNOWN),
        (Code.UNKNOWN, 408, Reason.UNREACHABLE),
        (Code.UNKNOWN, 301, Reason.UNKNOWN),
        (Code.UNKNOWN, 418, Reason.UNKNOWN),
        (Code.UNAVAILABLE, 429, Reason.UNREACHABLE),
        (Code.UNAVAILABLE, 503, Reason.UNREACHABLE),
        (Code.UNKNOWN, 505, Reason.UNREACHABLE),
    ],
)
def test_the_status_of_an_intermediary_says_whether_it_passes(
    code: grpc.StatusCode, status: int, reason: Reason
) -> None:
    error = error_of(code, f"Received http2 header with status: {status}", (), ())
    assert (error.reason, str(status) in error.message) == (reason, True)


@pytest.mark.parametrize("text", [None, "", " "])
def test_an_error_has_a_text(text: str | None) -> None:
    status = _Status()
    status.details.add().Pack(FaultDetail(reason="REASON_RESOURCE_CONFLICT"))
    for details in ((), (("grpc-status-details-bin", status.SerializeToString()),)):
        assert "ABORTED" in error_of(Code.ABORTED, text, (), details).message
    assert "999" in error_of_channel(ChannelError(reason=999)).message  # type: ignore[arg-type]


def test_after_too_many_calls_at_an_intermediary_there_is_a_wait() -> None:
    assert error_of(Code.UNAVAILABLE, "Received http2 header with status: 429", (), ()).retry_after == 1


def test_a_refusal_is_none_where_another_copy_may_have_been_processed() -> None:
    assert PlatonicError(Reason.PARAMETER_INVALID, "no").is_refusal
    assert not PlatonicError(Reason.PARAMETER_INVALID, "no", was_sent_again=True).is_refusal
    assert PlatonicError(Reason.STATE_INVALID, "no", is_from_channel=True).is_refusal
