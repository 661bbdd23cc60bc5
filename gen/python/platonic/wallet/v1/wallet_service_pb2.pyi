from typing import Any as _Any
import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from platonic.access.v1 import access_pb2 as _access_pb2
from platonic.call.v1 import call_pb2 as _call_pb2
from platonic.fault.v1 import fault_pb2 as _fault_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from platonic.wallet.v1 import ledger_pb2 as _ledger_pb2
from platonic.wallet.v1 import money_pb2 as _money_pb2
from platonic.wallet.v1 import wallet_pb2 as _wallet_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CreateWalletRequest(_message.Message):
    __slots__ = ("identity_id", "configuration")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    CONFIGURATION_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    configuration: _wallet_pb2.WalletConfiguration
    def __init__(self, identity_id: _Optional[str] = ..., configuration: _Optional[_Union[_wallet_pb2.WalletConfiguration, _Mapping[str, _Any]]] = ...) -> None: ...

class CreateWalletResponse(_message.Message):
    __slots__ = ("wallet",)
    WALLET_FIELD_NUMBER: _ClassVar[int]
    wallet: _wallet_pb2.Wallet
    def __init__(self, wallet: _Optional[_Union[_wallet_pb2.Wallet, _Mapping[str, _Any]]] = ...) -> None: ...

class GetWalletRequest(_message.Message):
    __slots__ = ("identity_id",)
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    def __init__(self, identity_id: _Optional[str] = ...) -> None: ...

class GetWalletResponse(_message.Message):
    __slots__ = ("wallet",)
    WALLET_FIELD_NUMBER: _ClassVar[int]
    wallet: _wallet_pb2.Wallet
    def __init__(self, wallet: _Optional[_Union[_wallet_pb2.Wallet, _Mapping[str, _Any]]] = ...) -> None: ...

class GetBalanceRequest(_message.Message):
    __slots__ = ("identity_id", "token_type", "currency_code")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_TYPE_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    token_type: _money_pb2.TokenType
    currency_code: str
    def __init__(self, identity_id: _Optional[str] = ..., token_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., currency_code: _Optional[str] = ...) -> None: ...

class GetBalanceResponse(_message.Message):
    __slots__ = ("balance",)
    BALANCE_FIELD_NUMBER: _ClassVar[int]
    balance: _wallet_pb2.WalletBalance
    def __init__(self, balance: _Optional[_Union[_wallet_pb2.WalletBalance, _Mapping[str, _Any]]] = ...) -> None: ...

class GetBalancesAtRequest(_message.Message):
    __slots__ = ("identity_id", "sequence", "at")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    sequence: int
    at: str
    def __init__(self, identity_id: _Optional[str] = ..., sequence: _Optional[int] = ..., at: _Optional[str] = ...) -> None: ...

class GetBalancesAtResponse(_message.Message):
    __slots__ = ("balances", "sequence", "recorded_at")
    BALANCES_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    RECORDED_AT_FIELD_NUMBER: _ClassVar[int]
    balances: _containers.RepeatedCompositeFieldContainer[_wallet_pb2.WalletBalance]
    sequence: int
    recorded_at: _timestamp_pb2.Timestamp
    def __init__(self, balances: _Optional[_Iterable[_Union[_wallet_pb2.WalletBalance, _Mapping[str, _Any]]]] = ..., sequence: _Optional[int] = ..., recorded_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ...) -> None: ...

class ConfigureWalletRequest(_message.Message):
    __slots__ = ("identity_id", "configuration", "version", "if_match")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    CONFIGURATION_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    IF_MATCH_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    configuration: _wallet_pb2.WalletConfiguration
    version: int
    if_match: str
    def __init__(self, identity_id: _Optional[str] = ..., configuration: _Optional[_Union[_wallet_pb2.WalletConfiguration, _Mapping[str, _Any]]] = ..., version: _Optional[int] = ..., if_match: _Optional[str] = ...) -> None: ...

class ConfigureWalletResponse(_message.Message):
    __slots__ = ("wallet",)
    WALLET_FIELD_NUMBER: _ClassVar[int]
    wallet: _wallet_pb2.Wallet
    def __init__(self, wallet: _Optional[_Union[_wallet_pb2.Wallet, _Mapping[str, _Any]]] = ...) -> None: ...

class ListLedgerEntriesRequest(_message.Message):
    __slots__ = ("identity_id", "kind", "until", "page_size", "page_token")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    FROM_FIELD_NUMBER: _ClassVar[int]
    UNTIL_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    kind: _ledger_pb2.EntryKind
    until: str
    page_size: int
    page_token: str
    def __init__(self, identity_id: _Optional[str] = ..., kind: _Optional[_Union[_ledger_pb2.EntryKind, str]] = ..., until: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., **kwargs: _Any) -> None: ...

class ListLedgerEntriesResponse(_message.Message):
    __slots__ = ("entries", "next_page_token")
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    entries: _containers.RepeatedCompositeFieldContainer[_ledger_pb2.LedgerEntry]
    next_page_token: str
    def __init__(self, entries: _Optional[_Iterable[_Union[_ledger_pb2.LedgerEntry, _Mapping[str, _Any]]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...
