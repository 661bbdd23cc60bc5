import { expect, test, vi } from "vitest";
import { RawConnection } from "../../support/http/raw-connection.ts";
import { startServer } from "../../support/server.ts";

/** Idle connections last longer than any test, so that nothing but what a test does closes them. */
vi.mock("../../../server/core/limits.ts", async (importOriginal) => {
  const { limits } = await importOriginal<typeof import("../../../server/core/limits.ts")>();
  const long = 3_600_000;
  const times = { prefaceTimeoutMs: long, headersTimeoutMs: long, requestTimeoutMs: long, inactivityTimeoutMs: long };
  return { limits: { ...limits, ...times, keepAliveTimeoutMs: long, sessionIdleTimeoutMs: long } };
});

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
