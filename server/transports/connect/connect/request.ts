import type { MessageFormat, MessageFormats } from "../../../rpc/codec/protobuf/message-format.ts";
import { isRead } from "../../http/allowed-methods.ts";
import type { Exchange } from "../../http/exchange.ts";
import { isUtf8, mediaTypeOf, parametersOf } from "../../http/header-value.ts";
import { compressionNamed } from "../compression.ts";
import { readBody, tooLarge } from "../read-body.ts";
import { code, misuse, type RpcError } from "../status.ts";
import { connectTimeoutMs } from "../timeout.ts";
import type { RpcRequest, UnaryMethod } from "../unary-handler.ts";

/** Reads a unary request of Connect over either HTTP version: POST or, for methods without side effects, GET. */
export function readRequest(exchange: Exchange, method: UnaryMethod): RpcRequest {
  const { headers } = exchange;
  const version = headers["connect-protocol-version"];
  if (version !== undefined && version !== "1") throw invalid("connect-protocol-version", `must be "1"`, version);
  const timeoutMs = connectTimeoutMs(headers["connect-timeout-ms"]);
  if (isRead(exchange)) return { ...readQuery(exchange.query, method), timeoutMs };
  const codec = codecOf(headers["content-type"], method.codecs) as MessageFormat;
  const compression = compressionNamed(headers["content-encoding"]);
  return {
    codec,
    timeoutMs,
    readBytes: (bytesMax) =>
      readBody(exchange, bytesMax, bytesMax, (body) =>
        compression === undefined || body.length === 0 ? body : compression.decompress(body, bytesMax),
      ),
  };
}

/** Returns the codec of a unary content type of Connect; undefined for any other type. */
export function codecOf(contentType: string | undefined, codecs: MessageFormats): MessageFormat | undefined {
  if (contentType === "application/proto") return codecs.proto;
  if (contentType === "application/json") return codecs.json;
  const type = mediaTypeOf(contentType);
  if (type === "application/proto") return codecs.proto;
  if (type !== "application/json" || parametersOf(contentType ?? "").some((one) => !isUtf8(one))) return undefined;
  return codecs.json;
}

function readQuery(query: string, method: UnaryMethod): Omit<RpcRequest, "timeoutMs"> {
  const parameters = new URLSearchParams(query);
  const version = parameters.get("connect");
  if (version !== null && version !== "v1") throw invalid("connect", `must be "v1" in the query`, version);
  const encoding = parameters.get("encoding");
  if (encoding !== "proto" && encoding !== "json") {
    throw invalid("encoding", "must be proto or json in the query", encoding);
  }
  const text = parameters.get("message");
  if (text === null) throw invalid("message", "must be in the query");
  const compression = compressionNamed(parameters.get("compression") ?? undefined);
  const bytes = Buffer.from(text, parameters.get("base64") === "1" ? "base64url" : "utf8");
  return {
    codec: method.codecs[encoding],
    readBytes: async (bytesMax) => {
      if (compression !== undefined && bytes.length > 0) return compression.decompress(bytes, bytesMax);
      if (bytes.length > bytesMax) throw tooLarge(bytesMax);
      return bytes;
    },
  };
}

function invalid(parameter: string, expected: string, provided?: unknown): RpcError {
  return misuse(code.invalidArgument, parameter, `${parameter} ${expected}`, provided);
}
