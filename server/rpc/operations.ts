import type {
  DescMethodBiDiStreaming,
  DescMethodServerStreaming,
  DescMethodUnary,
  DescService,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import type { CallAct } from "./audit/call-act.ts";
import type { Choices } from "./idempotency/choices.ts";
import type { Principal } from "./principal.ts";
import type { Waiting } from "./waits/call-wait.ts";

/** Context of a call, without its request. */
export interface Context {
  readonly principal: Principal;
  /** IP address of the caller; empty or absent on the host socket. */
  readonly address?: string | undefined;
  /** Aborts when the caller has stopped waiting. */
  readonly signal?: AbortSignal | undefined;
  /** Binding of the channel of the call; a rotating token must have the same binding. */
  readonly channelBinding?: string | undefined;
  /** Whether the call is accepted under a load at which others are refused. */
  readonly hasPriority?: boolean | undefined;
  /** Source of the operation's random choices; absent if the call has no idempotency key. */
  readonly choices?: Choices | undefined;
  /** The record of the call; absent if such calls are not recorded. */
  readonly act?: Pick<CallAct, "prepare" | "begin"> | undefined;
  /**
   * Waits for idle work that may take long. Meanwhile the call occupies no slot, and its caller is refused as soon as
   * its credentials are no longer valid. Every wait of an operation uses it.
   */
  readonly wait?: <Value>(work: Waiting<Value>) => Promise<Value>;
}

/** One operation: takes a validated request, returns an answer or throws a Fault. */
export type Operation<Method extends DescMethodUnary> = (
  request: MessageShape<Method["input"]>,
  context: Context,
) => MessageInitShape<Method["output"]> | Promise<MessageInitShape<Method["output"]>>;

/** Context of a stream. Its signal aborts when the stream ends for any reason. */
export interface StreamContext extends Context {
  readonly signal: AbortSignal;
}

/**
 * An operation with many answers, and with one request or many. Each answer is requested when the previous one is sent.
 */
export type StreamOperation<Method extends DescMethodServerStreaming | DescMethodBiDiStreaming> = (
  requests: Method extends DescMethodServerStreaming
    ? MessageShape<Method["input"]>
    : AsyncIterable<MessageShape<Method["input"]>>,
  context: StreamContext,
) => AsyncIterable<MessageInitShape<Method["output"]>>;

/** Operations of a service, one for every method: a missing one does not compile. */
export type Operations<Service extends DescService> = {
  readonly [Name in keyof Service["method"]]: Service["method"][Name] extends DescMethodUnary
    ? Operation<Service["method"][Name]>
    : Service["method"][Name] extends DescMethodServerStreaming | DescMethodBiDiStreaming
      ? StreamOperation<Service["method"][Name]>
      : never;
};
