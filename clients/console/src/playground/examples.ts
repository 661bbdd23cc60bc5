import wineText from "../../../demo/wine.csv?raw";
import { verticesOf } from "../pictures/solids.ts";

/** Requests with which the forms begin, by operation. */
export function exampleOf(operation: string): object {
  return examples[operation] ?? {};
}

const cube = verticesOf("cube");

const examples: Readonly<Record<string, object>> = {
  transform: { data: [3, -1, 4.25, 1, -5], source_dimensions: 5, target_dimensions: 8 },
  encode: {
    data: [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4],
    target_geometry: "dodecahedron",
  },
  decode: {
    encoded_data: {
      geometry: "cube",
      vertices: cube,
      faces: facesOfCube(),
      data_mapping: {
        dimension_scaling: [1.25, 1, 0.9, 0.75, 0.5],
        vertex_weights: [1, -2, 3.5, 0.125, 5, 0.75, -1, 2],
      },
    },
    output_dimensions: 5,
  },
  jitterbug: {
    source_geometry: "cube",
    target_geometry: "icosahedron",
    data: { vertices: cube, values: [1, 2, 3.5, -4, 5, 6, 0.25, 8] },
    intermediate_steps: 40,
    return_path: true,
  },
  "phi-resonance": { data: [1, 1, 2, 3, 5, 8, 12, 22, 34, 55], operation: "optimize" },
  "r-space": { data: [1, 4, 2, 8, 5, 7, 3], r_space: "R7", operation: "harmonize" },
};

/** Returns the faces of a cube by the places of their vertices: those that share a coordinate, in order around it. */
function facesOfCube(): readonly (readonly number[])[] {
  return [0, 1, 2].flatMap((axis) =>
    [1, -1].map((side) => {
      const corners = cube.flatMap((corner, index) => ((corner[axis] as number) * side > 0 ? [index] : []));
      const angle = (index: number) => {
        const corner = cube[index] as readonly number[];
        return Math.atan2(corner[(axis + 1) % 3] as number, corner[(axis + 2) % 3] as number);
      };
      return corners.sort((a, b) => angle(a) - angle(b));
    }),
  );
}

/** Measurements of a wine, by the names of its columns. */
export interface Wine {
  readonly name: string;
  readonly values: readonly number[];
}

/** Returns every tenth wine of the data set that the repository has (clients/demo/README.md names its source). */
export function wines(): readonly Wine[] {
  const rows = wineText.trim().split("\n").slice(1);
  return rows.flatMap((row, index) => {
    if (index % 10 !== 0) return [];
    const values = row.split(",").map(Number);
    return [{ name: `Wine ${index + 1}, grower ${(values.at(-1) as number) + 1}`, values: values.slice(0, -1) }];
  });
}
