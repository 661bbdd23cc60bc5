import { randomBytes, randomUUID } from "node:crypto";
import type { DescMethodUnary } from "@bufbuild/protobuf";
import { GoAwayReason, type Resume } from "#contract/channel/v1/channel_pb.js";
import type { Codec } from "../../rpc/codec/codec.ts";
import type { Authenticate, Pipeline } from "../../rpc/pipeline.ts";
import type { OnBug } from "../../rpc/telemetry/bug-line.ts";
import type { Cipher } from "./noise/cipher.ts";
import type { Endpoint } from "./noise/endpoint.ts";
import type { StaticKey } from "./noise/static-key.ts";
import { Admission } from "./session/admission.ts";
import { Calls } from "./session/calls.ts";
import { type Arriving, Channel, type ChannelDeps } from "./session/channel.ts";
import { ChannelRegistry, type OnSessionsChanged } from "./session/channel-registry.ts";
import { Handshake, type HandshakeDeps } from "./session/handshake.ts";
import type { Pressure } from "./session/pressure.ts";
import { Requests } from "./session/requests.ts";
import type { Connection, Receiver } from "./wire/connection.ts";
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
  readonly onSessionsChanged: OnSessionsChanged;
  /** Whole milliseconds since 1970, monotonic. */
  readonly now: () => number;
  /** Called with unexpected errors. */
  readonly onBug: OnBug;
}

/** Opens channels on connections and owns them. It has no clock: its owner calls `tick` about once a second. */
export interface ChannelTransport {
  accept(connection: Connection, endpoint: Endpoint, cipher: Cipher): Receiver;
  tick(nowMs: number): void;
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
  const handshakes = new Set<Handshake>();
  const channels = new ChannelRegistry(deps.onSessionsChanged);
  let isClosing = false;

  const channelDeps: ChannelDeps = {
    admission,
    requests: new Requests(calls, deps.pressure, onBug),
    writeEnvelope,
    windowMs: windowSeconds * 1000,
    now,
    onBug,
    onDetached(channel, isResumable) {
      channels.remove(channel);
      if (isResumable && !isClosing) channels.retain(channel, now());
    },
  };
  const handshakeDeps: HandshakeDeps = {
    ...{ ...deps, admission, writeEnvelope },
    sessionTokenOf: (channelId, clientKey) => channels.sessionTokenOf(channelId, clientKey, now()),
    onAdmitted: admit,
    onOver: (handshake) => handshakes.delete(handshake),
  };

  function admit(arriving: Arriving, clientKey: string, resume: Resume | undefined): Channel | GoAwayReason {
    if (isClosing) return GoAwayReason.SHUTDOWN;
    const { identityId } = arriving.admitted;
    const earlier = resume && channels.find(resume.channelId, { identityId, clientKey }, now());
    const isAttached = earlier !== undefined && channels.isAttached(earlier);
    if (!isAttached && channels.countOf(identityId) >= deps.perIdentityMax) return GoAwayReason.OVERLOAD;
    if (earlier?.resume(arriving, resume?.lastSeq ?? 0n)) {
      if (!isAttached) channels.attach(earlier);
      earlier.checkSession();
      return earlier;
    }
    const channel = new Channel(randomBytes(16).toString("base64url"), clientKey, arriving.admitted, channelDeps);
    channels.attach(channel);
    channel.open(arriving);
    // An end of its session that was told since the handshake looked it up has found no channel.
    channel.checkSession();
    return channel;
  }

  return {
    accept(connection, endpoint, cipher) {
      const handshake = new Handshake(connection, endpoint, cipher, randomUUID(), handshakeDeps);
      handshakes.add(handshake);
      if (isClosing) handshake.shutDown();
      return handshake;
    },
    tick(nowMs) {
      for (const handshake of handshakes) handshake.tick(nowMs);
      for (const channel of channels.attached()) channel.tick(nowMs);
      channels.tick(nowMs);
    },
    shutDown() {
      isClosing = true;
      for (const handshake of handshakes) handshake.shutDown();
      for (const channel of channels.attached()) channel.shutDown();
    },
    get count() {
      return channels.count;
    },
  };
}
