import type { TraceContext } from "./trace-context.ts";

export const samplerNames = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** The samplers of OpenTelemetry's standard variable `OTEL_TRACES_SAMPLER`, with the ratio of those that have one. */
export interface SamplerSettings {
  readonly name: (typeof samplerNames)[number];
  /** Share of traces, from 0 to 1. */
  readonly ratio: number;
}

/** Decides whether a span is recorded, from the id of its trace and what its caller has decided. */
export type Sampler = (traceId: string, parent: TraceContext | undefined) => boolean;

export function createSampler({ name, ratio }: SamplerSettings): Sampler {
  const root = rootSampler(name.replace("parentbased_", ""), ratio);
  if (!name.startsWith("parentbased_")) return root;
  return (traceId, parent) => (parent === undefined ? root(traceId) : parent.isSampled);
}

function rootSampler(name: string, ratio: number): (traceId: string) => boolean {
  if (name === "always_off" || (name === "traceidratio" && ratio === 0)) return () => false;
  if (name === "always_on" || ratio === 1) return () => true;
  // Each service that decides by the id decides the same; its last digits are random (W3C Trace Context, level 2).
  const bound = ratio * 2 ** 52;
  return (traceId) => Number.parseInt(traceId.slice(-13), 16) < bound;
}
