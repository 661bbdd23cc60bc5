import type { Exchange } from "../../http/exchange.ts";
import type { Codec } from "../codec.ts";
import { compressionNames } from "../compression.ts";
import { sealEnvelope } from "../envelope.ts";
import { errorTrailers, okTrailers } from "../grpc-status.ts";
import type { UnaryReply } from "../lane.ts";
import type { RpcError } from "../status.ts";

/** A unary answer of gRPC: headers, one envelope, trailers. */
export async function writeReply(exchange: Exchange, codec: Codec, reply: UnaryReply): Promise<void> {
  const accepted = exchange.headers["grpc-accept-encoding"];
  const { envelope, compression } = await sealEnvelope(codec.write(reply.message), accepted);
  const headers = [
    ...reply.headers,
    "content-type",
    contentTypes[codec.name],
    "grpc-accept-encoding",
    compressionNames,
  ];
  if (compression !== undefined) headers.push("grpc-encoding", compression.name);
  exchange.reply(200, headers, envelope, [...reply.trailers, ...okTrailers]);
}

/** An error as trailers alone: one frame that opens and ends the answer. */
export function writeError(exchange: Exchange, error: RpcError): void {
  exchange.reply(200, ["content-type", contentTypeAsked(exchange), ...errorTrailers(error)]);
}

/** Of the codec that was asked for, which an error has no use for. */
function contentTypeAsked(exchange: Exchange): string {
  return exchange.headers["content-type"]?.startsWith(contentTypes.json) ? contentTypes.json : contentTypes.proto;
}

const contentTypes = { proto: "application/grpc+proto", json: "application/grpc+json" } as const;
