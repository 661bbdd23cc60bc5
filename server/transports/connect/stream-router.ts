import type { IncomingMessage, ServerResponse } from "node:http";
import type { Message } from "@bufbuild/protobuf";
import {
  type ContextValues,
  createConnectRouter,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from "@connectrpc/connect";
import type { UniversalHandler, UniversalServerRequest, UniversalServerResponse } from "@connectrpc/connect/protocol";
import {
  compressionBrotli,
  compressionGzip,
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from "@connectrpc/connect-node";
import { answerHeaders } from "../../rpc/answer-headers.ts";
import type { OpenStream } from "../../rpc/streams/open-stream.ts";
import type { Streams } from "../../rpc/streams/streams.ts";
import type { OnBug } from "../../rpc/telemetry/bug-line.ts";
import { replyAllowed } from "../http/allowed-methods.ts";
import type { Exchange } from "../http/exchange.ts";
import { namedRequest, traceHeaders } from "../http/trace-headers.ts";
import { isTextType } from "./content-type.ts";
import { asBinary, asText } from "./grpc-web/text-stream.ts";
import { refuseHttpMethod } from "./refusal.ts";
import { connectErrorOf, endOf, received } from "./stream-errors.ts";
import { spellAsUsual } from "./stream-headers.ts";

/** A request that is being handled by connect-node. */
interface Carried {
  readonly exchange: Exchange;
  readonly cut: () => void;
  readonly onClosed: (act: () => void) => void;
  opened?: OpenStream;
}

const carriedKey = createContextKey<Carried | undefined>(undefined);

/** Creates a function that passes requests at the paths of streams to connect-node; it returns false for other paths. */
export function createStreamRouter(streams: Streams, onBug: OnBug): (exchange: Exchange) => boolean {
  const router = createConnectRouter({
    acceptCompression: [compressionGzip, compressionBrotli],
    // A small request may have a large answer: compressing it would cost far more than requesting it.
    compressMinBytes: Number.POSITIVE_INFINITY,
    // A misspelt member would otherwise be ignored silently.
    jsonOptions: { ignoreUnknownFields: false },
    requestGate: (context) => admit(context, streams),
  });
  for (const { method, bounds } of streams.methods) {
    router.rpc(method, answers as never, { readMaxBytes: bounds.requestBytesMax });
  }
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]));
  return (exchange) => {
    const handler = handlers.get(exchange.path);
    if (handler === undefined) return false;
    if (exchange.verb !== "POST") {
      replyAllowed(exchange, ["POST"], refuseHttpMethod);
      return true;
    }
    exchange.handOver((request, response) => void serve(handler, exchange, request, response, onBug));
    return true;
  };
}

async function serve(
  handler: UniversalHandler,
  exchange: Exchange,
  request: IncomingMessage,
  response: ServerResponse,
  onBug: OnBug,
): Promise<void> {
  const carried: Carried = { exchange, cut: () => response.destroy(), onClosed: (act) => response.once("close", act) };
  const universal = readRequest(request, response, createContextValues().set(carriedKey, carried));
  if (universal === undefined) {
    exchange.reply(400, []);
    return;
  }
  try {
    await universalResponseToNodeResponse(await answered(handler, universal), response);
  } catch (error) {
    // Failing to write to a caller that is gone is no bug.
    if (universal.signal.aborted) return;
    onBug(error, namedRequest(exchange));
    response.destroy();
  }
}

/** Lets the library answer. It accepts only one spelling of each header, and no gRPC-Web as text. */
async function answered(handler: UniversalHandler, request: UniversalServerRequest): Promise<UniversalServerResponse> {
  const isText = isTextType(request.header.get("content-type") ?? undefined);
  spellAsUsual(request.header);
  return isText ? asText(await handler(asBinary(request))) : handler(request);
}

/** Reads the request; undefined if its authority does not form a URL. */
function readRequest(request: IncomingMessage, response: ServerResponse, values: ContextValues) {
  try {
    return universalRequestFromNodeRequest(request, response, undefined, values);
  } catch {
    return undefined;
  }
}

/** Takes a stream through the steps of every call before its first message is read. */
async function admit(context: HandlerContext, streams: Streams): Promise<void> {
  const carried = context.values.get(carriedKey) as Carried;
  const { exchange, cut, onClosed } = carried;
  const { method, signal } = context;
  const opened = await streams.open({
    method: method as never,
    authorization: exchange.headers.authorization,
    address: exchange.address,
    userAgent: exchange.headers["user-agent"],
    requestId: exchange.requestId,
    protocol: context.protocolName,
    ...traceHeaders(exchange),
    leave: () => exchange.leave(),
    cut,
  });
  if ("fault" in opened) throw connectErrorOf(opened, method, exchange.requestId);
  carried.opened = opened;
  const end = () => {
    opened.end(endOf(signal.reason));
    // Unsent bytes, including the status, are kept until the caller reads them.
    const late = setTimeout(cut, opened.idleMs).unref();
    onClosed(() => clearTimeout(late));
  };
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  const headers = answerHeaders({ written: "", limits: opened.limits });
  for (let i = 0; i < headers.length; i += 2)
    context.responseHeader.set(headers[i] as string, headers[i + 1] as string);
}

async function* answers(requests: Message | AsyncIterable<Message>, context: HandlerContext): AsyncGenerator<object> {
  const { exchange, opened } = context.values.get(carriedKey) as Required<Carried>;
  try {
    yield* opened.answers(Symbol.asyncIterator in requests ? received(requests) : requests);
  } catch (error) {
    throw connectErrorOf(() => opened.failure(error), context.method, exchange.requestId);
  }
}
