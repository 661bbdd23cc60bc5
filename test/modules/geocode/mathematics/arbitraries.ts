import fc from "fast-check";
import type { TransformationType } from "../../../../server/modules/geocode/mathematics/bases.ts";
import type { Precision } from "../../../../server/modules/geocode/mathematics/precision.ts";
import type { SolidName } from "../../../../server/modules/geocode/mathematics/solids.ts";
import type { Optimization } from "../../../../server/modules/geocode/mathematics/taper.ts";

export const transformationTypes: TransformationType[] = ["linear", "harmonic", "phi", "jitterbug"];
export const solidNames: SolidName[] = ["tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron"];
export const optimizations: Optimization[] = ["phi", "pi", "sqrt2", "sqrt3", "e"];
export const dimensions = Array.from({ length: 11 }, (_, step) => step + 3);

export const anyType = fc.constantFrom(...transformationTypes);
export const anySolid = fc.constantFrom(...solidNames);
export const anyOptimization = fc.constantFrom(...optimizations);
export const anyDimension = fc.constantFrom(...dimensions);
export const anyPrecision = fc.constantFrom<Precision>("low", "medium", "high");
