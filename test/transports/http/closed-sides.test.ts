import { expect, test, vi } from "vitest";
import { RawConnection } from "../../support/http/raw-connection.ts";
import { startServer } from "../../support/server.ts";

vi.mock("../../../server/core/limits.ts", async (original) =>
  (await import("../../support/http/lasting-connections.ts")).lastingConnections(original),
);

test.each([
  ["before any byte", ""],
  ["within the preface", "PRI * HT"],
  ["within the headers", "POST / HTTP/1.1\r\nHo"],
])("a connection whose caller closes its side %s is closed", async (_, text) => {
  const server = await startServer();
  const connection = await RawConnection.open(server.url);
  connection.socket.end(text);
  await connection.closed;
  expect(connection.socket.destroyed).toBe(true);
});
