import {
  type EncodedData,
  Geometry,
  GeometrySchema,
  Precision,
  type Vector,
  type VectorArray,
} from "#contract/geocode/v1/geometry_pb.js";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { wordsOf } from "./plain-json.ts";
import { promise, type Scene } from "./scene.ts";
import type { Session } from "./session.ts";
import { mean, relativeError } from "./wines.ts";

const { encode, decode, jitterbug } = GeocodeService.method;
const precision = Precision.HIGH;
const geometries = wordsOf(GeometrySchema);

/** Encodes the wines on each solid and decodes them. */
export const solids: Scene = {
  questionsPerWine: 2 * geometries.length,
  async show(session, { standardised: wines }) {
    const rows = [["encode and decode", "vertices", "accuracy", "relative error"]];
    for (const { word, number } of geometries) {
      const encoded = await encodeAll(session, wines, number);
      const decoded = await session.callAll(
        decode,
        encoded.map((encodedData) => ({ encodedData, outputDimensions: 13, precision })),
      );
      const vertices = encoded[0]?.vertices?.vectors.length ?? 0;
      const errors = decoded.map(({ decodedData }, i) => relativeError(decodedData, wines[i] as number[]));
      // A solid with at least as many vertices as numbers loses nothing.
      if (vertices >= 13) promise(`${word}: nothing is lost`, errors);
      const accuracy = mean(decoded.map(({ metrics }) => metrics?.reconstructionAccuracy ?? 0));
      rows.push([`  ${word}`, String(vertices), accuracy.toFixed(4), small(mean(errors))]);
    }
    return rows;
  },
};

/** Transforms the icosahedron with the encoded wines to the octahedron: its twelve points merge into six. */
export const folding: Scene = {
  questionsPerWine: 2,
  async show(session, { standardised: wines }) {
    const encoded = await encodeAll(session, wines, Geometry.ICOSAHEDRON);
    const folded = await session.callAll(
      jitterbug,
      encoded.map((encodedData) => ({
        sourceGeometry: Geometry.ICOSAHEDRON,
        targetGeometry: Geometry.OCTAHEDRON,
        data: mapped(encodedData),
        intermediateSteps: 3,
        returnPath: true,
      })),
    );
    const reached = folded.map(({ transformedGeometry }) => transformedGeometry?.transformationMetrics);
    promise(
      "jitterbug: the energy is kept",
      reached.map((metrics) => 1 - (metrics?.energyPreservation ?? 0)),
    );
    const rows = [["jitterbug", "form", "points", "closest points"]];
    for (const { transformationRatio, type, vertices } of folded[0]?.transformationPath?.frames ?? []) {
      const gap = closest(vertices.map(({ values }) => values));
      rows.push([`  at ${transformationRatio.toFixed(2)}`, type, String(vertices.length), gap.toFixed(4)]);
    }
    return rows;
  },
};

async function encodeAll(session: Session, wines: readonly (readonly number[])[], targetGeometry: Geometry) {
  const answers = await session.callAll(
    encode,
    wines.map((values) => ({
      data: { form: { case: "vector", value: { values: [...values] } } },
      targetGeometry,
      precision,
    })),
  );
  return answers.map(({ encodedData }) => encodedData as EncodedData);
}

/** Vertices of an encoding and the weights on them. */
function mapped({ vertices, dataMapping }: EncodedData): { vertices: VectorArray; values: Vector } {
  return { vertices: vertices as VectorArray, values: dataMapping?.vertexWeights as Vector };
}

/** The smallest distance between two points. */
function closest(points: readonly number[][]): number {
  const distance = (a: number[], b: number[]) => Math.hypot(...a.map((x, axis) => x - (b[axis] as number)));
  return Math.min(...points.flatMap((a, i) => points.slice(i + 1).map((b) => distance(a, b))));
}

function small(value: number): string {
  return value < 1e-4 ? value.toExponential(1) : value.toFixed(4);
}
