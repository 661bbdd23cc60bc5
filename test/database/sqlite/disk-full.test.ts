// @module-tag slow/kills

import { execFileSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { mountProblem } from "../../support/mount-problem.ts";
import { startProgram } from "../../support/program.ts";

/** A file system of a few megabytes. */
function smallDisk(): string {
  const directory = temporaryDirectory();
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=6m,mode=0700", "none", directory]);
  onTestFinished(() => void execFileSync("umount", [directory]));
  return directory;
}

async function start(dataDirectory: string, environment: Record<string, string> = {}) {
  const program = await startProgram({ environment: { DATA_DIR: dataDirectory, ...environment } });
  onTestFinished(() => program.stop());
  return { program, api: new ApiClient(program) };
}

/** Fills the disk until a change has been refused twice, and frees it. */
async function refuseTwice(dataDirectory: string, api: ApiClient<{ url: string }>): Promise<void> {
  const ballast = join(dataDirectory, "ballast");
  const { bavail, bsize } = statfsSync(dataDirectory);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  for (let refusals = 0; refusals < 2; ) {
    const { status, body } = await api.call("POST", "/api/identities/create", { username: `full${refusals}` });
    if (status === 200) continue;
    expect([status, body.error.code]).toEqual([503, "UNAVAILABLE"]);
    expect(body.error.message).toMatch(/^The disk of the database (is full|fails, or its quota is used up); repeat/);
    refusals++;
  }
  const readiness = await api.call("GET", "/readyz");
  expect([readiness.status, readiness.body.reason]).toEqual([503, "the disk of the database is full"]);
  rmSync(ballast);
}

it.skipIf(mountProblem !== undefined).each(["SIGKILL", "SIGTERM"] as const)(
  "what is told as done after a full disk is there after %s",
  async (signal) => {
    const dataDirectory = smallDisk();
    const { program, api } = await start(dataDirectory);
    const first = await api.identity();
    const token = await api.session(first.identity.id);
    const ofFirst = `/api/identities/${first.identity.id}`;
    const { body: made } = await api.call("POST", "/v1/admin/keys", { name: "a key", plan: "developer" });
    await refuseTwice(dataDirectory, api);

    expect((await api.call("GET", "/readyz")).status).toBe(200);
    const ids: string[] = [];
    for (let n = 0; n < 40; n++) ids.push((await api.identity()).identity.id);
    const revoked = `${ofFirst}/keys/${first.signing_key.id}`;
    const ends = [
      await api.call("DELETE", revoked),
      await api.call("DELETE", `${ofFirst}/sessions`),
      await api.call("DELETE", `/v1/admin/keys/${made.result.key.id}`),
      await api.call("POST", "/api/wallets/create", { identity_id: ids[0] }),
      await api.call("POST", "/v1/admin/ledger/deposits", {
        identity_id: ids[0],
        token_type: "TOKEN_STANDARD",
        amount: 1,
        reference: "a payment",
      }),
    ];
    expect(ends.map(({ status, body }) => [status, body.error])).toEqual(ends.map(() => [200, undefined]));
    const other = new Sqlite(join(dataDirectory, "platonic.sqlite"), { readonly: true });
    expect(other.prepare("SELECT COUNT(*) FROM identities").pluck().get()).toBe(41);
    other.close();
    program.signal(signal);
    await program.ended;

    const again = await start(dataDirectory);
    const found = await Promise.all(ids.map((id) => again.api.call("GET", `/api/identities/${id}`)));
    expect(found.map(({ status }) => status)).toEqual(ids.map(() => 200));
    const { body: keys } = await again.api.call("GET", `${ofFirst}/keys`);
    expect(keys.result.keys).toEqual([expect.objectContaining({ revoked_at: expect.any(String) })]);
    const { body: held } = await again.api.call("GET", `/api/wallets/${ids[0]}/balance?token_type=TOKEN_STANDARD`);
    expect(held.result).toMatchObject({ balance: { exact_amount: "1" } });
    for (const credentials of [token, made.result.secret]) {
      expect((await again.api.call("GET", ofFirst, undefined, credentials)).status).toBe(401);
    }
  },
);

it.skipIf(mountProblem !== undefined).each([
  ["with the ledger on the main thread", { THREADS: "1" }],
  ["with a thread of its own", { THREADS: "2" }],
])(
  "payments that a full disk refuses are not made, and those that are told as done are there after SIGKILL, %s",
  async (_, environment) => {
    const dataDirectory = smallDisk();
    const { program, api } = await start(dataDirectory, environment);
    const { id } = (await api.identity()).identity;
    await api.call("POST", "/api/wallets/create", { identity_id: id });
    const deposit = () =>
      api.call("POST", "/v1/admin/ledger/deposits", { identity_id: id, token_type: "TOKEN_STANDARD", amount: 1 });
    let stored = 0;
    for (; stored < 3; stored++) expect((await deposit()).status).toBe(200);
    const ballast = join(dataDirectory, "ballast");
    const { bavail, bsize } = statfsSync(dataDirectory);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize));
    for (let refusals = 0; refusals < 5; ) {
      const { status, body } = await deposit();
      if (status === 200) stored++;
      else {
        expect([status, body.error.code]).toEqual([503, "UNAVAILABLE"]);
        refusals++;
      }
    }
    rmSync(ballast);
    for (let more = 0; more < 20; more++, stored++) expect((await deposit()).status).toBe(200);
    program.signal("SIGKILL");
    await program.ended;
    const again = await start(dataDirectory, environment);
    const { body } = await again.api.call("GET", `/api/wallets/${id}/balance?token_type=TOKEN_STANDARD`);
    expect(body.result).toMatchObject({ balance: { exact_amount: String(stored) } });
  },
);

it("a transaction that can be neither stored nor undone ends the process with a reason", async () => {
  const dataDirectory = temporaryDirectory();
  const preload = new URL("stuck-transactions.ts", import.meta.url).href;
  const program = await startProgram({
    nodeOptions: ["--import", preload],
    environment: { DATA_DIR: dataDirectory },
  });
  onTestFinished(() => program.stop());
  const api = new ApiClient(program);
  const { identity } = await api.identity();
  const reason = program.logged(/the service cannot go on/);
  writeFileSync(join(dataDirectory, "stuck"), "");
  const { status } = await api.call("POST", "/api/identities/create", { username: "stuck" });
  expect(status).toBe(503);
  expect(await reason).toMatch(/neither be stored nor undone: out of memory.*start the service again/);
  expect(await program.ended).toBe(1);
  const again = await start(dataDirectory);
  expect((await again.api.call("GET", `/api/identities/${identity.id}`)).status).toBe(200);
});

it("a transaction of the ledger's thread that can be neither stored nor undone fails alone: another thread goes on", async () => {
  const dataDirectory = temporaryDirectory();
  const preload = new URL("stuck-transactions.ts", import.meta.url).href;
  const program = await startProgram({
    nodeOptions: ["--import", preload],
    environment: { DATA_DIR: dataDirectory, THREADS: "2" },
  });
  onTestFinished(() => program.stop());
  const api = new ApiClient(program);
  const { id } = (await api.identity()).identity;
  await api.call("POST", "/api/wallets/create", { identity_id: id });
  const deposit = () =>
    api.call("POST", "/v1/admin/ledger/deposits", { identity_id: id, token_type: "TOKEN_STANDARD", amount: 1 });
  expect((await deposit()).status).toBe(200);
  const lost = program.logged(/the ledger's thread has ended/);
  writeFileSync(join(dataDirectory, "stuck-thread"), "");
  expect((await deposit()).status).toBe(503);
  await lost;
  rmSync(join(dataDirectory, "stuck-thread"));
  expect((await deposit()).status).toBe(200);
  const { body } = await api.call("GET", `/api/wallets/${id}/balance?token_type=TOKEN_STANDARD`);
  expect(body.result).toMatchObject({ balance: { exact_amount: "2" } });
});
