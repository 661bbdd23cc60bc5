import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { Client, newExportableKey } from "../../../clients/typescript/src/index.ts";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";
import { machine as machineOf, username } from "./machine.ts";
import { meddlingProxy } from "./meddling-proxy.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ DEVELOPMENT: "1" });
  return server.close;
});

/** A machine with one identity. */
async function registered() {
  const { settings, run, done } = machineOf({ PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey });
  const { identityId, keyId } = await done("identity", "register", username("ada"));
  const path = join(settings, "platonic/default/credentials.json");
  return { settings, run, done, identityId, keyId, path, credentials: () => JSON.parse(readFileSync(path, "utf8")) };
}

describe("an identity", () => {
  test.each([
    [["identity", "update"], "identity update needs one of --username"],
    [["identity", "update", "--metadata", "[]"], "--metadata must be an object in JSON"],
    [["identity", "update", "--settings", "{"], "--settings must be an object in JSON"],
    [["identity", "update", "--settings", "@/nowhere.json"], "/nowhere.json cannot be read: ENOENT"],
    [["identity", "update", "--username", "ada", "--version", "x"], "--version must be a whole number from 1"],
    [["identity", "jwt", "--lifetime", "1"], "--lifetime must be a whole number from 30"],
    [["identity", "add-key", "--vault", "yes", "--public-key", "x"], "takes one of --public-key and --vault"],
    [["identity", "add-key", "--vault", "perhaps"], "--vault must be yes or no"],
    [["identity", "unlock", "telepathy"], "METHOD must be one of: email"],
    [["identity", "compliance", "all"], "CHECK must be one of: personal, legal"],
    [["identity", "forget", "somebody"], "name it to have it removed"],
    [["identity", "import", "/nowhere.json", "--profile", "new"], "/nowhere.json: ENOENT"],
  ])("is not changed by wrong usage: %j", async (args, text) => {
    const { run, done, credentials } = await registered();
    const before = [credentials(), await done("identity", "read")];
    const { code, out, err } = await run(...args);
    expect([code, out, err]).toEqual([2, "", expect.stringContaining(text)]);
    expect([credentials(), await done("identity", "read")]).toEqual(before);
  });

  test("is changed in what is named alone, and only in the version that was read", async () => {
    const { settings, run, done, identityId } = await registered();
    const { identity } = await done("identity", "read");
    expect(identity).toMatchObject({ id: identityId, version: 1 });
    const file = join(settings, "metadata.json");
    writeFileSync(file, '{"theme": "dark"}');
    const changed = ["--display-name", "Ada Lovelace", "--metadata", `@${file}`, "--version", "1"];
    const { identity: updated } = await done("identity", "update", ...changed);
    expect(updated).toMatchObject({
      username: identity.username,
      displayName: "Ada Lovelace",
      metadata: { theme: "dark" },
      version: 2,
    });
    const late = await run("identity", "update", "--display-name", "A", "--version", "1");
    expect([late.code, late.err]).toEqual([1, expect.stringContaining("version")]);
    expect((await done("identity", "read")).identity.displayName).toBe("Ada Lovelace");
  });

  test("replaces a factor that it has, and not by chance", async () => {
    const { run, done } = await registered();
    const enrol = async (code: string, ...more: string[]) => {
      const { challenge } = await done("identity", "verify", "pin", ...more);
      return run("identity", "answer", challenge.id, "--code", code);
    };
    await enrol("730516");
    expect((await enrol("118204")).out).not.toContain("CHALLENGE_PASSED");
    expect((await enrol("118204", "--replace", "yes")).out).toContain("CHALLENGE_PASSED");
    expect((await enrol("118204")).out).toContain("CHALLENGE_PASSED");
    expect((await run("identity", "verify", "pin", "--replace", "maybe")).code).toBe(2);
  });

  test("gets a new signing key, with which its profile signs, and then revokes the old one", async () => {
    const { run, done, keyId, path, credentials } = await registered();
    const old = credentials();
    const own = await run("identity", "revoke-key", keyId);
    expect([own.code, own.err]).toEqual([2, expect.stringContaining("platonic identity add-key")]);
    const { key } = await done("identity", "add-key");
    expect(credentials()).toMatchObject({ keyId: key.id, rotationKey: old.rotationKey });
    expect(credentials().privateKey).not.toBe(old.privateKey);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await done("identity", "revoke-key", keyId)).key.revokedAt).toMatch(/Z$/);
    await done("wallet", "create");
    writeFileSync(path, JSON.stringify(old));
    const { code, err } = await run("identity", "read");
    expect([code, err]).toEqual([1, expect.stringContaining("INVALID_API_KEY")]);
  });

  test("adds the key of another device, or one of the vault, and keeps its own", async () => {
    const { done, run, credentials } = await registered();
    const before = credentials();
    const publicKey = Buffer.from(newExportableKey().publicKey).toString("base64url");
    // One key in 64 begins with a dash, which needs the equals sign.
    expect((await done("identity", "add-key", `--public-key=${publicKey}`)).key.publicKey).toBe(publicKey);
    expect((await run("identity", "request-token")).code).toBe(1);
    expect((await done("identity", "add-key", "--vault", "yes")).key.custody).toBe("CUSTODY_SERVICE");
    expect((await done("identity", "request-token")).token.split(".")).toHaveLength(3);
    expect((await done("identity", "keys")).keys).toHaveLength(3);
    expect(credentials()).toEqual(before);
    expect((await run("identity", "add-key", "--public-key", "x")).code).toBe(1);
  });

  test("rotates its rotation key, which is kept in the profile and never shown", async () => {
    const { run, done, credentials } = await registered();
    const { secret } = credentials().rotationKey;
    const { code, out } = await run("identity", "rotate-rotation-key");
    expect([code, out]).toEqual([0, expect.stringMatching(/^version +2$/m)]);
    expect(credentials().rotationKey).toMatchObject({ version: 2 });
    expect(credentials().rotationKey.secret).not.toBe(secret);
    expect(out).not.toContain(credentials().rotationKey.secret);
    await done("identity", "read");
  });
});

describe("a new rotation key", () => {
  test("is not asked for if the profile cannot be written", async () => {
    const { run, done, path, credentials } = await registered();
    mkdirSync(`${path}.new`);
    const { code, err } = await run("identity", "rotate-rotation-key");
    expect([code, err]).toEqual([1, expect.stringContaining("credentials.json.new")]);
    rmdirSync(`${path}.new`);
    expect((await done("identity", "rotate-rotation-key")).version).toBe(2);
    expect(credentials().rotationKey.version).toBe(2);
  });

  test("is told if it cannot be stored after all, and is the same for a repetition", async () => {
    const { settings, run, path, credentials } = await registered();
    const text = readFileSync(path, "utf8");
    const breaking = await meddlingProxy(server.url, (called, answer) => {
      if (called.endsWith("/RotateRotationKey")) {
        rmSync(path);
        mkdirSync(path);
      }
      return answer;
    });
    const there = machineOf({ PLATONIC_URL: breaking, XDG_CONFIG_HOME: settings });
    const { code, out, err } = await there.run("identity", "rotate-rotation-key");
    expect([code, out]).toEqual([1, ""]);
    const [, told] = /"version": 2, "secret": "([\w-]{43})"/.exec(err) ?? [];
    rmdirSync(path);
    writeFileSync(path, text);
    expect((await run("identity", "rotate-rotation-key")).out).toMatch(/^version +2$/m);
    expect(credentials().rotationKey).toEqual({ version: 2, secret: told });
    expect(readdirSync(dirname(path))).toEqual(["credentials.json"]);
  });

  test("is another one after a command that was cut off when all was done", async () => {
    const { settings, run, path, credentials } = await registered();
    let key = "";
    const seeing = await meddlingProxy(server.url, (called, answer) => {
      if (called.endsWith("/RotateRotationKey")) key = readFileSync(`${path}.key`, "utf8");
      return answer;
    });
    const there = machineOf({ PLATONIC_URL: seeing, XDG_CONFIG_HOME: settings });
    expect((await there.run("identity", "rotate-rotation-key")).code).toBe(0);
    writeFileSync(`${path}.key`, key);
    expect((await run("identity", "rotate-rotation-key")).out).toMatch(/^version +3$/m);
    expect([credentials().rotationKey.version, existsSync(`${path}.key`)]).toEqual([3, false]);
  });
});

describe("a session", () => {
  test("is opened for other programs, and ended by signing out", async () => {
    const { run, done } = await registered();
    const { code, out } = await run("identity", "sign-in");
    expect(code).toBe(0);
    const program = machineOf({ PLATONIC_URL: server.url, PLATONIC_API_KEY: out.trim() });
    expect((await program.run("rates", "list")).code).toBe(0);
    expect((await done("identity", "sessions")).sessions).toHaveLength(2);
    expect((await done("identity", "sign-out")).ended).toBe(1);
    expect((await program.run("rates", "list")).err).toContain("INVALID_API_KEY");
    expect((await done("identity", "sessions")).sessions).toHaveLength(1);
  });

  test("of a command ends with it, whatever its outcome; that of a JWT goes on", async () => {
    const { run, done, keyId } = await registered();
    const others = async () => (await done("identity", "sessions")).sessions.length - 1;
    expect(await others()).toBe(0);
    await done("identity", "read");
    await done("wallet", "create");
    await done("wallet", "balance");
    await done("webhooks", "list", "--profile", "default");
    expect((await run("identity", "revoke-key", crypto.randomUUID())).code).toBe(1);
    expect(await others()).toBe(0);
    await done("identity", "rotate-rotation-key");
    await done("identity", "add-key");
    await done("identity", "revoke-key", keyId);
    await done("identity", "end-sessions");
    expect(await others()).toBe(0);
    await done("identity", "jwt");
    expect(await others()).toBe(1);
  });

  test("may do what its scope says, and no more", async () => {
    const { done, identityId } = await registered();
    const { token } = await done("identity", "sign-in", "--scope", "identities:read");
    const read = (path: string) => fetch(new URL(path, server.url), { headers: { Authorization: `Bearer ${token}` } });
    expect((await read(`/api/identities/${identityId}`)).status).toBe(200);
    expect((await read(`/api/identities/${identityId}/sessions`)).status).toBe(403);
  });

  test("has a JWT issued, which the published keys verify", async () => {
    const { run, done, identityId } = await registered();
    const { code, out } = await run("identity", "jwt", "--audience", "https://shop.example", "--lifetime", "60");
    expect(code).toBe(0);
    const keys = createLocalJWKSet((await new Client({ endpoint: server.url }).keySet()) as JSONWebKeySet);
    const { payload } = await jwtVerify(out.trim(), keys, { audience: "https://shop.example" });
    expect(payload.sub).toBe(identityId);
    expect(Number(payload.exp) - Number(payload.iat)).toBe(60);
    expect(await done("identity", "jwt")).toEqual({ jwt: expect.any(String), expiresAt: expect.stringMatching(/Z$/) });
  });

  test("is opened once by a rotating token that was minted here", async () => {
    const { run, done } = await registered();
    const { token } = await done("identity", "token", "--client", "pam");
    const authenticate = () => server.post("/api/authentication/authenticate", { token });
    expect((await authenticate()).body.result).toMatchObject({ success: true });
    expect((await authenticate()).body.result).toMatchObject({ success: false });
    const other = await run("identity", "token", "--audience", "https://other.example");
    expect([other.code, other.out, other.err]).toEqual([1, "", expect.stringContaining("name it by --audience")]);
  });
});

describe("a profile", () => {
  test("moves to another machine as a file for its owner alone, and is removed where it was", async () => {
    const { settings, run, done, identityId, path } = await registered();
    const file = join(settings, "ada.json");
    const exported = await run("identity", "export", file);
    expect([exported.code, statSync(file).mode & 0o777]).toEqual([0, 0o600]);
    expect((await run("identity", "export", file)).code).toBe(1);
    const there = machineOf({ PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey });
    await there.done("identity", "import", file, "--profile", "ada");
    expect((await there.done("identity", "read", "--profile", "ada")).identity.id).toBe(identityId);
    expect((await there.run("identity", "import", file, "--profile", "ada")).err).toContain("choose another --profile");
    expect(await there.done("identity", "profiles")).toMatchObject({ profiles: [{ profile: "ada", identityId }] });
    await done("identity", "forget", identityId);
    expect([existsSync(path), (await run("identity", "profiles")).out]).toEqual([false, "none\n"]);
  });

  test("is made of no file without credentials, whose secrets are never shown", async () => {
    const { settings, run, done, credentials } = await registered();
    const file = join(settings, "bad.json");
    writeFileSync(file, JSON.stringify({ ...credentials(), keyId: "" }));
    const { code, err } = await run("identity", "import", file, "--profile", "new");
    expect([code, err]).toEqual([2, expect.stringContaining("`keyId` of the credentials must be a text")]);
    expect(err).not.toContain(credentials().privateKey);
    expect((await done("identity", "profiles")).profiles).toHaveLength(1);
  });

  test("is not removed while its journal has payments without an outcome", async () => {
    const { settings, run, done, identityId, credentials } = await registered();
    await done("wallet", "reconcile");
    writeFileSync(join(settings, "platonic/default/journal/left.operation"), "{}");
    const { code, err } = await run("identity", "forget", identityId);
    expect([code, err]).toEqual([1, expect.stringContaining("platonic wallet reconcile")]);
    expect(credentials().identityId).toBe(identityId);
  });

  test("that an operator has made is read with the same commands", async () => {
    const { done } = machineOf({ PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey });
    const { identityId } = await done("identity", "register", username("bob"));
    expect((await done("identity", "read")).identity.id).toBe(identityId);
  });
});
