import { describe, expect, test } from "vitest";
import { onEveryServer } from "../support/every-server.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import { startServer } from "../support/server.ts";

const transform = { data: [1, 2, 3, 4, 5], source_dimensions: 5, target_dimensions: 3 };
const plans = {
  tiny: { requestsPerMinute: 3, concurrentRequests: 2, permissions: ["geocode:*"] },
  office: { requestsPerMinute: 10, concurrentRequests: 2, permissions: ["*"] },
  chosen: { requestsPerMinute: 5_000, concurrentRequests: 500, selfService: true },
};
const settings = () => ({ PLANS: JSON.stringify(plans) });

onEveryServer(
  "keys of identities",
  ({ server, environment }) => {
    const api = () => new ApiClient(server());

    /** An identity with a session, and the calls about its keys. */
    async function owner(members: Record<string, unknown> = {}) {
      const { identity } = await api().identity();
      const session = await api().session(identity.id, members);
      const path = `/api/identities/${identity.id}/api-keys`;
      return {
        id: identity.id as string,
        session,
        path,
        create: (body: object = { name: "mine" }) => api().call("POST", path, body, session),
        list: async () => (await api().call("GET", path, undefined, session)).body.result.keys,
        revoke: (id: string) => api().call("DELETE", `${path}/${id}`, undefined, session),
      };
    }

    /** Status and reason with which a key may transform. */
    async function outcomeOf(secret: string) {
      const { status, body } = await api().call("POST", "/v1/geocode/transform", transform, secret);
      return `${status} ${body.error?.code ?? "OK"}`;
    }

    test("are created, used, listed and revoked by a session of the identity", async () => {
      const ada = await owner();
      const { status, body } = await ada.create({ name: "laptop" });
      const { key, secret } = body.result;
      expect(status).toBe(200);
      expect(key).toMatchObject({ plan: "developer", permissions: ["geocode:*"], identity_id: ada.id });
      expect(await outcomeOf(secret)).toBe("200 OK");
      expect((await ada.list()).map(({ id }: { id: string }) => id)).toEqual([key.id]);
      expect((await ada.revoke(key.id)).body.result.key.revoked_at).toBeTypeOf("string");
      expect(await outcomeOf(secret)).toBe("401 INVALID_API_KEY");
    });

    test("of another identity do not exist for a session, and neither do the operator's", async () => {
      const [ada, bob] = [await owner(), await owner()];
      const { key, secret } = (await bob.create()).body.result;
      const operators = await server().createKey("developer");
      for (const id of [key.id, operators.id, "unknown"]) {
        expect(await ada.revoke(id)).toMatchObject({
          status: 404,
          body: { error: { code: "RESOURCE_NOT_FOUND", message: "There is no key with this id." } },
        });
      }
      expect(await ada.list()).toEqual([]);
      expect(await outcomeOf(secret)).toBe("200 OK");
      expect(await outcomeOf(operators.secret)).toBe("200 OK");
      const paged = await api().call("GET", `${ada.path}?page_size=1&page_token=${key.id}`, undefined, ada.session);
      expect(paged.body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter: "page_token" } });
    });

    test("cannot be reached by a session that names another identity, or none", async () => {
      const [ada, bob] = [await owner(), await owner()];
      const { key } = (await bob.create()).body.result;
      const calls: [string, string, object?][] = [
        ["POST", bob.path, { name: "theirs" }],
        ["GET", bob.path],
        ["DELETE", `${bob.path}/${key.id}`],
        ["POST", "/v1/admin/keys", { name: "the operator's" }],
        ["POST", "/v1/admin/keys", { name: "the operator's", identity_id: "" }],
        ["POST", "/v1/admin/keys", { name: "theirs", identity_id: bob.id }],
        ["GET", "/v1/admin/keys"],
        ["GET", "/v1/admin/keys?identity_id="],
        ["DELETE", `/v1/admin/keys/${key.id}`],
        ["PUT", `/v1/admin/keys/${key.id}/plan`, { plan: "enterprise" }],
      ];
      for (const [method, path, body] of calls) {
        const answer = await api().call(method, path, body, ada.session);
        expect([method, path, answer.status, answer.body.error?.code]).toEqual([method, path, 403, "INVALID_API_KEY"]);
      }
      expect((await bob.list()).map(({ id }: { id: string }) => id)).toEqual([key.id]);
    });

    test("are not moved by a session, not even its own", async () => {
      const ada = await owner();
      const { key } = (await ada.create()).body.result;
      const moved = await api().call("PUT", `/v1/admin/keys/${key.id}/plan`, { plan: "chosen" }, ada.session);
      expect([moved.status, moved.body.error.details.required_permission]).toEqual([403, "keys:change-plan"]);
      expect((await ada.list())[0].plan).toBe("developer");
    });

    test("have a plan that is marked for identities, whatever its limits", async () => {
      const ada = await owner();
      for (const plan of ["professional", "enterprise", "operator", "identity", "tiny"]) {
        const { status, body } = await ada.create({ name: "greedy", plan });
        expect([plan, status, body.error?.details]).toMatchObject([plan, 403, { parameter: "plan", provided: plan }]);
      }
      expect((await ada.create({ name: "fast", plan: "chosen" })).body.result.key.plan).toBe("chosen");
      const unknown = await ada.create({ name: "lost", plan: "gone" });
      expect(unknown.body.error.message).toBe(
        "`plan` must be one of tiny, office, developer, professional, enterprise, chosen.",
      );
    });

    test("never have more than the geocode operations, whoever creates them", async () => {
      const ada = await owner();
      const greedy = await owner({ auth_scope: "* keys:create wallets:*" });
      for (const word of ["*", "wallets:*", "wallets:read", "keys:create", "transactions:create", "identities:*"]) {
        const body = { name: "greedy", permissions: ["geocode:encode", word] };
        const answers = [
          await ada.create(body),
          await greedy.create(body),
          await api().call("POST", "/v1/admin/keys", { ...body, identity_id: ada.id }),
        ];
        for (const { body } of answers) {
          expect(body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter: "permissions" } });
        }
      }
      const narrow = (await ada.create({ name: "narrow", permissions: ["geocode:encode"] })).body.result;
      expect(await outcomeOf(narrow.secret)).toBe("403 INVALID_API_KEY");
      const { secret } = (await ada.create()).body.result;
      for (const path of [`/api/wallets/${ada.id}`, ada.path, `/api/identities/${ada.id}`]) {
        expect((await api().call("GET", path, undefined, secret)).status).toBe(403);
      }
    });

    test("are given no more than the scope of a confined session", async () => {
      const confined = await owner({ auth_scope: "keys:create geocode:encode" });
      const wide = await confined.create();
      expect([wide.status, wide.body.error.details.required_permission]).toEqual([403, "geocode:*"]);
      const narrow = await confined.create({ name: "narrow", permissions: ["geocode:encode"] });
      expect(narrow.body.result.key.permissions).toEqual(["geocode:encode"]);
      const listed = await api().call("GET", confined.path, undefined, confined.session);
      expect([listed.status, listed.body.error.details.required_permission]).toEqual([403, "keys:list"]);
      const reader = await owner({ auth_scope: "wallets:read keys:list" });
      expect((await reader.create()).status).toBe(403);
      expect(await reader.list()).toEqual([]);
    });

    test("are created by administrators for identities that exist", async () => {
      const ada = await owner();
      const create = (identity_id: string, credentials?: string) =>
        api().call("POST", "/v1/admin/keys", { name: "given", plan: "enterprise", identity_id }, credentials);
      expect((await create(ada.id)).body.result.key).toMatchObject({ plan: "enterprise", identity_id: ada.id });
      expect((await ada.list()).map(({ name }: { name: string }) => name)).toEqual(["given"]);
      const unknown = await create("01920000-0000-7000-8000-000000000001");
      expect([unknown.status, unknown.body.error.details.parameter]).toEqual([404, "identity_id"]);
      const foreign = await api().call("DELETE", `/v1/admin/keys/${(await ada.list())[0].id}?identity_id=another`);
      expect(foreign.status).toBe(404);
    });

    test("are at most 100, and 100 new ones a day, of one identity alone", async () => {
      const ada = await owner();
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => api().call("POST", ada.path, { name: "one" })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
      expect((await ada.create()).body.error.message).toContain("100 new API keys of an identity a day");
      await ada.revoke((await ada.list())[0].id);
      expect((await ada.create()).status).toBe(429);
      expect((await (await owner()).create()).status).toBe(200);
    });

    test("are listed in pages, the newest first", async () => {
      const ada = await owner();
      const created: string[] = [];
      for (let count = 0; count < 5; count++) created.push((await ada.create()).body.result.key.id);
      const pages: string[][] = [];
      for (let token = ""; ; ) {
        const page = await api().call("GET", `${ada.path}?page_size=2&page_token=${token}`, undefined, ada.session);
        pages.push(page.body.result.keys.map(({ id }: { id: string }) => id));
        token = page.body.result.next_page_token ?? "";
        if (token === "") break;
      }
      // Ids are in the order of time, but for two of one millisecond.
      const [first, second, third, fourth, fifth] = created.toSorted().reverse();
      expect(pages).toEqual([[first, second], [third, fourth], [fifth]]);
      expect(await ada.list()).toHaveLength(5);
    });

    describe("that an administrator moves to another plan", () => {
      test("have its limits at the next call", async () => {
        const ada = await owner();
        const { key, secret } = (await ada.create()).body.result;
        const limit = async () => {
          const { headers } = await api().call("POST", "/v1/geocode/transform", transform, secret);
          return headers.get("X-RateLimit-Limit");
        };
        expect(await limit()).toBe("100");
        const moved = await api().call("PUT", `/v1/admin/keys/${key.id}/plan`, { plan: "professional" });
        expect(moved.body.result.key).toMatchObject({ id: key.id, plan: "professional" });
        expect(await limit()).toBe("500");
        await api().call("PUT", `/v1/admin/keys/${key.id}/plan`, { plan: "tiny" });
        expect(await limit()).toBe("3");
      });

      test("have them in another process within a second", async () => {
        const other = await startServer({ ...environment(), ...settings() });
        try {
          const { id, secret } = await server().createKey("developer");
          const limit = async () => {
            const { headers } = await new ApiClient(other).call("POST", "/v1/geocode/transform", transform, secret);
            return headers.get("X-RateLimit-Limit");
          };
          expect(await limit()).toBe("100");
          await api().call("PUT", `/v1/admin/keys/${id}/plan`, { plan: "enterprise" });
          await expect.poll(limit).toBe("2000");
        } finally {
          await other.close();
        }
      });

      test("stay where they are if the plan is unknown, too high, or cannot carry them", async () => {
        const { id } = await server().createKey("developer", ["geocode:*", "wallets:read"]);
        const weak = await server().createKey("operator", ["keys:change-plan"]);
        const move = (plan: string, credentials?: string, key = id) =>
          api().call("PUT", `/v1/admin/keys/${key}/plan`, { plan }, credentials);
        expect((await move("gone")).body.error.details.parameter).toBe("plan");
        expect((await move("tiny")).body.error).toMatchObject({
          code: "PARAMETER_INVALID",
          message: "Keys of the plan tiny cannot have the permission wallets:read.",
          details: { parameter: "plan", provided: "tiny" },
        });
        expect((await move("developer", undefined, "unknown")).status).toBe(404);
        expect((await move("chosen", weak.secret)).status).toBe(200);
        await move("office", undefined, weak.id);
        const denied = await move("chosen", weak.secret);
        expect([denied.status, denied.body.error.details.parameter]).toEqual([403, "plan"]);
      });
    });

    test("have plans that everybody may list, but for those of the service itself", async () => {
      const names = async (credentials?: string) =>
        (await api().call("GET", "/v1/plans", undefined, credentials)).body.result.plans.map(
          ({ name }: { name: string }) => name,
        );
      const open = ["tiny", "office", "developer", "professional", "enterprise", "chosen"];
      expect(await names("")).toEqual(open);
      expect(await names((await owner()).session)).toEqual(open);
      expect(await names()).toEqual([
        "tiny",
        "office",
        "anonymous",
        "developer",
        "professional",
        "identity",
        "enterprise",
        "chosen",
        "host",
        "operator",
      ]);
      const { body } = await api().call("GET", "/v1/plans", undefined, "");
      expect(body.result.plans[2]).toEqual({
        name: "developer",
        calls_per_minute: 100,
        concurrent_calls: 20,
        permissions: expect.arrayContaining(["geocode:*"]),
        is_self_service: true,
        is_internal: false,
      });
    });
  },
  settings,
);
