import type { DescMethodUnary, DescService } from "@bufbuild/protobuf";
import { Fault } from "../../core/fault.ts";
import { limits } from "../../core/limits.ts";
import { withOwnBuffer } from "../../core/own-buffer.ts";
import type { BodyBound } from "../../rpc/body-bound.ts";
import { type Answer, type Call, TransportRefusal } from "../../rpc/call.ts";
import { nameOf, type Pipeline, type Refusals } from "../../rpc/pipeline.ts";
import { type FaultForm, failureOf, formOfError, formOfFault } from "./error-form.ts";
import type { Link } from "./link.ts";
import type { BodyForm, CallForm } from "./messages.ts";

/** Services as a thread offers them to its transports. */
export interface OfferedServices {
  readonly services: readonly DescService[];
  readonly publishedServices: readonly DescService[];
  readonly bodyBounds: ReadonlyMap<DescMethodUnary, BodyBound>;
}

/** Creates a pipeline that sends each call to the main thread, whose pipeline answers it. */
export function forwardCalls(
  link: Link,
  { services, publishedServices, bodyBounds }: OfferedServices,
): Pipeline & Refusals {
  const running = new Map<number, ForwardedCall>();
  const names = new Map([...bodyBounds.keys()].map((method) => [method, nameOf(method)]));
  let lastNumber = 0;
  link.answer("call.body", ({ number, bytesMax }) => running.get(number)?.body(bytesMax) ?? gone);
  link.answer("call.leave", (number) => running.get(number)?.leave());
  link.hear("call.return", (number) => running.get(number)?.return());
  link.hear("call.watch", (number) => running.get(number)?.watch());
  return {
    services,
    publishedServices,
    async answer(call) {
      const number = ++lastNumber;
      const forwarded = new ForwardedCall(number, call, link);
      running.set(number, forwarded);
      try {
        const bytesMax = (bodyBounds.get(call.method) as BodyBound)(call);
        const early = bytesMax <= limits.smallRequestBytesMax ? forwarded.earlyBody(bytesMax) : undefined;
        const body = early instanceof Promise ? await early : early;
        const form = formOf(call, number, names.get(call.method) as string, body);
        const answer = await link.ask("call", form);
        if (answer === "refused") throw forwarded.refusal ?? new TransportRefusal("the caller has stopped waiting");
        return "fault" in answer ? failureOf(answer) : (answer as Answer);
      } finally {
        running.delete(number);
      }
    },
    async refuse({ authorization, address }, fault) {
      const { failure, isAsAsked } = await link.ask("refuse", { authorization, address, fault: formOfFault(fault) });
      return { ...failureOf(failure), ...(isAsAsked && { fault }) };
    },
  };
}

const gone: BodyForm = { refusal: "the call is over" };

function formOf(call: Call, number: number, method: string, body: BodyForm | undefined): CallForm {
  return {
    number,
    method,
    codec: call.codec.name,
    protocol: call.protocol,
    authorization: call.authorization,
    address: call.address,
    userAgent: call.userAgent,
    requestId: call.requestId,
    traceparent: call.traceparent,
    tracestate: call.tracestate,
    idempotencyKey: call.idempotencyKey,
    hasDeadline: call.hasDeadline === true,
    parameters: call.parameters,
    body,
  };
}

/** A call that the main thread answers. */
class ForwardedCall {
  /** Refusal of the transport when its body was read. */
  refusal: unknown;
  readonly #number: number;
  readonly #call: Call;
  readonly #link: Link;
  #reading: BodyForm | Promise<BodyForm> | undefined;
  #return: (() => void) | undefined;

  constructor(number: number, call: Call, link: Link) {
    this.#number = number;
    this.#call = call;
    this.#link = link;
  }

  /** Reads the body; undefined if it has not arrived by now, when most have. */
  earlyBody(bytesMax: number): BodyForm | Promise<BodyForm | undefined> {
    const body = this.body(bytesMax);
    return body instanceof Promise ? Promise.race([body, afterTwoTurns()]) : body;
  }

  body(bytesMax: number): BodyForm | Promise<BodyForm> {
    this.#reading ??= this.#read(bytesMax);
    return this.#reading;
  }

  #read(bytesMax: number): BodyForm | Promise<BodyForm> {
    const refuse = (error: unknown): BodyForm => {
      if (error instanceof TransportRefusal) this.refusal = error;
      return formOfError(error);
    };
    try {
      const body = this.#call.readBody(bytesMax);
      return body instanceof Promise ? body.then(withOwnBuffer, refuse) : withOwnBuffer(body);
    } catch (error) {
      return refuse(error);
    }
  }

  watch(): void {
    const { signal } = this.#call;
    const tell = () => this.#link.tell("call.gone", this.#number);
    if (signal?.aborted === true) tell();
    else signal?.addEventListener("abort", tell, { once: true });
  }

  async leave(): Promise<FaultForm | undefined> {
    try {
      this.#return = await this.#call.leave?.();
      return undefined;
    } catch (error) {
      if (error instanceof Fault) return formOfFault(error);
      throw error;
    }
  }

  return(): void {
    this.#return?.();
    this.#return = undefined;
  }
}

/** Resolves when a body that arrived with its headers has been read: ports read at the end of a turn. */
function afterTwoTurns(): Promise<undefined> {
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve, undefined));
  });
}
