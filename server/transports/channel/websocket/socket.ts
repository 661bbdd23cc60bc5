import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type ServerOptions, type WebSocket, WebSocketServer } from "ws";
import { Fault } from "../../../core/fault.ts";
import { FixedWindow } from "../../../core/fixed-window/fixed-window.ts";
import { windows } from "../../../core/fixed-window/windows.ts";
import { limits } from "../../../core/limits.ts";
import { networkOf } from "../../../core/network.ts";
import { faultBody, faultTable } from "../../../rpc/errors/faults.ts";
import type { CallerAddress } from "../../http/caller-address.ts";
import type { AllowedOrigins } from "../../http/cors.ts";
import { EventLoopTurn } from "../../http/event-loop-turn.ts";
import type { UpgradeRequest, Upgrades } from "../../http/port.ts";
import type { Cipher } from "../noise/cipher.ts";
import { type Endpoint, endpoints, subprotocols } from "../noise/endpoint.ts";
import type { ChannelTransport } from "../transport.ts";
import { type CloseStatus, type Connection, closeStatus, type Receiver } from "../wire/connection.ts";
import { asksForChannel } from "./asks-for-channel.ts";

export interface SocketDeps {
  readonly transport: Pick<ChannelTransport, "accept" | "shutDown">;
  /** Origins of web pages that may open channels. Clients other than browsers send no origin, and may. */
  readonly allowedOrigins: AllowedOrigins;
  /** Whether connections without TLS are accepted from other machines too. */
  readonly allowsPlain: boolean;
  readonly callerAddress: CallerAddress;
  /** Concurrent connections from one network. */
  readonly perNetworkMax: number;
  /** Milliseconds from any fixed moment. */
  readonly now: () => number;
}

/** Options of ws that its types lack. */
interface NewerOptions extends ServerOptions {
  readonly maxFragments: number;
  readonly closeTimeout: number;
}

/** Opens the channel's endpoints to WebSocket (RFC 6455) over HTTP/1.1. */
export function createChannelSockets(deps: SocketDeps): Upgrades {
  const sockets = newSocketServer();
  const byNetwork = new Map<string, number>();
  const turn = new EventLoopTurn();

  function count(network: string, change: 1 | -1): void {
    const after = (byNetwork.get(network) ?? 0) + change;
    if (after === 0) byNetwork.delete(network);
    else byNetwork.set(network, after);
  }

  /** Returns why a connection is refused; undefined if it is accepted. */
  function refusal(request: UpgradeRequest, endpoint: Endpoint | undefined, network: string): Fault | undefined {
    const { url = "", headers } = request;
    const { origin } = headers;
    if (url.includes("?")) return invalid("query", "must be absent: URLs end up in logs");
    if (endpoint === undefined) return new Fault("RESOURCE_NOT_FOUND", "There is no channel at this path.");
    if (origin !== undefined && deps.allowedOrigins !== "*" && !deps.allowedOrigins.has(origin)) {
      return new Fault("PERMISSION_DENIED", "Pages of this origin may not open channels.");
    }
    if (!isEncrypted(request) && !deps.allowsPlain && !isLoopback(request.socket.remoteAddress)) {
      return new Fault("PERMISSION_DENIED", "Channels from other machines need TLS.");
    }
    const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
    if (!offered.some((name) => subprotocols.has(name))) {
      return invalid("Sec-WebSocket-Protocol", `must name ${[...subprotocols.keys()].join(" or ")}`);
    }
    if ((byNetwork.get(network) ?? 0) >= deps.perNetworkMax) {
      return new Fault("RATE_LIMIT_EXCEEDED", "Too many channels from this network are open.");
    }
    return undefined;
  }

  return {
    accepts: asksForChannel,

    accept(request, socket, head) {
      const address = deps.callerAddress(request.socket.remoteAddress ?? "", request.headers);
      const network = networkOf(address);
      const endpoint = endpoints.find(({ path }) => path === request.url);
      const fault = refusal(request, endpoint, network);
      if (fault !== undefined) {
        refuse(socket, fault);
        return;
      }
      // Counted before the answer, since many may connect at once.
      count(network, 1);
      socket.once("close", () => count(network, -1));
      sockets.handleUpgrade(request as IncomingMessage, socket, head, (opened) => {
        const connection = new SocketConnection(opened, address, turn);
        const cipher = subprotocols.get(opened.protocol) as Cipher;
        connection.deliverTo(deps.transport.accept(connection, endpoint as Endpoint, cipher), deps.now);
      });
    },

    close: deps.transport.shutDown,
  };
}

/** Creates the server of ws, which answers handshakes that are otherwise accepted. */
function newSocketServer(): WebSocketServer {
  const options: NewerOptions = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.channelMessageBytesMax,
    maxFragments: limits.channelFragmentsMax,
    closeTimeout: limits.channelCloseMs,
    autoPong: false,
    // In the client's order of preference.
    handleProtocols: (offered) => [...offered].find((name) => subprotocols.has(name)) ?? false,
  };
  const sockets = new WebSocketServer(options);
  // Without a listener ws would answer with a page.
  sockets.on("wsClientError", (error, socket) => refuse(socket, handshakeFault(error), handshakeHeaders));
  return sockets;
}

/**
 * A WebSocket as a connection. It stops passing messages on once either side ends the connection: ws goes on reading a
 * connection that it closes, and may already have read the next messages.
 */
class SocketConnection implements Connection {
  readonly address: string;
  readonly #socket: WebSocket;
  readonly #turn: EventLoopTurn;
  #receiver: Receiver | undefined;
  #isOver = false;

  constructor(socket: WebSocket, address: string, turn: EventLoopTurn) {
    this.#socket = socket;
    this.#turn = turn;
    this.address = address;
  }

  /** Starts passing messages on to their receiver, which is notified once when the connection is over. */
  deliverTo(receiver: Receiver, now: () => number): void {
    const socket = this.#socket;
    const controls = new FixedWindow(windows.channelControlMessages.windowMs);
    const isAllowed = () => {
      if (!this.#isOver && controls.record(now()) > windows.channelControlMessages.countMax) this.#end();
      return !this.#isOver;
    };
    this.#receiver = receiver;
    socket.on("message", (bytes, isBinary) => {
      if (this.#isOver) return;
      if (isBinary) receiver.message(bytes as Buffer);
      else this.#end(closeStatus.unsupported);
    });
    socket.on("ping", (bytes) => {
      if (isAllowed()) socket.pong(bytes);
    });
    socket.on("pong", isAllowed);
    // ws has answered violations of the WebSocket protocol with a close frame, and reads no further.
    socket.on("error", () => this.#over());
    socket.on("close", () => this.#over());
  }

  get unsentBytes(): number {
    return this.#socket.bufferedAmount;
  }

  send(message: Uint8Array): void {
    this.#socket.send(message);
  }

  atEndOfTurn(callback: () => void): void {
    this.#turn.atEnd(callback);
  }

  close(status: CloseStatus): void {
    this.#isOver = true;
    this.#socket.close(status);
  }

  cut(): void {
    this.#isOver = true;
    this.#socket.terminate();
  }

  /** Ends the connection for a reason of WebSocket, which the receiver does not know: with a status, or at once. */
  #end(status?: CloseStatus): void {
    this.#over();
    if (status === undefined) this.#socket.terminate();
    else this.#socket.close(status);
  }

  #over(): void {
    this.#isOver = true;
    const receiver = this.#receiver;
    this.#receiver = undefined;
    receiver?.gone();
  }
}

/** Refuses an upgrade over HTTP, with the same body as every error. */
function refuse(socket: Duplex, fault: Fault, headers = ""): void {
  const { status } = faultTable[fault.reason];
  const body = JSON.stringify(faultBody(fault, ""));
  socket.on("error", () => socket.destroy());
  // A client that keeps its own side open must not hold the connection.
  socket.once("finish", () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n${headers}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Version of WebSocket, which a refused client must be told (RFC 6455, section 4.4). */
const handshakeHeaders = "Sec-WebSocket-Version: 13\r\n";

const handshakeExpectations: { readonly [header: string]: string } = {
  "Sec-WebSocket-Key": "must be 16 bytes in base64",
  "Sec-WebSocket-Version": "must be 13",
};

/** Returns the fault of a handshake that ws refuses, whose error names the header. */
function handshakeFault({ message }: Error): Fault {
  const [header = "Upgrade"] = /Sec-WebSocket-\w+/.exec(message) ?? [];
  return invalid(header, handshakeExpectations[header] ?? "must be as in RFC 6455");
}

function invalid(parameter: string, expected: string): Fault {
  return new Fault("PARAMETER_INVALID", `${parameter} ${expected}`, { parameter });
}

function isEncrypted({ socket }: UpgradeRequest): boolean {
  return socket.encrypted === true;
}

function isLoopback(address = ""): boolean {
  return address === "::1" || /^(::ffff:)?127\./i.test(address);
}
