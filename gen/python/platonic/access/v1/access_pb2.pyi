from google.protobuf import descriptor_pb2 as _descriptor_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor

class Open(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OPEN_UNSPECIFIED: _ClassVar[Open]
    OPEN_ALWAYS: _ClassVar[Open]
    OPEN_FOR_REGISTRATION: _ClassVar[Open]
    OPEN_TO_SESSIONS: _ClassVar[Open]
    OPEN_IN_DEVELOPMENT: _ClassVar[Open]
OPEN_UNSPECIFIED: Open
OPEN_ALWAYS: Open
OPEN_FOR_REGISTRATION: Open
OPEN_TO_SESSIONS: Open
OPEN_IN_DEVELOPMENT: Open
PERMISSION_FIELD_NUMBER: int
permission: _descriptor.FieldDescriptor
OWNER_FIELD_NUMBER: int
owner: _descriptor.FieldDescriptor
OPEN_FIELD_NUMBER: int
open: _descriptor.FieldDescriptor
IDEMPOTENCY_KEY_FIELD_NUMBER: int
idempotency_key: _descriptor.FieldDescriptor
REQUEST_BYTES_MAX_FIELD_NUMBER: int
request_bytes_max: _descriptor.FieldDescriptor
