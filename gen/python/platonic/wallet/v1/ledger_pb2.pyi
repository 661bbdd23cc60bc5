from typing import Any as _Any
import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from platonic.wallet.v1 import exchange_pb2 as _exchange_pb2
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

class EntryKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ENTRY_KIND_UNSPECIFIED: _ClassVar[EntryKind]
    ENTRY_KIND_TRANSACTION: _ClassVar[EntryKind]
    ENTRY_KIND_EXCHANGE: _ClassVar[EntryKind]
    ENTRY_KIND_DEPOSIT: _ClassVar[EntryKind]
    ENTRY_KIND_WITHDRAWAL: _ClassVar[EntryKind]
    ENTRY_KIND_HOLD: _ClassVar[EntryKind]
    ENTRY_KIND_CAPTURE: _ClassVar[EntryKind]
    ENTRY_KIND_RELEASE: _ClassVar[EntryKind]
    ENTRY_KIND_REVERSAL: _ClassVar[EntryKind]
ENTRY_KIND_UNSPECIFIED: EntryKind
ENTRY_KIND_TRANSACTION: EntryKind
ENTRY_KIND_EXCHANGE: EntryKind
ENTRY_KIND_DEPOSIT: EntryKind
ENTRY_KIND_WITHDRAWAL: EntryKind
ENTRY_KIND_HOLD: EntryKind
ENTRY_KIND_CAPTURE: EntryKind
ENTRY_KIND_RELEASE: EntryKind
ENTRY_KIND_REVERSAL: EntryKind

class LedgerEntry(_message.Message):
    __slots__ = ("sequence", "kind", "recorded_at", "transaction", "error_code", "exchange", "issuance", "movements", "hold_change", "reversal")
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    RECORDED_AT_FIELD_NUMBER: _ClassVar[int]
    TRANSACTION_FIELD_NUMBER: _ClassVar[int]
    ERROR_CODE_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_FIELD_NUMBER: _ClassVar[int]
    ISSUANCE_FIELD_NUMBER: _ClassVar[int]
    MOVEMENTS_FIELD_NUMBER: _ClassVar[int]
    HOLD_CHANGE_FIELD_NUMBER: _ClassVar[int]
    REVERSAL_FIELD_NUMBER: _ClassVar[int]
    sequence: int
    kind: EntryKind
    recorded_at: _timestamp_pb2.Timestamp
    transaction: _transaction_pb2.Transaction
    error_code: _transaction_pb2.TransactionErrorCode
    exchange: _exchange_pb2.ExchangeRecord
    issuance: Issuance
    movements: _containers.RepeatedCompositeFieldContainer[Movement]
    hold_change: _hold_pb2.HoldChange
    reversal: Reversal
    def __init__(self, sequence: _Optional[int] = ..., kind: _Optional[_Union[EntryKind, str]] = ..., recorded_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., transaction: _Optional[_Union[_transaction_pb2.Transaction, _Mapping[str, _Any]]] = ..., error_code: _Optional[_Union[_transaction_pb2.TransactionErrorCode, str]] = ..., exchange: _Optional[_Union[_exchange_pb2.ExchangeRecord, _Mapping[str, _Any]]] = ..., issuance: _Optional[_Union[Issuance, _Mapping[str, _Any]]] = ..., movements: _Optional[_Iterable[_Union[Movement, _Mapping[str, _Any]]]] = ..., hold_change: _Optional[_Union[_hold_pb2.HoldChange, _Mapping[str, _Any]]] = ..., reversal: _Optional[_Union[Reversal, _Mapping[str, _Any]]] = ...) -> None: ...

class Reversal(_message.Message):
    __slots__ = ("id", "reverses", "identity_id", "recipient", "token_type", "currency_code", "amount", "exact_amount", "reference")
    ID_FIELD_NUMBER: _ClassVar[int]
    REVERSES_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    RECIPIENT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_TYPE_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    EXACT_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    id: str
    reverses: str
    identity_id: str
    recipient: str
    token_type: _money_pb2.TokenType
    currency_code: str
    amount: float
    exact_amount: str
    reference: str
    def __init__(self, id: _Optional[str] = ..., reverses: _Optional[str] = ..., identity_id: _Optional[str] = ..., recipient: _Optional[str] = ..., token_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., currency_code: _Optional[str] = ..., amount: _Optional[float] = ..., exact_amount: _Optional[str] = ..., reference: _Optional[str] = ...) -> None: ...

class Issuance(_message.Message):
    __slots__ = ("id", "token_type", "currency_code", "amount", "exact_amount", "reference")
    ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_TYPE_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    EXACT_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    id: str
    token_type: _money_pb2.TokenType
    currency_code: str
    amount: float
    exact_amount: str
    reference: str
    def __init__(self, id: _Optional[str] = ..., token_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., currency_code: _Optional[str] = ..., amount: _Optional[float] = ..., exact_amount: _Optional[str] = ..., reference: _Optional[str] = ...) -> None: ...

class Movement(_message.Message):
    __slots__ = ("token_type", "currency_code", "amount", "exact_amount")
    TOKEN_TYPE_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    EXACT_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    token_type: _money_pb2.TokenType
    currency_code: str
    amount: float
    exact_amount: str
    def __init__(self, token_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., currency_code: _Optional[str] = ..., amount: _Optional[float] = ..., exact_amount: _Optional[str] = ...) -> None: ...
