import { randomUUID } from "node:crypto";
import { create, type DescService, fromBinary, toBinary } from "@bufbuild/protobuf";
import { ClientHelloSchema, type Envelope, ServerHelloSchema } from "#contract/channel/v1/channel_pb.js";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { createPlanLimiter } from "../../../server/access/limits/plan-limiter.ts";
import { Fault } from "../../../server/core/fault.ts";
import { openMethods } from "../../../server/rpc/authorization.ts";
import { binaryCodec } from "../../../server/rpc/codec/protobuf/codecs.ts";
import type { ServiceTable } from "../../../server/rpc/handler.ts";
import { createPipeline, type Observation } from "../../../server/rpc/pipeline.ts";
import { aesGcm } from "../../../server/transports/channel/noise/aes-gcm.ts";
import { endpoints } from "../../../server/transports/channel/noise/endpoint.ts";
import { type KeyPair, newKeyPair } from "../../../server/transports/channel/noise/key-pair.ts";
import { createStaticKey } from "../../../server/transports/channel/noise/static-key.ts";
import type { NoiseTransport } from "../../../server/transports/channel/noise/transport.ts";
import type { Pressure } from "../../../server/transports/channel/session/pressure.ts";
import { type ChannelTransport, createChannelTransport } from "../../../server/transports/channel/transport.ts";
import type { Connection, Receiver } from "../../../server/transports/channel/wire/connection.ts";
import { until } from "../../support/until.ts";
import type { Body } from "./client.ts";
import { Handshake } from "./noise/handshake.ts";
import { openedFrame, sealedFrame } from "./wire/frames.ts";

// biome-ignore lint/suspicious/noExplicitAny: operations of tests.
type Operation = (request: any, context: any) => unknown;

export const windowMs = 300_000;
const plan = { name: "identity", requestsPerMinute: 1e9, concurrentRequests: 1_000 };

const noPressure: Pressure = { isHigh: false, relieved: () => Promise.resolve() };

/** A channel transport over a pipeline whose operations and time are set by the test. */
export class ChannelFixture {
  nowMs = 1_800_000_000_000;
  /** Tokens of open sessions, with their owners. */
  readonly sessions = new Map<string, string>();
  readonly bugs: unknown[] = [];
  readonly calls: Observation[] = [];
  readonly staticKey = createStaticKey(Buffer.alloc(32, 9), async () => ({
    keyId: "key",
    signature: new Uint8Array(64),
  }));
  readonly transport: ChannelTransport;

  /** `operations` replace the default ones, which return an empty answer. */
  constructor(
    operations: { readonly [localName: string]: Operation } = {},
    perIdentityMax = 16,
    pressure: Pressure = noPressure,
  ) {
    const identify = (authorization: string | undefined) => {
      const identityId = this.sessions.get(authorization?.slice(7) ?? "");
      if (identityId === undefined) throw new Fault("INVALID_API_KEY", "The credentials are invalid.");
      const session = { id: authorization?.slice(7) as string, identityId };
      return { id: `identity:${identityId}`, plan, permissions: ["*"], session };
    };
    const defaults: { readonly [localName: string]: Operation } = {
      createChallenge: () => ({ challenge: "a nonce" }),
      // A rotating token is `<identity> <binding>`. It renews a session of that identity, and opens one otherwise.
      authenticate: ({ token }, { channelBinding, principal }) => {
        const [identityId, binding] = token.split(" ");
        if (binding !== channelBinding) return { success: false, errorCode: 1 };
        if (principal.session?.identityId === identityId) return { success: true, authLevel: 3, sessionToken: "" };
        return { success: true, authLevel: 2, sessionToken: this.session(identityId) };
      },
      listSessions: ({ identityId }) => ({
        sessions: [...this.sessions].filter(([, of]) => of === identityId).map(([id]) => ({ id, authLevel: 1 })),
      }),
    };
    const tableOf = (service: DescService): ServiceTable => ({
      service,
      operations: Object.fromEntries(
        service.methods.map(({ localName }) => {
          return [localName, operations[localName] ?? defaults[localName] ?? (() => ({}))];
        }),
      ),
    });
    const pipeline = createPipeline({
      tables: [AuthenticationService, TransactionService, WalletService].map(tableOf),
      authenticate: identify,
      anonymous: (address) => ({ id: address, plan, permissions: [] }),
      openToAll: openMethods({ registration: false }),
      limiter: createPlanLimiter(),
      delegate: () => Promise.reject(new Error("nothing is delegated")),
      outageOf: () => undefined,
      observe: (observation) => this.calls.push(observation),
      now: () => this.nowMs,
    });
    this.transport = createChannelTransport({
      pipeline,
      codecOf: binaryCodec,
      authenticate: identify,
      staticKey: this.staticKey,
      audience: "test",
      windowSeconds: windowMs / 1000,
      pressure,
      perIdentityMax,
      onSessionsChanged: () => () => {},
      now: () => this.nowMs,
      onBug: (error) => this.bugs.push(error),
    });
  }

  /** Opens a session, and returns its token. */
  session(identityId: string): string {
    const token = `pls_${randomUUID()}`;
    this.sessions.set(token, identityId);
    return token;
  }

  /** Advances the time, with a tick every second; the given clients send a message each second. */
  advance(ms: number, ...activeClients: FixtureClient[]): void {
    const endMs = this.nowMs + ms;
    while (this.nowMs < endMs) {
      this.nowMs = Math.min(endMs, this.nowMs + 1_000);
      for (const client of activeClients) client.sendEnvelope({ case: undefined });
      this.transport.tick(this.nowMs);
    }
  }

  connect(path = "/channel/wallet", staticKey = newKeyPair()): FixtureClient {
    return new FixtureClient(this.transport, path, staticKey);
  }

  /** Returns a client with an open channel. */
  async open(identityId = "ada", options: OpenOptions = {}): Promise<FixtureClient> {
    const client = this.connect(options.path, options.staticKey);
    await client.startHandshake();
    await client.finishHandshake(`${identityId} ${client.binding}`, options.resume);
    return client;
  }
}

/** Ledger pressure that the test sets. */
export class FixturePressure implements Pressure {
  isHigh = false;
  #wake: (() => void)[] = [];

  relieved = () => new Promise<void>((resolve) => this.#wake.push(resolve));

  /** Wakes everything that waits for relief; with `isHigh` the pressure stays high. */
  relieve(isHigh = false): void {
    this.isHigh = isHigh;
    for (const wake of this.#wake.splice(0)) wake();
  }
}

export interface OpenOptions {
  readonly path?: string;
  readonly staticKey?: KeyPair;
  readonly resume?: { readonly channelId: string; readonly lastSeq: bigint };
}

/** A client with an in-memory connection, so that tests do not wait for a network. */
export class FixtureClient implements Connection {
  readonly address = "192.0.2.1";
  readonly staticKey: KeyPair;
  readonly receiver: Receiver;
  unsentBytes = 0;
  status: number | undefined;
  isCut = false;
  seq = 0n;
  ack = 0n;
  readonly #handshake: Handshake;
  readonly #sent: Uint8Array[] = [];
  #dueAtEndOfTurn: (() => void)[] = [];
  #transport: NoiseTransport | undefined;

  constructor(transport: ChannelTransport, path: string, staticKey: KeyPair) {
    this.staticKey = staticKey;
    const prologue = Buffer.from(`platonic channel v1 ${path}`);
    this.#handshake = new Handshake({ pattern: "XX", cipher: aesGcm, isInitiator: true, prologue, staticKey });
    const endpoint = endpoints.find((each) => each.path === path) as (typeof endpoints)[number];
    this.receiver = transport.accept(this, endpoint, aesGcm);
  }

  send(message: Uint8Array): void {
    // Nothing is sent after the close frame.
    if (!this.isOver) this.#sent.push(message);
  }
  atEndOfTurn(callback: () => void): void {
    this.#dueAtEndOfTurn.push(callback);
  }
  close(status: number): void {
    this.status ??= status;
  }
  cut(): void {
    this.isCut = true;
    this.receiver.gone();
  }

  /** Unread messages of the server. Reading them ends the turn. */
  get sent(): Uint8Array[] {
    for (const callback of this.#dueAtEndOfTurn.splice(0)) callback();
    return this.#sent;
  }

  get isOver(): boolean {
    return this.status !== undefined || this.isCut;
  }

  async startHandshake() {
    this.receiver.message(this.#handshake.write(new Uint8Array()));
    await this.#answered();
    const hello = fromBinary(ServerHelloSchema, this.#handshake.read(this.sent.shift() as Uint8Array));
    this.#handshake.begin();
    return hello;
  }

  get binding(): string {
    return this.#handshake.payloadHash.toString("base64url");
  }

  /** Sends the third message, and waits for the server's answer. */
  async finishHandshake(rotatingToken: string, resume?: OpenOptions["resume"]): Promise<void> {
    const credentials = { case: "rotatingToken" as const, value: rotatingToken };
    const hello = create(ClientHelloSchema, { credentials, ...(resume && { resume }) });
    const message = this.#handshake.write(toBinary(ClientHelloSchema, hello));
    this.#transport = this.#handshake.split();
    this.receiver.message(message);
    await this.#answered();
  }

  get transport(): NoiseTransport {
    return this.#transport as NoiseTransport;
  }

  /** Encrypts envelopes as one message. Their numbers continue unless one is given. */
  encrypted(bodies: readonly Body[], seq?: bigint): Uint8Array {
    const envelopes = bodies.map((body) => ({ seq: seq ?? ++this.seq, ack: this.ack, body }));
    return sealedFrame(this.transport, envelopes);
  }

  sendEnvelope(body: Body, seq?: bigint): void {
    this.receiver.message(this.encrypted([body], seq));
  }

  sendEnvelopes(bodies: readonly Body[]): void {
    this.receiver.message(this.encrypted(bodies));
  }

  /** Sends the given bytes, encrypted, as a frame. */
  sendFrame(frame: Uint8Array): void {
    this.receiver.message(this.transport.encrypt(frame));
  }

  /** Sends a request of TransactionService; returns its id. */
  request(method = "GetTransaction", opId: string = randomUUID(), members: object = {}): string {
    this.sendEnvelope(this.requestOf(method, opId, members));
    return opId;
  }

  requestOf(method = "GetTransaction", opId: string = randomUUID(), members: object = {}): Body {
    const desc = TransactionService.methods.find(({ name }) => name === method);
    const input = (desc as NonNullable<typeof desc>).input;
    const request = { identityId: "ada", sender: "ada", transactionId: opId, ...members };
    const payload = toBinary(input, create(input, request));
    return { case: "request", value: { opId, method: `wallet.v1.TransactionService/${method}`, payload } };
  }

  /** Returns the envelopes received since the last call. */
  take(): Envelope[] {
    const envelopes = this.sent.splice(0).flatMap((sealed) => openedFrame(this.transport, sealed));
    for (const { seq } of envelopes) if (seq > this.ack) this.ack = seq;
    return envelopes;
  }

  /** Returns the kinds of the envelopes received since the last call. */
  takeKinds(): (string | undefined)[] {
    return this.take().map(({ body }) => body.case);
  }

  #answered(): Promise<void> {
    return until(() => this.sent.length > 0 || this.isOver);
  }
}

/** An operation whose calls wait until the test releases them. */
export function heldOperation() {
  const waiting: ((answer?: object) => void)[] = [];
  return {
    operation: () => new Promise<object>((resolve) => waiting.push((answer = {}) => resolve(answer))),
    get count() {
      return waiting.length;
    },
    release: (count = waiting.length) => {
      for (const answer of waiting.splice(0, count)) answer();
    },
  };
}
