import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { sharedServer } from "../support/shared-server.ts";

const server = sharedServer({
  PLANS: JSON.stringify({ developer: { requestsPerMinute: 3, concurrentRequests: 1, permissions: ["*"] } }),
});

type Body = string | ReturnType<typeof gzipSync>;
type Mistake = readonly [name: string, status: number, path: string, headers: Record<string, string>, body: Body];

const rest = "/v1/admin/keys";
const connect = "/admin.v1.KeyService/CreateKey";
const json = { "Content-Type": "application/json" };

const mistakes: readonly Mistake[] = [
  ["of another type", 400, rest, { "Content-Type": "text/plain" }, "{}"],
  ["that is compressed over REST", 400, rest, { ...json, "Content-Encoding": "gzip" }, gzipSync("{}")],
  ["that is too long", 413, rest, json, " ".repeat(70_000)],
  ["that is too long over Connect", 429, connect, json, " ".repeat(70_000)],
  ["that is no gzip over Connect", 400, connect, { ...json, "Content-Encoding": "gzip" }, "{}"],
];

describe.each(mistakes)("a small body %s", (_, status, path, headers, body) => {
  test("counts against the plan of its caller, which its answers tell, and gives back its place", async () => {
    const { secret } = await server().createKey("developer", ["keys:create"]);
    const post = () =>
      fetch(`${server().url}${path}`, {
        method: "POST",
        headers: { ...headers, Authorization: `Bearer ${secret}` },
        body,
      });
    for (const remaining of ["2", "1", "0"]) {
      const answer = await post();
      expect([answer.status, answer.headers.get("x-ratelimit-remaining")]).toEqual([status, remaining]);
    }
    const refused = await post();
    expect([refused.status, refused.headers.has("retry-after")]).toEqual([429, true]);
  });
});

test("a caller without the permission of an operation is told so, whatever its body", async () => {
  const { secret } = await server().createKey("developer", ["geocode:*"]);
  const answer = await server().post("/v1/admin/keys", "{}", {
    Authorization: `Bearer ${secret}`,
    "Content-Type": "text/plain",
  });
  expect([answer.status, answer.body.error.details.required_permission]).toEqual([403, "keys:create"]);
});
