from typing import Any as _Any
import datetime

from google.protobuf import descriptor_pb2 as _descriptor_pb2
from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Reason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REASON_UNSPECIFIED: _ClassVar[Reason]
    REASON_AUTHENTICATION_REQUIRED: _ClassVar[Reason]
    REASON_INVALID_API_KEY: _ClassVar[Reason]
    REASON_PARAMETER_REQUIRED: _ClassVar[Reason]
    REASON_PARAMETER_INVALID: _ClassVar[Reason]
    REASON_VECTOR_DIMENSION_MISMATCH: _ClassVar[Reason]
    REASON_TRANSFORMATION_ERROR: _ClassVar[Reason]
    REASON_RESOURCE_NOT_FOUND: _ClassVar[Reason]
    REASON_RATE_LIMIT_EXCEEDED: _ClassVar[Reason]
    REASON_INTERNAL: _ClassVar[Reason]
    REASON_RESOURCE_CONFLICT: _ClassVar[Reason]
    REASON_VERSION_MISMATCH: _ClassVar[Reason]
    REASON_STATE_INVALID: _ClassVar[Reason]
    REASON_UNAVAILABLE: _ClassVar[Reason]
    REASON_DEADLINE_EXCEEDED: _ClassVar[Reason]
REASON_UNSPECIFIED: Reason
REASON_AUTHENTICATION_REQUIRED: Reason
REASON_INVALID_API_KEY: Reason
REASON_PARAMETER_REQUIRED: Reason
REASON_PARAMETER_INVALID: Reason
REASON_VECTOR_DIMENSION_MISMATCH: Reason
REASON_TRANSFORMATION_ERROR: Reason
REASON_RESOURCE_NOT_FOUND: Reason
REASON_RATE_LIMIT_EXCEEDED: Reason
REASON_INTERNAL: Reason
REASON_RESOURCE_CONFLICT: Reason
REASON_VERSION_MISMATCH: Reason
REASON_STATE_INVALID: Reason
REASON_UNAVAILABLE: Reason
REASON_DEADLINE_EXCEEDED: Reason
UNEXPECTED_FIELD_NUMBER: int
unexpected: _descriptor.FieldDescriptor

class FaultDetail(_message.Message):
    __slots__ = ("reason", "parameter", "provided", "valid_range", "required_permission", "correlation_id", "server_time")
    REASON_FIELD_NUMBER: _ClassVar[int]
    PARAMETER_FIELD_NUMBER: _ClassVar[int]
    PROVIDED_FIELD_NUMBER: _ClassVar[int]
    VALID_RANGE_FIELD_NUMBER: _ClassVar[int]
    REQUIRED_PERMISSION_FIELD_NUMBER: _ClassVar[int]
    CORRELATION_ID_FIELD_NUMBER: _ClassVar[int]
    SERVER_TIME_FIELD_NUMBER: _ClassVar[int]
    reason: Reason
    parameter: str
    provided: _struct_pb2.Value
    valid_range: ValidRange
    required_permission: str
    correlation_id: str
    server_time: _timestamp_pb2.Timestamp
    def __init__(self, reason: _Optional[_Union[Reason, str]] = ..., parameter: _Optional[str] = ..., provided: _Optional[_Union[_struct_pb2.Value, _Mapping[str, _Any]]] = ..., valid_range: _Optional[_Union[ValidRange, _Mapping[str, _Any]]] = ..., required_permission: _Optional[str] = ..., correlation_id: _Optional[str] = ..., server_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ...) -> None: ...

class ValidRange(_message.Message):
    __slots__ = ("minimum", "maximum")
    MINIMUM_FIELD_NUMBER: _ClassVar[int]
    MAXIMUM_FIELD_NUMBER: _ClassVar[int]
    minimum: float
    maximum: float
    def __init__(self, minimum: _Optional[float] = ..., maximum: _Optional[float] = ...) -> None: ...
