from typing import Any as _Any
from platonic.access.v1 import access_pb2 as _access_pb2
from platonic.call.v1 import call_pb2 as _call_pb2
from platonic.fault.v1 import fault_pb2 as _fault_pb2
from platonic.identity.v1 import authentication_service_pb2 as _authentication_service_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from platonic.varlink.v1 import varlink_pb2 as _varlink_pb2
from platonic.wallet.v1 import transaction_pb2 as _transaction_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class WalletAuthenticateRequest(_message.Message):
    __slots__ = ("token", "user_name")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    USER_NAME_FIELD_NUMBER: _ClassVar[int]
    token: str
    user_name: str
    def __init__(self, token: _Optional[str] = ..., user_name: _Optional[str] = ...) -> None: ...

class WalletAuthenticateResponse(_message.Message):
    __slots__ = ("success", "auth_level", "session_token", "error_code", "identity_id", "uid")
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    AUTH_LEVEL_FIELD_NUMBER: _ClassVar[int]
    SESSION_TOKEN_FIELD_NUMBER: _ClassVar[int]
    ERROR_CODE_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    UID_FIELD_NUMBER: _ClassVar[int]
    success: bool
    auth_level: _authentication_service_pb2.AuthLevel
    session_token: str
    error_code: _authentication_service_pb2.AuthErrorCode
    identity_id: str
    uid: int
    def __init__(self, success: bool = ..., auth_level: _Optional[_Union[_authentication_service_pb2.AuthLevel, str]] = ..., session_token: _Optional[str] = ..., error_code: _Optional[_Union[_authentication_service_pb2.AuthErrorCode, str]] = ..., identity_id: _Optional[str] = ..., uid: _Optional[int] = ...) -> None: ...

class WalletTransferRequest(_message.Message):
    __slots__ = ("sender", "signed_order")
    SENDER_FIELD_NUMBER: _ClassVar[int]
    SIGNED_ORDER_FIELD_NUMBER: _ClassVar[int]
    sender: str
    signed_order: _transaction_pb2.SignedOrder
    def __init__(self, sender: _Optional[str] = ..., signed_order: _Optional[_Union[_transaction_pb2.SignedOrder, _Mapping[str, _Any]]] = ...) -> None: ...

class WalletTransferResponse(_message.Message):
    __slots__ = ("success", "transaction_id", "status", "error_code", "confirmation_code")
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    TRANSACTION_ID_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    ERROR_CODE_FIELD_NUMBER: _ClassVar[int]
    CONFIRMATION_CODE_FIELD_NUMBER: _ClassVar[int]
    success: bool
    transaction_id: str
    status: _transaction_pb2.TransactionStatus
    error_code: _transaction_pb2.TransactionErrorCode
    confirmation_code: str
    def __init__(self, success: bool = ..., transaction_id: _Optional[str] = ..., status: _Optional[_Union[_transaction_pb2.TransactionStatus, str]] = ..., error_code: _Optional[_Union[_transaction_pb2.TransactionErrorCode, str]] = ..., confirmation_code: _Optional[str] = ...) -> None: ...

class WalletVerifyRequest(_message.Message):
    __slots__ = ("transaction_id", "receipt")
    TRANSACTION_ID_FIELD_NUMBER: _ClassVar[int]
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    transaction_id: str
    receipt: _transaction_pb2.Receipt
    def __init__(self, transaction_id: _Optional[str] = ..., receipt: _Optional[_Union[_transaction_pb2.Receipt, _Mapping[str, _Any]]] = ...) -> None: ...

class WalletVerifyResponse(_message.Message):
    __slots__ = ("verified", "transaction_id", "status", "confirmation_code")
    VERIFIED_FIELD_NUMBER: _ClassVar[int]
    TRANSACTION_ID_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    CONFIRMATION_CODE_FIELD_NUMBER: _ClassVar[int]
    verified: bool
    transaction_id: str
    status: _transaction_pb2.TransactionStatus
    confirmation_code: str
    def __init__(self, verified: bool = ..., transaction_id: _Optional[str] = ..., status: _Optional[_Union[_transaction_pb2.TransactionStatus, str]] = ..., confirmation_code: _Optional[str] = ...) -> None: ...
