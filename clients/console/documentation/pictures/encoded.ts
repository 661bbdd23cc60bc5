import { bars } from "./bars.ts";
import type { Example } from "./example.ts";
import { drawSolid, projected, type Solid, turned } from "./projection.ts";
import { arrow, disc, label, type Point, picture } from "./svg.ts";

/** An encoded solid, as the API has it. */
interface Encoded extends Solid {
  readonly geometry: string;
  readonly data_mapping: { readonly vertex_weights: readonly number[] };
}

/** The numbers as bars, and the solid that carries them. */
export function drawEncode({ request, result }: Example): string {
  const numbers = request["data"] as number[];
  const solid = result["encoded_data"] as Encoded;
  return picture(720, 330, `${numbers.length} numbers, and the ${solid.geometry} that carries them`, [
    ...drawWeights(solid, [540, 165]),
    arrow([330, 170]),
    ...drawNumbers(numbers, 20),
  ]);
}

/** The solid, and the numbers that are read from it. */
export function drawDecode({ request, result }: Example): string {
  const solid = request["encoded_data"] as Encoded;
  const numbers = result["decoded_data"] as number[];
  return picture(720, 330, `The ${solid.geometry}, and the ${numbers.length} numbers that it carries`, [
    ...drawWeights(solid, [180, 165]),
    arrow([390, 170]),
    ...drawNumbers(numbers, 420),
  ]);
}

function drawNumbers(numbers: readonly number[], x: number): string[] {
  return bars(numbers, { at: [x, 80], width: 280, height: 170, kind: "first", largest: Math.max(...numbers) });
}

/** Draws a solid with a disc on each vertex, whose area is that of its weight; those behind are faint. */
function drawWeights(solid: Encoded, centre: Point): string[] {
  const weights = solid.data_mapping.vertex_weights;
  const largest = Math.max(...weights.map(Math.abs));
  const points = projected(solid.vertices, centre, 130);
  const discs = points.map((point, index) => {
    const weight = weights[index] ?? 0;
    const isBehind = turned(solid.vertices[index] ?? [])[2] < 0;
    return {
      depth: turned(solid.vertices[index] ?? [])[2],
      drawn:
        disc(
          point,
          18 * Math.sqrt(Math.abs(weight) / largest),
          `${weight < 0 ? "second" : "first"}${isBehind ? " faint" : ""}`,
        ) +
        label(
          [point[0] + (point[0] < centre[0] ? -24 : 24), point[1] + 4],
          String(weight),
          point[0] < centre[0] ? "end" : "start",
        ),
    };
  });
  discs.sort((a, b) => a.depth - b.depth);
  return [...drawSolid(solid, centre, 130), ...discs.map(({ drawn }) => drawn)];
}
