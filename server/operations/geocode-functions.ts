import { decode } from "../domain/geometry/decode.ts";
import { encode } from "../domain/geometry/encode.ts";
import { jitterbug } from "../domain/geometry/jitterbug.ts";
import { phiResonanceOperation } from "../domain/geometry/phi-resonance.ts";
import { rSpace } from "../domain/geometry/r-space.ts";

/** The pure functions that a worker thread may be asked for: those whose input can be large. */
export const geocodeFunctions = { encode, decode, jitterbug, phiResonance: phiResonanceOperation, rSpace };

export type GeocodeFunctions = typeof geocodeFunctions;
