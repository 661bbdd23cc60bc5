import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import {
  CreateKeyRequestSchema,
  CreateKeyResponseSchema,
  ListKeysRequestSchema,
  RevokeKeyRequestSchema,
} from "../../../gen/es/admin/v1/keys_pb.js";
import { digestOf, mintApiKey } from "../../../server/access/authentication/api-key.ts";
import { keyOperations } from "../../../server/access/operations/keys.ts";
import { storedKeys } from "../../../server/access/store/keys.ts";
import type { Plan } from "../../../server/rpc/plan.ts";
import { temporaryDatabase } from "../../support/database/temporary-database.ts";

const developer: Plan = { name: "developer", requestsPerMinute: 100, concurrentRequests: 20 };
const plans = new Map([
  ["developer", developer],
  ["enterprise", { ...developer, name: "enterprise" }],
]);

/** The operations over a real database, called by somebody with these permissions. */
async function house(...permissions: string[]) {
  const keys = storedKeys(await temporaryDatabase());
  const clock = { ms: 1_000 };
  const operations = keyOperations({ keys, plans, mint: mintApiKey, now: () => clock.ms });
  const context = { principal: { id: "key:caller", plan: developer, permissions } };
  return {
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
  it("answers the secret, and stores the key under its digest", async () => {
    const { createKey, keys } = await house("*");
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

  it("gives the developer plan and all geometry when nothing else is asked for", async () => {
    const { createKey } = await house("*");
    expect((await createKey()).key).toMatchObject({ plan: "developer", permissions: ["geocode:*"] });
  });

  it("keeps a permission that is named twice once", async () => {
    const { createKey } = await house("*");
    expect((await createKey({ permissions: ["geocode:encode", "geocode:encode"] })).key?.permissions).toEqual([
      "geocode:encode",
    ]);
  });

  it.each(["gone", "Developer", "constructor", "__proto__"])(
    "is refused under the plan %s that is not configured",
    async (plan) => {
      const { createKey, keys } = await house("*");
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
  ])("is refused to who holds %j and grants %j", async (held, permissions, requiredPermission) => {
    const { createKey, keys } = await house(...held);
    await expect(createKey({ permissions })).rejects.toMatchObject({
      reason: "PERMISSION_DENIED",
      facts: { requiredPermission },
    });
    expect(await keys.isEmpty()).toBe(true);
  });

  it("is open to who holds what it grants, by itself or by a wildcard", async () => {
    const { createKey } = await house("keys:*", "geocode:encode");
    expect(
      (await createKey({ permissions: ["keys:create", "keys:*", "geocode:encode"] })).key?.permissions,
    ).toHaveLength(3);
  });
});

describe("listing keys", () => {
  it("shows all, the newest first, revoked ones too, and no secret", async () => {
    const { createKey, listKeys, revokeKey, keys, clock } = await house("*");
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

  it("shows nothing where there is nothing", async () => {
    const { listKeys } = await house("*");
    expect(await listKeys()).toEqual([]);
  });
});

describe("revoking a key", () => {
  it("says when it was revoked, the same when it is revoked again", async () => {
    const { createKey, revokeKey, clock } = await house("*");
    const id = (await createKey()).key?.id as string;
    clock.ms = 2_000;
    expect(await revokeKey(id)).toMatchObject({ id, revokedAt: timestampFromMs(2_000) });
    clock.ms = 3_000;
    expect(await revokeKey(id)).toMatchObject({ id, revokedAt: timestampFromMs(2_000) });
  });

  it("finds only what is there", async () => {
    const { revokeKey } = await house("*");
    for (const id of ["unknown", "' OR 1=1 --", "%"]) {
      await expect(revokeKey(id)).rejects.toMatchObject({ reason: "RESOURCE_NOT_FOUND" });
    }
  });
});
