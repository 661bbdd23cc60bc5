import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type EncodedData,
  GeometrySchema,
  PrecisionSchema,
  type VectorArray,
  type VectorData as WireVectorData,
} from "#contract/geocode/v1/geometry_pb.js";
import {
  OptimizationSchema,
  PhiOperationSchema,
  PrimeSpaceOperationSchema,
  type PrimeSpaceParameters,
  PrimeSpaceSchema,
  TransformationTypeSchema,
} from "#contract/geocode/v1/requests_pb.js";
import { type FrameArraySchema, type PhiPatternSchema, PhiPatternType } from "#contract/geocode/v1/responses_pb.js";
import type { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import type { Operations } from "../../rpc/operations.ts";
import { enumNames } from "../../rpc/words.ts";
import { decode } from "./mathematics/decode.ts";
import { encode } from "./mathematics/encode.ts";
import { type Frame, jitterbug } from "./mathematics/jitterbug.ts";
import { phiResonanceOperation } from "./mathematics/phi-resonance.ts";
import type { PhiPattern } from "./mathematics/phi-sequence.ts";
import { type RSpaceParameters, rSpace } from "./mathematics/r-space.ts";
import { transform } from "./mathematics/transform.ts";
import type { VectorData } from "./mathematics/vector-data.ts";

const geometries = enumNames(GeometrySchema, {
  tetrahedron: true,
  cube: true,
  octahedron: true,
  dodecahedron: true,
  icosahedron: true,
});
const precisions = enumNames(PrecisionSchema, { low: true, medium: true, high: true });
const transformationTypes = enumNames(TransformationTypeSchema, {
  linear: true,
  harmonic: true,
  phi: true,
  jitterbug: true,
});
const optimizations = enumNames(OptimizationSchema, { phi: true, pi: true, sqrt2: true, sqrt3: true, e: true });
const phiOperations = enumNames(PhiOperationSchema, { analyze: true, optimize: true, generate: true, extend: true });
const primeSpaces = enumNames(PrimeSpaceSchema, { R7: true, R11: true, R13: true });
const primeSpaceOperations = enumNames(PrimeSpaceOperationSchema, {
  project: true,
  rotate: true,
  invert: true,
  harmonize: true,
});

/**
 * The geometric operations. Each passes the fields of its validated request to a pure function; members that the
 * contract requires are present.
 */
export const geocodeOperations = {
  transform: (request) => ({
    ...transform({
      data: request.data?.values ?? [],
      sourceDimensions: request.sourceDimensions,
      targetDimensions: request.targetDimensions,
      transformationType: transformationTypes.word(request.transformationType),
      preserveMagnitude: request.preserveMagnitude,
      precision: precisions.word(request.precision),
    }),
    transformationType: request.transformationType,
  }),

  encode: (request) => {
    const data = vectorData(request.data as WireVectorData);
    const { encodedData, metrics } = encode({
      data,
      targetGeometry: geometries.word(request.targetGeometry),
      optimization: optimizations.word(request.optimization),
      precision: precisions.word(request.precision),
      compression: request.compression,
    });
    const { dimensionScaling, vertexWeights } = encodedData.dataMapping;
    return {
      encodedData: {
        geometry: request.targetGeometry,
        vertices: { vectors: vectors(encodedData.vertices) },
        faces: { faces: encodedData.faces.map((vertexIndices) => ({ vertexIndices })) },
        dataMapping: { dimensionScaling: { values: dimensionScaling }, vertexWeights: { values: vertexWeights } },
      },
      metrics,
    };
  },

  decode: (request) => {
    const encoded = request.encodedData as EncodedData;
    const dimensionScaling = encoded.dataMapping?.dimensionScaling?.values ?? [];
    return decode({
      encodedData: {
        geometry: geometries.word(encoded.geometry),
        vertices: rows(encoded.vertices),
        faces: encoded.faces?.faces.map((face) => face.vertexIndices) ?? [],
        dataMapping: { dimensionScaling, vertexWeights: encoded.dataMapping?.vertexWeights?.values ?? [] },
      },
      outputDimensions: request.outputDimensions,
      precision: precisions.word(request.precision),
    });
  },

  jitterbug: (request) => {
    const { transformedGeometry, intermediateSteps, transformationPath } = jitterbug({
      sourceGeometry: geometries.word(request.sourceGeometry),
      targetGeometry: geometries.word(request.targetGeometry),
      data: { vertices: rows(request.data?.vertices), values: request.data?.values?.values ?? [] },
      transformationRatio: request.transformationRatio,
      preserveEnergy: request.preserveEnergy,
      intermediateSteps: Object.hasOwn(request, "intermediateSteps") ? request.intermediateSteps : undefined,
      returnPath: request.returnPath,
    });
    return {
      transformedGeometry: { ...transformedGeometry, vertices: vectors(transformedGeometry.vertices) },
      ...(intermediateSteps && { intermediateSteps: frames(intermediateSteps) }),
      ...(transformationPath && { transformationPath: frames(transformationPath) }),
    };
  },

  phiResonance: (request) => {
    const data = request.data?.values ?? [];
    const operation = phiOperations.word(request.operation);
    const result = phiResonanceOperation({
      data,
      operation,
      depth: request.depth,
      targetResonance: request.targetResonance,
      preserveEndpoints: request.preserveEndpoints,
    });
    return {
      originalData: result.originalData,
      ...(result.optimizedData && { optimizedData: { values: result.optimizedData } }),
      ...(result.generatedData && { generatedData: { values: result.generatedData } }),
      ...(result.extendedData && { extendedData: { values: result.extendedData } }),
      phiMetrics: result.phiMetrics,
      phiPatterns: result.phiPatterns.map(pattern),
    };
  },

  rSpace: (request) => {
    const data = request.data?.values ?? [];
    const { transformedData, rSpaceMetrics } = rSpace({
      data,
      rSpace: primeSpaces.word(request.rSpace),
      operation: primeSpaceOperations.word(request.operation),
      parameters: parametersOf(request.parameters),
    });
    return {
      transformedData,
      rSpaceMetrics: { ...rSpaceMetrics, space: request.rSpace, operation: request.operation },
    };
  },
} satisfies Operations<typeof GeocodeService>;

function vectorData(data: WireVectorData): VectorData {
  const { form } = data;
  switch (form.case) {
    case "vectorArray":
      return { kind: "vectors", rows: rows(form.value) };
    case "vectorMap": {
      // An object without a prototype accepts every name as data.
      const entries: Record<string, readonly number[]> = Object.create(null);
      for (const name of Object.keys(form.value.vectors)) entries[name] = form.value.vectors[name]?.values ?? [];
      return { kind: "map", entries };
    }
    case "geometricObject":
      return {
        kind: "geometry",
        vertices: rows(form.value.vertices),
        faces: form.value.faces?.faces.map((face) => face.vertexIndices) ?? [],
        values: form.value.values?.values,
      };
    default:
      return { kind: "vector", values: form.value?.values ?? [] };
  }
}

function rows(array: VectorArray | undefined): number[][] {
  return array?.vectors.map((vector) => vector.values) ?? [];
}

function vectors(rowsOfNumbers: number[][]): { values: number[] }[] {
  return rowsOfNumbers.map((values) => ({ values }));
}

function frames(list: Frame[]): MessageInitShape<typeof FrameArraySchema> {
  return { frames: list.map((frame) => ({ ...frame, vertices: vectors(frame.vertices) })) };
}

function pattern(found: PhiPattern): MessageInitShape<typeof PhiPatternSchema> {
  return found.type === "ratio"
    ? { type: PhiPatternType.RATIO, strength: found.strength, locations: { indices: found.locations } }
    : { type: PhiPatternType.SPIRAL, strength: found.strength, center: found.center };
}

/** Returns only the given parameters: their defaults depend on the space, and the domain applies them. */
function parametersOf(parameters: PrimeSpaceParameters | undefined): RSpaceParameters {
  if (parameters === undefined) return {};
  const { $typeName, $unknown, rotationPlane, ...scalars } = parameters;
  return { ...scalars, ...(rotationPlane && { rotationPlane: rotationPlane.axes }) };
}
