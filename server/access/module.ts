import type { Logger } from "pino";
import { KeyService } from "#contract/admin/v1/keys_pb.js";
import { UsageService } from "#contract/admin/v1/usage_pb.js";
import type { Metrics } from "../core/metrics/metrics.ts";
import type { Sealer } from "../core/sealed-column.ts";
import type { Database } from "../database/source.ts";
import type { ServiceTable } from "../rpc/handler.ts";
import type { Idempotency } from "../rpc/idempotency/idempotency.ts";
import type { AnonymousCaller, Authenticate, Limiter, Observation } from "../rpc/pipeline.ts";
import type { Plan } from "../rpc/plan.ts";
import type { OnAccessChanged } from "../rpc/waits/credentials.ts";
import { createAnonymousCaller } from "./authentication/anonymous.ts";
import { type Authenticator, createAuthenticator } from "./authentication/authenticate.ts";
import type { JwtIssuer } from "./authentication/jwt-issuer.ts";
import type { OwnTokens } from "./authentication/own-tokens.ts";
import type { accessSettings } from "./config.ts";
import type { Keys } from "./domain/keys.ts";
import { identityIdOf } from "./domain/principal-ids.ts";
import type { Sessions } from "./domain/sessions.ts";
import { followChanges } from "./followed-changes.ts";
import { createStoredAnswers } from "./idempotency/stored-answers.ts";
import { localCounts } from "./limits/call-counts.ts";
import { openLeases } from "./limits/leases.ts";
import { createPlanLimiter } from "./limits/plan-limiter.ts";
import { shareReports } from "./limits/share-reports.ts";
import { openSharedCounts } from "./limits/shared-counts.ts";
import { createLivePlans } from "./live-plans.ts";
import { offerSessions } from "./metrics.ts";
import { type KeyOwners, keyOperations } from "./operations/keys.ts";
import { usageOperations } from "./operations/usage.ts";
import { redisCallWindows } from "./redis/call-windows.ts";
import { openRedis } from "./redis/connection.ts";
import { type SharedAccess, shareAccess } from "./shared-access.ts";
import { storedAccessChanges } from "./store/access-changes.ts";
import { storedCallWindows } from "./store/call-windows.ts";
import { storedIdempotencyKeys } from "./store/idempotency-keys.ts";
import { storedKeys } from "./store/keys.ts";
import { countOpenSessions } from "./store/session-count.ts";
import { storedUsage } from "./store/usage.ts";
import { createUsageRecorder } from "./usage/usage-recorder.ts";

export interface AccessModuleDeps {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly settings: ReturnType<typeof accessSettings.read>;
  /** The service as an issuer of tokens. */
  readonly jwtIssuer: JwtIssuer;
  /** Seals the answers to calls with an idempotency key. */
  readonly sealer: Sealer;
  readonly owners: KeyOwners;
  readonly ownTokens: Pick<OwnTokens, "mintApiKey" | "recognizes">;
  /** Reads the keys of issuers. */
  readonly fetch: typeof fetch;
  /** Number of processes that serve on the database. */
  readonly serving: () => number;
  /** Number of threads that serve beside the main thread; 0: it serves by itself. */
  readonly threads: number;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Time between two writes of the usage; undefined selects the default. */
  readonly usageMs: number | undefined;
}

export interface AccessModule {
  readonly keys: Keys;
  readonly authenticate: Authenticate;
  /** Calls the listener whichever process makes the change; the others' are followed as long as there are listeners. */
  readonly onAccessChanged: OnAccessChanged;
  /** Calls the listener with each identity whose sessions have changed, in the same way. */
  readonly onSessionsChanged: (listener: (identityId: string) => void) => () => void;
  /** Principals of callers without credentials. */
  readonly anonymous: AnonymousCaller;
  readonly limiter: Limiter;
  /** Access for other threads that answer calls; absent: there are none. */
  readonly shared: SharedAccess | undefined;
  readonly idempotency: Idempotency;
  readonly plans: ReadonlyMap<string, Plan>;
  /** Records a call of a key or an identity. */
  readonly recordUsage: (observation: Observation) => void;
  /** Replaces plans and issuers. */
  reload(settings: Pick<AccessModuleDeps["settings"], "plans" | "issuers">): void;
  readonly tables: readonly ServiceTable[];
}

/** Opens the authentication of callers and the limits of their plans. */
export async function openAccessModule(deps: AccessModuleDeps, resources: AsyncDisposableStack): Promise<AccessModule> {
  const { sessions, settings, jwtIssuer, log } = deps;
  const { issuers } = settings;
  const { plans, replace } = createLivePlans(settings.plans);
  const keys = storedKeys(deps.database);
  const authenticator = resources.adopt(
    createAuthenticator({
      keys,
      sessions,
      plans,
      sessionPlan: plans.get("identity"),
      issuers,
      jwtIssuer: jwtIssuer,
      fetch: deps.fetch,
      isOwn: deps.ownTokens.recognizes,
      report: (error) => log.error({ err: error }, "could not write the uses of keys and sessions"),
    }),
    (opened) => opened.close(),
  );
  offerSessions(deps.metrics, (nowMs) => countOpenSessions(deps.database, nowMs));
  const { authenticate, trust } = authenticator;
  const onAccessChanged = openChanges(deps, authenticator, resources);
  const { openCounts, counts, areLeased } = await openCallCounts(deps, resources);
  const limiter = createPlanLimiter({ openCounts });
  const records = storedUsage(deps.database);
  const usage = resources.adopt(
    createUsageRecorder({
      records,
      intervalMs: deps.usageMs,
      report: (error) =>
        log.error({ err: error }, "could not write the usage; it will be written with the next records"),
      onOmitted: (omitted) => log.warn({ omitted }, "refused calls that are counted, but not listed"),
    }),
    (opened) => opened.close(),
  );
  return {
    keys,
    authenticate,
    onAccessChanged,
    onSessionsChanged: (listener) =>
      onAccessChanged((principalId) => {
        const identityId = principalId && identityIdOf(principalId);
        if (identityId !== undefined) listener(identityId);
      }),
    anonymous: createAnonymousCaller(plans.get("anonymous") as Plan),
    limiter,
    shared: counts && shareAccess(authenticator, counts, areLeased),
    idempotency: createStoredAnswers({
      records: storedIdempotencyKeys(deps.database),
      sealer: deps.sealer,
      now: Date.now,
      report: (error) => log.error({ err: error }, "could not record that a call is being executed"),
    }),
    plans,
    recordUsage: usage.record,
    reload(next) {
      replace(next.plans);
      trust(next.issuers);
    },
    tables: [
      {
        service: KeyService,
        operations: keyOperations({ keys, plans, owners: deps.owners, mint: deps.ownTokens.mintApiKey }),
      },
      { service: UsageService, operations: usageOperations({ keys, records, limiter, plans }) },
    ],
  };
}

/** Follows what other processes change, while anybody listens. */
function openChanges(
  { database, log }: Pick<AccessModuleDeps, "database" | "log">,
  { changed, onChanged }: Pick<Authenticator, "changed" | "onChanged">,
  resources: AsyncDisposableStack,
): OnAccessChanged {
  const report = (error: unknown) =>
    log.warn({ err: error }, "could not ask for the sessions and keys that other processes end; it will be retried");
  const followed = followChanges({ changes: storedAccessChanges(database), tell: changed, report });
  resources.adopt(followed, (opened) => opened.close());
  return (listener) => {
    const endings = [onChanged(listener), followed.follow()];
    return () => {
      for (const end of endings) end();
    };
  };
}

/** Opens the counts of principals: over processes, over threads, or in this thread. */
async function openCallCounts(deps: AccessModuleDeps, resources: AsyncDisposableStack) {
  const leases = await openSharedWindows(deps, resources);
  const areLeased = leases !== undefined;
  if (deps.threads === 0) {
    return { openCounts: areLeased ? (id: string) => localCounts(leases.openWindow(id)) : undefined, areLeased };
  }
  const opened = openSharedCounts(deps.threads, Date.now, leases?.openWindow);
  const counts = resources.adopt(opened, (open) => open.close());
  return { openCounts: counts.open, counts, areLeased };
}

/**
 * Opens windows of calls that processes share, in a Redis or on a database server. A process alone on its database counts by
 * itself.
 */
async function openSharedWindows(
  { database, settings: { redis }, serving, metrics, log }: AccessModuleDeps,
  resources: AsyncDisposableStack,
) {
  const report = shareReports(metrics, log);
  if (redis === undefined && database.dialect.name === "sqlite") return undefined;
  const windows =
    redis === undefined
      ? storedCallWindows(database)
      : redisCallWindows(
          resources.adopt(await openRedis(redis), (opened) => opened.close()),
          redis.prefix,
        );
  const leases = openLeases({ windows, sharers: serving, report, now: Date.now });
  return resources.adopt(leases, (opened) => opened.close());
}
