import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { platonic } from "../../../clients/cli/platonic.ts";
import { operatorKey } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer({
  OPEN_REGISTRATION: "true",
  PLANS: '{"tiny": {"requestsPerMinute": 2, "concurrentRequests": 2, "permissions": ["geocode:*"]}}',
});
const transform = { data: [1, 2, 3, 4, 5], source_dimensions: 5, target_dimensions: 3 };
const soon = { interval: 200 };

/** A machine with profiles of its own; `PLATONIC_API_KEY` is that of the operator if it has one. */
function machine(key?: string) {
  const settings = mkdtempSync(join(tmpdir(), "platonic-profiles-"));
  onTestFinished(() => rmSync(settings, { recursive: true, force: true }));
  const run = async (...args: string[]) => {
    let [out, err] = ["", ""];
    const code = await platonic(args, {
      env: { PLATONIC_URL: server().url, XDG_CONFIG_HOME: settings, ...(key && { PLATONIC_API_KEY: key }) },
      write: (text) => {
        out += text;
      },
      complain: (text) => {
        err += text;
      },
    });
    return { code, out, err };
  };
  const done = async (...args: string[]) => {
    const { code, out, err } = await run(...args, "--json");
    expect([code, err]).toEqual([0, ""]);
    return JSON.parse(out);
  };
  return { run, done };
}

test("an identity makes a key, sees it in use and why calls were refused, and revokes it", async () => {
  const { run, done } = machine();
  const { identityId } = await done("identity", "register", `ada-${crypto.randomUUID().slice(0, 8)}`);
  const profile = ["--profile", "default"];
  const { key, secret } = await done("keys", "create", "--name", "laptop", ...profile);
  expect(key).toMatchObject({ name: "laptop", plan: "developer", identityId });
  const use = (body: object) =>
    server().post("/v1/geocode/transform", body, { Authorization: `Bearer ${secret}`, "X-Request-Id": "look-here" });
  await use(transform);
  await use({ ...transform, source_dimensions: 0 });
  const usage = async () => (await done("keys", "usage", "--key", key.id, ...profile)).points;
  await expect.poll(usage, soon).toMatchObject([
    {
      operation: "geocode.v1.GeocodeService.Transform",
      calls: 2,
      failures: [{ reason: "PARAMETER_INVALID", calls: 1 }],
    },
  ]);
  const shown = await run("keys", "usage", "--key", key.id, "--step", "day", ...profile);
  expect(shown.out).toMatch(/^used +2$/m);
  expect(shown.out).toMatch(/^start +operation +calls +failed$/m);
  expect(shown.out).toMatch(/T00:00:00\.000Z +geocode\.v1\.GeocodeService\.Transform +2 +1 PARAMETER_INVALID$/m);
  const { refusals } = await done("keys", "refusals", ...profile);
  expect(refusals).toMatchObject([
    { reason: "PARAMETER_INVALID", parameter: "source_dimensions", requestId: "look-here", keyId: key.id },
  ]);
  expect((await run("keys", "refusals", ...profile)).out).toContain("PARAMETER_INVALID");
  expect((await done("keys", "list", ...profile)).keys.map(({ id }: { id: string }) => id)).toEqual([key.id]);
  expect((await done("keys", "revoke", key.id, ...profile)).key.revokedAt).toBeTypeOf("string");
  expect((await use(transform)).status).toBe(401);
});

test("an identity has no say about keys of others", async () => {
  const { run, done } = machine();
  await done("identity", "register", `bob-${crypto.randomUUID().slice(0, 8)}`);
  const { id } = await server().createKey("developer");
  for (const args of [
    ["revoke", id],
    ["usage", "--key", id],
    ["refusals", "--key", id],
  ]) {
    const { code, err } = await run("keys", ...args, "--profile", "default");
    expect([code, err]).toEqual([1, "platonic: RESOURCE_NOT_FOUND: There is no key with this id.\n"]);
  }
  expect((await run("keys", "move", id, "professional")).code).toBe(2);
});

test("an administrator moves a key to another plan", async () => {
  const { done } = machine(operatorKey);
  const { id } = await server().createKey("developer");
  expect((await done("keys", "move", id, "tiny")).key).toMatchObject({ id, plan: "tiny" });
  expect((await done("keys", "usage", "--key", id)).rate).toMatchObject({ plan: "tiny", limit: 2, used: 0 });
});

test("plans are listed to everybody, and those of the service to administrators", async () => {
  const { run, done } = machine();
  const { plans } = await done("plans");
  expect(plans.map(({ name }: { name: string }) => name)).toEqual(["tiny", "developer", "professional", "enterprise"]);
  expect((await run("plans")).out).toMatch(/^developer +100 +20 +yes +geocode:\*/m);
  expect((await machine(operatorKey).done("plans")).plans).toHaveLength(8);
});

test.each([
  [["usage", "--step", "week"], "--step must be hour or day"],
  [["refusals", "--limit", "0"], "--limit must be a whole number from 1"],
  [["list", "--profile", "nobody"], "there is no profile nobody"],
])("keys %j is told what is wrong", async (args, message) => {
  const { code, err } = await machine(operatorKey).run("keys", ...args);
  expect([code, err.includes(message)]).toEqual([2, true]);
});
