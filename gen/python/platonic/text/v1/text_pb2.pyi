from google.protobuf import descriptor_pb2 as _descriptor_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor

class Form(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FORM_UNSPECIFIED: _ClassVar[Form]
    FORM_PARAGRAPHS: _ClassVar[Form]
    FORM_OPAQUE: _ClassVar[Form]
FORM_UNSPECIFIED: Form
FORM_PARAGRAPHS: Form
FORM_OPAQUE: Form
FORM_FIELD_NUMBER: int
form: _descriptor.FieldDescriptor
