from typing import Any as _Any
import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from platonic.wallet.v1 import money_pb2 as _money_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ExchangeErrorCode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EXCHANGE_ERROR_CODE_UNSPECIFIED: _ClassVar[ExchangeErrorCode]
    EXCHANGE_ERROR_CODE_INVALID_WALLET: _ClassVar[ExchangeErrorCode]
    EXCHANGE_ERROR_CODE_INSUFFICIENT_FUNDS: _ClassVar[ExchangeErrorCode]
    EXCHANGE_ERROR_CODE_RATE_UNAVAILABLE: _ClassVar[ExchangeErrorCode]
    EXCHANGE_ERROR_CODE_EXECUTION_FAILED: _ClassVar[ExchangeErrorCode]
EXCHANGE_ERROR_CODE_UNSPECIFIED: ExchangeErrorCode
EXCHANGE_ERROR_CODE_INVALID_WALLET: ExchangeErrorCode
EXCHANGE_ERROR_CODE_INSUFFICIENT_FUNDS: ExchangeErrorCode
EXCHANGE_ERROR_CODE_RATE_UNAVAILABLE: ExchangeErrorCode
EXCHANGE_ERROR_CODE_EXECUTION_FAILED: ExchangeErrorCode

class ExchangeResult(_message.Message):
    __slots__ = ("success", "source_amount", "source_type", "target_type", "target_amount", "rate", "fee", "error_code", "exchange_id", "exact_source_amount", "exact_target_amount", "exact_rate", "exact_fee", "source_currency_code", "target_currency_code", "exact_network_fee")
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    SOURCE_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    SOURCE_TYPE_FIELD_NUMBER: _ClassVar[int]
    TARGET_TYPE_FIELD_NUMBER: _ClassVar[int]
    TARGET_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    RATE_FIELD_NUMBER: _ClassVar[int]
    FEE_FIELD_NUMBER: _ClassVar[int]
    ERROR_CODE_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_ID_FIELD_NUMBER: _ClassVar[int]
    EXACT_SOURCE_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    EXACT_TARGET_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    EXACT_RATE_FIELD_NUMBER: _ClassVar[int]
    EXACT_FEE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    TARGET_CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    EXACT_NETWORK_FEE_FIELD_NUMBER: _ClassVar[int]
    success: bool
    source_amount: float
    source_type: _money_pb2.TokenType
    target_type: _money_pb2.TokenType
    target_amount: float
    rate: float
    fee: float
    error_code: ExchangeErrorCode
    exchange_id: str
    exact_source_amount: str
    exact_target_amount: str
    exact_rate: str
    exact_fee: str
    source_currency_code: str
    target_currency_code: str
    exact_network_fee: str
    def __init__(self, success: bool = ..., source_amount: _Optional[float] = ..., source_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., target_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., target_amount: _Optional[float] = ..., rate: _Optional[float] = ..., fee: _Optional[float] = ..., error_code: _Optional[_Union[ExchangeErrorCode, str]] = ..., exchange_id: _Optional[str] = ..., exact_source_amount: _Optional[str] = ..., exact_target_amount: _Optional[str] = ..., exact_rate: _Optional[str] = ..., exact_fee: _Optional[str] = ..., source_currency_code: _Optional[str] = ..., target_currency_code: _Optional[str] = ..., exact_network_fee: _Optional[str] = ...) -> None: ...

class ExchangeRecord(_message.Message):
    __slots__ = ("id", "recorded_at", "result", "rate_source", "rate_as_of", "quote_id")
    ID_FIELD_NUMBER: _ClassVar[int]
    RECORDED_AT_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    RATE_SOURCE_FIELD_NUMBER: _ClassVar[int]
    RATE_AS_OF_FIELD_NUMBER: _ClassVar[int]
    QUOTE_ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    recorded_at: _timestamp_pb2.Timestamp
    result: ExchangeResult
    rate_source: str
    rate_as_of: _timestamp_pb2.Timestamp
    quote_id: str
    def __init__(self, id: _Optional[str] = ..., recorded_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., result: _Optional[_Union[ExchangeResult, _Mapping[str, _Any]]] = ..., rate_source: _Optional[str] = ..., rate_as_of: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., quote_id: _Optional[str] = ...) -> None: ...

class Quote(_message.Message):
    __slots__ = ("id", "source_type", "source_currency_code", "exact_source_amount", "target_type", "target_currency_code", "exact_target_amount", "exact_rate", "exact_fee", "exact_network_fee", "expires_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    SOURCE_TYPE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    EXACT_SOURCE_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    TARGET_TYPE_FIELD_NUMBER: _ClassVar[int]
    TARGET_CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    EXACT_TARGET_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    EXACT_RATE_FIELD_NUMBER: _ClassVar[int]
    EXACT_FEE_FIELD_NUMBER: _ClassVar[int]
    EXACT_NETWORK_FEE_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    id: str
    source_type: _money_pb2.TokenType
    source_currency_code: str
    exact_source_amount: str
    target_type: _money_pb2.TokenType
    target_currency_code: str
    exact_target_amount: str
    exact_rate: str
    exact_fee: str
    exact_network_fee: str
    expires_at: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., source_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., source_currency_code: _Optional[str] = ..., exact_source_amount: _Optional[str] = ..., target_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., target_currency_code: _Optional[str] = ..., exact_target_amount: _Optional[str] = ..., exact_rate: _Optional[str] = ..., exact_fee: _Optional[str] = ..., exact_network_fee: _Optional[str] = ..., expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ...) -> None: ...
