import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { MetricRegistry } from "../../../server/core/metrics/registry.ts";
import { openVaultModule } from "../../../server/modules/vault/module.ts";
import { finishPassphraseChange, writeNextPassphrase } from "../../../server/modules/vault/next-passphrase-file.ts";
import { changePassphrase } from "../../../server/modules/vault/passphrase-change.ts";
import { storedVaultRecords } from "../../../server/modules/vault/store/vault.ts";
import { onEveryDatabase, type TestDatabase } from "../../support/database/databases.ts";
import { bundled } from "../../support/programs/bundled.ts";
import { passphrase, quickStretching } from "../../support/vault/constants.ts";
import { expectReadable, fill } from "../../support/vault/contents.ts";
import { openedVault, placeOf } from "../../support/vault/opened.ts";

const another = "another passphrase of the vault";
const wrongRoot = { name: "VaultError", reason: "wrong-root" };

onEveryDatabase("a change of the passphrase", (engine) => {
  it("leaves every value and signing key, under several key-encryption keys, to the new passphrase alone", async () => {
    const { database, records, contents } = await filledVault(engine);
    const destroyed = (await records.keyEncryptionKeys()).filter(({ state }) => state === "destroyed");
    expect(destroyed).not.toEqual([]);
    const dataKeys = await database.manager.query("SELECT * FROM vault_data_keys ORDER BY id");
    expect(await change(records)).toBe("changed");
    expect(await database.manager.query("SELECT * FROM vault_data_keys ORDER BY id")).toEqual(dataKeys);
    await expect(openedVault({ records })).rejects.toMatchObject(wrongRoot);
    const vault = await openedVault({ records, passphrase: another });
    await expectReadable(vault, contents);
    await vault.rotateNow();
    await expectReadable(await openedVault({ records, passphrase: another }), contents);
    expect(await change(records, { present: another, next: passphrase })).toBe("changed");
    await expectReadable(await openedVault({ records }), contents);
  });

  it("is told apart from one that an earlier run has made, and writes nothing when it is refused", async () => {
    const { database, records } = await filledVault(engine);
    const before = await rootRows(database);
    const refused = [
      [{ next: passphrase }, "same-passphrase"],
      [{ next: "fifteen letters" }, "weak-passphrase"],
      [{ present: "a passphrase of another vault" }, "wrong-root"],
      [{ present: another }, "wrong-root"],
    ] as const;
    for (const [members, reason] of refused)
      await expect(change(records, members)).rejects.toMatchObject({ name: "VaultError", reason });
    const problem = new Error("the service is running");
    const prepare = () => Promise.reject(problem);
    await expect(change(records, { prepare })).rejects.toBe(problem);
    expect(await rootRows(database)).toEqual(before);
    expect(await change(records)).toBe("changed");
    const after = await rootRows(database);
    expect(await change(records)).toBe("changed-before");
    expect(await rootRows(database)).toEqual(after);
  });

  it("refuses the rotations of a process that opened the vault before, which goes on reading and signing", async () => {
    const { database, records, contents } = await filledVault(engine);
    const running = await openedVault({ records });
    // Finishes the interrupted rotation.
    await running.rotateIfDue();
    await change(records);
    const before = await rootRows(database);
    await expect(running.rotateNow()).rejects.toMatchObject({ name: "VaultError", reason: "root-changed" });
    expect(await rootRows(database)).toEqual(before);
    await expectReadable(running, contents);
    const sealed = await running.seal(placeOf(), Buffer.from("meanwhile"));
    const vault = await openedVault({ records, passphrase: another });
    expect(Buffer.from(await vault.open(placeOf(), sealed)).toString()).toBe("meanwhile");
    await vault.rotateNow();
    await expect(running.status()).rejects.toMatchObject({ name: "VaultError", reason: "root-changed" });
  });

  it("that ended before the file for development was in its place is finished by the next start", async () => {
    const { database, records, contents } = await filledVault(engine);
    const { dataDirectory } = database.location;
    writeFileSync(join(dataDirectory, "vault.passphrase"), passphrase, { mode: 0o600 });
    const prepare = async () => writeNextPassphrase(dataDirectory, Buffer.from(another));
    await change(records, { prepare });
    await using resources = new AsyncDisposableStack();
    const place = { database, passphraseFile: undefined, dataDirectory };
    const metrics = new MetricRegistry({ readMs: 600_000, report: () => {} });
    const log = pino({ level: "silent" });
    const { vault } = await openVaultModule({ ...place, stretching: quickStretching, metrics, log }, resources);
    await expectReadable(vault, contents);
    expect(readFileSync(join(dataDirectory, "vault.passphrase"), "utf8")).toBe(another);
    expect(existsSync(join(dataDirectory, "vault.passphrase.next"))).toBe(false);
  });

  it("is made by one of two that run concurrently", async () => {
    const { records, contents } = await filledVault(engine);
    const passphrases = ["the passphrase of the first", "the passphrase of the second"];
    const outcomes = await Promise.allSettled(passphrases.map((next) => change(records, { next })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const made = passphrases[outcomes.findIndex(({ status }) => status === "fulfilled")] as string;
    await expectReadable(await openedVault({ records, passphrase: made }), contents);
  });

  describe("that is killed", { tags: ["slow/kills"] }, () => {
    it("after any step leaves a vault for one of the passphrases, a start takes it, and a repetition finishes", async () => {
      const { database, records, contents } = await filledVault(engine);
      const { location } = database;
      const file = join(location.dataDirectory, "vault.passphrase");
      let [present, next] = [passphrase, another];
      writeFileSync(file, present, { mode: 0o600 });
      const seen = { present: 0, next: 0 };
      let killAfter = 1;
      for (let isDone = false; !isDone; killAfter++) {
        const { signal } = await run({ location, present, next, killAfter });
        isDone = signal === null;
        const opening = await Promise.allSettled(
          [present, next].map((words) => openedVault({ records, passphrase: words, afterStep: stopResumption })),
        );
        expect(opening.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
        const isChanged = opening[0]?.status === "rejected";
        seen[isChanged ? "next" : "present"]++;
        await finishPassphraseChange(location.dataDirectory, records, quickStretching);
        expect(readFileSync(file, "utf8")).toBe(isChanged ? next : present);
        const { out } = await run({ location, present, next, killAfter: 0 });
        expect(out).toMatch(isChanged ? /^changed-before / : /^changed /);
        expect(readFileSync(file, "utf8")).toBe(next);
        expect(existsSync(`${file}.next`)).toBe(false);
        const vault = await openedVault({ records, passphrase: next, afterStep: stopResumption });
        await expectReadable(vault, contents);
        [present, next] = [next, present];
      }
      // The file beside; lock, root, keys, two rewrapped keys. Then the end of the transaction, and the file in place.
      expect(seen).toEqual({ present: 6, next: 3 });
    });
  });
});

/** A vault with values and signing keys, whose keys are under two key-encryption keys, and one that is destroyed. */
async function filledVault(engine: TestDatabase) {
  const database = await engine.open();
  const records = storedVaultRecords(database);
  const first = await openedVault({ records });
  const contents = await fill(first, 6);
  await first.rotateNow();
  const halfway = await openedVault({
    records,
    afterStep(step) {
      if (step === "key-added") throw new Error("the process ends");
    },
  });
  await expect(halfway.rotateNow()).rejects.toThrow("the process ends");
  const keys = await records.keyEncryptionKeys();
  expect(keys.map(({ state }) => state)).toEqual(["destroyed", "decrypt-only", "active"]);
  await Promise.all([first.close(), halfway.close()]);
  return { database, records, contents };
}

function change(
  records: ReturnType<typeof storedVaultRecords>,
  members: { present?: string; next?: string; prepare?: () => Promise<void> } = {},
) {
  const { present = passphrase, next = another, prepare = () => Promise.resolve() } = members;
  const [presentBytes, nextBytes] = [Buffer.from(present), Buffer.from(next)];
  return changePassphrase({ present: presentBytes, next: nextBytes, records, stretching: quickStretching, prepare });
}

/** Stops the rotation that a vault resumes by itself, so that the root wraps two keys each time. */
function stopResumption(step: string): void {
  if (step !== "root-checked" && step !== "keys-opened") throw new Error("not here");
}

/** Everything that the root wraps. */
async function rootRows({ manager }: Awaited<ReturnType<TestDatabase["open"]>>) {
  return [
    await manager.query("SELECT * FROM vault_root"),
    await manager.query("SELECT * FROM vault_key_encryption_keys ORDER BY version"),
  ];
}

/** Runs `passphrase-change-process.ts`. Returns the signal that ended it, if any, and its output. */
async function run(task: object): Promise<{ signal: string | null; out: string }> {
  const program = bundled("test/modules/vault/passphrase-change-process.ts");
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ["ignore", "pipe", "inherit"] });
  const [out, [code, signal]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (signal === null) expect(code).toBe(0);
  return { signal, out };
}
