import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type Mariadb, startMariadb } from "./mariadb.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of a socket that returns the URL of databases on this run's MariaDB; `*` stands for the name. */
    mariadb: string;
  }
}

/** Provides one MariaDB server for all tests of a run, started at the first request. */
export default async function shareMariadb(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), "platonic-run-"));
  const path = join(directory, "mariadb");
  let shared: Promise<Mariadb> | undefined;
  const server = createServer((socket) => {
    shared ??= startMariadb();
    shared.then(
      (mariadb) => socket.end(JSON.stringify({ url: mariadb.url("*") })),
      (error: Error) => socket.end(JSON.stringify({ problem: error.message })),
    );
  });
  server.listen(path);
  await once(server, "listening");
  project.provide("mariadb", path);
  return async () => {
    server.close();
    await shared?.then(
      (mariadb) => mariadb.remove(),
      () => undefined,
    );
    rmSync(directory, { recursive: true, force: true });
  };
}
