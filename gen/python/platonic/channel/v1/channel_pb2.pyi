from typing import Any as _Any
import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from platonic.fault.v1 import fault_pb2 as _fault_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GoAwayReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GO_AWAY_REASON_UNSPECIFIED: _ClassVar[GoAwayReason]
    GO_AWAY_REASON_SHUTDOWN: _ClassVar[GoAwayReason]
    GO_AWAY_REASON_AUTHENTICATION: _ClassVar[GoAwayReason]
    GO_AWAY_REASON_SILENCE: _ClassVar[GoAwayReason]
    GO_AWAY_REASON_PROTOCOL: _ClassVar[GoAwayReason]
    GO_AWAY_REASON_OVERLOAD: _ClassVar[GoAwayReason]
    GO_AWAY_REASON_CLIENT: _ClassVar[GoAwayReason]
GO_AWAY_REASON_UNSPECIFIED: GoAwayReason
GO_AWAY_REASON_SHUTDOWN: GoAwayReason
GO_AWAY_REASON_AUTHENTICATION: GoAwayReason
GO_AWAY_REASON_SILENCE: GoAwayReason
GO_AWAY_REASON_PROTOCOL: GoAwayReason
GO_AWAY_REASON_OVERLOAD: GoAwayReason
GO_AWAY_REASON_CLIENT: GoAwayReason

class ServerHello(_message.Message):
    __slots__ = ("key_id", "signature", "challenge", "audience", "rotation_window")
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    CHALLENGE_FIELD_NUMBER: _ClassVar[int]
    AUDIENCE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_WINDOW_FIELD_NUMBER: _ClassVar[int]
    key_id: str
    signature: bytes
    challenge: str
    audience: str
    rotation_window: int
    def __init__(self, key_id: _Optional[str] = ..., signature: _Optional[bytes] = ..., challenge: _Optional[str] = ..., audience: _Optional[str] = ..., rotation_window: _Optional[int] = ...) -> None: ...

class ClientHello(_message.Message):
    __slots__ = ("rotating_token", "session_token", "resume")
    ROTATING_TOKEN_FIELD_NUMBER: _ClassVar[int]
    SESSION_TOKEN_FIELD_NUMBER: _ClassVar[int]
    RESUME_FIELD_NUMBER: _ClassVar[int]
    rotating_token: str
    session_token: str
    resume: Resume
    def __init__(self, rotating_token: _Optional[str] = ..., session_token: _Optional[str] = ..., resume: _Optional[_Union[Resume, _Mapping[str, _Any]]] = ...) -> None: ...

class Resume(_message.Message):
    __slots__ = ("channel_id", "last_seq")
    CHANNEL_ID_FIELD_NUMBER: _ClassVar[int]
    LAST_SEQ_FIELD_NUMBER: _ClassVar[int]
    channel_id: str
    last_seq: int
    def __init__(self, channel_id: _Optional[str] = ..., last_seq: _Optional[int] = ...) -> None: ...

class Frame(_message.Message):
    __slots__ = ("envelopes",)
    ENVELOPES_FIELD_NUMBER: _ClassVar[int]
    envelopes: _containers.RepeatedCompositeFieldContainer[Envelope]
    def __init__(self, envelopes: _Optional[_Iterable[_Union[Envelope, _Mapping[str, _Any]]]] = ...) -> None: ...

class Envelope(_message.Message):
    __slots__ = ("seq", "ack", "welcome", "request", "accepted", "result", "resolve", "outcome", "ping", "pong", "reauthenticate", "go_away", "error")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    ACK_FIELD_NUMBER: _ClassVar[int]
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    RESOLVE_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    PING_FIELD_NUMBER: _ClassVar[int]
    PONG_FIELD_NUMBER: _ClassVar[int]
    REAUTHENTICATE_FIELD_NUMBER: _ClassVar[int]
    GO_AWAY_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    seq: int
    ack: int
    welcome: Welcome
    request: Request
    accepted: Accepted
    result: Result
    resolve: Resolve
    outcome: Outcome
    ping: Ping
    pong: Pong
    reauthenticate: Reauthenticate
    go_away: GoAway
    error: Error
    def __init__(self, seq: _Optional[int] = ..., ack: _Optional[int] = ..., welcome: _Optional[_Union[Welcome, _Mapping[str, _Any]]] = ..., request: _Optional[_Union[Request, _Mapping[str, _Any]]] = ..., accepted: _Optional[_Union[Accepted, _Mapping[str, _Any]]] = ..., result: _Optional[_Union[Result, _Mapping[str, _Any]]] = ..., resolve: _Optional[_Union[Resolve, _Mapping[str, _Any]]] = ..., outcome: _Optional[_Union[Outcome, _Mapping[str, _Any]]] = ..., ping: _Optional[_Union[Ping, _Mapping[str, _Any]]] = ..., pong: _Optional[_Union[Pong, _Mapping[str, _Any]]] = ..., reauthenticate: _Optional[_Union[Reauthenticate, _Mapping[str, _Any]]] = ..., go_away: _Optional[_Union[GoAway, _Mapping[str, _Any]]] = ..., error: _Optional[_Union[Error, _Mapping[str, _Any]]] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("channel_id", "identity_id", "auth_level", "is_resumed", "ping_interval", "timeout", "credits", "reauthenticate_by", "session_token")
    CHANNEL_ID_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    AUTH_LEVEL_FIELD_NUMBER: _ClassVar[int]
    IS_RESUMED_FIELD_NUMBER: _ClassVar[int]
    PING_INTERVAL_FIELD_NUMBER: _ClassVar[int]
    TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    CREDITS_FIELD_NUMBER: _ClassVar[int]
    REAUTHENTICATE_BY_FIELD_NUMBER: _ClassVar[int]
    SESSION_TOKEN_FIELD_NUMBER: _ClassVar[int]
    channel_id: str
    identity_id: str
    auth_level: int
    is_resumed: bool
    ping_interval: int
    timeout: int
    credits: int
    reauthenticate_by: _timestamp_pb2.Timestamp
    session_token: str
    def __init__(self, channel_id: _Optional[str] = ..., identity_id: _Optional[str] = ..., auth_level: _Optional[int] = ..., is_resumed: bool = ..., ping_interval: _Optional[int] = ..., timeout: _Optional[int] = ..., credits: _Optional[int] = ..., reauthenticate_by: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., session_token: _Optional[str] = ...) -> None: ...

class Request(_message.Message):
    __slots__ = ("op_id", "method", "payload", "timeout")
    OP_ID_FIELD_NUMBER: _ClassVar[int]
    METHOD_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_FIELD_NUMBER: _ClassVar[int]
    TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    op_id: str
    method: str
    payload: bytes
    timeout: int
    def __init__(self, op_id: _Optional[str] = ..., method: _Optional[str] = ..., payload: _Optional[bytes] = ..., timeout: _Optional[int] = ...) -> None: ...

class Accepted(_message.Message):
    __slots__ = ("op_id",)
    OP_ID_FIELD_NUMBER: _ClassVar[int]
    op_id: str
    def __init__(self, op_id: _Optional[str] = ...) -> None: ...

class Result(_message.Message):
    __slots__ = ("op_id", "payload", "error")
    OP_ID_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    op_id: str
    payload: bytes
    error: Error
    def __init__(self, op_id: _Optional[str] = ..., payload: _Optional[bytes] = ..., error: _Optional[_Union[Error, _Mapping[str, _Any]]] = ...) -> None: ...

class Resolve(_message.Message):
    __slots__ = ("op_id", "seal")
    OP_ID_FIELD_NUMBER: _ClassVar[int]
    SEAL_FIELD_NUMBER: _ClassVar[int]
    op_id: str
    seal: bool
    def __init__(self, op_id: _Optional[str] = ..., seal: bool = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("op_id", "is_final", "result")
    OP_ID_FIELD_NUMBER: _ClassVar[int]
    IS_FINAL_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    op_id: str
    is_final: bool
    result: bytes
    def __init__(self, op_id: _Optional[str] = ..., is_final: bool = ..., result: _Optional[bytes] = ...) -> None: ...

class Ping(_message.Message):
    __slots__ = ("nonce",)
    NONCE_FIELD_NUMBER: _ClassVar[int]
    nonce: int
    def __init__(self, nonce: _Optional[int] = ...) -> None: ...

class Pong(_message.Message):
    __slots__ = ("nonce",)
    NONCE_FIELD_NUMBER: _ClassVar[int]
    nonce: int
    def __init__(self, nonce: _Optional[int] = ...) -> None: ...

class Reauthenticate(_message.Message):
    __slots__ = ("challenge", "rotating_token", "reauthenticate_by")
    CHALLENGE_FIELD_NUMBER: _ClassVar[int]
    ROTATING_TOKEN_FIELD_NUMBER: _ClassVar[int]
    REAUTHENTICATE_BY_FIELD_NUMBER: _ClassVar[int]
    challenge: str
    rotating_token: str
    reauthenticate_by: _timestamp_pb2.Timestamp
    def __init__(self, challenge: _Optional[str] = ..., rotating_token: _Optional[str] = ..., reauthenticate_by: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ...) -> None: ...

class GoAway(_message.Message):
    __slots__ = ("reason", "retry_after")
    REASON_FIELD_NUMBER: _ClassVar[int]
    RETRY_AFTER_FIELD_NUMBER: _ClassVar[int]
    reason: GoAwayReason
    retry_after: int
    def __init__(self, reason: _Optional[_Union[GoAwayReason, str]] = ..., retry_after: _Optional[int] = ...) -> None: ...

class Error(_message.Message):
    __slots__ = ("reason", "message", "parameter", "retry_after")
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    PARAMETER_FIELD_NUMBER: _ClassVar[int]
    RETRY_AFTER_FIELD_NUMBER: _ClassVar[int]
    reason: _fault_pb2.Reason
    message: str
    parameter: str
    retry_after: int
    def __init__(self, reason: _Optional[_Union[_fault_pb2.Reason, str]] = ..., message: _Optional[str] = ..., parameter: _Optional[str] = ..., retry_after: _Optional[int] = ...) -> None: ...
