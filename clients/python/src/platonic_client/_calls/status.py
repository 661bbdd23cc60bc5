"""Errors of gRPC, converted to those of the contract."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from email.utils import parsedate_to_datetime
from typing import Any

import grpc
from google.protobuf import any_pb2, descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError
from platonic.fault.v1.fault_pb2 import FaultDetail
from platonic.fault.v1.fault_pb2 import Reason as ReasonOfContract

from platonic_client.errors import PlatonicError, Reason

from .service_version import VERSION_HEADER
from .times import LONGEST


def _status_class() -> Any:
    """Makes the class of google.rpc.Status, under a name of ours: others may have loaded it, too."""
    field = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(
        name="platonic_client/status.proto",
        package="platonic_client",
        syntax="proto3",
        dependency=[any_pb2.DESCRIPTOR.name],
    )
    status = file.message_type.add(name="Status")
    status.field.add(name="code", number=1, type=field.TYPE_INT32, label=field.LABEL_OPTIONAL)
    status.field.add(name="message", number=2, type=field.TYPE_STRING, label=field.LABEL_OPTIONAL)
    status.field.add(
        name="details",
        number=3,
        type=field.TYPE_MESSAGE,
        label=field.LABEL_REPEATED,
        type_name=".google.protobuf.Any",
    )
    pool: Any = descriptor_pool.Default()  # type: ignore[no-untyped-call]
    pool.AddSerializedFile(file.SerializeToString())
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("platonic_client.Status"))


_Status = _status_class()

Metadata = Iterable[tuple[str, Any]]

_lost = {
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.CANCELLED,
}
"""Codes of calls that have no answer of the service, if they have no details."""

_intermediary = re.compile(r"Received http2 header with status: (\d+)")
"""Text of gRPC for an answer with a status of HTTP, of which it shows neither the headers nor the body."""
_too_many = 429
_wait_of_too_many = 1.0
"""Wait after an intermediary's refusal of too many calls, as its Retry-After is not shown."""
_seconds = re.compile(r"\d+(\.\d+)?\Z", re.ASCII)


def header_of(metadata: Metadata | None, name: str) -> str:
    """Returns a header of an answer; empty if it is not there."""
    for key, value in metadata or ():
        if key == name:
            return str(value)
    return ""


def error_of(
    code: grpc.StatusCode, message: str | None, initial: Metadata | None, trailing: Metadata | None
) -> PlatonicError:
    """Converts a status."""
    headers = [*(initial or ()), *(trailing or ())]
    wait = retry_after(header_of(headers, "retry-after"), header_of(headers, "date"))
    version = header_of(headers, VERSION_HEADER)
    fault = _fault_of(headers)
    text = (message or "").strip() or f"the answer has no text, and the status {code.name}"
    if fault is not None:
        reason = _reason_of(fault)
        return PlatonicError(reason, text, parameter=fault.parameter, retry_after=wait, service_version=version)
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return PlatonicError(Reason.TIMED_OUT, "the deadline has passed", retry_after=wait, service_version=version)
    answered = _intermediary.search(text)
    if answered is not None:
        return _error_of_intermediary(int(answered[1]), wait)
    reason = Reason.UNREACHABLE if code in _lost else Reason.UNKNOWN
    return PlatonicError(reason, text, retry_after=wait, service_version=version)


def _error_of_intermediary(status: int, wait: float) -> PlatonicError:
    """Returns the error of an answer by HTTP that is not one of the service."""
    if status == _too_many:
        wait = wait or _wait_of_too_many
    return PlatonicError(
        reason_of_status(status), f"an intermediary answered with the status {status} of HTTP", retry_after=wait
    )


def reason_of_status(status: int) -> Reason:
    """Returns the reason of an answer by HTTP that is not one of the service."""
    is_passing = status in (408, _too_many) or status >= 500
    return Reason.UNREACHABLE if 200 <= status < 300 or is_passing else Reason.UNKNOWN


def _fault_of(headers: Metadata) -> FaultDetail | None:
    for key, value in headers:
        if key != "grpc-status-details-bin":
            continue
        try:
            details = _Status.FromString(value).details
        except DecodeError:
            return None
        for detail in details:
            fault = FaultDetail()
            if detail.Is(FaultDetail.DESCRIPTOR) and detail.Unpack(fault):
                return fault
    return None


def _reason_of(fault: FaultDetail) -> Reason:
    """Returns the contract's word; UNKNOWN for one that is newer than this package."""
    try:
        return Reason(ReasonOfContract.Name(fault.reason).removeprefix("REASON_"))
    except ValueError:
        return Reason.UNKNOWN


def retry_after(text: str, date: str) -> float:
    """Reads the header Retry-After: seconds, or a time, which is compared with the service's own."""
    if _seconds.match(text):
        return min(float(text), LONGEST)
    at, now = time_of(text), time_of(date)
    if at is None:
        return 0
    return min(max(0.0, at - (time.time() if now is None else now)), LONGEST)


def time_of(date: str) -> float | None:
    """Reads the time of a header in seconds since 1970; None if it is none."""
    try:
        return parsedate_to_datetime(date).timestamp()
    except (OverflowError, TypeError, ValueError):
        return None
