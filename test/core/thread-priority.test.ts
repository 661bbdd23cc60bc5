import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { createSignatureChecks } from "../../server/threads/signatures/checks.ts";

const linux = test.skipIf(process.platform !== "linux");

/** The nice value of a thread that has lowered its priority. */
async function niceValueOf(purpose: string): Promise<number> {
  const program = `
    import { getPriority } from "node:os";
    import { parentPort } from "node:worker_threads";
    import { lowerThreadPriority } from ${JSON.stringify(new URL("../../server/core/thread-priority.ts", import.meta.url).href)};
    lowerThreadPriority(${JSON.stringify(purpose)});
    parentPort.postMessage(getPriority());`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  const [niceValue] = await once(worker, "message");
  await worker.terminate();
  return niceValue;
}

/** Nice values of all threads of this process, from proc(5). */
function niceValuesOfThreads(): number[] {
  return readdirSync("/proc/self/task").map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
  });
}

linux("threads that callers wait for run below the main thread, and backups below those (needs Linux)", async () => {
  const before = getPriority();
  const [calls, backups] = [await niceValueOf("calls"), await niceValueOf("backups")];
  expect(before).toBeLessThan(calls);
  expect(calls).toBeLessThan(backups);
  expect(getPriority()).toBe(before);
});

linux("signatures are checked by threads that run below the main one and above backups (needs Linux)", async () => {
  const [calls, before] = [await niceValueOf("calls"), niceValuesOfThreads()];
  const { isSignature, close } = createSignatureChecks(2);
  await isSignature(Buffer.alloc(1), Buffer.alloc(32, 1), Buffer.alloc(64));
  const count = (all: readonly number[]) => all.filter((niceValue) => niceValue === calls).length;
  expect(count(niceValuesOfThreads()) - count(before)).toBeGreaterThan(0);
  await close();
});
