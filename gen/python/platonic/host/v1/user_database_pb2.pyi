from typing import Any as _Any
from platonic.access.v1 import access_pb2 as _access_pb2
from platonic.call.v1 import call_pb2 as _call_pb2
from platonic.fault.v1 import fault_pb2 as _fault_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from platonic.text.v1 import text_pb2 as _text_pb2
from platonic.varlink.v1 import varlink_pb2 as _varlink_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GetUserRecordRequest(_message.Message):
    __slots__ = ("user_name", "uid")
    USER_NAME_FIELD_NUMBER: _ClassVar[int]
    UID_FIELD_NUMBER: _ClassVar[int]
    user_name: str
    uid: int
    def __init__(self, user_name: _Optional[str] = ..., uid: _Optional[int] = ...) -> None: ...

class GetUserRecordResponse(_message.Message):
    __slots__ = ("users",)
    USERS_FIELD_NUMBER: _ClassVar[int]
    users: _containers.RepeatedCompositeFieldContainer[UserRecord]
    def __init__(self, users: _Optional[_Iterable[_Union[UserRecord, _Mapping[str, _Any]]]] = ...) -> None: ...

class UserRecord(_message.Message):
    __slots__ = ("user_name", "uid", "gid", "home_directory", "shell")
    USER_NAME_FIELD_NUMBER: _ClassVar[int]
    UID_FIELD_NUMBER: _ClassVar[int]
    GID_FIELD_NUMBER: _ClassVar[int]
    HOME_DIRECTORY_FIELD_NUMBER: _ClassVar[int]
    SHELL_FIELD_NUMBER: _ClassVar[int]
    user_name: str
    uid: int
    gid: int
    home_directory: str
    shell: str
    def __init__(self, user_name: _Optional[str] = ..., uid: _Optional[int] = ..., gid: _Optional[int] = ..., home_directory: _Optional[str] = ..., shell: _Optional[str] = ...) -> None: ...

class GetGroupRecordRequest(_message.Message):
    __slots__ = ("group_name", "gid")
    GROUP_NAME_FIELD_NUMBER: _ClassVar[int]
    GID_FIELD_NUMBER: _ClassVar[int]
    group_name: str
    gid: int
    def __init__(self, group_name: _Optional[str] = ..., gid: _Optional[int] = ...) -> None: ...

class GetGroupRecordResponse(_message.Message):
    __slots__ = ("groups",)
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    groups: _containers.RepeatedCompositeFieldContainer[GroupRecord]
    def __init__(self, groups: _Optional[_Iterable[_Union[GroupRecord, _Mapping[str, _Any]]]] = ...) -> None: ...

class GroupRecord(_message.Message):
    __slots__ = ("group_name", "gid")
    GROUP_NAME_FIELD_NUMBER: _ClassVar[int]
    GID_FIELD_NUMBER: _ClassVar[int]
    group_name: str
    gid: int
    def __init__(self, group_name: _Optional[str] = ..., gid: _Optional[int] = ...) -> None: ...

class GetMembershipsRequest(_message.Message):
    __slots__ = ("user_name", "group_name")
    USER_NAME_FIELD_NUMBER: _ClassVar[int]
    GROUP_NAME_FIELD_NUMBER: _ClassVar[int]
    user_name: str
    group_name: str
    def __init__(self, user_name: _Optional[str] = ..., group_name: _Optional[str] = ...) -> None: ...

class GetMembershipsResponse(_message.Message):
    __slots__ = ("memberships",)
    MEMBERSHIPS_FIELD_NUMBER: _ClassVar[int]
    memberships: _containers.RepeatedCompositeFieldContainer[Membership]
    def __init__(self, memberships: _Optional[_Iterable[_Union[Membership, _Mapping[str, _Any]]]] = ...) -> None: ...

class Membership(_message.Message):
    __slots__ = ("user_name", "group_name")
    USER_NAME_FIELD_NUMBER: _ClassVar[int]
    GROUP_NAME_FIELD_NUMBER: _ClassVar[int]
    user_name: str
    group_name: str
    def __init__(self, user_name: _Optional[str] = ..., group_name: _Optional[str] = ...) -> None: ...
