import type { MessageFormat } from "../../../rpc/codec/protobuf/message-format.ts";
import type { Exchange } from "../../http/exchange.ts";
import { mediaTypeOf } from "../../http/header-value.ts";
import { compressionNames } from "../compression.ts";
import { sealEnvelope } from "../envelope.ts";
import { errorTrailers, okTrailers } from "../grpc-status.ts";
import type { RpcError } from "../status.ts";
import type { UnaryReply } from "../unary-handler.ts";

/** Writes a unary answer of gRPC: headers, one envelope, trailers. */
export function writeReply(exchange: Exchange, codec: MessageFormat, reply: UnaryReply): void | Promise<void> {
  return sealEnvelope(reply.bytes, exchange.headers["grpc-accept-encoding"], (envelope, compressionName) => {
    const { headers, trailers } = reply;
    headers.push("content-type", contentTypes[codec.name], "grpc-accept-encoding", compressionNames);
    if (compressionName !== undefined) headers.push("grpc-encoding", compressionName);
    exchange.reply(200, headers, envelope, trailers.length === 0 ? okTrailers : [...trailers, ...okTrailers]);
  });
}

/** Writes an error as trailers only: one frame that opens and ends the answer. */
export function writeError(exchange: Exchange, error: RpcError): void {
  exchange.reply(200, ["content-type", contentTypeAsked(exchange), ...errorTrailers(error)]);
}

/** Returns the content type of the requested codec, though an error has no message. */
function contentTypeAsked(exchange: Exchange): string {
  return mediaTypeOf(exchange.headers["content-type"]) === contentTypes.json ? contentTypes.json : contentTypes.proto;
}

const contentTypes = { proto: "application/grpc+proto", json: "application/grpc+json" } as const;
