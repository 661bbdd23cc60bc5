from typing import Any as _Any
import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from platonic.access.v1 import access_pb2 as _access_pb2
from platonic.call.v1 import call_pb2 as _call_pb2
from platonic.fault.v1 import fault_pb2 as _fault_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from platonic.wallet.v1 import hold_pb2 as _hold_pb2
from platonic.wallet.v1 import ledger_pb2 as _ledger_pb2
from platonic.wallet.v1 import money_pb2 as _money_pb2
from platonic.wallet.v1 import wallet_pb2 as _wallet_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DepositRequest(_message.Message):
    __slots__ = ("identity_id", "token_type", "currency_code", "amount", "reference", "deposit_id")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_TYPE_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    DEPOSIT_ID_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    token_type: _money_pb2.TokenType
    currency_code: str
    amount: _money_pb2.Amount
    reference: str
    deposit_id: str
    def __init__(self, identity_id: _Optional[str] = ..., token_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., currency_code: _Optional[str] = ..., amount: _Optional[_Union[_money_pb2.Amount, _Mapping[str, _Any]]] = ..., reference: _Optional[str] = ..., deposit_id: _Optional[str] = ...) -> None: ...

class DepositResponse(_message.Message):
    __slots__ = ("issuance",)
    ISSUANCE_FIELD_NUMBER: _ClassVar[int]
    issuance: _ledger_pb2.Issuance
    def __init__(self, issuance: _Optional[_Union[_ledger_pb2.Issuance, _Mapping[str, _Any]]] = ...) -> None: ...

class WithdrawRequest(_message.Message):
    __slots__ = ("identity_id", "token_type", "currency_code", "amount", "reference", "withdrawal_id")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_TYPE_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    WITHDRAWAL_ID_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    token_type: _money_pb2.TokenType
    currency_code: str
    amount: _money_pb2.Amount
    reference: str
    withdrawal_id: str
    def __init__(self, identity_id: _Optional[str] = ..., token_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., currency_code: _Optional[str] = ..., amount: _Optional[_Union[_money_pb2.Amount, _Mapping[str, _Any]]] = ..., reference: _Optional[str] = ..., withdrawal_id: _Optional[str] = ...) -> None: ...

class WithdrawResponse(_message.Message):
    __slots__ = ("issuance",)
    ISSUANCE_FIELD_NUMBER: _ClassVar[int]
    issuance: _ledger_pb2.Issuance
    def __init__(self, issuance: _Optional[_Union[_ledger_pb2.Issuance, _Mapping[str, _Any]]] = ...) -> None: ...

class ReleaseHoldRequest(_message.Message):
    __slots__ = ("hold_id", "reference", "release_id")
    HOLD_ID_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    RELEASE_ID_FIELD_NUMBER: _ClassVar[int]
    hold_id: str
    reference: str
    release_id: str
    def __init__(self, hold_id: _Optional[str] = ..., reference: _Optional[str] = ..., release_id: _Optional[str] = ...) -> None: ...

class ReleaseHoldResponse(_message.Message):
    __slots__ = ("hold",)
    HOLD_FIELD_NUMBER: _ClassVar[int]
    hold: _hold_pb2.Hold
    def __init__(self, hold: _Optional[_Union[_hold_pb2.Hold, _Mapping[str, _Any]]] = ...) -> None: ...

class ReverseTransactionRequest(_message.Message):
    __slots__ = ("transaction_id", "amount", "reference", "reversal_id")
    TRANSACTION_ID_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    REVERSAL_ID_FIELD_NUMBER: _ClassVar[int]
    transaction_id: str
    amount: _money_pb2.Amount
    reference: str
    reversal_id: str
    def __init__(self, transaction_id: _Optional[str] = ..., amount: _Optional[_Union[_money_pb2.Amount, _Mapping[str, _Any]]] = ..., reference: _Optional[str] = ..., reversal_id: _Optional[str] = ...) -> None: ...

class ReverseTransactionResponse(_message.Message):
    __slots__ = ("reversal",)
    REVERSAL_FIELD_NUMBER: _ClassVar[int]
    reversal: _ledger_pb2.Reversal
    def __init__(self, reversal: _Optional[_Union[_ledger_pb2.Reversal, _Mapping[str, _Any]]] = ...) -> None: ...

class FreezeWalletRequest(_message.Message):
    __slots__ = ("identity_id", "is_frozen")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    IS_FROZEN_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    is_frozen: bool
    def __init__(self, identity_id: _Optional[str] = ..., is_frozen: bool = ...) -> None: ...

class FreezeWalletResponse(_message.Message):
    __slots__ = ("wallet",)
    WALLET_FIELD_NUMBER: _ClassVar[int]
    wallet: _wallet_pb2.Wallet
    def __init__(self, wallet: _Optional[_Union[_wallet_pb2.Wallet, _Mapping[str, _Any]]] = ...) -> None: ...

class SetRateRequest(_message.Message):
    __slots__ = ("source_type", "source_currency_code", "target_type", "target_currency_code", "bid", "ask")
    SOURCE_TYPE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    TARGET_TYPE_FIELD_NUMBER: _ClassVar[int]
    TARGET_CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    BID_FIELD_NUMBER: _ClassVar[int]
    ASK_FIELD_NUMBER: _ClassVar[int]
    source_type: _money_pb2.TokenType
    source_currency_code: str
    target_type: _money_pb2.TokenType
    target_currency_code: str
    bid: _money_pb2.Amount
    ask: _money_pb2.Amount
    def __init__(self, source_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., source_currency_code: _Optional[str] = ..., target_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., target_currency_code: _Optional[str] = ..., bid: _Optional[_Union[_money_pb2.Amount, _Mapping[str, _Any]]] = ..., ask: _Optional[_Union[_money_pb2.Amount, _Mapping[str, _Any]]] = ...) -> None: ...

class SetRateResponse(_message.Message):
    __slots__ = ("rates",)
    RATES_FIELD_NUMBER: _ClassVar[int]
    rates: _containers.RepeatedCompositeFieldContainer[_money_pb2.ExchangeRate]
    def __init__(self, rates: _Optional[_Iterable[_Union[_money_pb2.ExchangeRate, _Mapping[str, _Any]]]] = ...) -> None: ...

class GetLedgerPolicyRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetLedgerPolicyResponse(_message.Message):
    __slots__ = ("assets", "limits", "exchange_basis_points")
    ASSETS_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_BASIS_POINTS_FIELD_NUMBER: _ClassVar[int]
    assets: _containers.RepeatedCompositeFieldContainer[AssetPolicy]
    limits: _containers.RepeatedCompositeFieldContainer[LimitPolicy]
    exchange_basis_points: int
    def __init__(self, assets: _Optional[_Iterable[_Union[AssetPolicy, _Mapping[str, _Any]]]] = ..., limits: _Optional[_Iterable[_Union[LimitPolicy, _Mapping[str, _Any]]]] = ..., exchange_basis_points: _Optional[int] = ...) -> None: ...

class AssetPolicy(_message.Message):
    __slots__ = ("token_type", "currency_code", "scale", "fee_basis_points", "fee_minimum", "exchange_fee_minimum", "network_fee")
    TOKEN_TYPE_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    SCALE_FIELD_NUMBER: _ClassVar[int]
    FEE_BASIS_POINTS_FIELD_NUMBER: _ClassVar[int]
    FEE_MINIMUM_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_FEE_MINIMUM_FIELD_NUMBER: _ClassVar[int]
    NETWORK_FEE_FIELD_NUMBER: _ClassVar[int]
    token_type: _money_pb2.TokenType
    currency_code: str
    scale: int
    fee_basis_points: int
    fee_minimum: str
    exchange_fee_minimum: str
    network_fee: str
    def __init__(self, token_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., currency_code: _Optional[str] = ..., scale: _Optional[int] = ..., fee_basis_points: _Optional[int] = ..., fee_minimum: _Optional[str] = ..., exchange_fee_minimum: _Optional[str] = ..., network_fee: _Optional[str] = ...) -> None: ...

class LimitPolicy(_message.Message):
    __slots__ = ("token_type", "currency_code", "verification_level", "per_transaction", "per_day")
    TOKEN_TYPE_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    VERIFICATION_LEVEL_FIELD_NUMBER: _ClassVar[int]
    PER_TRANSACTION_FIELD_NUMBER: _ClassVar[int]
    PER_DAY_FIELD_NUMBER: _ClassVar[int]
    token_type: _money_pb2.TokenType
    currency_code: str
    verification_level: int
    per_transaction: str
    per_day: str
    def __init__(self, token_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., currency_code: _Optional[str] = ..., verification_level: _Optional[int] = ..., per_transaction: _Optional[str] = ..., per_day: _Optional[str] = ...) -> None: ...

class CheckLedgerRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CheckLedgerResponse(_message.Message):
    __slots__ = ("check",)
    CHECK_FIELD_NUMBER: _ClassVar[int]
    check: LedgerCheck
    def __init__(self, check: _Optional[_Union[LedgerCheck, _Mapping[str, _Any]]] = ...) -> None: ...

class GetLedgerCheckRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetLedgerCheckResponse(_message.Message):
    __slots__ = ("check",)
    CHECK_FIELD_NUMBER: _ClassVar[int]
    check: LedgerCheck
    def __init__(self, check: _Optional[_Union[LedgerCheck, _Mapping[str, _Any]]] = ...) -> None: ...

class DismissLossesRequest(_message.Message):
    __slots__ = ("ids",)
    IDS_FIELD_NUMBER: _ClassVar[int]
    ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, ids: _Optional[_Iterable[str]] = ...) -> None: ...

class DismissLossesResponse(_message.Message):
    __slots__ = ("dismissed",)
    DISMISSED_FIELD_NUMBER: _ClassVar[int]
    dismissed: int
    def __init__(self, dismissed: _Optional[int] = ...) -> None: ...

class LedgerCheck(_message.Message):
    __slots__ = ("is_running", "is_whole", "entries", "batches", "head", "findings", "started_at", "ended_at", "entries_total")
    IS_RUNNING_FIELD_NUMBER: _ClassVar[int]
    IS_WHOLE_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    BATCHES_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    FINDINGS_FIELD_NUMBER: _ClassVar[int]
    STARTED_AT_FIELD_NUMBER: _ClassVar[int]
    ENDED_AT_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_TOTAL_FIELD_NUMBER: _ClassVar[int]
    is_running: bool
    is_whole: bool
    entries: int
    batches: int
    head: bytes
    findings: _containers.RepeatedScalarFieldContainer[str]
    started_at: _timestamp_pb2.Timestamp
    ended_at: _timestamp_pb2.Timestamp
    entries_total: int
    def __init__(self, is_running: bool = ..., is_whole: bool = ..., entries: _Optional[int] = ..., batches: _Optional[int] = ..., head: _Optional[bytes] = ..., findings: _Optional[_Iterable[str]] = ..., started_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., ended_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., entries_total: _Optional[int] = ...) -> None: ...

class ExportLedgerRequest(_message.Message):
    __slots__ = ("after", "page_size")
    AFTER_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    after: int
    page_size: int
    def __init__(self, after: _Optional[int] = ..., page_size: _Optional[int] = ...) -> None: ...

class ExportLedgerResponse(_message.Message):
    __slots__ = ("batches", "entries_total")
    BATCHES_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_TOTAL_FIELD_NUMBER: _ClassVar[int]
    batches: _containers.RepeatedCompositeFieldContainer[LedgerBatch]
    entries_total: int
    def __init__(self, batches: _Optional[_Iterable[_Union[LedgerBatch, _Mapping[str, _Any]]]] = ..., entries_total: _Optional[int] = ...) -> None: ...

class LedgerBatch(_message.Message):
    __slots__ = ("number", "first_sequence", "last_sequence", "previous_hash", "hash", "written_at", "entries")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    FIRST_SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    LAST_SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    PREVIOUS_HASH_FIELD_NUMBER: _ClassVar[int]
    HASH_FIELD_NUMBER: _ClassVar[int]
    WRITTEN_AT_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    number: int
    first_sequence: int
    last_sequence: int
    previous_hash: bytes
    hash: bytes
    written_at: _timestamp_pb2.Timestamp
    entries: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, number: _Optional[int] = ..., first_sequence: _Optional[int] = ..., last_sequence: _Optional[int] = ..., previous_hash: _Optional[bytes] = ..., hash: _Optional[bytes] = ..., written_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., entries: _Optional[_Iterable[bytes]] = ...) -> None: ...
