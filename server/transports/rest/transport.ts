import type { DescMethodUnary } from "@bufbuild/protobuf";
import { Fault } from "../../core/fault.ts";
import { answerHeaders } from "../../rpc/answer-headers.ts";
import { type Answer, type Call, TransportRefusal } from "../../rpc/call.ts";
import { faultBody, faultTable } from "../../rpc/errors/faults.ts";
import { unaryMethods, unexpectedReason } from "../../rpc/handler.ts";
import { type Pipeline, unexpectedFault } from "../../rpc/pipeline.ts";
import { BodyCut, BodyTooLarge, type Exchange } from "../http/exchange.ts";
import type { ExchangeHandler } from "../http/handler.ts";
import { type RestCodec, restCodecs, unreadable } from "./codec.ts";
import { explained } from "./route.ts";
import { Router } from "./router.ts";

interface Target {
  readonly method: DescMethodUnary;
  readonly codec: RestCodec;
}

/**
 * Creates the transport of plain JSON over HTTP at the paths of the contract; other paths are RESOURCE_NOT_FOUND. It knows
 * descriptors and options only, and no service. `onBug` is called with unexpected errors outside the pipeline.
 */
export function createRestTransport(
  pipeline: Pipeline,
  onBug: (error: unknown, requestId: string) => void,
): ExchangeHandler {
  const router = new Router<Target>();
  for (const method of pipeline.services.flatMap(unaryMethods)) {
    for (const codec of restCodecs(method)) {
      const { title, verb, template } = codec.route;
      explained(title, () => router.add(verb, template, title, { method, codec }));
    }
  }
  return (exchange) => {
    const match = router.find(exchange.verb, exchange.path);
    if (match === undefined) reply(exchange, { fault: noSuchOperation() });
    else void answer(new RestCall(exchange, match.target, match.values), pipeline, onBug);
  };
}

function noSuchOperation(): Fault {
  return new Fault("RESOURCE_NOT_FOUND", "There is no operation at this path for this method.");
}

/** A class: an object literal with a getter and a closure would cost more than the call itself. */
class RestCall implements Call {
  readonly protocol = "rest";
  readonly exchange: Exchange;
  readonly method: DescMethodUnary;
  readonly codec: RestCodec;
  readonly parameters: readonly string[];

  constructor(exchange: Exchange, { method, codec }: Target, values: readonly string[]) {
    this.exchange = exchange;
    this.method = method;
    this.codec = codec;
    this.parameters = codec.parametersOf(exchange, values);
  }

  get authorization(): string | undefined {
    return this.exchange.headers.authorization;
  }

  get idempotencyKey(): string | undefined {
    return this.exchange.headers["idempotency-key"] as string | undefined;
  }

  get address(): string {
    return this.exchange.address;
  }

  get requestId(): string {
    return this.exchange.requestId;
  }

  /** Aborts when the caller is gone. Created only for operations that read it. */
  get signal(): AbortSignal {
    const controller = new AbortController();
    this.exchange.onGone(() => controller.abort());
    return controller.signal;
  }

  readBody(bytesMax: number): Uint8Array | Promise<Uint8Array> {
    return this.codec.hasBody ? readBody(this.exchange, bytesMax) : noBytes;
  }
}

const noBytes = new Uint8Array();

async function answer(
  call: RestCall,
  pipeline: Pipeline,
  onBug: (error: unknown, requestId: string) => void,
): Promise<void> {
  try {
    reply(call.exchange, await pipeline.answer(call));
  } catch (error) {
    // The caller is gone.
    if (error instanceof TransportRefusal) return;
    onBug(error, call.requestId);
    reply(call.exchange, { fault: unexpectedFault(unexpectedReason(call.method.parent)) });
  }
}

function readBody(exchange: Exchange, bytesMax: number): Promise<Buffer> {
  const type = exchange.headers["content-type"] ?? "";
  if (type !== "application/json" && !isJson(type)) {
    throw unreadable("Content-Type", "must be application/json", type);
  }
  const encoding = exchange.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") throw unreadable("Content-Encoding", "must be identity", encoding);
  return exchange.readBody(bytesMax).catch((error: unknown) => {
    if (error instanceof BodyTooLarge) throw unreadable("body", `must not exceed ${bytesMax} bytes`);
    if (error instanceof BodyCut) throw new TransportRefusal("the caller went away");
    throw error;
  });
}

/** Whether a content type is JSON, with parameters or in another case. */
function isJson(contentType: string): boolean {
  return contentType.split(";", 1)[0]?.trim().toLowerCase() === "application/json";
}

function reply(exchange: Exchange, answer: Answer): void {
  const headers = answerHeaders(answer);
  headers.push("Content-Type", "application/json");
  if ("fault" in answer) {
    const { status } = faultTable[answer.fault.reason];
    if (status === 401) headers.push("WWW-Authenticate", "Bearer");
    exchange.reply(status, headers, JSON.stringify(faultBody(answer.fault, exchange.requestId)));
  } else {
    exchange.reply(200, headers, answer.written);
  }
}
