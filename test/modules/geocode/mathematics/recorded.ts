import { readFileSync } from "node:fs";
import type { DecodeRequest } from "../../../../server/modules/geocode/mathematics/decode.ts";
import type { EncodeRequest } from "../../../../server/modules/geocode/mathematics/encode.ts";
import type { SolidName } from "../../../../server/modules/geocode/mathematics/solids.ts";
import type { TransformRequest } from "../../../../server/modules/geocode/mathematics/transform.ts";

/** Results of an independent computation: tables of the solids, and requests with their results. */
const recorded = JSON.parse(readFileSync(new URL("../../../vectors/geometry-vectors.json", import.meta.url), "utf8"));

interface Table {
  readonly vertices: number[][];
  readonly faces: number[][];
  readonly edges: number[][];
  readonly laplacian_eigenvalues: number[];
  readonly basis_rows_by_vertex: number[][];
}

export const tables = Object.entries(recorded.geometry_tables) as [SolidName, Table][];

// biome-ignore lint/suspicious/noExplicitAny: recorded requests and results are JSON of many shapes
type Json = any;

interface Recorded<Request> {
  readonly id: string;
  readonly request: Request;
  readonly result: Json;
}

export const transformCases: Recorded<TransformRequest>[] = cases("transform", (request) => ({
  data: request.data,
  sourceDimensions: request.source_dimensions,
  targetDimensions: request.target_dimensions,
  transformationType: request.transformation_type ?? "harmonic",
  preserveMagnitude: request.preserve_magnitude ?? true,
  precision: request.precision ?? "medium",
}));

export const encodeCases: Recorded<EncodeRequest>[] = cases("encode", (request) => ({
  data: Array.isArray(request.data)
    ? { kind: "vector", values: request.data }
    : { kind: "geometry", vertices: request.data.vertices, faces: [], values: request.data.values },
  targetGeometry: request.target_geometry,
  optimization: request.optimization ?? "phi",
  precision: request.precision ?? "medium",
  compression: request.compression ?? false,
}));

export const decodeCases: Recorded<DecodeRequest>[] = cases("decode", (request) => ({
  encodedData: {
    geometry: request.encoded_data.geometry,
    vertices: request.encoded_data.vertices,
    faces: request.encoded_data.faces,
    dataMapping: {
      dimensionScaling: request.encoded_data.data_mapping.dimension_scaling,
      vertexWeights: request.encoded_data.data_mapping.vertex_weights,
    },
  },
  outputDimensions: request.output_dimensions,
  precision: request.precision ?? "medium",
}));

function cases<Request>(operation: string, read: (request: Json) => Request): Recorded<Request>[] {
  return recorded.cases
    .filter((one: Json) => one.op === operation)
    .map((one: Json) => ({ id: one.id, request: read(one.request), result: one.result }));
}
