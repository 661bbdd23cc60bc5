import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Family } from "../../core/metrics/metrics.ts";
import type { RateLimits } from "../../rpc/call.ts";
import type { Encoded } from "../../rpc/codec/codec.ts";
import type { Task } from "../../rpc/pipeline.ts";
import type { Principal } from "../../rpc/principal.ts";
import type { NamedRequest } from "../../rpc/telemetry/bug-line.ts";
import type { TracedCall } from "../../rpc/traced-call.ts";
import type { ErrorForm, FailureForm, FaultForm } from "./error-form.ts";
import type { ObservedForm } from "./observed-calls.ts";

/** Questions between a thread that serves and the main thread, each with its answer. */
export interface Questions {
  /** From the thread: answers a call. */
  call: [CallForm, AnswerForm];
  /** From the main thread: reads the body of a call, which its question did not hold. */
  "call.body": [{ readonly number: number; readonly bytesMax: number }, BodyForm];
  /** From the main thread: releases the place of a call on its connection while it waits; its fault if it must not. */
  "call.leave": [number, FaultForm | undefined];
  /** From the thread: identifies the caller of an Authorization header. */
  caller: [CallerQuestion, CallerForm | ErrorForm];
  /** From the thread: asks for the memory in which the calls of a principal are counted. */
  counts: [string, SharedArrayBuffer];
  /** From the thread: counts a call of a principal, of which no use is held. */
  use: [{ readonly principalId: string; readonly countMax: number }, UseForm];
  /** From the thread: has a large request of a pure operation answered. */
  task: [{ readonly number: number; readonly task: Task }, { readonly written: Encoded } | ErrorForm];
  /** From the main thread: send what is observed of calls; answered after it. */
  "observed.flush": [undefined, undefined];
  /** From the thread: refuses a request without an operation. */
  refuse: [Refused, Refusal];
  /** From the thread: opens a stream. */
  "stream.open": [StreamForm, OpenedForm | FailureForm];
  /** From the thread: the next answer of a stream. */
  "stream.next": [number, AnswerItem];
  /** From the main thread: the next request of a stream. */
  "stream.request": [number, Uint8Array | "end" | ErrorForm];
  /** From the main thread: releases the place of a stream on its connection; its fault if it must not. */
  "stream.leave": [number, FaultForm | undefined];
  /** From the thread: bytes of an upgraded connection. Answered when more are wanted. */
  "tunnel.read": [TunnelBytes, undefined];
  /** From the main thread: bytes for an upgraded connection. Answered when they are sent. */
  "tunnel.write": [TunnelBytes, undefined];
  /** From the main thread: no more bytes follow. Answered when that is sent. */
  "tunnel.finish": [number, undefined];
  /** From the thread: reads the document of a path. */
  document: [string, DocumentForm];
  /** From the thread: runs the checks of readiness. */
  readiness: [undefined, readonly CheckForm[]];
  /** From the thread: takes a place for a connection of a network; false if there is none left. */
  "connection.take": [string, boolean];
  /** From the main thread: the present state of the port. */
  "port.load": [undefined, LoadForm];
  /** From the main thread: closes the port, with the time that running requests may take in milliseconds. */
  "port.close": [number, undefined];
  /** From the main thread: reads what the thread has measured. */
  measurements: [undefined, readonly Family[]];
  /** From the main thread: whether the thread still takes turns of its event loop. */
  ping: [undefined, undefined];
}

/** Messages that need no answer. */
export interface Notes {
  /** From the main thread: tell when the caller of a call has gone, since the call can be ended. */
  "call.watch": number;
  /** From the thread: the caller of a watched call has gone, or its deadline has passed. */
  "call.gone": number;
  /** From the thread: calls that it has answered by itself. */
  observed: ObservedForm;
  /** From the thread: few uses of a principal are held. */
  "uses.low": string;
  /** From the thread: the caller of a task has gone. */
  "task.gone": number;
  /** From the main thread: a call takes its place on its connection again. */
  "call.return": number;
  /** From the thread: runs the operation of a stream, on the one request or on those that it is asked for. */
  "stream.answers": { readonly number: number; readonly request: Uint8Array | undefined };
  /** From the thread: a stream ends. */
  "stream.end": { readonly number: number; readonly error: ErrorForm | undefined };
  /** From the main thread: the operation of a stream reads no more requests. */
  "stream.release": number;
  /** From the main thread: cut off the caller of a stream, who reads no answers. */
  "stream.cut": number;
  /** From the thread: a connection is upgraded. */
  "tunnel.open": UpgradeForm;
  /** From the thread: the caller of an upgraded connection sends no more. */
  "tunnel.end": number;
  /** From the thread: an upgraded connection is closed. */
  "tunnel.closed": number;
  /** From the main thread: close an upgraded connection at once. */
  "tunnel.destroy": number;
  /** From the thread: its port is open, or cannot be. */
  opened: AddressInfo | { readonly code: string | undefined; readonly message: string };
  /** From the thread: a connection of a network is closed. */
  "connection.release": string;
  /** From the thread: an unexpected error. */
  bug: { readonly error: unknown; readonly request: NamedRequest };
  /** From the main thread: the port ends connections with their next answer. */
  "port.drain": undefined;
  /** From the main thread: the port refuses new connections. */
  "port.stop": undefined;
  /** From the main thread: the port presents another certificate. */
  "port.certificate": CertificateForm;
}

/** A call as it is sent: what its transport knows of it. */
export interface CallForm {
  /** Number of the call among those of its thread. */
  readonly number: number;
  /** Name such as `package.Service.Method`. */
  readonly method: string;
  /** Name of the codec among those of the method. */
  readonly codec: string;
  readonly protocol: string;
  readonly authorization: string | undefined;
  readonly address: string;
  readonly userAgent: string | undefined;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  readonly tracestate: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly hasDeadline: boolean;
  readonly parameters: readonly string[];
  /** Undefined: it is asked for when it is read, because it is long or has not arrived yet. */
  readonly body: BodyForm | undefined;
}

interface CallerQuestion {
  readonly authorization: string | undefined;
  readonly address: string | undefined;
}

/** A caller, and how long it is good, in milliseconds since 1970. */
interface CallerForm {
  readonly principal: Principal;
  readonly checkedAtMs: number;
  readonly goodUntilMs: number;
}

/** Whether a call is within the limit of its plan, and what the limit leaves. */
interface UseForm {
  readonly isWithin: boolean;
  readonly endsAtMs: number;
  readonly remaining: number;
}

/** A stream as it is sent. */
export interface StreamForm
  extends Pick<
    CallForm,
    | "number"
    | "method"
    | "protocol"
    | "authorization"
    | "address"
    | "userAgent"
    | "requestId"
    | "traceparent"
    | "tracestate"
  > {
  readonly route: TracedCall["route"];
}

/** Facts of an open stream. */
export interface OpenedForm {
  readonly limits: RateLimits | undefined;
  readonly idleMs: number;
}

/** An answer on a stream as bytes, or how the stream ends. */
export type AnswerItem = Uint8Array | "end" | "refused" | FailureForm;

/** A request for an upgrade. */
export interface UpgradeForm {
  readonly number: number;
  readonly request: Pick<IncomingMessage, "method" | "url" | "headers"> & {
    readonly socket: { readonly remoteAddress?: string | undefined; readonly encrypted: boolean };
  };
  /** Bytes after the request. */
  readonly head: Uint8Array;
}

interface TunnelBytes {
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** The body of a request, or why there is none. */
export type BodyForm = Uint8Array | ErrorForm;

export type AnswerForm =
  | { readonly written: Encoded; readonly limits: RateLimits | undefined }
  | FailureForm
  /** The transport has refused the request itself, or its caller has gone. */
  | "refused";

/** A request without an operation, with the fault for callers with valid credentials. */
export interface Refused {
  readonly authorization: string | undefined;
  readonly address: string;
  readonly fault: FaultForm;
}

export interface Refusal {
  readonly failure: FailureForm;
  /** Whether the fault is the one that was asked for. */
  readonly isAsAsked: boolean;
}

/** A document as its thread serves it. */
export interface DocumentForm {
  readonly body: string | Uint8Array;
  readonly coded?: ReadonlyMap<string, Uint8Array>;
  readonly entityTag: string;
}

/** A check of readiness; undefined: nothing is wrong there. */
interface CheckForm {
  readonly name: string;
  readonly problem: string | undefined;
}

/** Certificate and key of a port as PEM texts. */
export interface CertificateForm {
  readonly cert: string;
  readonly key: string;
}

interface LoadForm {
  readonly connections: number;
  readonly http2: number;
}
