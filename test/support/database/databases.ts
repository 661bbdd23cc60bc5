import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import mysql from "mysql2/promise";
import { describe, inject, onTestFinished } from "vitest";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import type { DialectName } from "../../../server/database/dialect.ts";
import { readDatabaseUrl } from "../../../server/database/mysql/database-url.ts";
import type { Database, DatabaseLocation } from "../../../server/database/source.ts";
import { mariadbProblem } from "./mariadb.ts";
import { placeSchema } from "./schema-template.ts";

/** Location of a database that is empty at first. */
export interface TestLocation extends DatabaseLocation {
  /** Settings of a server that uses the database. */
  readonly environment: Record<string, string>;
  remove(): Promise<void>;
}

/** A database system that the service supports. */
export interface TestDatabase {
  readonly kind: DialectName;
  readonly name: string;
  /** Creates an empty database, which the caller removes: for `beforeAll`. */
  create(): Promise<TestLocation>;
  /** Creates an empty database that is removed after the test. */
  createForTest(): Promise<TestLocation>;
  /** Opens a database for one test: a new one, or the given one like another process. */
  open(location?: TestLocation): Promise<Database & { location: TestLocation }>;
}

/** SQLite, for tests specific to it. */
export const sqlite = testDatabase("sqlite", "SQLite", async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), "platonic-"));
  const remove = async () => rmSync(dataDirectory, { recursive: true, force: true });
  return { dataDirectory, environment: { DATA_DIR: dataDirectory }, remove };
});

/** MariaDB, for tests specific to it, which must be wrapped in `onMariadb`. */
export const mariadb = testDatabase("mysql", "MariaDB", async () => {
  if (mariadbProblem !== undefined) throw new Error(mariadbProblem);
  const { url, problem } = (await json(connect(inject("mariadb")))) as { url: string; problem?: string };
  if (problem !== undefined) throw new Error(problem);
  return createOn((name) => url.replace("*", name));
});

/** Runs the suite on SQLite, and on MariaDB as `onMariadb` does. */
export function onEveryDatabase(name: string, suite: (engine: TestDatabase) => void): void {
  describe(`${name}, on SQLite`, () => suite(sqlite));
  onMariadb(name, () => suite(mariadb));
}

/** Runs the suite on MariaDB only, among the slow tests; skipped if it is not installed, except in CI. */
export function onMariadb(name: string, suite: () => void): void {
  const isSkipped = mariadbProblem !== undefined && process.env["CI"] !== "true";
  const reason = isSkipped ? ` (skipped: ${mariadbProblem})` : "";
  describe.skipIf(isSkipped)(`${name}, on MariaDB${reason}`, { tags: ["slow/mariadb"] }, suite);
}

/** Creates an empty database on a server. `urlOf` returns the URL of a database by its name. */
export async function createOn(urlOf: (name: string) => string): Promise<TestLocation> {
  const name = `platonic_${randomBytes(8).toString("hex")}`;
  const url = urlOf(name);
  const run = async (sql: string) => {
    const { hosts, user, password, socketPath } = readDatabaseUrl(url);
    const connection = await mysql.createConnection({
      ...hosts[0],
      user,
      password,
      socketPath,
    } as mysql.ConnectionOptions);
    await connection.query(sql);
    await connection.end();
  };
  await run(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const { dataDirectory, environment, remove } = await sqlite.create();
  return {
    dataDirectory,
    databaseServer: readDatabaseUrl(url),
    environment: { ...environment, DATABASE_URL: url },
    async remove() {
      await run(`DROP DATABASE ${name}`);
      await remove();
    },
  };
}

function testDatabase(kind: DialectName, name: string, create: () => Promise<TestLocation>): TestDatabase {
  const createForTest = async () => {
    const location = await create();
    onTestFinished(() => location.remove());
    return location;
  };
  return {
    kind,
    name,
    create,
    createForTest,
    async open(given) {
      const location = given ?? (await createForTest());
      if (given === undefined && kind === "sqlite") await placeSchema(location.dataDirectory);
      const database = await openServiceDatabase(location);
      onTestFinished(() => database.close());
      return { ...database, location };
    },
  };
}
