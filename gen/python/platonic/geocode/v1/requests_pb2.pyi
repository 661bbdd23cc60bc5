from typing import Any as _Any
from platonic.geocode.v1 import geometry_pb2 as _geometry_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TransformationType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TRANSFORMATION_TYPE_UNSPECIFIED: _ClassVar[TransformationType]
    TRANSFORMATION_TYPE_LINEAR: _ClassVar[TransformationType]
    TRANSFORMATION_TYPE_HARMONIC: _ClassVar[TransformationType]
    TRANSFORMATION_TYPE_PHI: _ClassVar[TransformationType]
    TRANSFORMATION_TYPE_JITTERBUG: _ClassVar[TransformationType]

class Optimization(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OPTIMIZATION_UNSPECIFIED: _ClassVar[Optimization]
    OPTIMIZATION_PHI: _ClassVar[Optimization]
    OPTIMIZATION_PI: _ClassVar[Optimization]
    OPTIMIZATION_SQRT2: _ClassVar[Optimization]
    OPTIMIZATION_SQRT3: _ClassVar[Optimization]
    OPTIMIZATION_E: _ClassVar[Optimization]

class PhiOperation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHI_OPERATION_UNSPECIFIED: _ClassVar[PhiOperation]
    PHI_OPERATION_ANALYZE: _ClassVar[PhiOperation]
    PHI_OPERATION_OPTIMIZE: _ClassVar[PhiOperation]
    PHI_OPERATION_GENERATE: _ClassVar[PhiOperation]
    PHI_OPERATION_EXTEND: _ClassVar[PhiOperation]

class PrimeSpace(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PRIME_SPACE_UNSPECIFIED: _ClassVar[PrimeSpace]
    PRIME_SPACE_R7: _ClassVar[PrimeSpace]
    PRIME_SPACE_R11: _ClassVar[PrimeSpace]
    PRIME_SPACE_R13: _ClassVar[PrimeSpace]

class PrimeSpaceOperation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PRIME_SPACE_OPERATION_UNSPECIFIED: _ClassVar[PrimeSpaceOperation]
    PRIME_SPACE_OPERATION_PROJECT: _ClassVar[PrimeSpaceOperation]
    PRIME_SPACE_OPERATION_ROTATE: _ClassVar[PrimeSpaceOperation]
    PRIME_SPACE_OPERATION_INVERT: _ClassVar[PrimeSpaceOperation]
    PRIME_SPACE_OPERATION_HARMONIZE: _ClassVar[PrimeSpaceOperation]
TRANSFORMATION_TYPE_UNSPECIFIED: TransformationType
TRANSFORMATION_TYPE_LINEAR: TransformationType
TRANSFORMATION_TYPE_HARMONIC: TransformationType
TRANSFORMATION_TYPE_PHI: TransformationType
TRANSFORMATION_TYPE_JITTERBUG: TransformationType
OPTIMIZATION_UNSPECIFIED: Optimization
OPTIMIZATION_PHI: Optimization
OPTIMIZATION_PI: Optimization
OPTIMIZATION_SQRT2: Optimization
OPTIMIZATION_SQRT3: Optimization
OPTIMIZATION_E: Optimization
PHI_OPERATION_UNSPECIFIED: PhiOperation
PHI_OPERATION_ANALYZE: PhiOperation
PHI_OPERATION_OPTIMIZE: PhiOperation
PHI_OPERATION_GENERATE: PhiOperation
PHI_OPERATION_EXTEND: PhiOperation
PRIME_SPACE_UNSPECIFIED: PrimeSpace
PRIME_SPACE_R7: PrimeSpace
PRIME_SPACE_R11: PrimeSpace
PRIME_SPACE_R13: PrimeSpace
PRIME_SPACE_OPERATION_UNSPECIFIED: PrimeSpaceOperation
PRIME_SPACE_OPERATION_PROJECT: PrimeSpaceOperation
PRIME_SPACE_OPERATION_ROTATE: PrimeSpaceOperation
PRIME_SPACE_OPERATION_INVERT: PrimeSpaceOperation
PRIME_SPACE_OPERATION_HARMONIZE: PrimeSpaceOperation

class TransformRequest(_message.Message):
    __slots__ = ("data", "source_dimensions", "target_dimensions", "transformation_type", "preserve_magnitude", "precision")
    DATA_FIELD_NUMBER: _ClassVar[int]
    SOURCE_DIMENSIONS_FIELD_NUMBER: _ClassVar[int]
    TARGET_DIMENSIONS_FIELD_NUMBER: _ClassVar[int]
    TRANSFORMATION_TYPE_FIELD_NUMBER: _ClassVar[int]
    PRESERVE_MAGNITUDE_FIELD_NUMBER: _ClassVar[int]
    PRECISION_FIELD_NUMBER: _ClassVar[int]
    data: _geometry_pb2.Vector
    source_dimensions: int
    target_dimensions: int
    transformation_type: TransformationType
    preserve_magnitude: bool
    precision: _geometry_pb2.Precision
    def __init__(self, data: _Optional[_Union[_geometry_pb2.Vector, _Mapping[str, _Any]]] = ..., source_dimensions: _Optional[int] = ..., target_dimensions: _Optional[int] = ..., transformation_type: _Optional[_Union[TransformationType, str]] = ..., preserve_magnitude: bool = ..., precision: _Optional[_Union[_geometry_pb2.Precision, str]] = ...) -> None: ...

class EncodeRequest(_message.Message):
    __slots__ = ("data", "target_geometry", "optimization", "precision", "compression")
    DATA_FIELD_NUMBER: _ClassVar[int]
    TARGET_GEOMETRY_FIELD_NUMBER: _ClassVar[int]
    OPTIMIZATION_FIELD_NUMBER: _ClassVar[int]
    PRECISION_FIELD_NUMBER: _ClassVar[int]
    COMPRESSION_FIELD_NUMBER: _ClassVar[int]
    data: _geometry_pb2.VectorData
    target_geometry: _geometry_pb2.Geometry
    optimization: Optimization
    precision: _geometry_pb2.Precision
    compression: bool
    def __init__(self, data: _Optional[_Union[_geometry_pb2.VectorData, _Mapping[str, _Any]]] = ..., target_geometry: _Optional[_Union[_geometry_pb2.Geometry, str]] = ..., optimization: _Optional[_Union[Optimization, str]] = ..., precision: _Optional[_Union[_geometry_pb2.Precision, str]] = ..., compression: bool = ...) -> None: ...

class DecodeRequest(_message.Message):
    __slots__ = ("encoded_data", "output_dimensions", "precision")
    ENCODED_DATA_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_DIMENSIONS_FIELD_NUMBER: _ClassVar[int]
    PRECISION_FIELD_NUMBER: _ClassVar[int]
    encoded_data: _geometry_pb2.EncodedData
    output_dimensions: int
    precision: _geometry_pb2.Precision
    def __init__(self, encoded_data: _Optional[_Union[_geometry_pb2.EncodedData, _Mapping[str, _Any]]] = ..., output_dimensions: _Optional[int] = ..., precision: _Optional[_Union[_geometry_pb2.Precision, str]] = ...) -> None: ...

class MappedData(_message.Message):
    __slots__ = ("vertices", "values")
    VERTICES_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    vertices: _geometry_pb2.VectorArray
    values: _geometry_pb2.Vector
    def __init__(self, vertices: _Optional[_Union[_geometry_pb2.VectorArray, _Mapping[str, _Any]]] = ..., values: _Optional[_Union[_geometry_pb2.Vector, _Mapping[str, _Any]]] = ...) -> None: ...

class JitterbugRequest(_message.Message):
    __slots__ = ("source_geometry", "target_geometry", "data", "transformation_ratio", "preserve_energy", "intermediate_steps", "return_path")
    SOURCE_GEOMETRY_FIELD_NUMBER: _ClassVar[int]
    TARGET_GEOMETRY_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    TRANSFORMATION_RATIO_FIELD_NUMBER: _ClassVar[int]
    PRESERVE_ENERGY_FIELD_NUMBER: _ClassVar[int]
    INTERMEDIATE_STEPS_FIELD_NUMBER: _ClassVar[int]
    RETURN_PATH_FIELD_NUMBER: _ClassVar[int]
    source_geometry: _geometry_pb2.Geometry
    target_geometry: _geometry_pb2.Geometry
    data: MappedData
    transformation_ratio: float
    preserve_energy: bool
    intermediate_steps: int
    return_path: bool
    def __init__(self, source_geometry: _Optional[_Union[_geometry_pb2.Geometry, str]] = ..., target_geometry: _Optional[_Union[_geometry_pb2.Geometry, str]] = ..., data: _Optional[_Union[MappedData, _Mapping[str, _Any]]] = ..., transformation_ratio: _Optional[float] = ..., preserve_energy: bool = ..., intermediate_steps: _Optional[int] = ..., return_path: bool = ...) -> None: ...

class PhiResonanceRequest(_message.Message):
    __slots__ = ("data", "operation", "depth", "target_resonance", "preserve_endpoints")
    DATA_FIELD_NUMBER: _ClassVar[int]
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    TARGET_RESONANCE_FIELD_NUMBER: _ClassVar[int]
    PRESERVE_ENDPOINTS_FIELD_NUMBER: _ClassVar[int]
    data: _geometry_pb2.Vector
    operation: PhiOperation
    depth: int
    target_resonance: float
    preserve_endpoints: bool
    def __init__(self, data: _Optional[_Union[_geometry_pb2.Vector, _Mapping[str, _Any]]] = ..., operation: _Optional[_Union[PhiOperation, str]] = ..., depth: _Optional[int] = ..., target_resonance: _Optional[float] = ..., preserve_endpoints: bool = ...) -> None: ...

class RotationPlane(_message.Message):
    __slots__ = ("axes",)
    AXES_FIELD_NUMBER: _ClassVar[int]
    axes: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, axes: _Optional[_Iterable[int]] = ...) -> None: ...

class PrimeSpaceParameters(_message.Message):
    __slots__ = ("rotation_angle", "rotation_plane", "normalize", "harmonics", "strength")
    ROTATION_ANGLE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_PLANE_FIELD_NUMBER: _ClassVar[int]
    NORMALIZE_FIELD_NUMBER: _ClassVar[int]
    HARMONICS_FIELD_NUMBER: _ClassVar[int]
    STRENGTH_FIELD_NUMBER: _ClassVar[int]
    rotation_angle: float
    rotation_plane: RotationPlane
    normalize: bool
    harmonics: int
    strength: float
    def __init__(self, rotation_angle: _Optional[float] = ..., rotation_plane: _Optional[_Union[RotationPlane, _Mapping[str, _Any]]] = ..., normalize: bool = ..., harmonics: _Optional[int] = ..., strength: _Optional[float] = ...) -> None: ...

class RSpaceRequest(_message.Message):
    __slots__ = ("data", "r_space", "operation", "parameters")
    DATA_FIELD_NUMBER: _ClassVar[int]
    R_SPACE_FIELD_NUMBER: _ClassVar[int]
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    PARAMETERS_FIELD_NUMBER: _ClassVar[int]
    data: _geometry_pb2.Vector
    r_space: PrimeSpace
    operation: PrimeSpaceOperation
    parameters: PrimeSpaceParameters
    def __init__(self, data: _Optional[_Union[_geometry_pb2.Vector, _Mapping[str, _Any]]] = ..., r_space: _Optional[_Union[PrimeSpace, str]] = ..., operation: _Optional[_Union[PrimeSpaceOperation, str]] = ..., parameters: _Optional[_Union[PrimeSpaceParameters, _Mapping[str, _Any]]] = ...) -> None: ...
