import type { DescMethodUnary } from "@bufbuild/protobuf";
import type { Fault } from "../core/fault.ts";
import type { Codec, Encoded } from "./codec/codec.ts";
import type { Principal } from "./principal.ts";
import type { TracedCall } from "./traced-call.ts";

/** One call from a transport: everything that the pipeline knows of the wire. */
export interface Call extends TracedCall {
  readonly method: DescMethodUnary;
  /** Value of the Authorization header or metadata. */
  readonly authorization: string | undefined;
  /** The caller, if the transport itself identifies it, as the kernel does for the peer of a Unix socket. */
  readonly principal?: Principal;
  /**
   * Time at which the identity of the calling session last proved itself to the transport, in ms since 1970. It is a proof for
   * this call, but not for whoever else has the token of the session.
   */
  readonly provenAtMs?: number | undefined;
  /** IP address of the caller. */
  readonly address: string;
  /** Value of the header `User-Agent`. */
  readonly userAgent?: string | undefined;
  /** Request id, which is logged and sent in the answer. */
  readonly requestId: string;
  /** Name of the protocol, for the log: `rest`, `grpc`, `grpc-web`, `connect`, `channel` or `varlink`. */
  readonly protocol: string;
  /** Aborts when the caller is gone or its deadline has passed. */
  readonly signal?: AbortSignal;
  /** Required claim `cb` of a rotating token, for calls over a channel. Absent: the token must have none. */
  readonly channelBinding?: string | undefined;
  /** Value of the header `Idempotency-Key`. */
  readonly idempotencyKey?: string | undefined;
  /**
   * Id of the request on its transport. It replaces a missing idempotency key if the request does not name what it
   * creates.
   */
  readonly operationId?: string | undefined;
  /** Whether the caller has set a deadline, which the transport enforces. Otherwise the method's deadline applies. */
  readonly hasDeadline?: boolean;
  /** Whether the call is accepted under a load at which others are refused. */
  readonly hasPriority?: boolean;
  /**
   * Whether the transport itself limits the concurrency of such calls, so that they take no slot of the caller's plan.
   */
  readonly hasOwnPlace?: boolean;
  /** Codec of the request and of the answer. */
  readonly codec: Codec;
  /** Values that the request carries outside its body, for the codec. */
  readonly parameters: readonly string[];
  /**
   * Reads the request's body. Called once the caller is known; a body of more than `limits.smallRequestBytesMax` bytes only
   * once the caller is admitted and permitted.
   *
   * @throws Fault PARAMETER_INVALID for a body of more than `bytesMax`
   */
  readBody(bytesMax: number): Uint8Array | Promise<Uint8Array>;
  /**
   * Releases the call's slot at its transport while it only waits. Returns a function that takes it again; absent:
   * calls of the transport take no slot.
   *
   * @throws Fault RATE_LIMIT_EXCEEDED if too many others wait there
   */
  leave?(): (() => void) | undefined | Promise<() => void>;
}

/**
 * A request that its transport refuses for a reason of its protocol, such as a truncated message, or abandons because the
 * caller is gone. The pipeline passes it back to the transport; it is not a failure of the service.
 */
export class TransportRefusal extends Error {}

/** State of a caller's rate limit in the current window of one minute. */
export interface RateLimits {
  readonly limit: number;
  readonly remaining: number;
  /** End of the window: seconds since 1970. */
  readonly resetAtSeconds: number;
}

/** Result of a call, for the transport to write. */
export type Answer = Success | Failure;

export interface Success {
  readonly written: Encoded;
  /** Absent if the call counts against no limit. */
  readonly limits: RateLimits | undefined;
}

export interface Failure {
  readonly fault: Fault;
  /** Absent if the caller is unknown. */
  readonly limits?: RateLimits;
  /** Present if the caller should wait. */
  readonly retryAfterSeconds?: number;
}
