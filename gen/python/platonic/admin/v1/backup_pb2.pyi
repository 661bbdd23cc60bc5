from typing import Any as _Any
import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from platonic.access.v1 import access_pb2 as _access_pb2
from platonic.call.v1 import call_pb2 as _call_pb2
from platonic.fault.v1 import fault_pb2 as _fault_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CreateBackupRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CreateBackupResponse(_message.Message):
    __slots__ = ("backup", "sha256")
    BACKUP_FIELD_NUMBER: _ClassVar[int]
    SHA256_FIELD_NUMBER: _ClassVar[int]
    backup: Backup
    sha256: str
    def __init__(self, backup: _Optional[_Union[Backup, _Mapping[str, _Any]]] = ..., sha256: _Optional[str] = ...) -> None: ...

class ListBackupsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListBackupsResponse(_message.Message):
    __slots__ = ("backups",)
    BACKUPS_FIELD_NUMBER: _ClassVar[int]
    backups: _containers.RepeatedCompositeFieldContainer[Backup]
    def __init__(self, backups: _Optional[_Iterable[_Union[Backup, _Mapping[str, _Any]]]] = ...) -> None: ...

class DrillBackupRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DrillBackupResponse(_message.Message):
    __slots__ = ("name", "problems", "counts")
    NAME_FIELD_NUMBER: _ClassVar[int]
    PROBLEMS_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    name: str
    problems: _containers.RepeatedScalarFieldContainer[str]
    counts: _containers.RepeatedCompositeFieldContainer[DrillCount]
    def __init__(self, name: _Optional[str] = ..., problems: _Optional[_Iterable[str]] = ..., counts: _Optional[_Iterable[_Union[DrillCount, _Mapping[str, _Any]]]] = ...) -> None: ...

class DrillCount(_message.Message):
    __slots__ = ("what", "number")
    WHAT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    what: str
    number: float
    def __init__(self, what: _Optional[str] = ..., number: _Optional[float] = ...) -> None: ...

class Backup(_message.Message):
    __slots__ = ("name", "created_at", "size")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    name: str
    created_at: _timestamp_pb2.Timestamp
    size: float
    def __init__(self, name: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., size: _Optional[float] = ...) -> None: ...
