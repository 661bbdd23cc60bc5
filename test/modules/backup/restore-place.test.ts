// @module-tag slow/kills

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { mountProblem } from "../../support/mount-problem.ts";
import { quickStretching } from "../../support/vault/constants.ts";
import { expectRestored } from "./aftermath.ts";
import { openBackupFixture, passphraseBytes, restore } from "./backup-fixture.ts";
import { killAt, restoreSteps } from "./kill-at.ts";

const isRoot = process.geteuid?.() === 0;
const skipped = mountProblem === undefined ? "" : ` (skipped: ${mountProblem})`;
/** Id of a user and a group without a name, as the image of the service has it. */
const serviceUser = 10_001;
/** Folder that a killed process has left: no process has this id. */
const leftover = ".restoring-4194305-0a1b2c3d";

/** A backup of three identities. */
async function backup() {
  const fixture = await openBackupFixture({ dataDirectory: temporaryDirectory() });
  const ids = [await fixture.addIdentity(), await fixture.addIdentity(), await fixture.addIdentity()];
  const { name } = await fixture.backups.create();
  await fixture.close();
  const path = join(fixture.directory, name);
  const parts = (directory: string) => ({
    path,
    directory,
    passphrase: passphraseBytes(),
    stretching: quickStretching,
  });
  return { path, ids, parts };
}

/** A copy of a backup that every user can read. */
function publicCopy(path: string): string {
  const folder = temporaryDirectory();
  chmodSync(folder, 0o755);
  cpSync(path, join(folder, "copy.backup"));
  chmodSync(join(folder, "copy.backup"), 0o644);
  return join(folder, "copy.backup");
}

/** A file system of its own. */
function mounted(size: string): string {
  const directory = temporaryDirectory();
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=0700`, "none", directory]);
  onTestFinished(() => void execFileSync("umount", ["--lazy", directory]));
  return directory;
}

describe("a restore into an existing folder", () => {
  it.skipIf(mountProblem !== undefined)(`that is a mount point succeeds${skipped}`, async () => {
    const { ids, parts } = await backup();
    const directory = mounted("64m");
    mkdirSync(join(directory, "lost+found"));
    expect((await restore(parts(directory))).problems).toEqual([]);
    expect(readdirSync(directory).sort()).toEqual(["lost+found", "platonic.sqlite"]);
    await expectRestored(directory, ids);
  });

  it("whose parent its user cannot write succeeds", async () => {
    const { path, ids } = await backup();
    const parent = temporaryDirectory();
    const directory = join(parent, "own");
    mkdirSync(directory, { mode: 0o700 });
    if (isRoot) chownSync(directory, serviceUser, serviceUser);
    chmodSync(parent, 0o555);
    const task = { act: "restore", path: publicCopy(path), directory } as const;
    expect(await killAt("never", task, isRoot ? serviceUser : undefined)).toBe(false);
    expect(readdirSync(directory)).toEqual(["platonic.sqlite"]);
    await expectRestored(directory, ids);
    chmodSync(parent, 0o755);
  });

  it("keeps its mode", async () => {
    const { parts } = await backup();
    const directory = temporaryDirectory();
    chmodSync(directory, 0o750);
    await restore(parts(directory));
    expect(statSync(directory).mode & 0o777).toBe(0o750);
    expect(statSync(join(directory, "platonic.sqlite")).mode & 0o777).toBe(0o600);
  });

  it.skipIf(!isRoot)("by root keeps its owner, who also owns the data and what a kill leaves", async () => {
    const { path, ids, parts } = await backup();
    const [whole, killed] = [temporaryDirectory(), temporaryDirectory()];
    for (const directory of [whole, killed]) chownSync(directory, serviceUser, serviceUser + 1);
    await restore(parts(whole));
    for (const place of [whole, join(whole, "platonic.sqlite")]) {
      expect(statSync(place)).toMatchObject({ uid: serviceUser, gid: serviceUser + 1 });
    }
    expect(await killAt({ step: "placed" }, { act: "restore", path, directory: killed })).toBe(true);
    const task = { act: "restore", path: publicCopy(path), directory: killed } as const;
    expect(await killAt("never", task, serviceUser)).toBe(false);
    expect(readdirSync(killed)).toEqual(["platonic.sqlite"]);
    await expectRestored(killed, ids);
  });

  it("by a symbolic link keeps the link", async () => {
    const { ids, parts } = await backup();
    const [directory, link] = [temporaryDirectory(), join(temporaryDirectory(), "link")];
    symlinkSync(directory, link);
    expect((await restore(parts(link))).problems).toEqual([]);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readdirSync(directory)).toEqual(["platonic.sqlite"]);
    await expectRestored(directory, ids);
  });

  it.each(restoreSteps)("killed after %s leaves nothing that a service takes for data, or all", async (step) => {
    const { path, ids, parts } = await backup();
    const directory = temporaryDirectory();
    expect(await killAt({ step }, { act: "restore", path, directory })).toBe(true);
    expect(existsSync(join(directory, "platonic.sqlite"))).toBe(step === "named");
    if (step === "named") {
      await expect(restore(parts(directory))).rejects.toMatchObject({ reason: "not-empty" });
    } else {
      const left = readdirSync(directory);
      await expect(openServiceDatabase({ dataDirectory: directory })).rejects.toThrow("has not ended");
      expect(readdirSync(directory)).toEqual(left);
      expect((await restore(parts(directory))).problems).toEqual([]);
      expect(readdirSync(directory)).toEqual(["platonic.sqlite"]);
    }
    await expectRestored(directory, ids);
  });

  it("killed between the log of its database and the database is repeated", async () => {
    const { ids, parts } = await backup();
    const directory = temporaryDirectory();
    mkdirSync(join(directory, leftover));
    writeFileSync(join(directory, leftover, "platonic.sqlite"), "some database");
    writeFileSync(join(directory, "platonic.sqlite-wal"), "some log");
    await expect(openServiceDatabase({ dataDirectory: directory })).rejects.toThrow(leftover);
    expect((await restore(parts(directory))).problems).toEqual([]);
    expect(readdirSync(directory)).toEqual(["platonic.sqlite"]);
    await expectRestored(directory, ids);
  });

  it("moves every file that its database has", async () => {
    const { ids, parts } = await backup();
    const directory = temporaryDirectory();
    const record = async (folder: string) => writeFileSync(join(folder, "platonic.sqlite-wal"), "");
    await restore({ ...parts(directory), record });
    expect(readdirSync(directory).sort()).toEqual(["platonic.sqlite", "platonic.sqlite-wal"]);
    await expectRestored(directory, ids);
  });

  it("replaces no database that has come meanwhile", async () => {
    const { parts } = await backup();
    const directory = temporaryDirectory();
    const file = join(directory, "platonic.sqlite");
    const record = async () => writeFileSync(file, "another");
    await expect(restore({ ...parts(directory), record })).rejects.toMatchObject({ reason: "not-empty" });
    expect(readdirSync(directory)).toEqual(["platonic.sqlite"]);
    expect(readFileSync(file, "utf8")).toBe("another");
  });

  it.skipIf(mountProblem !== undefined)(`on a full disk leaves it empty${skipped}`, async () => {
    const { ids, parts } = await backup();
    const disk = mounted("8m");
    const directory = join(disk, "data");
    mkdirSync(directory, { mode: 0o700 });
    const { bavail, bsize } = statfsSync(disk);
    let failures = 0;
    for (let free = 0; ; free += 32) {
      writeFileSync(join(disk, "ballast"), Buffer.alloc(bavail * bsize - free * 1_024));
      const outcome = await restore(parts(directory)).catch((error: Error) => error);
      if (outcome instanceof Error) {
        expect(outcome.message, `${free} KiB are free`).toMatch(/ENOSPC|full|the disk of the database/);
        expect(readdirSync(directory)).toEqual([]);
        failures++;
      } else {
        expect(outcome.problems).toEqual([]);
        break;
      }
    }
    expect(failures).toBeGreaterThan(5);
    await expectRestored(directory, ids);
  });
});

describe("before a backup is opened, a restore refuses", () => {
  const parts = (directory: string) => ({
    path: "none.backup",
    directory,
    passphrase: passphraseBytes(),
    stretching: quickStretching,
  });

  it("a folder with the log of a database, which no restore has left", async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "platonic.sqlite-wal"), "mine");
    await expect(restore(parts(directory))).rejects.toMatchObject({ reason: "not-empty" });
    expect(readdirSync(directory)).toEqual(["platonic.sqlite-wal"]);
  });

  it("a link to nothing", async () => {
    const link = join(temporaryDirectory(), "link");
    symlinkSync(`${link}-none`, link);
    await expect(restore(parts(link))).rejects.toThrow("is a link to a folder that does not exist");
  });

  it("a file", async () => {
    const path = join(temporaryDirectory(), "file");
    writeFileSync(path, "mine");
    await expect(restore(parts(path))).rejects.toThrow("ENOTDIR");
    expect(readFileSync(path, "utf8")).toBe("mine");
  });

  it.skipIf(mountProblem !== undefined)(`a folder that cannot be written${skipped}`, async () => {
    const directory = mounted("1m");
    execFileSync("mount", ["-o", "remount,ro", directory]);
    await expect(restore(parts(directory))).rejects.toThrow("EROFS");
  });

  it("leaves an empty folder as it was if there is no backup", async () => {
    const directory = temporaryDirectory();
    await expect(restore(parts(directory))).rejects.toThrow("ENOENT");
    rmdirSync(directory);
  });
});
