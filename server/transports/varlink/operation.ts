import { randomUUID } from "node:crypto";
import type { DescMethodUnary } from "@bufbuild/protobuf";
import { type Answer, type Call, TransportRefusal } from "../../rpc/call.ts";
import type { Codec } from "../../rpc/codec/codec.ts";
import { type Pipeline, unexpectedFault } from "../../rpc/pipeline.ts";
import type { Principal } from "../../rpc/principal.ts";

/** A caller on this host. The signal aborts when it is gone. */
export interface Caller {
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/** An operation for the host, with request and answer as JSON. */
export interface HostOperation {
  readonly method: DescMethodUnary;
  answer(request: Uint8Array, caller: Caller): Promise<HostAnswer>;
}

export interface HostAnswer {
  readonly answer: Answer;
  /** Request id in the log. */
  readonly requestId: string;
}

/** Called with unexpected errors. */
export type OnBug = (error: unknown, requestId: string) => void;

/** Creates the operation of a method, which is called through the same pipeline as on every transport. */
export function hostOperation(pipeline: Pipeline, method: DescMethodUnary, codec: Codec, onBug: OnBug): HostOperation {
  return {
    method,
    async answer(request, caller) {
      const call = new HostCall(method, codec, request, caller);
      const { requestId } = call;
      try {
        return { answer: await pipeline.answer(call), requestId };
      } catch (error) {
        // The answer to a cancelled call is not sent.
        if (!(error instanceof TransportRefusal)) onBug(error, requestId);
        return { answer: { fault: unexpectedFault("INTERNAL") }, requestId };
      }
    },
  };
}

class HostCall implements Call {
  readonly protocol = "varlink";
  readonly authorization = undefined;
  readonly address = "";
  readonly parameters: readonly string[] = [];
  readonly requestId = randomUUID();
  readonly method: DescMethodUnary;
  readonly codec: Codec;
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly #request: Uint8Array;

  constructor(method: DescMethodUnary, codec: Codec, request: Uint8Array, { principal, signal }: Caller) {
    this.method = method;
    this.codec = codec;
    this.principal = principal;
    this.signal = signal;
    this.#request = request;
  }

  readBody(): Uint8Array {
    return this.#request;
  }
}
