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

class RequestChallengeRequest(_message.Message):
    __slots__ = ("identity_id", "method", "address", "replace")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    METHOD_FIELD_NUMBER: _ClassVar[int]
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    REPLACE_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    method: _verification_pb2.VerificationMethod
    address: str
    replace: bool
    def __init__(self, identity_id: _Optional[str] = ..., method: _Optional[_Union[_verification_pb2.VerificationMethod, str]] = ..., address: _Optional[str] = ..., replace: bool = ...) -> None: ...

class RequestChallengeResponse(_message.Message):
    __slots__ = ("challenge",)
    CHALLENGE_FIELD_NUMBER: _ClassVar[int]
    challenge: _verification_pb2.Challenge
    def __init__(self, challenge: _Optional[_Union[_verification_pb2.Challenge, _Mapping[str, _Any]]] = ...) -> None: ...

class SubmitResponseRequest(_message.Message):
    __slots__ = ("identity_id", "challenge_id", "code", "answers", "credential")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    CHALLENGE_ID_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    challenge_id: str
    code: str
    answers: _identity_pb2.Settings
    credential: _struct_pb2.Struct
    def __init__(self, identity_id: _Optional[str] = ..., challenge_id: _Optional[str] = ..., code: _Optional[str] = ..., answers: _Optional[_Union[_identity_pb2.Settings, _Mapping[str, _Any]]] = ..., credential: _Optional[_Union[_struct_pb2.Struct, _Mapping[str, _Any]]] = ...) -> None: ...

class SubmitResponseResponse(_message.Message):
    __slots__ = ("challenge", "verification", "recovery_codes")
    CHALLENGE_FIELD_NUMBER: _ClassVar[int]
    VERIFICATION_FIELD_NUMBER: _ClassVar[int]
    RECOVERY_CODES_FIELD_NUMBER: _ClassVar[int]
    challenge: _verification_pb2.Challenge
    verification: _verification_pb2.Verification
    recovery_codes: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, challenge: _Optional[_Union[_verification_pb2.Challenge, _Mapping[str, _Any]]] = ..., verification: _Optional[_Union[_verification_pb2.Verification, _Mapping[str, _Any]]] = ..., recovery_codes: _Optional[_Iterable[str]] = ...) -> None: ...

class ListChallengesRequest(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    def __init__(self, id: _Optional[str] = ...) -> None: ...

class ListChallengesResponse(_message.Message):
    __slots__ = ("challenges",)
    CHALLENGES_FIELD_NUMBER: _ClassVar[int]
    challenges: _containers.RepeatedCompositeFieldContainer[_verification_pb2.Challenge]
    def __init__(self, challenges: _Optional[_Iterable[_Union[_verification_pb2.Challenge, _Mapping[str, _Any]]]] = ...) -> None: ...

class UnlockFactorRequest(_message.Message):
    __slots__ = ("identity_id", "method")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    METHOD_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    method: _verification_pb2.VerificationMethod
    def __init__(self, identity_id: _Optional[str] = ..., method: _Optional[_Union[_verification_pb2.VerificationMethod, str]] = ...) -> None: ...

class UnlockFactorResponse(_message.Message):
    __slots__ = ("verification",)
    VERIFICATION_FIELD_NUMBER: _ClassVar[int]
    verification: _verification_pb2.Verification
    def __init__(self, verification: _Optional[_Union[_verification_pb2.Verification, _Mapping[str, _Any]]] = ...) -> None: ...

class RenewRecoveryCodesRequest(_message.Message):
    __slots__ = ("identity_id",)
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    def __init__(self, identity_id: _Optional[str] = ...) -> None: ...

class RenewRecoveryCodesResponse(_message.Message):
    __slots__ = ("recovery_codes", "verification")
    RECOVERY_CODES_FIELD_NUMBER: _ClassVar[int]
    VERIFICATION_FIELD_NUMBER: _ClassVar[int]
    recovery_codes: _containers.RepeatedScalarFieldContainer[str]
    verification: _verification_pb2.Verification
    def __init__(self, recovery_codes: _Optional[_Iterable[str]] = ..., verification: _Optional[_Union[_verification_pb2.Verification, _Mapping[str, _Any]]] = ...) -> None: ...

class GetVerificationStatusRequest(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    def __init__(self, id: _Optional[str] = ...) -> None: ...

class GetVerificationStatusResponse(_message.Message):
    __slots__ = ("verification",)
    VERIFICATION_FIELD_NUMBER: _ClassVar[int]
    verification: _verification_pb2.Verification
    def __init__(self, verification: _Optional[_Union[_verification_pb2.Verification, _Mapping[str, _Any]]] = ...) -> None: ...

class RequestLevelRequest(_message.Message):
    __slots__ = ("id", "level")
    ID_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    id: str
    level: _identity_pb2.VerificationLevel
    def __init__(self, id: _Optional[str] = ..., level: _Optional[_Union[_identity_pb2.VerificationLevel, str]] = ...) -> None: ...

class RequestLevelResponse(_message.Message):
    __slots__ = ("verification",)
    VERIFICATION_FIELD_NUMBER: _ClassVar[int]
    verification: _verification_pb2.Verification
    def __init__(self, verification: _Optional[_Union[_verification_pb2.Verification, _Mapping[str, _Any]]] = ...) -> None: ...
