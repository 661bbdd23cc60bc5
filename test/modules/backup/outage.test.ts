import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { BackupError } from "../../../server/modules/backup/backup-error.ts";
import { unlessOutage } from "../../../server/modules/backup/outage.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { startServer } from "../../support/server.ts";

test("a backup whose folder cannot be made is an outage, in the words of the disk", async () => {
  const folder = temporaryDirectory();
  const server = await startServer({ BACKUP_DIR: join(folder, "backups", "inner") });
  onTestFinished(() => server.close());
  writeFileSync(join(folder, "backups"), "in the way");
  for (const path of ["/v1/admin/backups", "/v1/admin/backups/drill"]) {
    const { status, body, headers } = await server.post(path, {});
    expect([status, body.error.code]).toEqual([503, "UNAVAILABLE"]);
    expect(body.error.message).toMatch(/\(E[A-Z]+\)/);
    expect(headers.get("retry-after")).toBe("60");
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
