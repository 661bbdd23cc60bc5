import { randomBytes } from "node:crypto";
import { isIPv4 } from "node:net";
import { availableParallelism, hostname } from "node:os";
import type { Logger } from "pino";
import { createOwnTokens } from "../access/authentication/own-tokens.ts";
import { openAccessModule } from "../access/module.ts";
import type { KeyOwners } from "../access/operations/keys.ts";
import { storedLimiters } from "../access/store/rate-windows.ts";
import { storedSessions } from "../access/store/sessions.ts";
import { windows } from "../core/fixed-window/windows.ts";
import type { Metrics } from "../core/metrics/metrics.ts";
import type { SignatureCheck } from "../core/signing/signature.ts";
import { DatabaseMeasurements } from "../database/measurements.ts";
import { databaseOutage } from "../database/outage.ts";
import type { Database } from "../database/source.ts";
import { withRecordIfPossible } from "../modules/audit/index.ts";
import { type AuditModule, openAuditModule } from "../modules/audit/module.ts";
import { openBackupModule } from "../modules/backup/module.ts";
import { type EventModuleDeps, openEventModule, openFeed } from "../modules/events/module.ts";
import { hostNames, hostTables } from "../modules/host/module.ts";
import { storedHostAccounts } from "../modules/host/store/host-accounts.ts";
import { openIdentities, openIdentityModule } from "../modules/identity/module.ts";
import { type LedgerModuleDeps, openLedgerModule } from "../modules/ledger/module.ts";
import { ledgerHead } from "../modules/ledger/store/head.ts";
import { rowsOfLedger } from "../modules/ledger/store/rows.ts";
import { openProcessModule } from "../modules/processes/module.ts";
import { type Stretching, serviceSecret } from "../modules/vault/index.ts";
import { openVaultModule } from "../modules/vault/module.ts";
import type { HashParameters } from "../modules/verification/methods/hasher.ts";
import type { NoticeIntervals } from "../modules/verification/methods/notices.ts";
import { openVerificationModule } from "../modules/verification/module.ts";
import { openWalletModule, type WalletModuleDeps } from "../modules/wallets/module.ts";
import { type Outbound, openOutbound } from "../outbound/outbound.ts";
import { grantsOf } from "../rpc/authorization.ts";
import { createSignatureChecks } from "../threads/signatures/checks.ts";
import { type Config, withoutSecrets } from "./config.ts";
import { DatabaseWatch } from "./database-watch.ts";
import { measuredDatabase } from "./metrics/database-metrics.ts";
import { pureTables } from "./pure-tables.ts";
import { openServiceDatabase, recordUnrecordedActs } from "./tables.ts";
import type { Traces } from "./traces/open.ts";
import { tracedDatabase } from "./traces/traced-database.ts";

/** Options for tests. */
export interface ModuleOptions {
  /** Key derivation of the vault, cheaper than that of the service. */
  readonly stretching?: Stretching | undefined;
  /** Cost of hashing a password. */
  readonly hashing?: HashParameters | undefined;
  /** Replaces the signature check on the server's own threads. */
  readonly isSignature?: SignatureCheck;
  /** Name servers to use instead of those of the system. */
  readonly nameServers?: readonly string[] | undefined;
  /** Time between two writes of the usage of keys and identities. */
  readonly usageMs?: number;
  /** Intervals of the deliveries of webhooks. */
  readonly webhookIntervals?: EventModuleDeps["webhookIntervals"];
  /** Intervals at which notices to owners are sent. */
  readonly noticeIntervals?: NoticeIntervals | undefined;
  /** Clock of the ledger, and the interval at which it ends expired holds. */
  readonly ledgerClock?: LedgerModuleDeps["clock"];
}

interface ModuleDeps {
  readonly log: Logger;
  /** Where modules offer their metrics. */
  readonly metrics: Metrics;
  /** Absent: no spans are recorded. */
  readonly traces?: Traces | undefined;
  /** Number of threads that serve beside the main thread; 0: it serves by itself. */
  readonly threads: number;
  /** Whether the ledger has a thread of its own. */
  readonly ledgerHasThread: boolean;
  /** Calls that this process has answered so far. */
  readonly calls: () => number;
  /** Threads that have the port, and those that were lost. */
  readonly threadCounts: () => { readonly serving: number; readonly lost: number };
  /** Origin at which clients reach the service, once the port is open. */
  readonly ownAddress: () => string;
  /** Whether the server is shutting down. */
  readonly isDraining: () => boolean;
}

/** Everything that the modules have opened. */
export type Modules = Awaited<ReturnType<typeof openModules>>;

/** Opens the modules, each after its dependencies. */
export async function openModules(
  config: Config,
  options: ModuleOptions & ModuleDeps,
  resources: AsyncDisposableStack,
) {
  const { log: plainLog, metrics, ownAddress, isDraining, stretching, nameServers, usageMs } = options;
  const database = resources.adopt(await openConfiguredDatabase(config, options), (opened) => opened.close());
  const outageOf = (error: unknown) => databaseOutage(database.dialect, error);
  const watch = new DatabaseWatch({ log: plainLog, outageOf, now: () => performance.now() });
  const log = watch.quieted(plainLog);
  const isSignature =
    options.isSignature ??
    resources.adopt(createSignatureChecks(availableParallelism()), (opened) => opened.close()).isSignature;
  const outbound = resources.adopt(openOutbound({ servers: nameServers }), (opened) => opened.close());
  const { fetch } = outbound;
  let grants: ReadonlySet<string> = new Set();
  const isPermission = (word: string) => grants.has(word);
  const { sessions, vault, vaultTables, ownTokens, accounts, identities, owners, verification, identity } =
    await openIdentityModules(config, { ...options, database, outbound, isSignature, isPermission, log }, resources);
  const audit = openAuditModule({ database, sealer: vault, settings: config.audit, log }, resources);
  await audit.reportUnfinished();
  const backup = await openBackups(config, { database, stretching, metrics, log, audit }, resources);
  const { feed, ledger, wallets } = await openFollowedLedger(
    config,
    {
      database,
      isSignature,
      identities,
      vault,
      receiptSigner: identity.sign,
      knownBatches: backup.knownBatches,
      otherFindings: async () => audit.findings(await backup.knownRecords()),
      ownAddress,
      fetch,
      metrics,
      log,
      clock: options.ledgerClock,
      hasThread: options.ledgerHasThread,
    },
    resources,
  );
  const common = { database, fetch, metrics, log, usageMs, sessions, settings: config.access, owners, ownTokens };
  const { calls, threadCounts } = options;
  const beats = { calls, threads: threadCounts, isCalled: !config.backup.isAlone, onStored: () => watch.stored() };
  const processes = await openProcessModule({ ...beats, database, isDraining, metrics, log }, resources);
  const { jwtIssuer } = identity;
  const access = await openAccessModule(
    { ...common, threads: options.threads, serving: processes.serving, jwtIssuer, sealer: vault },
    resources,
  );
  const events = await openEventModule(
    { ...options, database, vault, feed, ledger, nameServers, settings: config.webhooks, log },
    resources,
  );
  const [{ authenticate }, { transfer }] = [identity, wallets];
  const host = { authenticate, transfer, ledger: ledger.ledger, identities, accounts, settings: config.host };
  const tables = [
    ...pureTables,
    ...[access, identity, verification, wallets, events, backup, audit, processes].flatMap((opened) => opened.tables),
    ...vaultTables,
    ...hostTables(host),
  ];
  grants = grantsOf(tables.map(({ service }) => service));
  return {
    ...{ database, outageOf, watch, log, vault, ownTokens, identity },
    ...{ ledger, access, processes, tables, outbox: verification.mailTrap, audit: audit.audit },
  };
}

/** Name with which the service greets other servers: that of its public URL, or else that of the machine. */
function hostNameOf(publicUrl: string | undefined): string {
  const host = publicUrl === undefined ? hostname() : new URL(publicUrl).hostname;
  if (isIPv4(host)) return `[${host}]`;
  if (host.startsWith("[")) return `[IPv6:${host.slice(1)}`;
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(host) ? host : "[127.0.0.1]";
}

async function openConfiguredDatabase({ database }: Config, { metrics, log, traces }: ModuleDeps): Promise<Database> {
  const opened = await openServiceDatabase(database, {
    mayMigrate: database.migrateOnStart,
    measurements: new DatabaseMeasurements(metrics),
    migratingAct: "service.migrate",
    onMigrated: (migration) => log.info({ migration }, "migrated the schema"),
  });
  await recordUnrecordedActs(opened);
  return measuredDatabase(traces === undefined ? opened : tracedDatabase(opened), metrics);
}

/** Opens the ledger, the feed of its events, and wallets. */
async function openFollowedLedger(
  config: Config,
  deps: Omit<LedgerModuleDeps, "dataDirectory" | "follower" | "settings"> &
    Omit<WalletModuleDeps, "ledger" | "settings" | "now">,
  resources: AsyncDisposableStack,
) {
  const { dataDirectory } = config.database;
  const feed = openFeed(rowsOfLedger(deps.database.manager), deps.log, resources);
  const ledger = await openLedgerModule({ ...deps, dataDirectory, follower: feed, settings: config.ledger }, resources);
  const wallets = openWalletModule({ ...deps, ledger, settings: config.ledger, now: deps.clock?.now });
  return { feed, ledger, wallets };
}

interface BackupDeps extends Pick<IdentityDeps, "database" | "stretching" | "metrics" | "log"> {
  readonly audit: AuditModule;
}

function openBackups(
  config: Config,
  { database, stretching, metrics, log, audit }: BackupDeps,
  resources: AsyncDisposableStack,
) {
  return openBackupModule(
    {
      database,
      dataDirectory: config.database.dataDirectory,
      passphraseFile: config.vault.passphraseFile,
      chainHeads: async () => ({ head: await ledgerHead(database), auditHead: await audit.head() }),
      restoreTestProgram: new URL("./restore-test-worker.ts", import.meta.url),
      settings: config.backup,
      hookEnvironment: withoutSecrets(process.env),
      recorded: (work) => withRecordIfPossible(audit.audit, { action: "service.backup" }, work),
      stretching,
      metrics,
      log,
    },
    resources,
  );
}

interface IdentityDeps extends Pick<ModuleOptions, "stretching" | "hashing" | "noticeIntervals"> {
  readonly database: Database;
  readonly outbound: Outbound;
  readonly isSignature: SignatureCheck;
  readonly isPermission: (word: string) => boolean;
  readonly metrics: Metrics;
  readonly traces?: Traces | undefined;
  readonly log: Logger;
}

/** Opens the vault, and the modules that identify people and record how well their identities are proven. */
async function openIdentityModules(
  config: Config,
  {
    database,
    outbound,
    isSignature,
    isPermission,
    stretching,
    hashing,
    noticeIntervals,
    metrics,
    traces,
    log,
  }: IdentityDeps,
  resources: AsyncDisposableStack,
) {
  const sessions = storedSessions(database);
  const sharedLimiter = storedLimiters(database, Date.now);
  const { vault, tables: vaultTables } = await openVaultModule(
    {
      database,
      passphraseFile: config.vault.passphraseFile,
      dataDirectory: config.database.dataDirectory,
      stretching,
      metrics,
      log,
    },
    resources,
  );
  const tokenSecret = await serviceSecret(database, vault, "tokens", () => randomBytes(32));
  const ownTokens = createOwnTokens(tokenSecret, config.access.bootstrapApiKey);
  const accounts = storedHostAccounts(database, config.host.uids);
  const identities = openIdentities(database, { accounts, ...hostNames(config.host) }, log);
  const verification = await openVerificationModule(
    {
      database,
      sessions,
      identities,
      vault,
      settings: config.verification,
      sharedLimiter,
      outbound,
      hostName: hostNameOf(config.http.publicUrl),
      metrics,
      tracer: traces?.tracer,
      log,
      hashing,
      noticeIntervals,
    },
    resources,
  );
  const identity = await openIdentityModule({
    database,
    identities,
    sessions,
    vault,
    isSignature,
    isPermission,
    mintSessionToken: ownTokens.mintSessionToken,
    verification,
    settings: config.identity,
    sharedLimiter,
    log,
  });
  const owners: KeyOwners = {
    exists: async (id) => (await identities.find(id)) !== undefined,
    newKeyLimiter: sharedLimiter("API keys", windows.newApiKeys),
  };
  return { sessions, vault, vaultTables, ownTokens, accounts, identities, owners, verification, identity };
}
