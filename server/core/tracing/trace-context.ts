/** Place in a trace, as services tell it to each other (W3C Trace Context). */
export interface TraceContext {
  /** 32 lower-case hexadecimal digits. */
  readonly traceId: string;
  /** 16 lower-case hexadecimal digits. */
  readonly spanId: string;
  /** Whether whoever began the trace records it. */
  readonly isSampled: boolean;
  /** Additions of tracing vendors, passed on unread: a valid header `tracestate`, or empty. */
  readonly state: string;
}

/** Version, trace id, span id and flags; later versions may append more. No version is `ff`, and no id all zeros. */
const form = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const sampledFlag = 1;

/**
 * Reads the headers `traceparent` and `tracestate`. Returns undefined for a broken traceparent; a broken tracestate is
 * left out.
 */
export function readTraceContext(traceparent: string, tracestate?: string): TraceContext | undefined {
  const [, version, traceId, spanId, flags, rest] = form.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === "00" && rest !== undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & sampledFlag) !== 0, state: readState(tracestate) };
}

/** Returns the header `traceparent` that tells a place to another service. */
export function traceparentOf({ traceId, spanId, isSampled }: Omit<TraceContext, "state">): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}

const membersMax = 32;
/** Characters that every participant must be able to pass on; more are cut after a whole member. */
const stateLengthMax = 512;
const member =
  /^([a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})=[ -+\--<>-~]{0,255}[!-+\--<>-~]$/;

/** Returns a valid tracestate of at most 512 characters; empty if a member is broken or named twice. */
function readState(text = ""): string {
  const members = text.split(",").map((one) => one.trim());
  const present = members.filter((one) => one !== "");
  if (present.length > membersMax || !present.every((one) => member.test(one))) return "";
  if (new Set(present.map((one) => one.slice(0, one.indexOf("=")))).size < present.length) return "";
  let state = "";
  for (const one of present) {
    const longer = state === "" ? one : `${state},${one}`;
    if (longer.length > stateLengthMax) break;
    state = longer;
  }
  return state;
}
