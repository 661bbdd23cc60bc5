import { existsSync, type FSWatcher, readdirSync, watch } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Random } from "../support/laws/random.ts";
import { type DriverProcess, type Outcome, ProcessEnded } from "./driver-process.ts";
import type { World } from "./world.ts";

interface Outcomes {
  readonly outcomes: readonly Outcome[];
}

/** End of the names of operations in a journal. */
const ending = ".operation";

/** Status of a transaction in the ledger, by the word of the SDK. */
const statuses = {
  completed: "TRANSACTION_COMPLETED",
  held: "TRANSACTION_HELD",
  failed: "TRANSACTION_FAILED",
} as const;

/**
 * Pays again and again with a process that is killed at a random one of its steps, and reconciles with others, some of which are
 * killed, too. Expects of every payment that what was told is what the ledger says, and that each one in the ledger was told.
 */
export async function playKills(world: World, count: number, random: Random): Promise<void> {
  const journal = world.journal();
  const [wallet, recipient] = [await world.wallet("100000", { journal }), await world.recipient()];
  await wallet.driver.kill();
  const processes = { started: 0 };
  const start = async () => {
    const driver = await world.driver();
    const clientId = `process-${processes.started++}`;
    await world.openWallet(driver, wallet.credentials, { journal, clientId });
    return driver;
  };
  for (let turn = 0; turn < count; turn += 1) {
    const told = new Map<string, Set<Outcome["kind"]>>();
    const tell = ({ id, kind }: Outcome) => {
      if (kind !== "unresolved") told.set(id, (told.get(id) ?? new Set()).add(kind));
    };
    const ids = new Set<string>();
    const order = () => {
      const id = crypto.randomUUID();
      ids.add(id);
      return { id, recipient, tokenType: "TOKEN_TYPE_STANDARD", amount: "1" };
    };
    const doing = `turn ${turn}`;
    const early: string[] = [];
    const removed = (id: string) => {
      if (!told.has(id)) early.push(id);
    };
    await untilKilled(
      { world, driver: await start(), journal, step: 1 + random.below(60), removed },
      async (driver) => {
        const paid = (command: string, members: object) =>
          driver.send<Outcome & Outcomes>(command, members).then((result) => {
            for (const outcome of result.outcomes ?? [result]) tell(outcome);
          });
        await Promise.all([
          paid("pay", { order: order() }),
          paid("pay", { order: order() }),
          paid("payMany", { orders: [order(), order(), order()] }),
          paid("payLinked", { orders: [order(), order()] }),
          paid("hold", { order: order(), captureBeforeMs: Date.now() + 86_400_000 }),
        ]);
      },
    );
    for (let isDone = false; !isDone; ) {
      const step = random.chance(0.5) ? 1 + random.below(12) : Number.POSITIVE_INFINITY;
      isDone = await untilKilled({ world, driver: await start(), journal, step, removed }, async (driver) => {
        for (const outcome of (await driver.send<Outcomes>("reconcile")).outcomes) tell(outcome);
        await driver.send("close", { what: "wallet" });
      });
    }
    for (const id of ids) {
      const status = await world.wordOf(wallet.id, id);
      const kinds = [...(told.get(id) ?? [])].map((kind) => statuses[kind as keyof typeof statuses]);
      // One that was never in the journal was never sent, and the ledger knows nothing of it.
      expect([doing, id, kinds]).toEqual([doing, id, status === "TRANSACTION_PENDING" ? [] : [status]]);
    }
    // A kill seldom meets the moment between the two, so that their sequence is looked at in any case.
    expect([doing, early]).toEqual([doing, []]);
    expect([doing, readdirSync(journal).filter((name) => name.endsWith(ending))]).toEqual([doing, []]);
  }
}

/** A process that is killed at a step. */
interface Victim {
  readonly world: World;
  readonly driver: DriverProcess;
  readonly journal: string;
  readonly step: number;
  /** Told of each operation that leaves the journal. */
  readonly removed: (id: string) => void;
}

/**
 * Has a process do something, and kills it at a step: a change of its journal, a request that it sends, or an answer that it
 * gets. Kills it at the end in any case. Returns whether it did all.
 */
async function untilKilled(
  { world, driver, journal, step, removed }: Victim,
  act: (driver: DriverProcess) => Promise<void>,
): Promise<boolean> {
  let steps = 0;
  const count = () => {
    steps += 1;
    if (steps === step) void driver.kill();
  };
  const watcher: FSWatcher = watch(journal, (_, name) => {
    if (name?.endsWith(ending) && !existsSync(join(journal, name))) removed(name.slice(0, -ending.length));
    count();
  });
  world.faults.onStep = count;
  try {
    await act(driver);
    return true;
  } catch (error) {
    if (error instanceof ProcessEnded) return false;
    throw error;
  } finally {
    watcher.close();
    world.faults.onStep = undefined;
    await driver.kill();
  }
}
