export const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
export const spanId = "00f067aa0ba902b7";

/** Values of `traceparent` that place a call in a trace, with whether the caller has sampled it. */
export const goodContexts: readonly (readonly [name: string, traceparent: string, isSampled: boolean])[] = [
  ["a sampled one", `00-${traceId}-${spanId}-01`, true],
  ["one that is not sampled", `00-${traceId}-${spanId}-00`, false],
  ["one with flags that are not known yet", `00-${traceId}-${spanId}-fe`, false],
  ["one with all flags", `00-${traceId}-${spanId}-ff`, true],
  ["one of a later version", `cc-${traceId}-${spanId}-01`, true],
  ["one of a later version, with more parts", `cc-${traceId}-${spanId}-01-what-the-future-will-be-like`, true],
  ["one of a later version that ends with a hyphen", `cc-${traceId}-${spanId}-01-`, true],
];

/** Values of `traceparent` that are broken. A mark in them occurs nowhere else. */
export const mark = "Xq7Marker9zK";
export const brokenContexts: readonly (readonly [name: string, traceparent: string])[] = [
  ["text", mark],
  ["of version ff", `ff-${traceId}-${spanId}-01`],
  ["of version 00 with more parts", `00-${traceId}-${spanId}-01-${mark}`],
  ["of version 00 that ends with a hyphen", `00-${traceId}-${spanId}-01-`],
  ["of a later version that goes on without a hyphen", `cc-${traceId}-${spanId}-01.${mark}`],
  ["with a trace id of zeros", `00-${"0".repeat(32)}-${spanId}-01`],
  ["with a span id of zeros", `00-${traceId}-${"0".repeat(16)}-01`],
  ["in upper case", `00-${traceId.toUpperCase()}-${spanId}-01`],
  ["with a short trace id", `00-${traceId.slice(1)}-${spanId}-01`],
  ["with a long trace id", `00-${traceId}0-${spanId}-01`],
  ["with a short span id", `00-${traceId}-${spanId.slice(1)}-01`],
  ["without flags", `00-${traceId}-${spanId}`],
  ["with short flags", `00-${traceId}-${spanId}-1`],
  ["with a short version", `0-${traceId}-${spanId}-01`],
  ["with letters that are no digits", `00-${traceId.replace("4", "g")}-${spanId}-01`],
  ["with other separators", `00_${traceId}_${spanId}_01`],
  ["twice in one", `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
  ["of a later version twice in one", `cc-${traceId}-${spanId}-01, cc-${traceId}-${spanId}-01`],
];
