from typing import Any as _Any
import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TokenType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOKEN_TYPE_UNSPECIFIED: _ClassVar[TokenType]
    TOKEN_TYPE_STANDARD: _ClassVar[TokenType]
    TOKEN_TYPE_MICRO: _ClassVar[TokenType]
    TOKEN_TYPE_EXTERNAL: _ClassVar[TokenType]
TOKEN_TYPE_UNSPECIFIED: TokenType
TOKEN_TYPE_STANDARD: TokenType
TOKEN_TYPE_MICRO: TokenType
TOKEN_TYPE_EXTERNAL: TokenType

class Amount(_message.Message):
    __slots__ = ("number", "decimal")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    DECIMAL_FIELD_NUMBER: _ClassVar[int]
    number: float
    decimal: str
    def __init__(self, number: _Optional[float] = ..., decimal: _Optional[str] = ...) -> None: ...

class Fee(_message.Message):
    __slots__ = ("amount", "exact_amount")
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    EXACT_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    amount: float
    exact_amount: str
    def __init__(self, amount: _Optional[float] = ..., exact_amount: _Optional[str] = ...) -> None: ...

class ExchangeRate(_message.Message):
    __slots__ = ("source_type", "source_currency_code", "target_type", "target_currency_code", "rate", "exact_rate", "source", "as_of")
    SOURCE_TYPE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    TARGET_TYPE_FIELD_NUMBER: _ClassVar[int]
    TARGET_CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    RATE_FIELD_NUMBER: _ClassVar[int]
    EXACT_RATE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    source_type: TokenType
    source_currency_code: str
    target_type: TokenType
    target_currency_code: str
    rate: float
    exact_rate: str
    source: str
    as_of: _timestamp_pb2.Timestamp
    def __init__(self, source_type: _Optional[_Union[TokenType, str]] = ..., source_currency_code: _Optional[str] = ..., target_type: _Optional[_Union[TokenType, str]] = ..., target_currency_code: _Optional[str] = ..., rate: _Optional[float] = ..., exact_rate: _Optional[str] = ..., source: _Optional[str] = ..., as_of: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ...) -> None: ...
