import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  ClientHelloSchema,
  type Envelope,
  type ServerHello,
  ServerHelloSchema,
} from "../../../../gen/es/channel/v1/channel_pb.js";
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

/** What the server wants of a rotating token that is to be good on this connection alone. */
export interface ChannelTerms {
  readonly audience: string;
  readonly windowSeconds: number;
  /** Absent when the server has given out too many. */
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

/** Hears what becomes of a connection. */
export interface ConnectionListener {
  connected(): void;
  received(envelope: Envelope): void;
  /** `isFatal`: trying again is of no use. */
  lost(cause: string, isFatal: boolean): void;
}

/** The subprotocols by their ciphers, the one that is preferred first. */
const subprotocols: ReadonlyMap<string, Cipher> = new Map([
  ["wallet.v1.chachapoly", chaChaPoly],
  ["wallet.v1", aesGcm],
]);
/** That of a WebSocket on which messages can be sent. */
const openState = 1;

/** A WebSocket and the handshake on it: envelopes in and out. Messages are worked on one after the other. */
export class Connection {
  readonly #deps: ConnectionDeps;
  readonly #listener: ConnectionListener;
  readonly #resume: ResumeInit | undefined;
  readonly #socket: WebSocket;
  readonly #gathering = new OutgoingBatch();
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
      // What came before it is read first.
      this.#reading = this.#reading.then(() => this.#end(`the connection was closed with ${code}`, false));
    });
  }

  /** What is sent before its turn comes, in the same breath or while a seal is under way, goes with it. */
  send(envelope: EnvelopeInit): void {
    const isFirst = this.#gathering.isEmpty;
    this.#gathering.add(envelope);
    if (isFirst) this.#inTurn(() => this.#sendGathered());
  }

  /** What the server wants of a token for this connection, and this challenge. */
  terms(challenge: string): ChannelTerms {
    const { audience, rotationWindow } = this.#hello as ServerHello;
    const asked = challenge === "" ? {} : { challenge };
    return { audience, windowSeconds: rotationWindow, channelBinding: this.#binding, ...asked };
  }

  /** Sends what is to be sent, and closes. Nothing is heard any more. */
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
    const cipher = subprotocols.get(this.#socket.protocol);
    if (cipher === undefined) throw new Error("the server has chosen none of the client's subprotocols");
    this.#initiator = new Initiator({ cipher, prologue, staticKey });
    this.#put(await this.#initiator.hello());
  }

  async #receive(message: Uint8Array<ArrayBuffer>, transport: NoiseTransport): Promise<void> {
    const { envelopes, endsKey } = envelopesOf(await transport.decrypt(message));
    if (endsKey) transport.rekeyIncoming();
    for (const envelope of envelopes) if (!this.#isOver) this.#listener.received(envelope);
  }

  async #introduce(message: Uint8Array<ArrayBuffer>): Promise<void> {
    const initiator = this.#initiator;
    if (this.#isGreeted || initiator === undefined) throw new Error("the server spoke out of its turn");
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

  async #sendGathered(): Promise<void> {
    const transport = this.#transport as NoiseTransport;
    while (!this.#gathering.isEmpty) {
      const { bytes, endsKey } = this.#gathering.take();
      const sealed = transport.encrypt(bytes);
      if (endsKey) transport.rekeyOutgoing();
      this.#put(await sealed);
    }
  }

  #put(message: Uint8Array<ArrayBuffer>): void {
    if (this.#socket.readyState === openState) this.#socket.send(message);
  }

  /** What writes, one after the other. */
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
