import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import type { DestinationStream, Logger } from "pino";
import manifest from "../../package.json" with { type: "json" };
import { ensureFirstKey } from "../access/authentication/first-key.ts";
import { openAccessModule } from "../access/module.ts";
import { storedSessions } from "../access/store/sessions.ts";
import type { SignatureCheck } from "../core/signing/signature.ts";
import { openBackupModule } from "../modules/backup/module.ts";
import { hostTables } from "../modules/host/module.ts";
import { storedHostAccounts } from "../modules/host/store/host-accounts.ts";
import { openIdentities, openIdentityModule } from "../modules/identity/module.ts";
import { openLedgerModule } from "../modules/ledger/module.ts";
import { ledgerHead } from "../modules/ledger/store/head.ts";
import { type Stretching, serviceSecret } from "../modules/vault/index.ts";
import { openVaultModule } from "../modules/vault/module.ts";
import type { HashParameters } from "../modules/verification/methods/hasher.ts";
import type { MailTrap } from "../modules/verification/methods/mail-trap.ts";
import { openVerificationModule } from "../modules/verification/module.ts";
import { createPipeline } from "../rpc/pipeline.ts";
import type { Plan } from "../rpc/plan.ts";
import { createObserver } from "../rpc/telemetry/observer.ts";
import { createPool } from "../threads/requests/pool.ts";
import { createSignatureChecks } from "../threads/signatures/checks.ts";
import { openChannelModule } from "../transports/channel/module.ts";
import { createConnectTransport } from "../transports/connect/transport.ts";
import { createHttpHandler } from "../transports/http/handler.ts";
import { openPort } from "../transports/http/port.ts";
import { createRestTransport } from "../transports/rest/transport.ts";
import { openHostSocket } from "../transports/varlink/module.ts";
import type { Config } from "./config.ts";
import { createLog } from "./log.ts";
import { pureTables } from "./pure-tables.ts";
import { openServiceDatabase } from "./tables.ts";

/** A running server. */
export interface Server {
  readonly address: AddressInfo;
  /** API key of the operator, to be shown once; undefined unless this start has created it. */
  readonly operatorKey: string | undefined;
  /** Verification codes that were stored instead of sent, because no mail server is configured. */
  readonly mailTrap: MailTrap;
  /** Accepts no new calls, finishes the current ones, and closes all resources. */
  close(): Promise<void>;
}

/** Options for tests. */
export interface ServeOptions {
  readonly log?: Logger;
  /** Key derivation of the vault, cheaper than that of the service. */
  readonly stretching?: Stretching;
  /** Cost of hashing a password. */
  readonly hashing?: HashParameters;
  /** Checks signatures in place of the server's own threads. */
  readonly isSignature?: SignatureCheck;
}

/**
 * Composes the service; the only place that knows every module and transport. Resources are closed in reverse order, also
 * if the start fails.
 */
export async function serve(
  config: Config,
  destination: DestinationStream,
  { log = createLog(config.log.level, destination), ...options }: ServeOptions = {},
): Promise<Server> {
  await using resources = new AsyncDisposableStack();
  const modules = await openModules(config, { ...options, log }, resources);
  const { database, sessions, access, identity, ledger } = modules;
  const pool = resources.adopt(
    createPool(config.threads.workerThreads, new URL("./request-worker.ts", import.meta.url)),
    (opened) => opened.close(),
  );
  const planOf = (name: string) => config.access.plans.get(name) as Plan;
  const pipeline = createPipeline({
    tables: modules.tables,
    authenticate: access.authenticate,
    anonymous: access.anonymous,
    openRegistration: config.identity.openRegistration,
    limiter: access.limiter,
    delegate: pool.delegate,
    observe: createObserver(log, destination),
    now: () => performance.now(),
  });
  const { corsOrigins, host, port, shutdownGraceMs } = config.http;
  const allowedOrigins = corsOrigins.includes("*") ? "*" : new Set(corsOrigins);
  const channel = openChannelModule(
    {
      pipeline,
      authenticate: access.authenticate,
      privateKey: await serviceSecret(database, modules.vault, "channel", () => randomBytes(32)),
      sign: identity.sign,
      onRevoked: sessions.onRevoked,
      pressure: ledger.pressure,
      audience: config.identity.tokenAudience,
      windowSeconds: config.identity.rotationWindowSeconds,
      allowedOrigins,
      settings: config.channel,
      log,
    },
    resources,
  );

  let isClosing = false;
  const onBug = (error: unknown, requestId: string) =>
    log.error({ requestId, err: error }, "could not answer a request");
  const handler = createHttpHandler({
    allowedOrigins,
    isReady: async () => !isClosing && (await access.keys.isEmpty().then(() => true)),
    documents: new Map([["/.well-known/jwks.json", identity.jwtIssuer.keySet], ...channel.documents]),
    rpc: createConnectTransport(pipeline),
    rest: createRestTransport(pipeline, onBug),
    onBug,
  });
  const listening: { close(graceMs: number): Promise<void> }[] = [];
  // Concurrently, since each may take the whole grace period.
  resources.defer(async () => {
    await Promise.all(listening.map((one) => one.close(isClosing ? shutdownGraceMs : 0)));
  });
  const opened = await openPort({ host, port, tls: readTls(config) }, handler, channel.upgrades);
  listening.push(opened);
  listening.push(
    await openHostSocket({
      pipeline,
      place: config.host.socket,
      rules: config.host.rules,
      plans: { trusted: planOf("operator"), others: planOf("host") },
      info: {
        vendor: config.verification.serviceName,
        product: manifest.name,
        version: manifest.version,
        url: config.identity.jwtIssuer,
      },
      log,
    }),
  );
  // Last: a start that fails later would create a key that is never shown.
  const operatorKey = await ensureFirstKey({ keys: access.keys, bootstrapApiKey: config.access.bootstrapApiKey });
  const open = resources.move();
  return {
    address: opened.address,
    operatorKey,
    mailTrap: modules.outbox,
    close() {
      isClosing = true;
      return open.disposeAsync();
    },
  };
}

/** Opens the modules, each after its dependencies. */
async function openModules(
  config: Config,
  { log, stretching, hashing, ...options }: ServeOptions & { readonly log: Logger },
  resources: AsyncDisposableStack,
) {
  const { dataDirectory } = config.database;
  const { passphraseFile } = config.vault;
  const database = resources.adopt(await openServiceDatabase(config.database), (opened) => opened.close());
  const sessions = storedSessions(database);
  const isSignature =
    options.isSignature ??
    resources.adopt(createSignatureChecks(availableParallelism()), (opened) => opened.close()).isSignature;
  const { vault, tables: vaultTables } = await openVaultModule(
    { database, passphraseFile, dataDirectory, stretching, log },
    resources,
  );
  const accounts = storedHostAccounts(database, config.host.uids);
  const identities = openIdentities(database, accounts, log);
  const verification = await openVerificationModule({
    database,
    sessions,
    identities,
    vault,
    settings: config.verification,
    hashing,
  });
  const identity = await openIdentityModule({
    database,
    identities,
    sessions,
    vault,
    isSignature,
    verification,
    settings: config.identity,
    log,
  });
  const backup = await openBackupModule(
    {
      database,
      dataDirectory,
      passphraseFile,
      head: () => ledgerHead(database),
      restoreTestProgram: new URL("./restore-test-worker.ts", import.meta.url),
      settings: config.backup,
      stretching,
      log,
    },
    resources,
  );
  const ledger = await openLedgerModule(
    {
      database,
      isSignature,
      identities,
      vault,
      receiptSigner: identity.sign,
      knownBatches: backup.knownBatches,
      settings: config.ledger,
      log,
    },
    resources,
  );
  const access = openAccessModule(
    { database, sessions, settings: config.access, jwtIssuer: identity.jwtIssuer, log },
    resources,
  );
  const host = hostTables({
    authenticate: identity.authenticate,
    transfer: ledger.transfer,
    ledger: ledger.ledger,
    identities,
    accounts,
    settings: config.host,
  });
  return {
    database,
    sessions,
    vault,
    identity,
    ledger,
    access,
    outbox: verification.mailTrap,
    tables: [
      ...pureTables,
      ...access.tables,
      ...identity.tables,
      ...verification.tables,
      ...vaultTables,
      ...ledger.tables,
      ...backup.tables,
      ...host,
    ],
  };
}

function readTls({ http: { tls } }: Config): { cert: string; key: string } | undefined {
  return tls && { cert: readFileSync(tls.certFile, "utf8"), key: readFileSync(tls.keyFile, "utf8") };
}
