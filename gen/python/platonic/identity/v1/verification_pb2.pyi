from typing import Any as _Any
import datetime

from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from platonic.identity.v1 import identity_pb2 as _identity_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class VerificationMethod(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VERIFICATION_METHOD_UNSPECIFIED: _ClassVar[VerificationMethod]
    VERIFICATION_METHOD_EMAIL: _ClassVar[VerificationMethod]
    VERIFICATION_METHOD_PHONE: _ClassVar[VerificationMethod]
    VERIFICATION_METHOD_PASSWORD: _ClassVar[VerificationMethod]
    VERIFICATION_METHOD_PIN: _ClassVar[VerificationMethod]
    VERIFICATION_METHOD_SECURITY_QUESTIONS: _ClassVar[VerificationMethod]
    VERIFICATION_METHOD_TOTP: _ClassVar[VerificationMethod]
    VERIFICATION_METHOD_WEBAUTHN: _ClassVar[VerificationMethod]
    VERIFICATION_METHOD_RECOVERY_CODE: _ClassVar[VerificationMethod]
    VERIFICATION_METHOD_PERSONAL_DOCUMENTS: _ClassVar[VerificationMethod]
    VERIFICATION_METHOD_ORGANISATION_DOCUMENTS: _ClassVar[VerificationMethod]
    VERIFICATION_METHOD_PERSONAL_COMPLIANCE: _ClassVar[VerificationMethod]
    VERIFICATION_METHOD_LEGAL_COMPLIANCE: _ClassVar[VerificationMethod]
    VERIFICATION_METHOD_AGREEMENT: _ClassVar[VerificationMethod]

class ChallengeState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CHALLENGE_STATE_UNSPECIFIED: _ClassVar[ChallengeState]
    CHALLENGE_STATE_PENDING: _ClassVar[ChallengeState]
    CHALLENGE_STATE_PASSED: _ClassVar[ChallengeState]
    CHALLENGE_STATE_FAILED: _ClassVar[ChallengeState]
    CHALLENGE_STATE_EXPIRED: _ClassVar[ChallengeState]
VERIFICATION_METHOD_UNSPECIFIED: VerificationMethod
VERIFICATION_METHOD_EMAIL: VerificationMethod
VERIFICATION_METHOD_PHONE: VerificationMethod
VERIFICATION_METHOD_PASSWORD: VerificationMethod
VERIFICATION_METHOD_PIN: VerificationMethod
VERIFICATION_METHOD_SECURITY_QUESTIONS: VerificationMethod
VERIFICATION_METHOD_TOTP: VerificationMethod
VERIFICATION_METHOD_WEBAUTHN: VerificationMethod
VERIFICATION_METHOD_RECOVERY_CODE: VerificationMethod
VERIFICATION_METHOD_PERSONAL_DOCUMENTS: VerificationMethod
VERIFICATION_METHOD_ORGANISATION_DOCUMENTS: VerificationMethod
VERIFICATION_METHOD_PERSONAL_COMPLIANCE: VerificationMethod
VERIFICATION_METHOD_LEGAL_COMPLIANCE: VerificationMethod
VERIFICATION_METHOD_AGREEMENT: VerificationMethod
CHALLENGE_STATE_UNSPECIFIED: ChallengeState
CHALLENGE_STATE_PENDING: ChallengeState
CHALLENGE_STATE_PASSED: ChallengeState
CHALLENGE_STATE_FAILED: ChallengeState
CHALLENGE_STATE_EXPIRED: ChallengeState

class Challenge(_message.Message):
    __slots__ = ("id", "identity_id", "method", "state", "attempts_left", "expires_at", "parameters", "delivery_failed", "delivery_problem")
    ID_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    METHOD_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    ATTEMPTS_LEFT_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    PARAMETERS_FIELD_NUMBER: _ClassVar[int]
    DELIVERY_FAILED_FIELD_NUMBER: _ClassVar[int]
    DELIVERY_PROBLEM_FIELD_NUMBER: _ClassVar[int]
    id: str
    identity_id: str
    method: VerificationMethod
    state: ChallengeState
    attempts_left: int
    expires_at: _timestamp_pb2.Timestamp
    parameters: _struct_pb2.Struct
    delivery_failed: bool
    delivery_problem: str
    def __init__(self, id: _Optional[str] = ..., identity_id: _Optional[str] = ..., method: _Optional[_Union[VerificationMethod, str]] = ..., state: _Optional[_Union[ChallengeState, str]] = ..., attempts_left: _Optional[int] = ..., expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., parameters: _Optional[_Union[_struct_pb2.Struct, _Mapping[str, _Any]]] = ..., delivery_failed: bool = ..., delivery_problem: _Optional[str] = ...) -> None: ...

class Verification(_message.Message):
    __slots__ = ("identity_id", "level", "factors", "next_level", "missing", "recovery_codes_left")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    FACTORS_FIELD_NUMBER: _ClassVar[int]
    NEXT_LEVEL_FIELD_NUMBER: _ClassVar[int]
    MISSING_FIELD_NUMBER: _ClassVar[int]
    RECOVERY_CODES_LEFT_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    level: _identity_pb2.VerificationLevel
    factors: _containers.RepeatedCompositeFieldContainer[Factor]
    next_level: _identity_pb2.VerificationLevel
    missing: _containers.RepeatedScalarFieldContainer[str]
    recovery_codes_left: int
    def __init__(self, identity_id: _Optional[str] = ..., level: _Optional[_Union[_identity_pb2.VerificationLevel, str]] = ..., factors: _Optional[_Iterable[_Union[Factor, _Mapping[str, _Any]]]] = ..., next_level: _Optional[_Union[_identity_pb2.VerificationLevel, str]] = ..., missing: _Optional[_Iterable[str]] = ..., recovery_codes_left: _Optional[int] = ...) -> None: ...

class Factor(_message.Message):
    __slots__ = ("method", "proven_at", "expires_at")
    METHOD_FIELD_NUMBER: _ClassVar[int]
    PROVEN_AT_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    method: VerificationMethod
    proven_at: _timestamp_pb2.Timestamp
    expires_at: _timestamp_pb2.Timestamp
    def __init__(self, method: _Optional[_Union[VerificationMethod, str]] = ..., proven_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ...) -> None: ...
