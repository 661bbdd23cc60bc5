import type { DescMethodServerStreaming, DescMethodUnary } from "@bufbuild/protobuf";
import { Fault } from "../../core/fault.ts";
import { type Call, TransportRefusal } from "../../rpc/call.ts";
import { streamingMethods, unaryMethods, unexpectedReason } from "../../rpc/handler.ts";
import { type Pipeline, type Refusals, unexpectedFault } from "../../rpc/pipeline.ts";
import type { Streams } from "../../rpc/streams/streams.ts";
import type { OnBug } from "../../rpc/telemetry/bug-line.ts";
import { allowHeader, notAllowed, replyAllowed } from "../http/allowed-methods.ts";
import { BodyCut, BodyTooLarge, type Exchange } from "../http/exchange.ts";
import type { ExchangeHandler } from "../http/handler.ts";
import { codingsOf, hasForeignCharset, mediaTypeOf } from "../http/header-value.ts";
import { namedRequest } from "../http/trace-headers.ts";
import { type RestCodec, restCodecs, unreadable } from "./codec.ts";
import { serveEvents } from "./events/serve-events.ts";
import { reply } from "./reply.ts";
import { explained } from "./route.ts";
import { Router } from "./router.ts";

type Target =
  | { readonly method: DescMethodUnary; readonly codec: RestCodec; readonly isStream: false }
  | { readonly method: DescMethodServerStreaming; readonly codec: RestCodec; readonly isStream: true };

/**
 * Creates the transport of plain JSON over HTTP at the paths of the contract; other paths are RESOURCE_NOT_FOUND. It
 * knows only descriptors and options, no service. `onBug` is called with unexpected errors outside the pipeline.
 */
export function createRestTransport(pipeline: Pipeline & Refusals, streams: Streams, onBug: OnBug): ExchangeHandler {
  const router = new Router<Target>();
  /** First segments of all paths. Everything below them belongs to the API, even without an operation. */
  const roots = new Set<string>();
  const add = (target: Target) => {
    const { title, verb, template } = target.codec.route;
    explained(title, () => router.add(verb, template, title, target));
    const [root] = template.segments;
    if (typeof root === "object") roots.add(root.literal);
  };
  for (const method of pipeline.services.flatMap(unaryMethods)) {
    for (const codec of restCodecs(method)) add({ method, codec, isStream: false });
  }
  for (const method of pipeline.services.flatMap(streamingMethods)) {
    if (method.methodKind !== "server_streaming") continue;
    for (const codec of restCodecs(method)) add({ method, codec, isStream: true });
  }
  return (exchange) => {
    const { verb, path } = exchange;
    const match = router.find(verb, path) ?? (verb === "HEAD" ? router.find("GET", path) : undefined);
    if (match === undefined) {
      const verbs = path === "*" ? everyVerb : router.verbsAt(path);
      if (verb === "OPTIONS" && verbs.length > 0) replyAllowed(exchange, verbs);
      else void refuse(exchange, verbs, { pipeline, onBug, isOfApi: roots.has(path.split("/", 2)[1] ?? "") });
      return;
    }
    exchange.route = match.target.codec.route.path;
    if (match.target.isStream) void serveEvents(exchange, { ...match.target, values: match.values, streams, onBug });
    else void answer(new RestCall(exchange, match.target, match.values), pipeline, onBug);
  };
}

/** Methods of the service as a whole, for `OPTIONS *`. */
const everyVerb = ["GET", "POST", "PUT", "PATCH", "DELETE"];

interface Refusing {
  readonly pipeline: Refusals;
  readonly onBug: OnBug;
  /** Whether the path is below those of operations, where every request needs credentials. */
  readonly isOfApi: boolean;
}

/** Refuses a request for a path without operations, or with a verb that they do not serve. */
async function refuse(exchange: Exchange, verbs: readonly string[], { pipeline, onBug, isOfApi }: Refusing) {
  const fault = verbs.length === 0 ? noSuchOperation() : notAllowed(exchange.verb);
  try {
    const { authorization } = exchange.headers;
    const answer = isOfApi ? await pipeline.refuse({ authorization, address: exchange.address }, fault) : { fault };
    reply(exchange, answer, answer.fault === fault && verbs.length > 0 ? allowHeader(verbs) : []);
  } catch (error) {
    onBug(error, namedRequest(exchange));
    reply(exchange, { fault: unexpectedFault("INTERNAL") });
  }
}

function noSuchOperation(): Fault {
  return new Fault("RESOURCE_NOT_FOUND", "There is no operation at this path.");
}

/** A class, since an object literal with a getter and a closure would cost more than the call itself. */
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

  get userAgent(): string | undefined {
    return this.exchange.headers["user-agent"];
  }

  get traceparent(): string | undefined {
    return this.exchange.headers["traceparent"] as string | undefined;
  }

  get tracestate(): string | undefined {
    return this.exchange.headers["tracestate"] as string | undefined;
  }

  get route(): RestCodec["route"] {
    return this.codec.route;
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

  leave(): () => void {
    return this.exchange.leave();
  }

  readBody(bytesMax: number): Uint8Array | Promise<Uint8Array> {
    return this.codec.hasBody ? readBody(this.exchange, bytesMax) : noBytes;
  }
}

const noBytes = new Uint8Array();

async function answer(call: RestCall, pipeline: Pipeline, onBug: OnBug): Promise<void> {
  try {
    reply(call.exchange, await pipeline.answer(call));
  } catch (error) {
    // The caller is gone.
    if (error instanceof TransportRefusal) return;
    onBug(error, namedRequest(call.exchange));
    reply(call.exchange, { fault: unexpectedFault(unexpectedReason(call.method.parent)) });
  }
}

function readBody(exchange: Exchange, bytesMax: number): Promise<Buffer> {
  const type = exchange.headers["content-type"] ?? "";
  if (type !== "application/json" && mediaTypeOf(type) !== "application/json") {
    throw unreadable("Content-Type", "must be application/json", type);
  }
  if (type !== "application/json" && hasForeignCharset(type)) {
    throw unreadable("Content-Type", "must be application/json in UTF-8", type);
  }
  const encoding = exchange.headers["content-encoding"];
  if (encoding !== undefined && codingsOf(encoding).length > 0) {
    throw unreadable("Content-Encoding", "must be identity", encoding);
  }
  return exchange.readBody(bytesMax).catch((error: unknown) => {
    if (error instanceof BodyTooLarge) throw tooLarge(bytesMax);
    if (error instanceof BodyCut) throw new TransportRefusal("the caller went away");
    throw error;
  });
}

function tooLarge(bytesMax: number): Fault {
  return new Fault("REQUEST_TOO_LARGE", `body must not exceed ${bytesMax} bytes`, { parameter: "body" });
}
