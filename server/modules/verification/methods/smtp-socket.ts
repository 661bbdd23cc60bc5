import { connect, type Socket, type TcpNetConnectOpts } from "node:net";
import type { Host } from "../../../core/config/server-url.ts";
import { lookupBy, type ResolveHost } from "../../../outbound/name-resolver.ts";

export interface SmtpSocketOptions {
  readonly resolve: ResolveHost;
  /** Longest time for connecting. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens a connection instead of nodemailer, which would resolve names on the thread pool of the whole process. The
 * signal ends it at any time.
 */
export function openSmtpSocket(
  { host, port }: Host,
  { resolve, timeoutMs, signal }: SmtpSocketOptions,
): Promise<Socket> {
  return new Promise((opened, failed) => {
    const socket = connect({ host, port, lookup: lookupBy(resolve), ...(signal && { signal }) } as TcpNetConnectOpts);
    const fail = (error: Error) => {
      socket.destroy();
      failed(error);
    };
    const late = () =>
      fail(Object.assign(new Error("the mail server cannot be reached in time"), { code: "ETIMEDOUT" }));
    const timer = setTimeout(late, timeoutMs);
    socket.once("error", fail);
    socket.once("close", () => clearTimeout(timer));
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.off("error", fail);
      opened(socket);
    });
  });
}
