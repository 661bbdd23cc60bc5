import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, readdirSync, readlinkSync, renameSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { platonic } from "../../../clients/cli/platonic.ts";
import { BackupError } from "../../../server/modules/backup/backup-error.ts";
import { unlessOutage } from "../../../server/modules/backup/outage.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { mountProblem } from "../../support/mount-problem.ts";
import { operatorKey, startServer } from "../../support/server.ts";

test("a backup whose folder cannot be made is an outage, in the words of the disk", async () => {
  const folder = temporaryDirectory();
  const server = await startServer({ BACKUP_DIR: join(folder, "backups", "inner") });
  onTestFinished(() => server.close());
  writeFileSync(join(folder, "backups"), "in the way");
  for (const path of ["/v1/admin/backups", "/v1/admin/backups/drill"]) {
    const { status, body, headers } = await server.post(path, {});
    expect([status, body.error.code]).toEqual([503, "UNAVAILABLE"]);
    expect(body.error.message).toMatch(/\(E[A-Z]+\)/);
    expect(headers.get("retry-after")).toBe("300");
  }
});

test("the command line tells a disk that cannot be used at once, and does not wait until somebody mends it", async () => {
  const folder = temporaryDirectory();
  const server = await startServer({ BACKUP_DIR: join(folder, "backups", "inner") });
  onTestFinished(() => server.close());
  writeFileSync(join(folder, "backups"), "in the way");
  const env = { PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey };
  for (const words of [["backup"], ["backup", "list"], ["backup", "drill"]]) {
    let told = "";
    const complain = (text: string) => {
      told += text;
    };
    expect(await platonic(words, { env, write: () => {}, complain })).toBe(1);
    expect(told).toMatch(/^platonic: UNAVAILABLE: The .* \(E[A-Z]+\)\. .*BACKUP_DIR/);
  }
});

test("a passphrase that cannot be read any more is a problem that the restore test reports, until it can", async () => {
  const server = await startServer({ BACKUP_DIR: temporaryDirectory() });
  onTestFinished(() => server.close());
  expect((await server.post("/v1/admin/backups", {})).status).toBe(200);
  const path = join(server.dataDirectory, "vault.passphrase");
  const drill = () => server.post("/v1/admin/backups/drill", {});
  for (const [spoil, mend, problem] of [
    [() => renameSync(path, `${path}.away`), () => renameSync(`${path}.away`, path), "cannot be read"],
    [() => chmodSync(path, 0o644), () => chmodSync(path, 0o600), "unreadable for others"],
  ] as const) {
    spoil();
    const { status, body } = await drill();
    expect([status, body.result.problems]).toEqual([200, [expect.stringContaining(problem)]]);
    mend();
    expect((await drill()).body.result).toMatchObject({ problems: [] });
  }
});

test.each(["ENOSPC", "EDQUOT", "EROFS", "SQLITE_FULL", "SQLITE_IOERR_WRITE"])("%s is an outage", async (code) => {
  const failing = () => Promise.reject(Object.assign(new Error("no"), { code }));
  await expect(unlessOutage("It fails", failing)).rejects.toMatchObject({ reason: "UNAVAILABLE" });
});

test("the end of the service is an outage, and a bug is none", async () => {
  const closed = () => Promise.reject(new BackupError("closed"));
  await expect(unlessOutage("It fails", closed)).rejects.toMatchObject({ reason: "UNAVAILABLE" });
  await expect(unlessOutage("It fails", () => Promise.reject(new TypeError("a bug")))).rejects.toThrow(TypeError);
});

test.skipIf(mountProblem !== undefined)(
  `a full disk is an outage until there is space again${mountProblem === undefined ? "" : ` (skipped: ${mountProblem})`}`,
  async () => {
    const folder = temporaryDirectory();
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m,mode=0700", "none", folder]);
    onTestFinished(() => void execFileSync("umount", [folder]));
    const server = await startServer({ BACKUP_DIR: folder });
    onTestFinished(() => server.close());
    const made = await server.post("/v1/admin/backups", {});
    expect(made.status).toBe(200);
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(join(folder, "ballast"), Buffer.alloc(bavail * bsize));
    const key = { "Idempotency-Key": randomUUID() };
    const refused = await server.post("/v1/admin/backups", {}, key);
    expect([refused.status, refused.body.error.code, refused.headers.get("retry-after")]).toEqual([
      503,
      "UNAVAILABLE",
      "300",
    ]);
    expect(refused.body.error.message).toMatch(/no file is left of it \(ENOSPC\)\. There is no space left.*BACKUP_DIR/);
    expect(readdirSync(folder).sort()).toEqual(["ballast", made.body.result.backup.name]);
    // A file that is open keeps its space although it is removed.
    expect(openFiles().filter((path) => path.includes(".backup-work-"))).toEqual([]);
    expect((await server.post("/v1/admin/backups/drill", {})).body.result).toMatchObject({ problems: [] });
    rmSync(join(folder, "ballast"));
    expect((await server.post("/v1/admin/backups", {}, key)).status).toBe(200);
  },
);

/** Returns the paths of the files that this process has open. */
function openFiles(): string[] {
  return readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      // That of the listing itself.
      return [];
    }
  });
}
