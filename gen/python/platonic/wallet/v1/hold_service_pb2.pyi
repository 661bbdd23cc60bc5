from typing import Any as _Any
from platonic.access.v1 import access_pb2 as _access_pb2
from platonic.call.v1 import call_pb2 as _call_pb2
from platonic.fault.v1 import fault_pb2 as _fault_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from platonic.wallet.v1 import hold_pb2 as _hold_pb2
from platonic.wallet.v1 import money_pb2 as _money_pb2
from platonic.wallet.v1 import transaction_pb2 as _transaction_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class HoldSide(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HOLD_SIDE_UNSPECIFIED: _ClassVar[HoldSide]
    HOLD_SIDE_SENT: _ClassVar[HoldSide]
    HOLD_SIDE_RECEIVED: _ClassVar[HoldSide]
HOLD_SIDE_UNSPECIFIED: HoldSide
HOLD_SIDE_SENT: HoldSide
HOLD_SIDE_RECEIVED: HoldSide

class CaptureHoldRequest(_message.Message):
    __slots__ = ("recipient", "signed_order", "hold_id", "amount", "keep_rest", "capture_id")
    RECIPIENT_FIELD_NUMBER: _ClassVar[int]
    SIGNED_ORDER_FIELD_NUMBER: _ClassVar[int]
    HOLD_ID_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    KEEP_REST_FIELD_NUMBER: _ClassVar[int]
    CAPTURE_ID_FIELD_NUMBER: _ClassVar[int]
    recipient: str
    signed_order: _transaction_pb2.SignedOrder
    hold_id: str
    amount: _money_pb2.Amount
    keep_rest: bool
    capture_id: str
    def __init__(self, recipient: _Optional[str] = ..., signed_order: _Optional[_Union[_transaction_pb2.SignedOrder, _Mapping[str, _Any]]] = ..., hold_id: _Optional[str] = ..., amount: _Optional[_Union[_money_pb2.Amount, _Mapping[str, _Any]]] = ..., keep_rest: bool = ..., capture_id: _Optional[str] = ...) -> None: ...

class CaptureHoldResponse(_message.Message):
    __slots__ = ("result", "hold")
    RESULT_FIELD_NUMBER: _ClassVar[int]
    HOLD_FIELD_NUMBER: _ClassVar[int]
    result: _transaction_pb2.TransactionResult
    hold: _hold_pb2.Hold
    def __init__(self, result: _Optional[_Union[_transaction_pb2.TransactionResult, _Mapping[str, _Any]]] = ..., hold: _Optional[_Union[_hold_pb2.Hold, _Mapping[str, _Any]]] = ...) -> None: ...

class ReleaseHoldRequest(_message.Message):
    __slots__ = ("recipient", "signed_order", "hold_id", "release_id")
    RECIPIENT_FIELD_NUMBER: _ClassVar[int]
    SIGNED_ORDER_FIELD_NUMBER: _ClassVar[int]
    HOLD_ID_FIELD_NUMBER: _ClassVar[int]
    RELEASE_ID_FIELD_NUMBER: _ClassVar[int]
    recipient: str
    signed_order: _transaction_pb2.SignedOrder
    hold_id: str
    release_id: str
    def __init__(self, recipient: _Optional[str] = ..., signed_order: _Optional[_Union[_transaction_pb2.SignedOrder, _Mapping[str, _Any]]] = ..., hold_id: _Optional[str] = ..., release_id: _Optional[str] = ...) -> None: ...

class ReleaseHoldResponse(_message.Message):
    __slots__ = ("result", "hold")
    RESULT_FIELD_NUMBER: _ClassVar[int]
    HOLD_FIELD_NUMBER: _ClassVar[int]
    result: _transaction_pb2.TransactionResult
    hold: _hold_pb2.Hold
    def __init__(self, result: _Optional[_Union[_transaction_pb2.TransactionResult, _Mapping[str, _Any]]] = ..., hold: _Optional[_Union[_hold_pb2.Hold, _Mapping[str, _Any]]] = ...) -> None: ...

class GetHoldRequest(_message.Message):
    __slots__ = ("identity_id", "hold_id")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    HOLD_ID_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    hold_id: str
    def __init__(self, identity_id: _Optional[str] = ..., hold_id: _Optional[str] = ...) -> None: ...

class GetHoldResponse(_message.Message):
    __slots__ = ("hold",)
    HOLD_FIELD_NUMBER: _ClassVar[int]
    hold: _hold_pb2.Hold
    def __init__(self, hold: _Optional[_Union[_hold_pb2.Hold, _Mapping[str, _Any]]] = ...) -> None: ...

class ListHoldsRequest(_message.Message):
    __slots__ = ("identity_id", "state", "side", "page_size", "page_token")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    state: _hold_pb2.HoldState
    side: HoldSide
    page_size: int
    page_token: str
    def __init__(self, identity_id: _Optional[str] = ..., state: _Optional[_Union[_hold_pb2.HoldState, str]] = ..., side: _Optional[_Union[HoldSide, str]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListHoldsResponse(_message.Message):
    __slots__ = ("holds", "next_page_token")
    HOLDS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    holds: _containers.RepeatedCompositeFieldContainer[_hold_pb2.Hold]
    next_page_token: str
    def __init__(self, holds: _Optional[_Iterable[_Union[_hold_pb2.Hold, _Mapping[str, _Any]]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...
