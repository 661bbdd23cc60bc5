import type { MessageFormat } from "../../../rpc/codec/protobuf/message-format.ts";
import { isRead } from "../../http/allowed-methods.ts";
import type { Exchange } from "../../http/exchange.ts";
import { mediaTypeOf } from "../../http/header-value.ts";
import { chooseCompression, compressionNames } from "../compression.ts";
import { endStreamFlag, envelopeOf } from "../envelope.ts";
import { asTrailerHeaders } from "../metadata.ts";
import { codes, type RpcError } from "../status.ts";
import type { UnaryReply } from "../unary-handler.ts";

/** Writes a unary answer of Connect: the message is the body. */
export function writeReply(exchange: Exchange, codec: MessageFormat, reply: UnaryReply): void | Promise<void> {
  const { bytes, headers } = reply;
  const compression = chooseCompression(acceptedBy(exchange), bytes.length);
  if (reply.trailers.length > 0) headers.push(...asTrailerHeaders(reply.trailers));
  headers.push("Content-Type", contentTypes[codec.name], "Accept-Encoding", compressionNames);
  if (isRead(exchange)) headers.push("Vary", "Accept-Encoding");
  if (compression === undefined) {
    exchange.reply(200, headers, bytes);
    return undefined;
  }
  headers.push("Content-Encoding", compression.name);
  return compression.compress(bytes).then((compressed) => exchange.reply(200, headers, compressed));
}

/** Writes an error of Connect: JSON for every codec, with the HTTP status of its code unless another is given. */
export function writeError(exchange: Exchange, error: RpcError, status?: number): void {
  const { httpStatus } = codes[error.code] as (typeof codes)[number];
  const headers = [...error.metadata, "Content-Type", contentTypes.json];
  exchange.reply(status ?? httpStatus, headers, Buffer.from(JSON.stringify(jsonOf(error)), "utf8"));
}

/** Writes an error of a Connect stream as its last envelope, in the requested codec. */
export function writeStreamError(exchange: Exchange, error: RpcError): void {
  const end = Buffer.from(JSON.stringify({ error: jsonOf(error) }), "utf8");
  const contentType = mediaTypeOf(exchange.headers["content-type"]);
  exchange.reply(200, [...error.metadata, "Content-Type", contentType], envelopeOf(endStreamFlag, end));
}

function jsonOf(error: RpcError) {
  const { name } = codes[error.code] as (typeof codes)[number];
  const details = error.details.map(({ typeName, bytes, debug }) => ({
    type: typeName,
    value: Buffer.from(bytes).toString("base64").replace(/=+$/, ""),
    ...(debug !== undefined && { debug }),
  }));
  return { code: name, message: error.message, ...(details.length > 0 && { details }) };
}

const contentTypes = { proto: "application/proto", json: "application/json" } as const;

/** Returns the compressions that the caller accepts, for both verbs: the query of a GET names none. */
function acceptedBy(exchange: Exchange): string | string[] | undefined {
  return exchange.headers["accept-encoding"];
}
