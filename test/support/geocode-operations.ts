import { readFileSync } from "node:fs";

// biome-ignore lint/suspicious/noExplicitAny: requests and answers are JSON of many shapes
export type Json = any;

/** Local names of the operations in the contract. */
export type OperationName = "transform" | "encode" | "decode" | "jitterbug" | "phiResonance" | "rSpace";

const { geometry_tables: tables } = JSON.parse(
  readFileSync(new URL("../vectors/geometry-vectors.json", import.meta.url), "utf8"),
);

export const geometries = ["tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron"] as const;

/** Returns the vertices and faces of a solid from an independent computation. */
export function solid(name: string): { readonly vertices: number[][]; readonly faces: number[][] } {
  const { vertices, faces } = tables[name];
  return structuredClone({ vertices, faces });
}

/** A legal request of every operation with only the required fields. Every option changes its result. */
export const legalRequests: { readonly [Name in OperationName]: Json } = {
  transform: { data: [3, -1, 4.25, 1, -5], source_dimensions: 5, target_dimensions: 4 },
  encode: { data: [5, -1, 0.25, 3, 2.5, -4, 1, 0.125], target_geometry: "cube" },
  decode: {
    encoded_data: {
      geometry: "cube",
      ...solid("cube"),
      data_mapping: {
        dimension_scaling: [1.25, 1, 0.9, 0.75, 0.5],
        vertex_weights: [1, -2, 3.5, 0.125, 5, 0.75, -1, 2],
      },
    },
    output_dimensions: 4,
  },
  jitterbug: {
    source_geometry: "cube",
    target_geometry: "octahedron",
    data: { vertices: solid("cube").vertices, values: [1, 2, 3.5, -4, 5, 6, 0.25, 8] },
  },
  phiResonance: { data: [1, 4, 2.5, 9, 3, 3, 20, 5], operation: "optimize" },
  rSpace: { data: [1, 2, 3.5, -4, 5, 6, 0.25, 8], r_space: "R7", operation: "rotate" },
};

/** REST path of each operation. */
export const paths: { readonly [Name in OperationName]: string } = {
  transform: "/v1/geocode/transform",
  encode: "/v1/geocode/encode",
  decode: "/v1/geocode/decode",
  jitterbug: "/v1/geocode/jitterbug",
  phiResonance: "/v1/geocode/phi-resonance",
  rSpace: "/v1/geocode/r-space",
};

export const operationNames = Object.keys(paths) as OperationName[];

/** Returns a copy of a request with the member at a path such as `parameters.strength` set to a value. */
export function withMember(request: Json, path: string, value: unknown): Json {
  return changed(request, path, (holder, name) => {
    holder[name] = value;
  });
}

/** Returns a copy of a request without the member at a path. */
export function withoutMember(request: Json, path: string): Json {
  return changed(request, path, (holder, name) => {
    delete holder[name];
  });
}

function changed(request: Json, path: string, change: (holder: Json, name: string) => void): Json {
  const copy = structuredClone(request);
  const names = path.split(".");
  const last = names.pop() as string;
  let holder = copy;
  for (const name of names) {
    holder[name] ??= {};
    holder = holder[name];
  }
  change(holder, last);
  return copy;
}
