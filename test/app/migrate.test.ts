// @module-tag slow/programs

import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, it, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { openServiceDatabase } from "../../server/app/tables.ts";
import { migrations } from "../../server/database/migrations/index.ts";
import { onEveryDatabase, type TestLocation } from "../support/database/databases.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { bundled } from "../support/programs/bundled.ts";
import { programEnvironment } from "../support/server.ts";

/** Runs a program of the server and returns its exit status and output. */
async function run(program: string, environment: Record<string, string>) {
  const env = { ...programEnvironment, PORT: "0", ...environment };
  const child = spawn(process.execPath, [bundled(`server/${program}.ts`)], { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code: child.exitCode, out, problem };
}

onEveryDatabase("an outdated schema", (engine) => {
  const refusing = ({ environment }: TestLocation) => ({ ...environment, MIGRATE_ON_START: "false" });

  it("is refused by a start with MIGRATE_ON_START=false, which names what to run and changes nothing", async () => {
    const location = await engine.createForTest();
    for (let attempt = 0; attempt < 2; attempt++) {
      const { code, problem } = await run("main", refusing(location));
      expect(code).toBe(1);
      expect(problem).toContain(`it lacks ${migrations.length} of ${migrations.length} migrations (CreateApiKeys`);
      expect(problem).toContain("Run `npm run migrate` with the same settings");
    }
  });

  it("is brought up to date by a program of its own, even with MIGRATE_ON_START=false", async () => {
    const location = await engine.createForTest();
    const { code, out } = await run("migrate", refusing(location));
    const applied = migrations.map(({ name }) => `applied ${name}\n`).join("");
    expect([code, out]).toEqual([
      0,
      `${applied}The schema is up to date; ${migrations.length} migrations were applied.\n`,
    ]);
    const again = await run("migrate", refusing(location));
    expect([again.code, again.out]).toEqual([0, "The schema is up to date; no migrations were applied.\n"]);
  });
});

onEveryDatabase("a schema that a newer version has migrated", (engine) => {
  test.each(["main", "migrate"])("ends %s with status 1, which names what it does not know", async (program) => {
    const location = await engine.createForTest();
    const database = await openServiceDatabase(location);
    const later = "GatherFromTheFuture1999999999999";
    await database.manager.query(`INSERT INTO migrations (timestamp, name) VALUES (1999999999999, '${later}')`);
    await database.close();
    const { code, out, problem } = await run(program, location.environment);
    expect([code, problem]).toEqual([1, expect.stringContaining(`(${later}) that version ${manifest.version}`)]);
    expect(out).not.toContain("up to date");
  });
});

it("a migration of a database that cannot be reached ends with 1, with invalid settings with 2", async () => {
  const DATABASE_URL = "mysql://platonic@localhost/platonic?socketPath=/nowhere/socket";
  const unreachable = await run("migrate", { DATABASE_URL });
  expect([unreachable.code, unreachable.out]).toEqual([1, ""]);
  expect(unreachable.problem).toMatch(/^Could not migrate: the database platonic at \/nowhere\/socket/);
  const invalid = await run("migrate", { MIGRATE_ON_START: "perhaps", DATA_DIR: temporaryDirectory() });
  expect([invalid.code, invalid.out]).toEqual([2, ""]);
  expect(invalid.problem).toContain("MIGRATE_ON_START");
});
