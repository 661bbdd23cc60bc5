import type { DescMethod } from "@bufbuild/protobuf";
import type { Scope } from "../core/tracing/scope.ts";

/** Place of a call or stream in the trace of its caller, unread, as its transport has received it. */
export interface TracedCall {
  /** Value of the header `traceparent` of W3C Trace Context. */
  readonly traceparent?: string | undefined;
  /** Value of the header `tracestate`. */
  readonly tracestate?: string | undefined;
  /** Verb and path over REST, with names in place of values: `GET` and `/v1/keys/{id}`. */
  readonly route?: { readonly verb: string; readonly path: string } | undefined;
}

/** Port: places calls and streams in the traces of their callers. */
export interface CallTraces {
  /** Returns the scope of a call; undefined if it belongs to no trace. */
  begin(call: BegunCall): Scope | undefined;
}

/** Parts of a call or stream that its span tells. */
export interface BegunCall extends TracedCall {
  readonly method: DescMethod;
  readonly protocol: string;
  readonly requestId: string;
}
