import type { Socket } from "node:net";
import { limits } from "../../core/limits.ts";

/** First bytes of every HTTP/2 connection without TLS (RFC 9113, section 3.4). */
const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "latin1");

/**
 * Reads enough bytes of a new connection to tell the HTTP versions apart, puts them back, and reports the version once. A
 * connection that does not send enough in time is closed.
 */
export function sniffProtocol(socket: Socket, report: (protocol: "http1" | "http2") => void): void {
  let seen: Buffer = Buffer.alloc(0);
  const timer = setTimeout(() => socket.destroy(), limits.prefaceTimeoutMs);
  // Until a server takes over, a reset by the peer must not become an uncaught error.
  const onError = () => socket.destroy();
  const onEnd = () => socket.destroy();
  const stop = () => {
    clearTimeout(timer);
    socket.off("readable", onReadable);
    socket.off("end", onEnd);
    socket.off("close", stop);
  };
  const onReadable = () => {
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) {
      seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk]);
      if (seen.length >= preface.length) break;
    }
    const compared = Math.min(seen.length, preface.length);
    const isPreface = seen.compare(preface, 0, compared, 0, compared) === 0;
    if (seen.length === 0 || (isPreface && seen.length < preface.length)) return;
    stop();
    socket.off("error", onError);
    socket.unshift(seen);
    report(isPreface ? "http2" : "http1");
  };
  socket.on("error", onError);
  socket.on("readable", onReadable);
  socket.on("end", onEnd);
  socket.once("close", stop);
}
