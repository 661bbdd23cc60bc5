import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { bundled } from "../../support/programs/bundled.ts";
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
  `a backup that does not fit on the disk fails, and leaves no files${why === undefined ? "" : ` (skipped: ${why})`}`,
  async () => {
    const directory = smallDisk();
    const fixture = await openBackupFixture({ dataDirectory: temporaryDirectory() }, { directory });
    onTestFinished(() => fixture.close());
    await fixture.addIdentity();
    const { name } = await fixture.backups.create();
    const before = digestsIn(directory);
    const { bavail, bsize } = statfsSync(directory);
    writeFileSync(join(directory, "ballast"), Buffer.alloc(bavail * bsize - 100_000));
    await expect(fixture.backups.create()).rejects.toMatchObject({ code: "ENOSPC" });
    expect(readdirSync(directory).sort()).toEqual(["ballast", name]);
    expect(digestsIn(directory)).toEqual(before);
    await expectWhole(join(directory, name));
    expect(readdirSync(fixture.location.dataDirectory).filter((entry) => entry.startsWith(".backup"))).toEqual([]);
  },
);

it.each([
  // The encrypted file is some bytes longer than the database.
  ["the copy", 4, /SQLITE_(FULL|IOERR)/],
  ["the encrypted file", 0, /EFBIG/],
] as const)(
  "a file size limit that interrupts %s leaves no files, and older backups unchanged",
  async (_, less, error) => {
    const location = { dataDirectory: temporaryDirectory() };
    const fixture = await openBackupFixture(location);
    await fixture.addIdentity();
    const { name } = await fixture.backups.create();
    await fixture.database.manager.query("PRAGMA wal_checkpoint(TRUNCATE)");
    await fixture.close();
    const before = digestsIn(fixture.directory);
    const task = { act: "back-up", location, now: Date.now() + 86_400_000, retention: 14 };
    const program = bundled("test/modules/backup/process.ts");
    const size = statSync(join(location.dataDirectory, "platonic.sqlite")).size;
    const limited = `ulimit -f ${size / 1_024 - less}; exec "$0" "$@"`;
    const child = spawn("bash", ["-c", limited, process.execPath, program, JSON.stringify(task)], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect(code).toBe(1);
    expect(said).toMatch(error);
    expect(digestsIn(fixture.directory)).toEqual(before);
    expect(readdirSync(fixture.directory)).toEqual([name]);
    expect(readdirSync(location.dataDirectory).filter((entry) => entry.startsWith(".backup"))).toEqual([]);
  },
);
