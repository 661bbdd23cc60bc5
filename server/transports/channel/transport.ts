import { randomBytes, randomUUID } from "node:crypto";
import type { DescMethodUnary } from "@bufbuild/protobuf";
import { GoAwayReason, type Resume } from "../../../gen/es/channel/v1/channel_pb.js";
import type { Codec } from "../../rpc/codec/codec.ts";
import type { Authenticate, Pipeline } from "../../rpc/pipeline.ts";
import type { Cipher } from "./noise/cipher.ts";
import type { Endpoint } from "./noise/endpoint.ts";
import type { StaticKey } from "./noise/static-key.ts";
import { Admission } from "./session/admission.ts";
import { Calls } from "./session/calls.ts";
import { type Arriving, Channel, type ChannelDeps } from "./session/channel.ts";
import { DetachedSessions } from "./session/detached-sessions.ts";
import { Opening, type OpeningDeps } from "./session/opening.ts";
import type { Pressure } from "./session/pressure.ts";
import { Requests } from "./session/requests.ts";
import { type Connection, closeStatus, type Receiver } from "./wire/connection.ts";
import { createEnvelopeWriter } from "./wire/envelope.ts";

export interface ChannelTransportDeps {
  readonly pipeline: Pipeline;
  /** Returns the codec of a method: protobuf's binary encoding, as over gRPC. */
  readonly codecOf: (method: DescMethodUnary) => Codec;
  /** Identifies the owner of a session. Must be the pipeline's. */
  readonly authenticate: Authenticate;
  readonly staticKey: StaticKey;
  /** Required claim `aud` of rotating tokens, and their window. */
  readonly audience: string;
  readonly windowSeconds: number;
  /** Requests wait while it is high. */
  readonly pressure: Pressure;
  /** Concurrent channels of one identity. */
  readonly perIdentityMax: number;
  /** Whole milliseconds since 1970, monotonic. */
  readonly now: () => number;
  /** Called with unexpected errors. */
  readonly onBug: (error: unknown, requestId: string) => void;
}

/** Opens channels on connections and owns them. It has no clock: its owner calls `tick` about once a second. */
export interface ChannelTransport {
  accept(connection: Connection, endpoint: Endpoint, cipher: Cipher): Receiver;
  tick(nowMs: number): void;
  /** Checks whether the sessions of an identity's channels are still open. */
  checkSessions(identityId: string): void;
  /** Refuses new channels and requests; open channels close once their running requests are answered. */
  shutDown(): void;
  /** Number of channels with a connection. */
  readonly count: number;
}

export function createChannelTransport(deps: ChannelTransportDeps): ChannelTransport {
  const { now, onBug, windowSeconds } = deps;
  const calls = new Calls(deps.pipeline, deps.codecOf);
  const admission = new Admission(calls, deps.authenticate);
  const writeEnvelope = createEnvelopeWriter();
  const openings = new Set<Opening>();
  const attached = new Map<string, Channel>();
  const byIdentity = new Map<string, number>();
  const detached = new DetachedSessions();
  let isClosing = false;

  const channelDeps: ChannelDeps = {
    admission,
    requests: new Requests(calls, deps.pressure, onBug),
    writeEnvelope,
    windowMs: windowSeconds * 1000,
    now,
    onBug,
    onDetached(channel, isResumable) {
      attached.delete(channel.id);
      count(channel.identityId, -1);
      if (isResumable && !isClosing) detached.add(channel, now());
    },
  };
  const openingDeps: OpeningDeps = {
    ...deps,
    admission,
    writeEnvelope,
    onAdmitted: admit,
    onOver: (opening) => openings.delete(opening),
  };

  function count(identityId: string, change: 1 | -1): void {
    const after = (byIdentity.get(identityId) ?? 0) + change;
    if (after === 0) byIdentity.delete(identityId);
    else byIdentity.set(identityId, after);
  }

  function admit(arriving: Arriving, clientKey: string, resume: Resume | undefined): Channel | GoAwayReason {
    if (isClosing) return GoAwayReason.SHUTDOWN;
    const { identityId } = arriving.admitted;
    const earlier = resume && earlierOf(resume.channelId, identityId, clientKey);
    const isAttached = earlier !== undefined && attached.has(earlier.id);
    if (!isAttached && (byIdentity.get(identityId) ?? 0) >= deps.perIdentityMax) return GoAwayReason.OVERLOAD;
    if (earlier?.resume(arriving, resume?.lastSeq ?? 0n)) {
      if (!isAttached) attach(earlier);
      return earlier;
    }
    const channel = new Channel(randomBytes(16).toString("base64url"), clientKey, arriving.admitted, channelDeps);
    attach(channel);
    channel.open(arriving);
    return channel;
  }

  /** Returns the channel to resume, if it belongs to the same identity and client key. */
  function earlierOf(id: string, identityId: string, clientKey: string): Channel | undefined {
    const channel = attached.get(id) ?? detached.find(id, now());
    return channel?.identityId === identityId && channel.clientKey === clientKey ? channel : undefined;
  }

  function attach(channel: Channel): void {
    detached.delete(channel.id);
    attached.set(channel.id, channel);
    count(channel.identityId, 1);
  }

  return {
    accept(connection, endpoint, cipher) {
      const opening = new Opening(connection, endpoint, cipher, randomUUID(), openingDeps);
      openings.add(opening);
      if (isClosing) connection.close(closeStatus.goingAway);
      return opening;
    },
    tick(nowMs) {
      for (const opening of openings) opening.tick(nowMs);
      for (const channel of attached.values()) channel.tick(nowMs);
      detached.tick(nowMs);
    },
    checkSessions(identityId) {
      if (!byIdentity.has(identityId)) return;
      for (const channel of attached.values()) if (channel.identityId === identityId) channel.checkSession();
    },
    shutDown() {
      isClosing = true;
      for (const opening of openings) opening.shutDown();
      for (const channel of attached.values()) channel.shutDown();
    },
    get count() {
      return attached.size;
    },
  };
}
