import { randomUUID } from "node:crypto";
import { createAuthenticator } from "../../server/access/authentication/authenticate.ts";
import { mintSessionToken } from "../../server/access/authentication/session-token.ts";
import { storedKeys } from "../../server/access/store/keys.ts";
import { sessionRows } from "../../server/access/store/session-row.ts";
import { storedSessions, toSessionRow } from "../../server/access/store/sessions.ts";
import type { Database } from "../../server/database/source.ts";
import type { Pace } from "../harness/contest.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { apiKey, programs, type ServerProcess, startServer } from "../harness/servers.ts";
import { spellSpread } from "../report/lines.ts";
import { httpConnections, keepBusy, openHttpLoad } from "../requests/load.ts";
import { httpBytes } from "../requests/load-http.ts";
import { payloads } from "../requests/payloads.ts";
import { spell } from "../requests/wire.ts";
import { openOwnDatabase } from "../vault/vault.ts";

const target = 0.1;
/** One for each connection, and so many that at full load each calls about as often as its plan allows. */
const sessionCounts = [httpConnections, 3_200];
/** How long the check alone is measured, in seconds of the time that it is told. */
const checkSeconds = 20;
/** As often as the service writes when sessions were last used. */
const flushSeconds = 5;
/** Of sessions: so that it is not what is measured. */
const bounds = { requestsPerMinute: 1e9, concurrentRequests: 1_000 };

/** What the session check takes of a request's processor time. */
export async function sessionCheck(pace: Pace): Promise<Finding> {
  const { database, remove } = await openOwnDatabase();
  const contests: Contest[] = [];
  try {
    for (const sessions of sessionCounts) contests.push(await openContest(database, sessions));
    for (const contest of contests) await askAll(contest, pace.warmUpSeconds);
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
  /** One of its own: uses of sessions are written some seconds later. */
  readonly server: ServerProcess;
  /** Of each connection. */
  readonly requests: readonly (readonly Buffer[])[];
  /** Of as many sessions in the database of this process. */
  readonly tokens: readonly string[];
  /** What their authenticator takes for the time: never goes back, as uses are written only when they are later. */
  readonly clock: { nowMs: number };
  readonly rounds: Round[];
}

interface Round {
  /** Requests a second. */
  readonly rate: number;
  /** Processor time of a request in the server, in microseconds. */
  readonly request: number;
  /** That of a check here, when checks come as often. */
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
  const busy = await askAll(contest, seconds);
  const request = ((server.cpuSeconds() - cpuBefore) * 1e6) / busy.requests;
  const rate = busy.requests / busy.seconds;
  return { rate, request, check: await checkMicroseconds(database, contest, rate) };
}

/** As fast as it answers; on new connections, because servers close those that are idle. */
async function askAll({ server, requests }: Contest, seconds: number): ReturnType<typeof keepBusy> {
  const load = await openHttpLoad(server.port, requests);
  try {
    return await keepBusy(load, { seconds, sleepless: true });
  } finally {
    load.close();
  }
}

/**
 * Processor time of a check, in microseconds. The time that the authenticator is told goes on by what lies between two
 * requests: each session is looked up in the database again, and its use written, as often as in the server.
 */
async function checkMicroseconds(database: Database, { tokens, clock }: Contest, perSecond: number): Promise<number> {
  const keys = storedKeys(database);
  const sessions = storedSessions(database);
  const plan = { name: "identity", ...bounds };
  const plans = new Map([[plan.name, plan]]);
  const authenticator = createAuthenticator({ keys, sessions, plans, sessionPlan: plan, now: () => clock.nowMs });
  const headers = tokens.map((token) => `Bearer ${token}`);
  const run = async (seconds: number) => {
    const calls = Math.round(seconds * perSecond);
    const stepMs = 1000 / perSecond;
    for (let call = 0; call < calls; call++) {
      clock.nowMs += stepMs;
      const known = authenticator.authenticate(headers[call % headers.length]);
      // As in the pipeline.
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

/** Opens sessions in the server, as their owners do; answers the requests of each connection, made by some of them. */
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
  const { path, headers, body } = spell(payloads.transform, "rest");
  for (let index = 0; index < count; index++) {
    const { token } = await call("/api/authentication/token", scope);
    const { session_token } = await call("/api/authentication/authenticate", { token });
    const authorization = ["authorization", `Bearer ${session_token}`] as const;
    const others = headers.filter(([name]) => name !== "authorization");
    requests[index % requests.length]?.push(httpBytes({ path, headers: [...others, authorization], body }));
  }
  return requests;
}

/** What is looked at of the answers to these calls: each has a part of it. */
interface Answer {
  readonly identity: { readonly id: string };
  readonly token: string;
  readonly session_token: string;
}

/** Sessions in this process; answers their tokens. */
async function addSessions(database: Database, count: number): Promise<string[]> {
  const minted = Array.from({ length: count }, () => {
    const id = randomUUID();
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
        keyId: "key",
        authLevel: 1,
        permissions: ["geocode:*"],
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
      `REST: ${payloads.transform.name} with tokens of sessions on ${httpConnections} connections, as fast as they are answered. Beside it the ` +
      "check alone, as the server composes it, in this process: the clock that it is told goes on as fast as requests come in that round, so " +
      "that each session is looked up in SQLite again once a second, and its use written every 5 seconds, as in the server. Both are processor time. " +
      "What a request of many sessions takes more than one of few is not only the check: a request that waits for the database is gone on with by itself. " +
      `${contests[0]?.rounds.length} rounds of ${seconds} s in turns.`,
    columns: ["sessions", "requests a second", "microseconds of a request", "of its check", "share of the check"],
    rows: contests.map(({ sessions, rounds: measured }) => [
      String(sessions),
      spellSpread(spreadOf(measured.map(({ rate }) => rate)), 0),
      spellSpread(spreadOf(measured.map(({ request }) => request)), 1),
      spellSpread(spreadOf(measured.map(({ check }) => check)), 2),
      spellShare(measured),
    ]),
    verdicts: contests.map(verdictOf),
  };
}

function verdictOf({ sessions, rounds }: Contest): Verdict {
  const share = spreadOf(rounds.map(({ check, request }) => check / request));
  return {
    what: `session check, share of a request's processor time, ${sessions} sessions`,
    figure: spellShare(rounds),
    target: `less than ${100 * target} %`,
    isReached: share.median < target,
    isUncertain: share.min < target && share.max >= target,
  };
}

function spellShare(rounds: readonly Round[]): string {
  return `${spellSpread(spreadOf(rounds.map(({ check, request }) => (100 * check) / request)), 1)} %`;
}
