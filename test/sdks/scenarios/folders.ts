import { execFileSync } from "node:child_process";
import { appendFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Outcome } from "../driver-process.ts";
import { type DrivenWallet, expectOutcome, failureOf, ten, type World } from "../world.ts";
import type { Scenario } from "./scenario.ts";

/** Makes the folder of a journal on a small disk of its own. */
function newDisk(world: World): string {
  const folder = world.journal();
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k,mode=0700", "none", folder]);
  world.afterScenario(() => void execFileSync("umount", ["--lazy", folder]));
  return folder;
}

/** Fills a disk to its last byte; returns what frees it. */
function filled(disk: string): () => void {
  const filler = join(disk, "filler");
  for (const bytes of [4_096, 1]) {
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(bytes));
    } catch (error) {
      expect(error).toMatchObject({ code: "ENOSPC" });
    }
  }
  return () => rmSync(filler);
}

/** Expects that a payment is refused before anything is sent or stored; returns its order, for another attempt. */
async function expectRefused(world: World, { driver }: DrivenWallet, journal: string, recipient: string) {
  const order = ten(recipient, { id: crypto.randomUUID() });
  for (const [command, members] of [
    ["pay", { order }],
    ["payMany", { orders: [order, ten(recipient)] }],
    ["exchange", { fromTokenType: "TOKEN_TYPE_STANDARD", toTokenType: "TOKEN_TYPE_MICRO", amount: "10" }],
  ] as const) {
    const { reason, message } = await failureOf(driver.send(command, members));
    expect([command, reason]).toEqual([command, "STATE_INVALID"]);
    expect(message).toContain(journal);
  }
  for (const method of ["/Transfer", "/TransferBatch", "/Exchange"]) expect(world.faults.rules.count(method)).toBe(0);
  return order;
}

/** Names of the files of operations, finished or not. */
function operationsIn(journal: string): string[] {
  return readdirSync(journal).filter((name) => /\.(operation|new)$/.test(name));
}

/** Folders of journals in which nothing can be written. */
export const folders: readonly Scenario[] = [
  {
    name: "a journal on a disk that is full, until there is room",
    needsMount: true,
    async play(world) {
      const journal = newDisk(world);
      const [wallet, recipient] = [await world.wallet("100", { journal }), await world.recipient()];
      // Takes the lock.
      expect(await wallet.driver.send("reconcile")).toEqual({ outcomes: [] });
      const free = filled(journal);
      const order = await expectRefused(world, wallet, journal, recipient);
      expect(operationsIn(journal)).toEqual([]);
      expect(await wallet.driver.send("reconcile")).toEqual({ outcomes: [] });
      free();
      return expectOutcome(await wallet.driver.send<Outcome>("pay", { order }), "completed");
    },
  },
  {
    name: "a journal on a disk that is full from the beginning, until there is room",
    needsMount: true,
    async play(world) {
      const journal = newDisk(world);
      const [wallet, recipient] = [await world.wallet("100", { journal }), await world.recipient()];
      const free = filled(journal);
      const order = await expectRefused(world, wallet, journal, recipient);
      free();
      return expectOutcome(await wallet.driver.send<Outcome>("pay", { order }), "completed");
    },
  },
  {
    name: "a journal on a disk that is read-only, until it is not",
    needsMount: true,
    async play(world) {
      const journal = newDisk(world);
      const [wallet, recipient] = [await world.wallet("100", { journal }), await world.recipient()];
      execFileSync("mount", ["-o", "remount,ro", journal]);
      const order = await expectRefused(world, wallet, journal, recipient);
      execFileSync("mount", ["-o", "remount,rw", journal]);
      return expectOutcome(await wallet.driver.send<Outcome>("pay", { order }), "completed");
    },
  },
  {
    name: "a journal below what is no folder",
    async play(world) {
      const file = join(world.journal(), "file");
      writeFileSync(file, "");
      const journal = join(file, "journal");
      const wallet = await world.wallet("100");
      // Refused when it is opened, or when it is used.
      const opening = world.openWallet(wallet.driver, wallet.credentials, { journal });
      const { reason, message } = await failureOf(
        opening.then(async () => wallet.driver.send("pay", { order: ten(await world.recipient()) })),
      );
      expect(reason).toBe("STATE_INVALID");
      expect(message).toContain(file);
      expect(world.faults.rules.count("/Transfer")).toBe(0);
      return reason;
    },
  },
];
