import { readFileSync, readlinkSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { DriverProcess, Outcome } from "../driver-process.ts";
import { type DrivenWallet, expectOutcome, failureOf, ten, type World } from "../world.ts";
import type { Scenario } from "./scenario.ts";

/** Has a second process open the journal of a wallet. */
async function secondProcess(world: World, { credentials }: DrivenWallet, journal: string): Promise<DriverProcess> {
  const driver = await world.driver();
  await world.openWallet(driver, credentials, { journal, clientId: "second" });
  return driver;
}

/** Writes the lock of a process on another host, or in another container of this name, where no process has its id. */
function lockElsewhere(journal: string, members: object = { host: "elsewhere.example", process: 4711 }): string {
  const file = join(journal, "lock");
  const holder = { ...members, token: crypto.randomUUID() };
  writeFileSync(file, JSON.stringify(holder));
  return file;
}

/** Expects that nothing which uses the journal works, and that the error names the folder and the process. */
async function expectLocked(driver: DriverProcess, recipient: string, journal: string, holder: string) {
  const order = ten(recipient);
  for (const [command, members] of [
    ["pay", { order }],
    ["payMany", { orders: [order] }],
    ["reconcile", {}],
  ] as const) {
    const { reason, message } = await failureOf(driver.send(command, members));
    expect([command, reason]).toEqual([command, "STATE_INVALID"]);
    expect(message).toContain(journal);
    expect(message).toContain(holder);
  }
}

/** Has a wallet use a journal whose lock beats, of a process that this host does not know. */
async function lockedOut(
  world: World,
  holder: { readonly process: number; readonly [member: string]: unknown },
): Promise<string> {
  const journal = world.journal();
  const [wallet, recipient] = [await world.wallet("100", { journal }), await world.recipient()];
  const file = lockElsewhere(journal, holder);
  let beats = 0;
  const beating = setInterval(() => utimesSync(file, 1, ++beats), 1_000);
  try {
    await expectLocked(wallet.driver, recipient, journal, String(holder.process));
  } finally {
    clearInterval(beating);
  }
  return "STATE_INVALID";
}

/** The lock of a journal's folder, which one process at a time uses. */
export const locks: readonly Scenario[] = [
  {
    name: "a journal that another process uses, and then closes",
    async play(world) {
      const journal = world.journal();
      const [wallet, recipient] = [await world.wallet("100", { journal }), await world.recipient()];
      await wallet.driver.send("pay", { order: ten(recipient) });
      const lock = JSON.parse(readFileSync(join(journal, "lock"), "utf8"));
      expect(lock).toEqual({
        host: hostname(),
        system: `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${readlinkSync("/proc/self/ns/pid")}`,
        process: wallet.driver.pid,
        token: expect.stringMatching(/^[\w-]{36}$/),
      });
      const second = await secondProcess(world, wallet, journal);
      const sent = world.faults.rules.count("/Transfer");
      await expectLocked(second, recipient, journal, String(wallet.driver.pid));
      expect(world.faults.rules.count("/Transfer")).toBe(sent);
      expect(await wallet.driver.send("pay", { order: ten(recipient) })).toMatchObject({ kind: "completed" });
      await wallet.driver.send("close", { what: "wallet" });
      return expectOutcome(await second.send<Outcome>("pay", { order: ten(recipient) }), "completed");
    },
  },
  {
    name: "a journal whose process was killed",
    async play(world) {
      const journal = world.journal();
      const [wallet, recipient] = [await world.wallet("100", { journal }), await world.recipient()];
      const { id } = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
      await wallet.driver.kill();
      const second = await secondProcess(world, wallet, journal);
      const { outcomes } = await second.send<{ outcomes: readonly Outcome[] }>("reconcile");
      // An outcome stays in the journal for a moment after it was told, so that the next process may tell it again.
      for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: "completed", id });
      return expectOutcome(await second.send<Outcome>("pay", { order: ten(recipient) }), "completed");
    },
  },
  {
    name: "a journal whose process is on another host and lives",
    play: (world) => lockedOut(world, { host: "elsewhere.example", process: 4711 }),
  },
  {
    name: "a journal whose process is in another container of this host's name and lives",
    play: (world) => lockedOut(world, { host: hostname(), system: "1 pid:[1]", process: 2 ** 22 + 1 }),
  },
  {
    name: "a journal whose process was on another host and is gone",
    async play(world) {
      const journal = world.journal();
      const [wallet, recipient] = [await world.wallet("100", { journal }), await world.recipient()];
      lockElsewhere(journal);
      return expectOutcome(await wallet.driver.send<Outcome>("pay", { order: ten(recipient) }), "completed");
    },
  },
  {
    name: "a journal that a process on another host takes over",
    async play(world) {
      const journal = world.journal();
      const [wallet, recipient] = [await world.wallet("1000", { journal }), await world.recipient()];
      await wallet.driver.send("pay", { order: ten(recipient) });
      lockElsewhere(journal);
      // Noticed by the next beat.
      let failure: Error | undefined;
      while (failure === undefined) {
        failure = await wallet.driver.send("pay", { order: { ...ten(recipient), amount: "0.01" } }).then(
          () => undefined,
          (error) => error,
        );
      }
      expect(failure).toMatchObject({ reason: "STATE_INVALID" });
      expect(failure.message).toContain(journal);
      expect(JSON.parse(readFileSync(join(journal, "lock"), "utf8")).process).toBe(4711);
      return "STATE_INVALID";
    },
  },
];
