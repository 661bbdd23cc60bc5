import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { setTimeout as delay, setImmediate } from "node:timers/promises";
import type { DestinationStream, Logger } from "pino";
import manifest from "../../package.json" with { type: "json" };
import { ensureFirstKey } from "../access/authentication/first-key.ts";
import { limits } from "../core/limits.ts";
import type { Metrics } from "../core/metrics/metrics.ts";
import { serviceVersion } from "../core/service-version.ts";
import { serviceAct } from "../modules/audit/index.ts";
import { serviceSecret, vaultOutage } from "../modules/vault/index.ts";
import type { MailTrap } from "../modules/verification/methods/mail-trap.ts";
import { AuditedCalls } from "../rpc/audit/audited-calls.ts";
import type { ServiceTable } from "../rpc/handler.ts";
import { createPipeline, type Observation, type Pipeline, type PipelineDeps, type Refusals } from "../rpc/pipeline.ts";
import type { Plan } from "../rpc/plan.ts";
import { createStreams, type Streams } from "../rpc/streams/streams.ts";
import { createCallMetrics } from "../rpc/telemetry/call-metrics.ts";
import { brokenContexts, createCallTraces } from "../rpc/telemetry/call-traces.ts";
import { createObserver } from "../rpc/telemetry/observer.ts";
import { createPool } from "../threads/requests/pool.ts";
import { type ChannelModule, openChannelModule } from "../transports/channel/module.ts";
import { createCallerAddress } from "../transports/http/caller-address.ts";
import type { Port } from "../transports/http/port.ts";
import { openHostSocket } from "../transports/varlink/module.ts";
import type { Config } from "./config.ts";
import { openConsole } from "./console/documents.ts";
import { checkDatabaseMode } from "./development/database-mode.ts";
import { developmentKey, keyPlace } from "./development/operator-key.ts";
import { openDocuments } from "./documents.ts";
import { requireFreePlaces, unusablePort } from "./free-places.ts";
import { openGrpcServices } from "./grpc-tables.ts";
import { createLog } from "./log.ts";
import { createRegistry, openMetrics } from "./metrics/open.ts";
import { offerState } from "./metrics/service-metrics.ts";
import { type ModuleOptions, type Modules, openModules } from "./modules.ts";
import { lockPort, type PortLock } from "./port-lock.ts";
import { createReadiness, problemOf, type Readiness } from "./readiness.ts";
import { readTls, reload } from "./reload.ts";
import { allowedOriginsOf, openToAllOf } from "./serving/handler.ts";
import { canSharePort, ledgerHasThread, numberOfThreads } from "./serving/number-of-threads.ts";
import { openOwnPort, openSharedPort } from "./serving/open-port.ts";
import { createOwnCallsAttendance, type OwnCallsAttendance } from "./serving/own-calls-attendance.ts";
import type { ServingOptions } from "./serving/serving-threads.ts";
import { openTraces } from "./traces/open.ts";

/** A running server. */
export interface Server {
  readonly address: AddressInfo;
  /** Number of threads that serve the port. */
  readonly threads: number;
  /** API key of the operator, to be shown once; undefined unless this start has created it. */
  readonly operatorKey: string | undefined;
  /** API key of a development service, from its folder. */
  readonly developerKey: string | undefined;
  /** Verification codes that were stored instead of sent, because no mail server is configured. */
  readonly mailTrap: MailTrap;
  /**
   * Resolves with the reason when the service can no longer serve: the database has closed itself, because it cannot
   * guarantee durability, or no thread of the port can be started.
   */
  readonly stopped: Promise<Error>;
  /**
   * Applies settings that can change at run time; returns the areas with other changes, which take effect at a restart.
   * Applies nothing that the audit log cannot record.
   */
  reload(next: Config): Promise<string[]>;
  /** Reports not ready at once, refuses new connections after `DRAIN_MS`, finishes calls, and closes all resources. */
  close(): Promise<void>;
}

/** Options of the process, and for tests. */
export interface ServeOptions extends ModuleOptions {
  /** Called before the port is opened: callers are served from then on, although the start still goes on. */
  readonly onOpening?: () => void;
  readonly log?: Logger;
  readonly serving?: ServingOptions;
}

/**
 * Composes the service; only this function and `openModules` know every module and transport. Resources are closed in
 * reverse order, also if the start fails.
 */
export async function serve(
  config: Config,
  destination: DestinationStream,
  { log: plainLog = createLog(config.log.level, destination), serving, onOpening, ...options }: ServeOptions = {},
): Promise<Server> {
  // Before anything is opened or created.
  const tls = readTls(config);
  const threads = threadsBeside(config, plainLog);
  await using resources = new AsyncDisposableStack();
  const portLock = await takePlaces(config, threads > 0, resources);
  const shutdown = { isClosing: false, waits: new AbortController() };
  const metrics = createRegistry(plainLog);
  let opened: Port | undefined;
  let ownCalls: OwnCallsAttendance | undefined;
  const calls = createCallMetrics(metrics, () => ownCalls?.gather());
  const recording = await openTraces(config, { metrics, log: plainLog }, resources);
  const telemetry = { log: plainLog, metrics, traces: recording, calls: calls.count };
  const state = { ...stateOf(config, () => opened), isDraining: () => shutdown.isClosing };
  const threading = { threads, ledgerHasThread: ledgerHasThread(config) };
  const modules = await openModules(config, { ...options, ...telemetry, ...state, ...threading }, resources);
  const { access, watch, log } = modules;
  await checkDatabaseMode(config.development.isOn, { ...modules, keys: access.keys });
  const place = keyPlace(config);
  if (place !== undefined) log.warn(`${place} Whoever has it can create money and read verification codes.`);
  const pool = openPool(config, resources);
  const readiness = openReadiness(config, modules, shutdown);
  const isReady = async () => problemOf(await readiness()) === undefined;
  const grpc = openGrpcServices({ tables: modules.tables, isReady, ...config.grpc });
  const logCall = createObserver(log, destination, (cause) => watch.note(cause) !== undefined);
  const traces = createCallTraces({ tracer: recording?.tracer, onBroken: brokenContexts(metrics, log) });
  const observeAnywhere = observeBy([logCall, access.recordUsage, calls.observe]);
  const { delegate } = pool;
  if (access.shared !== undefined) {
    const attended = { access: access.shared, keyPlace: place, delegate, observe: observeAnywhere, traces: recording };
    ownCalls = createOwnCallsAttendance(attended);
  }
  const steps: PipelineDeps = {
    ...accessSteps(config, modules),
    tables: [...modules.tables, ...grpc.tables],
    keyPlace: place,
    delegate,
    traces,
    observe: observeBy([observeAnywhere, traces.observe]),
    stopping: shutdown.waits.signal,
    now: () => performance.now(),
  };
  await openMetrics(config.metrics, { registry: metrics, log }, resources);
  const answering = { pipeline: createPipeline(steps), streams: createStreams(steps), serving, onOpening };
  const offered = { ...answering, tables: steps.tables, threads, ownCalls, readiness, tls };
  const port = await openTransports(config, { ...offered, modules, shutdown, metrics, log }, resources);
  opened = port;
  // Last: a start that fails later would create a key that is never shown. It is listed with its threads from then on.
  const [shownKeys] = await Promise.all([ensureKeys(config, modules), modules.processes.beat()]);
  const open = resources.move();
  return {
    address: port.address,
    threads: threads || 1,
    ...shownKeys,
    mailTrap: modules.outbox,
    stopped: Promise.race([modules.database.stopped, port.failed ?? never]),
    reload: (next) => reload(config, next, { modules, port, log, gather: ownCalls?.gather }),
    async close() {
      shutdown.isClosing = true;
      void grpc.health.refresh();
      void modules.processes.beat();
      await drain(port, config.http.drainMs, portLock);
      await open.disposeAsync();
    },
  };
}

/** Returns the number of threads that serve beside the main thread; 0: it serves by itself. */
function threadsBeside(config: Config, log: Logger): number {
  const { threads } = config.threads;
  if (threads !== undefined && threads > 1 && !canSharePort())
    log.warn({ THREADS: threads }, "one thread serves: sockets cannot share a port on this system");
  const serving = numberOfThreads(config);
  return serving === 1 ? 0 : serving;
}

/** Requires free places, and has the port for this process alone if threads are to share it. */
async function takePlaces(
  config: Config,
  isShared: boolean,
  resources: AsyncDisposableStack,
): Promise<PortLock | undefined> {
  let lock: PortLock | undefined;
  if (isShared) {
    lock = await lockPort(config.http).catch((error: unknown) => {
      throw unusablePort(error, config.http);
    });
    resources.adopt(lock, (held) => held.release());
  }
  await requireFreePlaces(config, isShared);
  return lock;
}

/** Returns the steps of calls that modules take, as they are. */
function accessSteps({ identity }: Config, { access, audit, outageOf }: Modules) {
  return {
    authenticate: access.authenticate,
    onAccessChanged: access.onAccessChanged,
    anonymous: access.anonymous,
    openToAll: openToAllOf(identity),
    limiter: access.limiter,
    idempotency: access.idempotency,
    audit: new AuditedCalls(audit, () => performance.now()),
    outageOf: (error: unknown) => outageOf(error) ?? vaultOutage(error),
  };
}

const never = new Promise<never>(() => {});

function openPool({ threads }: Config, resources: AsyncDisposableStack) {
  const program = new URL("./request-worker.ts", import.meta.url);
  return resources.adopt(createPool(threads.workerThreads, program), (opened) => opened.close());
}

/** Refuses new connections after the time in which load balancers turn elsewhere. */
async function drain(port: Port, drainMs: number, portLock: PortLock | undefined): Promise<void> {
  port.drain();
  if (drainMs > 0) {
    await delay(drainMs);
    port.stopListening();
    await delay(limits.lingerMs);
  }
  // The port closes now, and the next start may open it while calls of this one are finished.
  portLock?.release();
}

/** Ensures that there is a key for the operator or the developer; returns the keys to show. */
async function ensureKeys(
  { access: { bootstrapApiKey: chosen }, development, database }: Config,
  { access: { keys }, audit, ownTokens }: Pick<Modules, "access" | "audit" | "ownTokens">,
) {
  const record = async (id: string) =>
    (await audit.prepare(serviceAct({ action: "service.create-first-key", targets: [id] }))).alongside;
  const mint = () => ownTokens.mintApiKey();
  const developerKey =
    development.isOn && chosen === undefined ? await developmentKey(database.dataDirectory, mint) : undefined;
  const operatorKey = await ensureFirstKey({ keys, mint, bootstrapApiKey: chosen ?? developerKey, record });
  return { operatorKey, developerKey };
}

/** Readiness of a server, which ends when it begins to shut down. */
function openReadiness({ database }: Config, modules: Modules, shutdown: { readonly isClosing: boolean }): Readiness {
  const look = createReadiness({
    watch: modules.watch,
    read: () => modules.access.keys.isEmpty(),
    write: modules.processes.prove,
    hasSamePassphrase: modules.vault.hasSamePassphrase,
    folder: database.databaseServer === undefined ? database.dataDirectory : undefined,
  });
  const stopping = { name: "shutdown", problem: "the service is stopping" };
  return async () => {
    if (shutdown.isClosing) return [stopping];
    const found = await look();
    return [shutdown.isClosing ? stopping : { name: "shutdown", problem: undefined }, ...found];
  };
}

/** Notifies all observers of each call. */
function observeBy<One extends Observation>(observers: readonly ((observation: One) => void)[]) {
  return (observation: One) => {
    for (const observe of observers) observe(observation);
  };
}

interface TransportDeps {
  readonly modules: Modules;
  readonly pipeline: Pipeline & Refusals;
  readonly streams: Streams;
  /** Tables of all services that the port offers. */
  readonly tables: readonly ServiceTable[];
  /** Threads that serve the port; 0: the main thread itself. */
  readonly threads: number;
  readonly ownCalls: OwnCallsAttendance | undefined;
  readonly serving: ServingOptions | undefined;
  readonly onOpening: (() => void) | undefined;
  readonly readiness: Readiness;
  /** Whether the server is shutting down; a failed start closes at once. */
  readonly shutdown: { readonly isClosing: boolean; readonly waits: Pick<AbortController, "abort"> };
  readonly tls: ReturnType<typeof readTls>;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** Opens the port with its protocols, and the host socket. */
async function openTransports(config: Config, deps: TransportDeps, resources: AsyncDisposableStack): Promise<Port> {
  const { modules, pipeline, streams, shutdown, metrics, log } = deps;
  const channel = await openChannel(config, deps, resources);
  const documents = new Map([
    ...(await openConsole(config.console.isOn, log)),
    ...(await openDocuments(
      [["/.well-known/jwks.json", modules.identity.jwtIssuer.keySet], ...channel.documents],
      config.http.publicUrl,
    )),
  ]);
  const listening: { close(graceMs: number): Promise<void> }[] = [];
  // Closed concurrently, since each may take the whole grace period.
  resources.defer(async () => {
    const closed = Promise.all(listening.map((one) => one.close(shutdown.isClosing ? config.http.shutdownGraceMs : 0)));
    // Watchers of the health are notified first.
    await setImmediate();
    streams.close();
    shutdown.waits.abort();
    await closed;
  });
  deps.onOpening?.();
  const open = deps.threads > 0 ? openSharedPort : openOwnPort;
  const opened = await open(config, { ...deps, documents, upgrades: channel.upgrades }).catch((error: unknown) => {
    throw unusablePort(error, config.http);
  });
  listening.push(opened);
  offerState(metrics, config, { port: opened, streams, watch: modules.watch });
  listening.push(await openHostSocket({ pipeline, log, ...hostSocketOptions(config, modules.access.plans) }));
  return opened;
}

/** Opens the channel of wallets. */
async function openChannel(
  config: Config,
  { modules, pipeline, metrics, log }: TransportDeps,
  resources: AsyncDisposableStack,
): Promise<ChannelModule> {
  const { access, identity } = modules;
  return openChannelModule(
    {
      pipeline,
      authenticate: access.authenticate,
      privateKey: await serviceSecret(modules.database, modules.vault, "channel", () => randomBytes(32)),
      sign: identity.sign,
      onSessionsChanged: access.onSessionsChanged,
      pressure: modules.ledger.pressure,
      audience: config.identity.tokenAudience,
      windowSeconds: config.identity.rotationWindowSeconds,
      allowedOrigins: allowedOriginsOf(config.http),
      callerAddress: createCallerAddress(config.http.trustedProxies),
      settings: config.channel,
      metrics,
      log,
    },
    resources,
  );
}

/** Returns what modules learn of the port; undefined before it is open. */
function stateOf({ http: { publicUrl, tls } }: Config, portOf: () => Port | undefined) {
  return {
    ownAddress() {
      const port = portOf();
      return publicUrl || (port === undefined ? "" : originOf(port.address, tls !== undefined));
    },
    threadCounts: () => portOf()?.threads() ?? { serving: 0, lost: 0 },
  };
}

/** Returns the origin of the port for clients on this machine. */
function originOf({ address, family, port }: AddressInfo, isTls: boolean): string {
  const isEverywhere = address === "0.0.0.0" || address === "::";
  const host = isEverywhere ? "localhost" : family === "IPv6" ? `[${address}]` : address;
  return new URL(`${isTls ? "https" : "http"}://${host}:${port}`).origin;
}

function hostSocketOptions({ host, identity, verification }: Config, plans: ReadonlyMap<string, Plan>) {
  const planOf = (name: string) => plans.get(name) as Plan;
  return {
    place: host.socket,
    rules: host.rules,
    plans: { trusted: planOf("operator"), others: planOf("host") },
    info: {
      vendor: verification.serviceName,
      product: manifest.name,
      version: serviceVersion,
      url: identity.jwtIssuer,
    },
  };
}
