from google.protobuf import descriptor_pb2 as _descriptor_pb2
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor
WORD_FIELD_NUMBER: int
word: _descriptor.FieldDescriptor
INLINE_FIELD_NUMBER: int
inline: _descriptor.FieldDescriptor
UNTAGGED_FIELD_NUMBER: int
untagged: _descriptor.FieldDescriptor
MARKED_BY_FIELD_NUMBER: int
marked_by: _descriptor.FieldDescriptor
HEADER_FIELD_NUMBER: int
header: _descriptor.FieldDescriptor
EVENT_ID_FIELD_NUMBER: int
event_id: _descriptor.FieldDescriptor
ENVELOPE_FIELD_NUMBER: int
envelope: _descriptor.FieldDescriptor
