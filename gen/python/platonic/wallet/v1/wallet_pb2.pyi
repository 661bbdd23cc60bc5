from typing import Any as _Any
import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from platonic.wallet.v1 import money_pb2 as _money_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class WalletBalance(_message.Message):
    __slots__ = ("token_type", "amount", "currency_code", "exchange_rate", "exact_amount", "held", "exact_held")
    TOKEN_TYPE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_RATE_FIELD_NUMBER: _ClassVar[int]
    EXACT_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    HELD_FIELD_NUMBER: _ClassVar[int]
    EXACT_HELD_FIELD_NUMBER: _ClassVar[int]
    token_type: _money_pb2.TokenType
    amount: float
    currency_code: str
    exchange_rate: _money_pb2.ExchangeRate
    exact_amount: str
    held: float
    exact_held: str
    def __init__(self, token_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., amount: _Optional[float] = ..., currency_code: _Optional[str] = ..., exchange_rate: _Optional[_Union[_money_pb2.ExchangeRate, _Mapping[str, _Any]]] = ..., exact_amount: _Optional[str] = ..., held: _Optional[float] = ..., exact_held: _Optional[str] = ...) -> None: ...

class Wallet(_message.Message):
    __slots__ = ("identity_id", "standard", "micro", "external", "configuration", "is_frozen", "version", "created_at")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    STANDARD_FIELD_NUMBER: _ClassVar[int]
    MICRO_FIELD_NUMBER: _ClassVar[int]
    EXTERNAL_FIELD_NUMBER: _ClassVar[int]
    CONFIGURATION_FIELD_NUMBER: _ClassVar[int]
    IS_FROZEN_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    standard: WalletBalance
    micro: WalletBalance
    external: ExternalBalances
    configuration: WalletConfiguration
    is_frozen: bool
    version: int
    created_at: _timestamp_pb2.Timestamp
    def __init__(self, identity_id: _Optional[str] = ..., standard: _Optional[_Union[WalletBalance, _Mapping[str, _Any]]] = ..., micro: _Optional[_Union[WalletBalance, _Mapping[str, _Any]]] = ..., external: _Optional[_Union[ExternalBalances, _Mapping[str, _Any]]] = ..., configuration: _Optional[_Union[WalletConfiguration, _Mapping[str, _Any]]] = ..., is_frozen: bool = ..., version: _Optional[int] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ...) -> None: ...

class ExternalBalances(_message.Message):
    __slots__ = ("entries",)
    class EntriesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: WalletBalance
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[WalletBalance, _Mapping[str, _Any]]] = ...) -> None: ...
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    entries: _containers.MessageMap[str, WalletBalance]
    def __init__(self, entries: _Optional[_Mapping[str, WalletBalance]] = ...) -> None: ...

class WalletConfiguration(_message.Message):
    __slots__ = ("use_channel", "auto_exchange", "channel_endpoint", "confirm_timeout", "retry_count", "http_endpoint")
    USE_CHANNEL_FIELD_NUMBER: _ClassVar[int]
    AUTO_EXCHANGE_FIELD_NUMBER: _ClassVar[int]
    CHANNEL_ENDPOINT_FIELD_NUMBER: _ClassVar[int]
    CONFIRM_TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    RETRY_COUNT_FIELD_NUMBER: _ClassVar[int]
    HTTP_ENDPOINT_FIELD_NUMBER: _ClassVar[int]
    use_channel: bool
    auto_exchange: bool
    channel_endpoint: str
    confirm_timeout: int
    retry_count: int
    http_endpoint: str
    def __init__(self, use_channel: bool = ..., auto_exchange: bool = ..., channel_endpoint: _Optional[str] = ..., confirm_timeout: _Optional[int] = ..., retry_count: _Optional[int] = ..., http_endpoint: _Optional[str] = ...) -> None: ...
