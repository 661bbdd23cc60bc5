from typing import Any as _Any
import datetime

from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class VerificationLevel(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VERIFICATION_LEVEL_UNSPECIFIED: _ClassVar[VerificationLevel]
    VERIFICATION_LEVEL_BASIC: _ClassVar[VerificationLevel]
    VERIFICATION_LEVEL_STANDARD: _ClassVar[VerificationLevel]
    VERIFICATION_LEVEL_ENHANCED: _ClassVar[VerificationLevel]
    VERIFICATION_LEVEL_BUSINESS: _ClassVar[VerificationLevel]
    VERIFICATION_LEVEL_ENTERPRISE: _ClassVar[VerificationLevel]

class Custody(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CUSTODY_UNSPECIFIED: _ClassVar[Custody]
    CUSTODY_SERVICE: _ClassVar[Custody]
    CUSTODY_CLIENT: _ClassVar[Custody]
VERIFICATION_LEVEL_UNSPECIFIED: VerificationLevel
VERIFICATION_LEVEL_BASIC: VerificationLevel
VERIFICATION_LEVEL_STANDARD: VerificationLevel
VERIFICATION_LEVEL_ENHANCED: VerificationLevel
VERIFICATION_LEVEL_BUSINESS: VerificationLevel
VERIFICATION_LEVEL_ENTERPRISE: VerificationLevel
CUSTODY_UNSPECIFIED: Custody
CUSTODY_SERVICE: Custody
CUSTODY_CLIENT: Custody

class Identity(_message.Message):
    __slots__ = ("id", "username", "display_name", "email", "profile", "metadata", "verification_level", "custody", "version", "created_at", "updated_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    USERNAME_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    EMAIL_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    METADATA_FIELD_NUMBER: _ClassVar[int]
    VERIFICATION_LEVEL_FIELD_NUMBER: _ClassVar[int]
    CUSTODY_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    id: str
    username: str
    display_name: str
    email: str
    profile: _struct_pb2.Struct
    metadata: _struct_pb2.Struct
    verification_level: VerificationLevel
    custody: Custody
    version: int
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., username: _Optional[str] = ..., display_name: _Optional[str] = ..., email: _Optional[str] = ..., profile: _Optional[_Union[_struct_pb2.Struct, _Mapping[str, _Any]]] = ..., metadata: _Optional[_Union[_struct_pb2.Struct, _Mapping[str, _Any]]] = ..., verification_level: _Optional[_Union[VerificationLevel, str]] = ..., custody: _Optional[_Union[Custody, str]] = ..., version: _Optional[int] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ...) -> None: ...

class Settings(_message.Message):
    __slots__ = ("entries",)
    class EntriesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    entries: _containers.ScalarMap[str, str]
    def __init__(self, entries: _Optional[_Mapping[str, str]] = ...) -> None: ...

class SigningKey(_message.Message):
    __slots__ = ("id", "public_key", "custody", "created_at", "revoked_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_KEY_FIELD_NUMBER: _ClassVar[int]
    CUSTODY_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    REVOKED_AT_FIELD_NUMBER: _ClassVar[int]
    id: str
    public_key: str
    custody: Custody
    created_at: _timestamp_pb2.Timestamp
    revoked_at: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., public_key: _Optional[str] = ..., custody: _Optional[_Union[Custody, str]] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., revoked_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ...) -> None: ...

class RotationKey(_message.Message):
    __slots__ = ("version", "secret")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    version: int
    secret: str
    def __init__(self, version: _Optional[int] = ..., secret: _Optional[str] = ...) -> None: ...
