import {
  create,
  type DescMessage,
  fromJson,
  type JsonValue,
  type MessageInitShape,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import { timestampFromMs, ValueSchema } from "@bufbuild/protobuf/wkt";
import { FaultDetailSchema, Reason as WireReason } from "../../../gen/es/platonic/fault/v1/fault_pb.js";
import { ErrorInfoSchema, RetryInfoSchema } from "../../../gen/es/google/rpc/error_details_pb.js";
import { Fault } from "../../core/fault.ts";
import { answerHeaders } from "../../rpc/answer-headers.ts";
import type { Call, Failure } from "../../rpc/call.ts";
import type { Codec } from "../../rpc/codec/codec.ts";
import { protobufCodecs } from "../../rpc/codec/protobuf/codecs.ts";
import { messageFormatsOf } from "../../rpc/codec/protobuf/message-format.ts";
import { ReverseBuffer } from "../../rpc/codec/protobuf/reverse-buffer.ts";
import { detailsOf, faultTable, messageOf } from "../../rpc/errors/faults.ts";
import { unaryMethods } from "../../rpc/handler.ts";
import type { Pipeline } from "../../rpc/pipeline.ts";
import type { Exchange } from "../http/exchange.ts";
import { createRpcRouter, refuseUnknownMethod } from "./router.ts";
import { code, type ErrorDetail, RpcError } from "./status.ts";
import type { UnaryCall, UnaryHandler, UnaryMethod } from "./unary-handler.ts";

/** Answers requests at `/package.Service/Method` over Connect, gRPC and gRPC-Web; returns false for any other path. */
export type ConnectTransport = (exchange: Exchange) => boolean;

/** Serves the methods of the pipeline's services to RPC clients. It knows descriptors only, and no service. */
export function createConnectTransport(pipeline: Pipeline): ConnectTransport {
  const buffer = new ReverseBuffer();
  const methods: UnaryMethod[] = pipeline.services.flatMap(unaryMethods).map((method) => ({
    method,
    ...answeredBy(pipeline, method, buffer),
  }));
  const route = createRpcRouter(methods);
  return (exchange) => route(exchange) || refuseUnknownMethod(exchange);
}

function answeredBy(
  pipeline: Pipeline,
  method: UnaryMethod["method"],
  buffer: ReverseBuffer,
): Pick<UnaryMethod, "codecs" | "handle"> {
  const domain = method.parent.file.proto.package;
  const formats = messageFormatsOf(method, { buffer });
  const codecs = new Map(protobufCodecs(formats).map((codec) => [codec.name, codec]));
  const handle: UnaryHandler = async (call) => {
    const answer = await pipeline.answer(new RpcCall(method, codecs.get(call.codec.name) as Codec, call));
    if ("fault" in answer) throw errorOf(answer, domain, call.exchange.requestId);
    return { bytes: answer.written as Uint8Array, headers: answerHeaders(answer), trailers: [] };
  };
  return { codecs: formats, handle };
}

/** A class: an object literal with getters and closures would cost more than the call itself. */
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

  readBody(bytesMax: number): Promise<Uint8Array> {
    return this.#call.readBytes(bytesMax).catch(refuseBody);
  }
}

const noParameters: readonly string[] = [];

/** Gives a message that is too long or malformed the same reason as over REST. */
function refuseBody(error: unknown): never {
  const isOfCaller =
    error instanceof RpcError && (error.code === code.resourceExhausted || error.code === code.invalidArgument);
  throw isOfCaller ? new Fault("PARAMETER_INVALID", error.message, { parameter: "body" }) : error;
}

/**
 * Returns a failure as a status with its details: FaultDetail; google.rpc.ErrorInfo for common tools; and
 * google.rpc.RetryInfo, by which clients of gRPC wait, if the caller should.
 */
function errorOf(failure: Failure, domain: string, requestId: string): RpcError {
  const { fault } = failure;
  const row = faultTable[fault.reason];
  const details = detailsOf(fault, requestId);
  const typed = detail(FaultDetailSchema, {
    reason: row.wire,
    parameter: details.parameter ?? "",
    requiredPermission: details.required_permission ?? "",
    correlationId: details.correlation_id ?? "",
    ...(fault.facts.serverTimeMs !== undefined && { serverTime: timestampFromMs(fault.facts.serverTimeMs) }),
    ...(details.provided !== undefined && { provided: fromJson(ValueSchema, details.provided as JsonValue) }),
    ...(details.valid_range && {
      validRange: { minimum: details.valid_range[0], maximum: details.valid_range[1] },
    }),
  });
  const metadata = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
  const info = detail(ErrorInfoSchema, { reason: WireReason[row.wire] as string, domain, metadata });
  const retry = failure.retryAfterSeconds === undefined ? [] : [retryInfo(failure.retryAfterSeconds)];
  return new RpcError(row.rpcCode, messageOf(fault), [typed, info, ...retry], answerHeaders(failure));
}

function retryInfo(seconds: number): ErrorDetail {
  return detail(RetryInfoSchema, { retryDelay: { seconds: BigInt(seconds) } });
}

function detail<Desc extends DescMessage>(schema: Desc, init: MessageInitShape<Desc>): ErrorDetail {
  const message = create(schema, init);
  return { typeName: schema.typeName, bytes: toBinary(schema, message), debug: toJson(schema, message) };
}
