import { Fault } from "../../../core/fault.ts";
import { requireFiniteResult, requireLegalNumbers, requireLength } from "./legal-numbers.ts";
import { extendGolden, goldenParts, refineGolden } from "./phi-growth.ts";
import { optimizeResonance } from "./phi-optimize.ts";
import { analyzeSequence, type PhiPattern, type SequenceAnalysis } from "./phi-sequence.ts";
import { phiResonance } from "./resonance.ts";

export type PhiOperation = "analyze" | "optimize" | "generate" | "extend";

export interface PhiRequest {
  readonly data: readonly number[];
  readonly operation: PhiOperation;
  /** Lags of the resonance; also the rounds of `generate` and the new entries of `extend`. Integer 1..7. */
  readonly depth: number;
  /** optimize: the resonance to reach, 0..1. */
  readonly targetResonance: number;
  /** optimize: whether the first and the last entry stay as they are. */
  readonly preserveEndpoints: boolean;
}

/** Each optional member is present for the operation that it is named after. */
export interface PhiResult {
  readonly originalData: number[];
  readonly optimizedData?: number[];
  readonly generatedData?: number[];
  readonly extendedData?: number[];
  readonly phiMetrics: {
    readonly originalResonance: number;
    readonly optimizedResonance?: number;
    readonly generatedResonance?: number;
    readonly extendedResonance?: number;
    readonly sequenceAnalysis: SequenceAnalysis;
  };
  readonly phiPatterns: PhiPattern[];
}

/** Largest number of numbers in a request and in the answer of `generate`; a policy limit. */
export const phiLengthMax = 100_000;

/**
 * Golden-ratio growth of a sequence: measured (`analyze`), raised to a target by the smallest change (`optimize`),
 * interpolated by golden sections (`generate`) or continued by the Fibonacci recurrence (`extend`, by `depth` entries).
 *
 * Resonance: see `phiResonance`; analysis and patterns: see `analyzeSequence`, for the new data if there are any;
 * the operations that make new data: see `optimizeResonance`, `refineGolden`, `extendGolden`. -0 is read as 0.
 * A single entry has resonance 0, an analysis of zeros and no patterns. Accuracy 1e-12. Cost O(n depth^2) for optimize,
 * O(n depth) else.
 *
 * Preconditions: a valid operation, depth an integer 1..7, targetResonance in [0, 1].
 * Faults: PARAMETER_INVALID for `data` empty or too long, for `depth` when generate would return more than 100000
 * numbers, for `data[i]` not finite or above 1e300 in magnitude.
 */
export function phiResonanceOperation(request: PhiRequest): PhiResult {
  const { operation, depth } = request;
  requireLength(request.data, "data", phiLengthMax);
  if (operation === "generate") requireRoom(request.data.length, depth);
  requireLegalNumbers(request.data, "data");

  const originalData = request.data.map((value) => value + 0);
  if (operation === "analyze") {
    const { resonance, sequenceAnalysis, phiPatterns } = analyzeSequence(originalData, depth);
    return { originalData, phiMetrics: { originalResonance: resonance, sequenceAnalysis }, phiPatterns };
  }
  const newData = renewed(originalData, request);
  requireFiniteResult(newData);
  const { resonance, sequenceAnalysis, phiPatterns } = analyzeSequence(newData, depth);
  const shared = { originalResonance: phiResonance(originalData, depth), sequenceAnalysis };
  switch (operation) {
    case "optimize":
      return {
        originalData,
        optimizedData: newData,
        phiMetrics: { ...shared, optimizedResonance: resonance },
        phiPatterns,
      };
    case "generate":
      return {
        originalData,
        generatedData: newData,
        phiMetrics: { ...shared, generatedResonance: resonance },
        phiPatterns,
      };
    case "extend":
      return {
        originalData,
        extendedData: newData,
        phiMetrics: { ...shared, extendedResonance: resonance },
        phiPatterns,
      };
  }
}

function renewed(data: readonly number[], request: PhiRequest): number[] {
  const { operation, depth, targetResonance, preserveEndpoints } = request;
  if (operation === "optimize") return optimizeResonance(data, depth, targetResonance, preserveEndpoints).values;
  return operation === "generate" ? refineGolden(data, depth) : extendGolden(data, depth);
}

function requireRoom(length: number, depth: number): void {
  const generated = (rounds: number) => (length - 1) * goldenParts(rounds) + 1;
  if (generated(depth) <= phiLengthMax) return;
  let depthMax = depth - 1;
  while (depthMax > 0 && generated(depthMax) > phiLengthMax) depthMax--;
  throw new Fault(
    "PARAMETER_INVALID",
    `depth ${depth} would generate ${generated(depth)} numbers from ${length}, and at most ${phiLengthMax} are allowed.`,
    { parameter: "depth", provided: depth, ...(depthMax > 0 ? { validRange: [1, depthMax] as const } : {}) },
  );
}
