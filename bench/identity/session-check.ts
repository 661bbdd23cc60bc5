import { createAuthenticator } from "../../server/access/authentication/authenticate.ts";
import { mintSessionToken } from "../../server/access/authentication/session-token.ts";
import { storedKeys } from "../../server/access/store/keys.ts";
import { sessionRows } from "../../server/access/store/session-row.ts";
import { storedSessions, toSessionRow } from "../../server/access/store/sessions.ts";
import { newUuidV7 } from "../../server/core/uuid.ts";
import type { Database } from "../../server/database/source.ts";
import type { Pace } from "../harness/contest.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { apiKey, programs, type ServerProcess, startServer } from "../harness/servers.ts";
import { spreadText } from "../report/lines.ts";
import { httpConnections, keepBusy, openHttpLoad } from "../requests/load.ts";
import { httpBytes } from "../requests/load-http.ts";
import { payloads } from "../requests/payloads.ts";
import { wireRequest } from "../requests/wire.ts";
import { openOwnDatabase } from "../vault/vault.ts";

const target = 0.1;
/**
 * Numbers of sessions: one per connection, and so many that at full load each calls about as often as its plan allows.
 */
const sessionCounts = [httpConnections, 3_200];
/** Duration of the measurement of the check alone, in seconds of its simulated clock. */
const checkSeconds = 20;
/** Interval at which the service writes the last use of sessions. */
const flushSeconds = 5;
/** Plan of sessions, large enough not to affect the measurement. */
const bounds = { requestsPerMinute: 1e9, concurrentRequests: 1_000 };

/** Share of a request's processor time that the session check takes. */
export async function sessionCheck(pace: Pace): Promise<Finding> {
  const { database, remove } = await openOwnDatabase();
  const contests: Contest[] = [];
  try {
    for (const sessions of sessionCounts) contests.push(await openContest(database, sessions));
    for (const contest of contests) await sendAll(contest, pace.warmUpSeconds);
    const seconds = Math.max(flushSeconds, pace.seconds);
    for (let round = 0; round < pace.rounds; round++) {
      for (const contest of contests) contest.rounds.push(await runRound(database, contest, seconds));
    }
    return findingOf(contests, seconds);
  } finally {
    for (const { server } of contests) await server.stop();
    await remove();
  }
}

interface Contest {
  readonly sessions: number;
  /** A server of its own, because uses of sessions are written some seconds later. */
  readonly server: ServerProcess;
  /** Requests of each connection. */
  readonly requests: readonly (readonly Buffer[])[];
  /** Tokens of as many sessions in the database of this process. */
  readonly tokens: readonly string[];
  /** Simulated clock of their authenticator. It never goes back, because uses are written only if they are later. */
  readonly clock: { nowMs: number };
  readonly rounds: Round[];
}

interface Round {
  /** Requests per second. */
  readonly rate: number;
  /** Processor time of a request in the server, in microseconds. */
  readonly request: number;
  /** Processor time of a check in this process at the same rate, in microseconds. */
  readonly check: number;
}

async function openContest(database: Database, sessions: number): Promise<Contest> {
  const environment = { PLANS: JSON.stringify({ identity: bounds }) };
  const server = await startServer({ ...programs.ours, environment });
  try {
    const requests = await openSessions(server, sessions);
    return {
      sessions,
      server,
      requests,
      tokens: await addSessions(database, sessions),
      clock: { nowMs: Date.now() },
      rounds: [],
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function runRound(database: Database, contest: Contest, seconds: number): Promise<Round> {
  const { server } = contest;
  const cpuBefore = server.cpuSeconds();
  const busy = await sendAll(contest, seconds);
  const request = ((server.cpuSeconds() - cpuBefore) * 1e6) / busy.requests;
  const rate = busy.requests / busy.seconds;
  return { rate, request, check: await checkMicroseconds(database, contest, rate) };
}

/** Sends requests at the maximum rate, on new connections, because servers close idle ones. */
async function sendAll({ server, requests }: Contest, seconds: number): ReturnType<typeof keepBusy> {
  const load = await openHttpLoad(server.port, requests);
  try {
    return await keepBusy(load, { seconds, sleepless: true });
  } finally {
    load.close();
  }
}

/**
 * Processor time of a check, in microseconds. The simulated clock advances by the interval between two requests, so
 * that each session is looked up again, and its use written, as often as in the server.
 */
async function checkMicroseconds(database: Database, { tokens, clock }: Contest, perSecond: number): Promise<number> {
  const keys = storedKeys(database);
  const sessions = storedSessions(database);
  const plan = { name: "identity", ...bounds, permissions: [] };
  const plans = new Map([[plan.name, plan]]);
  const authenticator = createAuthenticator({ keys, sessions, plans, sessionPlan: plan, now: () => clock.nowMs });
  const headers = tokens.map((token) => `Bearer ${token}`);
  const run = async (seconds: number) => {
    const calls = Math.round(seconds * perSecond);
    const stepMs = 1000 / perSecond;
    for (let call = 0; call < calls; call++) {
      clock.nowMs += stepMs;
      const known = authenticator.authenticate(headers[call % headers.length]);
      // The same steps as in the pipeline.
      if (known instanceof Promise) await known;
    }
    await authenticator.flush();
    return calls;
  };
  await run(flushSeconds);
  const cpuBefore = process.cpuUsage();
  let calls = 0;
  for (let seconds = 0; seconds < checkSeconds; seconds += flushSeconds) calls += await run(flushSeconds);
  const { user, system } = process.cpuUsage(cpuBefore);
  await authenticator.close();
  return (user + system) / calls;
}

/** Opens sessions in the server; returns the requests of each connection, made with some of these sessions. */
async function openSessions(server: ServerProcess, count: number): Promise<Buffer[][]> {
  const call = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, init);
    if (response.status !== 200) throw new Error(`the server answers ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { result: Answer }).result;
  };
  const { identity } = await call("/api/identities/create", { username: `bench-${count}` });
  const scope = { identity_id: identity.id, client_id: "bench", auth_scope: "geocode:*" };
  const requests = Array.from({ length: httpConnections }, (): Buffer[] => []);
  const { path, headers, body } = wireRequest(payloads.transform, "rest");
  for (let index = 0; index < count; index++) {
    const { token } = await call("/api/authentication/token", scope);
    const { session_token } = await call("/api/authentication/authenticate", { token });
    const authorization = ["authorization", `Bearer ${session_token}`] as const;
    const others = headers.filter(([name]) => name !== "authorization");
    requests[index % requests.length]?.push(httpBytes({ path, headers: [...others, authorization], body }));
  }
  return requests;
}

/** The parts of the responses that are read; each response has some of them. */
interface Answer {
  readonly identity: { readonly id: string };
  readonly token: string;
  readonly session_token: string;
}

/** Creates sessions, each of another identity; returns their tokens. */
export async function addSessions(database: Database, count: number): Promise<string[]> {
  const minted = Array.from({ length: count }, () => {
    const id = newUuidV7(Date.now());
    return { id, ...mintSessionToken(id) };
  });
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + 12 * 3_600_000);
  const rows = minted.map(({ id, digest }, index) =>
    toSessionRow(
      {
        id,
        identityId: `identity-${index}`,
        clientId: "bench",
        address: undefined,
        keyId: "key",
        authLevel: 1,
        permissions: ["geocode:*"],
        ownPermissions: undefined,
        parentId: undefined,
        provenAt: createdAt,
        createdAt,
        lastUsedAt: createdAt,
        expiresAt,
        revokedAt: undefined,
      },
      digest,
    ),
  );
  await database.transact((writer) => writer.save(sessionRows, rows, { chunk: 500 }));
  return minted.map(({ token }) => token);
}

function findingOf(contests: readonly Contest[], seconds: number): Finding {
  return {
    title: "Session check",
    how:
      `REST: ${payloads.transform.name} with session tokens on ${httpConnections} connections, at the maximum rate. Compared with the check ` +
      "alone, composed as in the server, in this process: its simulated clock advances at the rate of requests in that round, so that each " +
      "session is looked up in SQLite again once per second, and its use written every 5 seconds, as in the server. Both are processor time. " +
      "A request with many sessions costs more than one with few not only for the check: a request that waits for the database is no longer " +
      "processed in a group. " +
      `${contests[0]?.rounds.length} rounds of ${seconds} s in turns.`,
    columns: ["sessions", "requests per second", "us per request", "us of its check", "share of the check"],
    rows: contests.map(({ sessions, rounds: measured }) => [
      String(sessions),
      spreadText(spreadOf(measured.map(({ rate }) => rate)), 0),
      spreadText(spreadOf(measured.map(({ request }) => request)), 1),
      spreadText(spreadOf(measured.map(({ check }) => check)), 2),
      shareText(measured),
    ]),
    verdicts: contests.map(verdictOf),
  };
}

function verdictOf({ sessions, rounds }: Contest): Verdict {
  const share = spreadOf(rounds.map(({ check, request }) => check / request));
  return {
    what: `session check, share of a request's processor time, ${sessions} sessions`,
    figure: shareText(rounds),
    target: `less than ${100 * target} %`,
    isReached: share.median < target,
    isUncertain: share.min < target && share.max >= target,
  };
}

function shareText(rounds: readonly Round[]): string {
  return `${spreadText(spreadOf(rounds.map(({ check, request }) => (100 * check) / request)), 1)} %`;
}
