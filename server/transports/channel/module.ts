import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { Sessions } from "../../access/domain/sessions.ts";
import type { Config } from "../../app/config.ts";
import { bytesToSign } from "../../core/signing/purposes.ts";
import type { Store } from "../../database/source.ts";
import type { Vault } from "../../modules/identity/domain/vault.ts";
import type { OwnSigner } from "../../modules/identity/service-keys.ts";
import type { Ledger } from "../../modules/ledger/domain/book.ts";
import { pressureOf } from "../../modules/ledger/operations/transfers/submission.ts";
import { serviceSecret } from "../../modules/vault/store/service-secrets.ts";
import { binaryForm } from "../../rpc/codec/protobuf/codecs.ts";
import type { Authenticate, Pipeline } from "../../rpc/pipeline.ts";
import type { Upgrades } from "../http/port.ts";
import { createStaticKey } from "./noise/static-key.ts";
import { createChannelDoor } from "./transport.ts";
import { createChannelSockets } from "./websocket/socket.ts";

export interface ChannelHouse {
  /** For the port. */
  readonly upgrades: Upgrades;
  /** For the door of HTTP: JSON by its path. */
  readonly documents: readonly (readonly [path: string, document: () => Promise<string>])[];
  close(): void;
}

export interface ChannelHouseParts {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly ledger: Ledger;
  readonly vault: Vault;
  /** Signs by the service's own key. */
  readonly sign: OwnSigner["sign"];
  readonly pipeline: Pipeline;
  readonly identify: Authenticate;
  readonly config: Config;
  readonly log: Logger;
}

/** So finely the channel sees time. */
const tickMs = 1_000;
/** The service's key is replaced after 30 days; its signature of the channel's key is made anew more often. */
const signedMs = 10 * 60_000;

/** Composes the channel: its key, its door, and the sockets by which that is reached. */
export async function composeChannel(parts: ChannelHouseParts): Promise<ChannelHouse> {
  const { store, sessions, ledger, vault, pipeline, identify, config, log } = parts;
  // A clock that is set back must not keep anything open for longer.
  const now = () => Math.floor(performance.timeOrigin + performance.now());
  const place = { table: "service_secrets", column: "sealed", row: "channel", identity: "service", purpose: "channel" };
  const sealer = {
    seal: (bytes: Uint8Array) => vault.seal(place, bytes),
    open: (sealed: Uint8Array) => vault.open(place, sealed),
  };
  const privateBytes = await serviceSecret(store, "channel", sealer, () => randomBytes(32));
  const staticKey = createStaticKey(privateBytes, remembered(parts.sign, now));
  const door = createChannelDoor({
    pipeline,
    formOf: binaryForm,
    identify,
    staticKey,
    audience: config.tokenAudience,
    windowSeconds: config.rotationWindowSeconds,
    pressure: pressureOf(ledger),
    perIdentityMax: config.channel.perIdentityMax,
    now,
    onBug: (error, requestId) => log.error({ requestId, err: error }, "the channel failed"),
  });
  const stopListening = sessions.onRevoked(door.checkSessions);
  const ticking = setInterval(() => door.tick(now()), tickMs).unref();
  return {
    upgrades: createChannelSockets({
      door,
      allowedOrigins: config.corsOrigins.includes("*") ? "*" : new Set(config.corsOrigins),
      allowsPlain: config.channel.allowsPlain,
      perNetworkMax: config.channel.perNetworkMax,
      now,
    }),
    documents: [["/.well-known/channel.json", staticKey.document]],
    close() {
      clearInterval(ticking);
      stopListening();
    },
  };
}

/** A signature for each handshake would make the vault the handshakes' bottleneck. */
function remembered(sign: OwnSigner["sign"], now: () => number) {
  let last: ReturnType<OwnSigner["sign"]> | undefined;
  let madeAtMs = Number.NEGATIVE_INFINITY;
  return (publicKey: Uint8Array) => {
    if (last === undefined || now() - madeAtMs >= signedMs) {
      madeAtMs = now();
      last = sign(bytesToSign("channel", publicKey));
      // A failure is not remembered.
      last.catch(() => {
        last = undefined;
      });
    }
    return last;
  };
}
