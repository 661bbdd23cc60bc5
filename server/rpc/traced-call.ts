import type { DescMethod } from "@bufbuild/protobuf";
import type { Scope } from "../core/tracing/scope.ts";

/** Place of a call or stream in the trace of its caller, unread, as its transport has received it. */
export interface TracedCall {
  /** Value of the header `traceparent` of W3C Trace Context. */
  readonly traceparent?: string | undefined;
  /** Value of the header `tracestate`. */
  readonly tracestate?: string | undefined;
}

/** Port: places calls and streams in the traces of their callers. */
export interface CallTraces {
  /** Returns the scope of a call; undefined if it belongs to no trace. */
  begin(call: TracedCall & BegunCall): Scope | undefined;
}

interface BegunCall {
  readonly method: DescMethod;
  readonly protocol: string;
  readonly requestId: string;
}
