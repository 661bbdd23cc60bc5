import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from "node:zlib";
import { chooseCoding, codingsOf } from "../http/header-value.ts";
import { tooLarge } from "./read-body.ts";
import { code, misuse, RpcError } from "./status.ts";

/** A compression of messages. */
export interface Compression {
  readonly name: string;
  compress(bytes: Uint8Array): Promise<Uint8Array>;
  /** @throws RpcError if the result exceeds `bytesMax`; decompression stops there */
  decompress(bytes: Uint8Array, bytesMax: number): Promise<Uint8Array>;
}

const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Smaller answers are not compressed, since that costs more than it saves. */
const compressedBytesMin = 1024;

const compressions: readonly Compression[] = [
  compression("gzip", promisify(gzip), promisify(gunzip)),
  compression("br", (bytes) => promisify(brotliCompress)(bytes, brotliQuality), promisify(brotliDecompress)),
];

export const compressionNames = compressions.map(({ name }) => name).join(",");

/**
 * Returns the compression with a name; undefined for none.
 *
 * @throws RpcError unimplemented, as gRPC requires, if the name is unknown
 */
export function compressionNamed(name: string | string[] | undefined): Compression | undefined {
  const codings = codingsOf(name);
  if (codings.length === 0) return undefined;
  const found = compressions.find((candidate) => candidate.name === codings[0]);
  if (found !== undefined && codings.length === 1) return found;
  const message = `unknown compression "${String(name).slice(0, 32)}": supported encodings are ${compressionNames}`;
  throw misuse(code.unimplemented, "compression", message, String(name));
}

/** Chooses the compression that the caller prefers among those of the server, for an answer of this size. */
export function chooseCompression(accepted: string | string[] | undefined, bytes: number): Compression | undefined {
  if (accepted === undefined || bytes < compressedBytesMin) return undefined;
  const coding = chooseCoding(
    accepted,
    compressions.map(({ name }) => name),
  );
  return compressions.find(({ name }) => name === coding);
}

function compression(
  name: string,
  compress: (bytes: Uint8Array) => Promise<Uint8Array>,
  expand: (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>,
): Compression {
  return {
    name,
    compress,
    async decompress(bytes, bytesMax) {
      try {
        return await expand(bytes, { maxOutputLength: bytesMax });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(bytesMax);
        throw new RpcError(code.invalidArgument, `the message is not valid ${name}`);
      }
    },
  };
}
