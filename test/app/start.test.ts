import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { startServer } from "../support/server.ts";

test("a server that cannot have its port says so, and has closed what it had opened", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as { port: number };
  const dataDirectory = temporaryDirectory();
  await expect(startServer({ PORT: String(port), DATA_DIR: dataDirectory })).rejects.toThrow("EADDRINUSE");
  // SQLite removes its log when the last connection is closed.
  expect(readdirSync(dataDirectory)).toContain("platonic.sqlite");
  expect(readdirSync(dataDirectory)).not.toContain("platonic.sqlite-wal");
});
