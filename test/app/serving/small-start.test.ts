import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** Program that prints the size of the young generation of threads, in MiB: two started small at once, and a usual one later. */
const program = `
  import { once } from "node:events";
  import { Worker } from "node:worker_threads";
  import { startedSmall } from "./server/app/serving/small-start.ts";
  const code = "const { parentPort } = process.getBuiltinModule('node:worker_threads'); const garbage = []; " +
    "for (let index = 0; index < 20_000; index++) garbage[index % 10] = new Array(100).fill(index); " +
    "const { space_size } = process.getBuiltinModule('node:v8').getHeapSpaceStatistics().find((space) => space.space_name === 'new_space'); " +
    "parentPort.postMessage(space_size / 1024 / 1024)";
  const start = () => new Worker(code, { eval: true });
  const sizeOf = async (worker) => (await once(worker, "message"))[0];
  const small = await Promise.all([startedSmall(start), startedSmall(start)].map(sizeOf));
  console.log(JSON.stringify([...small, await sizeOf(start())]));
`;

test("threads that start small do so beside a main thread whose heap starts large, and others do as it does", () => {
  const parameters = ["--min-semi-space-size=64", "--max-semi-space-size=128", "--input-type=module", "-e", program];
  const [one, other, usual] = JSON.parse(execFileSync(process.execPath, parameters, { encoding: "utf8" })) as number[];
  expect(one).toBeLessThanOrEqual(16);
  expect(other).toBeLessThanOrEqual(16);
  expect(usual).toBeGreaterThanOrEqual(32);
});
