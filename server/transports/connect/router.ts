import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { Fault } from "../../core/fault.ts";
import { limits } from "../../core/limits.ts";
import { answerHeaders } from "../../rpc/answer-headers.ts";
import { type Refusals, unexpectedFault } from "../../rpc/pipeline.ts";
import type { OnBug } from "../../rpc/telemetry/bug-line.ts";
import { isRead, replyAllowed } from "../http/allowed-methods.ts";
import type { Exchange } from "../http/exchange.ts";
import { mediaTypeOf } from "../http/header-value.ts";
import { namedRequest } from "../http/trace-headers.ts";
import * as connectReply from "./connect/reply.ts";
import * as connectRequest from "./connect/request.ts";
import { grpcFamily, grpcWebFamily } from "./content-type.ts";
import { detailedRefusal, domainOf, errorOf } from "./fault-error.ts";
import * as grpcReply from "./grpc/reply.ts";
import * as grpcRequest from "./grpc/request.ts";
import * as grpcWebReply from "./grpc-web/reply.ts";
import * as grpcWebRequest from "./grpc-web/request.ts";
import { refuseHttpMethod } from "./refusal.ts";
import { code, ProtocolRefusal, RpcError } from "./status.ts";
import { type Protocol, runUnary, type UnaryMethod } from "./unary-handler.ts";

const grpc: Protocol = { name: "grpc", ...grpcRequest, ...grpcReply };
const grpcWeb: Protocol = { name: "grpc-web", ...grpcWebRequest, ...grpcWebReply };
const connect: Protocol = { name: "connect", ...connectRequest, ...connectReply };

/** Route of all methods, which have a metric of their own. */
const rpcRoute = "/{service}/{method}";

/** Creates a function that answers requests at the methods' paths by their protocol; it returns false for other paths. */
export function createRpcRouter(methods: readonly UnaryMethod[]): (exchange: Exchange) => boolean {
  const byPath = new Map(methods.map((method) => [`/${method.method.parent.typeName}/${method.method.name}`, method]));
  return (exchange) => {
    const method = byPath.get(exchange.path);
    if (method === undefined) return false;
    exchange.route = rpcRoute;
    route(exchange, method);
    return true;
  };
}

/**
 * Answers RPC requests for unknown methods; returns false for other requests. They count against the plan of valid
 * credentials, and wrong ones against their network; a caller without any is told that there is no such method.
 */
export function refuseUnknownMethod(exchange: Exchange, pipeline: Refusals, onBug: OnBug): boolean {
  const protocol = grpcProtocolOf(mediaTypeOf(exchange.headers["content-type"])) ?? connect;
  if (protocol === grpc && !exchange.isHttp2) return false;
  if (protocol === connect && exchange.headers["connect-protocol-version"] === undefined) return false;
  const path = exchange.path.slice(0, limits.parameterCharactersMax);
  const refusal = new ProtocolRefusal(
    code.unimplemented,
    new Fault("RESOURCE_NOT_FOUND", `there is no method ${path}`),
  );
  void refuse(exchange, protocol, refusal, pipeline).catch((error: unknown) => {
    onBug(error, namedRequest(exchange));
    protocol.writeError(exchange, errorOf({ fault: unexpectedFault("INTERNAL") }, "", exchange.requestId));
  });
  return true;
}

async function refuse(exchange: Exchange, protocol: Protocol, refusal: ProtocolRefusal, pipeline: Refusals) {
  const { headers, address, path, requestId } = exchange;
  const answer = await pipeline.refuse({ authorization: headers.authorization, address }, refusal.fault);
  const domain = domainOf(path);
  const isOther = answer.fault !== refusal.fault && answer.fault.reason !== "AUTHENTICATION_REQUIRED";
  if (isOther) {
    protocol.writeError(exchange, errorOf(answer, domain, requestId));
    return;
  }
  const { code, message, details } = detailedRefusal(refusal, domain, requestId);
  protocol.writeError(exchange, new RpcError(code, message, details, answerHeaders(answer)));
}

function route(exchange: Exchange, method: UnaryMethod): void {
  const hasNoSideEffects = method.method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
  if (exchange.verb !== "POST" && !(isRead(exchange) && hasNoSideEffects)) {
    replyAllowed(exchange, hasNoSideEffects ? ["GET", "POST"] : ["POST"], refuseHttpMethod);
    return;
  }
  const protocol = protocolOf(exchange, method);
  if (protocol === undefined) exchange.reply(415, ["Accept-Post", acceptPost]);
  // gRPC needs trailers, which HTTP/1.1 does not reliably carry.
  else if (protocol === grpc && !exchange.isHttp2) exchange.reply(505, []);
  else runUnary(exchange, protocol, method);
}

/** Returns the protocol by the content type, or by the query of a GET, which only Connect has. */
function protocolOf(exchange: Exchange, method: UnaryMethod): Protocol | undefined {
  if (isRead(exchange)) {
    const encoding = new URLSearchParams(exchange.query).get("encoding");
    return encoding === null || encoding === "proto" || encoding === "json" ? connect : undefined;
  }
  const contentType = exchange.headers["content-type"] ?? "";
  const isConnect = connectRequest.codecOf(contentType, method.codecs) !== undefined;
  return isConnect ? connect : grpcProtocolOf(mediaTypeOf(contentType));
}

function grpcProtocolOf(mediaType: string): Protocol | undefined {
  if (mediaType.startsWith(grpcWebFamily)) return grpcWeb;
  return mediaType.startsWith(grpcFamily) ? grpc : undefined;
}

const acceptPost = [
  "application/json",
  "application/proto",
  "application/grpc",
  "application/grpc+proto",
  "application/grpc+json",
  "application/grpc-web",
  "application/grpc-web+proto",
  "application/grpc-web+json",
  "application/grpc-web-text",
  "application/grpc-web-text+proto",
  "application/grpc-web-text+json",
].join(", ");
