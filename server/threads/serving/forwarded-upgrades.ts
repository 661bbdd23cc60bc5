import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { withOwnBuffer } from "../../core/own-buffer.ts";
import type { Link } from "./link.ts";

/** Bytes of a connection that the main thread has not taken yet, with which its caller must wait. */
const untakenBytesMax = 64 * 1024;

/** Creates upgrades that the main thread accepts: each connection is a tunnel of bytes to it. */
export function forwardUpgrades(link: Link) {
  const sockets = new Map<number, Duplex>();
  let lastNumber = 0;
  link.answer("tunnel.write", ({ number, bytes }) =>
    sent((done) => sockets.get(number)?.write(bytes, done), sockets.has(number)),
  );
  link.answer("tunnel.finish", (number) => sent((done) => sockets.get(number)?.end(done), sockets.has(number)));
  link.hear("tunnel.destroy", (number) => sockets.get(number)?.destroy());
  return {
    accept(request: Pick<IncomingMessage, "method" | "url" | "headers">, socket: Duplex, head: Buffer): void {
      const number = ++lastNumber;
      sockets.set(number, socket);
      const { method, url, headers } = request;
      const { remoteAddress, encrypted } = socket as { remoteAddress?: string; encrypted?: boolean };
      const told = { method, url, headers, socket: { remoteAddress, encrypted: encrypted === true } };
      link.tell("tunnel.open", { number, request: told, head: withOwnBuffer(head) });
      // The protocol of the upgrade has its own bounds of silence.
      if (socket instanceof Socket) socket.setTimeout(0).setNoDelay(true);
      carry(socket, number, link);
      socket.once("close", () => {
        sockets.delete(number);
        link.tell("tunnel.closed", number);
      });
    },
    /** Does nothing: the main thread tells its callers. */
    close(): void {},
  };
}

/** Sends on what arrives, and pauses the connection while the main thread does not take it. */
function carry(socket: Duplex, number: number, link: Link): void {
  let untaken = 0;
  socket.on("data", (chunk: Buffer) => {
    const bytes = withOwnBuffer(chunk);
    const { length } = bytes;
    untaken += length;
    if (untaken > untakenBytesMax) socket.pause();
    void link.ask("tunnel.read", { number, bytes }).then(() => {
      untaken -= length;
      if (untaken <= untakenBytesMax) socket.resume();
    });
  });
  socket.on("end", () => link.tell("tunnel.end", number));
  // A reset by the peer closes the connection, which is told.
  socket.on("error", () => {});
}

/** Resolves when a connection has sent what it was given, or is closed. */
function sent(act: (done: () => void) => void, isOpen: boolean): Promise<undefined> {
  return new Promise((resolve) => {
    if (isOpen) act(() => resolve(undefined));
    else resolve(undefined);
  });
}
