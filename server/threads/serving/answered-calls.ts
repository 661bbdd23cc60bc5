import type { DescMethodUnary, DescService } from "@bufbuild/protobuf";
import { withOwnBuffer } from "../../core/own-buffer.ts";
import { type Answer, type Call, TransportRefusal } from "../../rpc/call.ts";
import type { Codec } from "../../rpc/codec/codec.ts";
import { unaryMethods } from "../../rpc/handler.ts";
import { nameOf, type Pipeline, type Refusals } from "../../rpc/pipeline.ts";
import type { TracedCall } from "../../rpc/traced-call.ts";
import { errorOf, faultOf, formOfFailure } from "./error-form.ts";
import type { Link } from "./link.ts";
import type { AnswerForm, CallForm } from "./messages.ts";

/** A codec of a transport over HTTP; those of REST know their route. */
export type HttpCodec = Codec & Pick<TracedCall, "route">;

/** Creates the answering of calls that threads forward: links a thread to the pipeline. */
export function answerCalls(
  pipeline: Pipeline & Refusals,
  codecsOf: (method: DescMethodUnary, isPublished: boolean) => readonly HttpCodec[],
): (link: Link) => void {
  const methods = new Map<string, AnsweredMethod>();
  const add = (services: readonly DescService[], isPublished: boolean) => {
    for (const method of services.flatMap(unaryMethods)) {
      const codecs = new Map(codecsOf(method, isPublished).map((codec) => [codec.name, codec]));
      methods.set(nameOf(method), { method, codecs });
    }
  };
  add(pipeline.services, false);
  add(pipeline.publishedServices ?? [], true);
  return (link) => {
    const running = new Map<number, AnsweredCall>();
    link.hear("call.gone", (number) => running.get(number)?.gone());
    void link.ended.then(() => {
      for (const call of running.values()) call.gone();
    });
    link.answer("call", async (form) => {
      const { method, codecs } = methods.get(form.method) as AnsweredMethod;
      const call = new AnsweredCall(form, method, codecs.get(form.codec) as HttpCodec, link);
      running.set(form.number, call);
      try {
        return formOf(await pipeline.answer(call));
      } catch (error) {
        if (error instanceof TransportRefusal) return "refused";
        throw error;
      } finally {
        running.delete(form.number);
      }
    });
    link.answer("refuse", async ({ fault, ...request }) => {
      const asked = faultOf(fault);
      const failure = await pipeline.refuse(request, asked);
      return { failure: formOfFailure(failure), isAsAsked: failure.fault === asked };
    });
  };
}

interface AnsweredMethod {
  readonly method: DescMethodUnary;
  readonly codecs: ReadonlyMap<string, HttpCodec>;
}

function formOf(answer: Answer): AnswerForm {
  if ("fault" in answer) return formOfFailure(answer);
  const { written, limits } = answer;
  return { written: typeof written === "string" ? written : withOwnBuffer(written), limits };
}

/** A call of a thread, for the pipeline of the main thread. */
class AnsweredCall implements Call {
  readonly method: DescMethodUnary;
  readonly codec: HttpCodec;
  readonly #form: CallForm;
  readonly #link: Link;
  #controller: AbortController | undefined;
  #isGone = false;

  constructor(form: CallForm, method: DescMethodUnary, codec: HttpCodec, link: Link) {
    this.#form = form;
    this.method = method;
    this.codec = codec;
    this.#link = link;
  }

  get protocol(): string {
    return this.#form.protocol;
  }

  get authorization(): string | undefined {
    return this.#form.authorization;
  }

  get address(): string {
    return this.#form.address;
  }

  get userAgent(): string | undefined {
    return this.#form.userAgent;
  }

  get requestId(): string {
    return this.#form.requestId;
  }

  get traceparent(): string | undefined {
    return this.#form.traceparent;
  }

  get tracestate(): string | undefined {
    return this.#form.tracestate;
  }

  get route(): TracedCall["route"] {
    return this.codec.route;
  }

  get idempotencyKey(): string | undefined {
    return this.#form.idempotencyKey;
  }

  get hasDeadline(): boolean {
    return this.#form.hasDeadline;
  }

  get parameters(): readonly string[] {
    return this.#form.parameters;
  }

  /** Aborts when the caller has gone. The thread watches only callers of operations that can be ended. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isGone) this.#controller.abort();
      else this.#link.tell("call.watch", this.#form.number);
    }
    return this.#controller.signal;
  }

  gone(): void {
    this.#isGone = true;
    this.#controller?.abort();
  }

  readBody(bytesMax: number): Uint8Array | Promise<Uint8Array> {
    const { body, number } = this.#form;
    if (body instanceof Uint8Array) return body;
    if (body !== undefined) throw errorOf(body);
    return this.#readLater(number, bytesMax);
  }

  async #readLater(number: number, bytesMax: number): Promise<Uint8Array> {
    const sent = await this.#link.ask("call.body", { number, bytesMax }).catch(asGone);
    if (sent instanceof Uint8Array) return sent;
    throw errorOf(sent);
  }

  async leave(): Promise<() => void> {
    const { number } = this.#form;
    const fault = await this.#link.ask("call.leave", number).catch(asGone);
    if (fault !== undefined) throw faultOf(fault);
    return () => this.#link.tell("call.return", number);
  }
}

/** Reports the end of a thread as that of a connection. */
function asGone(error: unknown): never {
  throw new TransportRefusal("the caller went away", { cause: error });
}
