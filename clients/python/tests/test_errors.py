from __future__ import annotations

import pickle

import grpc
import pytest
from platonic.fault.v1.fault_pb2 import FaultDetail

from platonic_client import PlatonicError, Reason
from platonic_client._calls.status import _Status, error_of

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


def test_after_too_many_calls_at_an_intermediary_there_is_a_wait() -> None:
    assert error_of(Code.UNAVAILABLE, "Received http2 header with status: 429", (), ()).retry_after == 1


def test_a_refusal_is_none_where_another_copy_may_have_been_processed() -> None:
    assert PlatonicError(Reason.PARAMETER_INVALID, "no").is_refusal
    assert not PlatonicError(Reason.PARAMETER_INVALID, "no", was_sent_again=True).is_refusal
    assert PlatonicError(Reason.STATE_INVALID, "no", is_from_channel=True).is_refusal
