import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { BackupStep } from "../../../server/modules/backup/backups.ts";
import { openPrivate } from "../../../server/modules/identity/operations/private-data.ts";
import { storedIdentities } from "../../../server/modules/identity/store/identities.ts";
import { reviewDocumentRows } from "../../../server/modules/verification/store/review-row.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { quickStretching } from "../../support/vault/constants.ts";
import {
  type BackupFixture,
  type BackupFixtureMembers,
  openBackupFixture,
  passphraseBytes,
  restore,
} from "./backup-fixture.ts";

const dayMs = 86_400_000;

async function sceneForTest(members: BackupFixtureMembers = {}, dataDirectory = temporaryDirectory()) {
  const scene = await openBackupFixture({ dataDirectory }, members);
  onTestFinished(() => scene.close());
  return scene;
}

/** Restores into a new folder, and answers that. */
async function restored({ directory }: BackupFixture, name: string): Promise<string> {
  const [path, into] = [join(directory, name), join(temporaryDirectory(), "deep", "new")];
  const parts = { path, directory: into, passphrase: passphraseBytes(), stretching: quickStretching };
  expect((await restore(parts)).problems).toEqual([]);
  return into;
}

/** Sealed documents, so that copying takes many steps. */
async function addDocuments(scene: BackupFixture, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const [id, identity] = [`document-${index}`, "somebody"];
    const place = { table: "review_documents", column: "sealed", row: id, identity, purpose: "verification" };
    const sealed = Buffer.from(await scene.vault.seal(place, randomBytes(1_500_000)));
    const row = { id, identityId: identity, reviewId: "review", sealed };
    await scene.database.transact((writer) => writer.insert(reviewDocumentRows, row));
  }
}

describe("a backup", () => {
  it("taken while others write ends all the same, and has everything that was acknowledged before it began", {
    tags: ["slow/load"],
    timeout: 120_000,
  }, async () => {
    const taken: BackupStep[] = [];
    let [before, during] = [0, 0];
    const acknowledged = new Map<string, string>();
    const scene = await sceneForTest({
      afterStep(step) {
        taken.push(step);
        if (step === "begun") before = acknowledged.size;
        if (step === "copied") during = acknowledged.size;
      },
    });
    await addDocuments(scene, 40);
    let isDone = false;
    const writers = [1, 2, 3].map(async (writer) => {
      for (let index = 0; !isDone; index++) {
        const email = `${writer}-${index}@example.org`;
        acknowledged.set(await scene.addIdentity(email), email);
        await turn();
      }
    });
    while (acknowledged.size < 20) await turn();
    const { name } = await scene.backups.create();
    isDone = true;
    await Promise.all(writers);
    expect(taken).toEqual(["begun", "copied", "written", "synced", "named"]);
    // The copy went on while others wrote: it was not made in a moment in which nobody could.
    expect(during).toBeGreaterThan(before + 3);
    expect((await scene.backups.restoreTest())?.problems).toEqual([]);

    const other = await sceneForTest({}, await restored(scene, name));
    const identities = storedIdentities(other.database);
    for (const [id, email] of [...acknowledged].slice(0, before)) {
      const identity = await identities.find(id);
      expect(identity && (await openPrivate(other.vault, identity)).email).toBe(email);
    }
    // Nothing half: who is there has both keys.
    const [{ halves }] = await other.database.manager.query(
      `SELECT COUNT(*) AS halves FROM identities WHERE id NOT IN (SELECT identity_id FROM signing_keys)
         OR id NOT IN (SELECT identity_id FROM rotation_keys)`,
    );
    expect(halves).toBe(0n);
  });

  it("is restored as a folder that only its owner opens, in which the service starts", async () => {
    const scene = await sceneForTest();
    const id = await scene.addIdentity("ada@example.org");
    const { name, size, sha256 } = await scene.backups.create();
    const file = readFileSync(join(scene.directory, name));
    expect(size).toBe(file.length);
    expect(sha256).toBe(createHash("sha256").update(file).digest("hex"));
    const directory = await restored(scene, name);
    expect(readdirSync(directory)).toEqual(["platonic.sqlite"]);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, "platonic.sqlite")).mode & 0o777).toBe(0o600);
    const other = await sceneForTest({}, directory);
    expect(await storedIdentities(other.database).find(id)).toBeDefined();
    await other.addIdentity();
  });

  it("and the folder with it, is open to its owner only, and so is what is in the clear meanwhile", async () => {
    const modes: number[] = [];
    const dataDirectory = temporaryDirectory();
    const scene = await sceneForTest(
      {
        afterStep(step) {
          if (step !== "copied") return;
          const work = readdirSync(dataDirectory).find((name) => name.startsWith(".backup-work-")) as string;
          for (const path of [work, join(work, "copy.sqlite")]) modes.push(statSync(join(dataDirectory, path)).mode);
        },
      },
      dataDirectory,
    );
    const { name } = await scene.backups.create();
    modes.push(statSync(scene.directory).mode, statSync(join(scene.directory, name)).mode);
    expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o600, 0o700, 0o600]);
  });

  it("is the first of the list when it is the newest, whatever else is in the folder", async () => {
    let now = Date.now();
    const scene = await sceneForTest({ now: () => now });
    const names = [];
    for (let index = 0; index < 3; index++) {
      names.unshift((await scene.backups.create()).name);
      now += 1;
    }
    for (const other of ["notes.txt", `${names[0]}.1.partial`, "platonic-20200101T000000.000Z-0000000.backup"]) {
      writeFileSync(join(scene.directory, other), "x");
    }
    const listed = await scene.backups.list();
    expect(listed.map(({ name }) => name)).toEqual(names);
    expect(listed[0]?.createdAt).toEqual(new Date(now - 1));
  });

  it("that is being made when the service stops is not there afterwards", async () => {
    const scene = await openBackupFixture({ dataDirectory: temporaryDirectory() });
    await addDocuments(scene, 20);
    const making = scene.backups.create();
    const answer = expect(making).rejects.toMatchObject({ reason: "closed" });
    await turn();
    await scene.close();
    await answer;
    expect(existsSync(scene.directory) ? readdirSync(scene.directory) : []).toEqual([]);
    expect(readdirSync(scene.location.dataDirectory).filter((name) => name.startsWith(".backup"))).toEqual([]);
  });

  it("of which a process that still runs is the owner is not cleaned up", async () => {
    const dataDirectory = temporaryDirectory();
    const directory = join(dataDirectory, "backups");
    const names = (owner: number) => [
      join(dataDirectory, `.backup-work-${owner}-00000000`),
      join(directory, `platonic-20251121T000000.000Z-00000000.backup.${owner}.partial`),
    ];
    // The parent runs as long as this process does; 2^22 is beyond the numbers that processes have.
    for (const path of [...names(process.ppid), ...names(4_194_305), ...names(process.pid)]) {
      mkdirSync(path, { recursive: true });
    }
    await sceneForTest({}, dataDirectory);
    expect(names(process.ppid).map(existsSync)).toEqual([true, true]);
    expect([...names(4_194_305), ...names(process.pid)].map(existsSync)).toEqual([false, false, false, false]);
  });
});

describe("a restore", () => {
  it("refuses a folder that is not empty, and leaves it as it is", async () => {
    const scene = await sceneForTest();
    const path = join(scene.directory, (await scene.backups.create()).name);
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "mine"), "mine");
    const parts = () => ({ path, directory, passphrase: passphraseBytes(), stretching: quickStretching });
    await expect(restore(parts())).rejects.toMatchObject({ reason: "not-empty" });
    expect(readdirSync(directory)).toEqual(["mine"]);
    const empty = temporaryDirectory();
    expect((await restore({ ...parts(), directory: empty })).problems).toEqual([]);
  });

  it.each<[string, (bytes: Buffer) => Buffer, string, string]>([
    ["with another passphrase", (bytes) => bytes, "another passphrase of mine", "wrong-passphrase"],
    ["of a damaged file", (bytes) => bytes.subarray(0, -1), "", "damaged"],
    ["of something else", () => Buffer.from("SQLite format 3"), "", "not-a-backup"],
  ])("%s leaves nothing", async (_, change, text, reason) => {
    const scene = await sceneForTest();
    const path = join(scene.directory, (await scene.backups.create()).name);
    writeFileSync(path, change(readFileSync(path)));
    const parent = temporaryDirectory();
    const passphrase = passphraseBytes(text === "" ? undefined : text);
    const parts = { path, directory: join(parent, "new"), passphrase, stretching: quickStretching };
    await expect(restore(parts)).rejects.toMatchObject({ reason });
    expect(readdirSync(parent)).toEqual([]);
  });

  it("of a backup with something wrong puts it in place, and tells", async () => {
    const scene = await sceneForTest();
    await scene.addIdentity();
    await scene.database.manager.query("UPDATE identities SET sealed_private = x'00'");
    const path = join(scene.directory, (await scene.backups.create()).name);
    const directory = join(temporaryDirectory(), "new");
    const parts = { path, directory, passphrase: passphraseBytes(), stretching: quickStretching };
    expect((await restore(parts)).problems).toEqual(["identities.sealed_private: 1 of 1 do not open"]);
    expect(readdirSync(directory)).toEqual(["platonic.sqlite"]);
  });
});

describe("backups by themselves", () => {
  it("are made when the newest is a day old, drilled, and only the newest kept", async () => {
    let now = Date.now();
    const scene = await sceneForTest({ now: () => now, retention: 2 });
    const names = [];
    for (let day = 0; day < 4; day++) {
      expect(await scene.backups.createIfDue()).toBe(true);
      expect(await scene.backups.createIfDue()).toBe(false);
      now += dayMs - 1;
      expect(await scene.backups.createIfDue()).toBe(false);
      now += 1;
      names.unshift((await scene.backups.list())[0]?.name);
    }
    expect((await scene.backups.list()).map(({ name }) => name)).toEqual(names.slice(0, 2));
    expect(scene.logged).toHaveLength(8);
    expect(scene.logged.every((line) => line.startsWith("info"))).toBe(true);
  });

  it("are made when the newest is from a clock that was wrong", async () => {
    let now = Date.now() + 300 * dayMs;
    const scene = await sceneForTest({ now: () => now });
    await scene.backups.create();
    now -= 300 * dayMs;
    expect(await scene.backups.createIfDue()).toBe(true);
  });

  it("never take the place of older ones when the drill finds something, and that is an error in the log", async () => {
    let now = Date.now();
    const scene = await sceneForTest({ now: () => now, retention: 1 });
    await scene.addIdentity();
    await scene.backups.createIfDue();
    const [good] = await scene.backups.list();
    await scene.database.manager.query("UPDATE identities SET sealed_private = x'00'");
    for (let day = 1; day <= 3; day++) {
      now += dayMs;
      expect(await scene.backups.createIfDue()).toBe(true);
      expect(await scene.backups.list()).toHaveLength(day + 1);
    }
    expect((await scene.backups.list()).at(-1)).toEqual(good);
    const errors = scene.logged.filter((line) => line.startsWith("error"));
    expect(errors).toHaveLength(3);
    expect(errors[0]).toContain("identities.sealed_private: 1 of 1 do not open");
  });

  it("never take the place of older ones when the drill itself fails", async () => {
    let now = Date.now();
    const scene = await sceneForTest({
      now: () => now,
      retention: 1,
      restoreTest: () => Promise.reject(new Error("no room for a drill")),
    });
    await expect(scene.backups.createIfDue()).rejects.toThrow("no room for a drill");
    now += dayMs;
    await expect(scene.backups.createIfDue()).rejects.toThrow("no room for a drill");
    expect(await scene.backups.list()).toHaveLength(2);
  });
});
