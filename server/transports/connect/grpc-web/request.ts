import type { Exchange } from "../../http/exchange.ts";
import { compressionNamed } from "../compression.ts";
import { codecAfter, grpcWebFamily, isTextType } from "../content-type.ts";
import { openEnvelope, prefixBytes } from "../envelope.ts";
import { readBody } from "../read-body.ts";
import { code, misuse } from "../status.ts";
import { grpcTimeoutMs } from "../timeout.ts";
import type { RpcRequest, UnaryMethod } from "../unary-handler.ts";
import { Base64Decoder } from "./base64-text.ts";

/** Reads a unary request of gRPC-Web over either HTTP version, binary or as base64 text. */
export function readRequest(exchange: Exchange, method: UnaryMethod): RpcRequest {
  const { headers } = exchange;
  const contentType = headers["content-type"] as string;
  const isText = isTextType(contentType);
  const family = isText ? `${grpcWebFamily}-text` : grpcWebFamily;
  const codec = codecAfter(family, contentType, method.codecs);
  if (codec === undefined) throw misuse(code.unknown, "content-type", "the content type is not supported", contentType);
  const timeoutMs = grpcTimeoutMs(headers["grpc-timeout"]);
  const compression = compressionNamed(headers["grpc-encoding"]);
  return {
    codec,
    timeoutMs,
    readBytes: (bytesMax) => {
      const bodyBytesMax = bytesMax + prefixBytes;
      return readBody(exchange, isText ? textBytes(bodyBytesMax) : bodyBytesMax, bytesMax, (body) =>
        openEnvelope(isText ? new Base64Decoder().decode(body) : body, compression, bytesMax),
      );
    },
  };
}

/** Upper bound of the length of bytes in base64. */
function textBytes(bytes: number): number {
  return Math.ceil((bytes * 4) / 3) + 4;
}
