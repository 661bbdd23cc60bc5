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

class TransactionStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TRANSACTION_STATUS_UNSPECIFIED: _ClassVar[TransactionStatus]
    TRANSACTION_STATUS_PENDING: _ClassVar[TransactionStatus]
    TRANSACTION_STATUS_COMPLETED: _ClassVar[TransactionStatus]
    TRANSACTION_STATUS_FAILED: _ClassVar[TransactionStatus]
    TRANSACTION_STATUS_HELD: _ClassVar[TransactionStatus]

class TransactionErrorCode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TRANSACTION_ERROR_CODE_UNSPECIFIED: _ClassVar[TransactionErrorCode]
    TRANSACTION_ERROR_CODE_INVALID_TRANSACTION: _ClassVar[TransactionErrorCode]
    TRANSACTION_ERROR_CODE_INVALID_SIGNATURE: _ClassVar[TransactionErrorCode]
    TRANSACTION_ERROR_CODE_INSUFFICIENT_FUNDS: _ClassVar[TransactionErrorCode]
    TRANSACTION_ERROR_CODE_INVALID_RECIPIENT: _ClassVar[TransactionErrorCode]
    TRANSACTION_ERROR_CODE_LIMIT_EXCEEDED: _ClassVar[TransactionErrorCode]
    TRANSACTION_ERROR_CODE_CHANNEL_FAILURE: _ClassVar[TransactionErrorCode]
    TRANSACTION_ERROR_CODE_HOLD_UNKNOWN: _ClassVar[TransactionErrorCode]
    TRANSACTION_ERROR_CODE_HOLD_ENDED: _ClassVar[TransactionErrorCode]
    TRANSACTION_ERROR_CODE_LINKED_FAILED: _ClassVar[TransactionErrorCode]
    TRANSACTION_ERROR_CODE_REVERSAL_INVALID: _ClassVar[TransactionErrorCode]
    TRANSACTION_ERROR_CODE_REVERSAL_EXCEEDED: _ClassVar[TransactionErrorCode]
TRANSACTION_STATUS_UNSPECIFIED: TransactionStatus
TRANSACTION_STATUS_PENDING: TransactionStatus
TRANSACTION_STATUS_COMPLETED: TransactionStatus
TRANSACTION_STATUS_FAILED: TransactionStatus
TRANSACTION_STATUS_HELD: TransactionStatus
TRANSACTION_ERROR_CODE_UNSPECIFIED: TransactionErrorCode
TRANSACTION_ERROR_CODE_INVALID_TRANSACTION: TransactionErrorCode
TRANSACTION_ERROR_CODE_INVALID_SIGNATURE: TransactionErrorCode
TRANSACTION_ERROR_CODE_INSUFFICIENT_FUNDS: TransactionErrorCode
TRANSACTION_ERROR_CODE_INVALID_RECIPIENT: TransactionErrorCode
TRANSACTION_ERROR_CODE_LIMIT_EXCEEDED: TransactionErrorCode
TRANSACTION_ERROR_CODE_CHANNEL_FAILURE: TransactionErrorCode
TRANSACTION_ERROR_CODE_HOLD_UNKNOWN: TransactionErrorCode
TRANSACTION_ERROR_CODE_HOLD_ENDED: TransactionErrorCode
TRANSACTION_ERROR_CODE_LINKED_FAILED: TransactionErrorCode
TRANSACTION_ERROR_CODE_REVERSAL_INVALID: TransactionErrorCode
TRANSACTION_ERROR_CODE_REVERSAL_EXCEEDED: TransactionErrorCode

class Transaction(_message.Message):
    __slots__ = ("id", "sender", "recipient", "token_type", "amount", "description", "fee", "timestamp", "status", "signature", "currency_code", "exact_amount", "key_id", "order", "capture_before", "hold_id", "reverses", "reversed", "exact_reversed", "is_linked")
    ID_FIELD_NUMBER: _ClassVar[int]
    SENDER_FIELD_NUMBER: _ClassVar[int]
    RECIPIENT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_TYPE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    FEE_FIELD_NUMBER: _ClassVar[int]
    TIMESTAMP_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    EXACT_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    CAPTURE_BEFORE_FIELD_NUMBER: _ClassVar[int]
    HOLD_ID_FIELD_NUMBER: _ClassVar[int]
    REVERSES_FIELD_NUMBER: _ClassVar[int]
    REVERSED_FIELD_NUMBER: _ClassVar[int]
    EXACT_REVERSED_FIELD_NUMBER: _ClassVar[int]
    IS_LINKED_FIELD_NUMBER: _ClassVar[int]
    id: str
    sender: str
    recipient: str
    token_type: _money_pb2.TokenType
    amount: float
    description: str
    fee: _money_pb2.Fee
    timestamp: _timestamp_pb2.Timestamp
    status: TransactionStatus
    signature: bytes
    currency_code: str
    exact_amount: str
    key_id: str
    order: bytes
    capture_before: _timestamp_pb2.Timestamp
    hold_id: str
    reverses: str
    reversed: float
    exact_reversed: str
    is_linked: bool
    def __init__(self, id: _Optional[str] = ..., sender: _Optional[str] = ..., recipient: _Optional[str] = ..., token_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., amount: _Optional[float] = ..., description: _Optional[str] = ..., fee: _Optional[_Union[_money_pb2.Fee, _Mapping[str, _Any]]] = ..., timestamp: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., status: _Optional[_Union[TransactionStatus, str]] = ..., signature: _Optional[bytes] = ..., currency_code: _Optional[str] = ..., exact_amount: _Optional[str] = ..., key_id: _Optional[str] = ..., order: _Optional[bytes] = ..., capture_before: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ..., hold_id: _Optional[str] = ..., reverses: _Optional[str] = ..., reversed: _Optional[float] = ..., exact_reversed: _Optional[str] = ..., is_linked: bool = ...) -> None: ...

class TransferOrder(_message.Message):
    __slots__ = ("id", "sender", "recipient", "token_type", "currency_code", "amount", "description", "created_at", "fee_max", "expires_at", "capture_before", "reverses")
    ID_FIELD_NUMBER: _ClassVar[int]
    SENDER_FIELD_NUMBER: _ClassVar[int]
    RECIPIENT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_TYPE_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    FEE_MAX_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    CAPTURE_BEFORE_FIELD_NUMBER: _ClassVar[int]
    REVERSES_FIELD_NUMBER: _ClassVar[int]
    id: str
    sender: str
    recipient: str
    token_type: _money_pb2.TokenType
    currency_code: str
    amount: str
    description: str
    created_at: int
    fee_max: str
    expires_at: int
    capture_before: int
    reverses: str
    def __init__(self, id: _Optional[str] = ..., sender: _Optional[str] = ..., recipient: _Optional[str] = ..., token_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., currency_code: _Optional[str] = ..., amount: _Optional[str] = ..., description: _Optional[str] = ..., created_at: _Optional[int] = ..., fee_max: _Optional[str] = ..., expires_at: _Optional[int] = ..., capture_before: _Optional[int] = ..., reverses: _Optional[str] = ...) -> None: ...

class SignedOrder(_message.Message):
    __slots__ = ("order", "key_id", "signature")
    ORDER_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    order: bytes
    key_id: str
    signature: bytes
    def __init__(self, order: _Optional[bytes] = ..., key_id: _Optional[str] = ..., signature: _Optional[bytes] = ...) -> None: ...

class TransactionResult(_message.Message):
    __slots__ = ("success", "transaction_id", "status", "error_code", "confirmation_code", "is_of_another_order", "first_failed")
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    TRANSACTION_ID_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    ERROR_CODE_FIELD_NUMBER: _ClassVar[int]
    CONFIRMATION_CODE_FIELD_NUMBER: _ClassVar[int]
    IS_OF_ANOTHER_ORDER_FIELD_NUMBER: _ClassVar[int]
    FIRST_FAILED_FIELD_NUMBER: _ClassVar[int]
    success: bool
    transaction_id: str
    status: TransactionStatus
    error_code: TransactionErrorCode
    confirmation_code: str
    is_of_another_order: bool
    first_failed: str
    def __init__(self, success: bool = ..., transaction_id: _Optional[str] = ..., status: _Optional[_Union[TransactionStatus, str]] = ..., error_code: _Optional[_Union[TransactionErrorCode, str]] = ..., confirmation_code: _Optional[str] = ..., is_of_another_order: bool = ..., first_failed: _Optional[str] = ...) -> None: ...

class Receipt(_message.Message):
    __slots__ = ("transaction_id", "confirmation_code", "sequence", "entry_digest", "entry", "batch_number", "batch_hash", "key_id", "statement", "signature", "sender_key", "previous_hash", "batch_digests")
    TRANSACTION_ID_FIELD_NUMBER: _ClassVar[int]
    CONFIRMATION_CODE_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    ENTRY_DIGEST_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    BATCH_NUMBER_FIELD_NUMBER: _ClassVar[int]
    BATCH_HASH_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    SENDER_KEY_FIELD_NUMBER: _ClassVar[int]
    PREVIOUS_HASH_FIELD_NUMBER: _ClassVar[int]
    BATCH_DIGESTS_FIELD_NUMBER: _ClassVar[int]
    transaction_id: str
    confirmation_code: str
    sequence: int
    entry_digest: bytes
    entry: bytes
    batch_number: int
    batch_hash: bytes
    key_id: str
    statement: bytes
    signature: bytes
    sender_key: bytes
    previous_hash: bytes
    batch_digests: bytes
    def __init__(self, transaction_id: _Optional[str] = ..., confirmation_code: _Optional[str] = ..., sequence: _Optional[int] = ..., entry_digest: _Optional[bytes] = ..., entry: _Optional[bytes] = ..., batch_number: _Optional[int] = ..., batch_hash: _Optional[bytes] = ..., key_id: _Optional[str] = ..., statement: _Optional[bytes] = ..., signature: _Optional[bytes] = ..., sender_key: _Optional[bytes] = ..., previous_hash: _Optional[bytes] = ..., batch_digests: _Optional[bytes] = ...) -> None: ...
