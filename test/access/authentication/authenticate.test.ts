import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { digestOf, mintApiKey } from "../../../server/access/authentication/api-key.ts";
import { createAuthenticator } from "../../../server/access/authentication/authenticate.ts";
import type { AccessPlan } from "../../../server/access/domain/access-plan.ts";
import type { Keys } from "../../../server/access/domain/keys.ts";
import { storedKeys } from "../../../server/access/store/keys.ts";
import type { Principal } from "../../../server/rpc/principal.ts";
import { apiKey, temporaryDatabase } from "../../support/database/temporary-database.ts";

const plans = new Map<string, AccessPlan>([
  ["developer", { name: "developer", requestsPerMinute: 100, concurrentRequests: 20, permissions: ["*"] }],
]);

/** An authenticator over keys in a real database, with a clock of its own; records all look-ups. */
async function createFixture() {
  const { dataDirectory, ...database } = await temporaryDatabase();
  const stored = storedKeys(database);
  const clock = { ms: 1_000_000 };
  const lookUps: string[] = [];
  const keys: Keys = {
    ...stored,
    findByDigest(digest) {
      lookUps.push(Buffer.from(digest).toString("hex"));
      return stored.findByDigest(digest);
    },
  };
  const authenticator = createAuthenticator({ keys, plans, now: () => clock.ms });
  onTestFinished(() => authenticator.close());
  const { secret, digest } = mintApiKey();
  await stored.create(apiKey({ id: "a" }), digest);
  return { dataDirectory, keys, clock, lookUps, authenticator, secret, authenticate: authenticator.authenticate };
}

/** Returns the principal's id, or the reason of the fault that is thrown or rejected with. */
async function outcome(
  authenticate: (header: string | undefined) => Principal | Promise<Principal>,
  header: string | undefined,
) {
  try {
    return (await authenticate(header)).id;
  } catch (error) {
    return (error as { reason?: string }).reason ?? error;
  }
}

describe("missing credentials", () => {
  it.each([
    undefined,
    "",
    " ",
    "Bearer",
    "Bearer ",
    "Bearer     ",
    "Basic dXNlcjpwYXNz",
    "Bearerplt_x",
    "token",
    "Digest a=b",
  ])("are refused with AUTHENTICATION_REQUIRED: %j", async (header) => {
    const { authenticate, lookUps } = await createFixture();
    expect(await outcome(authenticate, header)).toBe("AUTHENTICATION_REQUIRED");
    expect(lookUps).toEqual([]);
  });
});

describe("a valid key", () => {
  it("authenticates its principal, with plan and permissions", async () => {
    const { authenticate, secret } = await createFixture();
    expect(await authenticate(`Bearer ${secret}`)).toEqual({
      id: "key:a",
      plan: plans.get("developer"),
      permissions: ["geocode:*"],
      key: { id: "a", identityId: "" },
    });
  });

  it.each(["bearer", "BEARER", "bEaReR", "Bearer  ", "bearer   "])("is read after the scheme %j", async (scheme) => {
    const { authenticate, secret } = await createFixture();
    expect(await outcome(authenticate, `${scheme} ${secret}`)).toBe("key:a");
  });

  it("is authenticated synchronously and without a look-up within a second of the last look-up", async () => {
    const { authenticate, secret, clock, lookUps } = await createFixture();
    const first = await authenticate(`Bearer ${secret}`);
    clock.ms += 999;
    for (let call = 0; call < 1_000; call += 1) expect(authenticate(`Bearer ${secret}`)).toBe(first);
    expect(lookUps).toHaveLength(1);
    clock.ms += 1;
    expect(await authenticate(`Bearer ${secret}`)).toEqual(first);
    expect(lookUps).toHaveLength(2);
  });

  it("is looked up once for concurrent calls", async () => {
    const { authenticate, secret, lookUps } = await createFixture();
    await Promise.all(Array.from({ length: 100 }, () => authenticate(`Bearer ${secret}`)));
    expect(lookUps).toHaveLength(1);
  });

  it("is looked up again after the clock is set back", async () => {
    const { authenticate, secret, clock, lookUps } = await createFixture();
    await authenticate(`Bearer ${secret}`);
    clock.ms -= 3_600_000;
    await authenticate(`Bearer ${secret}`);
    expect(lookUps).toHaveLength(2);
  });

  it("has a principal that cannot be modified", async () => {
    const { authenticate, secret } = await createFixture();
    const principal = await authenticate(`Bearer ${secret}`);
    expect(() => (principal.permissions as string[]).push("*")).toThrow(TypeError);
    expect(() => Object.assign(principal, { id: "key:b" })).toThrow(TypeError);
  });

  it("may be any text that the operator chose", async () => {
    const { authenticate, keys } = await createFixture();
    const chosen = "a-secret/of+the=operator~0123456789";
    await keys.create(apiKey({ id: "chosen" }), digestOf(chosen));
    expect(await outcome(authenticate, `Bearer ${chosen}`)).toBe("key:chosen");
  });

  it("has its last use stored by a flush, to the millisecond", async () => {
    const { authenticator, authenticate, secret, clock, keys } = await createFixture();
    await authenticate(`Bearer ${secret}`);
    clock.ms += 500;
    await authenticate(`Bearer ${secret}`);
    expect((await keys.list())[0]?.lastUsedAt).toBeUndefined();
    await authenticator.flush();
    expect((await keys.list())[0]?.lastUsedAt).toEqual(new Date(1_000_500));
  });

  it("has its last use stored when the authenticator closes", async () => {
    const { authenticator, authenticate, secret, keys } = await createFixture();
    await authenticate(`Bearer ${secret}`);
    await authenticator.close();
    expect((await keys.list())[0]?.lastUsedAt).toEqual(new Date(1_000_000));
  });
});

describe("an invalid key", () => {
  it("is refused without a look-up when its checksum is wrong", async () => {
    const { authenticate, secret, lookUps } = await createFixture();
    const wrong = secret.slice(0, -1) + (secret.endsWith("0") ? "1" : "0");
    expect(await outcome(authenticate, `Bearer ${wrong}`)).toBe("INVALID_API_KEY");
    expect(await outcome(authenticate, `Bearer ${secret.toLowerCase()}x`)).toBe("INVALID_API_KEY");
    expect(await outcome(authenticate, "Bearer plt_")).toBe("INVALID_API_KEY");
    expect(lookUps).toEqual([]);
  });

  it("is refused when it is not stored", async () => {
    const { authenticate, lookUps } = await createFixture();
    expect(await outcome(authenticate, `Bearer ${mintApiKey().secret}`)).toBe("INVALID_API_KEY");
    expect(await outcome(authenticate, "Bearer guess")).toBe("INVALID_API_KEY");
    expect(lookUps).toHaveLength(2);
  });

  it("is refused when it is the digest or the id of a valid key", async () => {
    const { authenticate, secret } = await createFixture();
    const digest = Buffer.from(digestOf(secret));
    for (const token of [
      digest.toString("hex"),
      digest.toString("base64"),
      digest.toString("base64url"),
      "a",
      "key:a",
    ]) {
      expect(await outcome(authenticate, `Bearer ${token}`), token).toBe("INVALID_API_KEY");
    }
  });

  it("is refused without a look-up when it has control characters, spaces or non-ASCII", async () => {
    const { authenticate, secret, lookUps } = await createFixture();
    const beside = ["\u0000", "\n", "\r\nX-Admin: 1", "\t", " ", "\u007f", "é", "\u2028", ", Bearer x", " x"];
    for (const text of beside) {
      expect(await outcome(authenticate, `Bearer ${secret}${text}`), JSON.stringify(text)).toBe("INVALID_API_KEY");
      expect(await outcome(authenticate, `Bearer guess${text}`), JSON.stringify(text)).toBe("INVALID_API_KEY");
    }
    expect(lookUps).toEqual([]);
  });

  it("is refused without a look-up when it is longer than 8 KiB", async () => {
    const { authenticate, lookUps } = await createFixture();
    expect(await outcome(authenticate, `Bearer ${"a".repeat(8_192)}`)).toBe("INVALID_API_KEY");
    expect(lookUps).toHaveLength(1);
    expect(await outcome(authenticate, `Bearer ${"a".repeat(8_193)}`)).toBe("INVALID_API_KEY");
    expect(await outcome(authenticate, `Bearer ${"a".repeat(4_000)}.${"b".repeat(4_000)}.${"c".repeat(4_000)}`)).toBe(
      "INVALID_API_KEY",
    );
    expect(await outcome(authenticate, `bearer${" ".repeat(100_000)}${"x".repeat(100_000)}`)).toBe("INVALID_API_KEY");
    expect(lookUps).toHaveLength(1);
  });

  it("is refused when its plan is not configured any more", async () => {
    const { authenticate, keys } = await createFixture();
    const { secret, digest } = mintApiKey();
    for (const [index, plan] of ["gone", "constructor", "__proto__"].entries()) {
      const chosen = index === 0 ? digest : digestOf(`chosen-${plan}`);
      await keys.create(apiKey({ id: plan, plan }), chosen);
      expect(await outcome(authenticate, `Bearer ${index === 0 ? secret : `chosen-${plan}`}`)).toBe("INVALID_API_KEY");
    }
  });

  it("is refused with the same message whatever the cause", async () => {
    const { authenticate, keys, secret } = await createFixture();
    const message = async (token: string) => {
      try {
        await authenticate(`Bearer ${token}`);
        return "good";
      } catch (error) {
        return (error as Error).message;
      }
    };
    await keys.revoke("a", new Date(1));
    const messages = new Set([
      await message(secret),
      await message(mintApiKey().secret),
      await message("plt_x"),
      await message("x"),
    ]);
    expect(messages.size).toBe(1);
    expect([...messages][0]).not.toContain(secret);
  });

  it("is not authenticated when the database fails, even if it was before", async () => {
    const { authenticate, keys, secret, clock } = await createFixture();
    await authenticate(`Bearer ${secret}`);
    keys.findByDigest = () => Promise.reject(new Error("disk I/O error"));
    clock.ms += 1_000;
    expect(await outcome(authenticate, `Bearer ${secret}`)).toEqual(new Error("disk I/O error"));
    expect(await outcome(authenticate, `Bearer ${secret}`)).toEqual(new Error("disk I/O error"));
  });
});

describe("a revocation", () => {
  it("in this process takes effect as soon as it is answered", async () => {
    const { authenticate, keys, secret } = await createFixture();
    expect(await outcome(authenticate, `Bearer ${secret}`)).toBe("key:a");
    await keys.revoke("a", new Date(1));
    expect(await outcome(authenticate, `Bearer ${secret}`)).toBe("INVALID_API_KEY");
    expect(await outcome(authenticate, `Bearer ${secret}`)).toBe("INVALID_API_KEY");
  });

  it("is not undone by a look-up in progress", async () => {
    const { authenticate, keys, secret } = await createFixture();
    const find = keys.findByDigest;
    const { promise: revoked, resolve: release } = Promise.withResolvers<void>();
    keys.findByDigest = async (digest) => {
      const found = await find(digest);
      await revoked;
      return found;
    };
    const early = outcome(authenticate, `Bearer ${secret}`);
    await new Promise(setImmediate);
    await keys.revoke("a", new Date(1));
    release();
    expect(await early).toBe("INVALID_API_KEY");
    expect(await outcome(authenticate, `Bearer ${secret}`)).toBe("INVALID_API_KEY");
  });

  it("is final, whatever the order of look-ups and revocation", async () => {
    for (let turns = 0; turns < 60; turns += 1) {
      const { promise: answer, resolve } = Promise.withResolvers<ReturnType<typeof apiKey>>();
      let listener: ((key: ReturnType<typeof apiKey>) => void) | undefined;
      let stored = apiKey({ id: "a" });
      let lookUp = () => answer;
      const keys = {
        findByDigest: () => lookUp(),
        onChanged: (listen: typeof listener) => {
          listener = listen;
          return () => {};
        },
        recordUses: async () => {},
      } as unknown as Keys;
      const { authenticate } = createAuthenticator({ keys, plans, now: () => 0 });
      const early = outcome(authenticate, "Bearer chosen");
      resolve(stored);
      // The revocation comes 0 to 11 microtasks after the answer of the look-up.
      for (let turn = 0; turn < turns % 12; turn += 1) await undefined;
      stored = apiKey({ id: "a", revokedAt: new Date(1) });
      lookUp = () => Promise.resolve(stored);
      listener?.(stored);
      expect(await outcome(authenticate, "Bearer chosen")).toBe("INVALID_API_KEY");
      await early;
      expect(await outcome(authenticate, "Bearer chosen")).toBe("INVALID_API_KEY");
    }
  });

  it("by another process on the same database takes effect within a second", async () => {
    const { authenticate, secret, clock, dataDirectory } = await createFixture();
    expect(await outcome(authenticate, `Bearer ${secret}`)).toBe("key:a");
    const elsewhere = storedKeys(await temporaryDatabase(dataDirectory));
    await elsewhere.revoke("a", new Date(1));
    clock.ms += 1_000;
    expect(await outcome(authenticate, `Bearer ${secret}`)).toBe("INVALID_API_KEY");
  });

  it("does not affect other keys", async () => {
    const { authenticate, keys, secret } = await createFixture();
    const other = mintApiKey();
    await keys.create(apiKey({ id: "other" }), other.digest);
    await keys.revoke("other", new Date(1));
    expect(await outcome(authenticate, `Bearer ${secret}`)).toBe("key:a");
  });
});

describe("a secret", () => {
  it("is in no file of the database, as text or in a common encoding", async () => {
    const { dataDirectory, authenticate, secret, authenticator } = await createFixture();
    await authenticate(`Bearer ${secret}`);
    await authenticator.flush();
    const bytes = Buffer.concat(readdirSync(dataDirectory).map((file) => readFileSync(join(dataDirectory, file))));
    expect(bytes.includes(Buffer.from(digestOf(secret)))).toBe(true);
    const encodings = [
      secret,
      secret.slice(4),
      secret.slice(4, 20),
      Buffer.from(secret).toString("hex"),
      Buffer.from(secret).toString("base64"),
    ];
    for (const encoding of encodings) expect(bytes.includes(encoding), encoding).toBe(false);
    expect(bytes.includes(Buffer.from(secret, "utf16le"))).toBe(false);
  });
});
