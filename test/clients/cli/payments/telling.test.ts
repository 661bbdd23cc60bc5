import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { platonic } from "../../../../clients/cli/platonic.ts";
import { bundled } from "../../../support/programs/bundled.ts";
import { operatorKey, programEnvironment, startServer, type TestServer } from "../../../support/server.ts";
import { machine, username } from "../machine.ts";
import { meddlingProxy } from "../meddling-proxy.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ DEVELOPMENT: "1" });
  return server.close;
});

/** Two wallets, the first of which has 100, and the names of the files in its journal. */
async function twoWallets() {
  const { settings, run, done } = machine({ PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey });
  await done("identity", "register", username("ada"));
  const { identityId: bob } = await done("identity", "register", username("bob"), "--profile", "bob");
  for (const profile of ["default", "bob"]) await done("wallet", "create", "--profile", profile);
  await done("wallet", "deposit", "100");
  const left = () =>
    readdirSync(join(settings, "platonic/default/journal")).flatMap((name) => /(.+)\.operation$/.exec(name)?.[1] ?? []);
  const held = async () => (await done("wallet", "balance", "--profile", "bob")).TOKEN_STANDARD;
  return { settings, run, done, bob, left, held, env: { PLATONIC_URL: server.url, XDG_CONFIG_HOME: settings } };
}

test("a payment stays in the journal until the output has taken its outcome", async () => {
  const { bob, left, env } = await twoWallets();
  const told: unknown[] = [];
  const tell = async (written: string) => {
    told.push(JSON.parse(written).id, left());
  };
  const io = { env, write: () => expect.unreachable(), complain: () => expect.unreachable(), tell };
  expect(await platonic(["wallet", "pay", bob, "1", "--json"], io)).toBe(0);
  expect([told, left()]).toEqual([[told[0], [told[0]]], []]);
});

test.runIf(process.platform === "linux")("an outcome that cannot be written is told by reconciling", async () => {
  const { done, bob, left, held, env } = await twoWallets();
  const stdio = ["ignore", openSync("/dev/full", "w"), "pipe"] as const;
  const args = [bundled("clients/cli/bin.ts"), "wallet", "pay", bob, "0.5"];
  const child = spawn(process.execPath, args, { env: { ...programEnvironment, ...env }, stdio: [...stdio] });
  const said = text(child.stderr as NonNullable<typeof child.stderr>);
  expect(await once(child, "exit")).toEqual([1, null]);
  const [id] = left();
  expect(await said).toMatch(
    /^platonic: standard output: ENOSPC.+\nplatonic: the outcome of (\S+) was not told: .+reconcile/,
  );
  expect(await said).toContain(id);
  const { outcomes } = await done("wallet", "reconcile");
  expect([outcomes, left(), await held()]).toMatchObject([[{ id, status: "completed" }], [], "0.5"]);
});

test.skipIf(process.platform === "win32")(
  "an interrupted payment is named, and no other is made before it is settled",
  async () => {
    const { run, done, bob, left, held, env } = await twoWallets();
    let child: ChildProcess;
    const interrupting = await meddlingProxy(server.url, (path, answer) => {
      if (!path.endsWith("/Transfer")) return answer;
      child.kill("SIGINT");
      return undefined;
    });
    const args = [bundled("clients/cli/bin.ts"), "wallet", "pay", bob, "0.5"];
    child = spawn(process.execPath, args, { env: { ...programEnvironment, ...env, PLATONIC_URL: interrupting } });
    const said = text(child.stderr as NonNullable<typeof child.stderr>);
    expect(await once(child, "exit")).toEqual([null, "SIGINT"]);
    const [id] = left();
    expect(await said).toMatch(/^platonic: the outcome of \S+ was not told: platonic wallet reconcile tells/);
    expect(await said).toContain(id);
    const other = crypto.randomUUID();
    for (const again of [
      ["pay", bob, "0.5"],
      ["hold", bob, "0.5"],
      ["exchange", "1", "TOKEN_STANDARD", "TOKEN_MICRO"],
      ["capture", other],
      ["reverse", other],
    ]) {
      const { code, err } = await run("wallet", ...again);
      expect([again, code, err]).toEqual([
        again,
        1,
        expect.stringContaining("have no outcome yet, and nobody was paid"),
      ]);
      expect(err).toContain(`platonic wallet reconcile tells what became of ${id}`);
    }
    expect(await done("wallet", "reconcile")).toMatchObject({ outcomes: [{ id, status: "completed" }] });
    await done("wallet", "pay", bob, "0.25");
    expect(await held()).toBe("0.75");
  },
);
