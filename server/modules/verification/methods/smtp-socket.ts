import { connect } from "node:net";
import { lookupBy, type ResolveHost } from "../../../outbound/name-resolver.ts";

interface SmtpServer {
  readonly host: string;
  readonly port: number;
}

/** Opens connections in place of nodemailer, which would resolve names by threads that all of the process share. */
export function smtpSockets({ host, port }: SmtpServer, resolve: ResolveHost, timeoutMs: number) {
  const lookup = lookupBy(resolve);
  return (_: unknown, done: (error: Error | null, options?: object) => void): void => {
    const socket = connect({ host, port, lookup });
    // What ends the attempt; each of these after another one is ignored by nodemailer.
    const fail = (error: Error) => {
      socket.destroy();
      done(error);
    };
    const late = () =>
      fail(Object.assign(new Error("the mail server cannot be reached in time"), { code: "ETIMEDOUT" }));
    const timer = setTimeout(late, timeoutMs);
    socket.once("error", fail);
    socket.once("close", () => clearTimeout(timer));
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.off("error", fail);
      done(null, { connection: socket });
    });
  };
}
