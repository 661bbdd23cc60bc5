import type { MessageFormat } from "../../../rpc/codec/protobuf/message-format.ts";
import type { Exchange } from "../../http/exchange.ts";
import { chooseCompression, compressionNames } from "../compression.ts";
import { asTrailerHeaders } from "../metadata.ts";
import { codes, type RpcError } from "../status.ts";
import type { UnaryReply } from "../unary-handler.ts";

/** A unary answer of Connect: the message is the body. */
export function writeReply(exchange: Exchange, codec: MessageFormat, reply: UnaryReply): void | Promise<void> {
  const { bytes, headers } = reply;
  const compression = chooseCompression(acceptedBy(exchange), bytes.length);
  if (reply.trailers.length > 0) headers.push(...asTrailerHeaders(reply.trailers));
  headers.push("Content-Type", contentTypes[codec.name], "Accept-Encoding", compressionNames);
  if (exchange.verb === "GET") headers.push("Vary", "Accept-Encoding");
  if (compression === undefined) {
    exchange.reply(200, headers, bytes);
    return undefined;
  }
  headers.push("Content-Encoding", compression.name);
  return compression.compress(bytes).then((compressed) => exchange.reply(200, headers, compressed));
}

/** An error of Connect: JSON whatever the codec, and an HTTP status that fits its code. */
export function writeError(exchange: Exchange, error: RpcError): void {
  const { name, httpStatus } = codes[error.code] as (typeof codes)[number];
  const details = error.details.map(({ typeName, bytes, debug }) => ({
    type: typeName,
    value: Buffer.from(bytes).toString("base64").replace(/=+$/, ""),
    ...(debug !== undefined && { debug }),
  }));
  const json = { code: name, message: error.message, ...(details.length > 0 && { details }) };
  const headers = [...error.metadata, "Content-Type", contentTypes.json];
  exchange.reply(httpStatus, headers, Buffer.from(JSON.stringify(json), "utf8"));
}

const contentTypes = { proto: "application/proto", json: "application/json" } as const;

/** A GET says in its query nothing about the answer, so its headers count for both verbs. */
function acceptedBy(exchange: Exchange): string | string[] | undefined {
  return exchange.headers["accept-encoding"];
}
