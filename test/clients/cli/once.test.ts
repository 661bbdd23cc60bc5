import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import { bundled } from "../../support/programs/bundled.ts";
import { operatorKey, programEnvironment, startServer, type TestServer } from "../../support/server.ts";
import { machine, username } from "./machine.ts";
import { meddlingProxy } from "./meddling-proxy.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ DEVELOPMENT: "1" });
  return server.close;
});

const onProxy = (settings: string, PLATONIC_URL: string) => {
  return machine({ PLATONIC_URL, PLATONIC_API_KEY: operatorKey, XDG_CONFIG_HOME: settings });
};

/** Two wallets, of which the first has 100, and an open hold of 10 and a payment of 5 to the second; what the first has gained since. */
async function ledger() {
  const { settings, run, done } = machine({ PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey });
  const { identityId: ada } = await done("identity", "register", username("ada"));
  const { identityId: bob } = await done("identity", "register", username("bob"), "--profile", "bob");
  for (const profile of ["default", "bob"]) await done("wallet", "create", "--profile", profile);
  await done("wallet", "deposit", "100");
  const { id: payment } = await done("wallet", "pay", bob, "5");
  const { id: hold } = await done("wallet", "hold", bob, "10");
  const held = async () => Math.round(1000 * Number((await done("wallet", "balance")).TOKEN_STANDARD));
  const before = await held();
  const gained = async () => ((await held()) - before) / 1000;
  return { settings, run, done, ada, payment, hold, gained };
}

type Ledger = Awaited<ReturnType<typeof ledger>>;

/** Commands that move money, the method of each, and what the first wallet gains. */
const moves: [string, (of: Ledger) => string[], string, number][] = [
  ["ledger deposit", ({ ada }) => [ada, "7"], "/Deposit", 7],
  ["ledger withdraw", ({ ada }) => [ada, "7"], "/Withdraw", -7],
  ["ledger reverse", ({ payment }) => [payment, "--amount", "2"], "/ReverseTransaction", 2],
  ["ledger release", ({ hold }) => [hold], "/ReleaseHold", 10.01],
  ["wallet deposit", () => ["7"], "/Deposit", 7],
];
const idIn = (err: string) =>
  /^It may be done: repeat the command with --id (\S+?)(?: within 24 hours)?, and it is done once\.$/m.exec(err)?.[1] ??
  expect.unreachable(err);

describe.each(moves)("%s", (name, operandsOf, method, gain) => {
  test("is done once where an answer is lost", async () => {
    const of = await ledger();
    let lost = 0;
    const proxy = await meddlingProxy(server.url, (path, answer) => {
      if (!path.endsWith(method) || lost > 0) return answer;
      lost += 1;
      return undefined;
    });
    const { code, err } = await onProxy(of.settings, proxy).run(...name.split(" "), ...operandsOf(of));
    expect([code, err, lost, await of.gained()]).toEqual([0, "", 1, gain]);
  });

  test("without an answer exits with 3 and names its id, with which a repetition is the same request", async () => {
    const of = await ledger();
    const proxy = await meddlingProxy(server.url, (path, answer) => (path.endsWith(method) ? undefined : answer));
    const line = [...name.split(" "), ...operandsOf(of)];
    const { code, out, err } = await onProxy(of.settings, proxy).run(...line);
    expect([code, out, err]).toEqual([3, "", expect.stringMatching(/^platonic: UNREACHABLE: /)]);
    expect(await of.gained()).toBe(gain);
    const id = idIn(err);
    await of.done(...line, "--id", id);
    await of.done(...line, "--id", id);
    expect(await of.gained()).toBe(gain);
  });
});

test("a repetition that is refused after a lost answer is not said to be refused", async () => {
  const of = await ledger();
  let sent = 0;
  const proxy = await meddlingProxy(
    server.url,
    (path, answer) => {
      if (!path.endsWith("/Withdraw")) return answer;
      sent += 1;
      return sent === 1 ? undefined : Buffer.from("no");
    },
    (path) => (path.endsWith("/Withdraw") && sent > 1 ? 403 : undefined),
  );
  const { code, err } = await onProxy(of.settings, proxy).run("ledger", "withdraw", of.ada, "7");
  expect([code, sent, idIn(err), await of.gained()]).toEqual([3, 2, expect.any(String), -7]);
});

test("what is refused exits with 1, and names no id", async () => {
  const { run, ada } = await ledger();
  const { code, err } = await run("ledger", "withdraw", ada, "7", "--id", "mine");
  expect([code, err]).toEqual([1, expect.not.stringContaining("--id")]);
});

test("a key whose answer was lost is created once, and a repetition with its id tells the secret", async () => {
  const { settings, done } = machine({ PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey });
  const name = username("key");
  let isLosing = true;
  const proxy = await meddlingProxy(server.url, (path, answer) =>
    isLosing && path.endsWith("/CreateKey") ? undefined : answer,
  );
  const { run, done: doneByProxy } = onProxy(settings, proxy);
  const { code, err } = await run("keys", "create", "--name", name);
  isLosing = false;
  const line = ["keys", "create", "--name", name, "--id", idIn(err)];
  const [first, second] = [await doneByProxy(...line), await done(...line)];
  const { keys } = await done("keys", "list");
  expect([code, second]).toEqual([3, first]);
  expect(keys.filter((key: { name: string }) => key.name === name)).toHaveLength(1);
  const env = { PLATONIC_URL: server.url, PLATONIC_API_KEY: first.secret };
  expect(
    (await machine(env).run("geocode", "encode", "--request", '{"data": [1], "target_geometry": "cube"}')).code,
  ).toBe(0);
});

describe.skipIf(process.platform === "win32").each([
  ["ledger withdraw", ({ ada }: Ledger) => [ada, "7"], "/Withdraw", -7],
  ["wallet deposit", () => ["7"], "/Deposit", 7],
] as const)("%s", (name, operandsOf, method, gain) => {
  test("names its id when it is interrupted", async () => {
    const of = await ledger();
    let child: ChildProcess;
    const proxy = await meddlingProxy(server.url, (path, answer) => {
      if (path.endsWith(method)) child.kill("SIGINT");
      return path.endsWith(method) ? undefined : answer;
    });
    const line = [...name.split(" "), ...operandsOf(of)];
    const env = { ...programEnvironment, XDG_CONFIG_HOME: of.settings, PLATONIC_API_KEY: operatorKey };
    child = spawn(process.execPath, [bundled("clients/cli/bin.ts"), ...line], { env: { ...env, PLATONIC_URL: proxy } });
    const said = text(child.stderr as NonNullable<typeof child.stderr>);
    expect(await once(child, "exit")).toEqual([null, "SIGINT"]);
    expect(await of.gained()).toBe(gain);
    await of.done(...line, "--id", idIn(await said));
    expect(await of.gained()).toBe(gain);
  });
});

test.runIf(process.platform === "linux")("a secret that cannot be written is told by a repetition", async () => {
  const { settings, done } = machine({ PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey });
  const env = { ...programEnvironment, XDG_CONFIG_HOME: settings, PLATONIC_API_KEY: operatorKey };
  const line = ["keys", "create", "--name", username("key")];
  const child = spawn(process.execPath, [bundled("clients/cli/bin.ts"), ...line], {
    env: { ...env, PLATONIC_URL: server.url },
    stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
  });
  const said = text(child.stderr as NonNullable<typeof child.stderr>);
  expect(await once(child, "exit")).toEqual([1, null]);
  const { key } = await done(...line, "--id", idIn(await said));
  const { keys } = await done("keys", "list");
  expect(keys.filter(({ name }: { name: string }) => name === key.name)).toHaveLength(1);
});
