import { loadConfig } from "./app/config.ts";
import { runProgram } from "./app/program.ts";
import { openServiceDatabase, recordUnrecordedActs } from "./app/tables.ts";

/** Brings the schema of the configured database up to date without serving, and returns the exit status. */
async function main(args: string[]): Promise<number> {
  if (args.length > 0) {
    process.stderr.write("Usage: npm run migrate, with the settings of the service and no arguments\n");
    return 2;
  }
  const { database } = loadConfig(process.env);
  const { DATA_DIR, DATABASE_URL } = process.env;
  if (!DATA_DIR && !DATABASE_URL) {
    process.stderr.write("DATA_DIR and DATABASE_URL are not set: the database is SQLite in ./data.\n");
  }
  const applied: string[] = [];
  const opened = await openServiceDatabase(database, {
    migratingAct: "program.migrate",
    onMigrated(migration) {
      applied.push(migration);
      process.stdout.write(`applied ${migration}\n`);
    },
  });
  try {
    await recordUnrecordedActs(opened);
  } finally {
    await opened.close();
  }
  process.stdout.write(`The schema is up to date; ${applied.length || "no"} migrations were applied.\n`);
  return 0;
}

await runProgram("Could not migrate", main);
