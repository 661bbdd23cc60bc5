// @module-tag slow/kills

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { auditFindings, storedAuditRecords, unfinishedActs } from "../../../server/modules/audit/index.ts";
import { stretchingInUse } from "../../../server/modules/vault/index.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { programEnvironment, startServer } from "../../support/server.ts";

const killer = new URL("../../support/database/killed-after-statements.ts", import.meta.url).href;

/** Restores into a folder by the program, which may be killed after some statements. Returns whether it was. */
async function isKilled(file: string, directory: string, passphraseFile: string, statements: number): Promise<boolean> {
  const killFile = join(temporaryDirectory(), "kill");
  writeFileSync(killFile, String(statements));
  const child = spawn(process.execPath, ["--import", killer, "server/restore.ts", file, directory], {
    env: { ...programEnvironment, VAULT_PASSPHRASE_FILE: passphraseFile, KILL_FILE: killFile },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [said, [code, signal]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  if (signal === null) expect([code, said]).toEqual([0, ""]);
  return signal === "SIGKILL";
}

test("a restore that is killed leaves no folder, and one that is there says that it was restored", async () => {
  const server = await startServer({}, { stretching: stretchingInUse });
  onTestFinished(() => server.close());
  await server.post("/v1/admin/backups", {});
  const folder = join(server.dataDirectory, "backups");
  const [name = ""] = readdirSync(folder);
  const passphraseFile = join(server.dataDirectory, "vault.passphrase");
  const directory = join(temporaryDirectory(), "restored");
  let kills = 0;
  for (let statements = 1; await isKilled(join(folder, name), directory, passphraseFile, statements); kills++) {
    expect(existsSync(directory), `killed after ${statements} statements`).toBe(false);
    statements = Math.ceil(statements * 1.5);
  }
  expect(kills).toBeGreaterThan(3);
  const database = await openServiceDatabase({ dataDirectory: directory });
  try {
    const records = storedAuditRecords(database);
    const [last, begun] = await records.list({}, undefined, 2);
    expect(last).toMatchObject({ action: "program.restore", result: "OK", plain: JSON.stringify({ backup: name }) });
    // The backup has the beginning of its own making.
    expect(begun).toMatchObject({ action: "admin.v1.BackupService.CreateBackup", result: "BEGUN" });
    expect(await unfinishedActs(records)).toEqual([]);
    expect((await auditFindings(records)).findings).toEqual([]);
  } finally {
    await database.close();
  }
});
