from typing import Any as _Any
import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from platonic.identity.v1 import identity_pb2 as _identity_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ReviewState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REVIEW_STATE_UNSPECIFIED: _ClassVar[ReviewState]
    REVIEW_STATE_SUBMITTED: _ClassVar[ReviewState]
    REVIEW_STATE_APPROVED: _ClassVar[ReviewState]
    REVIEW_STATE_REJECTED: _ClassVar[ReviewState]

class ReviewDecision(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REVIEW_DECISION_UNSPECIFIED: _ClassVar[ReviewDecision]
    REVIEW_DECISION_APPROVE: _ClassVar[ReviewDecision]
    REVIEW_DECISION_REJECT: _ClassVar[ReviewDecision]

class ComplianceCheck(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COMPLIANCE_CHECK_UNSPECIFIED: _ClassVar[ComplianceCheck]
    COMPLIANCE_CHECK_PERSONAL: _ClassVar[ComplianceCheck]
    COMPLIANCE_CHECK_LEGAL: _ClassVar[ComplianceCheck]

class ComplianceState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COMPLIANCE_STATE_UNSPECIFIED: _ClassVar[ComplianceState]
    COMPLIANCE_STATE_REQUESTED: _ClassVar[ComplianceState]
    COMPLIANCE_STATE_CLEARED: _ClassVar[ComplianceState]
    COMPLIANCE_STATE_REFUSED: _ClassVar[ComplianceState]
    COMPLIANCE_STATE_WITHDRAWN: _ClassVar[ComplianceState]

class AgreementState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    AGREEMENT_STATE_UNSPECIFIED: _ClassVar[AgreementState]
    AGREEMENT_STATE_OFFERED: _ClassVar[AgreementState]
    AGREEMENT_STATE_SIGNED: _ClassVar[AgreementState]
    AGREEMENT_STATE_CONCLUDED: _ClassVar[AgreementState]
REVIEW_STATE_UNSPECIFIED: ReviewState
REVIEW_STATE_SUBMITTED: ReviewState
REVIEW_STATE_APPROVED: ReviewState
REVIEW_STATE_REJECTED: ReviewState
REVIEW_DECISION_UNSPECIFIED: ReviewDecision
REVIEW_DECISION_APPROVE: ReviewDecision
REVIEW_DECISION_REJECT: ReviewDecision
COMPLIANCE_CHECK_UNSPECIFIED: ComplianceCheck
COMPLIANCE_CHECK_PERSONAL: ComplianceCheck
COMPLIANCE_CHECK_LEGAL: ComplianceCheck
COMPLIANCE_STATE_UNSPECIFIED: ComplianceState
COMPLIANCE_STATE_REQUESTED: ComplianceState
COMPLIANCE_STATE_CLEARED: ComplianceState
COMPLIANCE_STATE_REFUSED: ComplianceState
COMPLIANCE_STATE_WITHDRAWN: ComplianceState
AGREEMENT_STATE_UNSPECIFIED: AgreementState
AGREEMENT_STATE_OFFERED: AgreementState
AGREEMENT_STATE_SIGNED: AgreementState
AGREEMENT_STATE_CONCLUDED: AgreementState

class ReviewCase(_message.Message):
    __slots__ = ("id", "identity_id", "level", "state", "documents", "approvals", "reason", "submitted_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    DOCUMENTS_FIELD_NUMBER: _ClassVar[int]
    APPROVALS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    SUBMITTED_AT_FIELD_NUMBER: _ClassVar[int]
    id: str
    identity_id: str
    level: _identity_pb2.VerificationLevel
    state: ReviewState
    documents: _containers.RepeatedCompositeFieldContainer[Document]
    approvals: int
    reason: str
    submitted_at: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., identity_id: _Optional[str] = ..., level: _Optional[_Union[_identity_pb2.VerificationLevel, str]] = ..., state: _Optional[_Union[ReviewState, str]] = ..., documents: _Optional[_Iterable[_Union[Document, _Mapping[str, _Any]]]] = ..., approvals: _Optional[int] = ..., reason: _Optional[str] = ..., submitted_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, _Any]]] = ...) -> None: ...

class Document(_message.Message):
    __slots__ = ("id", "name", "media_type", "size")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    media_type: str
    size: int
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., media_type: _Optional[str] = ..., size: _Optional[int] = ...) -> None: ...

class ComplianceCase(_message.Message):
    __slots__ = ("id", "identity_id", "check", "state")
    ID_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    CHECK_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    id: str
    identity_id: str
    check: ComplianceCheck
    state: ComplianceState
    def __init__(self, id: _Optional[str] = ..., identity_id: _Optional[str] = ..., check: _Optional[_Union[ComplianceCheck, str]] = ..., state: _Optional[_Union[ComplianceState, str]] = ...) -> None: ...

class Agreement(_message.Message):
    __slots__ = ("id", "identity_id", "state", "text", "statement", "approvals")
    ID_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_FIELD_NUMBER: _ClassVar[int]
    APPROVALS_FIELD_NUMBER: _ClassVar[int]
    id: str
    identity_id: str
    state: AgreementState
    text: str
    statement: str
    approvals: int
    def __init__(self, id: _Optional[str] = ..., identity_id: _Optional[str] = ..., state: _Optional[_Union[AgreementState, str]] = ..., text: _Optional[str] = ..., statement: _Optional[str] = ..., approvals: _Optional[int] = ...) -> None: ...
