from typing import Any as _Any
from platonic.geocode.v1 import geometry_pb2 as _geometry_pb2
from platonic.geocode.v1 import requests_pb2 as _requests_pb2
from platonic.rest.v1 import rest_pb2 as _rest_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PhiPatternType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHI_PATTERN_TYPE_UNSPECIFIED: _ClassVar[PhiPatternType]
    PHI_PATTERN_TYPE_RATIO: _ClassVar[PhiPatternType]
    PHI_PATTERN_TYPE_SPIRAL: _ClassVar[PhiPatternType]
PHI_PATTERN_TYPE_UNSPECIFIED: PhiPatternType
PHI_PATTERN_TYPE_RATIO: PhiPatternType
PHI_PATTERN_TYPE_SPIRAL: PhiPatternType

class TransformResponse(_message.Message):
    __slots__ = ("transformed_data", "source_dimensions", "target_dimensions", "transformation_type", "magnitude", "metrics")
    TRANSFORMED_DATA_FIELD_NUMBER: _ClassVar[int]
    SOURCE_DIMENSIONS_FIELD_NUMBER: _ClassVar[int]
    TARGET_DIMENSIONS_FIELD_NUMBER: _ClassVar[int]
    TRANSFORMATION_TYPE_FIELD_NUMBER: _ClassVar[int]
    MAGNITUDE_FIELD_NUMBER: _ClassVar[int]
    METRICS_FIELD_NUMBER: _ClassVar[int]
    transformed_data: _containers.RepeatedScalarFieldContainer[float]
    source_dimensions: int
    target_dimensions: int
    transformation_type: _requests_pb2.TransformationType
    magnitude: Magnitude
    metrics: TransformMetrics
    def __init__(self, transformed_data: _Optional[_Iterable[float]] = ..., source_dimensions: _Optional[int] = ..., target_dimensions: _Optional[int] = ..., transformation_type: _Optional[_Union[_requests_pb2.TransformationType, str]] = ..., magnitude: _Optional[_Union[Magnitude, _Mapping[str, _Any]]] = ..., metrics: _Optional[_Union[TransformMetrics, _Mapping[str, _Any]]] = ...) -> None: ...

class Magnitude(_message.Message):
    __slots__ = ("original", "transformed")
    ORIGINAL_FIELD_NUMBER: _ClassVar[int]
    TRANSFORMED_FIELD_NUMBER: _ClassVar[int]
    original: float
    transformed: float
    def __init__(self, original: _Optional[float] = ..., transformed: _Optional[float] = ...) -> None: ...

class TransformMetrics(_message.Message):
    __slots__ = ("phi_resonance", "harmonic_balance", "dimensional_coherence")
    PHI_RESONANCE_FIELD_NUMBER: _ClassVar[int]
    HARMONIC_BALANCE_FIELD_NUMBER: _ClassVar[int]
    DIMENSIONAL_COHERENCE_FIELD_NUMBER: _ClassVar[int]
    phi_resonance: float
    harmonic_balance: float
    dimensional_coherence: float
    def __init__(self, phi_resonance: _Optional[float] = ..., harmonic_balance: _Optional[float] = ..., dimensional_coherence: _Optional[float] = ...) -> None: ...

class EncodeResponse(_message.Message):
    __slots__ = ("encoded_data", "metrics")
    ENCODED_DATA_FIELD_NUMBER: _ClassVar[int]
    METRICS_FIELD_NUMBER: _ClassVar[int]
    encoded_data: _geometry_pb2.EncodedData
    metrics: EncodeMetrics
    def __init__(self, encoded_data: _Optional[_Union[_geometry_pb2.EncodedData, _Mapping[str, _Any]]] = ..., metrics: _Optional[_Union[EncodeMetrics, _Mapping[str, _Any]]] = ...) -> None: ...

class EncodeMetrics(_message.Message):
    __slots__ = ("phi_resonance", "geometric_coherence", "compression_ratio")
    PHI_RESONANCE_FIELD_NUMBER: _ClassVar[int]
    GEOMETRIC_COHERENCE_FIELD_NUMBER: _ClassVar[int]
    COMPRESSION_RATIO_FIELD_NUMBER: _ClassVar[int]
    phi_resonance: float
    geometric_coherence: float
    compression_ratio: float
    def __init__(self, phi_resonance: _Optional[float] = ..., geometric_coherence: _Optional[float] = ..., compression_ratio: _Optional[float] = ...) -> None: ...

class DecodeResponse(_message.Message):
    __slots__ = ("decoded_data", "metrics")
    DECODED_DATA_FIELD_NUMBER: _ClassVar[int]
    METRICS_FIELD_NUMBER: _ClassVar[int]
    decoded_data: _containers.RepeatedScalarFieldContainer[float]
    metrics: DecodeMetrics
    def __init__(self, decoded_data: _Optional[_Iterable[float]] = ..., metrics: _Optional[_Union[DecodeMetrics, _Mapping[str, _Any]]] = ...) -> None: ...

class DecodeMetrics(_message.Message):
    __slots__ = ("reconstruction_accuracy", "geometric_coherence", "dimensional_integrity")
    RECONSTRUCTION_ACCURACY_FIELD_NUMBER: _ClassVar[int]
    GEOMETRIC_COHERENCE_FIELD_NUMBER: _ClassVar[int]
    DIMENSIONAL_INTEGRITY_FIELD_NUMBER: _ClassVar[int]
    reconstruction_accuracy: float
    geometric_coherence: float
    dimensional_integrity: float
    def __init__(self, reconstruction_accuracy: _Optional[float] = ..., geometric_coherence: _Optional[float] = ..., dimensional_integrity: _Optional[float] = ...) -> None: ...

class JitterbugResponse(_message.Message):
    __slots__ = ("transformed_geometry", "intermediate_steps", "transformation_path")
    TRANSFORMED_GEOMETRY_FIELD_NUMBER: _ClassVar[int]
    INTERMEDIATE_STEPS_FIELD_NUMBER: _ClassVar[int]
    TRANSFORMATION_PATH_FIELD_NUMBER: _ClassVar[int]
    transformed_geometry: TransformedGeometry
    intermediate_steps: FrameArray
    transformation_path: FrameArray
    def __init__(self, transformed_geometry: _Optional[_Union[TransformedGeometry, _Mapping[str, _Any]]] = ..., intermediate_steps: _Optional[_Union[FrameArray, _Mapping[str, _Any]]] = ..., transformation_path: _Optional[_Union[FrameArray, _Mapping[str, _Any]]] = ...) -> None: ...

class TransformedGeometry(_message.Message):
    __slots__ = ("type", "vertices", "values", "transformation_metrics")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    VERTICES_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    TRANSFORMATION_METRICS_FIELD_NUMBER: _ClassVar[int]
    type: str
    vertices: _containers.RepeatedCompositeFieldContainer[_geometry_pb2.Vector]
    values: _containers.RepeatedScalarFieldContainer[float]
    transformation_metrics: JitterbugMetrics
    def __init__(self, type: _Optional[str] = ..., vertices: _Optional[_Iterable[_Union[_geometry_pb2.Vector, _Mapping[str, _Any]]]] = ..., values: _Optional[_Iterable[float]] = ..., transformation_metrics: _Optional[_Union[JitterbugMetrics, _Mapping[str, _Any]]] = ...) -> None: ...

class JitterbugMetrics(_message.Message):
    __slots__ = ("completion_ratio", "energy_preservation", "geometric_coherence")
    COMPLETION_RATIO_FIELD_NUMBER: _ClassVar[int]
    ENERGY_PRESERVATION_FIELD_NUMBER: _ClassVar[int]
    GEOMETRIC_COHERENCE_FIELD_NUMBER: _ClassVar[int]
    completion_ratio: float
    energy_preservation: float
    geometric_coherence: float
    def __init__(self, completion_ratio: _Optional[float] = ..., energy_preservation: _Optional[float] = ..., geometric_coherence: _Optional[float] = ...) -> None: ...

class FrameArray(_message.Message):
    __slots__ = ("frames",)
    FRAMES_FIELD_NUMBER: _ClassVar[int]
    frames: _containers.RepeatedCompositeFieldContainer[Frame]
    def __init__(self, frames: _Optional[_Iterable[_Union[Frame, _Mapping[str, _Any]]]] = ...) -> None: ...

class Frame(_message.Message):
    __slots__ = ("transformation_ratio", "type", "vertices", "values")
    TRANSFORMATION_RATIO_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    VERTICES_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    transformation_ratio: float
    type: str
    vertices: _containers.RepeatedCompositeFieldContainer[_geometry_pb2.Vector]
    values: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, transformation_ratio: _Optional[float] = ..., type: _Optional[str] = ..., vertices: _Optional[_Iterable[_Union[_geometry_pb2.Vector, _Mapping[str, _Any]]]] = ..., values: _Optional[_Iterable[float]] = ...) -> None: ...

class PhiResonanceResponse(_message.Message):
    __slots__ = ("original_data", "optimized_data", "generated_data", "extended_data", "phi_metrics", "phi_patterns")
    ORIGINAL_DATA_FIELD_NUMBER: _ClassVar[int]
    OPTIMIZED_DATA_FIELD_NUMBER: _ClassVar[int]
    GENERATED_DATA_FIELD_NUMBER: _ClassVar[int]
    EXTENDED_DATA_FIELD_NUMBER: _ClassVar[int]
    PHI_METRICS_FIELD_NUMBER: _ClassVar[int]
    PHI_PATTERNS_FIELD_NUMBER: _ClassVar[int]
    original_data: _containers.RepeatedScalarFieldContainer[float]
    optimized_data: _geometry_pb2.Vector
    generated_data: _geometry_pb2.Vector
    extended_data: _geometry_pb2.Vector
    phi_metrics: PhiMetrics
    phi_patterns: _containers.RepeatedCompositeFieldContainer[PhiPattern]
    def __init__(self, original_data: _Optional[_Iterable[float]] = ..., optimized_data: _Optional[_Union[_geometry_pb2.Vector, _Mapping[str, _Any]]] = ..., generated_data: _Optional[_Union[_geometry_pb2.Vector, _Mapping[str, _Any]]] = ..., extended_data: _Optional[_Union[_geometry_pb2.Vector, _Mapping[str, _Any]]] = ..., phi_metrics: _Optional[_Union[PhiMetrics, _Mapping[str, _Any]]] = ..., phi_patterns: _Optional[_Iterable[_Union[PhiPattern, _Mapping[str, _Any]]]] = ...) -> None: ...

class PhiMetrics(_message.Message):
    __slots__ = ("original_resonance", "optimized_resonance", "generated_resonance", "extended_resonance", "sequence_analysis")
    ORIGINAL_RESONANCE_FIELD_NUMBER: _ClassVar[int]
    OPTIMIZED_RESONANCE_FIELD_NUMBER: _ClassVar[int]
    GENERATED_RESONANCE_FIELD_NUMBER: _ClassVar[int]
    EXTENDED_RESONANCE_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_ANALYSIS_FIELD_NUMBER: _ClassVar[int]
    original_resonance: float
    optimized_resonance: float
    generated_resonance: float
    extended_resonance: float
    sequence_analysis: SequenceAnalysis
    def __init__(self, original_resonance: _Optional[float] = ..., optimized_resonance: _Optional[float] = ..., generated_resonance: _Optional[float] = ..., extended_resonance: _Optional[float] = ..., sequence_analysis: _Optional[_Union[SequenceAnalysis, _Mapping[str, _Any]]] = ...) -> None: ...

class SequenceAnalysis(_message.Message):
    __slots__ = ("fibonacci_alignment", "golden_angle_coherence", "phi_ratio_consistency")
    FIBONACCI_ALIGNMENT_FIELD_NUMBER: _ClassVar[int]
    GOLDEN_ANGLE_COHERENCE_FIELD_NUMBER: _ClassVar[int]
    PHI_RATIO_CONSISTENCY_FIELD_NUMBER: _ClassVar[int]
    fibonacci_alignment: float
    golden_angle_coherence: float
    phi_ratio_consistency: float
    def __init__(self, fibonacci_alignment: _Optional[float] = ..., golden_angle_coherence: _Optional[float] = ..., phi_ratio_consistency: _Optional[float] = ...) -> None: ...

class PhiPattern(_message.Message):
    __slots__ = ("type", "strength", "locations", "center")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    STRENGTH_FIELD_NUMBER: _ClassVar[int]
    LOCATIONS_FIELD_NUMBER: _ClassVar[int]
    CENTER_FIELD_NUMBER: _ClassVar[int]
    type: PhiPatternType
    strength: float
    locations: IndexArray
    center: int
    def __init__(self, type: _Optional[_Union[PhiPatternType, str]] = ..., strength: _Optional[float] = ..., locations: _Optional[_Union[IndexArray, _Mapping[str, _Any]]] = ..., center: _Optional[int] = ...) -> None: ...

class IndexArray(_message.Message):
    __slots__ = ("indices",)
    INDICES_FIELD_NUMBER: _ClassVar[int]
    indices: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, indices: _Optional[_Iterable[int]] = ...) -> None: ...

class RSpaceResponse(_message.Message):
    __slots__ = ("transformed_data", "r_space_metrics")
    TRANSFORMED_DATA_FIELD_NUMBER: _ClassVar[int]
    R_SPACE_METRICS_FIELD_NUMBER: _ClassVar[int]
    transformed_data: _containers.RepeatedScalarFieldContainer[float]
    r_space_metrics: PrimeSpaceMetrics
    def __init__(self, transformed_data: _Optional[_Iterable[float]] = ..., r_space_metrics: _Optional[_Union[PrimeSpaceMetrics, _Mapping[str, _Any]]] = ...) -> None: ...

class PrimeSpaceMetrics(_message.Message):
    __slots__ = ("space", "operation", "preservation", "prime_resonance")
    SPACE_FIELD_NUMBER: _ClassVar[int]
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    PRESERVATION_FIELD_NUMBER: _ClassVar[int]
    PRIME_RESONANCE_FIELD_NUMBER: _ClassVar[int]
    space: _requests_pb2.PrimeSpace
    operation: _requests_pb2.PrimeSpaceOperation
    preservation: Preservation
    prime_resonance: float
    def __init__(self, space: _Optional[_Union[_requests_pb2.PrimeSpace, str]] = ..., operation: _Optional[_Union[_requests_pb2.PrimeSpaceOperation, str]] = ..., preservation: _Optional[_Union[Preservation, _Mapping[str, _Any]]] = ..., prime_resonance: _Optional[float] = ...) -> None: ...

class Preservation(_message.Message):
    __slots__ = ("magnitude", "energy", "phase")
    MAGNITUDE_FIELD_NUMBER: _ClassVar[int]
    ENERGY_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    magnitude: float
    energy: float
    phase: float
    def __init__(self, magnitude: _Optional[float] = ..., energy: _Optional[float] = ..., phase: _Optional[float] = ...) -> None: ...
