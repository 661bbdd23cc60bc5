from typing import Any as _Any
from platonic.access.v1 import access_pb2 as _access_pb2
from platonic.call.v1 import call_pb2 as _call_pb2
from platonic.fault.v1 import fault_pb2 as _fault_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from platonic.wallet.v1 import ledger_pb2 as _ledger_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class WatchRequest(_message.Message):
    __slots__ = ("identity_id", "cursor", "from_start", "heartbeat_seconds", "last_event_id")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    FROM_START_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_SECONDS_FIELD_NUMBER: _ClassVar[int]
    LAST_EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    cursor: str
    from_start: bool
    heartbeat_seconds: int
    last_event_id: str
    def __init__(self, identity_id: _Optional[str] = ..., cursor: _Optional[str] = ..., from_start: bool = ..., heartbeat_seconds: _Optional[int] = ..., last_event_id: _Optional[str] = ...) -> None: ...

class WatchResponse(_message.Message):
    __slots__ = ("cursor", "entry")
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    cursor: str
    entry: _ledger_pb2.LedgerEntry
    def __init__(self, cursor: _Optional[str] = ..., entry: _Optional[_Union[_ledger_pb2.LedgerEntry, _Mapping[str, _Any]]] = ...) -> None: ...

class ListEventsRequest(_message.Message):
    __slots__ = ("identity_id", "cursor", "from_start", "count", "wait_seconds")
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    FROM_START_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    WAIT_SECONDS_FIELD_NUMBER: _ClassVar[int]
    identity_id: str
    cursor: str
    from_start: bool
    count: int
    wait_seconds: int
    def __init__(self, identity_id: _Optional[str] = ..., cursor: _Optional[str] = ..., from_start: bool = ..., count: _Optional[int] = ..., wait_seconds: _Optional[int] = ...) -> None: ...

class ListEventsResponse(_message.Message):
    __slots__ = ("events", "cursor")
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[WatchResponse]
    cursor: str
    def __init__(self, events: _Optional[_Iterable[_Union[WatchResponse, _Mapping[str, _Any]]]] = ..., cursor: _Optional[str] = ...) -> None: ...

class WatchAllRequest(_message.Message):
    __slots__ = ("cursor", "from_start", "heartbeat_seconds", "last_event_id")
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    FROM_START_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_SECONDS_FIELD_NUMBER: _ClassVar[int]
    LAST_EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    cursor: str
    from_start: bool
    heartbeat_seconds: int
    last_event_id: str
    def __init__(self, cursor: _Optional[str] = ..., from_start: bool = ..., heartbeat_seconds: _Optional[int] = ..., last_event_id: _Optional[str] = ...) -> None: ...

class WatchAllResponse(_message.Message):
    __slots__ = ("cursor", "identity_id", "entry")
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    cursor: str
    identity_id: str
    entry: _ledger_pb2.LedgerEntry
    def __init__(self, cursor: _Optional[str] = ..., identity_id: _Optional[str] = ..., entry: _Optional[_Union[_ledger_pb2.LedgerEntry, _Mapping[str, _Any]]] = ...) -> None: ...
