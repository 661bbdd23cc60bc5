import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EventService } from "#contract/wallet/v1/event_service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { ApiClient } from "../../support/identity/api-client.ts";
import { startServer, type TestServer } from "../../support/server.ts";
import { newVaultHolder } from "../../support/wallet-holder.ts";
import { openChannel } from "../../transports/channel/client.ts";

let server: TestServer;
let api: ApiClient;
beforeAll(async () => {
  const generous = { requestsPerMinute: 1_000_000, concurrentRequests: 1_000 };
  const plans = { anonymous: generous, identity: { requestsPerMinute: 100_000, concurrentRequests: 3 } };
  server = await startServer({ PLANS: JSON.stringify(plans) });
  api = new ApiClient(server);
});
afterAll(() => server?.close());

/** An identity with a wallet and a session. */
async function newCaller() {
  const { id } = await newVaultHolder(api);
  return { id, session: await api.session(id) };
}

type Caller = Awaited<ReturnType<typeof newCaller>>;

function poll({ id }: Caller, credentials: string, seconds = 30) {
  return api.call("GET", `/api/wallets/${id}/events/next?wait_seconds=${seconds}`, undefined, credentials);
}

/** Waits, again if the call of `untilFull` has just had the place. */
async function hold(caller: Caller) {
  for (;;) {
    const answer = await poll(caller, caller.session);
    if (answer.status !== 429) return answer;
  }
}

/** Resolves once as many calls of the session wait as its plan lets: another one is refused. */
async function untilFull(caller: Caller): Promise<void> {
  await expect.poll(async () => (await poll(caller, caller.session, 1)).status).toBe(429);
}

const logout = (session: string) => api.call("POST", "/api/authentication/logout", {}, session);

describe("calls that wait", () => {
  test("leave their places to others, and those beyond the plan are refused", async () => {
    const caller = await newCaller();
    const polls = Array.from({ length: 3 }, () => hold(caller));
    await untilFull(caller);
    expect((await api.call("GET", `/api/wallets/${caller.id}`, undefined, caller.session)).status).toBe(200);
    await logout(caller.session);
    expect((await Promise.all(polls)).map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  test("end at once when their session is revoked by another one", async () => {
    const caller = await newCaller();
    const polls = Array.from({ length: 3 }, () => hold(caller));
    await untilFull(caller);
    const revoked = await api.call("DELETE", `/api/identities/${caller.id}/sessions`);
    expect(revoked.status).toBeLessThan(300);
    for (const { status, body } of await Promise.all(polls)) {
      expect([status, body.error.code]).toEqual([401, "INVALID_API_KEY"]);
    }
  });

  test("end at once when their key is revoked", async () => {
    const caller = await newCaller();
    const key = await server.createKey("developer", ["wallets:*"]);
    const waiting = poll(caller, key.secret);
    expect((await api.call("DELETE", `/v1/admin/keys/${key.id}`)).status).toBeLessThan(300);
    expect((await waiting).status).toBe(401);
  });

  test("take no credits of a channel: pings, outcomes and other calls are answered meanwhile", async () => {
    const { id: identityId, session: value } = await newCaller();
    const channel = await openChannel(server.url, () => ({ credentials: { case: "sessionToken", value } }));
    expect(channel.welcome.credits).toBe(3);
    for (let count = 0; count < 3; count += 1) {
      channel.request(EventService.method.listEvents, { identityId, waitSeconds: 30 });
    }
    channel.send({ case: "ping", value: { nonce: 5n } });
    expect(await channel.expect("pong")).toMatchObject({ nonce: 5n });
    const opId = crypto.randomUUID();
    channel.send({ case: "resolve", value: { opId } });
    expect(await channel.expect("outcome")).toMatchObject({ opId, isFinal: false });
    expect(await channel.call(WalletService.method.getWallet, { identityId })).toMatchObject({
      wallet: { identityId },
    });
    await logout(value);
    expect(await channel.messages.closed).toBe(1008);
  });
});
