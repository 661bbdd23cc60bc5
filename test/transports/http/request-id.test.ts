import { Code, type ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { clientsOf, rpcProtocols } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { until } from "../../support/until.ts";
import { exchange, openSession } from "./http2-client.ts";
import { legal, path } from "./requests.ts";

const server = sharedServer();
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const request = { data: { values: [1, 2, 3] }, sourceDimensions: 3, targetDimensions: 4 };

test.each(["a", "order-66.retry_2", "x".repeat(64), "0"])("the caller's id %s is echoed and logged", async (id) => {
  const { headers } = await server().post(path, legal, { "X-Request-Id": id });
  expect(headers.get("x-request-id")).toBe(id);
  await until(() => server().log.some((line) => JSON.parse(line).requestId === id));
});

test.each(["", "x".repeat(65), "two words", 'a"b', "a;b", "a/b", "a\\nb", "{}", "%41", "a,b", "é"])(
  "the caller's id %j is replaced by a new one",
  async (id) => {
    const { headers } = await server().post(path, legal, { "X-Request-Id": id });
    expect(headers.get("x-request-id")).toMatch(uuid);
    if (id !== "") expect(server().log.join("")).not.toContain(JSON.stringify(id).slice(1, -1));
  },
);

test("every answer has a request id of its own, and the version of the service", async () => {
  const ids = new Set<string | null>();
  for (const [where, init] of [
    [path, { method: "POST", body: legal }],
    [path, { method: "POST" }],
    ["/nothing", {}],
    ["/healthz", {}],
    ["/readyz", {}],
    [path, { method: "OPTIONS", headers: { Origin: "https://x.test", "Access-Control-Request-Method": "POST" } }],
    ["/geocode.v1.GeocodeService/Transform", { method: "POST", headers: { "Content-Type": "application/json" } }],
  ] as const) {
    const response = await fetch(server().url + where, init);
    await response.arrayBuffer();
    ids.add(response.headers.get("x-request-id"));
    expect([where, response.headers.get("platonic-version")]).toEqual([where, manifest.version]);
  }
  expect(ids.size).toBe(7);
  for (const id of ids) expect(id).toMatch(uuid);
});

test("the caller's id is echoed or replaced over HTTP/2", async () => {
  const session = await openSession(server().url);
  const kept = await exchange(session, { ":path": path, "x-request-id": "kept-1" }, legal);
  const replaced = await exchange(session, { ":path": path, "x-request-id": "not kept" }, legal);
  session.close();
  expect(kept.headers["platonic-version"]).toBe(manifest.version);
  expect(kept.headers["x-request-id"]).toBe("kept-1");
  expect(replaced.headers["x-request-id"]).toMatch(uuid);
});

test.each(rpcProtocols)("the caller's id is echoed over %s, with a result and with an error", async (protocol) => {
  const { geocode } = clientsOf(server(), protocol);
  const headers = { "X-Request-Id": `id-${protocol}` };
  let echoed: string | null = null;
  await geocode.transform(request, { headers, onHeader: (received) => (echoed = received.get("x-request-id")) });
  expect(echoed).toBe(`id-${protocol}`);

  const error = await geocode.transform({}, { headers }).catch((thrown: unknown) => thrown as ConnectError);
  expect(error).toMatchObject({ code: Code.InvalidArgument });
  expect((error as ConnectError).metadata.get("x-request-id")).toBe(`id-${protocol}`);
});
