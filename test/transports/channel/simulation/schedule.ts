import { setImmediate as turn } from "node:timers/promises";
import { vi } from "vitest";
import type { Bank } from "./bank.ts";
import { Device } from "./device.ts";
import { troubleMs, World } from "./world.ts";

/** Time after the faults within which all payments are settled, and within which all frames have arrived. */
const calmMs = 300_000;
const lateMs = 60_000;

/**
 * Simulates some minutes of clients, a network and a server, all determined by the seed. Throws if a user would see
 * something that must never occur; otherwise returns the final state.
 */
export async function runSchedule(seed: number, bank: Bank): Promise<World> {
  const world = new World(seed, bank);
  // The only visible randomness of the service itself is the delay after goAway.
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
    // Time passes while promises are pending, as in a busy process.
    for (let turns = 1 + random.below(3); turns > 0; turns -= 1) await turn();
    witness.check();
  }
}
