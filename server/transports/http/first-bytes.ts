import type { Socket } from "node:net";
import { limits } from "../../core/limits.ts";

/** Meaning of the first bytes of a connection, and the bytes that are put back for the next reader. */
export interface FirstBytes<Meaning> {
  readonly meaning: Meaning;
  readonly rest: Buffer;
}

/**
 * Reads as many bytes of a new connection as `parse` needs, puts back the rest, and reports the meaning once. A connection
 * that sends wrong bytes, or not enough in time, is closed.
 */
export function readFirstBytes<Meaning>(
  socket: Socket,
  parse: (seen: Buffer) => FirstBytes<Meaning> | "incomplete" | "wrong",
  report: (meaning: Meaning) => void,
): void {
  let seen: Buffer = Buffer.alloc(0);
  const destroy = () => socket.destroy();
  const timer = setTimeout(destroy, limits.prefaceTimeoutMs);
  const stop = () => {
    clearTimeout(timer);
    socket.off("readable", onReadable);
    socket.off("end", destroy);
    socket.off("close", stop);
  };
  const onReadable = () => {
    let parsed: ReturnType<typeof parse> = "incomplete";
    while (parsed === "incomplete") {
      const chunk: Buffer | null = socket.read();
      if (chunk === null) return;
      seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk]);
      parsed = parse(seen);
    }
    stop();
    if (parsed === "wrong") {
      destroy();
      return;
    }
    // From here on the next reader handles errors.
    socket.off("error", destroy);
    if (parsed.rest.length > 0) socket.unshift(parsed.rest);
    report(parsed.meaning);
  };
  // Until a server takes over, a reset by the peer must not become an uncaught error.
  socket.on("error", destroy);
  socket.on("readable", onReadable);
  socket.on("end", destroy);
  socket.once("close", stop);
}
