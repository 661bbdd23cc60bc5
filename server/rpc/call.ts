import type { DescMethodUnary } from "@bufbuild/protobuf";
import type { Fault } from "../core/fault.ts";
import type { Codec, Encoded } from "./codec/codec.ts";
import type { Principal } from "./principal.ts";

/** One call as a door hands it on: everything that the pipeline may know of a wire. */
export interface Call {
  readonly method: DescMethodUnary;
  /** The value of the Authorization header or metadata. */
  readonly authorization: string | undefined;
  /** Who is calling, where the door itself knows for certain, as the kernel tells who is at the end of a Unix socket. */
  readonly principal?: Principal;
  /** The IP address that the call comes from. */
  readonly address: string;
  /** Under which the call is logged, and answered in a header. */
  readonly requestId: string;
  /** The wire it came by, for the log: `rest`, `grpc`, `grpc-web`, `connect`, `channel` or `varlink`. */
  readonly protocol: string;
  /** Aborts when the caller is gone or its deadline has passed. */
  readonly signal?: AbortSignal;
  /** What a rotating token must have as its claim `cb`, because it came through a channel. Absent: it must have none. */
  readonly channelBinding?: string | undefined;
  /** Whether it is let in where others are sent away because there is too much to do. */
  readonly hasPriority?: boolean;
  /** How its request is spelled, and its answer is to be. */
  readonly codec: Codec;
  /** What the request says outside its body, for the form. */
  readonly parameters: readonly string[];
  /** The request's body. Asked only of callers that may go on. */
  readBody(): Uint8Array | Promise<Uint8Array>;
}

/**
 * A request that its door refuses for a reason of its own wire, such as a message cut short, or gives up because the
 * caller is gone. The pipeline passes it through to that door; it is no failure of the service.
 */
export class TransportRefusal extends Error {}

/** Where a caller stands in its window of one minute. */
export interface RateLimits {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends: seconds since 1970. */
  readonly resetAtSeconds: number;
}

/** What a door writes back. */
export type Answer = Success | Failure;

export interface Success {
  readonly written: Encoded;
  readonly limits: RateLimits;
}

export interface Failure {
  readonly fault: Fault;
  /** Absent when the caller is not known. */
  readonly limits?: RateLimits;
  /** Present when the caller should wait. */
  readonly retryAfterSeconds?: number;
}
