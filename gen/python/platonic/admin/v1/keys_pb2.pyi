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

class CreateKeyRequest(_message.Message):
    __slots__ = ("name", "plan", "permissions", "identity_id")
    NAME_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    PERMISSIONS_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    name: str
    plan: str
    permissions: _containers.RepeatedScalarFieldContainer[str]
    identity_id: str
    def __init__(self, name: _Optional[str] = ..., plan: _Optional[str] = ..., permissions: _Optional[_Iterable[str]] = ..., identity_id: _Optional[str] = ...) -> None: ...

class CreateKeyResponse(_message.Message):
    __slots__ = ("key", "secret")
    KEY_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    key: Key
    secret: str
    def __init__(self, key: _Optional[_Union[Key, _Mapping[str, _Any]]] = ..., secret: _Optional[str] = ...) -> None: ...

class ListKeysRequest(_message.Message):
    __slots__ = ("identity_id", "page_size", "page_token")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    page_size: int
    page_token: str
    def __init__(self, identity_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListKeysResponse(_message.Message):
    __slots__ = ("keys", "next_page_token")
    KEYS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    keys: _containers.RepeatedCompositeFieldContainer[Key]
    next_page_token: str
    def __init__(self, keys: _Optional[_Iterable[_Union[Key, _Mapping[str, _Any]]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class RevokeKeyRequest(_message.Message):
    __slots__ = ("id", "identity_id")
    ID_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    identity_id: str
    def __init__(self, id: _Optional[str] = ..., identity_id: _Optional[str] = ...) -> None: ...

class RevokeKeyResponse(_message.Message):
    __slots__ = ("key",)
    KEY_FIELD_NUMBER: _ClassVar[int]
    key: Key
    def __init__(self, key: _Optional[_Union[Key, _Mapping[str, _Any]]] = ...) -> None: ...

class ChangePlanRequest(_message.Message):
    __slots__ = ("id", "plan")
    ID_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    id: str
    plan: str
    def __init__(self, id: _Optional[str] = ..., plan: _Optional[str] = ...) -> None: ...

class ChangePlanResponse(_message.Message):
    __slots__ = ("key",)
    KEY_FIELD_NUMBER: _ClassVar[int]
    key: Key
    def __init__(self, key: _Optional[_Union[Key, _Mapping[str, _Any]]] = ...) -> None: ...

class ListPlansRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListPlansResponse(_message.Message):
    __slots__ = ("plans",)
    PLANS_FIELD_NUMBER: _ClassVar[int]
    plans: _containers.RepeatedCompositeFieldContainer[Plan]
    def __init__(self, plans: _Optional[_Iterable[_Union[Plan, _Mapping[str, _Any]]]] = ...) -> None: ...

class Plan(_message.Message):
    __slots__ = ("name", "calls_per_minute", "concurrent_calls", "permissions", "is_self_service", "is_internal")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CALLS_PER_MINUTE_FIELD_NUMBER: _ClassVar[int]
    CONCURRENT_CALLS_FIELD_NUMBER: _ClassVar[int]
    PERMISSIONS_FIELD_NUMBER: _ClassVar[int]
    IS_SELF_SERVICE_FIELD_NUMBER: _ClassVar[int]
    IS_INTERNAL_FIELD_NUMBER: _ClassVar[int]
    name: str
    calls_per_minute: int
    concurrent_calls: int
    permissions: _containers.RepeatedScalarFieldContainer[str]
    is_self_service: bool
    is_internal: bool
    def __init__(self, name: _Optional[str] = ..., calls_per_minute: _Optional[int] = ..., concurrent_calls: _Optional[int] = ..., permissions: _Optional[_Iterable[str]] = ..., is_self_service: bool = ..., is_internal: bool = ...) -> None: ...

class Key(_message.Message):
    __slots__ = ("id", "name", "plan", "permissions", "created_at", "last_used_at", "revoked_at", "identity_id")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    PERMISSIONS_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    LAST_USED_AT_FIELD_NUMBER: _ClassVar[int]
    REVOKED_AT_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    plan: str
    permissions: _containers.RepeatedScalarFieldContainer[str]
    created_at: _timestamp_pb2.Timestamp
    last_used_at: _timestamp_pb2.Timestamp
    revoked_at: _timestamp_pb2.Timestamp
    identity_id: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., plan: _Optional[str] = ..., permissions: _Optional[_Iterable[str]] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., last_used_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., revoked_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., identity_id: _Optional[str] = ...) -> None: ...
