import type { Logger } from "pino";
import type { Metrics } from "../../core/metrics/metrics.ts";
import { bytesToSign } from "../../core/signing/purposes.ts";
import { binaryCodec } from "../../rpc/codec/protobuf/codecs.ts";
import { ReverseBuffer } from "../../rpc/codec/protobuf/reverse-buffer.ts";
import type { Authenticate, Pipeline } from "../../rpc/pipeline.ts";
import { bugLine } from "../../rpc/telemetry/bug-line.ts";
import type { CallerAddress } from "../http/caller-address.ts";
import type { AllowedOrigins } from "../http/cors.ts";
import type { Upgrades } from "../http/port.ts";
import type { ChannelSettings } from "./config.ts";
import { createStaticKey, type Signed } from "./noise/static-key.ts";
import type { OnSessionsChanged } from "./session/channel-registry.ts";
import type { Pressure } from "./session/pressure.ts";
import { createChannelTransport } from "./transport.ts";
import { createChannelSockets } from "./websocket/socket.ts";

export interface ChannelModuleDeps {
  readonly pipeline: Pipeline;
  /** Must be the pipeline's. */
  readonly authenticate: Authenticate;
  /** The service's X25519 private key: 32 bytes. */
  readonly privateKey: Uint8Array;
  /** Signs with the service's own key. */
  readonly sign: (bytes: Uint8Array) => Promise<Signed>;
  readonly onSessionsChanged: OnSessionsChanged;
  readonly pressure: Pressure;
  /** Required value of the claim `aud` of rotating tokens, and their lifetime. */
  readonly audience: string;
  readonly windowSeconds: number;
  readonly allowedOrigins: AllowedOrigins;
  readonly callerAddress: CallerAddress;
  readonly settings: ChannelSettings;
  readonly metrics: Metrics;
  readonly log: Logger;
}

export interface ChannelModule {
  /** WebSocket upgrades, for the port. */
  readonly upgrades: Upgrades;
  /** JSON documents by their path, for the port. */
  readonly documents: readonly (readonly [path: string, document: () => Promise<string>])[];
}

/** Interval between ticks of the channel clock. */
const tickMs = 1_000;
/** Longest use of a signature of the channel's key. Signing keys live for 30 days. */
const signatureMs = 10 * 60_000;

/** Opens the channel: its static key, its sessions and its WebSocket endpoints. */
export function openChannelModule(deps: ChannelModuleDeps, resources: AsyncDisposableStack): ChannelModule {
  const { settings, log, windowSeconds, audience } = deps;
  // Monotonic: setting the system's clock back must not keep anything open for longer.
  const now = () => Math.floor(performance.timeOrigin + performance.now());
  const staticKey = createStaticKey(deps.privateKey, cached(deps.sign, now));
  const buffer = new ReverseBuffer();
  const transport = createChannelTransport({
    pipeline: deps.pipeline,
    codecOf: (method) => binaryCodec(method, buffer),
    authenticate: deps.authenticate,
    staticKey,
    audience,
    windowSeconds,
    pressure: deps.pressure,
    perIdentityMax: settings.perIdentityMax,
    now,
    onSessionsChanged: deps.onSessionsChanged,
    onBug: bugLine(log, "channel failed"),
  });
  deps.metrics.gauge(
    { name: "platonic.channels", help: "Open channels of wallets", unit: "{channel}" },
    () => transport.count,
  );
  const ticking = setInterval(() => transport.tick(now()), tickMs).unref();
  resources.defer(() => clearInterval(ticking));
  return {
    upgrades: createChannelSockets({
      transport,
      allowedOrigins: deps.allowedOrigins,
      allowsPlain: settings.allowsPlain,
      callerAddress: deps.callerAddress,
      perNetworkMax: settings.perNetworkMax,
      now,
    }),
    documents: [["/.well-known/channel.json", staticKey.document]],
  };
}

/** Caches the signature: signing at each handshake would make the vault the bottleneck. */
function cached(sign: ChannelModuleDeps["sign"], now: () => number) {
  let last: Promise<Signed> | undefined;
  let madeAtMs = Number.NEGATIVE_INFINITY;
  return (publicKey: Uint8Array) => {
    if (last === undefined || now() - madeAtMs >= signatureMs) {
      madeAtMs = now();
      last = sign(bytesToSign("channel", publicKey));
      // Failures are not cached.
      last.catch(() => {
        last = undefined;
      });
    }
    return last;
  };
}
