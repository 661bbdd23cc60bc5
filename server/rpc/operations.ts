import type { DescMethodUnary, DescService, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { Principal } from "./principal.ts";

/** What an operation may know beside its request. */
export interface Context {
  readonly principal: Principal;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
  /** Of the channel that the call came through, if it did: what a rotating token must be for. */
  readonly channelBinding?: string | undefined;
  /** Whether the call is let in where others are sent away because there is too much to do. */
  readonly hasPriority?: boolean | undefined;
}

/** One operation: a checked request in, an answer out, or a Fault thrown. */
export type Operation<Method extends DescMethodUnary> = (
  request: MessageShape<Method["input"]>,
  context: Context,
) => MessageInitShape<Method["output"]> | Promise<MessageInitShape<Method["output"]>>;

/** The operations of a service, one for every method: a missing one does not compile. */
export type Operations<Service extends DescService> = {
  readonly [Name in keyof Service["method"]]: Service["method"][Name] extends DescMethodUnary
    ? Operation<Service["method"][Name]>
    : never;
};
