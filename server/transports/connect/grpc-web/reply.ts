import type { MessageFormat } from "../../../rpc/codec/protobuf/message-format.ts";
import type { Exchange, HeaderList } from "../../http/exchange.ts";
import { mediaTypeOf } from "../../http/header-value.ts";
import { compressionNames } from "../compression.ts";
import { grpcWebFamily, isTextType } from "../content-type.ts";
import { envelopeOf, sealEnvelope, trailerFlag } from "../envelope.ts";
import { errorTrailers, okTrailers } from "../grpc-status.ts";
import type { RpcError } from "../status.ts";
import type { UnaryReply } from "../unary-handler.ts";
import { encodeText } from "./base64-text.ts";

/** Writes a unary answer of gRPC-Web: one envelope with the message, one with the trailers. */
export function writeReply(exchange: Exchange, codec: MessageFormat, reply: UnaryReply): void | Promise<void> {
  return sealEnvelope(reply.bytes, exchange.headers["grpc-accept-encoding"], (envelope, compressionName) => {
    const { headers, trailers } = reply;
    headers.push("content-type", contentTypeOf(exchange, codec.name), "grpc-accept-encoding", compressionNames);
    if (compressionName !== undefined) headers.push("grpc-encoding", compressionName);
    const body = Buffer.concat([envelope, trailerEnvelope([...trailers, ...okTrailers])]);
    exchange.reply(200, headers, encodeBody(exchange, body));
  });
}

/** Writes an error as trailers only: they are sent as headers, and the body is empty. */
export function writeError(exchange: Exchange, error: RpcError): void {
  exchange.reply(200, ["content-type", contentTypeOf(exchange, codecAsked(exchange)), ...errorTrailers(error)]);
}

function trailerEnvelope(trailers: HeaderList): Buffer {
  let block = "";
  for (let i = 0; i < trailers.length; i += 2)
    block += `${(trailers[i] as string).toLowerCase()}: ${trailers[i + 1]}\r\n`;
  return envelopeOf(trailerFlag, Buffer.from(block, "latin1"));
}

/** Returns the requested codec, though an error has no message. */
function codecAsked(exchange: Exchange): "proto" | "json" {
  return mediaTypeOf(exchange.headers["content-type"]).endsWith("+json") ? "json" : "proto";
}

function contentTypeOf(exchange: Exchange, codec: "proto" | "json"): string {
  return `${grpcWebFamily}${isTextType(exchange.headers["content-type"]) ? "-text" : ""}+${codec}`;
}

function encodeBody(exchange: Exchange, body: Buffer): Uint8Array {
  if (!isTextType(exchange.headers["content-type"])) return body;
  return encodeText(body);
}
