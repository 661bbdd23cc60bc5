import type { Exchange } from "../../http/exchange.ts";
import { compressionNamed } from "../compression.ts";
import { codecAfter, grpcFamily } from "../content-type.ts";
import { openEnvelope, prefixBytes } from "../envelope.ts";
import { readBody } from "../read-body.ts";
import { code, misuse } from "../status.ts";
import { grpcTimeoutMs } from "../timeout.ts";
import type { RpcRequest, UnaryMethod } from "../unary-handler.ts";

/** Reads a unary request of gRPC over HTTP/2. */
export function readRequest(exchange: Exchange, method: UnaryMethod): RpcRequest {
  const { headers } = exchange;
  const contentType = headers["content-type"] as string;
  const codec = codecAfter(grpcFamily, contentType, method.codecs);
  if (codec === undefined) throw misuse(code.unknown, "content-type", "the content type is not supported", contentType);
  const timeoutMs = grpcTimeoutMs(headers["grpc-timeout"]);
  const compression = compressionNamed(headers["grpc-encoding"]);
  return {
    codec,
    timeoutMs,
    readBytes: (bytesMax) =>
      readBody(exchange, bytesMax + prefixBytes, bytesMax, (body) => openEnvelope(body, compression, bytesMax)),
  };
}
