import { describe, expect, test } from "vitest";
import { RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { exchange, openSession } from "./http2-client.ts";
import { legal, path } from "./requests.ts";

const server = sharedServer();
const challenge = "/api/authentication/challenge";
const small = JSON.stringify({ client_id: "app" });

/** JSON of many small objects, which takes long to parse. */
function manyObjects(bytes: number): string {
  return `{"client_id":"app","x":[${"{},".repeat(bytes / 3)}{}]}`;
}

const post = (url: string, where: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${url}${where}`, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body });

describe("a request is refused before it is parsed", () => {
  test.each([
    ["REST", challenge, 413],
    // Connect has this status for its code resource_exhausted.
    ["Connect", "/identity.v1.AuthenticationService/CreateChallenge", 429],
  ])("of more than 16 KiB by %s without credentials", async (_, where, status) => {
    const answer = await post(server().url, where, manyObjects(3_500_000));
    expect(answer.status).toBe(status);
    expect(await answer.text()).toMatch(/16384 bytes/);
    expect((await post(server().url, where, where === challenge ? small : '{"clientId":"app"}')).status).toBe(200);
  });

  test("of more than 64 KiB of an operation that declares no other bound", async () => {
    const authorized = { Authorization: `Bearer ${operatorKey}` };
    const answer = await post(server().url, "/v1/admin/keys", manyObjects(70_000), authorized);
    expect(await answer.json()).toMatchObject({
      error: { code: "PARAMETER_INVALID", message: expect.stringContaining("65536 bytes") },
    });
  });
});

describe("a caller who sends bodies slowly takes no place:", () => {
  const anonymous = { requestsPerMinute: 100, concurrentRequests: 2 };
  let limited: TestServer;

  test("others of its network are served beside ten such requests of HTTP/1.1", async () => {
    limited = await startServer({ PLANS: JSON.stringify({ anonymous }) });
    const unsigned = requestText("POST", challenge, small).replace(/^Authorization: .*\r\n/m, "");
    const slow = await Promise.all(Array.from({ length: 10 }, () => RawConnection.open(limited.url)));
    for (const { socket } of slow) socket.write(unsigned.slice(0, -1));
    expect((await post(limited.url, challenge, small)).status).toBe(200);
    for (const { socket } of slow) socket.destroy();
  });

  test("others of its network are served beside ten such streams of HTTP/2", async () => {
    const session = await openSession(limited.url);
    const headers = { ":method": "POST", ":path": challenge, "content-type": "application/json" };
    for (let i = 0; i < 10; i++) session.request(headers, { endStream: false }).write("{");
    expect((await post(limited.url, challenge, small)).status).toBe(200);
    session.destroy();
  });
});

test("a geometric request of 4 MiB is still read", async () => {
  const session = await openSession(server().url);
  const headers = { ":method": "POST", ":path": path, "content-type": "application/json" };
  const answer = await exchange(
    session,
    { ...headers, authorization: `Bearer ${operatorKey}` },
    legal.padEnd(4 * 1024 * 1024),
  );
  session.destroy();
  expect(answer.status).toBe(200);
});
