// @module-tag slow/programs

import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import type { Database } from "../../server/database/source.ts";
import { storedProcesses } from "../../server/modules/processes/store/processes.ts";
import { stretchingInUse } from "../../server/modules/vault/passphrase-root.ts";
import { openBackupFixture } from "../modules/backup/backup-fixture.ts";
import { onEveryDatabase, type TestDatabase } from "../support/database/databases.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { bundled } from "../support/programs/bundled.ts";
import { programEnvironment } from "../support/server.ts";
import { passphrase } from "../support/vault/constants.ts";

const another = "another passphrase of the vault";

onEveryDatabase("the program that changes the passphrase", (engine) => {
  it("changes it once, says what backups need, and tells a repetition", async () => {
    const { run, file, location } = await stoppedService(engine);
    const next = file("next", `${another}\n`);
    const changed = await run([next]);
    expect([changed.code, changed.problem]).toEqual([0, ""]);
    expect(changed.out).toContain(`VAULT_PASSPHRASE_FILE=${next}`);
    expect(changed.out).toContain("Backups made before need the previous passphrase");
    const again = await run([next]);
    expect([again.code, again.out]).toEqual([0, expect.stringContaining("an earlier run has changed it")]);
    const opened = await openBackupFixture(location, { stretching: stretchingInUse, passphrase: another });
    await opened.close();
  });

  it("refuses what is not right, says why, and writes nothing", async () => {
    const { run, file, database, present } = await stoppedService(engine);
    const before = await contentsOf(database);
    const next = file("next", another);
    const refusals: [string[], Record<string, string>, number, string][] = [
      [[], {}, 2, "Usage"],
      [[next, "more"], {}, 2, "Usage"],
      [[file("weak", "fifteen letters")], {}, 2, "must have 16 to 4,096 bytes"],
      [[file("exposed", another, 0o644)], {}, 2, "chmod 600"],
      [[join(temporaryDirectory(), "none")], {}, 2, "cannot be read"],
      [[present], {}, 1, "the vault has already"],
      [[next], { VAULT_PASSPHRASE_FILE: file("wrong", "a passphrase of another vault") }, 1, "not that of this vault"],
      [[next], { VAULT_PASSPHRASE_FILE: "" }, 1, "vault.passphrase is missing; set VAULT_PASSPHRASE_FILE"],
    ];
    for (const [args, environment, status, message] of refusals) {
      const { code, out, problem } = await run(args, environment);
      expect([code, out, problem]).toEqual([status, "", expect.stringContaining(message)]);
    }
    const processes = storedProcesses(database);
    const now = await processes.now();
    // Ahead of the clock, so that the program finds it fresh however late it is.
    const heartbeatAt = new Date(now.getTime() + 3_600_000);
    const readings = { callsPerSecond: 0, utilization: 0, memoryBytes: 0, databaseMs: 0, clockAheadMs: 0 };
    const self = { id: "p", host: "alpha", pid: 77, version: "1.0.0", startedAt: now, heartbeatAt };
    await processes.write({ ...self, state: "draining", readings });
    const running = await run([next]);
    expect(running).toMatchObject({ code: 1, out: "", problem: expect.stringContaining("process 77 on alpha") });
    expect(await contentsOf(database)).toEqual(before);
  });
});

/** A service that has stopped, with the file of its passphrase. */
async function stoppedService(engine: TestDatabase) {
  const location = await engine.createForTest();
  const fixture = await openBackupFixture(location, { stretching: stretchingInUse });
  await fixture.addIdentity();
  await fixture.close();
  const database = await engine.open(location);
  const folder = temporaryDirectory();
  const file = (name: string, content: string, mode = 0o600) => {
    writeFileSync(join(folder, name), content, { mode });
    return join(folder, name);
  };
  const present = file("present", passphrase);
  async function run(args: string[], environment: Record<string, string> = {}) {
    const own = { ...location.environment, VAULT_PASSPHRASE_FILE: present, ...environment };
    const env = { ...programEnvironment, ...own };
    const program = [bundled("server/change-passphrase.ts"), ...args];
    const child = spawn(process.execPath, program, { env, stdio: ["ignore", "pipe", "pipe"] });
    const ended = once(child, "close");
    const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code: child.exitCode, out, problem };
  }
  return { location, database, file, present, run };
}

async function contentsOf({ manager }: Database) {
  const tables = ["vault_root", "vault_key_encryption_keys"];
  return Promise.all(tables.map((table) => manager.query(`SELECT * FROM ${table}`)));
}
