import { randomUUID } from "node:crypto";
import type { DescMethodUnary } from "@bufbuild/protobuf";
import { type Answer, type Call, TransportRefusal } from "../../rpc/call.ts";
import type { Codec } from "../../rpc/codec/codec.ts";
import { type Pipeline, unexpectedFault } from "../../rpc/pipeline.ts";
import type { Principal } from "../../rpc/principal.ts";

/** Who calls on this host, and until when there is somebody to answer. */
export interface Caller {
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/** One operation as the host calls it: the request's JSON in, the answer's text out, or a fault. */
export interface HostOperation {
  readonly method: DescMethodUnary;
  answer(request: Uint8Array, caller: Caller): Promise<HostAnswer>;
}

export interface HostAnswer {
  readonly answer: Answer;
  /** Under which the log has the call. */
  readonly requestId: string;
}

/** Hears of what should be impossible. */
export type OnBug = (error: unknown, requestId: string) => void;

/** A method as it is called from the host, by the same pipeline as from everywhere. */
export function hostOperation(pipeline: Pipeline, method: DescMethodUnary, form: Codec, onBug: OnBug): HostOperation {
  return {
    method,
    async answer(request, caller) {
      const call = new HostCall(method, form, request, caller);
      const { requestId } = call;
      try {
        return { answer: await pipeline.answer(call), requestId };
      } catch (error) {
        // Nobody waits any more for a call that is given up, and whatever is answered goes nowhere.
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

  constructor(method: DescMethodUnary, form: Codec, request: Uint8Array, { principal, signal }: Caller) {
    this.method = method;
    this.codec = form;
    this.principal = principal;
    this.signal = signal;
    this.#request = request;
  }

  readBody(): Uint8Array {
    return this.#request;
  }
}
