import { type Compression, chooseCompression } from "./compression.ts";
import { code, RpcError } from "./status.ts";

/** Bytes before each message of gRPC and gRPC-Web: flags, then the length as 32 bits, big-endian. */
export const prefixBytes = 5;

const compressedFlag = 1;

/** Marks the last envelope of gRPC-Web, which holds the trailers. */
export const trailerFlag = 0x80;

/**
 * The one message in a body of envelopes.
 *
 * @throws RpcError when the body is cut short, or holds no message or more than one
 */
export async function openEnvelope(
  body: Buffer,
  compression: Compression | undefined,
  bytesMax: number,
): Promise<Uint8Array> {
  if (body.length === 0) throw new RpcError(code.unimplemented, "a unary request has one message, not none");
  if (body.length < prefixBytes) throw new RpcError(code.invalidArgument, "the message is cut short");
  const end = prefixBytes + body.readUInt32BE(1);
  if (body.length < end) throw new RpcError(code.invalidArgument, "the message is cut short");
  if (body.length > end) throw new RpcError(code.unimplemented, "a unary request has one message, not more");
  const message = body.subarray(prefixBytes, end);
  if (((body[0] as number) & compressedFlag) === 0) return message;
  if (compression === undefined) {
    throw new RpcError(code.internal, "the message is marked as compressed, but no compression is named");
  }
  return compression.decompress(message, bytesMax);
}

/** A message in its envelope, compressed when the caller accepts it and it is worth it. */
export async function sealEnvelope(
  message: Uint8Array,
  accepted: string | string[] | undefined,
): Promise<{ envelope: Buffer; compression: Compression | undefined }> {
  const compression = chooseCompression(accepted, message.length);
  if (compression === undefined) return { envelope: envelopeOf(0, message), compression };
  return { envelope: envelopeOf(compressedFlag, await compression.compress(message)), compression };
}

export function envelopeOf(flags: number, bytes: Uint8Array): Buffer {
  const envelope = Buffer.allocUnsafe(prefixBytes + bytes.length);
  envelope[0] = flags;
  envelope.writeUInt32BE(bytes.length, 1);
  envelope.set(bytes, prefixBytes);
  return envelope;
}
