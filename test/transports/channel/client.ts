import { randomUUID } from "node:crypto";
import {
  create,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import { type ClientOptions, WebSocket } from "ws";
import {
  ClientHelloSchema,
  type Envelope,
  type EnvelopeSchema,
  type Error as ErrorMessage,
  type ServerHello,
  ServerHelloSchema,
  type Welcome,
} from "#contract/channel/v1/channel_pb.js";
import type { Cipher } from "../../../server/transports/channel/noise/cipher.ts";
import { subprotocols } from "../../../server/transports/channel/noise/endpoint.ts";
import { type KeyPair, newKeyPair } from "../../../server/transports/channel/noise/key-pair.ts";
import type { NoiseTransport } from "../../../server/transports/channel/noise/transport.ts";
import { Handshake } from "./noise/handshake.ts";
import { type EnvelopeInit, openedFrame, sealedFrame } from "./wire/frames.ts";

export type Body = Exclude<MessageInitShape<typeof EnvelopeSchema>["body"], undefined>;
type Case = NonNullable<Envelope["body"]["case"]>;
type Value<Name extends Case> = Extract<Envelope["body"], { case: Name }>["value"];
type Hello = MessageInitShape<typeof ClientHelloSchema>;

/** Incoming messages of a socket, in order, and its close status. */
export class Messages {
  readonly socket: WebSocket;
  /** Status of the close frame; 1006 if there was none. */
  readonly closed: Promise<number>;
  readonly #unread: Buffer[] = [];
  #wake: (() => void) | undefined;
  #isClosed = false;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (bytes) => {
      this.#unread.push(bytes as Buffer);
      this.#wake?.();
    });
    socket.on("error", () => {});
    this.closed = new Promise((resolve) => {
      socket.on("close", (status) => {
        this.#isClosed = true;
        this.#wake?.();
        resolve(status);
      });
    });
  }

  /** Returns the next message; undefined after the last one. */
  async next(): Promise<Buffer | undefined> {
    while (this.#unread.length === 0 && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#unread.shift();
  }
}

/** Opens a WebSocket; rejects with UpgradeRefused if the server refuses it. */
export function openSocket(
  url: string,
  path: string,
  options: ClientOptions = {},
  protocols: string[] = ["wallet.v1"],
) {
  const socket = new WebSocket(`${url.replace("http", "ws")}${path}`, protocols, options);
  const messages = new Messages(socket);
  return new Promise<Messages>((resolve, reject) => {
    socket.on("open", () => resolve(messages));
    socket.on("unexpected-response", (_, response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece) => pieces.push(piece));
      response.on("end", () => {
        socket.terminate();
        reject(new UpgradeRefused(response.statusCode as number, JSON.parse(Buffer.concat(pieces).toString() || "{}")));
      });
    });
    socket.on("error", reject);
  });
}

/** An upgrade that was refused. */
export class UpgradeRefused extends Error {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
  readonly body: any;

  constructor(status: number, body: unknown) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** A handshake after the server's message, before the client has authenticated. */
export interface StartedHandshake {
  readonly hello: ServerHello;
  readonly messages: Messages;
  readonly handshake: Handshake;
  /** Channel binding, which tokens have as claim `cb`. */
  readonly binding: Uint8Array;
}

export async function startHandshake(
  url: string,
  path = "/channel/wallet",
  staticKey: KeyPair = newKeyPair(),
  options: ClientOptions = {},
  protocols?: string[],
): Promise<StartedHandshake> {
  return startHandshakeOn(await openSocket(url, path, options, protocols), path, staticKey);
}

export async function startHandshakeOn(
  messages: Messages,
  path: string,
  staticKey: KeyPair = newKeyPair(),
): Promise<StartedHandshake> {
  const prologue = Buffer.from(`platonic channel v1 ${path}`);
  const cipher = subprotocols.get(messages.socket.protocol) as Cipher;
  const handshake = new Handshake({ pattern: "XX", cipher, isInitiator: true, prologue, staticKey });
  messages.socket.send(handshake.write(new Uint8Array()));
  const answer = await messages.next();
  if (answer === undefined) throw new Error(`closed with ${await messages.closed}`);
  const hello = fromBinary(ServerHelloSchema, handshake.read(answer));
  handshake.begin();
  return { hello, messages, handshake, binding: handshake.payloadHash };
}

/** Sends the third message. `ChannelClient.welcome` is known after the answer was read. */
export function finishHandshake({ messages, handshake }: StartedHandshake, hello: Hello): ChannelClient {
  messages.socket.send(handshake.write(toBinary(ClientHelloSchema, create(ClientHelloSchema, hello))));
  return new ChannelClient(messages, handshake.split());
}

/** A client after its handshake. */
export class ChannelClient {
  readonly messages: Messages;
  readonly transport: NoiseTransport;
  /** Number of the last envelope sent, and the highest number received. */
  seq = 0n;
  ack = 0n;
  /** Unread envelopes of the last decrypted message. */
  #unread: Envelope[] = [];
  #welcome: Welcome | undefined;

  constructor(messages: Messages, transport: NoiseTransport) {
    this.messages = messages;
    this.transport = transport;
  }

  get socket(): WebSocket {
    return this.messages.socket;
  }

  get welcome(): Welcome {
    return this.#welcome as Welcome;
  }

  /** Returns the next envelope; undefined after the last one. */
  async next(): Promise<Envelope | undefined> {
    if (this.#unread.length === 0) {
      const sealed = await this.messages.next();
      if (sealed === undefined) return undefined;
      this.#unread = openedFrame(this.transport, sealed);
    }
    const envelope = this.#unread.shift() as Envelope;
    if (envelope.seq > this.ack) this.ack = envelope.seq;
    if (envelope.body.case === "welcome") this.#welcome = envelope.body.value;
    return envelope;
  }

  /** Returns the next envelope of a kind; skips others. */
  async expect<Name extends Case>(name: Name): Promise<Value<Name>> {
    const seen: string[] = [];
    for (;;) {
      const envelope = await this.next();
      if (envelope === undefined) throw new Error(`no ${name} but ${seen} and close ${await this.messages.closed}`);
      if (envelope.body.case === name) return envelope.body.value as Value<Name>;
      seen.push(JSON.stringify(envelope.body, (_, value) => (typeof value === "bigint" ? String(value) : value)));
    }
  }

  envelope(body: Body, seq = ++this.seq): EnvelopeInit {
    return { seq, ack: this.ack, body };
  }

  /** Sends envelopes in one message. */
  send(...bodies: readonly Body[]): void {
    const envelopes = bodies.map((body) => this.envelope(body));
    this.socket.send(sealedFrame(this.transport, envelopes));
  }

  /** Sends a request; returns its id. */
  request<Method extends DescMethodUnary>(
    method: Method,
    message: MessageInitShape<Method["input"]>,
    opId: string = randomUUID(),
  ): string {
    const payload = toBinary(method.input, create(method.input, message as never));
    this.send({ case: "request", value: { opId, method: nameOf(method), payload } });
    return opId;
  }

  /** Calls a method; returns its answer or error. */
  async call<Method extends DescMethodUnary>(
    method: Method,
    message: MessageInitShape<Method["input"]>,
  ): Promise<MessageShape<Method["output"]> | ErrorMessage> {
    const opId = this.request(method, message);
    const result = await this.expect("result");
    if (result.opId !== opId) throw new Error("the result of another request");
    const { answer } = result;
    if (answer.case === "error") return answer.value;
    return fromBinary(method.output, answer.value as Uint8Array) as MessageShape<Method["output"]>;
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.messages.closed;
  }
}

function nameOf(method: DescMethodUnary): string {
  return `${method.parent.typeName}/${method.name}`;
}

/** Opens a channel and waits for its Welcome. */
export async function openChannel(
  url: string,
  credentials: (started: StartedHandshake) => Hello | Promise<Hello>,
  {
    path = "/channel/wallet",
    staticKey = newKeyPair(),
    subprotocol = "wallet.v1",
  }: { path?: string; staticKey?: KeyPair; subprotocol?: string } = {},
): Promise<ChannelClient> {
  const started = await startHandshake(url, path, staticKey, {}, [subprotocol]);
  const client = finishHandshake(started, await credentials(started));
  await client.expect("welcome");
  return client;
}
