import { encode } from "../../server/modules/geocode/mathematics/encode.ts";
import { type Frame, jitterbug } from "../../server/modules/geocode/mathematics/jitterbug.ts";
import { phiResonanceOperation } from "../../server/modules/geocode/mathematics/phi-resonance.ts";
import { transform } from "../../server/modules/geocode/mathematics/transform.ts";

type Input<Function extends (request: never) => unknown> = Parameters<Function>[0];

/** REST requests as unchecked TypeScript types. */
interface TransformJson {
  readonly data: number[];
  readonly source_dimensions: number;
  readonly target_dimensions: number;
  readonly transformation_type: Input<typeof transform>["transformationType"];
  readonly preserve_magnitude: boolean;
  readonly precision: Input<typeof transform>["precision"];
}
interface EncodeJson {
  readonly data: number[];
  readonly target_geometry: Input<typeof encode>["targetGeometry"];
  readonly optimization: Input<typeof encode>["optimization"];
  readonly precision: Input<typeof encode>["precision"];
  readonly compression: boolean;
}
interface JitterbugJson {
  readonly source_geometry: Input<typeof jitterbug>["sourceGeometry"];
  readonly target_geometry: Input<typeof jitterbug>["targetGeometry"];
  readonly data: Input<typeof jitterbug>["data"];
  readonly transformation_ratio: number;
  readonly preserve_energy: boolean;
  readonly intermediate_steps: number;
  readonly return_path: boolean;
}
interface PhiJson {
  readonly data: number[];
  readonly operation: Input<typeof phiResonanceOperation>["operation"];
  readonly depth: number;
  readonly target_resonance: number;
  readonly preserve_endpoints: boolean;
}

/** Handlers as written by hand: read the members, call the domain, write the response. */
export function answerTransform(json: TransformJson) {
  const { transformedData, magnitude, metrics } = transform({
    data: json.data,
    sourceDimensions: json.source_dimensions,
    targetDimensions: json.target_dimensions,
    transformationType: json.transformation_type,
    preserveMagnitude: json.preserve_magnitude,
    precision: json.precision,
  });
  return {
    transformed_data: transformedData,
    source_dimensions: json.source_dimensions,
    target_dimensions: json.target_dimensions,
    transformation_type: json.transformation_type,
    magnitude,
    metrics: {
      phi_resonance: metrics.phiResonance,
      harmonic_balance: metrics.harmonicBalance,
      dimensional_coherence: metrics.dimensionalCoherence,
    },
  };
}

function answerEncode(json: EncodeJson) {
  const { encodedData, metrics } = encode({
    data: { kind: "vector", values: json.data },
    targetGeometry: json.target_geometry,
    optimization: json.optimization,
    precision: json.precision,
    compression: json.compression,
  });
  const { geometry, vertices, faces, dataMapping } = encodedData;
  return {
    encoded_data: {
      geometry,
      vertices,
      faces,
      data_mapping: {
        dimension_scaling: dataMapping.dimensionScaling,
        vertex_weights: dataMapping.vertexWeights,
      },
    },
    metrics: {
      phi_resonance: metrics.phiResonance,
      geometric_coherence: metrics.geometricCoherence,
      compression_ratio: metrics.compressionRatio,
    },
  };
}

function answerJitterbug(json: JitterbugJson) {
  const result = jitterbug({
    sourceGeometry: json.source_geometry,
    targetGeometry: json.target_geometry,
    data: json.data,
    transformationRatio: json.transformation_ratio,
    preserveEnergy: json.preserve_energy,
    intermediateSteps: json.intermediate_steps,
    returnPath: json.return_path,
  });
  const { type, vertices, values, transformationMetrics } = result.transformedGeometry;
  return {
    transformed_geometry: {
      type,
      vertices,
      values,
      transformation_metrics: {
        completion_ratio: transformationMetrics.completionRatio,
        energy_preservation: transformationMetrics.energyPreservation,
        geometric_coherence: transformationMetrics.geometricCoherence,
      },
    },
    intermediate_steps: result.intermediateSteps?.map(frameJson),
    transformation_path: result.transformationPath?.map(frameJson),
  };
}

function frameJson({ transformationRatio, type, vertices, values }: Frame) {
  return { transformation_ratio: transformationRatio, type, vertices, values };
}

function answerPhi(json: PhiJson) {
  const { originalData, phiMetrics, phiPatterns } = phiResonanceOperation({
    data: json.data,
    operation: json.operation,
    depth: json.depth,
    targetResonance: json.target_resonance,
    preserveEndpoints: json.preserve_endpoints,
  });
  const { fibonacciAlignment, goldenAngleCoherence, phiRatioConsistency } = phiMetrics.sequenceAnalysis;
  return {
    original_data: originalData,
    phi_metrics: {
      original_resonance: phiMetrics.originalResonance,
      sequence_analysis: {
        fibonacci_alignment: fibonacciAlignment,
        golden_angle_coherence: goldenAngleCoherence,
        phi_ratio_consistency: phiRatioConsistency,
      },
    },
    phi_patterns: phiPatterns,
  };
}

/** Handlers by path. */
export const answers: { readonly [path: string]: ((json: never) => unknown) | undefined } = {
  "/v1/geocode/transform": answerTransform,
  "/v1/geocode/encode": answerEncode,
  "/v1/geocode/jitterbug": answerJitterbug,
  "/v1/geocode/phi-resonance": answerPhi,
};
