import { once } from "node:events";
import { Agent, createServer as createHttp1 } from "node:http";
import { createServer as createHttp2, type Http2Session } from "node:http2";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { Answer } from "./answer.ts";
import type { Fault } from "./fault.ts";
import { Rules } from "./fault.ts";
import { http1Passage, passUpgrade } from "./http1.ts";
import { http2Passage, Upstream } from "./http2.ts";
import { type Passage, pass } from "./passage.ts";
import { handToProtocol, Relay } from "./relay.ts";

/**
 * Stands between a client and the service, speaks HTTP/1.1 with WebSockets and HTTP/2 without TLS on one port, and does harm
 * by rules.
 */
export class FaultServer {
  readonly rules = new Rules();
  readonly #service: () => URL;
  readonly #upstream: Upstream;
  readonly #agent = new Agent({ keepAlive: false });
  readonly #relays = new Set<Relay>();
  readonly #channels = new Set<Socket>();
  readonly #http1 = createHttp1({ keepAliveTimeout: 60_000 });
  readonly #http2 = createHttp2();
  /** Connections of the relays to `#inner`. */
  readonly #relayed = new Set<Socket>();
  /** Where the connections of clients lead. */
  readonly #inner = createServer((socket) => {
    this.#relayed.add(socket);
    socket.once("close", () => this.#relayed.delete(socket));
    handToProtocol(socket, this.#http1, this.#http2);
  });
  readonly #server = createServer((socket) => this.#accept(socket));
  /** Added to the `Date` of each answer. */
  dateOffsetMs = 0;
  /** Whether new connections are closed at once. */
  isAway = false;
  /** How many of the next connections are accepted and get no answer at all. */
  silentConnections = 0;
  /** `User-Agent` of the requests so far. */
  readonly userAgents = new Set<string>();
  /** Told of each request before it is passed on, and of each answer. */
  onStep: (() => void) | undefined;
  url = "";

  /** @param service URL of the service, which may change when it starts again */
  constructor(service: () => string) {
    this.#service = () => new URL(service());
    this.#upstream = new Upstream(this.#service);
    this.#http1.on("request", (request, response) =>
      this.#pass(http1Passage(request, response, this.#service(), this.#agent)),
    );
    this.#http1.on("upgrade", (request, socket: Socket, head) => {
      this.userAgents.add(request.headers["user-agent"] ?? "");
      const channel = passUpgrade(request, socket, head, this.#service());
      this.#channels.add(channel);
      channel.once("close", () => this.#channels.delete(channel));
    });
    this.#http2.on("stream", (stream, headers) => this.#pass(http2Passage(stream, headers, this.#upstream)));
    this.#http2.on("session", (session: Http2Session) => session.on("error", () => {}));
  }

  async start(): Promise<void> {
    for (const server of [this.#inner, this.#server]) {
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
    }
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Does harm to the next requests whose path ends so. */
  harm(on: string, fault: Fault, times = 1, after = 0): void {
    this.rules.add({ on, fault, times, after });
  }

  /** Ends all harm, and the counts. */
  heal(): void {
    this.rules.clear();
    this.userAgents.clear();
    this.dateOffsetMs = 0;
    this.isAway = false;
    this.silentConnections = 0;
  }

  /** Closes all connections of clients. */
  cutConnections(): void {
    for (const relay of this.#relays) relay.cut();
  }

  /** Passes nothing on any more in either direction of the connections that are open, which stay open. */
  silenceConnections(): void {
    for (const relay of this.#relays) relay.silence();
  }

  /** Number of WebSockets that are passed on. */
  get channelCount(): number {
    return this.#channels.size;
  }

  /** Withholds what the service sends over the WebSockets that are open. */
  silenceChannels(): void {
    for (const channel of this.#channels) channel.unpipe().pause();
  }

  /** Cuts all WebSockets. */
  cutChannels(): void {
    for (const channel of this.#channels) channel.destroy();
  }

  async close(): Promise<void> {
    const closed = Promise.all([once(this.#server, "close"), once(this.#inner, "close")]);
    this.#server.close();
    this.#inner.close();
    this.cutConnections();
    // A session of HTTP/2 that is closing waits for streams whose request nobody reads, and does not see that its peer has gone.
    for (const socket of this.#relayed) socket.destroy();
    this.cutChannels();
    this.#upstream.close();
    this.#agent.destroy();
    await closed;
  }

  #accept(socket: Socket): void {
    socket.on("error", () => {});
    if (this.isAway) return void socket.destroy();
    const relay = new Relay(socket, (this.#inner.address() as AddressInfo).port);
    this.#relays.add(relay);
    socket.once("close", () => this.#relays.delete(relay));
    if (this.silentConnections === 0) return;
    this.silentConnections -= 1;
    relay.silence();
  }

  #pass(passage: Passage): void {
    const fault = this.rules.faultOf(passage.path, passage.traceparent);
    this.userAgents.add(passage.userAgent);
    this.onStep?.();
    const answer: Passage["answer"] = (given, half) => {
      passage.answer(this.#dated(given), half);
      this.onStep?.();
    };
    // The service is away: so is this.
    pass({ ...passage, answer }, fault, this.dateOffsetMs).catch(() => passage.close());
  }

  #dated(answer: Answer): Answer {
    if (this.dateOffsetMs === 0) return answer;
    return { ...answer, headers: { ...answer.headers, date: new Date(Date.now() + this.dateOffsetMs).toUTCString() } };
  }
}
