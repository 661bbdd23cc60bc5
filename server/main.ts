import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import type { DestinationStream, Logger } from "pino";
import { KeyService } from "../gen/es/admin/v1/keys_pb.js";
import { GeocodeService } from "../gen/es/geocode/v1/service_pb.js";
import { createVisitor } from "./access/authentication/anonymous.ts";
import { mintApiKey } from "./access/authentication/api-key.ts";
import { createAuthenticator } from "./access/authentication/authenticate.ts";
import { ensureFirstKey } from "./access/authentication/first-key.ts";
import { createLimiter } from "./access/limits/admit.ts";
import { keyOperations } from "./access/operations/keys.ts";
import { storedKeys } from "./access/store/keys.ts";
import { storedSessions } from "./access/store/sessions.ts";
import { type Config, loadConfig } from "./app/config.ts";
import { bufferedOutput, createLog } from "./app/log.ts";
import { openStore } from "./database/source.ts";
import { composeBackup } from "./modules/backup/module.ts";
import { geocodeOperations } from "./modules/geocode/operations.ts";
import { composeHost } from "./modules/host/module.ts";
import { composeIdentity } from "./modules/identity/module.ts";
import { composeLedger } from "./modules/ledger/module.ts";
import type { Stretching } from "./modules/vault/passphrase-root.ts";
import type { HashParameters } from "./modules/verification/methods/hasher.ts";
import type { Outbox } from "./modules/verification/methods/mail-trap.ts";
import { createPipeline } from "./rpc/pipeline.ts";
import type { Plan } from "./rpc/plan.ts";
import { createObserver } from "./rpc/telemetry/observer.ts";
import { createPool } from "./threads/requests/pool.ts";
import { createSignatureChecks } from "./threads/signatures/checks.ts";
import { composeChannel } from "./transports/channel/module.ts";
import { createRpcDoor } from "./transports/connect/transport.ts";
import { createHttpDoor } from "./transports/http/handler.ts";
import { openPort } from "./transports/http/port.ts";
import { createRestDoor } from "./transports/rest/transport.ts";

/** A running server. */
export interface Server {
  readonly address: AddressInfo;
  /** The operator's key when this start created it; to be shown once. */
  readonly operatorKey: string | undefined;
  /** Verification codes that were kept instead of sent, where no server is configured to send them. */
  readonly outbox: Outbox;
  /** Takes no new work, finishes what is under way, writes what is left and closes everything. */
  close(): Promise<void>;
}

/** What only tests set. */
export interface ServeOptions {
  readonly log?: Logger;
  /** How the vault's passphrase is stretched: less than the service ever does. */
  readonly stretching?: Stretching;
  /** What hashing a password costs. */
  readonly hashing?: HashParameters;
}

/**
 * Composes the service: config -> store -> pipeline -> doors. With its helpers the only place that knows all rooms. Lines
 * of the log go to the destination. What is open is closed in the opposite order, also when a start fails on its way.
 */
export async function serve(
  config: Config,
  destination: DestinationStream,
  { log = createLog(config.logLevel, destination), stretching, hashing }: ServeOptions = {},
): Promise<Server> {
  await using opened = new AsyncDisposableStack();
  const kept: Keep = (part) => opened.adopt(part, async () => part.close());

  const store = kept(await openStore(config));
  const sessions = storedSessions(store);
  const { isSignature } = kept(createSignatureChecks(availableParallelism()));
  const identity = kept(await composeIdentity({ store, isSignature, sessions, config, log, stretching, hashing }));
  const { identities, accounts, vault, sign } = identity;
  const backup = kept(await composeBackup({ store, config, log, stretching }));
  const { knownBatches } = backup;
  const ledger = kept(
    await composeLedger({ store, isSignature, identities, vault, receiptSigner: sign, knownBatches, config, log }),
  );
  const keys = storedKeys(store);
  const authenticator = kept(
    createAuthenticator({
      keys,
      sessions,
      plans: config.plans,
      sessionPlan: config.plans.get("identity"),
      issuers: config.issuers,
      own: identity.ownIssuer,
      report: (error) => log.error({ err: error }, "uses of keys and sessions could not be written"),
    }),
  );
  const pool = kept(createPool(config.workerThreads));
  const houses = [...identity.tables, ...ledger.tables];
  const host = composeHost({ config, log, identities, accounts, ledger: ledger.ledger, tables: houses });
  const pipeline = createPipeline({
    tables: [
      { service: GeocodeService, operations: geocodeOperations, isPure: true },
      { service: KeyService, operations: keyOperations({ keys, plans: config.plans, mint: mintApiKey }) },
      ...houses,
      ...backup.tables,
      ...host.tables,
    ],
    authenticate: authenticator.authenticate,
    visitor: createVisitor(config.plans.get("visitor") as Plan),
    openRegistration: config.openRegistration,
    limiter: createLimiter(),
    delegate: pool.delegate,
    observe: createObserver(log, destination),
    now: () => performance.now(),
  });
  const identify = authenticator.authenticate;
  const channel = kept(
    await composeChannel({ store, sessions, ledger: ledger.ledger, vault, sign, pipeline, identify, config, log }),
  );

  let isClosing = false;
  const onBug = (error: unknown, requestId: string) => log.error({ requestId, err: error }, "answer failed");
  const door = createHttpDoor({
    allowedOrigins: config.corsOrigins.includes("*") ? "*" : new Set(config.corsOrigins),
    isReady: async () => !isClosing && (await keys.isEmpty().then(() => true)),
    documents: new Map([["/.well-known/jwks.json", identity.ownIssuer.keySet], ...channel.documents]),
    rpc: createRpcDoor(pipeline),
    rest: createRestDoor(pipeline, onBug),
    onBug,
  });
  const doors: Door[] = [];
  // At the same time: each of them may take the whole grace.
  opened.defer(async () => {
    await Promise.all(doors.map((one) => one.close(isClosing ? config.shutdownGraceMs : 0)));
  });
  const port = await openPort({ host: config.host, port: config.port, tls: readTls(config) }, door, channel.upgrades);
  doors.push(port);
  doors.push(await host.open(pipeline));
  // Only now: a start that fails would make a key that nobody is ever shown.
  const operatorKey = await ensureFirstKey({ keys, bootstrapApiKey: config.bootstrapApiKey });
  const open = opened.move();
  return {
    address: port.address,
    operatorKey,
    outbox: identity.outbox,
    close() {
      isClosing = true;
      return open.disposeAsync();
    },
  };
}

/** Has a part closed when the server is, or when it cannot start. */
type Keep = <Part extends { close(): void | Promise<void> }>(part: Part) => Part;

interface Door {
  close(graceMs: number): Promise<void>;
}

function readTls({ tls }: Config): { cert: string; key: string } | undefined {
  return tls && { cert: readFileSync(tls.certFile, "utf8"), key: readFileSync(tls.keyFile, "utf8") };
}

async function main(): Promise<void> {
  let config: Config;
  try {
    config = loadConfig(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 2;
    return;
  }
  const destination = bufferedOutput();
  const log = createLog(config.logLevel, destination);
  const server = await serve(config, destination, { log }).catch((error: unknown) => {
    log.fatal({ err: error }, "the server could not start");
    process.stderr.write(`The server could not start: ${startProblem(error, config)}\n`);
    process.exitCode = 1;
    return undefined;
  });
  if (server === undefined) return;
  const { address, port } = server.address;
  const host = address.includes(":") ? `[${address}]` : address;
  log.info({ address, port, url: `${config.tls ? "https" : "http"}://${host}:${port}` }, "listening");
  if (server.operatorKey !== undefined) {
    // Not through the log: it is shown to the operator once and kept nowhere.
    process.stderr.write(
      `\nThe operator's API key, shown this once:\n\n  export PLATONIC_API_KEY=${server.operatorKey}\n\n`,
    );
  }
  const stop = (signal: NodeJS.Signals) => {
    // A second signal ends the process at once, as by default.
    process.off("SIGINT", stop).off("SIGTERM", stop);
    log.info({ signal }, "shutting down");
    server.close().then(
      () => log.info("closed"),
      (error: unknown) => {
        log.fatal({ err: error }, "the shutdown failed");
        process.exitCode = 1;
      },
    );
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
}

function startProblem(error: unknown, config: Config): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return `port ${config.port} is in use; set PORT to another one, or to 0 for any.`;
  if (code === "EACCES" && message.includes("listen")) return `port ${config.port} may not be opened by this user.`;
  return message;
}

if (import.meta.main) await main();
