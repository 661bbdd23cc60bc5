from typing import Any as _Any
from google.protobuf import struct_pb2 as _struct_pb2
from platonic.access.v1 import access_pb2 as _access_pb2
from platonic.call.v1 import call_pb2 as _call_pb2
from platonic.fault.v1 import fault_pb2 as _fault_pb2
from platonic.identity.v1 import identity_pb2 as _identity_pb2
from platonic.identity.v1 import verification_pb2 as _verification_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CreateIdentityRequest(_message.Message):
    __slots__ = ("username", "email", "start_verification", "display_name", "profile", "metadata", "public_key")
    USERNAME_FIELD_NUMBER: _ClassVar[int]
    EMAIL_FIELD_NUMBER: _ClassVar[int]
    START_VERIFICATION_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    METADATA_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_KEY_FIELD_NUMBER: _ClassVar[int]
    username: str
    email: str
    start_verification: bool
    display_name: str
    profile: _struct_pb2.Struct
    metadata: _struct_pb2.Struct
    public_key: str
    def __init__(self, username: _Optional[str] = ..., email: _Optional[str] = ..., start_verification: bool = ..., display_name: _Optional[str] = ..., profile: _Optional[_Union[_struct_pb2.Struct, _Mapping[str, _Any]]] = ..., metadata: _Optional[_Union[_struct_pb2.Struct, _Mapping[str, _Any]]] = ..., public_key: _Optional[str] = ...) -> None: ...

class CreateIdentityResponse(_message.Message):
    __slots__ = ("identity", "signing_key", "rotation_key", "challenge")
    IDENTITY_FIELD_NUMBER: _ClassVar[int]
    SIGNING_KEY_FIELD_NUMBER: _ClassVar[int]
    ROTATION_KEY_FIELD_NUMBER: _ClassVar[int]
    CHALLENGE_FIELD_NUMBER: _ClassVar[int]
    identity: _identity_pb2.Identity
    signing_key: _identity_pb2.SigningKey
    rotation_key: _identity_pb2.RotationKey
    challenge: _verification_pb2.Challenge
    def __init__(self, identity: _Optional[_Union[_identity_pb2.Identity, _Mapping[str, _Any]]] = ..., signing_key: _Optional[_Union[_identity_pb2.SigningKey, _Mapping[str, _Any]]] = ..., rotation_key: _Optional[_Union[_identity_pb2.RotationKey, _Mapping[str, _Any]]] = ..., challenge: _Optional[_Union[_verification_pb2.Challenge, _Mapping[str, _Any]]] = ...) -> None: ...

class GetIdentityRequest(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    def __init__(self, id: _Optional[str] = ...) -> None: ...

class GetIdentityResponse(_message.Message):
    __slots__ = ("identity",)
    IDENTITY_FIELD_NUMBER: _ClassVar[int]
    identity: _identity_pb2.Identity
    def __init__(self, identity: _Optional[_Union[_identity_pb2.Identity, _Mapping[str, _Any]]] = ...) -> None: ...

class UpdateIdentityRequest(_message.Message):
    __slots__ = ("id", "version", "username", "email", "display_name", "profile", "metadata", "if_match")
    ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    USERNAME_FIELD_NUMBER: _ClassVar[int]
    EMAIL_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    METADATA_FIELD_NUMBER: _ClassVar[int]
    IF_MATCH_FIELD_NUMBER: _ClassVar[int]
    id: str
    version: int
    username: str
    email: str
    display_name: str
    profile: _struct_pb2.Struct
    metadata: _struct_pb2.Struct
    if_match: str
    def __init__(self, id: _Optional[str] = ..., version: _Optional[int] = ..., username: _Optional[str] = ..., email: _Optional[str] = ..., display_name: _Optional[str] = ..., profile: _Optional[_Union[_struct_pb2.Struct, _Mapping[str, _Any]]] = ..., metadata: _Optional[_Union[_struct_pb2.Struct, _Mapping[str, _Any]]] = ..., if_match: _Optional[str] = ...) -> None: ...

class UpdateIdentityResponse(_message.Message):
    __slots__ = ("identity",)
    IDENTITY_FIELD_NUMBER: _ClassVar[int]
    identity: _identity_pb2.Identity
    def __init__(self, identity: _Optional[_Union[_identity_pb2.Identity, _Mapping[str, _Any]]] = ...) -> None: ...

class ListSigningKeysRequest(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    def __init__(self, id: _Optional[str] = ...) -> None: ...

class ListSigningKeysResponse(_message.Message):
    __slots__ = ("keys",)
    KEYS_FIELD_NUMBER: _ClassVar[int]
    keys: _containers.RepeatedCompositeFieldContainer[_identity_pb2.SigningKey]
    def __init__(self, keys: _Optional[_Iterable[_Union[_identity_pb2.SigningKey, _Mapping[str, _Any]]]] = ...) -> None: ...

class AddSigningKeyRequest(_message.Message):
    __slots__ = ("id", "public_key")
    ID_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_KEY_FIELD_NUMBER: _ClassVar[int]
    id: str
    public_key: str
    def __init__(self, id: _Optional[str] = ..., public_key: _Optional[str] = ...) -> None: ...

class AddSigningKeyResponse(_message.Message):
    __slots__ = ("key",)
    KEY_FIELD_NUMBER: _ClassVar[int]
    key: _identity_pb2.SigningKey
    def __init__(self, key: _Optional[_Union[_identity_pb2.SigningKey, _Mapping[str, _Any]]] = ...) -> None: ...

class RevokeSigningKeyRequest(_message.Message):
    __slots__ = ("id", "key_id")
    ID_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    key_id: str
    def __init__(self, id: _Optional[str] = ..., key_id: _Optional[str] = ...) -> None: ...

class RevokeSigningKeyResponse(_message.Message):
    __slots__ = ("key",)
    KEY_FIELD_NUMBER: _ClassVar[int]
    key: _identity_pb2.SigningKey
    def __init__(self, key: _Optional[_Union[_identity_pb2.SigningKey, _Mapping[str, _Any]]] = ...) -> None: ...

class RotateRotationKeyRequest(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    def __init__(self, id: _Optional[str] = ...) -> None: ...

class RotateRotationKeyResponse(_message.Message):
    __slots__ = ("rotation_key",)
    ROTATION_KEY_FIELD_NUMBER: _ClassVar[int]
    rotation_key: _identity_pb2.RotationKey
    def __init__(self, rotation_key: _Optional[_Union[_identity_pb2.RotationKey, _Mapping[str, _Any]]] = ...) -> None: ...
