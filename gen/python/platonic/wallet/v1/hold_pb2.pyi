from typing import Any as _Any
import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from platonic.call.v1 import call_pb2 as _call_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from platonic.wallet.v1 import money_pb2 as _money_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class HoldState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HOLD_STATE_UNSPECIFIED: _ClassVar[HoldState]
    HOLD_STATE_OPEN: _ClassVar[HoldState]
    HOLD_STATE_CAPTURED: _ClassVar[HoldState]
    HOLD_STATE_RELEASED: _ClassVar[HoldState]
    HOLD_STATE_EXPIRED: _ClassVar[HoldState]
HOLD_STATE_UNSPECIFIED: HoldState
HOLD_STATE_OPEN: HoldState
HOLD_STATE_CAPTURED: HoldState
HOLD_STATE_RELEASED: HoldState
HOLD_STATE_EXPIRED: HoldState

class Hold(_message.Message):
    __slots__ = ("id", "sender", "recipient", "token_type", "currency_code", "state", "amount", "exact_amount", "fee", "exact_captured", "captured_fee", "exact_left", "capture_before", "held_at", "sequence", "last_sequence", "exact_reversed")
    ID_FIELD_NUMBER: _ClassVar[int]
    SENDER_FIELD_NUMBER: _ClassVar[int]
    RECIPIENT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_TYPE_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    EXACT_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    FEE_FIELD_NUMBER: _ClassVar[int]
    EXACT_CAPTURED_FIELD_NUMBER: _ClassVar[int]
    CAPTURED_FEE_FIELD_NUMBER: _ClassVar[int]
    EXACT_LEFT_FIELD_NUMBER: _ClassVar[int]
    CAPTURE_BEFORE_FIELD_NUMBER: _ClassVar[int]
    HELD_AT_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    LAST_SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    EXACT_REVERSED_FIELD_NUMBER: _ClassVar[int]
    id: str
    sender: str
    recipient: str
    token_type: _money_pb2.TokenType
    currency_code: str
    state: HoldState
    amount: float
    exact_amount: str
    fee: _money_pb2.Fee
    exact_captured: str
    captured_fee: _money_pb2.Fee
    exact_left: str
    capture_before: _timestamp_pb2.Timestamp
    held_at: _timestamp_pb2.Timestamp
    sequence: int
    last_sequence: int
    exact_reversed: str
    def __init__(self, id: _Optional[str] = ..., sender: _Optional[str] = ..., recipient: _Optional[str] = ..., token_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., currency_code: _Optional[str] = ..., state: _Optional[_Union[HoldState, str]] = ..., amount: _Optional[float] = ..., exact_amount: _Optional[str] = ..., fee: _Optional[_Union[_money_pb2.Fee, _Mapping[str, _Any]]] = ..., exact_captured: _Optional[str] = ..., captured_fee: _Optional[_Union[_money_pb2.Fee, _Mapping[str, _Any]]] = ..., exact_left: _Optional[str] = ..., capture_before: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., held_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., sequence: _Optional[int] = ..., last_sequence: _Optional[int] = ..., exact_reversed: _Optional[str] = ...) -> None: ...

class CaptureOrder(_message.Message):
    __slots__ = ("id", "recipient", "hold_id", "token_type", "currency_code", "amount", "keep_rest", "created_at", "expires_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    RECIPIENT_FIELD_NUMBER: _ClassVar[int]
    HOLD_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_TYPE_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    KEEP_REST_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    id: str
    recipient: str
    hold_id: str
    token_type: _money_pb2.TokenType
    currency_code: str
    amount: str
    keep_rest: bool
    created_at: int
    expires_at: int
    def __init__(self, id: _Optional[str] = ..., recipient: _Optional[str] = ..., hold_id: _Optional[str] = ..., token_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., currency_code: _Optional[str] = ..., amount: _Optional[str] = ..., keep_rest: bool = ..., created_at: _Optional[int] = ..., expires_at: _Optional[int] = ...) -> None: ...

class ReleaseOrder(_message.Message):
    __slots__ = ("id", "recipient", "hold_id", "created_at", "expires_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    RECIPIENT_FIELD_NUMBER: _ClassVar[int]
    HOLD_ID_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    id: str
    recipient: str
    hold_id: str
    created_at: int
    expires_at: int
    def __init__(self, id: _Optional[str] = ..., recipient: _Optional[str] = ..., hold_id: _Optional[str] = ..., created_at: _Optional[int] = ..., expires_at: _Optional[int] = ...) -> None: ...

class HoldChange(_message.Message):
    __slots__ = ("id", "hold_id", "sender", "recipient", "token_type", "currency_code", "exact_captured", "fee", "exact_returned", "reference", "exact_reversed")
    ID_FIELD_NUMBER: _ClassVar[int]
    HOLD_ID_FIELD_NUMBER: _ClassVar[int]
    SENDER_FIELD_NUMBER: _ClassVar[int]
    RECIPIENT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_TYPE_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    EXACT_CAPTURED_FIELD_NUMBER: _ClassVar[int]
    FEE_FIELD_NUMBER: _ClassVar[int]
    EXACT_RETURNED_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    EXACT_REVERSED_FIELD_NUMBER: _ClassVar[int]
    id: str
    hold_id: str
    sender: str
    recipient: str
    token_type: _money_pb2.TokenType
    currency_code: str
    exact_captured: str
    fee: _money_pb2.Fee
    exact_returned: str
    reference: str
    exact_reversed: str
    def __init__(self, id: _Optional[str] = ..., hold_id: _Optional[str] = ..., sender: _Optional[str] = ..., recipient: _Optional[str] = ..., token_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., currency_code: _Optional[str] = ..., exact_captured: _Optional[str] = ..., fee: _Optional[_Union[_money_pb2.Fee, _Mapping[str, _Any]]] = ..., exact_returned: _Optional[str] = ..., reference: _Optional[str] = ..., exact_reversed: _Optional[str] = ...) -> None: ...
