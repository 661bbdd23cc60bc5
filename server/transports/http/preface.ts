import type { Socket } from "node:net";
import { readFirstBytes } from "./first-bytes.ts";

/** First bytes of every HTTP/2 connection without TLS (RFC 9113, section 3.4). */
const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "latin1");

/**
 * Reads enough bytes of a new connection to identify the HTTP version, puts them back, and reports the version once.
 */
export function sniffProtocol(socket: Socket, report: (protocol: "http1" | "http2") => void): void {
  readFirstBytes<"http1" | "http2">(
    socket,
    (seen) => {
      const compared = Math.min(seen.length, preface.length);
      if (seen.compare(preface, 0, compared, 0, compared) !== 0) return { meaning: "http1", rest: seen };
      return compared < preface.length ? "incomplete" : { meaning: "http2", rest: seen };
    },
    report,
  );
}
