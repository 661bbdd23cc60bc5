import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { startServer } from "../support/server.ts";

test("a server whose port is in use fails with EADDRINUSE and closes its database", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as { port: number };
  const dataDirectory = temporaryDirectory();
  await expect(startServer({ PORT: String(port), DATA_DIR: dataDirectory })).rejects.toThrow("EADDRINUSE");
  // SQLite removes its write-ahead log when the last connection is closed.
  expect(readdirSync(dataDirectory)).toContain("platonic.sqlite");
  expect(readdirSync(dataDirectory)).not.toContain("platonic.sqlite-wal");
});
