import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  ClientHelloSchema,
  type Envelope,
  type ServerHello,
  ServerHelloSchema,
} from "#contract/channel/v1/channel_pb.js";
import { utf8 } from "../bytes.ts";
import type { EnvelopeInit, ResumeInit } from "./effects.ts";
import { envelopesOf, OutgoingBatch } from "./frame.ts";
import { aesGcm } from "./noise/aes-gcm.ts";
import { chaChaPoly } from "./noise/chacha-poly.ts";
import type { Cipher } from "./noise/cipher.ts";
import { Initiator } from "./noise/initiator.ts";
import type { KeyPair } from "./noise/key-pair.ts";
import type { NoiseTransport } from "./noise/transport.ts";
import { checkServerKey, type ServerKey, UntrustedServer } from "./server-key.ts";

/** Claims that the server requires of a rotating token for this connection. */
export interface ChannelTerms {
  readonly audience: string;
  readonly windowSeconds: number;
  /** Absent if the server has issued too many. */
  readonly challenge?: string;
  readonly channelBinding: Uint8Array;
}

export type ChannelCredentials = { readonly rotatingToken: string } | { readonly sessionToken: string };

export interface ConnectionDeps {
  /** A ws or wss URL. */
  readonly endpoint: string;
  readonly staticKey: KeyPair;
  readonly serverKey: ServerKey;
  readonly credentials: (terms: ChannelTerms) => Promise<ChannelCredentials>;
  readonly webSocket: new (url: string, protocols: string[]) => WebSocket;
}

/** Listener of a connection. */
export interface ConnectionListener {
  connected(): void;
  received(envelope: Envelope): void;
  /** `isFatal` if a reconnection cannot succeed. */
  lost(cause: string, isFatal: boolean): void;
}

/** Ciphers of a channel. */
export type CipherName = "ChaCha20-Poly1305" | "AES-256-GCM";

/** Subprotocols and their ciphers, in order of preference. */
const subprotocols: ReadonlyMap<string, { readonly name: CipherName; readonly cipher: Cipher }> = new Map([
  ["wallet.v1.chachapoly", { name: "ChaCha20-Poly1305", cipher: chaChaPoly }],
  ["wallet.v1", { name: "AES-256-GCM", cipher: aesGcm }],
]);
/** `readyState` of an open WebSocket. */
const openState = 1;

/** A WebSocket and the handshake on it: envelopes in and out. Messages are processed one after another. */
export class Connection {
  readonly #deps: ConnectionDeps;
  readonly #listener: ConnectionListener;
  readonly #resume: ResumeInit | undefined;
  readonly #socket: WebSocket;
  readonly #batch = new OutgoingBatch();
  #reading: Promise<void> = Promise.resolve();
  #writing: Promise<void> = Promise.resolve();
  #isGreeted = false;
  #binding: Uint8Array = new Uint8Array();
  #hello: ServerHello | undefined;
  #initiator: Initiator | undefined;
  #transport: NoiseTransport | undefined;
  #isOver = false;

  constructor(deps: ConnectionDeps, resume: ResumeInit | undefined, listener: ConnectionListener) {
    this.#deps = deps;
    this.#resume = resume;
    this.#listener = listener;
    this.#socket = new deps.webSocket(deps.endpoint, [...subprotocols.keys()]);
    this.#socket.binaryType = "arraybuffer";
    this.#socket.addEventListener("open", () => {
      listener.connected();
      this.#inTurn(() => this.#greet());
    });
    this.#socket.addEventListener("message", ({ data }) => {
      this.#read(new Uint8Array(data as ArrayBuffer));
    });
    this.#socket.addEventListener("close", ({ code }) => {
      // Earlier messages are read first.
      this.#reading = this.#reading.then(() => this.#end(`the connection was closed with ${code}`, false));
    });
  }

  /** Cipher that the server has chosen; undefined until it has. */
  get cipher(): CipherName | undefined {
    return subprotocols.get(this.#socket.protocol)?.name;
  }

  /** Sends an envelope, in one message with others sent before the previous message is encrypted. */
  send(envelope: EnvelopeInit): void {
    const isFirst = this.#batch.isEmpty;
    this.#batch.add(envelope);
    if (isFirst) this.#inTurn(() => this.#flush());
  }

  /** Returns the claims that the server requires of a token for this connection and challenge. */
  terms(challenge: string): ChannelTerms {
    const { audience, rotationWindow } = this.#hello as ServerHello;
    const asked = challenge === "" ? {} : { challenge };
    return { audience, windowSeconds: rotationWindow, channelBinding: this.#binding, ...asked };
  }

  /** Sends the batch, and closes. The listener is not called any more. */
  close(): void {
    this.#isOver = true;
    this.#writing = this.#writing.then(() => this.#socket.close());
  }

  #read(message: Uint8Array<ArrayBuffer>): void {
    this.#reading = this.#reading.then(async () => {
      if (this.#isOver) return;
      try {
        if (this.#transport !== undefined) await this.#receive(message, this.#transport);
        else await this.#introduce(message);
      } catch (error) {
        this.#end((error as Error).message, error instanceof UntrustedServer);
      }
    });
  }

  async #greet(): Promise<void> {
    const { endpoint, staticKey } = this.#deps;
    const prologue = utf8(`platonic channel v1 ${new URL(endpoint).pathname}`);
    const chosen = subprotocols.get(this.#socket.protocol);
    if (chosen === undefined) throw new Error("the server has chosen none of the client's subprotocols");
    this.#initiator = new Initiator({ cipher: chosen.cipher, prologue, staticKey });
    this.#put(await this.#initiator.hello());
  }

  async #receive(message: Uint8Array<ArrayBuffer>, transport: NoiseTransport): Promise<void> {
    const { envelopes, endsKey } = envelopesOf(await transport.decrypt(message));
    if (endsKey) transport.rekeyIncoming();
    for (const envelope of envelopes) if (!this.#isOver) this.#listener.received(envelope);
  }

  async #introduce(message: Uint8Array<ArrayBuffer>): Promise<void> {
    const initiator = this.#initiator;
    if (this.#isGreeted || initiator === undefined) throw new Error("the server sent a message out of turn");
    this.#isGreeted = true;
    const hello = fromBinary(ServerHelloSchema, await initiator.readHello(message));
    await checkServerKey(this.#deps.serverKey, initiator.remoteStatic, hello);
    this.#hello = hello;
    await initiator.begin();
    this.#binding = initiator.hash;
    const given = await this.#deps.credentials(this.terms(hello.challenge));
    const credentials =
      "rotatingToken" in given
        ? { case: "rotatingToken" as const, value: given.rotatingToken }
        : { case: "sessionToken" as const, value: given.sessionToken };
    const resume = this.#resume && { resume: this.#resume };
    const answer = toBinary(ClientHelloSchema, create(ClientHelloSchema, { credentials, ...resume }));
    const introduction = await initiator.introduce(answer);
    this.#transport = await initiator.split();
    this.#inTurn(async () => this.#put(introduction));
  }

  async #flush(): Promise<void> {
    const transport = this.#transport as NoiseTransport;
    while (!this.#batch.isEmpty) {
      const { bytes, endsKey } = this.#batch.take();
      const sealed = transport.encrypt(bytes);
      if (endsKey) transport.rekeyOutgoing();
      this.#put(await sealed);
    }
  }

  #put(message: Uint8Array<ArrayBuffer>): void {
    if (this.#socket.readyState === openState) this.#socket.send(message);
  }

  /** Runs writes one after another. */
  #inTurn(write: () => Promise<void>): void {
    this.#writing = this.#writing.then(async () => {
      try {
        await write();
      } catch (error) {
        this.#end((error as Error).message, false);
      }
    });
  }

  #end(cause: string, isFatal: boolean): void {
    if (this.#isOver) return;
    this.close();
    this.#listener.lost(cause, isFatal);
  }
}
