from typing import Any as _Any
from platonic.access.v1 import access_pb2 as _access_pb2
from platonic.call.v1 import call_pb2 as _call_pb2
from platonic.fault.v1 import fault_pb2 as _fault_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from platonic.wallet.v1 import exchange_pb2 as _exchange_pb2
from platonic.wallet.v1 import money_pb2 as _money_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ListRatesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListRatesResponse(_message.Message):
    __slots__ = ("rates",)
    RATES_FIELD_NUMBER: _ClassVar[int]
    rates: _containers.RepeatedCompositeFieldContainer[_money_pb2.ExchangeRate]
    def __init__(self, rates: _Optional[_Iterable[_Union[_money_pb2.ExchangeRate, _Mapping[str, _Any]]]] = ...) -> None: ...

class CreateQuoteRequest(_message.Message):
    __slots__ = ("identity_id", "source_type", "source_currency_code", "source_amount", "target_type", "target_currency_code")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    SOURCE_TYPE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    TARGET_TYPE_FIELD_NUMBER: _ClassVar[int]
    TARGET_CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    source_type: _money_pb2.TokenType
    source_currency_code: str
    source_amount: _money_pb2.Amount
    target_type: _money_pb2.TokenType
    target_currency_code: str
    def __init__(self, identity_id: _Optional[str] = ..., source_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., source_currency_code: _Optional[str] = ..., source_amount: _Optional[_Union[_money_pb2.Amount, _Mapping[str, _Any]]] = ..., target_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., target_currency_code: _Optional[str] = ...) -> None: ...

class CreateQuoteResponse(_message.Message):
    __slots__ = ("quote", "error_code")
    QUOTE_FIELD_NUMBER: _ClassVar[int]
    ERROR_CODE_FIELD_NUMBER: _ClassVar[int]
    quote: _exchange_pb2.Quote
    error_code: _exchange_pb2.ExchangeErrorCode
    def __init__(self, quote: _Optional[_Union[_exchange_pb2.Quote, _Mapping[str, _Any]]] = ..., error_code: _Optional[_Union[_exchange_pb2.ExchangeErrorCode, str]] = ...) -> None: ...

class ExchangeRequest(_message.Message):
    __slots__ = ("identity_id", "source_type", "source_currency_code", "source_amount", "target_type", "target_currency_code", "exchange_id", "quote_id")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    SOURCE_TYPE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    TARGET_TYPE_FIELD_NUMBER: _ClassVar[int]
    TARGET_CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_ID_FIELD_NUMBER: _ClassVar[int]
    QUOTE_ID_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    source_type: _money_pb2.TokenType
    source_currency_code: str
    source_amount: _money_pb2.Amount
    target_type: _money_pb2.TokenType
    target_currency_code: str
    exchange_id: str
    quote_id: str
    def __init__(self, identity_id: _Optional[str] = ..., source_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., source_currency_code: _Optional[str] = ..., source_amount: _Optional[_Union[_money_pb2.Amount, _Mapping[str, _Any]]] = ..., target_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., target_currency_code: _Optional[str] = ..., exchange_id: _Optional[str] = ..., quote_id: _Optional[str] = ...) -> None: ...

class ExchangeResponse(_message.Message):
    __slots__ = ("result",)
    RESULT_FIELD_NUMBER: _ClassVar[int]
    result: _exchange_pb2.ExchangeResult
    def __init__(self, result: _Optional[_Union[_exchange_pb2.ExchangeResult, _Mapping[str, _Any]]] = ...) -> None: ...

class ExchangeCurrenciesRequest(_message.Message):
    __slots__ = ("identity_id", "source_currency_code", "amount", "target_currency_code", "exchange_id")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    SOURCE_CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    TARGET_CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_ID_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    source_currency_code: str
    amount: _money_pb2.Amount
    target_currency_code: str
    exchange_id: str
    def __init__(self, identity_id: _Optional[str] = ..., source_currency_code: _Optional[str] = ..., amount: _Optional[_Union[_money_pb2.Amount, _Mapping[str, _Any]]] = ..., target_currency_code: _Optional[str] = ..., exchange_id: _Optional[str] = ...) -> None: ...

class ExchangeCurrenciesResponse(_message.Message):
    __slots__ = ("result",)
    RESULT_FIELD_NUMBER: _ClassVar[int]
    result: _exchange_pb2.ExchangeResult
    def __init__(self, result: _Optional[_Union[_exchange_pb2.ExchangeResult, _Mapping[str, _Any]]] = ...) -> None: ...

class ListExchangesRequest(_message.Message):
    __slots__ = ("identity_id", "page_size", "page_token")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    page_size: int
    page_token: str
    def __init__(self, identity_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListExchangesResponse(_message.Message):
    __slots__ = ("exchanges", "next_page_token")
    EXCHANGES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    exchanges: _containers.RepeatedCompositeFieldContainer[_exchange_pb2.ExchangeRecord]
    next_page_token: str
    def __init__(self, exchanges: _Optional[_Iterable[_Union[_exchange_pb2.ExchangeRecord, _Mapping[str, _Any]]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...
