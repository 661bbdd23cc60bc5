import { closeSync, existsSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { newTransactionId } from "../../clients/typescript/src/wallet/transaction-id.ts";
import type { Random } from "../support/laws/random.ts";
import { type DriverProcess, type Outcome, ProcessEnded } from "./driver-process.ts";
import type { World } from "./world.ts";

/** Requests, answers and changes of the journal that a group of 1,000 orders makes, at least. */
const stepsOfGroup = 3;

/**
 * Pays a file of orders in bulk by processes that are killed while they do, each of which reconciles and goes on behind the last
 * outcome that was written. Expects every outcome once, in the sequence of the orders, and the money to have moved once.
 */
export async function playBulk(world: World, count: number, kills: number, random: Random): Promise<void> {
  const folder = world.journal();
  const [journal, orders, outcomes] = [folder, join(folder, "orders.txt"), join(folder, "outcomes.txt")];
  const [wallet, recipient] = [await world.wallet(String(count), { journal }), await world.recipient()];
  await wallet.driver.kill();
  writeOrders(orders, recipient, count);
  for (let turn = 0, isDone = false; !isDone; turn += 1) {
    const driver = await world.driver();
    await world.openWallet(driver, wallet.credentials, { journal, clientId: `process-${turn}` });
    const left = count - countOf(outcomes);
    const steps = Math.ceil((left / 1_000) * stepsOfGroup);
    const step = turn < kills ? 1 + random.below(Math.max(1, Math.ceil((2 * steps) / (kills - turn + 1)))) : Infinity;
    isDone = await untilKilled(world, driver, step, async () => {
      const told = await driver.send<{ readonly outcomes: readonly Outcome[] }>("reconcile");
      for (const { kind } of told.outcomes) expect([turn, kind]).toEqual([turn, "completed"]);
      await driver.send("payFile", { orders, outcomes });
      await driver.send("close", { what: "wallet" });
    });
  }
  expect(told(outcomes)).toEqual(idsOf(orders).map((id) => ({ kind: "completed", id })));
  expect(await world.balanceOf(recipient)).toBe(String(count / 10_000));
}

/** Orders that are paid one after the other in a measurement. */
const singleOrders = 200;
const rounds = 3;

/**
 * Measures payments a second in bulk and one after the other, in turns, and the memory of the process. Returns a line that says
 * so.
 */
export async function measureBulk(world: World, count: number): Promise<string> {
  await world.endDrivers();
  const folder = world.journal();
  const [wallet, recipient] = [await world.wallet(String(count), { journal: folder }), await world.recipient()];
  const { driver } = wallet;
  await driver.send("pay", { order: orderTo(recipient) });
  const idle = peakOf(driver.pid);
  const measured: { readonly bulk: number; readonly single: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [orders, outcomes] = [join(folder, `orders-${round}`), join(folder, `outcomes-${round}`)];
    writeOrders(orders, recipient, count);
    const bulk = await rateOf(count, () => driver.send("payFile", { orders, outcomes }));
    const single = await rateOf(singleOrders, async () => {
      for (let index = 0; index < singleOrders; index += 1) await driver.send("pay", { order: orderTo(recipient) });
    });
    measured.push({ bulk, single });
  }
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number;
  const [bulk, single] = [median(measured.map(({ bulk }) => bulk)), median(measured.map(({ single }) => single))];
  const ratio = median(measured.map(({ bulk, single }) => bulk / single));
  const memory = `${(idle / 1e6).toFixed(0)} MB before, at most ${(peakOf(driver.pid) / 1e6).toFixed(0)} MB`;
  return `${bulk.toFixed(0)} a second in bulk, ${single.toFixed(0)} one by one, ${ratio.toFixed(0)} times; ${memory}`;
}

async function rateOf(count: number, act: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await act();
  return (1_000 * count) / (performance.now() - startMs);
}

function orderTo(recipient: string) {
  return { id: newTransactionId(), recipient, tokenType: "TOKEN_TYPE_STANDARD", amount: "0.0001" };
}

function writeOrders(path: string, recipient: string, count: number): void {
  const file = openSync(path, "w");
  for (let index = 0; index < count; index += 1) {
    writeSync(file, `${JSON.stringify(orderTo(recipient))}\n`);
  }
  closeSync(file);
}

function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
}

function countOf(path: string): number {
  return linesOf(path).length;
}

function idsOf(path: string): string[] {
  return linesOf(path).map((line) => JSON.parse(line).id);
}

function told(path: string): Outcome[] {
  return linesOf(path).map((line) => JSON.parse(line));
}

/** Returns the most resident memory that a process has had so far, in bytes; 0 where the system does not say. */
function peakOf(pid: number | undefined): number {
  const status = `/proc/${pid}/status`;
  return existsSync(status) ? Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(status, "utf8"))?.[1] ?? 0) * 1024 : 0;
}

/** Has a process do something, and kills it at a request or an answer, if it gets so far. Returns whether it did all. */
async function untilKilled(
  world: World,
  driver: DriverProcess,
  step: number,
  act: () => Promise<void>,
): Promise<boolean> {
  let steps = 0;
  world.faults.onStep = () => {
    steps += 1;
    if (steps === step) void driver.kill();
  };
  try {
    await act();
    return true;
  } catch (error) {
    if (error instanceof ProcessEnded) return false;
    throw error;
  } finally {
    world.faults.onStep = undefined;
    await driver.kill();
  }
}
