// @module-tag slow/programs

import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import { windows } from "../../server/core/fixed-window/windows.ts";
import { createOn, onMariadb } from "../support/database/databases.ts";
import { startMariadb } from "../support/database/mariadb.ts";
import { openEvents } from "../support/event-stream.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import { newClient } from "../support/identity/client.ts";
import { type Program, startProgram } from "../support/program.ts";
import { operatorKey } from "../support/server.ts";
import { newHolder } from "../support/wallet-holder.ts";
import { type ChannelClient, openChannel } from "../transports/channel/client.ts";
import { passedInAll } from "./limits/trial-plan.ts";

type Api = ApiClient<Program>;

onMariadb("three processes on one database, as one service:", () => {
  const resources = new AsyncDisposableStack();
  const programs: Program[] = [];
  let settingsFile: string;
  let apis: [Api, Api, Api];

  /** Writes the settings that may change, and has every process read them. */
  async function reload(settings: Record<string, unknown>): Promise<void> {
    write(settings);
    for (const program of programs) {
      const line = program.logged(/reload(ed)? the configuration/);
      program.signal("SIGHUP");
      expect(JSON.parse(await line)).toMatchObject({ level: 30, takesRestart: [] });
    }
  }

  function write(settings: Record<string, unknown>): void {
    const lines = Object.entries({ BACKUPS: "off", ...settings }).map(
      ([name, value]) => `${name}='${typeof value === "string" ? value : JSON.stringify(value)}'`,
    );
    writeFileSync(settingsFile, `${lines.join("\n")}\n`);
  }

  beforeAll(async () => {
    const mariadb = resources.adopt(await startMariadb(), (started) => started.remove());
    const { environment, dataDirectory } = await createOn(mariadb.url);
    settingsFile = join(dataDirectory, "settings");
    write({});
    const settings = { ...environment, SETTINGS_FILE: settingsFile, TRUSTED_PROXIES: "127.0.0.1" };
    // The first brings the schema up to date.
    for (let n = 0; n < 3; n++) {
      const started = await startProgram({ environment: settings });
      programs.push(resources.adopt(started, (program) => program.stop()));
    }
    apis = programs.map((program) => new ApiClient(program)) as typeof apis;
  });
  afterAll(() => resources.disposeAsync());

  const listKeys = (secret: string) => (api: Api) => api.call("GET", "/v1/admin/keys", undefined, secret);
  const statusesOf = async (call: (api: Api) => Promise<{ status: number }>) => {
    const answers = await Promise.all(apis.map((api) => call(api)));
    return answers.map(({ status }) => status);
  };
  /** Calls every process until each has answered with this status. */
  async function allAnswer(status: number, call: (api: Api) => Promise<{ status: number }>): Promise<void> {
    for (const api of apis) while ((await call(api)).status !== status);
  }
  const newKey = async (api: Api, plan = "developer") => {
    const request = { name: "a key", plan, permissions: ["geocode:*"] };
    return (await api.call("POST", "/v1/admin/keys", request)).body.result as { key: { id: string }; secret: string };
  };

  test("a key that one revokes is refused by all", async () => {
    const { key, secret } = await newKey(apis[0]);
    expect(await statusesOf(listKeys(secret))).toEqual([403, 403, 403]);
    await apis[1].call("DELETE", `/v1/admin/keys/${key.id}`);
    await allAnswer(401, listKeys(secret));
  });

  test("a session that ends at one is refused by all, and its channel and its stream at others are closed", async () => {
    const ada = await newClient(apis[0]);
    const channel = await openChannel(apis[2].server.url, async ({ hello, binding }) => ({
      credentials: {
        case: "rotatingToken",
        value: await ada.mint({ challenge: hello.challenge, channelBinding: binding }),
      },
    }));
    const session = channel.welcome.sessionToken;
    const own = (api: Api) => api.call("GET", `/api/identities/${ada.id}`, undefined, session);
    expect(await statusesOf(own)).toEqual([200, 200, 200]);
    await apis[1].call("POST", "/api/wallets/create", { identity_id: ada.id });
    const watched = `${apis[1].server.url}/api/wallets/${ada.id}/events`;
    const events = await openEvents(watched, { Authorization: `Bearer ${session}` });
    expect(events.status).toBe(200);
    await apis[0].call("DELETE", `/api/identities/${ada.id}/sessions`);
    await allAnswer(401, own);
    while ((await events.next()) !== undefined);
    expect(await endOf(channel)).toBe(GoAwayReason.AUTHENTICATION);
  });

  test("plans and the policy of the ledger that are reloaded hold at all, for keys of all", async () => {
    const trial = (requestsPerMinute: number) => ({
      PLANS: { trial: { requestsPerMinute, concurrentRequests: 1_000, permissions: ["geocode:*"] } },
    });
    await reload(trial(60));
    const { secret } = await newKey(apis[0], "trial");
    expect(await passedInAll(secret, 60, programs)).toBe(60);
    await reload({ ...trial(80), LEDGER_POLICY: { exchangeBasisPoints: 75 } });
    expect(await passedInAll(secret, 20, programs)).toBe(20);
    for (const api of apis) {
      const { body } = await api.call("GET", "/v1/admin/ledger/policy");
      expect(body.result).toMatchObject({ exchange_basis_points: 75 });
    }
    await reload({});
  });

  test("a payment at one is told by all, to its sender and its recipient", async () => {
    const [ada, bob] = [await newHolder(apis[0], { TOKEN_STANDARD: 100 }), await newHolder(apis[1])];
    const authorization = { Authorization: `Bearer ${operatorKey}` };
    const watching = await Promise.all(
      programs.flatMap(({ url }) =>
        [ada, bob].map(async ({ id }) => {
          const stream = await openEvents(`${url}/api/wallets/${id}/events`, authorization);
          await stream.next();
          return stream;
        }),
      ),
    );
    await ada.pay({ recipient: bob.id, amount: "12.5" });
    const told = await Promise.all(watching.map((stream) => stream.nextEntry()));
    const amounts = told.map(({ data }) => data.result.entry.movements[0].exact_amount);
    expect(amounts).toEqual(["-12.5125", "12.5", "-12.5125", "12.5", "-12.5125", "12.5"]);
  });

  test("tokens that one has made are recognized by all at their first call, whatever else their network sends", async () => {
    const attacker = { "X-Forwarded-For": "198.51.100.7" };
    const from = (secret: string) => (api: Api) => api.call("GET", "/v1/admin/keys", undefined, secret, attacker);
    const { secret } = await newKey(apis[0]);
    const { identity } = await apis[0].identity();
    const session = await apis[0].session(identity.id);
    for (const api of apis) {
      await Promise.all(Array.from({ length: windows.wrongCredentials.countMax }, () => from(randomUUID())(api)));
      expect((await from(randomUUID())(api)).status).toBe(429);
    }
    for (const known of [secret, session]) expect(await statusesOf(from(known))).toEqual([403, 403, 403]);
  });

  test("each lists all, and which of them answers; of one that is killed, that it is silent", async () => {
    const listed = async (api: Api) => (await api.call("GET", "/v1/admin/processes")).body.result.processes;
    const pids = programs.map(({ pid }) => pid);
    for (const [index, api] of apis.entries()) {
      const all = await listed(api);
      expect(all.map((one: { pid: number; state: string }) => [one.pid, one.state])).toEqual(
        pids.map((pid) => [pid, "ready"]),
      );
      expect(all.findIndex((one: { is_answering: boolean }) => one.is_answering)).toBe(index);
    }
    programs[2]?.signal("SIGKILL");
    for (const api of apis.slice(0, 2)) {
      const isSilent = async () => (await listed(api)).at(-1).state === "silent";
      while (!(await isSilent()));
    }
  });
});

/** Answers pings until the server closes the channel; returns its reason. */
async function endOf(channel: ChannelClient): Promise<GoAwayReason | undefined> {
  for (;;) {
    const body = (await channel.next())?.body;
    if (body?.case === "ping") channel.send({ case: "pong", value: { nonce: body.value.nonce } });
    else if (body === undefined || body.case === "goAway") return body?.value.reason;
  }
}
