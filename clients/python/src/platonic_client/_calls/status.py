"""Errors of gRPC, converted to those of the contract."""

from __future__ import annotations

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


_too_many = "status: 429"
_wait_of_too_many = 1.0
"""Wait after an intermediary's refusal of too many calls: gRPC does not show the Retry-After of intermediaries."""


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
    fault = _fault_of(headers)
    text = message or code.name
    if not wait and text.endswith(_too_many):
        wait = _wait_of_too_many
    if fault is not None:
        return PlatonicError(_reason_of(fault), text, parameter=fault.parameter, retry_after=wait)
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return PlatonicError(Reason.TIMED_OUT, "the deadline has passed", retry_after=wait)
    reason = Reason.UNREACHABLE if code in _lost else Reason.UNKNOWN
    return PlatonicError(reason, text, retry_after=wait)


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
    if not text:
        return 0
    try:
        seconds = float(text)
        return seconds if 0 < seconds < 1e6 else 0
    except ValueError:
        pass
    at, now = time_of(text), time_of(date)
    if at is None:
        return 0
    return max(0.0, at - (time.time() if now is None else now))


def time_of(date: str) -> float | None:
    """Reads the time of a header in seconds since 1970; None if it is none."""
    try:
        return parsedate_to_datetime(date).timestamp()
    except (TypeError, ValueError):
        return None
