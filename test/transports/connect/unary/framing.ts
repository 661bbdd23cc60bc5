import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";

export const codecs = ["proto", "json"] as const;
export type CodecName = (typeof codecs)[number];

export const compressions = ["identity", "gzip", "br"] as const;
export type CompressionName = (typeof compressions)[number];

/** Compresses bytes, with a cache for repeated use of the same bytes. */
export function compress(name: string, bytes: Uint8Array): Uint8Array {
  const known = compressed.get(bytes) ?? new Map<string, Uint8Array>();
  compressed.set(bytes, known);
  const found = known.get(name) ?? compressNow(name, bytes);
  known.set(name, found);
  return found;
}

const compressed = new WeakMap<Uint8Array, Map<string, Uint8Array>>();

function compressNow(name: string, bytes: Uint8Array): Uint8Array {
  if (name === "gzip") return gzipSync(bytes);
  return name === "br" ? brotliCompressSync(bytes) : bytes;
}

export function expand(name: string, bytes: Uint8Array): Buffer {
  if (name === "gzip") return gunzipSync(bytes);
  return name === "br" ? brotliDecompressSync(bytes) : Buffer.from(bytes);
}

export interface Envelope {
  readonly flags: number;
  readonly bytes: Buffer;
}

export const compressedFlag = 0x01;
export const trailerFlag = 0x80;

/** Returns the gRPC envelope of a message, optionally with a wrong length. */
export function envelope(flags: number, bytes: Uint8Array, length = bytes.length): Buffer {
  const prefix = Buffer.alloc(5);
  prefix[0] = flags;
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, bytes]);
}

/** Returns all envelopes of a body, which must consist of envelopes. */
export function envelopesIn(body: Buffer): Envelope[] {
  const found: Envelope[] = [];
  for (let at = 0; at < body.length; ) {
    const start = at + 5;
    const end = start + body.readUInt32BE(at + 1);
    if (end > body.length) throw new Error("an envelope is cut short");
    found.push({ flags: body[at] as number, bytes: body.subarray(start, end) });
    at = end;
  }
  return found;
}

/** Parses the trailers of gRPC-Web: lines as in HTTP/1.1, with lower-case names. */
export function trailersIn(block: Buffer): { readonly [name: string]: string } {
  const text = block.toString("latin1");
  if (!/^([a-z0-9-]+: [ -~]*\r\n)*$/.test(text)) throw new Error(`no trailers: ${text}`);
  return Object.fromEntries(
    text
      .split("\r\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );
}
