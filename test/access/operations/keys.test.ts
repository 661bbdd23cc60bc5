import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import {
  CreateKeyRequestSchema,
  CreateKeyResponseSchema,
  ListKeysRequestSchema,
  RevokeKeyRequestSchema,
} from "#contract/admin/v1/keys_pb.js";
import { digestOf, mintApiKey } from "../../../server/access/authentication/api-key.ts";
import type { AccessPlan } from "../../../server/access/domain/access-plan.ts";
import { keyOperations } from "../../../server/access/operations/keys.ts";
import { apiKeyRows } from "../../../server/access/store/api-key-row.ts";
import { storedKeys } from "../../../server/access/store/keys.ts";
import { apiKey, temporaryDatabase } from "../../support/database/temporary-database.ts";

const developer: AccessPlan = {
  name: "developer",
  requestsPerMinute: 100,
  concurrentRequests: 20,
  permissions: ["*"],
};
const plans = new Map([
  ["developer", developer],
  ["enterprise", { ...developer, name: "enterprise" }],
  ["faster", { ...developer, name: "faster", requestsPerMinute: 101 }],
  ["wider", { ...developer, name: "wider", concurrentRequests: 21 }],
  ["geometry", { ...developer, name: "geometry", permissions: ["geocode:*"] }],
]);

/** The operations over a real database, called with these permissions. */
async function createFixture(...permissions: string[]) {
  const database = await temporaryDatabase();
  const keys = storedKeys(database);
  const clock = { ms: 1_000 };
  const operations = keyOperations({ keys, plans, mint: mintApiKey, now: () => clock.ms });
  const context = { principal: { id: "key:caller", plan: developer, permissions } };
  return {
    database,
    keys,
    clock,
    createKey: async (members: { name?: string; plan?: string; permissions?: string[] } = {}) => {
      const request = create(CreateKeyRequestSchema, { name: "new", ...members });
      return create(CreateKeyResponseSchema, await operations.createKey(request, context));
    },
    listKeys: async () => (await operations.listKeys(create(ListKeysRequestSchema), context)).keys ?? [],
    revokeKey: async (id: string) => (await operations.revokeKey(create(RevokeKeyRequestSchema, { id }), context)).key,
  };
}

describe("creating a key", () => {
  it("returns the secret, and stores the key under its digest", async () => {
    const { createKey, keys } = await createFixture("*");
    const { key, secret } = await createKey({
      name: "reports",
      plan: "enterprise",
      permissions: ["geocode:encode", "keys:list"],
    });
    expect(key).toMatchObject({
      name: "reports",
      plan: "enterprise",
      permissions: ["geocode:encode", "keys:list"],
      createdAt: timestampFromMs(1_000),
    });
    expect(key?.lastUsedAt ?? key?.revokedAt).toBeUndefined();
    expect((await keys.findByDigest(digestOf(secret)))?.id).toBe(key?.id);
  });

  it("gives the developer plan and geocode:* by default", async () => {
    const { createKey } = await createFixture("*");
    expect((await createKey()).key).toMatchObject({ plan: "developer", permissions: ["geocode:*"] });
  });

  it("stores a repeated permission once", async () => {
    const { createKey } = await createFixture("*");
    expect((await createKey({ permissions: ["geocode:encode", "geocode:encode"] })).key?.permissions).toEqual([
      "geocode:encode",
    ]);
  });

  it.each(["gone", "Developer", "constructor", "__proto__"])(
    "is refused for the plan %s, which is not configured",
    async (plan) => {
      const { createKey, keys } = await createFixture("*");
      await expect(createKey({ plan })).rejects.toMatchObject({
        reason: "PARAMETER_INVALID",
        facts: { parameter: "plan", provided: plan },
      });
      expect(await keys.isEmpty()).toBe(true);
    },
  );

  it.each<[string[], string[], string]>([
    [["keys:create"], ["*"], "*"],
    [["keys:*", "geocode:*"], ["*"], "*"],
    [["keys:create", "geocode:encode"], ["geocode:*"], "geocode:*"],
    [["keys:create", "geocode:encode"], ["geocode:encode", "geocode:decode"], "geocode:decode"],
    [["keys:create"], ["keys:revoke"], "keys:revoke"],
    [["keys:create"], ["keys:*"], "keys:*"],
    [["keys:create"], [], "geocode:*"],
    [["keys:create", ":*"], ["*"], "*"],
  ])("is refused to a caller who holds %j and grants %j", async (held, permissions, requiredPermission) => {
    const { createKey, keys } = await createFixture(...held);
    await expect(createKey({ permissions })).rejects.toMatchObject({
      reason: "PERMISSION_DENIED",
      facts: { requiredPermission },
    });
    expect(await keys.isEmpty()).toBe(true);
  });

  it.each(["faster", "wider"])(
    "is refused for the plan %s, whose limits are higher than the caller's own",
    async (plan) => {
      const { createKey, keys } = await createFixture("keys:create", "geocode:encode");
      await expect(createKey({ plan, permissions: ["geocode:encode"] })).rejects.toMatchObject({
        reason: "PERMISSION_DENIED",
        facts: { parameter: "plan", provided: plan },
      });
      expect(await keys.isEmpty()).toBe(true);
    },
  );

  it.each(["keys:create", "keys:*", "*"])(
    "is refused for the permission %s, which its plan does not carry",
    async (word) => {
      const { createKey, keys } = await createFixture("*");
      await expect(createKey({ plan: "geometry", permissions: ["geocode:encode", word] })).rejects.toMatchObject({
        reason: "PARAMETER_INVALID",
        facts: { parameter: "permissions", provided: word },
      });
      expect(await keys.isEmpty()).toBe(true);
      expect((await createKey({ plan: "geometry" })).key?.permissions).toEqual(["geocode:*"]);
    },
  );

  it("is refused when there are 10,000 keys, until one is revoked", async () => {
    const { createKey, revokeKey, database } = await createFixture("*");
    const rows = Array.from({ length: 9_999 }, (_, n) => ({
      ...apiKey({ id: `${n}` }),
      permissions: ["geocode:*"],
      digest: Buffer.from(`${n}`.padStart(32, "0")),
      lastUsedAt: null,
      revokedAt: null,
    }));
    await database.transact((manager) => manager.save(apiKeyRows, rows, { chunk: 1_000 }));
    const { key } = await createKey();
    await expect(createKey()).rejects.toMatchObject({ reason: "STATE_INVALID" });
    await revokeKey(key?.id as string);
    expect((await createKey()).key?.name).toBe("new");
  });

  it("is allowed to a caller who holds all that it grants, directly or by a wildcard", async () => {
    const { createKey } = await createFixture("keys:*", "geocode:encode");
    expect(
      (await createKey({ permissions: ["keys:create", "keys:*", "geocode:encode"] })).key?.permissions,
    ).toHaveLength(3);
  });
});

describe("listing keys", () => {
  it("returns all, the newest first, revoked ones included, without secrets", async () => {
    const { createKey, listKeys, revokeKey, keys, clock } = await createFixture("*");
    const secrets: string[] = [];
    for (const name of ["oldest", "middle", "newest"]) {
      clock.ms += 1;
      secrets.push((await createKey({ name })).secret);
    }
    const middle = (await listKeys())[1]?.id as string;
    await revokeKey(middle);
    await keys.recordUses(new Map([[middle, new Date(1_500)]]));
    const listed = await listKeys();
    expect(listed.map((key) => key.name)).toEqual(["newest", "middle", "oldest"]);
    expect(listed[1]).toMatchObject({ revokedAt: timestampFromMs(1_003), lastUsedAt: timestampFromMs(1_500) });
    const text = JSON.stringify(listed, (_, value) => (typeof value === "bigint" ? String(value) : value));
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it("returns an empty list when there are no keys", async () => {
    const { listKeys } = await createFixture("*");
    expect(await listKeys()).toEqual([]);
  });
});

describe("revoking a key", () => {
  it("returns the time of the revocation, and the same time when it is repeated", async () => {
    const { createKey, revokeKey, clock } = await createFixture("*");
    const id = (await createKey()).key?.id as string;
    clock.ms = 2_000;
    expect(await revokeKey(id)).toMatchObject({ id, revokedAt: timestampFromMs(2_000) });
    clock.ms = 3_000;
    expect(await revokeKey(id)).toMatchObject({ id, revokedAt: timestampFromMs(2_000) });
  });

  it("is refused with RESOURCE_NOT_FOUND for an unknown id", async () => {
    const { revokeKey } = await createFixture("*");
    for (const id of ["unknown", "' OR 1=1 --", "%"]) {
      await expect(revokeKey(id)).rejects.toMatchObject({ reason: "RESOURCE_NOT_FOUND" });
    }
  });
});
