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

class AuthLevel(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    AUTH_LEVEL_UNSPECIFIED: _ClassVar[AuthLevel]
    AUTH_LEVEL_BASIC: _ClassVar[AuthLevel]
    AUTH_LEVEL_STANDARD: _ClassVar[AuthLevel]
    AUTH_LEVEL_ENHANCED: _ClassVar[AuthLevel]
    AUTH_LEVEL_BUSINESS: _ClassVar[AuthLevel]
    AUTH_LEVEL_ENTERPRISE: _ClassVar[AuthLevel]

class AuthErrorCode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    AUTH_ERROR_CODE_UNSPECIFIED: _ClassVar[AuthErrorCode]
    AUTH_ERROR_CODE_INVALID_TOKEN: _ClassVar[AuthErrorCode]
    AUTH_ERROR_CODE_SIGNATURE_INVALID: _ClassVar[AuthErrorCode]
    AUTH_ERROR_CODE_ROTATION_INVALID: _ClassVar[AuthErrorCode]
    AUTH_ERROR_CODE_TOKEN_EXPIRED: _ClassVar[AuthErrorCode]

class ChallengeType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CHALLENGE_TYPE_UNSPECIFIED: _ClassVar[ChallengeType]
    CHALLENGE_TYPE_STANDARD: _ClassVar[ChallengeType]
AUTH_LEVEL_UNSPECIFIED: AuthLevel
AUTH_LEVEL_BASIC: AuthLevel
AUTH_LEVEL_STANDARD: AuthLevel
AUTH_LEVEL_ENHANCED: AuthLevel
AUTH_LEVEL_BUSINESS: AuthLevel
AUTH_LEVEL_ENTERPRISE: AuthLevel
AUTH_ERROR_CODE_UNSPECIFIED: AuthErrorCode
AUTH_ERROR_CODE_INVALID_TOKEN: AuthErrorCode
AUTH_ERROR_CODE_SIGNATURE_INVALID: AuthErrorCode
AUTH_ERROR_CODE_ROTATION_INVALID: AuthErrorCode
AUTH_ERROR_CODE_TOKEN_EXPIRED: AuthErrorCode
CHALLENGE_TYPE_UNSPECIFIED: ChallengeType
CHALLENGE_TYPE_STANDARD: ChallengeType

class CreateChallengeRequest(_message.Message):
    __slots__ = ("client_id", "auth_scope", "challenge_type", "rotation_window")
    CLIENT_ID_FIELD_NUMBER: _ClassVar[int]
    AUTH_SCOPE_FIELD_NUMBER: _ClassVar[int]
    CHALLENGE_TYPE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_WINDOW_FIELD_NUMBER: _ClassVar[int]
    client_id: str
    auth_scope: str
    challenge_type: ChallengeType
    rotation_window: int
    def __init__(self, client_id: _Optional[str] = ..., auth_scope: _Optional[str] = ..., challenge_type: _Optional[_Union[ChallengeType, str]] = ..., rotation_window: _Optional[int] = ...) -> None: ...

class CreateChallengeResponse(_message.Message):
    __slots__ = ("challenge", "expires_at", "audience", "rotation_window")
    CHALLENGE_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    AUDIENCE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_WINDOW_FIELD_NUMBER: _ClassVar[int]
    challenge: str
    expires_at: _timestamp_pb2.Timestamp
    audience: str
    rotation_window: int
    def __init__(self, challenge: _Optional[str] = ..., expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., audience: _Optional[str] = ..., rotation_window: _Optional[int] = ...) -> None: ...

class RequestTokenRequest(_message.Message):
    __slots__ = ("identity_id", "client_id", "auth_scope", "challenge_type", "rotation_window")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    CLIENT_ID_FIELD_NUMBER: _ClassVar[int]
    AUTH_SCOPE_FIELD_NUMBER: _ClassVar[int]
    CHALLENGE_TYPE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_WINDOW_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    client_id: str
    auth_scope: str
    challenge_type: ChallengeType
    rotation_window: int
    def __init__(self, identity_id: _Optional[str] = ..., client_id: _Optional[str] = ..., auth_scope: _Optional[str] = ..., challenge_type: _Optional[_Union[ChallengeType, str]] = ..., rotation_window: _Optional[int] = ...) -> None: ...

class RequestTokenResponse(_message.Message):
    __slots__ = ("token", "expires_at")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    token: str
    expires_at: _timestamp_pb2.Timestamp
    def __init__(self, token: _Optional[str] = ..., expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ...) -> None: ...

class AuthenticateRequest(_message.Message):
    __slots__ = ("token",)
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    token: str
    def __init__(self, token: _Optional[str] = ...) -> None: ...

class AuthenticateResponse(_message.Message):
    __slots__ = ("success", "auth_level", "session_token", "error_code", "explanation", "server_time")
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    AUTH_LEVEL_FIELD_NUMBER: _ClassVar[int]
    SESSION_TOKEN_FIELD_NUMBER: _ClassVar[int]
    ERROR_CODE_FIELD_NUMBER: _ClassVar[int]
    EXPLANATION_FIELD_NUMBER: _ClassVar[int]
    SERVER_TIME_FIELD_NUMBER: _ClassVar[int]
    success: bool
    auth_level: AuthLevel
    session_token: str
    error_code: AuthErrorCode
    explanation: str
    server_time: _timestamp_pb2.Timestamp
    def __init__(self, success: bool = ..., auth_level: _Optional[_Union[AuthLevel, str]] = ..., session_token: _Optional[str] = ..., error_code: _Optional[_Union[AuthErrorCode, str]] = ..., explanation: _Optional[str] = ..., server_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ...) -> None: ...

class IssueJwtRequest(_message.Message):
    __slots__ = ("audience", "lifetime")
    AUDIENCE_FIELD_NUMBER: _ClassVar[int]
    LIFETIME_FIELD_NUMBER: _ClassVar[int]
    audience: str
    lifetime: int
    def __init__(self, audience: _Optional[str] = ..., lifetime: _Optional[int] = ...) -> None: ...

class IssueJwtResponse(_message.Message):
    __slots__ = ("jwt", "expires_at")
    JWT_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    jwt: str
    expires_at: _timestamp_pb2.Timestamp
    def __init__(self, jwt: _Optional[str] = ..., expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ...) -> None: ...

class LogoutRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LogoutResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListSessionsRequest(_message.Message):
    __slots__ = ("identity_id",)
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    def __init__(self, identity_id: _Optional[str] = ...) -> None: ...

class ListSessionsResponse(_message.Message):
    __slots__ = ("sessions",)
    SESSIONS_FIELD_NUMBER: _ClassVar[int]
    sessions: _containers.RepeatedCompositeFieldContainer[Session]
    def __init__(self, sessions: _Optional[_Iterable[_Union[Session, _Mapping[str, _Any]]]] = ...) -> None: ...

class Session(_message.Message):
    __slots__ = ("id", "client_id", "auth_level", "created_at", "last_used_at", "expires_at", "address", "is_current")
    ID_FIELD_NUMBER: _ClassVar[int]
    CLIENT_ID_FIELD_NUMBER: _ClassVar[int]
    AUTH_LEVEL_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    LAST_USED_AT_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    IS_CURRENT_FIELD_NUMBER: _ClassVar[int]
    id: str
    client_id: str
    auth_level: AuthLevel
    created_at: _timestamp_pb2.Timestamp
    last_used_at: _timestamp_pb2.Timestamp
    expires_at: _timestamp_pb2.Timestamp
    address: str
    is_current: bool
    def __init__(self, id: _Optional[str] = ..., client_id: _Optional[str] = ..., auth_level: _Optional[_Union[AuthLevel, str]] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., last_used_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., address: _Optional[str] = ..., is_current: bool = ...) -> None: ...

class RevokeSessionRequest(_message.Message):
    __slots__ = ("identity_id", "session_id")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    session_id: str
    def __init__(self, identity_id: _Optional[str] = ..., session_id: _Optional[str] = ...) -> None: ...

class RevokeSessionResponse(_message.Message):
    __slots__ = ("session",)
    SESSION_FIELD_NUMBER: _ClassVar[int]
    session: Session
    def __init__(self, session: _Optional[_Union[Session, _Mapping[str, _Any]]] = ...) -> None: ...

class RevokeAllSessionsRequest(_message.Message):
    __slots__ = ("identity_id", "keep_current")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    KEEP_CURRENT_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    keep_current: bool
    def __init__(self, identity_id: _Optional[str] = ..., keep_current: bool = ...) -> None: ...

class RevokeAllSessionsResponse(_message.Message):
    __slots__ = ("revoked",)
    REVOKED_FIELD_NUMBER: _ClassVar[int]
    revoked: int
    def __init__(self, revoked: _Optional[int] = ...) -> None: ...

class ListAuthenticationEventsRequest(_message.Message):
    __slots__ = ("identity_id", "page_size", "page_token")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    page_size: int
    page_token: str
    def __init__(self, identity_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListAuthenticationEventsResponse(_message.Message):
    __slots__ = ("events", "next_page_token")
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[AuthenticationEvent]
    next_page_token: str
    def __init__(self, events: _Optional[_Iterable[_Union[AuthenticationEvent, _Mapping[str, _Any]]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class AuthenticationEvent(_message.Message):
    __slots__ = ("id", "at", "client_id", "auth_level", "session_id")
    ID_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    CLIENT_ID_FIELD_NUMBER: _ClassVar[int]
    AUTH_LEVEL_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    at: _timestamp_pb2.Timestamp
    client_id: str
    auth_level: AuthLevel
    session_id: str
    def __init__(self, id: _Optional[str] = ..., at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., client_id: _Optional[str] = ..., auth_level: _Optional[_Union[AuthLevel, str]] = ..., session_id: _Optional[str] = ...) -> None: ...
