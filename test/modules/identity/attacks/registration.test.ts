import { generateKeyPairSync } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { windows } from "../../../../server/core/fixed-window/windows.ts";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient, freshName } from "../../../support/identity/api-client.ts";
import { freshAddress, newOwner } from "../../../support/identity/owner.ts";
import { startServer } from "../../../support/server.ts";

const settings = {
  OPEN_REGISTRATION: "true",
  TRUSTED_PROXIES: "127.0.0.1",
  PLANS: JSON.stringify({ anonymous: { requestsPerMinute: 10_000, concurrentRequests: 1_000 } }),
};

/** Registers without credentials from a network. */
function register(api: ApiClient, network: string, members = {}) {
  const body = { username: freshName(), ...members };
  return api.call("POST", "/api/identities/create", body, "", { "X-Forwarded-For": network });
}

function limitOf(count: number, what: string) {
  return { code: "RATE_LIMIT_EXCEEDED", message: expect.stringContaining(`The limit of ${count} ${what} `) };
}

onEveryServer(
  "registration",
  ({ server, environment }) => {
    /** Another server of the same data with other bounds. */
    async function startOther(bounds: Record<string, string>) {
      const other = await startServer({ ...environment(), ...settings, ...bounds });
      onTestFinished(() => other.close());
      return new ApiClient(other);
    }

    test("of all networks is bounded, for all servers together and after a restart", async () => {
      const REGISTRATIONS_PER_HOUR = "3";
      const [one, two] = [await startOther({ REGISTRATIONS_PER_HOUR }), await startOther({ REGISTRATIONS_PER_HOUR })];
      const statuses: number[] = [];
      for (const [index, api] of [one, two, one, two].entries()) {
        statuses.push((await register(api, `203.0.113.${index}`)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
      const restarted = await startOther({ REGISTRATIONS_PER_HOUR });
      const { body } = await register(restarted, "203.0.113.9");
      expect(body.error).toMatchObject(limitOf(3, "registrations an hour"));
      expect(await restarted.identity()).toHaveProperty("identity");
    });

    test("sends no more mails than all servers together may", async () => {
      const api = await startOther({ MAILS_PER_HOUR: "2" });
      const created = async () =>
        (await register(api, "198.51.100.3", { email: freshAddress(), start_verification: true })).body.result;
      expect(await created()).toHaveProperty("challenge");
      expect(await created()).toHaveProperty("challenge");
      expect(await created()).not.toHaveProperty("challenge");
      const other = await newOwner(await startOther({ MAILS_PER_HOUR: "2" }));
      expect((await other.begin("METHOD_EMAIL")).error).toMatchObject(limitOf(2, "mails an hour"));
    });

    test("from one network is bounded, other networks and applications are not affected", {
      tags: ["slow/load"],
    }, async () => {
      const api = new ApiClient(server());
      const { countMax } = windows.networkRegistrations;
      const refused = { username: "not a username" };
      // Only registrations that are well-formed count.
      expect((await register(api, "198.51.100.1", refused)).status).toBe(400);
      const public_key = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }).x;
      const all = Array.from({ length: countMax + 1 }, () => register(api, "198.51.100.1", { public_key }));
      const answers = await Promise.all(all);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(countMax);
      const { body, headers } = answers.find(({ status }) => status !== 200) as (typeof answers)[0];
      expect(body.error).toMatchObject(limitOf(countMax, "registrations from one network an hour"));
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await register(api, "198.51.100.2")).status).toBe(200);
      expect(await api.identity()).toHaveProperty("identity");
    });
  },
  () => settings,
);

onEveryServer("an identity's", ({ server, environment }) => {
  async function startOther(bounds: Record<string, string> = {}) {
    const other = await startServer({ ...environment(), ...bounds });
    onTestFinished(() => other.close());
    return new ApiClient(other);
  }

  test("text messages are bounded for all identities, numbers and servers together", async () => {
    const bounds = { TEXT_MESSAGES_PER_HOUR: "2" };
    const statuses: unknown[] = [];
    for (const address of ["+4930123401", "+4930123402", "+4930123403"]) {
      const { begin } = await newOwner(await startOther(bounds));
      const { error } = await begin("METHOD_PHONE", { address });
      statuses.push(error);
    }
    expect(statuses).toEqual([undefined, undefined, expect.objectContaining(limitOf(2, "text messages an hour"))]);
  });

  test("challenges are bounded for all servers together", async () => {
    const { id, begin } = await newOwner(new ApiClient(server()));
    for (let challenge = 0; challenge < 10; challenge += 1) await begin("METHOD_PIN");
    const request = { identity_id: id, method: "METHOD_PIN" };
    const { status, body } = await (await startOther()).call("POST", "/api/verification/challenge", request);
    expect(status).toBe(429);
    expect(body.error).toMatchObject(limitOf(10, "challenges of one method an hour"));
  });

  describe("keys", () => {
    test("are bounded in number, and new ones by day for all servers together", async () => {
      const api = new ApiClient(server());
      const { identity } = await api.identity();
      const path = `/api/identities/${identity.id}/keys`;
      const add = async (client = api) => {
        const public_key = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }).x;
        return (await client.call("POST", path, { public_key })).body;
      };
      let last = "";
      for (let key = 1; key < 20; key += 1) last = (await add()).result.key.id;
      const { error } = await add();
      expect(error).toMatchObject({ code: "STATE_INVALID", message: expect.stringContaining("20 signing keys") });
      await api.call("DELETE", `${path}/${last}`);
      expect((await add(await startOther())).error).toMatchObject(limitOf(20, "new keys of an identity a day"));
      const rotation = await api.call("POST", `/api/identities/${identity.id}/rotation-key`, {});
      expect(rotation.body.error).toMatchObject(limitOf(20, "new keys of an identity a day"));
    });
  });

  describe("documents", () => {
    const document = { name: "passport.pdf", content: Buffer.concat([Buffer.from("%PDF-1.7"), Buffer.alloc(600_000)]) };
    const documents = [{ ...document, content: document.content.toString("base64") }];

    test("are bounded in bytes, over all of its cases, also when they come at once", async () => {
      const api = await startOther({ DOCUMENT_MEBIBYTES_PER_IDENTITY: "1" });
      const { id: identity_id } = await newOwner(api);
      const submit = (level: string) =>
        api.call("POST", "/api/verification/documents", { identity_id, level, documents });
      const answers = await Promise.all(["LEVEL_ENHANCED", "LEVEL_BUSINESS", "LEVEL_ENHANCED"].map(submit));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const { body } = await submit("LEVEL_BUSINESS");
      expect(body.error).toMatchObject({ code: "STATE_INVALID", message: expect.stringContaining("1 MiB") });
      const cases = await api.call("GET", `/api/verification/cases?identity_id=${identity_id}`);
      expect(cases.body.result.cases).toHaveLength(1);
      const { id } = await newOwner(api);
      const other = { identity_id: id, level: "LEVEL_ENHANCED", documents };
      expect((await api.call("POST", "/api/verification/documents", other)).status).toBe(200);
    });
  });
});
