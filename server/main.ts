import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { DestinationStream, Logger } from "pino";
import { KeyService } from "../gen/es/admin/v1/keys_pb.js";
import { GeocodeService } from "../gen/es/geocode/v1/service_pb.js";
import { type BackupHouse, composeBackup } from "./compose-backup.ts";
import { composeChannel } from "./compose-channel.ts";
import { composeHost } from "./compose-host.ts";
import { composeIdentity, type IdentityHouse } from "./compose-identity.ts";
import { composeLedger, type LedgerHouse } from "./compose-ledger.ts";
import { type Config, loadConfig } from "./config.ts";
import type { Plan } from "./domain/access/plan.ts";
import type { Sessions } from "./domain/access/sessions.ts";
import { createHttpDoor } from "./doors/http/door.ts";
import { openPort } from "./doors/http/port.ts";
import { createRestDoor } from "./doors/rest/door.ts";
import { createRpcDoor } from "./doors/rpc/door.ts";
import { bufferedOutput, createLog } from "./log.ts";
import { geocodeOperations } from "./operations/geocode.ts";
import { keyOperations } from "./operations/keys.ts";
import { createLimiter } from "./pipeline/admit.ts";
import { mintApiKey } from "./pipeline/api-key.ts";
import { createAuthenticator } from "./pipeline/authenticate.ts";
import { ensureFirstKey } from "./pipeline/first-key.ts";
import { createObserver } from "./pipeline/observe.ts";
import { createPipeline } from "./pipeline/pipeline.ts";
import { createVisitor } from "./pipeline/visitor.ts";
import { storedKeys } from "./store/keys.ts";
import { storedSessions } from "./store/sessions.ts";
import { openStore, type Store } from "./store/source.ts";
import type { Stretching } from "./vault/passphrase-root.ts";
import type { HashParameters } from "./verification/hasher.ts";
import type { Outbox } from "./verification/outbox.ts";
import { createPool } from "./workers/pool.ts";

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
 * of the log go to the destination.
 */
export async function serve(
  config: Config,
  destination: DestinationStream,
  { log = createLog(config.logLevel, destination), stretching, hashing }: ServeOptions = {},
): Promise<Server> {
  const store = await openStore(config);
  try {
    const sessions = storedSessions(store);
    const identity = await composeIdentity({ store, sessions, config, log, stretching, hashing });
    try {
      return await serveWith({ store, sessions, identity, config, destination, log }, stretching);
    } catch (error) {
      await identity.close();
      throw error;
    }
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function serveWith(
  composed: Omit<Composed, "backup" | "ledger">,
  stretching: Stretching | undefined,
): Promise<Server> {
  const { store, config, log } = composed;
  const backup = await composeBackup({ store, config, log, stretching });
  try {
    return await serveLedger({ ...composed, backup });
  } catch (error) {
    await backup.close();
    throw error;
  }
}

async function serveLedger(composed: Omit<Composed, "ledger">): Promise<Server> {
  const { store, identity, backup, config, log } = composed;
  const { identities, vault, sign: receiptSigner } = identity;
  const { knownBatches } = backup;
  const ledger = await composeLedger({ store, identities, vault, receiptSigner, knownBatches, config, log });
  try {
    return await serveFrom({ ...composed, ledger });
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

interface Composed {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly identity: IdentityHouse;
  readonly backup: BackupHouse;
  readonly ledger: LedgerHouse;
  readonly config: Config;
  readonly destination: DestinationStream;
  readonly log: Logger;
}

async function serveFrom(composed: Composed): Promise<Server> {
  const { store, sessions, identity, backup, ledger, config, destination, log } = composed;
  const keys = storedKeys(store);
  const authenticator = createAuthenticator({
    keys,
    sessions,
    plans: config.plans,
    sessionPlan: config.plans.get("identity"),
    issuers: config.issuers,
    own: identity.ownIssuer,
    report: (error) => log.error({ err: error }, "uses of keys and sessions could not be written"),
  });
  const { identities, accounts } = identity;
  const tables = [...identity.tables, ...ledger.tables];
  const host = composeHost({ config, log, identities, accounts, ledger: ledger.ledger, tables });
  const pool = createPool(config.workerThreads);
  const pipeline = createPipeline({
    tables: [
      { service: GeocodeService, operations: geocodeOperations, isPure: true },
      { service: KeyService, operations: keyOperations({ keys, plans: config.plans, mint: mintApiKey }) },
      ...identity.tables,
      ...backup.tables,
      ...ledger.tables,
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

  const channel = await composeChannel({
    store,
    sessions,
    vault: identity.vault,
    sign: identity.sign,
    pipeline,
    identify: authenticator.authenticate,
    config,
    log,
  });

  let closing = false;
  const onBug = (error: unknown, requestId: string) => log.error({ requestId, err: error }, "answer failed");
  const rest = createRestDoor(pipeline, onBug);
  const door = createHttpDoor({
    allowedOrigins: config.corsOrigins.includes("*") ? "*" : new Set(config.corsOrigins),
    isReady: async () => !closing && (await keys.isEmpty().then(() => true)),
    documents: new Map([["/.well-known/jwks.json", identity.ownIssuer.keySet], ...channel.documents]),
    rpc: createRpcDoor(pipeline),
    rest,
    onBug,
  });
  const port = await openPort({ host: config.host, port: config.port, tls: readTls(config) }, door, channel.upgrades);
  const hostDoor = await host.open(pipeline).catch(async (error: unknown) => {
    await port.close(0);
    throw error;
  });
  // Only now: a start that fails would make a key that nobody is ever shown.
  const operatorKey = await ensureFirstKey({ keys, bootstrapApiKey: config.bootstrapApiKey });
  return {
    address: port.address,
    operatorKey,
    outbox: identity.outbox,
    async close() {
      closing = true;
      await Promise.all([port.close(config.shutdownGraceMs), hostDoor.close(config.shutdownGraceMs)]);
      channel.close();
      await pool.close();
      await authenticator.close();
      await ledger.close();
      await backup.close();
      await identity.close();
      await store.close();
    },
  };
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
