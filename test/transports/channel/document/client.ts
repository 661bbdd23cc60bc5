import { EventEmitter, once } from "node:events";
import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { WebSocket } from "ws";
import {
  ClientHelloSchema,
  type Envelope,
  FrameSchema,
  type ServerHello,
  ServerHelloSchema,
  type Welcome,
} from "#contract/channel/v1/channel_pb.js";
import { type Direction, Initiator, newStaticKey, type Subprotocol } from "./noise.ts";

export type Body = Exclude<NonNullable<MessageInitShape<typeof FrameSchema>["envelopes"]>[number]["body"], undefined>;
type Credentials = NonNullable<MessageInitShape<typeof ClientHelloSchema>["credentials"]>;

export interface Wallet {
  /** Origin of the service, such as `ws://127.0.0.1:8080`. */
  readonly url: string;
  readonly endpoint?: string;
  readonly subprotocol?: Subprotocol;
  /** Credentials for a connection, from ServerHello, the service's static key and the channel binding. */
  readonly credentials: (
    hello: ServerHello,
    remoteStatic: Buffer,
    binding: string,
  ) => Credentials | Promise<Credentials>;
}

/** All that outlives a connection: what a client keeps of a channel to resume it. */
class Memory {
  readonly staticKey = newStaticKey();
  channelId: string | undefined;
  sentSeq = 0n;
  receivedSeq = 0n;
  /** Requests and questions that the server has not acknowledged, which are sent again after a resumption. */
  unconfirmed: { readonly seq: bigint; readonly body: Body }[] = [];
}

const messageBytesMax = 128 * 1024;
const tagBytes = 16;

/** Whether an envelope outlives its connection: pings, pongs, tokens and GoAways do not. */
function isOfTheChannel({ case: name }: Body): boolean {
  return name === "request" || name === "resolve";
}

/**
 * A client of the wallet channel that is written from docs/channel.md, the contract and Noise's specification alone, and
 * shares no code with the service or the SDKs. If it fails, a stranger's client does.
 */
export class DocumentedClient {
  readonly wallet: Wallet;
  readonly memory = new Memory();
  /** Envelopes as they came; frames of them tell which came together. */
  readonly frames: Envelope[][] = [];
  binding = "";
  welcome: Welcome | undefined;
  #socket: WebSocket | undefined;
  #sending: Direction | undefined;
  #receiving: Direction | undefined;
  readonly #arrivals = new EventEmitter().setMaxListeners(0);
  #failure: unknown;

  constructor(wallet: Wallet) {
    this.wallet = wallet;
  }

  /** Opens the channel, or resumes it if there was one. Resolves with the Welcome. */
  async connect(): Promise<Welcome> {
    const { url, endpoint = "/channel/wallet", subprotocol = "wallet.v1.chachapoly", credentials } = this.wallet;
    const { memory } = this;
    const socket = new WebSocket(url + endpoint, subprotocol, { perMessageDeflate: false });
    this.#socket = socket;
    await once(socket, "open");
    const initiator = new Initiator(subprotocol, endpoint, memory.staticKey);
    socket.send(initiator.writeFirst());
    const [second] = (await once(socket, "message")) as [Buffer];
    const hello = fromBinary(ServerHelloSchema, initiator.readSecond(second));
    const third = initiator.beginThird();
    this.binding = third.binding;
    const clientHello = create(ClientHelloSchema, {
      credentials: await credentials(hello, initiator.remoteStatic, third.binding),
      ...(memory.channelId !== undefined && {
        resume: { channelId: memory.channelId, lastSeq: memory.receivedSeq },
      }),
    });
    const { bytes, sending, receiving } = initiator.endThird(toBinary(ClientHelloSchema, clientHello));
    this.#sending = sending;
    this.#receiving = receiving;
    this.welcome = undefined;
    socket.on("message", (message: Buffer) => this.#read(message));
    socket.send(Buffer.concat([third.bytes, bytes]));
    return this.until(() => this.welcome);
  }

  /** Sends bodies as one message; returns the number of the last. */
  send(...bodies: Body[]): bigint {
    const envelopes = bodies.map((body) => ({ seq: ++this.memory.sentSeq, body }));
    this.memory.unconfirmed.push(...envelopes.filter(({ body }) => isOfTheChannel(body)));
    this.#write(envelopes);
    return this.memory.sentSeq;
  }

  /** Resolves with the first value of `find` that is not undefined, which is asked again after each message. */
  async until<T>(find: () => T | undefined): Promise<T> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure;
      const found = find();
      if (found !== undefined) return found;
      await once(this.#arrivals, "arrival");
    }
  }

  /** All envelopes so far. */
  get received(): Envelope[] {
    return this.frames.flat();
  }

  /** Resolves with the answer to a request: the payload of the response, or the error. */
  result(opId: string) {
    return this.until(
      () =>
        this.received.flatMap(({ body }) =>
          body.case === "result" && body.value.opId === opId ? [body.value.answer] : [],
        )[0],
    );
  }

  /** Cuts the connection, as a lost network does. */
  async lose(): Promise<void> {
    const socket = this.#socket as WebSocket;
    socket.removeAllListeners("message");
    socket.terminate();
    await once(socket, "close");
  }

  /** Resolves with the status with which the server closes. */
  async closed(): Promise<number> {
    return ((await once(this.#socket as WebSocket, "close")) as [number])[0];
  }

  /** Ends the channel. */
  async end(): Promise<void> {
    const closed = this.closed();
    this.send({ case: "goAway", value: { reason: 6 } });
    await closed;
  }

  #write(numbered: { readonly seq: bigint; readonly body: Body }[]): void {
    const ack = this.memory.receivedSeq;
    const envelopes = numbered.map(({ seq, body }) => ({ seq, ack, body }));
    const plain = toBinary(FrameSchema, create(FrameSchema, { envelopes }));
    if (plain.length + tagBytes > messageBytesMax) {
      const half = Math.ceil(numbered.length / 2);
      this.#write(numbered.slice(0, half));
      this.#write(numbered.slice(half));
      return;
    }
    this.#socket?.send((this.#sending as Direction).encrypt(plain));
    if (numbered.at(-1)?.body.case === "reauthenticate") this.#sending?.rekey();
  }

  #read(message: Buffer): void {
    try {
      const { envelopes } = fromBinary(FrameSchema, (this.#receiving as Direction).decrypt(message));
      if (envelopes.at(-1)?.body.case === "reauthenticate") this.#receiving?.rekey();
      this.frames.push(envelopes.filter((envelope) => this.#take(envelope)));
    } catch (failure) {
      this.#failure = failure;
    }
    this.#arrivals.emit("arrival");
  }

  /** Notes an envelope, and answers those that need it. Returns whether it is a new one. */
  #take({ seq, ack, body }: Envelope): boolean {
    const { memory } = this;
    if (body.case === "welcome") this.#begin(body.value, seq);
    else if (seq <= memory.receivedSeq) return false;
    else memory.receivedSeq = seq;
    memory.unconfirmed = memory.unconfirmed.filter((sent) => sent.seq > ack);
    if (body.case === "welcome" && body.value.isResumed && memory.unconfirmed.length > 0)
      this.#write(memory.unconfirmed);
    if (body.case === "ping") this.send({ case: "pong", value: { nonce: body.value.nonce } });
    return true;
  }

  #begin(welcome: Welcome, seq: bigint): void {
    const { memory } = this;
    this.welcome = welcome;
    memory.channelId = welcome.channelId;
    if (welcome.isResumed) return;
    memory.receivedSeq = seq;
    memory.sentSeq = 0n;
    memory.unconfirmed = [];
  }
}
