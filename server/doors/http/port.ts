import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createHttp2Server, type Http2Session } from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { limits } from "../../limits.ts";
import type { ExchangeHandler } from "./door.ts";
import { Http1Exchange } from "./http1-exchange.ts";
import { Http2Exchange } from "./http2-exchange.ts";
import { sniffProtocol } from "./preface.ts";

export interface PortOptions {
  readonly host: string;
  readonly port: number;
  /** PEM texts; with them the port speaks TLS only, and ALPN chooses the version. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

export interface Port {
  /** Where it listens; the port is never 0 here. */
  readonly address: AddressInfo;
  /** Refuses new connections, lets what is under way finish, and cuts what is left after the grace. */
  close(graceMs: number): Promise<void>;
}

/** Serves HTTP/1.1 and HTTP/2 on one port: told apart by ALPN under TLS, by the first bytes without. */
export async function openPort(options: PortOptions, handler: ExchangeHandler): Promise<Port> {
  const http2 = createHttp2Server({
    settings: { maxConcurrentStreams: limits.streamsPerSessionMax, maxHeaderListSize: limits.headerBytesMax },
    maxSessionInvalidFrames: 100,
    maxSessionRejectedStreams: 100,
    maxHeaderListPairs: limits.headersMax,
    // Rapid reset: more streams reset by the peer than this a second ends the session.
    streamResetBurst: 1000,
    streamResetRate: 100,
  });
  http2.on("stream", (stream, headers) => handler(new Http2Exchange(stream, headers)));
  // A session's protocol errors end that session and concern no one else.
  http2.on("sessionError", () => {});
  const sessions = trackSessions(http2);
  const http1 = listenFor(options, handler, (socket) => http2.emit("connection", socket));
  http1.maxConnections = limits.connectionsMax;

  await new Promise<void>((resolve, reject) => {
    http1.once("error", reject);
    http1.listen(options.port, options.host, () => {
      http1.off("error", reject);
      resolve();
    });
  });
  return {
    address: http1.address() as AddressInfo,
    close: (graceMs) => closeAll(http1, sessions, graceMs),
  };
}

/** The HTTP/1.1 server is the one that listens: only so do its own timeouts work. HTTP/2 connections are handed on. */
function listenFor(options: PortOptions, handler: ExchangeHandler, onHttp2: (socket: Socket) => void): Server {
  const http1Options = {
    maxHeaderSize: limits.headerBytesMax,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: 1000,
  };
  const serveHttp1 = (request: IncomingMessage, response: ServerResponse) =>
    handler(new Http1Exchange(request, response));
  let server: Server;
  if (options.tls === undefined) {
    server = createHttpServer(http1Options, serveHttp1);
    handOn(server, "connection", (socket: Socket, keep) => {
      sniffProtocol(socket, (protocol) => (protocol === "http2" ? onHttp2(socket) : keep(socket)));
    });
  } else {
    const tls = { ...options.tls, ALPNProtocols: ["h2", "http/1.1"], minVersion: "TLSv1.2" as const };
    server = createHttpsServer({ ...http1Options, ...tls }, serveHttp1);
    handOn(server, "secureConnection", (socket: TLSSocket, keep) => {
      if (socket.alpnProtocol === "h2") onHttp2(socket);
      else keep(socket);
    });
  }
  server.maxHeadersCount = limits.headersMax;
  return server;
}

function handOn<S extends Socket>(
  server: Server,
  event: string,
  choose: (socket: S, keep: (socket: S) => void) => void,
) {
  const listeners = server.listeners(event) as ((socket: S) => void)[];
  server.removeAllListeners(event);
  server.on(event, (socket: S) => {
    choose(socket, (chosen) => {
      for (const listener of listeners) listener.call(server, chosen);
    });
  });
}

function trackSessions(server: ReturnType<typeof createHttp2Server>): Set<Http2Session> {
  const sessions = new Set<Http2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.setTimeout(limits.sessionIdleTimeoutMs, () => session.close());
    session.once("close", () => sessions.delete(session));
  });
  return sessions;
}

async function closeAll(server: Server, sessions: Set<Http2Session>, graceMs: number): Promise<void> {
  // Closing the server closes its idle HTTP/1 connections too; answers under way say `Connection: close`.
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const session of sessions) session.close();
  const cut = setTimeout(() => {
    server.closeAllConnections();
    for (const session of sessions) session.destroy();
  }, graceMs);
  const sessionsClosed = [...sessions].map((session) => new Promise<void>((resolve) => session.once("close", resolve)));
  await Promise.all([closed, ...sessionsClosed]);
  clearTimeout(cut);
}
