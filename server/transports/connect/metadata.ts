import type { HeaderList } from "../http/exchange.ts";

/** Percent-encodes a value for `grpc-message`: everything but printable ASCII, and `%`. */
export function percentEncode(text: string): string {
  if (/^[ -$&-~]*$/.test(text)) return text;
  let encoded = "";
  for (const byte of Buffer.from(text, "utf8")) {
    const isPlain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
    encoded += isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return encoded;
}

/** Converts trailers to the `trailer-` headers of unary Connect. */
export function asTrailerHeaders(trailers: HeaderList): HeaderList {
  return trailers.map((text, i) => (i % 2 === 0 ? `trailer-${text}` : text));
}
