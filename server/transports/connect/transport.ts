import { Fault } from "../../core/fault.ts";
import { answerHeaders } from "../../rpc/answer-headers.ts";
import type { Call } from "../../rpc/call.ts";
import type { Codec } from "../../rpc/codec/codec.ts";
import { protobufCodecs } from "../../rpc/codec/protobuf/codecs.ts";
import { messageFormatsOf } from "../../rpc/codec/protobuf/message-format.ts";
import { ReverseBuffer } from "../../rpc/codec/protobuf/reverse-buffer.ts";
import { unaryMethods } from "../../rpc/handler.ts";
import type { Pipeline, Refusals } from "../../rpc/pipeline.ts";
import type { Streams } from "../../rpc/streams/streams.ts";
import type { OnBug } from "../../rpc/telemetry/bug-line.ts";
import type { Exchange } from "../http/exchange.ts";
import { detailedRefusal, errorOf } from "./fault-error.ts";
import { createRpcRouter, refuseUnknownMethod } from "./router.ts";
import { code, RpcError } from "./status.ts";
import { createStreamRouter } from "./stream-router.ts";
import type { UnaryCall, UnaryHandler, UnaryMethod } from "./unary-handler.ts";

/** Answers requests at `/package.Service/Method` over Connect, gRPC and gRPC-Web; returns false for any other path. */
export type ConnectTransport = (exchange: Exchange) => boolean;

/** Serves the methods of the pipeline's services to RPC clients. It knows only descriptors, no service. */
export function createConnectTransport(
  pipeline: Pipeline & Refusals,
  streams: Streams,
  onBug: OnBug,
): ConnectTransport {
  const buffer = new ReverseBuffer();
  const methods: UnaryMethod[] = [...pipeline.services, ...(pipeline.publishedServices ?? [])]
    .flatMap(unaryMethods)
    .map((method) => ({
      method,
      ...answeredBy(pipeline, method, buffer),
    }));
  const routeUnary = createRpcRouter(methods);
  const routeStream = createStreamRouter(streams, onBug);
  return (exchange) => routeUnary(exchange) || routeStream(exchange) || refuseUnknownMethod(exchange, pipeline, onBug);
}

function answeredBy(
  pipeline: Pipeline,
  method: UnaryMethod["method"],
  buffer: ReverseBuffer,
): Pick<UnaryMethod, "codecs" | "handle" | "detailed"> {
  const domain = method.parent.file.proto.package;
  const formats = messageFormatsOf(method, { buffer });
  const codecs = new Map(protobufCodecs(formats).map((codec) => [codec.name, codec]));
  const handle: UnaryHandler = async (call) => {
    const answer = await pipeline.answer(new RpcCall(method, codecs.get(call.codec.name) as Codec, call));
    if ("fault" in answer) throw errorOf(answer, domain, call.exchange.requestId);
    return { bytes: answer.written as Uint8Array, headers: answerHeaders(answer), trailers: [] };
  };
  const detailed: UnaryMethod["detailed"] = (refusal, requestId) => detailedRefusal(refusal, domain, requestId);
  return { codecs: formats, handle, detailed };
}

/** A class, since an object literal with getters and closures would cost more than the call itself. */
class RpcCall implements Call {
  readonly method: UnaryMethod["method"];
  readonly codec: Codec;
  readonly parameters: readonly string[] = noParameters;
  readonly #call: UnaryCall;

  constructor(method: UnaryMethod["method"], codec: Codec, call: UnaryCall) {
    this.method = method;
    this.codec = codec;
    this.#call = call;
  }

  get authorization(): string | undefined {
    return this.#call.exchange.headers.authorization;
  }

  get idempotencyKey(): string | undefined {
    return this.#call.exchange.headers["idempotency-key"] as string | undefined;
  }

  get hasDeadline(): boolean {
    return this.#call.timeoutMs !== undefined;
  }

  get userAgent(): string | undefined {
    return this.#call.exchange.headers["user-agent"];
  }

  get traceparent(): string | undefined {
    return this.#call.exchange.headers["traceparent"] as string | undefined;
  }

  get tracestate(): string | undefined {
    return this.#call.exchange.headers["tracestate"] as string | undefined;
  }

  get address(): string {
    return this.#call.exchange.address;
  }

  get requestId(): string {
    return this.#call.exchange.requestId;
  }

  get protocol(): string {
    return this.#call.protocol;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }

  leave(): () => void {
    return this.#call.exchange.leave();
  }

  readBody(bytesMax: number): Promise<Uint8Array> {
    return this.#call.readBytes(bytesMax).catch(refuseBody);
  }
}

const noParameters: readonly string[] = [];

/** Gives a message that is too long or malformed the same reason as over REST. */
function refuseBody(error: unknown): never {
  if (!(error instanceof RpcError)) throw error;
  const reason =
    error.code === code.resourceExhausted
      ? "REQUEST_TOO_LARGE"
      : error.code === code.invalidArgument
        ? "PARAMETER_INVALID"
        : undefined;
  throw reason === undefined ? error : new Fault(reason, error.message, { parameter: "body" });
}
