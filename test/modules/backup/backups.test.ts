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

async function fixtureForTest(members: BackupFixtureMembers = {}, dataDirectory = temporaryDirectory()) {
  const fixture = await openBackupFixture({ dataDirectory }, members);
  onTestFinished(() => fixture.close());
  return fixture;
}

/** Restores into a new folder, and returns its path. */
async function restored({ directory }: BackupFixture, name: string): Promise<string> {
  const [path, into] = [join(directory, name), join(temporaryDirectory(), "deep", "new")];
  const parts = { path, directory: into, passphrase: passphraseBytes(), stretching: quickStretching };
  expect((await restore(parts)).problems).toEqual([]);
  return into;
}

/** Adds sealed documents, so that copying takes many steps. */
async function addDocuments(fixture: BackupFixture, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const [id, identity] = [`document-${index}`, "somebody"];
    const place = { table: "review_documents", column: "sealed", row: id, identity, purpose: "verification" };
    const sealed = Buffer.from(await fixture.vault.seal(place, randomBytes(1_500_000)));
    const row = { id, identityId: identity, reviewId: "review", sealed };
    await fixture.database.transact((writer) => writer.insert(reviewDocumentRows, row));
  }
}

describe("a backup", () => {
  it("taken during writes completes, and contains everything that was acknowledged before it began", {
    tags: ["slow/load"],
  }, async () => {
    const taken: BackupStep[] = [];
    let [before, during] = [0, 0];
    const acknowledged = new Map<string, string>();
    const fixture = await fixtureForTest({
      afterStep(step) {
        taken.push(step);
        if (step === "begun") before = acknowledged.size;
        if (step === "copied") during = acknowledged.size;
      },
    });
    await addDocuments(fixture, 40);
    let isDone = false;
    const writers = [1, 2, 3].map(async (writer) => {
      for (let index = 0; !isDone; index++) {
        const email = `${writer}-${index}@example.org`;
        acknowledged.set(await fixture.addIdentity(email), email);
        await turn();
      }
    });
    while (acknowledged.size < 20) await turn();
    const { name } = await fixture.backups.create();
    isDone = true;
    await Promise.all(writers);
    expect(taken).toEqual(["begun", "copied", "written", "synced", "named"]);
    // The copy ran while others wrote: it did not block them.
    expect(during).toBeGreaterThan(before + 3);
    expect((await fixture.backups.restoreTest())?.problems).toEqual([]);

    const other = await fixtureForTest({}, await restored(fixture, name));
    const identities = storedIdentities(other.database);
    for (const [id, email] of [...acknowledged].slice(0, before)) {
      const identity = await identities.find(id);
      expect(identity && (await openPrivate(other.vault, identity)).email).toBe(email);
    }
    // No partial identity: each has both keys.
    const [{ halves }] = await other.database.manager.query(
      `SELECT COUNT(*) AS halves FROM identities WHERE id NOT IN (SELECT identity_id FROM signing_keys)
         OR id NOT IN (SELECT identity_id FROM rotation_keys)`,
    );
    expect(halves).toBe(0n);
  });

  it("is restored as a folder that only its owner can open, from which the service starts", async () => {
    const fixture = await fixtureForTest();
    const id = await fixture.addIdentity("ada@example.org");
    const { name, size, sha256 } = await fixture.backups.create();
    const file = readFileSync(join(fixture.directory, name));
    expect(size).toBe(file.length);
    expect(sha256).toBe(createHash("sha256").update(file).digest("hex"));
    const directory = await restored(fixture, name);
    expect(readdirSync(directory)).toEqual(["platonic.sqlite"]);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, "platonic.sqlite")).mode & 0o777).toBe(0o600);
    const other = await fixtureForTest({}, directory);
    expect(await storedIdentities(other.database).find(id)).toBeDefined();
    await other.addIdentity();
  });

  it("is accessible to its owner only, like its folder and the unencrypted copy", async () => {
    const modes: number[] = [];
    const dataDirectory = temporaryDirectory();
    const fixture = await fixtureForTest(
      {
        afterStep(step) {
          if (step !== "copied") return;
          const work = readdirSync(dataDirectory).find((name) => name.startsWith(".backup-work-")) as string;
          for (const path of [work, join(work, "copy.sqlite")]) modes.push(statSync(join(dataDirectory, path)).mode);
        },
      },
      dataDirectory,
    );
    const { name } = await fixture.backups.create();
    modes.push(statSync(fixture.directory).mode, statSync(join(fixture.directory, name)).mode);
    expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o600, 0o700, 0o600]);
  });

  it("is listed first when it is the newest, and other files in the folder are ignored", async () => {
    let now = Date.now();
    const fixture = await fixtureForTest({ now: () => now });
    const names = [];
    for (let index = 0; index < 3; index++) {
      names.unshift((await fixture.backups.create()).name);
      now += 1;
    }
    for (const other of ["notes.txt", `${names[0]}.1.partial`, "platonic-20200101T000000.000Z-0000000.backup"]) {
      writeFileSync(join(fixture.directory, other), "x");
    }
    const listed = await fixture.backups.list();
    expect(listed.map(({ name }) => name)).toEqual(names);
    expect(listed[0]?.createdAt).toEqual(new Date(now - 1));
  });

  it("that is in progress when the service stops leaves no files", async () => {
    const fixture = await openBackupFixture({ dataDirectory: temporaryDirectory() });
    await addDocuments(fixture, 20);
    const making = fixture.backups.create();
    const answer = expect(making).rejects.toMatchObject({ reason: "closed" });
    await turn();
    await fixture.close();
    await answer;
    expect(existsSync(fixture.directory) ? readdirSync(fixture.directory) : []).toEqual([]);
    expect(readdirSync(fixture.location.dataDirectory).filter((name) => name.startsWith(".backup"))).toEqual([]);
  });

  it("in progress in another running process is not cleaned up", async () => {
    const dataDirectory = temporaryDirectory();
    const directory = join(dataDirectory, "backups");
    const names = (owner: number) => [
      join(dataDirectory, `.backup-work-${owner}-00000000`),
      join(directory, `platonic-20251121T000000.000Z-00000000.backup.${owner}.partial`),
    ];
    // The parent runs as long as this process does; process ids end at 2^22.
    for (const path of [...names(process.ppid), ...names(4_194_305), ...names(process.pid)]) {
      mkdirSync(path, { recursive: true });
    }
    await fixtureForTest({}, dataDirectory);
    expect(names(process.ppid).map(existsSync)).toEqual([true, true]);
    expect([...names(4_194_305), ...names(process.pid)].map(existsSync)).toEqual([false, false, false, false]);
  });
});

describe("a restore", () => {
  it("refuses a folder that is not empty, and leaves it as it is", async () => {
    const fixture = await fixtureForTest();
    const path = join(fixture.directory, (await fixture.backups.create()).name);
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
    ["of a file that is no backup", () => Buffer.from("SQLite format 3"), "", "not-a-backup"],
  ])("%s leaves nothing", async (_, change, text, reason) => {
    const fixture = await fixtureForTest();
    const path = join(fixture.directory, (await fixture.backups.create()).name);
    writeFileSync(path, change(readFileSync(path)));
    const parent = temporaryDirectory();
    const passphrase = passphraseBytes(text === "" ? undefined : text);
    const parts = { path, directory: join(parent, "new"), passphrase, stretching: quickStretching };
    await expect(restore(parts)).rejects.toMatchObject({ reason });
    expect(readdirSync(parent)).toEqual([]);
  });

  it("of a backup with unreadable values completes, and reports the problems", async () => {
    const fixture = await fixtureForTest();
    await fixture.addIdentity();
    await fixture.database.manager.query("UPDATE identities SET sealed_private = x'00'");
    const path = join(fixture.directory, (await fixture.backups.create()).name);
    const directory = join(temporaryDirectory(), "new");
    const parts = { path, directory, passphrase: passphraseBytes(), stretching: quickStretching };
    expect((await restore(parts)).problems).toEqual(["identities.sealed_private: 1 of 1 do not open"]);
    expect(readdirSync(directory)).toEqual(["platonic.sqlite"]);
  });
});

describe("automatic backups", { tags: ["slow/programs"] }, () => {
  it("are made when the newest is a day old, checked by a restore test, and pruned to the newest", async () => {
    let now = Date.now();
    const fixture = await fixtureForTest({ now: () => now, retention: 2 });
    const names = [];
    for (let day = 0; day < 4; day++) {
      expect(await fixture.backups.createIfDue()).toBe(true);
      expect(await fixture.backups.createIfDue()).toBe(false);
      now += dayMs - 1;
      expect(await fixture.backups.createIfDue()).toBe(false);
      now += 1;
      names.unshift((await fixture.backups.list())[0]?.name);
    }
    expect((await fixture.backups.list()).map(({ name }) => name)).toEqual(names.slice(0, 2));
    expect(fixture.logged).toHaveLength(8);
    expect(fixture.logged.every((line) => line.startsWith("info"))).toBe(true);
  });

  it("are made when the newest is dated in the future", async () => {
    let now = Date.now() + 300 * dayMs;
    const fixture = await fixtureForTest({ now: () => now });
    await fixture.backups.create();
    now -= 300 * dayMs;
    expect(await fixture.backups.createIfDue()).toBe(true);
  });

  it("do not replace older ones when the restore test finds a problem, which is logged as an error", async () => {
    let now = Date.now();
    const fixture = await fixtureForTest({ now: () => now, retention: 1 });
    await fixture.addIdentity();
    await fixture.backups.createIfDue();
    const [good] = await fixture.backups.list();
    await fixture.database.manager.query("UPDATE identities SET sealed_private = x'00'");
    for (let day = 1; day <= 3; day++) {
      now += dayMs;
      expect(await fixture.backups.createIfDue()).toBe(true);
      expect(await fixture.backups.list()).toHaveLength(day + 1);
    }
    expect((await fixture.backups.list()).at(-1)).toEqual(good);
    const errors = fixture.logged.filter((line) => line.startsWith("error"));
    expect(errors).toHaveLength(3);
    expect(errors[0]).toContain("identities.sealed_private: 1 of 1 do not open");
  });

  it("do not replace older ones when the restore test itself fails", async () => {
    let now = Date.now();
    const fixture = await fixtureForTest({
      now: () => now,
      retention: 1,
      restoreTest: () => Promise.reject(new Error("no room for a drill")),
    });
    await expect(fixture.backups.createIfDue()).rejects.toThrow("no room for a drill");
    now += dayMs;
    await expect(fixture.backups.createIfDue()).rejects.toThrow("no room for a drill");
    expect(await fixture.backups.list()).toHaveLength(2);
  });
});
