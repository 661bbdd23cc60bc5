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

/** A database of its own, empty at first. */
export interface TestLocation extends DatabaseLocation {
  /** What a server must find in its environment to use it. */
  readonly environment: Record<string, string>;
  remove(): Promise<void>;
}

/** A database that the service supports. */
export interface TestDatabase {
  readonly kind: DialectName;
  readonly name: string;
  /** Makes a place for data. Whoever asks removes it: for `beforeAll`. */
  create(): Promise<TestLocation>;
  /** The same for one test, at the end of which it is gone. */
  createForTest(): Promise<TestLocation>;
  /** An open database for one test; in a place of its own, or as one more process in the same place. */
  open(location?: TestLocation): Promise<Database & { location: TestLocation }>;
}

/** For tests of what SQLite does. */
export const sqlite = testDatabase("sqlite", "SQLite", async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), "platonic-"));
  const remove = async () => rmSync(dataDirectory, { recursive: true, force: true });
  return { dataDirectory, environment: { DATA_DIR: dataDirectory }, remove };
});

/** For tests of what MariaDB does; wrap them in `onMariadb`. */
export const mariadb = testDatabase("mysql", "MariaDB", async () => {
  if (mariadbProblem !== undefined) throw new Error(mariadbProblem);
  const { url, problem } = (await json(connect(inject("mariadb")))) as { url: string; problem?: string };
  if (problem !== undefined) throw new Error(problem);
  return createOn((name) => url.replace("*", name));
});

/** Runs the suite once on each database. One that is not installed is skipped, but not where everything must be. */
export function onEveryDatabase(name: string, suite: (engine: TestDatabase) => void): void {
  describe(`${name}, on SQLite`, () => suite(sqlite));
  onMariadb(name, () => suite(mariadb));
}

/** Runs the suite on MariaDB only. */
export function onMariadb(name: string, suite: () => void): void {
  const isSkipped = mariadbProblem !== undefined && process.env["CI"] !== "true";
  describe.skipIf(isSkipped)(`${name}, on MariaDB${isSkipped ? ` (skipped: ${mariadbProblem})` : ""}`, suite);
}

/** An empty database on a server, of which every database has a URL. */
export async function createOn(urlOf: (name: string) => string): Promise<TestLocation> {
  const name = `platonic_${randomBytes(8).toString("hex")}`;
  const url = urlOf(name);
  const ask = async (sql: string) => {
    const { host, user, password, socketPath } = readDatabaseUrl(url);
    const connection = await mysql.createConnection({ host, user, password, socketPath } as mysql.ConnectionOptions);
    await connection.query(sql);
    await connection.end();
  };
  await ask(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const { dataDirectory, environment, remove } = await sqlite.create();
  return {
    dataDirectory,
    databaseServer: readDatabaseUrl(url),
    environment: { ...environment, DATABASE_URL: url },
    async remove() {
      await ask(`DROP DATABASE ${name}`);
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
      const database = await openServiceDatabase(location);
      onTestFinished(() => database.close());
      return { ...database, location };
    },
  };
}
