import { execFile } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { platonic } from "../../../clients/cli/platonic.ts";
import { sealedColumns } from "../../../server/app/restore-checks.ts";
import { windows } from "../../../server/core/fixed-window/windows.ts";
import { stretchingInUse } from "../../../server/modules/vault/passphrase-root.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { operatorKey, programEnvironment } from "../../support/server.ts";
import { passphrase } from "../../support/vault/constants.ts";
import { openBackupFixture } from "./backup-fixture.ts";

/** Runs a command of the program in this process. */
async function run(args: string[], env: NodeJS.ProcessEnv) {
  let [out, err] = ["", ""];
  const write = (text: string) => {
    out += text;
  };
  const complain = (text: string) => {
    err += text;
  };
  return { code: await platonic(args, { env, write, complain }), out, err };
}

onEveryServer("the backups of a server", ({ server }) => {
  test("contain every kind of sealed value, and a restore test opens all of them", async () => {
    const api = new ApiClient(server());
    const { identity } = await api.identity({ email: "ada@example.org", start_verification: true });
    const identity_id = identity.id as string;
    const post = async (path: string, body: object) => (await api.call("POST", `/api/verification/${path}`, body)).body;
    const mail = (await post("challenge", { identity_id, method: "METHOD_EMAIL" })).result.challenge;
    const [code] = /\d{4} \d{4}/.exec(server().outbox()[0] as string) as RegExpExecArray;
    await post("response", { identity_id, challenge_id: mail.id, code });
    await post("challenge", { identity_id, method: "METHOD_PIN" });
    const pdf = Buffer.from("%PDF-1.7\n").toString("base64");
    const documents = [{ name: "a.pdf", content: pdf }];
    const submitted = await post("documents", { identity_id, level: "LEVEL_ENHANCED", documents });
    expect(submitted.error).toBeUndefined();

    await fetch(`${server().url}/api/identities/create`, {
      method: "POST",
      headers: {
        ...{ Authorization: `Bearer ${operatorKey}`, "Content-Type": "application/json" },
        "Idempotency-Key": "a-key-that-nobody-guesses",
      },
      body: JSON.stringify({ username: "eve" }),
    });

    const { identity: mover } = await api.identity({ email: "first@example.org" });
    // One notice to each address more than its limit: these wait.
    for (let moves = 0; moves < 2 * windows.notices.countMax + 2; moves++) {
      const email = moves % 2 === 0 ? "second@example.org" : "first@example.org";
      await api.call("PUT", `/api/identities/${mover.id}`, { email });
    }

    const made = await api.call("POST", "/v1/admin/backups", {});
    expect(made.status).toBe(200);
    const { backup, sha256 } = made.body.result;
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect((await api.call("GET", "/v1/admin/backups")).body.result.backups).toEqual([backup]);
    const { name, problems, counts } = (await api.call("POST", "/v1/admin/backups/drill", {})).body.result;
    expect([name, problems ?? []]).toEqual([backup.name, []]);
    const opened = new Map((counts as { what: string; number: number }[]).map(({ what, number }) => [what, number]));
    for (const { table, column } of sealedColumns) {
      expect(opened.get(`opened of ${table}.${column}`), `${table}.${column}`).toBeGreaterThan(0);
    }
    expect(opened.get("opened of vault_signing_keys.sealed_private_key")).toBeGreaterThan(0);
  });

  test("are made, listed and tested by the command line", async () => {
    const env = { PLATONIC_URL: server().url, PLATONIC_API_KEY: operatorKey };
    const made = await run(["backup", "--json"], env);
    expect([made.code, made.err]).toEqual([0, ""]);
    const { name, size, sha256 } = JSON.parse(made.out);
    const file = join(server().dataDirectory, "backups", name);
    if (existsSync(file)) expect(readFileSync(file).length).toBe(size);
    const listed = await run(["backup", "list", "--json"], env);
    expect(JSON.parse(listed.out).backups[0]).toMatchObject({ name, size, createdAt: expect.stringMatching(/Z$/) });
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    const tested = await run(["backup", "drill"], env);
    expect(tested).toMatchObject({ code: 0, err: "" });
    expect(tested.out).toContain(name);
    expect(tested.out).toMatch(/^nothing is wrong with it$/m);
    expect((await run(["backup"], env)).out).toMatch(/^sha256 +[0-9a-f]{64}$/m);
  });

  test("are refused to a caller without the permission of the operation", async () => {
    const api = new ApiClient(server());
    const { secret } = await server().createKey("operator", ["backup:list"]);
    expect((await api.call("GET", "/v1/admin/backups", undefined, secret)).status).toBe(200);
    for (const path of ["/v1/admin/backups", "/v1/admin/backups/drill"]) {
      expect((await api.call("POST", path, {}, secret)).status).toBe(403);
      expect((await api.call("POST", path, {}, "")).status).toBe(401);
    }
  });
});

describe("the program that restores", { tags: ["slow/programs"] }, () => {
  /** A backup as the service itself makes it, and the file with its passphrase. */
  async function backup() {
    const fixture = await openBackupFixture({ dataDirectory: temporaryDirectory() }, { stretching: stretchingInUse });
    onTestFinished(() => fixture.close());
    await fixture.addIdentity();
    const { name } = await fixture.backups.create();
    const folder = temporaryDirectory();
    const file = join(folder, name);
    copyFileSync(join(fixture.directory, name), file);
    const passphraseFile = join(folder, "passphrase");
    writeFileSync(passphraseFile, `${passphrase}\n`, { mode: 0o600 });
    return { file, folder, directory: join(folder, "new"), env: { VAULT_PASSPHRASE_FILE: passphraseFile } };
  }

  it("restores into a new folder, and prints how to use it", async () => {
    const { file, directory, env } = await backup();
    const { code, out, err } = await run(["restore", file, directory], env);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("DATA_DIR");
    expect(out).toMatch(/^opened of identities\.sealed_private +1$/m);
    expect(readdirSync(directory)).toEqual(["platonic.sqlite"]);
    const again = await run(["restore", file, directory], env);
    expect(again).toMatchObject({ code: 1, out: "" });
    expect(again.err).toContain("new or empty folder only");
  });

  it("reports a missing argument and a wrong passphrase", async () => {
    const { file, folder, directory, env } = await backup();
    const withoutPassphrase = await run(["restore", file, directory], {});
    expect(withoutPassphrase).toMatchObject({ code: 2, out: "" });
    expect(withoutPassphrase.err).toContain("vault.passphrase");
    expect((await run(["restore", file], env)).err).toContain("DIRECTORY is missing");
    expect((await run(["restore", file, directory, "more"], env)).code).toBe(2);
    writeFileSync(env.VAULT_PASSPHRASE_FILE, "another passphrase of mine");
    const wrong = await run(["restore", file, directory], env);
    expect(wrong).toMatchObject({ code: 1, out: "" });
    expect(wrong.err).toContain("the passphrase is not the one that the backup was made with");
    rmSync(env.VAULT_PASSPHRASE_FILE);
    const missing = await run(["restore", file, directory], env);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("VAULT_PASSPHRASE_FILE")]);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("runs as server/restore.ts, without a service or the command line client", async () => {
    const { file, directory, env } = await backup();
    const code = await new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        ["server/restore.ts", file, directory],
        { env: { ...programEnvironment, ...env } },
        () => resolve(child.exitCode),
      );
    });
    expect(code).toBe(0);
    expect(readdirSync(directory)).toEqual(["platonic.sqlite"]);
  });
});
