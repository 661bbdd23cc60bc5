import { beforeAll, describe, expect, test } from "vitest";
import { operatorKey } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { exchange, openSession } from "./http2-client.ts";

const server = sharedServer();
const authorization = `Bearer ${operatorKey}`;
let wallet = "";

beforeAll(async () => {
  const { body } = await server().post("/api/identities/create", { username: "ada" });
  wallet = body.result.identity.id;
  await server().post("/api/wallets/create", { identity_id: wallet });
});

/** Paths that are read, in every area of the port. */
const read = [
  "/healthz",
  "/readyz",
  "/.well-known/jwks.json",
  "/openapi.json",
  "/asyncapi.json",
  "/contract.binpb",
  "/v1/admin/keys",
  "/v1/plans",
  "/api/identities/{id}",
  "/api/wallets/{id}",
  "/api/wallets/{id}/entries?page_size=1",
  "/admin.v1.KeyService/ListKeys?encoding=json&message=%7B%7D",
];

/** Headers that differ between two requests, or with the connection. */
const passing = ["x-request-id", "date", "x-ratelimit-remaining", "connection", "keep-alive", "transfer-encoding"];

async function headersBy(method: string, path: string) {
  const response = await fetch(server().url + path, { method, headers: { authorization } });
  const named = [...response.headers].filter(([name]) => !passing.includes(name));
  return { status: response.status, headers: Object.fromEntries(named), body: await response.text() };
}

describe("HEAD", () => {
  test.each(read)("of %s has the status and the headers of GET, and no body, over both versions", async (template) => {
    const path = template.replace("{id}", wallet);
    const got = await headersBy("GET", path);
    const head = await headersBy("HEAD", path);
    expect(got.status).toBe(200);
    expect([head.status, head.body]).toEqual([200, ""]);
    expect(head.headers).toEqual(got.headers);
    const session = await openSession(server().url);
    const second = await exchange(session, { ":method": "HEAD", ":path": path });
    session.close();
    expect([second.status, second.body, second.resetCode]).toEqual([200, "", 0]);
    expect(second.headers["content-type"]).toBe(got.headers["content-type"]);
  });

  test("of a stream of events has its headers, and ends", async () => {
    const head = await headersBy("HEAD", `/api/wallets/${wallet}/events`);
    expect([head.status, head.headers["content-type"], head.body]).toEqual([200, "text/event-stream", ""]);
    const session = await openSession(server().url);
    const second = await exchange(session, { ":method": "HEAD", ":path": `/api/wallets/${wallet}/events` });
    session.close();
    expect([second.status, second.headers["content-type"], second.body]).toEqual([200, "text/event-stream", ""]);
  });

  test.each(["/api/wallets/none", "/api/wallets/none/events"])("of %s is 404 as GET is", async (path) => {
    const got = await headersBy("GET", path);
    const head = await headersBy("HEAD", path);
    expect([got.status, head.status, head.body]).toEqual([404, 404, ""]);
    expect(head.headers).toEqual(got.headers);
  });

  test("needs the credentials of GET", async () => {
    const response = await fetch(`${server().url}/api/wallets/${wallet}`, { method: "HEAD" });
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  });
});

const restRefusal = { error: { code: "RESOURCE_NOT_FOUND" } };
const connectRefusal = { code: "unknown", message: expect.stringContaining("no operation by PROPFIND") };

describe("OPTIONS names the methods of", () => {
  test.each([
    ["/healthz", "GET, HEAD, OPTIONS", restRefusal],
    ["/openapi.json", "GET, HEAD, OPTIONS", restRefusal],
    ["/v1/admin/keys", "GET, HEAD, POST, OPTIONS", restRefusal],
    ["/api/wallets/x", "GET, HEAD, OPTIONS", restRefusal],
    ["/admin.v1.KeyService/CreateKey", "POST, OPTIONS", connectRefusal],
    ["/wallet.v1.EventService/Watch", "POST, OPTIONS", connectRefusal],
  ])("%s", async (path, allow, refusal) => {
    const asked = await headersBy("OPTIONS", path);
    expect([asked.status, sorted(asked.headers["allow"]), asked.body]).toEqual([204, sorted(allow), ""]);
    const refused = await headersBy("PROPFIND", path);
    expect([refused.status, sorted(refused.headers["allow"])]).toEqual([405, sorted(allow)]);
    expect(JSON.parse(refused.body)).toMatchObject(refusal);
  });

  test("the service", async () => {
    const session = await openSession(server().url);
    const { status, headers } = await exchange(session, { ":method": "OPTIONS", ":path": "*" });
    session.close();
    expect([status, headers["allow"]]).toEqual([204, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"]);
  });
});

function sorted(allow: unknown): string[] {
  return String(allow).split(", ").toSorted();
}
