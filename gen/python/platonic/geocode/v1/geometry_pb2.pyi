from typing import Any as _Any
from google.protobuf import struct_pb2 as _struct_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from platonic.text.v1 import text_pb2 as _text_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Geometry(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GEOMETRY_UNSPECIFIED: _ClassVar[Geometry]
    GEOMETRY_TETRAHEDRON: _ClassVar[Geometry]
    GEOMETRY_CUBE: _ClassVar[Geometry]
    GEOMETRY_OCTAHEDRON: _ClassVar[Geometry]
    GEOMETRY_DODECAHEDRON: _ClassVar[Geometry]
    GEOMETRY_ICOSAHEDRON: _ClassVar[Geometry]

class Precision(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PRECISION_UNSPECIFIED: _ClassVar[Precision]
    PRECISION_LOW: _ClassVar[Precision]
    PRECISION_MEDIUM: _ClassVar[Precision]
    PRECISION_HIGH: _ClassVar[Precision]
GEOMETRY_UNSPECIFIED: Geometry
GEOMETRY_TETRAHEDRON: Geometry
GEOMETRY_CUBE: Geometry
GEOMETRY_OCTAHEDRON: Geometry
GEOMETRY_DODECAHEDRON: Geometry
GEOMETRY_ICOSAHEDRON: Geometry
PRECISION_UNSPECIFIED: Precision
PRECISION_LOW: Precision
PRECISION_MEDIUM: Precision
PRECISION_HIGH: Precision

class Vector(_message.Message):
    __slots__ = ("values",)
    VALUES_FIELD_NUMBER: _ClassVar[int]
    values: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, values: _Optional[_Iterable[float]] = ...) -> None: ...

class VectorArray(_message.Message):
    __slots__ = ("vectors",)
    VECTORS_FIELD_NUMBER: _ClassVar[int]
    vectors: _containers.RepeatedCompositeFieldContainer[Vector]
    def __init__(self, vectors: _Optional[_Iterable[_Union[Vector, _Mapping[str, _Any]]]] = ...) -> None: ...

class VectorMap(_message.Message):
    __slots__ = ("vectors",)
    class VectorsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: Vector
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[Vector, _Mapping[str, _Any]]] = ...) -> None: ...
    VECTORS_FIELD_NUMBER: _ClassVar[int]
    vectors: _containers.MessageMap[str, Vector]
    def __init__(self, vectors: _Optional[_Mapping[str, Vector]] = ...) -> None: ...

class Face(_message.Message):
    __slots__ = ("vertex_indices",)
    VERTEX_INDICES_FIELD_NUMBER: _ClassVar[int]
    vertex_indices: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, vertex_indices: _Optional[_Iterable[int]] = ...) -> None: ...

class GeometricObject(_message.Message):
    __slots__ = ("type", "vertices", "faces", "values", "properties")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    VERTICES_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    PROPERTIES_FIELD_NUMBER: _ClassVar[int]
    type: str
    vertices: VectorArray
    faces: FaceArray
    values: Vector
    properties: _struct_pb2.Struct
    def __init__(self, type: _Optional[str] = ..., vertices: _Optional[_Union[VectorArray, _Mapping[str, _Any]]] = ..., faces: _Optional[_Union[FaceArray, _Mapping[str, _Any]]] = ..., values: _Optional[_Union[Vector, _Mapping[str, _Any]]] = ..., properties: _Optional[_Union[_struct_pb2.Struct, _Mapping[str, _Any]]] = ...) -> None: ...

class FaceArray(_message.Message):
    __slots__ = ("faces",)
    FACES_FIELD_NUMBER: _ClassVar[int]
    faces: _containers.RepeatedCompositeFieldContainer[Face]
    def __init__(self, faces: _Optional[_Iterable[_Union[Face, _Mapping[str, _Any]]]] = ...) -> None: ...

class VectorData(_message.Message):
    __slots__ = ("vector", "vector_array", "geometric_object", "vector_map")
    VECTOR_FIELD_NUMBER: _ClassVar[int]
    VECTOR_ARRAY_FIELD_NUMBER: _ClassVar[int]
    GEOMETRIC_OBJECT_FIELD_NUMBER: _ClassVar[int]
    VECTOR_MAP_FIELD_NUMBER: _ClassVar[int]
    vector: Vector
    vector_array: VectorArray
    geometric_object: GeometricObject
    vector_map: VectorMap
    def __init__(self, vector: _Optional[_Union[Vector, _Mapping[str, _Any]]] = ..., vector_array: _Optional[_Union[VectorArray, _Mapping[str, _Any]]] = ..., geometric_object: _Optional[_Union[GeometricObject, _Mapping[str, _Any]]] = ..., vector_map: _Optional[_Union[VectorMap, _Mapping[str, _Any]]] = ...) -> None: ...

class EncodedData(_message.Message):
    __slots__ = ("geometry", "vertices", "faces", "data_mapping")
    GEOMETRY_FIELD_NUMBER: _ClassVar[int]
    VERTICES_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    DATA_MAPPING_FIELD_NUMBER: _ClassVar[int]
    geometry: Geometry
    vertices: VectorArray
    faces: FaceArray
    data_mapping: DataMapping
    def __init__(self, geometry: _Optional[_Union[Geometry, str]] = ..., vertices: _Optional[_Union[VectorArray, _Mapping[str, _Any]]] = ..., faces: _Optional[_Union[FaceArray, _Mapping[str, _Any]]] = ..., data_mapping: _Optional[_Union[DataMapping, _Mapping[str, _Any]]] = ...) -> None: ...

class DataMapping(_message.Message):
    __slots__ = ("dimension_scaling", "vertex_weights")
    DIMENSION_SCALING_FIELD_NUMBER: _ClassVar[int]
    VERTEX_WEIGHTS_FIELD_NUMBER: _ClassVar[int]
    dimension_scaling: Vector
    vertex_weights: Vector
    def __init__(self, dimension_scaling: _Optional[_Union[Vector, _Mapping[str, _Any]]] = ..., vertex_weights: _Optional[_Union[Vector, _Mapping[str, _Any]]] = ...) -> None: ...
