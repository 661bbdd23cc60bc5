import { ConnectError, createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ErrorInfoSchema } from "#contract/google/rpc/error_details_pb.js";
import { EventService } from "#contract/wallet/v1/event_service_pb.js";
import { sessionIdleMs, sessionMs } from "../../../server/access/domain/session-expiry.ts";
import { openEvents } from "../../support/event-stream.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { startServer, type TestServer, transportOf } from "../../support/server.ts";
import { deposit, newVaultHolder } from "../../support/wallet-holder.ts";
import { openChannel } from "../../transports/channel/client.ts";

/** How far the clock of the service is ahead of that of the machine. It never goes back. */
let aheadMs = 0;
const realNow = Date.now;

const few = { requestsPerMinute: 100_000, concurrentRequests: 2 };
const plans = { anonymous: { ...few, concurrentRequests: 1_000 }, identity: few };
const watching = { removed: { ...few, permissions: ["*"] } };
const settings = { PLANS: JSON.stringify({ ...plans, ...watching }), SESSION_GRANTS: "wallets:watch wallets:read" };

let server: TestServer;
let api: ApiClient;
beforeAll(async () => {
  // Before the server starts, since it keeps a reference to the function.
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + aheadMs);
  // With one thread: others would have clocks of their own.
  server = await startServer({ ...settings, THREADS: "1" });
  api = new ApiClient(server);
});
afterAll(async () => {
  await server?.close();
  vi.restoreAllMocks();
});

/** A caller whose credentials end. */
interface Caller {
  readonly credentials: string;
  readonly end: () => unknown;
}

const pass = (ms: number) => () => {
  aheadMs += ms;
};

const callers: Readonly<Record<string, (id: string) => Promise<Caller>>> = {
  async "a JWT that expires"(id) {
    const session = await api.session(id, { auth_scope: "wallets:watch wallets:read" });
    const issued = await api.call("POST", "/api/authentication/jwt", { lifetime: 60 }, session);
    expect(issued.status).toBe(200);
    return { credentials: issued.body.result.jwt, end: pass(120_000) };
  },
  "a session that is idle for too long": async (id) => ({
    credentials: await api.session(id),
    end: pass(sessionIdleMs),
  }),
  "a session whose latest end comes": async (id) => ({ credentials: await api.session(id), end: pass(sessionMs) }),
  async "a session whose signing key is revoked"(id) {
    const [{ id: key }] = (await api.call("GET", `/api/identities/${id}/keys`)).body.result.keys;
    return { credentials: await api.session(id), end: () => api.call("DELETE", `/api/identities/${id}/keys/${key}`) };
  },
  async "an API key whose plan is no more"() {
    await server.reload(settings);
    const { secret } = await server.createKey("removed", ["wallets:*", "ledger:watch"]);
    return { credentials: secret, end: () => server.reload({ ...settings, PLANS: JSON.stringify(plans) }) };
  },
};

/** Waits for events of a wallet, until it is told of one or refused: the code of the refusal, or "told". */
type Wait = (id: string, credentials: string) => Promise<{ readonly told: Promise<string> }>;

const next = (id: string, seconds: number, credentials: string) =>
  api.call("GET", `/api/wallets/${id}/events/next?wait_seconds=${seconds}`, undefined, credentials);

/** Waits for the next events, again if the call of `untilFull` has just had the place. */
async function waitNext(id: string, credentials: string) {
  for (;;) {
    const answer = await next(id, 30, credentials);
    if (answer.status !== 429) return answer;
  }
}

/** Resolves once as many calls wait as the plan of the caller lets: another one is refused. */
const untilFull = (id: string, credentials: string) =>
  expect.poll(async () => (await next(id, 0, credentials)).status).toBe(429);

async function events(url: string, credentials: string) {
  const stream = await openEvents(server.url + url, { Authorization: `Bearer ${credentials}` });
  expect(stream.status).toBe(200);
  expect((await stream.next())?.data.result.entry).toBeUndefined();
  const told = stream.next().then((event) => event?.data.error?.code ?? "told");
  return { told };
}

const refusalOf = (error: unknown) => ConnectError.from(error).findDetails(ErrorInfoSchema)[0]?.reason ?? String(error);

async function watch(method: "watch" | "watchAll", identityId: string, credentials: string) {
  const client = createClient(EventService, transportOf(server.url, "grpc", credentials));
  const answers = client[method]({ identityId })[Symbol.asyncIterator]();
  await answers.next();
  return { told: answers.next().then(() => "told", refusalOf) };
}

const waits: Readonly<Record<string, Wait>> = {
  async "calls for the next events"(id, credentials) {
    const calls = [1, 2].map(() => waitNext(id, credentials));
    await untilFull(id, credentials);
    const codes = Promise.all(calls).then((all) => new Set(all.map(({ body }) => body.error?.code ?? "told")));
    return { told: codes.then((different) => [...different].join()) };
  },
  "Server-Sent Events": (id, credentials) => events(`/api/wallets/${id}/events`, credentials),
  "Watch over gRPC": (id, credentials) => watch("watch", id, credentials),
};

const waitsForAll: Readonly<Record<string, Wait>> = {
  "Server-Sent Events of all wallets": (_, credentials) => events("/v1/admin/ledger/events", credentials),
  "WatchAll over gRPC": (_, credentials) => watch("watchAll", "", credentials),
};

const pairs = Object.entries(callers).flatMap(([who, caller]) => {
  const all = { ...waits, ...(who.startsWith("an API key") && waitsForAll) };
  return Object.entries(all).map(([how, wait]) => ({ who, how, caller, wait }));
});

test("an API key that is moved to another plan while it waits is told the event", async () => {
  await server.reload(settings);
  const { id } = await newVaultHolder(api);
  const key = await server.createKey("removed", ["wallets:*"]);
  const told = await Promise.all(Object.values(waits).map((wait) => wait(id, key.secret)));
  const moved = await api.call("PUT", `/v1/admin/keys/${key.id}/plan`, { plan: "operator" });
  expect(moved.status).toBe(200);
  await deposit(api, id, "TOKEN_STANDARD", 7);
  for (const one of told) expect(await one.told).toBe("told");
});

test("the owner of a wallet that is frozen while it waits is told the next event", async () => {
  const { id, freeze } = await newVaultHolder(api);
  const credentials = await api.session(id);
  const told = await Promise.all(Object.values(waits).map((wait) => wait(id, credentials)));
  for (const isFrozen of [true, false]) expect((await freeze(isFrozen)).status).toBe(200);
  await deposit(api, id, "TOKEN_STANDARD", 7);
  for (const one of told) expect(await one.told).toBe("told");
});

describe("an event is not told to a caller who waits", () => {
  test.each(pairs)("by $who: $how", async ({ caller, wait }) => {
    const { id } = await newVaultHolder(api);
    const { credentials, end } = await caller(id);
    const { told } = await wait(id, credentials);
    await end();
    await deposit(api, id, "TOKEN_STANDARD", 7);
    expect(await told).toBe("INVALID_API_KEY");
  });

  const sessions = Object.entries(callers).filter(([who]) => who.startsWith("a session"));
  test.each(sessions)("by %s, on a channel, which is closed", async (_, caller) => {
    const { id } = await newVaultHolder(api);
    const { credentials, end } = await caller(id);
    const channel = await openChannel(server.url, () => ({
      credentials: { case: "sessionToken", value: credentials },
    }));
    for (const _ of [1, 2]) channel.request(EventService.method.listEvents, { identityId: id, waitSeconds: 30 });
    await untilFull(id, credentials);
    await end();
    await deposit(api, id, "TOKEN_STANDARD", 7);
    expect(await channel.messages.closed).toBe(1008);
  });
});
