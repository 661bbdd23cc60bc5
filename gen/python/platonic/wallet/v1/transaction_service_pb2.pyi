from typing import Any as _Any
from platonic.access.v1 import access_pb2 as _access_pb2
from platonic.call.v1 import call_pb2 as _call_pb2
from platonic.fault.v1 import fault_pb2 as _fault_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from platonic.varlink.v1 import varlink_pb2 as _varlink_pb2
from platonic.wallet.v1 import ledger_pb2 as _ledger_pb2
from platonic.wallet.v1 import money_pb2 as _money_pb2
from platonic.wallet.v1 import transaction_pb2 as _transaction_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CreateTransactionRequest(_message.Message):
    __slots__ = ("sender", "recipient", "token_type", "amount", "description", "currency_code", "transaction_id", "signed_order", "capture_before", "reverses")
    SENDER_FIELD_NUMBER: _ClassVar[int]
    RECIPIENT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_TYPE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_CODE_FIELD_NUMBER: _ClassVar[int]
    TRANSACTION_ID_FIELD_NUMBER: _ClassVar[int]
    SIGNED_ORDER_FIELD_NUMBER: _ClassVar[int]
    CAPTURE_BEFORE_FIELD_NUMBER: _ClassVar[int]
    REVERSES_FIELD_NUMBER: _ClassVar[int]
    sender: str
    recipient: str
    token_type: _money_pb2.TokenType
    amount: _money_pb2.Amount
    description: str
    currency_code: str
    transaction_id: str
    signed_order: _transaction_pb2.SignedOrder
    capture_before: str
    reverses: str
    def __init__(self, sender: _Optional[str] = ..., recipient: _Optional[str] = ..., token_type: _Optional[_Union[_money_pb2.TokenType, str]] = ..., amount: _Optional[_Union[_money_pb2.Amount, _Mapping[str, _Any]]] = ..., description: _Optional[str] = ..., currency_code: _Optional[str] = ..., transaction_id: _Optional[str] = ..., signed_order: _Optional[_Union[_transaction_pb2.SignedOrder, _Mapping[str, _Any]]] = ..., capture_before: _Optional[str] = ..., reverses: _Optional[str] = ...) -> None: ...

class CreateTransactionResponse(_message.Message):
    __slots__ = ("transaction", "error_code")
    TRANSACTION_FIELD_NUMBER: _ClassVar[int]
    ERROR_CODE_FIELD_NUMBER: _ClassVar[int]
    transaction: _transaction_pb2.Transaction
    error_code: _transaction_pb2.TransactionErrorCode
    def __init__(self, transaction: _Optional[_Union[_transaction_pb2.Transaction, _Mapping[str, _Any]]] = ..., error_code: _Optional[_Union[_transaction_pb2.TransactionErrorCode, str]] = ...) -> None: ...

class ExecuteTransactionRequest(_message.Message):
    __slots__ = ("sender", "transaction_id")
    SENDER_FIELD_NUMBER: _ClassVar[int]
    TRANSACTION_ID_FIELD_NUMBER: _ClassVar[int]
    sender: str
    transaction_id: str
    def __init__(self, sender: _Optional[str] = ..., transaction_id: _Optional[str] = ...) -> None: ...

class ExecuteTransactionResponse(_message.Message):
    __slots__ = ("result",)
    RESULT_FIELD_NUMBER: _ClassVar[int]
    result: _transaction_pb2.TransactionResult
    def __init__(self, result: _Optional[_Union[_transaction_pb2.TransactionResult, _Mapping[str, _Any]]] = ...) -> None: ...

class TransferRequest(_message.Message):
    __slots__ = ("sender", "signed_order")
    SENDER_FIELD_NUMBER: _ClassVar[int]
    SIGNED_ORDER_FIELD_NUMBER: _ClassVar[int]
    sender: str
    signed_order: _transaction_pb2.SignedOrder
    def __init__(self, sender: _Optional[str] = ..., signed_order: _Optional[_Union[_transaction_pb2.SignedOrder, _Mapping[str, _Any]]] = ...) -> None: ...

class TransferResponse(_message.Message):
    __slots__ = ("result",)
    RESULT_FIELD_NUMBER: _ClassVar[int]
    result: _transaction_pb2.TransactionResult
    def __init__(self, result: _Optional[_Union[_transaction_pb2.TransactionResult, _Mapping[str, _Any]]] = ...) -> None: ...

class TransferOrders(_message.Message):
    __slots__ = ("orders",)
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    orders: _containers.RepeatedCompositeFieldContainer[_transaction_pb2.TransferOrder]
    def __init__(self, orders: _Optional[_Iterable[_Union[_transaction_pb2.TransferOrder, _Mapping[str, _Any]]]] = ...) -> None: ...

class TransferBatchRequest(_message.Message):
    __slots__ = ("sender", "orders", "key_id", "signature")
    SENDER_FIELD_NUMBER: _ClassVar[int]
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    sender: str
    orders: bytes
    key_id: str
    signature: bytes
    def __init__(self, sender: _Optional[str] = ..., orders: _Optional[bytes] = ..., key_id: _Optional[str] = ..., signature: _Optional[bytes] = ...) -> None: ...

class TransferBatchResponse(_message.Message):
    __slots__ = ("results",)
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[_transaction_pb2.TransactionResult]
    def __init__(self, results: _Optional[_Iterable[_Union[_transaction_pb2.TransactionResult, _Mapping[str, _Any]]]] = ...) -> None: ...

class LinkedSignature(_message.Message):
    __slots__ = ("sender", "key_id", "signature")
    SENDER_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    sender: str
    key_id: str
    signature: bytes
    def __init__(self, sender: _Optional[str] = ..., key_id: _Optional[str] = ..., signature: _Optional[bytes] = ...) -> None: ...

class TransferLinkedRequest(_message.Message):
    __slots__ = ("sender", "orders", "signatures")
    SENDER_FIELD_NUMBER: _ClassVar[int]
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    SIGNATURES_FIELD_NUMBER: _ClassVar[int]
    sender: str
    orders: bytes
    signatures: _containers.RepeatedCompositeFieldContainer[LinkedSignature]
    def __init__(self, sender: _Optional[str] = ..., orders: _Optional[bytes] = ..., signatures: _Optional[_Iterable[_Union[LinkedSignature, _Mapping[str, _Any]]]] = ...) -> None: ...

class TransferLinkedResponse(_message.Message):
    __slots__ = ("success", "results")
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    success: bool
    results: _containers.RepeatedCompositeFieldContainer[_transaction_pb2.TransactionResult]
    def __init__(self, success: bool = ..., results: _Optional[_Iterable[_Union[_transaction_pb2.TransactionResult, _Mapping[str, _Any]]]] = ...) -> None: ...

class GetTransactionRequest(_message.Message):
    __slots__ = ("identity_id", "transaction_id")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    TRANSACTION_ID_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    transaction_id: str
    def __init__(self, identity_id: _Optional[str] = ..., transaction_id: _Optional[str] = ...) -> None: ...

class GetTransactionResponse(_message.Message):
    __slots__ = ("transaction", "result", "reversed_by", "entry")
    TRANSACTION_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    REVERSED_BY_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    transaction: _transaction_pb2.Transaction
    result: _transaction_pb2.TransactionResult
    reversed_by: _containers.RepeatedScalarFieldContainer[str]
    entry: _ledger_pb2.LedgerEntry
    def __init__(self, transaction: _Optional[_Union[_transaction_pb2.Transaction, _Mapping[str, _Any]]] = ..., result: _Optional[_Union[_transaction_pb2.TransactionResult, _Mapping[str, _Any]]] = ..., reversed_by: _Optional[_Iterable[str]] = ..., entry: _Optional[_Union[_ledger_pb2.LedgerEntry, _Mapping[str, _Any]]] = ...) -> None: ...

class ResolveTransactionRequest(_message.Message):
    __slots__ = ("sender", "transaction_id", "seal")
    SENDER_FIELD_NUMBER: _ClassVar[int]
    TRANSACTION_ID_FIELD_NUMBER: _ClassVar[int]
    SEAL_FIELD_NUMBER: _ClassVar[int]
    sender: str
    transaction_id: str
    seal: bool
    def __init__(self, sender: _Optional[str] = ..., transaction_id: _Optional[str] = ..., seal: bool = ...) -> None: ...

class ResolveTransactionResponse(_message.Message):
    __slots__ = ("is_final", "result")
    IS_FINAL_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    is_final: bool
    result: _transaction_pb2.TransactionResult
    def __init__(self, is_final: bool = ..., result: _Optional[_Union[_transaction_pb2.TransactionResult, _Mapping[str, _Any]]] = ...) -> None: ...

class GetReceiptRequest(_message.Message):
    __slots__ = ("identity_id", "transaction_id")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    TRANSACTION_ID_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    transaction_id: str
    def __init__(self, identity_id: _Optional[str] = ..., transaction_id: _Optional[str] = ...) -> None: ...

class GetReceiptResponse(_message.Message):
    __slots__ = ("receipt",)
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    receipt: _transaction_pb2.Receipt
    def __init__(self, receipt: _Optional[_Union[_transaction_pb2.Receipt, _Mapping[str, _Any]]] = ...) -> None: ...
