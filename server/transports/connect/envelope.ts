import { type Compression, chooseCompression } from "./compression.ts";
import { tooLarge } from "./read-body.ts";
import { code, misuse, RpcError } from "./status.ts";

/** Bytes before each message of gRPC and gRPC-Web: flags, then the length as 32 bits, big-endian. */
export const prefixBytes = 5;

const compressedFlag = 1;

/** Flag of the last envelope of a stream of Connect, which holds its error. */
export const endStreamFlag = 0x02;

/** Flag of the last envelope of gRPC-Web, which holds the trailers. */
export const trailerFlag = 0x80;

/**
 * Returns the only message in a body of envelopes.
 *
 * @throws RpcError if the body is truncated, or does not hold exactly one message
 */
export function openEnvelope(
  body: Buffer,
  compression: Compression | undefined,
  bytesMax: number,
): Uint8Array | Promise<Uint8Array> {
  if (body.length === 0) throw misuse(code.unimplemented, "body", "a unary request has one message, not none");
  if (body.length < prefixBytes) throw new RpcError(code.invalidArgument, "the message is cut short");
  const length = body.readUInt32BE(1);
  if (length > bytesMax) throw tooLarge(bytesMax);
  const end = prefixBytes + length;
  if (body.length < end) throw new RpcError(code.invalidArgument, "the message is cut short");
  if (body.length > end) throw misuse(code.unimplemented, "body", "a unary request has one message, not more");
  const message = body.subarray(prefixBytes, end);
  if (((body[0] as number) & compressedFlag) === 0) return message;
  if (compression === undefined) {
    throw misuse(code.internal, "body", "the message is marked as compressed, but no compression is named");
  }
  return compression.decompress(message, bytesMax);
}

/**
 * Wraps a message in its envelope and sends it with the name of its compression. The message is compressed if it is
 * long enough and the caller accepts that.
 */
export function sealEnvelope(
  message: Uint8Array,
  accepted: string | string[] | undefined,
  send: (envelope: Buffer, compressionName?: string) => void,
): void | Promise<void> {
  const compression = chooseCompression(accepted, message.length);
  if (compression === undefined) return send(envelopeOf(0, message));
  return compression.compress(message).then((bytes) => send(envelopeOf(compressedFlag, bytes), compression.name));
}

export function envelopeOf(flags: number, bytes: Uint8Array): Buffer {
  const envelope = Buffer.allocUnsafe(prefixBytes + bytes.length);
  envelope[0] = flags;
  envelope.writeUInt32BE(bytes.length, 1);
  envelope.set(bytes, prefixBytes);
  return envelope;
}
