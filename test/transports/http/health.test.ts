import { expect, test } from "vitest";
import { sharedServer } from "../../support/shared-server.ts";
import { exchange, openSession } from "./http2-client.ts";

const server = sharedServer();

test.each(["/healthz", "/readyz"])("%s answers 200 without credentials, and must not be cached", async (path) => {
  const response = await fetch(server().url + path);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ok" });
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.has("x-ratelimit-limit")).toBe(false);
});

test.each(["/healthz", "/readyz"])("%s answers HEAD without a body over both versions", async (path) => {
  const first = await fetch(server().url + path, { method: "HEAD" });
  expect([first.status, await first.text()]).toEqual([200, ""]);
  const session = await openSession(server().url);
  const second = await exchange(session, { ":method": "HEAD", ":path": path });
  session.close();
  expect([second.status, second.body, second.resetCode]).toEqual([200, "", 0]);
});

test.each(["/healthz/", "/healthz/x", "/health", "/READYZ"])("%s is not found", async (path) => {
  expect((await fetch(server().url + path)).status).toBe(404);
});

test.each(["verbose", "verbose=1", "x=1&verbose"])("/readyz?%s names each check in plain text", async (query) => {
  const answer = await fetch(`${server().url}/readyz?${query}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(await answer.text()).toBe(
    "[+]shutdown ok\n[+]files ok\n[+]disk ok\n[+]database ok\n[+]vault ok\nreadyz check passed\n",
  );
});
