from typing import Any as _Any
import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from platonic.access.v1 import access_pb2 as _access_pb2
from platonic.call.v1 import call_pb2 as _call_pb2
from platonic.fault.v1 import fault_pb2 as _fault_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class UsageStep(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    USAGE_STEP_UNSPECIFIED: _ClassVar[UsageStep]
    USAGE_STEP_HOUR: _ClassVar[UsageStep]
    USAGE_STEP_DAY: _ClassVar[UsageStep]
USAGE_STEP_UNSPECIFIED: UsageStep
USAGE_STEP_HOUR: UsageStep
USAGE_STEP_DAY: UsageStep

class GetUsageRequest(_message.Message):
    __slots__ = ("identity_id", "key_id", "until", "step")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    FROM_FIELD_NUMBER: _ClassVar[int]
    UNTIL_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    key_id: str
    until: str
    step: UsageStep
    def __init__(self, identity_id: _Optional[str] = ..., key_id: _Optional[str] = ..., until: _Optional[str] = ..., step: _Optional[_Union[UsageStep, str]] = ..., **kwargs: _Any) -> None: ...

class GetUsageResponse(_message.Message):
    __slots__ = ("until", "points")
    FROM_FIELD_NUMBER: _ClassVar[int]
    UNTIL_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    until: _timestamp_pb2.Timestamp
    points: _containers.RepeatedCompositeFieldContainer[UsagePoint]
    def __init__(self, until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., points: _Optional[_Iterable[_Union[UsagePoint, _Mapping[str, _Any]]]] = ..., **kwargs: _Any) -> None: ...

class UsagePoint(_message.Message):
    __slots__ = ("start", "operation", "calls", "failures", "abandoned")
    START_FIELD_NUMBER: _ClassVar[int]
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    CALLS_FIELD_NUMBER: _ClassVar[int]
    FAILURES_FIELD_NUMBER: _ClassVar[int]
    ABANDONED_FIELD_NUMBER: _ClassVar[int]
    start: _timestamp_pb2.Timestamp
    operation: str
    calls: int
    failures: _containers.RepeatedCompositeFieldContainer[UsageFailures]
    abandoned: int
    def __init__(self, start: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., operation: _Optional[str] = ..., calls: _Optional[int] = ..., failures: _Optional[_Iterable[_Union[UsageFailures, _Mapping[str, _Any]]]] = ..., abandoned: _Optional[int] = ...) -> None: ...

class UsageFailures(_message.Message):
    __slots__ = ("reason", "calls")
    REASON_FIELD_NUMBER: _ClassVar[int]
    CALLS_FIELD_NUMBER: _ClassVar[int]
    reason: _fault_pb2.Reason
    calls: int
    def __init__(self, reason: _Optional[_Union[_fault_pb2.Reason, str]] = ..., calls: _Optional[int] = ...) -> None: ...

class GetRateRequest(_message.Message):
    __slots__ = ("identity_id", "key_id")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    key_id: str
    def __init__(self, identity_id: _Optional[str] = ..., key_id: _Optional[str] = ...) -> None: ...

class GetRateResponse(_message.Message):
    __slots__ = ("plan", "limit", "used", "resets_at", "concurrent_limit", "concurrent")
    PLAN_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    USED_FIELD_NUMBER: _ClassVar[int]
    RESETS_AT_FIELD_NUMBER: _ClassVar[int]
    CONCURRENT_LIMIT_FIELD_NUMBER: _ClassVar[int]
    CONCURRENT_FIELD_NUMBER: _ClassVar[int]
    plan: str
    limit: int
    used: int
    resets_at: _timestamp_pb2.Timestamp
    concurrent_limit: int
    concurrent: int
    def __init__(self, plan: _Optional[str] = ..., limit: _Optional[int] = ..., used: _Optional[int] = ..., resets_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., concurrent_limit: _Optional[int] = ..., concurrent: _Optional[int] = ...) -> None: ...

class ListRefusalsRequest(_message.Message):
    __slots__ = ("identity_id", "key_id", "page_size", "page_token")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    key_id: str
    page_size: int
    page_token: str
    def __init__(self, identity_id: _Optional[str] = ..., key_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListRefusalsResponse(_message.Message):
    __slots__ = ("refusals", "next_page_token")
    REFUSALS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    refusals: _containers.RepeatedCompositeFieldContainer[Refusal]
    next_page_token: str
    def __init__(self, refusals: _Optional[_Iterable[_Union[Refusal, _Mapping[str, _Any]]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class Refusal(_message.Message):
    __slots__ = ("id", "refused_at", "operation", "reason", "parameter", "message", "request_id", "protocol", "key_id", "identity_id")
    ID_FIELD_NUMBER: _ClassVar[int]
    REFUSED_AT_FIELD_NUMBER: _ClassVar[int]
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    PARAMETER_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    refused_at: _timestamp_pb2.Timestamp
    operation: str
    reason: _fault_pb2.Reason
    parameter: str
    message: str
    request_id: str
    protocol: str
    key_id: str
    identity_id: str
    def __init__(self, id: _Optional[str] = ..., refused_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., operation: _Optional[str] = ..., reason: _Optional[_Union[_fault_pb2.Reason, str]] = ..., parameter: _Optional[str] = ..., message: _Optional[str] = ..., request_id: _Optional[str] = ..., protocol: _Optional[str] = ..., key_id: _Optional[str] = ..., identity_id: _Optional[str] = ...) -> None: ...
