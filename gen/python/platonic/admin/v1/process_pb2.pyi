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

class ProcessState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PROCESS_STATE_UNSPECIFIED: _ClassVar[ProcessState]
    PROCESS_STATE_READY: _ClassVar[ProcessState]
    PROCESS_STATE_DRAINING: _ClassVar[ProcessState]
    PROCESS_STATE_SILENT: _ClassVar[ProcessState]
PROCESS_STATE_UNSPECIFIED: ProcessState
PROCESS_STATE_READY: ProcessState
PROCESS_STATE_DRAINING: ProcessState
PROCESS_STATE_SILENT: ProcessState

class ListProcessesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListProcessesResponse(_message.Message):
    __slots__ = ("processes",)
    PROCESSES_FIELD_NUMBER: _ClassVar[int]
    processes: _containers.RepeatedCompositeFieldContainer[ServerProcess]
    def __init__(self, processes: _Optional[_Iterable[_Union[ServerProcess, _Mapping[str, _Any]]]] = ...) -> None: ...

class ServerProcess(_message.Message):
    __slots__ = ("id", "host", "pid", "version", "state", "is_answering", "started_at", "heartbeat_at", "calls_per_second", "utilization", "memory_bytes", "database_ms", "clock_ahead_ms")
    ID_FIELD_NUMBER: _ClassVar[int]
    HOST_FIELD_NUMBER: _ClassVar[int]
    PID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    IS_ANSWERING_FIELD_NUMBER: _ClassVar[int]
    STARTED_AT_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_AT_FIELD_NUMBER: _ClassVar[int]
    CALLS_PER_SECOND_FIELD_NUMBER: _ClassVar[int]
    UTILIZATION_FIELD_NUMBER: _ClassVar[int]
    MEMORY_BYTES_FIELD_NUMBER: _ClassVar[int]
    DATABASE_MS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_AHEAD_MS_FIELD_NUMBER: _ClassVar[int]
    id: str
    host: str
    pid: int
    version: str
    state: ProcessState
    is_answering: bool
    started_at: _timestamp_pb2.Timestamp
    heartbeat_at: _timestamp_pb2.Timestamp
    calls_per_second: float
    utilization: float
    memory_bytes: float
    database_ms: float
    clock_ahead_ms: float
    def __init__(self, id: _Optional[str] = ..., host: _Optional[str] = ..., pid: _Optional[int] = ..., version: _Optional[str] = ..., state: _Optional[_Union[ProcessState, str]] = ..., is_answering: bool = ..., started_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., heartbeat_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., calls_per_second: _Optional[float] = ..., utilization: _Optional[float] = ..., memory_bytes: _Optional[float] = ..., database_ms: _Optional[float] = ..., clock_ahead_ms: _Optional[float] = ...) -> None: ...
