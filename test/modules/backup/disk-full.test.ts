import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { digestsIn, expectWhole } from "./aftermath.ts";
import { openBackupFixture } from "./backup-fixture.ts";

const why = process.geteuid?.() === 0 ? smallDiskProblem() : "only root mounts";

/** A file system of a megabyte. */
function smallDisk(): string {
  const directory = temporaryDirectory();
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m,mode=0700", "none", directory]);
  onTestFinished(() => void execFileSync("umount", [directory]));
  return directory;
}

function smallDiskProblem(): string | undefined {
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "nothing can be mounted here";
  }
}

it.skipIf(why !== undefined)(
  `a backup for which the disk has no room is refused, and leaves nothing${why === undefined ? "" : ` (skipped: ${why})`}`,
  async () => {
    const directory = smallDisk();
    const scene = await openBackupFixture({ dataDirectory: temporaryDirectory() }, { directory });
    onTestFinished(() => scene.close());
    await scene.addIdentity();
    const { name } = await scene.backups.create();
    const before = digestsIn(directory);
    const { bavail, bsize } = statfsSync(directory);
    writeFileSync(join(directory, "ballast"), Buffer.alloc(bavail * bsize - 100_000));
    await expect(scene.backups.create()).rejects.toMatchObject({ code: "ENOSPC" });
    expect(readdirSync(directory).sort()).toEqual(["ballast", name]);
    expect(digestsIn(directory)).toEqual(before);
    await expectWhole(join(directory, name));
    expect(readdirSync(scene.location.dataDirectory).filter((entry) => entry.startsWith(".backup"))).toEqual([]);
  },
);

it.each([
  // The encrypted file is some bytes longer than the database.
  ["the copy", 4, /SQLITE_(FULL|IOERR)/],
  ["the encrypted file", 0, /EFBIG/],
] as const)(
  "a limit that ends %s in the middle leaves nothing, and older backups as they were",
  async (_, less, error) => {
    const location = { dataDirectory: temporaryDirectory() };
    const scene = await openBackupFixture(location);
    await scene.addIdentity();
    const { name } = await scene.backups.create();
    await scene.database.manager.query("PRAGMA wal_checkpoint(TRUNCATE)");
    await scene.close();
    const before = digestsIn(scene.directory);
    const task = { act: "back-up", location, now: Date.now() + 86_400_000, retention: 14 };
    const program = new URL("process.ts", import.meta.url).pathname;
    const size = statSync(join(location.dataDirectory, "platonic.sqlite")).size;
    const limited = `ulimit -f ${size / 1_024 - less}; exec "$0" "$@"`;
    const child = spawn("bash", ["-c", limited, process.execPath, program, JSON.stringify(task)], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect(code).toBe(1);
    expect(said).toMatch(error);
    expect(digestsIn(scene.directory)).toEqual(before);
    expect(readdirSync(scene.directory)).toEqual([name]);
    expect(readdirSync(location.dataDirectory).filter((entry) => entry.startsWith(".backup"))).toEqual([]);
  },
);
