from typing import Any as _Any
from google.protobuf import descriptor_pb2 as _descriptor_pb2
from platonic.fault.v1 import fault_pb2 as _fault_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Purpose(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PURPOSE_UNSPECIFIED: _ClassVar[Purpose]
    PURPOSE_TRANSFER: _ClassVar[Purpose]
    PURPOSE_TRANSFERS: _ClassVar[Purpose]
    PURPOSE_RECEIPT: _ClassVar[Purpose]
    PURPOSE_CHANNEL: _ClassVar[Purpose]
    PURPOSE_TOKEN: _ClassVar[Purpose]
    PURPOSE_AGREEMENT: _ClassVar[Purpose]
    PURPOSE_WEBHOOK: _ClassVar[Purpose]
    PURPOSE_JWT: _ClassVar[Purpose]
    PURPOSE_CAPTURE: _ClassVar[Purpose]
    PURPOSE_RELEASE: _ClassVar[Purpose]
    PURPOSE_LINKED_TRANSFERS: _ClassVar[Purpose]
PURPOSE_UNSPECIFIED: Purpose
PURPOSE_TRANSFER: Purpose
PURPOSE_TRANSFERS: Purpose
PURPOSE_RECEIPT: Purpose
PURPOSE_CHANNEL: Purpose
PURPOSE_TOKEN: Purpose
PURPOSE_AGREEMENT: Purpose
PURPOSE_WEBHOOK: Purpose
PURPOSE_JWT: Purpose
PURPOSE_CAPTURE: Purpose
PURPOSE_RELEASE: Purpose
PURPOSE_LINKED_TRANSFERS: Purpose
UUID_FIELD_NUMBER: int
uuid: _descriptor.FieldDescriptor
TERMS_FIELD_NUMBER: int
terms: _descriptor.FieldDescriptor

class Terms(_message.Message):
    __slots__ = ("deadline_ms", "retry_after", "id_field", "page", "signed", "answer_signed")
    DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    RETRY_AFTER_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    SIGNED_FIELD_NUMBER: _ClassVar[int]
    ANSWER_SIGNED_FIELD_NUMBER: _ClassVar[int]
    deadline_ms: int
    retry_after: _containers.RepeatedScalarFieldContainer[_fault_pb2.Reason]
    id_field: str
    page: Page
    signed: _containers.RepeatedCompositeFieldContainer[Signed]
    answer_signed: _containers.RepeatedCompositeFieldContainer[Signed]
    def __init__(self, deadline_ms: _Optional[int] = ..., retry_after: _Optional[_Iterable[_Union[_fault_pb2.Reason, str]]] = ..., id_field: _Optional[str] = ..., page: _Optional[_Union[Page, _Mapping[str, _Any]]] = ..., signed: _Optional[_Iterable[_Union[Signed, _Mapping[str, _Any]]]] = ..., answer_signed: _Optional[_Iterable[_Union[Signed, _Mapping[str, _Any]]]] = ...) -> None: ...

class Page(_message.Message):
    __slots__ = ("token", "size", "items", "next")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    NEXT_FIELD_NUMBER: _ClassVar[int]
    token: str
    size: str
    items: str
    next: str
    def __init__(self, token: _Optional[str] = ..., size: _Optional[str] = ..., items: _Optional[str] = ..., next: _Optional[str] = ...) -> None: ...

class Signed(_message.Message):
    __slots__ = ("purpose", "message", "signature", "key_id")
    PURPOSE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    purpose: Purpose
    message: str
    signature: str
    key_id: str
    def __init__(self, purpose: _Optional[_Union[Purpose, str]] = ..., message: _Optional[str] = ..., signature: _Optional[str] = ..., key_id: _Optional[str] = ...) -> None: ...
