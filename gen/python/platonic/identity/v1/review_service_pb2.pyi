from typing import Any as _Any
from google.protobuf import struct_pb2 as _struct_pb2
from platonic.access.v1 import access_pb2 as _access_pb2
from platonic.call.v1 import call_pb2 as _call_pb2
from platonic.fault.v1 import fault_pb2 as _fault_pb2
from platonic.identity.v1 import identity_pb2 as _identity_pb2
from platonic.identity.v1 import review_pb2 as _review_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from platonic.text.v1 import text_pb2 as _text_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SubmitDocumentsRequest(_message.Message):
    __slots__ = ("identity_id", "level", "documents")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    DOCUMENTS_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    level: _identity_pb2.VerificationLevel
    documents: _containers.RepeatedCompositeFieldContainer[Upload]
    def __init__(self, identity_id: _Optional[str] = ..., level: _Optional[_Union[_identity_pb2.VerificationLevel, str]] = ..., documents: _Optional[_Iterable[_Union[Upload, _Mapping[str, _Any]]]] = ...) -> None: ...

class Upload(_message.Message):
    __slots__ = ("name", "content")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    name: str
    content: bytes
    def __init__(self, name: _Optional[str] = ..., content: _Optional[bytes] = ...) -> None: ...

class SubmitDocumentsResponse(_message.Message):
    __slots__ = ("case",)
    CASE_FIELD_NUMBER: _ClassVar[int]
    case: _review_pb2.ReviewCase
    def __init__(self, case: _Optional[_Union[_review_pb2.ReviewCase, _Mapping[str, _Any]]] = ...) -> None: ...

class ListCasesRequest(_message.Message):
    __slots__ = ("identity_id",)
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    def __init__(self, identity_id: _Optional[str] = ...) -> None: ...

class ListCasesResponse(_message.Message):
    __slots__ = ("cases",)
    CASES_FIELD_NUMBER: _ClassVar[int]
    cases: _containers.RepeatedCompositeFieldContainer[_review_pb2.ReviewCase]
    def __init__(self, cases: _Optional[_Iterable[_Union[_review_pb2.ReviewCase, _Mapping[str, _Any]]]] = ...) -> None: ...

class GetDocumentRequest(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    def __init__(self, id: _Optional[str] = ...) -> None: ...

class GetDocumentResponse(_message.Message):
    __slots__ = ("document", "content")
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    document: _review_pb2.Document
    content: bytes
    def __init__(self, document: _Optional[_Union[_review_pb2.Document, _Mapping[str, _Any]]] = ..., content: _Optional[bytes] = ...) -> None: ...

class DecideCaseRequest(_message.Message):
    __slots__ = ("id", "decision", "reason")
    ID_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    id: str
    decision: _review_pb2.ReviewDecision
    reason: str
    def __init__(self, id: _Optional[str] = ..., decision: _Optional[_Union[_review_pb2.ReviewDecision, str]] = ..., reason: _Optional[str] = ...) -> None: ...

class DecideCaseResponse(_message.Message):
    __slots__ = ("case",)
    CASE_FIELD_NUMBER: _ClassVar[int]
    case: _review_pb2.ReviewCase
    def __init__(self, case: _Optional[_Union[_review_pb2.ReviewCase, _Mapping[str, _Any]]] = ...) -> None: ...

class RequestComplianceRequest(_message.Message):
    __slots__ = ("identity_id", "check")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    CHECK_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    check: _review_pb2.ComplianceCheck
    def __init__(self, identity_id: _Optional[str] = ..., check: _Optional[_Union[_review_pb2.ComplianceCheck, str]] = ...) -> None: ...

class RequestComplianceResponse(_message.Message):
    __slots__ = ("case",)
    CASE_FIELD_NUMBER: _ClassVar[int]
    case: _review_pb2.ComplianceCase
    def __init__(self, case: _Optional[_Union[_review_pb2.ComplianceCase, _Mapping[str, _Any]]] = ...) -> None: ...

class DecideComplianceRequest(_message.Message):
    __slots__ = ("webhook_id", "webhook_timestamp", "webhook_signature", "payload")
    WEBHOOK_ID_FIELD_NUMBER: _ClassVar[int]
    WEBHOOK_TIMESTAMP_FIELD_NUMBER: _ClassVar[int]
    WEBHOOK_SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_FIELD_NUMBER: _ClassVar[int]
    webhook_id: str
    webhook_timestamp: str
    webhook_signature: str
    payload: str
    def __init__(self, webhook_id: _Optional[str] = ..., webhook_timestamp: _Optional[str] = ..., webhook_signature: _Optional[str] = ..., payload: _Optional[str] = ...) -> None: ...

class DecideComplianceResponse(_message.Message):
    __slots__ = ("applied",)
    APPLIED_FIELD_NUMBER: _ClassVar[int]
    applied: bool
    def __init__(self, applied: bool = ...) -> None: ...

class OfferAgreementRequest(_message.Message):
    __slots__ = ("identity_id", "text")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    text: str
    def __init__(self, identity_id: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class OfferAgreementResponse(_message.Message):
    __slots__ = ("agreement",)
    AGREEMENT_FIELD_NUMBER: _ClassVar[int]
    agreement: _review_pb2.Agreement
    def __init__(self, agreement: _Optional[_Union[_review_pb2.Agreement, _Mapping[str, _Any]]] = ...) -> None: ...

class ListAgreementsRequest(_message.Message):
    __slots__ = ("identity_id",)
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    def __init__(self, identity_id: _Optional[str] = ...) -> None: ...

class ListAgreementsResponse(_message.Message):
    __slots__ = ("agreements",)
    AGREEMENTS_FIELD_NUMBER: _ClassVar[int]
    agreements: _containers.RepeatedCompositeFieldContainer[_review_pb2.Agreement]
    def __init__(self, agreements: _Optional[_Iterable[_Union[_review_pb2.Agreement, _Mapping[str, _Any]]]] = ...) -> None: ...

class SignAgreementRequest(_message.Message):
    __slots__ = ("id", "identity_id", "key_id", "signature")
    ID_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    id: str
    identity_id: str
    key_id: str
    signature: bytes
    def __init__(self, id: _Optional[str] = ..., identity_id: _Optional[str] = ..., key_id: _Optional[str] = ..., signature: _Optional[bytes] = ...) -> None: ...

class SignAgreementResponse(_message.Message):
    __slots__ = ("agreement",)
    AGREEMENT_FIELD_NUMBER: _ClassVar[int]
    agreement: _review_pb2.Agreement
    def __init__(self, agreement: _Optional[_Union[_review_pb2.Agreement, _Mapping[str, _Any]]] = ...) -> None: ...

class ApproveAgreementRequest(_message.Message):
    __slots__ = ("id", "administrator_id", "challenge_id", "credential")
    ID_FIELD_NUMBER: _ClassVar[int]
    ADMINISTRATOR_ID_FIELD_NUMBER: _ClassVar[int]
    CHALLENGE_ID_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_FIELD_NUMBER: _ClassVar[int]
    id: str
    administrator_id: str
    challenge_id: str
    credential: _struct_pb2.Struct
    def __init__(self, id: _Optional[str] = ..., administrator_id: _Optional[str] = ..., challenge_id: _Optional[str] = ..., credential: _Optional[_Union[_struct_pb2.Struct, _Mapping[str, _Any]]] = ...) -> None: ...

class ApproveAgreementResponse(_message.Message):
    __slots__ = ("agreement",)
    AGREEMENT_FIELD_NUMBER: _ClassVar[int]
    agreement: _review_pb2.Agreement
    def __init__(self, agreement: _Optional[_Union[_review_pb2.Agreement, _Mapping[str, _Any]]] = ...) -> None: ...
