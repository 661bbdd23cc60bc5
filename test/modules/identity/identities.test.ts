import { createClient } from "@connectrpc/connect";
import { describe, expect, onTestFinished, test } from "vitest";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { channelTransport } from "../../../clients/typescript/src/channel/channel-transport.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient, freshName, identityClients } from "../../support/identity/api-client.ts";
import { newHolder, walletOf } from "../../support/sdk-holder.ts";
import { operatorKey } from "../../support/server.ts";

onEveryServer("identities", ({ server }) => {
  const api = () => new ApiClient(server());

  describe("POST /api/identities/create", () => {
    test("makes a managed identity with an id, keys, metadata and version 1", async () => {
      const username = freshName();
      const metadata = { plan: "gold", "a b": "ü" };
      const made = await api().identity({
        username,
        email: "ada@example.org",
        display_name: "Ada",
        profile: { language: "de" },
        metadata,
        start_verification: false,
      });
      expect(made.identity).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        username,
        display_name: "Ada",
        email: "ada@example.org",
        profile: { language: "de" },
        metadata,
        custody: "CUSTODY_SERVICE",
        version: 1,
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      });
      expect(made.signing_key.public_key).toMatch(/^[\w-]{43}$/);
      expect(made.rotation_key).toEqual({ version: 1, secret: expect.stringMatching(/^[\w-]{43}$/) });
    });

    test("needs a username only; the e-mail address is optional", async () => {
      expect((await api().identity()).identity).not.toHaveProperty("email");
      const { status, body } = await api().call("POST", "/api/identities/create", {});
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: "PARAMETER_REQUIRED", details: { parameter: "username" } });
    });

    test("refuses to start a verification without an address", async () => {
      const request = { username: freshName(), start_verification: true };
      const { status, body } = await api().call("POST", "/api/identities/create", request);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: "PARAMETER_REQUIRED", details: { parameter: "email" } });
    });

    test.each(["Ada.Lovelace", "ADA_LOVELACE", "ada-1ovelace", "adal0velace".replace("l0", ".lo")])(
      "refuses %s when ada.lovelace is taken",
      async (username) => {
        await api().call("POST", "/api/identities/create", { username: "ada.lovelace" });
        const { status, body } = await api().call("POST", "/api/identities/create", { username });
        expect(status).toBe(409);
        expect(body.error).toMatchObject({ code: "RESOURCE_CONFLICT", details: { parameter: "username" } });
      },
    );

    test.each(["admin", "r00t", "ab", "a b c", "ада", "a..b", "-abc", "x".repeat(33)])(
      "refuses the name %s",
      async (username) => {
        const { status, body } = await api().call("POST", "/api/identities/create", { username });
        expect(status).toBe(400);
        expect(body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter: "username" } });
      },
    );

    test.each(["nobody", "a@b", "a@b.c\r\nBcc: x@y.zz", "a b@example.org", "@example.org"])(
      "refuses the e-mail address %j",
      async (email) => {
        const { status, body } = await api().call("POST", "/api/identities/create", { username: freshName(), email });
        expect(status).toBe(400);
        expect(body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter: "email" } });
      },
    );

    test.each([
      ["a point of small order", "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
      ["an encoding that is not canonical", "7f________________________________________38"],
      ["too few bytes", "AAAA"],
      ["no base64url", "+".repeat(43)],
    ])("refuses a public key that is %s", async (_, public_key) => {
      const request = { username: freshName(), public_key };
      const { status, body } = await api().call("POST", "/api/identities/create", request);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter: "public_key" } });
    });

    test("requires a key with the permission identities:create", async () => {
      const none = await api().call("POST", "/api/identities/create", { username: freshName() }, "");
      expect([none.status, none.body.error.code]).toEqual([401, "AUTHENTICATION_REQUIRED"]);
      const { secret } = await server().createKey("developer");
      const other = await api().call("POST", "/api/identities/create", { username: freshName() }, secret);
      expect(other.status).toBe(403);
      expect(other.body.error.details.required_permission).toBe("identities:create");
    });
  });

  test("an empty e-mail address in an update removes the address", async () => {
    const { identity } = await api().identity({ email: "lost@example.org" });
    const path = `/api/identities/${identity.id}`;
    const { body } = await api().call("PUT", path, { email: "" });
    expect(body.result.identity).not.toHaveProperty("email");
    expect((await api().call("GET", path)).body.result.identity).toEqual(body.result.identity);
    expect((await api().call("PUT", path, { email: "x" })).body.error.details.parameter).toBe("email");
  });

  describe("GET /api/identities/:id", () => {
    test("returns the identity to its owner and to keys with the permission, and refuses all others", async () => {
      const { identity } = await api().identity({ email: "eve@example.org" });
      const stranger = await api().identity();
      const path = `/api/identities/${identity.id}`;
      const own = await api().call("GET", path, undefined, await api().session(identity.id));
      expect(own.body.result.identity).toEqual(identity);
      expect((await api().call("GET", path)).body.result.identity).toEqual(identity);
      const other = await api().call("GET", path, undefined, await api().session(stranger.identity.id));
      expect(other.status).toBe(403);
      expect(JSON.stringify(other.body)).not.toContain("eve@");
      expect((await api().call("GET", path, undefined, "")).status).toBe(401);
    });

    test("gives another identity the same answer whether the requested one exists or not", async () => {
      const { identity } = await api().identity();
      const session = await api().session((await api().identity()).identity.id);
      const there = await api().call("GET", `/api/identities/${identity.id}`, undefined, session);
      const notThere = await api().call("GET", `/api/identities/0-${identity.id}`.slice(0, -2), undefined, session);
      expect([notThere.status, notThere.body]).toEqual([there.status, there.body]);
    });

    test("is RESOURCE_NOT_FOUND for an unknown id", async () => {
      for (const id of ["nobody", "%27%20OR%201%3D1", "..%2F..%2Fetc", "%00"]) {
        const { status, body } = await api().call("GET", `/api/identities/${id}`);
        expect([status, body.error.code]).toEqual([404, "RESOURCE_NOT_FOUND"]);
      }
    });
  });

  describe("PUT /api/identities/:id", () => {
    test("changes the named fields, keeps the others, and increments the version", async () => {
      const { identity } = await api().identity({
        email: "old@example.org",
        profile: { a: "1" },
        metadata: { m: "1" },
      });
      const path = `/api/identities/${identity.id}`;
      const { body } = await api().call("PUT", path, { display_name: "New", profile: { b: "2" } });
      expect(body.result.identity).toMatchObject({
        display_name: "New",
        email: "old@example.org",
        profile: { b: "2" },
        metadata: { m: "1" },
        version: 2,
      });
      expect((await api().call("GET", path)).body.result.identity).toEqual(body.result.identity);
    });

    test("is refused when the version in the body or in If-Match is not the current one", async () => {
      const { identity } = await api().identity();
      const path = `/api/identities/${identity.id}`;
      expect((await api().call("PUT", path, { version: 1, display_name: "A" })).status).toBe(200);
      const late = await api().call("PUT", path, { version: 1, display_name: "B" });
      expect([late.status, late.body.error.code]).toEqual([412, "VERSION_MISMATCH"]);
      expect(late.body.error.details).toEqual({ parameter: "version", provided: 1 });
      const byHeader = { "If-Match": '"2"' };
      expect((await api().call("PUT", path, { display_name: "C" }, operatorKey, byHeader)).status).toBe(200);
      const stale = await api().call("PUT", path, { display_name: "D" }, operatorKey, byHeader);
      expect([stale.status, stale.body.error.details]).toEqual([412, { parameter: "version", provided: 2 }]);
      expect((await api().call("GET", path)).body.result.identity.display_name).toBe("C");
    });

    test.each([
      ["*", 200],
      ["1", 200],
      ['"1"', 200],
      ['"7", "1"', 200],
      ['W/"7" , "1",', 200],
      ['W/"1"', 412],
      ['"7"', 412],
      ['"7","8"', 412],
      ['"abc"', 412],
      ['"01"', 412],
      ['"a,b", "2"', 412],
      ['"1', 400],
      ['*, "1"', 400],
      ["abc", 400],
    ])("with If-Match %s is answered as RFC 9110 has it: %d", async (tags, expected) => {
      const { identity } = await api().identity();
      const path = `/api/identities/${identity.id}`;
      const { status, body } = await api().call("PUT", path, { display_name: "A" }, operatorKey, { "If-Match": tags });
      expect([tags, status]).toEqual([tags, expected]);
      const code = { 400: "PARAMETER_INVALID", 412: "VERSION_MISMATCH" }[expected];
      expect(body.error?.code).toBe(code);
      const byField = await api().call("PUT", path, { display_name: "B", if_match: tags.replaceAll("1", "3") });
      expect(byField.status).toBe(expected === 200 && tags !== "*" ? 412 : expected);
    });

    test("accepts twenty concurrent changes that name no version, and keeps each", async () => {
      const { identity } = await api().identity();
      const path = `/api/identities/${identity.id}`;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => {
          const member = n % 2 === 0 ? { display_name: `N${n}` } : { metadata: { n } };
          return api().call("PUT", path, member, operatorKey, n % 3 === 0 ? { "If-Match": "*" } : {});
        }),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(answers.map(({ body }) => body.result.identity.version).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, n) => n + 2),
      );
    });

    test("accepts one of twenty concurrent changes of the same version", async () => {
      const { identity } = await api().identity();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          api().call("PUT", `/api/identities/${identity.id}`, { version: 1, display_name: `N${n}` }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 412)).toHaveLength(19);
    });

    test("keeps the settings of a profile and metadata as they are sent: texts, numbers, booleans and null", async () => {
      const settings = { theme: "dark", size: 1.5, count: -3, large: 1e300, isOn: true, isOff: false, none: null };
      const { identity } = await api().identity({ profile: settings, metadata: settings });
      const path = `/api/identities/${identity.id}`;
      const read = async () => (await api().call("GET", path)).body.result.identity;
      expect(await read()).toMatchObject({ profile: settings, metadata: settings });
      await api().call("PUT", path, { profile: { none: null } });
      expect((await read()).profile).toEqual({ none: null });
    });

    test.each([
      ["a list", [1], [1]],
      ["an object", { a: 1 }, { a: 1 }],
      ["a text that is too long", "x".repeat(2049), `${"x".repeat(255)}…`],
    ])("refuses a profile whose setting is %s, and repeats it", async (_, value, provided) => {
      const { identity } = await api().identity();
      const { status, body } = await api().call("PUT", `/api/identities/${identity.id}`, { profile: { n: value } });
      expect([status, body.error.details]).toEqual([400, { parameter: "profile.n", provided }]);
    });

    test.each([
      ["email", "nobody", 400],
      ["username", "admin", 400],
      ["version", 9, 412],
      ["profile", [1], 400],
    ])("repeats the value of %s that it refuses", async (parameter, provided, expected) => {
      const { identity } = await api().identity();
      const { status, body } = await api().call("PUT", `/api/identities/${identity.id}`, { [parameter]: provided });
      expect([status, body.error.details]).toMatchObject([expected, { parameter, provided }]);
    });

    test("repeats the version of If-Match that it refuses", async () => {
      const { identity } = await api().identity();
      const path = `/api/identities/${identity.id}`;
      const { body } = await api().call("PUT", path, { display_name: "A" }, operatorKey, { "If-Match": '"9"' });
      expect(body.error.details).toEqual({ parameter: "version", provided: 9 });
    });

    test("refuses a profile with a nameless entry or with too many entries", async () => {
      const { identity } = await api().identity();
      const path = `/api/identities/${identity.id}`;
      for (const profile of [{ "": "x" }, Object.fromEntries(Array.from({ length: 65 }, (_, n) => [n, "x"]))]) {
        const { status, body } = await api().call("PUT", path, { profile });
        expect([status, body.error.details.parameter]).toEqual([400, "profile"]);
      }
    });
  });

  describe("signing keys", () => {
    test("are added, listed and revoked; a revoked one ends its sessions and mints no token", async () => {
      const { identity, signing_key } = await api().identity();
      const session = await api().session(identity.id);
      const keys = `/api/identities/${identity.id}/keys`;
      const own = await api().call("GET", keys, undefined, session);
      expect(own.body.result.keys).toEqual([signing_key]);
      const last = await api().call("DELETE", `${keys}/${signing_key.id}`, undefined, session);
      expect([last.status, last.body.error.code]).toEqual([409, "STATE_INVALID"]);
      expect(last.body.error.message).toContain("Add another one first");
      expect((await api().call("GET", keys, undefined, session)).body.result.keys).toEqual([signing_key]);
      const revoked = await api().call("DELETE", `${keys}/${signing_key.id}`);
      expect(revoked.body.result.key.revoked_at).toMatch(/Z$/);
      expect((await api().call("GET", keys, undefined, session)).status).toBe(401);
      const token = await api().call("POST", "/api/authentication/token", {
        identity_id: identity.id,
        client_id: "app",
      });
      expect([token.status, token.body.error.code]).toEqual([409, "STATE_INVALID"]);
      expect((await api().call("POST", keys, {})).body.result.key.custody).toBe("CUSTODY_SERVICE");
      expect(await api().session(identity.id)).toMatch(/^pls_/);
    });

    test("of another identity cannot be revoked by their id", async () => {
      const [mine, other] = [await api().identity(), await api().identity()];
      const { status } = await api().call("DELETE", `/api/identities/${mine.identity.id}/keys/${other.signing_key.id}`);
      expect(status).toBe(404);
      expect(await api().session(other.identity.id)).toMatch(/^pls_/);
    });
  });

  test.each(["grpc", "connect"] as const)("identities are created, changed and read over %s too", async (protocol) => {
    const { identities } = identityClients(server(), protocol);
    const username = freshName();
    const { identity } = await identities.createIdentity({ username, metadata: { a: "b", n: -1.5 } });
    await identities.updateIdentity({ id: identity?.id as string, displayName: "Ada", version: 1 });
    const read = await identities.getIdentity({ id: identity?.id as string });
    expect(read.identity).toMatchObject({
      username,
      displayName: "Ada",
      version: 2,
      metadata: { a: "b", n: -1.5 },
    });
    await expect(identities.createIdentity({ username })).rejects.toMatchObject({ code: 6 });
    await expect(identities.updateIdentity({ id: identity?.id as string, version: 1 })).rejects.toMatchObject({
      code: 10,
    });
  });

  test.each(["grpc", "connect", "channel"] as const)(
    "twenty concurrent changes that name no version are all kept over %s",
    async (protocol) => {
      const holder = await newHolder(server().url);
      const wallet = walletOf(server().url, holder);
      onTestFinished(() => wallet.close());
      const identities =
        protocol === "channel"
          ? createClient(IdentityService, channelTransport(wallet.channel as NonNullable<typeof wallet.channel>))
          : identityClients(server(), protocol).identities;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => identities.updateIdentity({ id: holder.id, displayName: `N${n}` })),
      );
      const versions = answers.map(({ identity }) => identity?.version as number).toSorted((a, b) => a - b);
      expect(versions).toEqual(Array.from({ length: 20 }, (_, n) => n + (versions[0] as number)));
    },
  );
});
