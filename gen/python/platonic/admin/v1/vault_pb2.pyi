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

class GetVaultStatusRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetVaultStatusResponse(_message.Message):
    __slots__ = ("status",)
    STATUS_FIELD_NUMBER: _ClassVar[int]
    status: VaultStatus
    def __init__(self, status: _Optional[_Union[VaultStatus, _Mapping[str, _Any]]] = ...) -> None: ...

class RotateVaultRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class RotateVaultResponse(_message.Message):
    __slots__ = ("status",)
    STATUS_FIELD_NUMBER: _ClassVar[int]
    status: VaultStatus
    def __init__(self, status: _Optional[_Union[VaultStatus, _Mapping[str, _Any]]] = ...) -> None: ...

class VaultStatus(_message.Message):
    __slots__ = ("active_version", "active_since", "rotation_due_at", "decrypt_only")
    ACTIVE_VERSION_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_SINCE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_DUE_AT_FIELD_NUMBER: _ClassVar[int]
    DECRYPT_ONLY_FIELD_NUMBER: _ClassVar[int]
    active_version: int
    active_since: _timestamp_pb2.Timestamp
    rotation_due_at: _timestamp_pb2.Timestamp
    decrypt_only: _containers.RepeatedCompositeFieldContainer[DecryptOnlyKey]
    def __init__(self, active_version: _Optional[int] = ..., active_since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., rotation_due_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., decrypt_only: _Optional[_Iterable[_Union[DecryptOnlyKey, _Mapping[str, _Any]]]] = ...) -> None: ...

class DecryptOnlyKey(_message.Message):
    __slots__ = ("version", "data_keys")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    DATA_KEYS_FIELD_NUMBER: _ClassVar[int]
    version: int
    data_keys: int
    def __init__(self, version: _Optional[int] = ..., data_keys: _Optional[int] = ...) -> None: ...
