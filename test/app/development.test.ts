import { readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../server/app/config.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { startServer } from "../support/server.ts";

async function developmentServer(environment: Record<string, string> = {}) {
  const server = await startServer({ DEVELOPMENT: "1", BOOTSTRAP_API_KEY: "", ...environment });
  onTestFinished(() => server.close());
  return server;
}

const nobody = { Authorization: "" };

test("everybody may register, get a wallet's money and read codes", async () => {
  const server = await developmentServer();
  const person = { username: "ada", email: "ada@example.org", start_verification: true };
  const { body } = await server.post("/api/identities/create", person, nobody);
  const { id } = body.result.identity;
  const outbox = JSON.parse(await (await fetch(`${server.url}/v1/admin/outbox`)).text());
  expect(outbox.result.messages[0]).toMatchObject({
    to: "ada@example.org",
    text: expect.stringMatching(/code is \d{4} \d{4}/),
  });
  const operator = { Authorization: `Bearer ${keyIn(server.dataDirectory)}` };
  expect((await server.post("/api/wallets/create", { identity_id: id }, operator)).status).toBe(200);
  const deposit = { identity_id: id, token_type: "TOKEN_STANDARD", amount: "100" };
  expect((await server.post("/v1/admin/ledger/deposits", deposit, nobody)).status).toBe(200);
  const terms = { identity_id: id, source_type: "TOKEN_STANDARD", source_amount: "1", target_type: "TOKEN_MICRO" };
  const { status } = await server.post("/api/exchange/quote", terms, operator);
  expect(status).toBe(200);
});

test("nothing else is open, and without DEVELOPMENT neither is that", async () => {
  const server = await developmentServer();
  expect((await server.post("/v1/admin/ledger/withdrawals", {}, nobody)).status).toBe(401);
  expect((await fetch(`${server.url}/v1/admin/keys`)).status).toBe(401);
  const real = await startServer();
  onTestFinished(() => real.close());
  expect((await real.post("/v1/admin/ledger/deposits", {}, nobody)).status).toBe(401);
  expect((await fetch(`${real.url}/v1/admin/outbox`)).status).toBe(401);
  expect((await real.post("/api/identities/create", { username: "ada" }, nobody)).status).toBe(401);
});

test("a script may run again and again: calls and registrations of one network are as good as unlimited", async () => {
  const server = await developmentServer();
  const statuses = new Set<number>();
  for (let index = 0; index < 120; index += 1) {
    statuses.add((await server.post("/api/identities/create", { username: `person-${index}` }, nobody)).status);
  }
  expect(statuses).toEqual(new Set([200]));
  const { access } = loadConfig({
    DEVELOPMENT: "1",
    PLANS: '{"visitor": {"requestsPerMinute": 5, "concurrentRequests": 1}}',
  });
  expect(access.plans.get("visitor")?.requestsPerMinute).toBe(5);
});

test("the log of each start warns of it", async () => {
  const { log } = await developmentServer();
  expect(log.filter((line) => line.includes("DEVELOPMENT=1")).map((line) => JSON.parse(line).level)).toEqual([40]);
});

test("settings that are given count before those of development", () => {
  const { identity, ledger, database } = loadConfig({ DEVELOPMENT: "1" });
  expect(identity).toMatchObject({ openRegistration: true, explainsTokens: true });
  expect(ledger.rates).toHaveLength(3);
  expect(database.dataDirectory).toBe("./data/development");
  expect(loadConfig({ DEVELOPMENT: "1", OPEN_REGISTRATION: "false" }).identity.openRegistration).toBe(false);
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

test.each([
  ["another host, as after DNS rebinding", { Host: "evil.example:8080" }],
  ["another host that begins like this one", { Host: "localhost.evil.example" }],
  ["a page of another machine", { Origin: "https://evil.example" }],
  ["a page without an origin", { Origin: "null" }],
  ["a proxy that says for whom it asks", { "X-Forwarded-For": "203.0.113.7" }],
  ["a proxy that says by which host", { Forwarded: "host=platonic.example" }],
])("a request from %s is refused", async (_, headers) => {
  const { url } = await developmentServer();
  expect(await statusOf(`${url}/v1/admin/outbox`, headers)).toBe(403);
});

test.each([
  ["localhost", { Host: "localhost:8080" }],
  ["a page of this machine", { Origin: "http://localhost:5173" }],
])("a request from %s is answered", async (_, headers) => {
  const { url } = await developmentServer();
  expect(await statusOf(`${url}/v1/admin/outbox`, headers)).toBe(200);
});

test("a channel cannot be opened for another host", async () => {
  const { url } = await developmentServer();
  const upgrade = {
    Host: "evil.example",
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
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

/** Status of a GET with headers that `fetch` does not let through. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
  });
}

/** The operator's key, which only the user of the service can read. */
function keyIn(dataDirectory: string): string {
  const path = join(dataDirectory, "operator.key");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  return readFileSync(path, "utf8").trim();
}
