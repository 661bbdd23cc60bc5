from platonic.access.v1 import access_pb2 as _access_pb2
from platonic.call.v1 import call_pb2 as _call_pb2
from platonic.fault.v1 import fault_pb2 as _fault_pb2
from platonic.geocode.v1 import requests_pb2 as _requests_pb2
from platonic.geocode.v1 import responses_pb2 as _responses_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor
