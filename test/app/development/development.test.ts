import { readFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Code, createClient, type Interceptor, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { describe, expect, onTestFinished, test } from "vitest";
import { OutboxService } from "#contract/admin/v1/outbox_pb.js";
import { EventService } from "#contract/wallet/v1/event_service_pb.js";
import { loadConfig } from "../../../server/app/config.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { startServer } from "../../support/server.ts";
import { answerOf, openSession } from "../../transports/http/http2-client.ts";

/** A service for development, and the header of who has its key. */
async function developmentServer(environment: Record<string, string> = {}) {
  const server = await startServer({ DEVELOPMENT: "1", BOOTSTRAP_API_KEY: "", ...environment });
  onTestFinished(() => server.close());
  const key = readFileSync(join(server.dataDirectory, "operator.key"), "utf8").trim();
  return { ...server, key, developer: { Authorization: `Bearer ${key}` } };
}

const nobody = { Authorization: "" };

/** Headers of a browser whose user follows a link from another site. */
const navigation = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" };

test("who has the key may register people, get a wallet's money and read codes", async () => {
  const { developer, ...server } = await developmentServer();
  const person = { username: "ada", email: "ada@example.org", start_verification: true };
  const { body } = await server.post("/api/identities/create", person, developer);
  const { id } = body.result.identity;
  const outbox = await (await fetch(`${server.url}/v1/admin/outbox`, { headers: developer })).json();
  expect(outbox).toMatchObject({
    result: { messages: [{ to: "ada@example.org", text: expect.stringMatching(/code is \d{4} \d{4}/) }] },
  });
  expect((await server.post("/api/wallets/create", { identity_id: id }, developer)).status).toBe(200);
  const deposit = { identity_id: id, token_type: "TOKEN_STANDARD", amount: "100" };
  expect((await server.post("/v1/admin/ledger/deposits", deposit, developer)).status).toBe(200);
  const terms = { identity_id: id, source_type: "TOKEN_STANDARD", source_amount: "1", target_type: "TOKEN_MICRO" };
  expect((await server.post("/api/exchange/quote", terms, developer)).status).toBe(200);
});

test("nobody without a key may do more than on a real service", async () => {
  const real = await startServer();
  onTestFinished(() => real.close());
  for (const server of [await developmentServer(), real]) {
    expect((await server.post("/v1/admin/ledger/deposits", {}, nobody)).status).toBe(401);
    expect((await server.post("/v1/admin/ledger/withdrawals", {}, nobody)).status).toBe(401);
    expect((await server.post("/api/identities/create", { username: "ada" }, nobody)).status).toBe(401);
    expect((await fetch(`${server.url}/v1/admin/outbox`)).status).toBe(401);
    expect((await fetch(`${server.url}/v1/admin/keys`)).status).toBe(401);
  }
});

test("a script may run again and again: it makes as many people as it likes, and each may call as often", async () => {
  const server = await developmentServer();
  const statuses = new Set<number>();
  for (let index = 0; index < 120; index += 1) {
    const person = { username: `person-${index}` };
    statuses.add((await server.post("/api/identities/create", person, server.developer)).status);
  }
  expect(statuses).toEqual(new Set([200]));
  expect(loadConfig({ DEVELOPMENT: "1" }).access.plans.get("identity")?.requestsPerMinute).toBe(1_000_000);
  const { access } = loadConfig({
    DEVELOPMENT: "1",
    PLANS: '{"anonymous": {"requestsPerMinute": 5, "concurrentRequests": 1}}',
  });
  expect(access.plans.get("anonymous")?.requestsPerMinute).toBe(5);
});

test("the log of each start warns of it, and says where the key is but never what", async () => {
  const { log, dataDirectory, key } = await developmentServer();
  const lines = log.filter((line) => line.includes("DEVELOPMENT=1")).map((line) => JSON.parse(line));
  expect(lines).toMatchObject([{ level: 40, msg: expect.stringContaining(join(dataDirectory, "operator.key")) }]);
  expect(log.join("")).not.toContain(key);
});

test("settings that are given count before those of development", () => {
  const { identity, ledger, database } = loadConfig({ DEVELOPMENT: "1" });
  expect(identity).toMatchObject({ openRegistration: false, explainsTokens: true });
  expect(ledger.rates).toHaveLength(3);
  expect(database.dataDirectory).toBe("./data/development");
  expect(loadConfig({ DEVELOPMENT: "1", OPEN_REGISTRATION: "true" }).identity.openRegistration).toBe(true);
  expect(loadConfig({ DEVELOPMENT: "0" })).toEqual(loadConfig({}));
});

test.each([
  ["HOST", "0.0.0.0"],
  ["HOST", "::"],
  ["HOST", "192.168.1.7"],
  ["HOST", "127.0.0.1.example.org"],
  ["HOST", "localhost.example.org"],
  ["PUBLIC_URL", "https://platonic.example"],
  ["PUBLIC_URL", "http://platonic.example"],
  ["PUBLIC_URL", "https://localhost"],
  ["TLS_CERT_FILE", "package.json"],
  ["TRUSTED_PROXIES", "127.0.0.1"],
])("it refuses %s=%s", (name, value) => {
  expect(() => loadConfig({ DEVELOPMENT: "1", [name]: value })).toThrow(`Unset DEVELOPMENT or ${name}`);
});

test.each(["127.0.0.1", "127.0.0.2", "::1", "localhost"])("it listens on %s", (HOST) => {
  expect(loadConfig({ DEVELOPMENT: "1", HOST }).http.host).toBe(HOST);
});

test.each<[from: string, headers: Record<string, string>]>([
  ["another host, as after DNS rebinding", { Host: "evil.example:PORT" }],
  ["another host that begins like this one", { Host: "localhost.evil.example:PORT" }],
  ["a page of another machine", { Origin: "https://evil.example" }],
  ["a page without an origin", { Origin: "null" }],
  ["a page of another site that hides its origin", { "Sec-Fetch-Site": "cross-site" }],
  ["a picture in a page of another site", { "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors" }],
  ["a frame in a page of another site", { ...navigation, "Sec-Fetch-Dest": "iframe" }],
])("a request from %s is refused, whatever key it has", async (_, headers) => {
  const { url, developer } = await developmentServer();
  expect(await statusOf(`${url}/v1/admin/outbox`, atPort({ ...headers, ...developer }, url))).toBe(403);
});

test.each<[from: string, headers: Record<string, string>]>([
  ["localhost", { Host: "localhost:PORT" }],
  ["localhost over IPv6", { Host: "[::1]:PORT" }],
  ["a port that leads here", { Host: "localhost:1" }],
  ["a page of this machine", { Origin: "http://localhost:5173", "Sec-Fetch-Site": "same-site" }],
  ["its own page", { "Sec-Fetch-Site": "same-origin" }],
  ["somebody who follows a link", navigation],
])("a request from %s is answered", async (_, headers) => {
  const { url, developer } = await developmentServer();
  expect(await statusOf(`${url}/v1/admin/outbox`, atPort({ ...headers, ...developer }, url))).toBe(200);
});

test.each([
  ["of HTTP/1.1", "GET /v1/admin/outbox HTTP/1.1", "localhost:PORT", 200],
  ["for another host than Host", "GET http://evil.example/v1/admin/outbox HTTP/1.1", "localhost:PORT", 403],
  ["for another host and this port", "GET http://evil.example:PORT/v1/admin/outbox HTTP/1.1", "localhost:PORT", 403],
  ["for a user at another host", "GET http://localhost:PORT@evil.example/ HTTP/1.1", "localhost:PORT", 403],
  ["for another host by Host alone", "GET http://localhost:PORT/v1/admin/outbox HTTP/1.1", "evil.example", 403],
  ["for this host by both", "GET http://localhost:PORT/v1/admin/outbox HTTP/1.1", "localhost:PORT", 200],
])("a request %s: %s, Host: %s, is answered %i", async (_, line, host, status) => {
  const { url, key } = await developmentServer();
  const head = `${line}\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`;
  expect(await rawStatus(url, head)).toBe(status);
});

test.each([
  [{ ":authority": "localhost:PORT" }, 200],
  [{ ":authority": "localhost:PORT", host: "localhost:PORT" }, 200],
  [{ ":authority": "evil.example:PORT" }, 403],
  [{ ":authority": "localhost:PORT", host: "evil.example" }, 403],
  [{ ":authority": "evil.example", host: "localhost:PORT" }, 403],
])("over HTTP/2 a request with %o is answered %i", async (headers, status) => {
  const { url, key } = await developmentServer();
  const session = await openSession(url);
  onTestFinished(() => session.destroy());
  const own = {
    ":method": "GET",
    ":path": "/v1/admin/outbox",
    authorization: `Bearer ${key}`,
    ...atPort(headers, url),
  };
  expect((await answerOf(session.request(own, { endStream: true }))).status).toBe(status);
});

describe("a refusal speaks the caller's protocol and says what to do:", () => {
  const sendFromElsewhere: Interceptor = (next) => (request) => {
    request.header.set("Origin", "https://evil.example");
    return next(request);
  };
  const interceptors = [sendFromElsewhere];
  test.each<[protocol: string, transportTo: (baseUrl: string) => Transport]>([
    ["Connect in JSON", (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "1.1", interceptors })],
    [
      "Connect in binary form",
      (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "2", useBinaryFormat: true, interceptors }),
    ],
    [
      "Connect by GET",
      (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "1.1", useHttpGet: true, interceptors }),
    ],
    ["gRPC", (baseUrl) => createGrpcTransport({ baseUrl, interceptors })],
    ["gRPC-Web", (baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: "1.1", interceptors })],
  ])("%s", async (_, transportTo) => {
    const { url } = await developmentServer();
    const transport = transportTo(url);
    const message = expect.stringContaining(
      `a page of another site sent it. Call ${url.replace("127.0.0.1", "localhost")}`,
    );
    const refused = { code: Code.PermissionDenied, rawMessage: message };
    await expect(createClient(OutboxService, transport).listMessages({})).rejects.toMatchObject(refused);
    const stream = createClient(EventService, transport).watchAll({});
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject(refused);
  });

  test("REST, and a WebSocket's opening", async () => {
    const { url } = await developmentServer();
    for (const path of ["/v1/admin/outbox", "/", "/api/channel"]) {
      const response = await fetch(url + path, { headers: { Origin: "https://evil.example" } });
      expect(response.status).toBe(403);
      const message = expect.stringContaining("a page of another site sent it. Call http://localhost:");
      expect(await response.json()).toMatchObject({ error: { message } });
    }
  });
});

test.each<[way: string, headers: Record<string, string>]>([
  ["for another host", { Host: "evil.example" }],
  ["by a page of another site", { Origin: "https://evil.example" }],
])("a channel cannot be opened %s", async (_, headers) => {
  const { url } = await developmentServer();
  const upgrade = {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
    ...headers,
  };
  expect(await statusOf(`${url}/api/channel`, upgrade)).toBe(403);
});

test("its database cannot be opened without it, and stays whole", async () => {
  const DATA_DIR = temporaryDirectory();
  await (await startServer({ DEVELOPMENT: "1", DATA_DIR })).close();
  await expect(startServer({ DATA_DIR })).rejects.toThrow("was made with DEVELOPMENT=1");
  await (await startServer({ DEVELOPMENT: "1", DATA_DIR })).close();
});

test("a database of a real service cannot be opened with it, and stays whole", async () => {
  const DATA_DIR = temporaryDirectory();
  await (await startServer({ DATA_DIR })).close();
  await expect(startServer({ DEVELOPMENT: "1", DATA_DIR })).rejects.toThrow("one of a real service");
  await (await startServer({ DATA_DIR })).close();
});

/** Fills in the port of a service. */
function atPort(headers: Record<string, string>, url: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace("PORT", new URL(url).port)]),
  );
}

/** Status of the answer to a request that no library would send. */
async function rawStatus(url: string, head: string): Promise<number> {
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(head.replaceAll("PORT", port));
  return Number((await text(socket)).split(" ", 2)[1]);
}

/** Status of a GET with headers that `fetch` does not let through. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
  });
}
