import type { Exchange } from "../../http/exchange.ts";
import { compressionNamed } from "../compression.ts";
import { codecAfter } from "../content-type.ts";
import { openEnvelope, prefixBytes } from "../envelope.ts";
import { readBody } from "../read-body.ts";
import { code, RpcError } from "../status.ts";
import { grpcTimeoutMs } from "../timeout.ts";
import type { RpcRequest, UnaryMethod } from "../unary-handler.ts";

/** Reads a unary request of gRPC-Web over either HTTP version, binary or as base64 text. */
export function readRequest(exchange: Exchange, method: UnaryMethod): RpcRequest {
  const { headers } = exchange;
  const contentType = headers["content-type"] as string;
  const isText = isTextType(contentType);
  const family = isText ? "application/grpc-web-text" : "application/grpc-web";
  const codec = codecAfter(family, contentType, method.codecs);
  if (codec === undefined) throw new RpcError(code.unknown, "the content type is not supported");
  const timeoutMs = grpcTimeoutMs(headers["grpc-timeout"]);
  const compression = compressionNamed(headers["grpc-encoding"] as string | undefined);
  return {
    codec,
    timeoutMs,
    readBytes: (bytesMax) => {
      const bodyBytesMax = bytesMax + prefixBytes;
      return readBody(exchange, isText ? textBytes(bodyBytesMax) : bodyBytesMax, bytesMax, (body) =>
        openEnvelope(isText ? decodeText(body) : body, compression, bytesMax),
      );
    },
  };
}

export function isTextType(contentType: string): boolean {
  return contentType.startsWith("application/grpc-web-text");
}

/** Upper bound of the length of bytes in base64. */
function textBytes(bytes: number): number {
  return Math.ceil((bytes * 4) / 3) + 4;
}

/** Decodes base64 in one piece or in several, each with its own padding. */
function decodeText(text: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(Math.ceil((text.length * 3) / 4));
  let [length, bits, held] = [0, 0, 0];
  for (const character of text) {
    const value = values[character] as number;
    if (value === foreign) throw new RpcError(code.invalidArgument, "the message is not base64");
    if (value === padding) {
      bits = 0;
      held = 0;
      continue;
    }
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = (held >> bits) & 0xff;
    }
  }
  return bytes.subarray(0, length);
}

const foreign = 255;
const padding = 254;
const values = new Uint8Array(256).fill(foreign);
values.set([padding], 61);
for (const [index, character] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries()) {
  values[character.charCodeAt(0)] = index;
}
