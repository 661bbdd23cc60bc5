import { setImmediate as turn } from "node:timers/promises";
import { vi } from "vitest";
import { Device } from "./device.ts";
import type { SharedLedger } from "./shared-ledger.ts";
import { faultyMs, Simulation } from "./simulation.ts";

/** Maximum time after the faults until all requests are answered, and time until all frames have arrived, in ms. */
const settleMs = 300_000;
const drainMs = 60_000;

/**
 * Simulates some minutes of clients, a network and a server, all determined by the seed. Returns the final state.
 *
 * @throws Error if a client was told something that is not stored, or lost an answer
 */
export async function runSchedule(seed: number, ledger: SharedLedger): Promise<Simulation> {
  const simulation = new Simulation(seed, ledger);
  // The only visible randomness of the service itself is the delay after goAway.
  const randomness = vi.spyOn(Math, "random").mockReturnValue(simulation.random.next());
  try {
    await ledger.reset();
    await simulation.server.start();
    await runDevices(simulation);
    await simulation.checker.close();
    return simulation;
  } catch (error) {
    const lines = [`FUZZ_SEED=${seed}, after ${simulation.elapsedMs} ms`, ...simulation.frameLog.slice(-20)];
    throw new Error(lines.join("\n"), { cause: error });
  } finally {
    randomness.mockRestore();
  }
}

async function runDevices(simulation: Simulation): Promise<void> {
  const { random, server, faults } = simulation;
  const devices = Array.from({ length: 2 + random.below(3) }, (_, index) => new Device(simulation, index + 1));
  const timesUpTo = (most: number, act: () => void) => {
    for (let times = random.below(most + 1); times > 0; times -= 1) simulation.atRandomTime(act);
  };
  for (const device of devices) {
    await device.schedule(1 + random.below(6));
    timesUpTo(2, () => device.restart());
  }
  timesUpTo(2, () => server.kill());
  timesUpTo(3, () => server.shutDown());
  const unanswered = async () => (await Promise.all(devices.map((device) => device.unanswered()))).flat();

  await advance(simulation, faultyMs);
  faults.rate = 0;
  for (let leftMs = settleMs; leftMs > 0 && (await unanswered()).length > 0; leftMs -= 1_000) {
    await advance(simulation, 1_000);
  }
  const left = await unanswered();
  if (left.length > 0) throw new Error(`without an answer: ${left}`);
  await advance(simulation, drainMs);
}

async function advance({ time, random, checker }: Simulation, ms: number): Promise<void> {
  for (const endMs = time.nowMs + ms; time.nowMs < endMs; ) {
    time.step();
    // Time advances while promises are pending, as in a busy process.
    for (let turns = 1 + random.below(3); turns > 0; turns -= 1) await turn();
    checker.check();
  }
}
