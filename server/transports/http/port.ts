import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createHttp2Server, type Http2Server, type Http2Session } from "node:http2";
import { createServer as createHttpsServer, Server as HttpsServer } from "node:https";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { limits } from "../../core/limits.ts";
import type { CallerAddress } from "./caller-address.ts";
import { Connections } from "./connections.ts";
import { EventLoopTurn } from "./event-loop-turn.ts";
import type { ExchangeContext, MeasuredExchange } from "./exchange.ts";
import type { ExchangeHandler } from "./handler.ts";
import { HeaderNames } from "./header-names.ts";
import { boundHalfClosed, Http1Exchange } from "./http1-exchange.ts";
import { Http2Exchange } from "./http2-exchange.ts";
import type { RefuseCall } from "./local-only.ts";
import {
  areTooLong,
  flawOf,
  refuseLongHeaders,
  refuseMalformed,
  refuseUnreadable,
  withAllAuthorizations,
} from "./malformed-request.ts";
import { NetworkCounts, type NetworkPlaces } from "./network-places.ts";
import { sniffProtocol } from "./preface.ts";

const tlsBounds = { minVersion: "TLSv1.2" } as const;

export interface PortOptions {
  readonly host: string;
  readonly port: number;
  /** Whether other sockets of this user may listen on the port, too, and the kernel spreads connections over them. */
  readonly isShared?: boolean;
  /** Concurrent connections; the operating system queues or refuses more. */
  readonly connectionsMax?: number;
  /** PEM texts; with them the port speaks only TLS, and ALPN chooses the version. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Places for the connections of each network that is not a proxy; any number by default. */
  readonly places?: NetworkPlaces;
  readonly isProxy?: (address: string) => boolean;
  /** Whether proxies begin each connection with a PROXY protocol header; false by default. */
  readonly hasProxyHeaders?: boolean;
  /** By default the address of the connection's peer. */
  readonly callerAddress?: CallerAddress;
  /** Refuses a call in the form of its protocol; without it every refusal is JSON. */
  readonly refuseCall?: RefuseCall;
  /** Called with each request before it is handled. */
  readonly measure?: (exchange: MeasuredExchange) => void;
}

export interface Port {
  /** Address that it listens on; the port is never 0 here. */
  readonly address: AddressInfo;
  /** Resolves with the reason when the port is lost and cannot be opened again; absent: only its process loses it. */
  readonly failed?: Promise<Error>;
  /** Threads that have the port. */
  threads(): PortThreads;
  /** Present state of the port. */
  load(): PortLoad | Promise<PortLoad>;
  /** Presents another certificate to new connections. */
  setCertificate(tls: NonNullable<PortOptions["tls"]>): void;
  /** Ends HTTP/1.1 connections with their next answer. New connections are still accepted. */
  drain(): void;
  /** Refuses new connections. On open ones, requests in flight are still answered. */
  stopListening(): void;
  /** Refuses new connections, lets running requests finish, and resets the rest after the grace period. */
  close(graceMs: number): Promise<void>;
}

export interface PortThreads {
  readonly serving: number;
  /** Number of threads that have ended although they should not have, and are replaced. */
  readonly lost: number;
}

/** State of a port. */
export interface PortLoad {
  readonly connections: number;
  /** Those of the connections that speak HTTP/2. */
  readonly http2: number;
  /** PEM text of the certificate that it presents; undefined without TLS. */
  readonly certificate: string | undefined;
}

/** A request for an upgrade, which may have arrived in another thread. */
export interface UpgradeRequest extends Pick<IncomingMessage, "method" | "url" | "headers"> {
  /** Its member `encrypted` says that the connection has TLS. */
  readonly socket: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean };
}

/** Protocol that takes over HTTP/1.1 connections (RFC 9110, section 7.8). */
export interface Upgrades {
  /** Whether a request asks for this upgrade. Other upgrades are ignored, and the request is answered normally. */
  accepts(request: IncomingMessage): boolean;
  /** Takes over the connection. `head` holds the bytes after the request. */
  accept(request: UpgradeRequest, socket: Duplex, head: Buffer): void;
  /** Called when the port closes; running work may finish within the grace period. */
  close(): void;
}

/** Serves HTTP/1.1 and HTTP/2 on one port. The version follows from ALPN with TLS, from the first bytes without. */
export async function openPort(options: PortOptions, handler: ExchangeHandler, upgrades?: Upgrades): Promise<Port> {
  const { places = new NetworkCounts(Number.POSITIVE_INFINITY), isProxy = () => false } = options;
  const connections = new Connections({ places, isProxy, hasProxyHeaders: options.hasProxyHeaders ?? false });
  let isDraining = false;
  let certificate = options.tls?.cert;
  const context: ExchangeContext = {
    turn: new EventLoopTurn(),
    headerNames: new HeaderNames(),
    callerAddress: options.callerAddress ?? ((peer) => peer),
    isClosing: () => isDraining || !http1.listening,
  };
  const http2 = openHttp2(options, handler, context, () => http1.listening);
  const sessions = trackSessions(http2);
  const http1: Server = listenFor(
    options,
    handler,
    context,
    connections,
    (socket) => {
      // The HTTP/1.1 server allows half-open sockets; an HTTP/2 session must end when its peer closes its side.
      socket.allowHalfOpen = false;
      http2.emit("connection", socket);
    },
    upgrades,
  );
  const ended = new Promise<void>((resolve) => http1.once("close", resolve));
  await new Promise<void>((resolve, reject) => {
    http1.once("error", reject);
    const { host, port, isShared = false } = options;
    http1.listen({ host, port, reusePort: isShared, backlog: limits.backlogMax }, () => {
      http1.off("error", reject);
      resolve();
    });
  });
  return {
    address: http1.address() as AddressInfo,
    threads: () => ({ serving: 1, lost: 0 }),
    load: () => ({ connections: connections.count, http2: sessions.size, certificate }),
    setCertificate: (tls) => {
      certificate = tls.cert;
      if (http1 instanceof HttpsServer) http1.setSecureContext({ ...tls, ...tlsBounds });
    },
    drain: () => {
      isDraining = true;
    },
    stopListening: () => {
      // `http.Server.close` would close idle connections at once, although a proxy may just be sending a request.
      NetServer.prototype.close.call(http1);
    },
    close: (graceMs) => {
      const closed = closeAll(http1, ended, sessions, connections, graceMs);
      upgrades?.close();
      return closed;
    },
  };
}

function openHttp2(
  { measure, refuseCall }: Pick<PortOptions, "measure" | "refuseCall">,
  handler: ExchangeHandler,
  context: ExchangeContext,
  isListening: () => boolean,
): Http2Server {
  const server = createHttp2Server({
    // Node resets streams with more, without an answer, once the client has confirmed the settings.
    settings: { maxConcurrentStreams: limits.streamsPerSessionMax, maxHeaderListSize: limits.answeredHeaderBytesMax },
    maxSessionInvalidFrames: limits.invalidFramesMax,
    maxSessionRejectedStreams: limits.rejectedStreamsMax,
    maxHeaderListPairs: limits.answeredHeadersMax,
    streamResetBurst: limits.streamResetBurst,
    streamResetRate: limits.streamResetsPerSecond,
  });
  server.on("stream", (stream, headers, _flags, rawHeaders) => {
    // The client is notified before its answer arrives, and so before it uses the connection again.
    if (!isListening()) stream.session?.close();
    const exchange = new Http2Exchange(stream, withAllAuthorizations(headers, rawHeaders), context);
    measure?.(exchange);
    if (areTooLong(rawHeaders)) refuseLongHeaders(exchange, refuseCall);
    else handler(exchange);
  });
  // A protocol error ends only its session.
  server.on("sessionError", () => {});
  return server;
}

const http1Bounds = {
  maxHeaderSize: limits.headerBytesMax,
  headersTimeout: limits.headersTimeoutMs,
  requestTimeout: limits.requestTimeoutMs,
  keepAliveTimeout: limits.keepAliveTimeoutMs,
  // TCP keep-alive: a stream may be silent for days, and its peer may disappear without notice.
  keepAlive: true,
  keepAliveInitialDelay: limits.tcpKeepAliveMs,
  connectionsCheckingInterval: 1000,
  // Otherwise the first of two headers counts, while a proxy in front may have used the second.
  joinDuplicateHeaders: true,
  // Node would refuse a request without Host by itself, without a body.
  requireHostHeader: false,
} as const;

/** Listens with the HTTP/1.1 server, because its timeouts work only then. HTTP/2 connections are passed on. */
function listenFor(
  options: PortOptions,
  handler: ExchangeHandler,
  context: ExchangeContext,
  connections: Connections,
  onHttp2: (socket: Socket) => void,
  upgrades: Upgrades | undefined,
): Server {
  const http1Options = {
    ...http1Bounds,
    shouldUpgradeCallback: (request: IncomingMessage) => server.listening && upgrades?.accepts(request) === true,
  };
  const serve = (request: IncomingMessage, response: ServerResponse, isContinueExpected = false) => {
    const exchange = new Http1Exchange(request, response, context, isContinueExpected);
    options.measure?.(exchange);
    const flaw = flawOf(request);
    if (exchange.pipelined > limits.pipelinedMax) request.socket.destroy();
    else if (flaw !== undefined) refuseMalformed(exchange, flaw);
    else handler(exchange);
  };
  let server: Server;
  if (options.tls === undefined) {
    server = createHttpServer(http1Options, serve);
    handOn(server, "connection", (socket: Socket, keep) => {
      connections.add(socket, () =>
        sniffProtocol(socket, (protocol) => {
          connections.decide(socket);
          if (protocol === "http2") onHttp2(socket);
          else keep(socket);
        }),
      );
    });
  } else {
    const tls = { ...options.tls, ...tlsBounds, ALPNProtocols: ["h2", "http/1.1"] };
    server = createHttpsServer({ ...http1Options, ...tls }, serve);
    handOn(server, "connection", (socket: Socket, keep) => connections.add(socket, () => keep(socket)));
    handOn(server, "secureConnection", (socket: TLSSocket, keep) => {
      connections.decide(socket);
      if (socket.alpnProtocol === "h2") {
        onHttp2(socket);
        return;
      }
      keep(socket);
      readThroughStream(socket);
    });
  }
  // Otherwise only answers that are made at once would reach a caller that closes its side after its request.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on(options.tls === undefined ? "connection" : "secureConnection", boundHalfClosed);
  // Node would ask for every body, even of a request that is refused.
  server.on("checkContinue", (request, response) => serve(request, response, true));
  // Unknown expectations are ignored, as RFC 9110 allows.
  server.on("checkExpectation", (request, response) => serve(request, response));
  server.on("clientError", refuseUnreadable);
  server.on("upgrade", (request, socket, head) => upgrades?.accept(request, socket, head));
  server.maxHeadersCount = limits.headersMax;
  server.timeout = limits.inactivityTimeoutMs;
  server.maxConnections = options.connectionsMax ?? limits.connectionsMax;
  return server;
}

/**
 * Makes the HTTP/1.1 parser read a connection's stream instead of its handle. Node pauses the parser while an answer
 * waits to be sent; a TLS handle gives it the next records nevertheless, and the paused parser refuses them as
 * malformed. Node changes the source as soon as another listener is added.
 */
function readThroughStream(socket: TLSSocket): void {
  const listener = () => {};
  socket.on("data", listener);
  socket.off("data", listener);
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

function trackSessions(server: Http2Server): Set<Http2Session> {
  const sessions = new Set<Http2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.setTimeout(limits.sessionIdleTimeoutMs, () => session.close());
    session.once("close", () => sessions.delete(session));
  });
  return sessions;
}

async function closeAll(
  server: Server,
  ended: Promise<void>,
  sessions: Set<Http2Session>,
  connections: Connections,
  graceMs: number,
): Promise<void> {
  // Closing the server closes idle HTTP/1 connections too; answers from now on carry `Connection: close`.
  server.close();
  connections.destroyUndecided();
  for (const session of sessions) session.close();
  const cut = setTimeout(() => {
    connections.resetAll();
  }, graceMs);
  // The server also counts connections that were passed to HTTP/2.
  await ended;
  clearTimeout(cut);
}
