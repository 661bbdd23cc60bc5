import { setImmediate as turn } from "node:timers/promises";
import { vi } from "vitest";
import type { Bank } from "./bank.ts";
import { Device } from "./device.ts";
import { troubleMs, World } from "./world.ts";

/** After the trouble everything is settled within this, and what is on its way has arrived within that. */
const calmMs = 300_000;
const lateMs = 60_000;

/**
 * Minutes of some clients, a network and a server, all of which follow from the seed. Throws for anything that a user
 * must never see; else answers the world as it is then.
 */
export async function runSchedule(seed: number, bank: Bank): Promise<World> {
  const world = new World(seed, bank);
  // Of the service's own randomness, when clients come back after a farewell is all that there is to see.
  const randomness = vi.spyOn(Math, "random").mockReturnValue(world.random.next());
  try {
    await bank.begin();
    await world.server.start();
    await live(world);
    await world.witness.close();
    return world;
  } catch (error) {
    const told = [`FUZZ_SEED=${seed}, after ${world.elapsedMs} ms`, ...world.story.slice(-20)];
    throw new Error(told.join("\n"), { cause: error });
  } finally {
    randomness.mockRestore();
  }
}

async function live(world: World): Promise<void> {
  const { random, server, faults } = world;
  const devices = Array.from({ length: 2 + random.below(3) }, (_, index) => new Device(world, index + 1));
  const timesUpTo = (most: number, act: () => void) => {
    for (let times = random.below(most + 1); times > 0; times -= 1) world.sometime(act);
  };
  for (const device of devices) {
    await device.use(1 + random.below(6));
    timesUpTo(2, () => device.restart());
  }
  timesUpTo(2, () => server.kill());
  timesUpTo(3, () => server.shutDown());
  const waiting = async () => (await Promise.all(devices.map((device) => device.waiting()))).flat();

  await pass(world, troubleMs);
  faults.trouble = 0;
  for (let left = calmMs; left > 0 && (await waiting()).length > 0; left -= 1_000) await pass(world, 1_000);
  const left = await waiting();
  if (left.length > 0) throw new Error(`without an answer: ${left}`);
  await pass(world, lateMs);
}

async function pass({ time, random, witness }: World, ms: number): Promise<void> {
  for (const endMs = time.nowMs + ms; time.nowMs < endMs; ) {
    time.step();
    // Time goes by while promises are under way, as in a process that has much to do.
    for (let turns = 1 + random.below(3); turns > 0; turns -= 1) await turn();
    witness.check();
  }
}
