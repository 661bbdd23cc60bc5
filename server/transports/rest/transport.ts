import type { DescMethodServerStreaming, DescMethodUnary } from "@bufbuild/protobuf";
import { Fault } from "../../core/fault.ts";
import { type Call, TransportRefusal } from "../../rpc/call.ts";
import { streamingMethods, unaryMethods, unexpectedReason } from "../../rpc/handler.ts";
import { type Pipeline, unexpectedFault } from "../../rpc/pipeline.ts";
import type { Streams } from "../../rpc/streams/streams.ts";
import { BodyCut, BodyTooLarge, type Exchange } from "../http/exchange.ts";
import type { ExchangeHandler } from "../http/handler.ts";
import { type RestCodec, restCodecs, unreadable } from "./codec.ts";
import { serveEvents } from "./events/serve-events.ts";
import { reply } from "./reply.ts";
import { explained } from "./route.ts";
import { Router } from "./router.ts";

type Target =
  | { readonly method: DescMethodUnary; readonly codec: RestCodec; readonly isStream: false }
  | { readonly method: DescMethodServerStreaming; readonly codec: RestCodec; readonly isStream: true };

/**
 * Creates the transport of plain JSON over HTTP at the paths of the contract; other paths are RESOURCE_NOT_FOUND. It knows
 * descriptors and options only, and no service. `onBug` is called with unexpected errors outside the pipeline.
 */
export function createRestTransport(
  pipeline: Pipeline,
  streams: Streams,
  onBug: (error: unknown, requestId: string) => void,
): ExchangeHandler {
  const router = new Router<Target>();
  const add = (target: Target) => {
    const { title, verb, template } = target.codec.route;
    explained(title, () => router.add(verb, template, title, target));
  };
  for (const method of pipeline.services.flatMap(unaryMethods)) {
    for (const codec of restCodecs(method)) add({ method, codec, isStream: false });
  }
  for (const method of pipeline.services.flatMap(streamingMethods)) {
    if (method.methodKind !== "server_streaming") continue;
    for (const codec of restCodecs(method)) add({ method, codec, isStream: true });
  }
  return (exchange) => {
    const match = router.find(exchange.verb, exchange.path);
    if (match === undefined) reply(exchange, { fault: noSuchOperation() });
    else if (match.target.isStream)
      void serveEvents(exchange, { ...match.target, values: match.values, streams, onBug });
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

  constructor(exchange: Exchange, { method, codec }: Target & { readonly isStream: false }, values: readonly string[]) {
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
