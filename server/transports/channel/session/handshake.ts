import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import {
  type ClientHello,
  ClientHelloSchema,
  type Envelope,
  GoAwayReason,
  type Resume,
  ServerHelloSchema,
} from "#contract/channel/v1/channel_pb.js";
import { Fault } from "../../../core/fault.ts";
import { limits } from "../../../core/limits.ts";
import type { OnBug } from "../../../rpc/telemetry/bug-line.ts";
import type { Cipher } from "../noise/cipher.ts";
import type { Endpoint } from "../noise/endpoint.ts";
import { prologueOf } from "../noise/endpoint.ts";
import { NoiseError } from "../noise/noise-error.ts";
import { Responder } from "../noise/responder.ts";
import type { StaticKey } from "../noise/static-key.ts";
import { type Connection, closeStatus, type Receiver } from "../wire/connection.ts";
import type { EnvelopeBody, EnvelopeWriter } from "../wire/envelope.ts";
import { errorOf } from "../wire/error.ts";
import { Link } from "../wire/link.ts";
import type { Admission, Admitted } from "./admission.ts";
import type { Arriving } from "./channel.ts";
import { goAway } from "./go-away.ts";

/** Receiver of an open channel's envelopes. */
export interface Opened {
  receive(envelope: Envelope, link: Link): void;
  breach(link: Link): void;
  gone(link: Link): void;
}

export interface HandshakeDeps {
  readonly staticKey: StaticKey;
  readonly admission: Admission;
  readonly writeEnvelope: EnvelopeWriter;
  readonly audience: string;
  readonly windowSeconds: number;
  readonly now: () => number;
  readonly onBug: OnBug;
  /** Returns the token of the session of a channel that the client with this key may resume. */
  readonly sessionTokenOf: (channelId: string, clientKey: string) => string | undefined;
  /** Attaches an admitted client to the channel to resume or to a new one; returns why if it cannot. */
  readonly onAdmitted: (arriving: Arriving, clientKey: string, resume: Resume | undefined) => Opened | GoAwayReason;
  /** Called once the channel is open or the connection has ended. */
  readonly onOver: (handshake: Handshake) => void;
}

type Stage = "hello" | "busy" | "credentials" | "open" | "over";

/** A connection from its first byte until its channel is open: the handshake and the client's authentication. */
export class Handshake implements Receiver {
  readonly #connection: Connection;
  readonly #endpoint: Endpoint;
  readonly #deps: HandshakeDeps;
  readonly #requestId: string;
  readonly #untilMs: number;
  #handshake: Responder | undefined;
  #stage: Stage = "hello";
  #link: Link | undefined;
  #opened: Opened | undefined;

  constructor(connection: Connection, endpoint: Endpoint, cipher: Cipher, requestId: string, deps: HandshakeDeps) {
    this.#connection = connection;
    this.#endpoint = endpoint;
    this.#requestId = requestId;
    this.#deps = deps;
    this.#untilMs = deps.now() + limits.channelSilenceMs;
    const { pair } = deps.staticKey;
    const prologue = prologueOf(endpoint);
    this.#handshake = new Responder({ cipher, prologue, staticKey: pair });
  }

  message(bytes: Uint8Array): void {
    if (this.#link !== undefined) {
      this.#link.message(bytes);
      return;
    }
    if (this.#stage === "hello") this.#step(() => this.#greet(bytes));
    else if (this.#stage === "credentials") this.#step(() => this.#admit(bytes));
    // A message out of turn violates the protocol.
    else if (this.#stage === "busy") this.#end(closeStatus.protocolError);
  }

  gone(): void {
    const link = this.#link;
    this.#over();
    if (link === undefined) return;
    link.gone();
    this.#opened?.gone(link);
  }

  tick(nowMs: number): void {
    if (nowMs >= this.#untilMs) this.#end(closeStatus.policy);
  }

  shutDown(): void {
    this.#end(closeStatus.goingAway);
  }

  async #greet(message: Uint8Array): Promise<void> {
    const handshake = this.#handshake as Responder;
    // The first payload is not encrypted.
    if (handshake.read(message).length > 0) throw new NoiseError("the first message must have no payload");
    const { staticKey, admission, audience, windowSeconds } = this.#deps;
    const origin = { address: this.#connection.address, requestId: this.#requestId, authorization: undefined };
    const [{ keyId, signature }, challenge] = await Promise.all([staticKey.signed(), admission.challenge(origin)]);
    if (this.#stage !== "busy") return;
    const hello: MessageInitShape<typeof ServerHelloSchema> = {
      keyId,
      signature,
      audience,
      rotationWindow: windowSeconds,
      ...(challenge !== undefined && { challenge }),
    };
    this.#connection.send(handshake.write(toBinary(ServerHelloSchema, create(ServerHelloSchema, hello))));
    this.#stage = "credentials";
  }

  async #admit(message: Uint8Array): Promise<void> {
    const handshake = this.#handshake as Responder;
    const hello = readHello(handshake.read(message));
    const binding = handshake.payloadHash.toString("base64url");
    const clientKey = Buffer.from(handshake.remoteStatic as Uint8Array).toString("hex");
    const link = new Link(
      this.#connection,
      handshake.split(),
      (envelope) => this.#opened?.receive(envelope, link),
      () => this.#opened?.breach(link),
    );
    let admitted: Admitted;
    try {
      admitted = await this.#credentials(hello, binding, clientKey);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#refuse(link, error);
      return;
    }
    if (this.#stage !== "busy") return;
    const isNewSession = hello.credentials.case === "rotatingToken";
    const opened = this.#deps.onAdmitted({ link, binding, admitted, isNewSession }, clientKey, hello.resume);
    if (typeof opened === "number") {
      this.#refuse(link, opened);
      return;
    }
    this.#link = link;
    this.#opened = opened;
    this.#over();
    this.#stage = "open";
  }

  #credentials({ credentials, resume }: ClientHello, binding: string, clientKey: string): Promise<Admitted> {
    const { admission, sessionTokenOf } = this.#deps;
    const origin = { address: this.#connection.address, requestId: this.#requestId, authorization: undefined };
    switch (credentials.case) {
      case "rotatingToken": {
        const earlier = resume && sessionTokenOf(resume.channelId, clientKey);
        if (earlier === undefined) return admission.byRotatingToken(credentials.value, binding, origin);
        return admission.renewing(earlier, credentials.value, binding, origin);
      }
      case "sessionToken":
        if (this.#endpoint.level === "high") return admission.bySessionToken(credentials.value, origin);
        throw new Fault("INVALID_API_KEY", "This channel is opened only by a rotating token that is bound to it.");
      default:
        throw new Fault("AUTHENTICATION_REQUIRED", "Send a rotating token or a session token.");
    }
  }

  /** Sends the reason, encrypted, and closes. */
  #refuse(link: Link, why: Fault | GoAwayReason): void {
    if (this.#stage !== "busy") return;
    const bodies: EnvelopeBody[] = [];
    if (why instanceof Fault) bodies.push({ case: "error", value: errorOf({ fault: why }, this.#requestId) });
    const reason = why instanceof Fault ? GoAwayReason.AUTHENTICATION : why;
    bodies.push(goAway(reason));
    bodies.forEach((body, index) => {
      link.send(this.#deps.writeEnvelope(BigInt(index + 1), 0n, body));
    });
    this.#over();
    link.close(closeStatus.policy);
  }

  /** Processes one message of the client. Another message before it is done violates the protocol. */
  #step(act: () => Promise<void>): void {
    this.#stage = "busy";
    act().catch((error: unknown) => {
      // Invalid messages are answered with a status only.
      if (error instanceof NoiseError) {
        this.#end(closeStatus.protocolError);
        return;
      }
      this.#deps.onBug(error, { requestId: this.#requestId });
      this.#end(closeStatus.bug);
    });
  }

  #end(status: (typeof closeStatus)[keyof typeof closeStatus]): void {
    if (this.#stage === "over" || this.#stage === "open") return;
    this.#over();
    this.#connection.close(status);
  }

  #over(): void {
    if (this.#stage === "over" || this.#stage === "open") return;
    this.#stage = "over";
    // The state of the handshake is not needed while the channel lives.
    this.#handshake = undefined;
    this.#deps.onOver(this);
  }
}

function readHello(bytes: Uint8Array): ClientHello {
  try {
    return fromBinary(ClientHelloSchema, bytes);
  } catch (error) {
    throw new NoiseError("the third payload is not a ClientHello", { cause: error });
  }
}
