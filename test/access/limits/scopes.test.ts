// @module-tag slow/programs

import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { mintSessionToken } from "../../../server/access/authentication/session-token.ts";
import { windows } from "../../../server/core/fixed-window/windows.ts";
import { createOn, onMariadb } from "../../support/database/databases.ts";
import { startMariadb } from "../../support/database/mariadb.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { newClient } from "../../support/identity/client.ts";
import { type Program, startProgram } from "../../support/program.ts";
import { newHolder } from "../../support/wallet-holder.ts";

const small = { TRANSACTIONS_PER_MINUTE: "5", CONNECTIONS_PER_NETWORK: "20", REGISTRATIONS_PER_HOUR: "7" };

onMariadb("of three processes on one database", () => {
  let mariadb: Awaited<ReturnType<typeof startMariadb>>;
  let programs: Program[] = [];
  let apis: ApiClient<Program>[] = [];

  beforeAll(async () => {
    mariadb = await startMariadb();
    const { environment } = await createOn(mariadb.url);
    // The first brings the schema up to date.
    for (let n = 0; n < 3; n++) {
      const settings = { ...environment, ...small, OPEN_REGISTRATION: "true" };
      programs.push(await startProgram({ environment: settings }));
    }
    apis = programs.map((program) => new ApiClient(program));
  });

  afterAll(async () => {
    for (const program of programs) await program.stop();
    programs = [];
    await mariadb?.remove();
  });

  /** Makes calls to the processes by turns; returns how many were not refused for their number. */
  async function passed(calls: number, call: (api: ApiClient<Program>, n: number) => Promise<{ status: number }>) {
    let count = 0;
    for (let n = 0; n < calls; n++) {
      if ((await call(apis[n % 3] as ApiClient<Program>, n)).status !== 429) count++;
    }
    return count;
  }

  test("all together count new API keys of an identity", async () => {
    const [api] = apis as [ApiClient<Program>];
    const { identity } = await api.identity();
    const session = await api.session(identity.id);
    const path = `/api/identities/${identity.id}/api-keys`;
    const made = async (one: ApiClient<Program>, n: number) => {
      const created = await one.call("POST", path, { name: `key ${n}` }, session);
      // Revoked, since another limit allows 100 that are not.
      const { id } = created.body.result?.key ?? {};
      if (id !== undefined) await one.call("DELETE", `${path}/${id}`, undefined, session);
      return created;
    };
    expect(await passed(windows.newApiKeys.countMax + 6, made)).toBe(windows.newApiKeys.countMax);
  });

  test("all together count registrations", async () => {
    const register = (one: ApiClient<Program>) =>
      one.call("POST", "/api/identities/create", { username: `u${randomUUID().slice(0, 12)}` }, "");
    expect(await passed(12, register)).toBe(7);
  });

  test("each counts the transactions of an identity", async () => {
    const [api] = apis as [ApiClient<Program>];
    const [ada, bob] = [await newHolder(api as never, { TOKEN_STANDARD: 100 }), await newHolder(api as never)];
    const pay = (one: ApiClient<Program>) =>
      one.call("POST", "/api/transactions/transfer", {
        sender: ada.id,
        signed_order: ada.signed(ada.order({ recipient: bob.id, amount: "1" })),
      });
    expect(await passed(24, pay)).toBe(3 * 5);
  });

  test("each counts wrong credentials of a network", async () => {
    const { countMax } = windows.wrongCredentials;
    const guess = (one: ApiClient<Program>) =>
      one.call("GET", "/v1/admin/keys", undefined, mintSessionToken(randomUUID()).token);
    expect(await passed(3 * (countMax + 2), guess)).toBe(3 * countMax);
  });

  test("each counts failed authentications of an identity", async () => {
    const [api] = apis as [ApiClient<Program>];
    const { mint, credentials } = await newClient(api as never);
    const { countMax } = windows.identityAuthenticationFailures;
    const wrong = await mint({}, { rotationKey: { ...credentials.rotationKey, secret: Buffer.alloc(32) } });
    const fail = (one: ApiClient<Program>) => one.call("POST", "/api/authentication/authenticate", { token: wrong });
    expect(await passed(3 * (countMax + 2), fail)).toBe(3 * countMax);
  });

  test("each counts the connections of a network", async () => {
    for (const { url } of programs) {
      const { hostname, port } = new URL(url);
      const sockets = Array.from({ length: 25 }, () => connect(Number(port), hostname));
      onTestFinished(() => {
        for (const socket of sockets) socket.destroy();
      });
      const refused = sockets.map((socket) => new Promise<void>((resolve) => socket.once("close", () => resolve())));
      // Five and more, with the connections of the tests before that are still open.
      for (const socket of sockets) socket.on("error", () => {});
      await Promise.any(refused);
      const open = () => sockets.filter((socket) => !socket.destroyed).length;
      await new Promise<void>((resolve) => {
        const look = () => open() <= 20 && resolve();
        for (const socket of sockets) socket.on("close", look);
        look();
      });
      expect(open()).toBeGreaterThan(0);
    }
  });
});
