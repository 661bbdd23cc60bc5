import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { createSignatureChecks } from "../../server/threads/signatures/checks.ts";

const linux = test.skipIf(process.platform !== "linux");

/** The niceness of a thread that gives way. */
async function nicenessOf(work: string): Promise<number> {
  const program = `
    import { getPriority } from "node:os";
    import { parentPort } from "node:worker_threads";
    import { giveWay } from ${JSON.stringify(new URL("../../server/core/thread-priority.ts", import.meta.url).href)};
    giveWay(${JSON.stringify(work)});
    parentPort.postMessage(getPriority());`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  const [niceness] = await once(worker, "message");
  await worker.terminate();
  return niceness;
}

/** Of each thread of this process, as proc(5) has it. */
function nicenessOfThreads(): number[] {
  return readdirSync("/proc/self/task").map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
  });
}

linux("what callers wait for gives way to the main thread, and backups to that (needs Linux)", async () => {
  const before = getPriority();
  const [calls, backups] = [await nicenessOf("calls"), await nicenessOf("backups")];
  expect(before).toBeLessThan(calls);
  expect(calls).toBeLessThan(backups);
  expect(getPriority()).toBe(before);
});

linux("signatures are checked by threads that give way to the main one, and before backups (needs Linux)", async () => {
  const [calls, before] = [await nicenessOf("calls"), nicenessOfThreads()];
  const { isSignature, close } = createSignatureChecks(2);
  await isSignature(Buffer.alloc(1), Buffer.alloc(32, 1), Buffer.alloc(64));
  const count = (all: readonly number[]) => all.filter((niceness) => niceness === calls).length;
  expect(count(nicenessOfThreads()) - count(before)).toBeGreaterThan(0);
  await close();
});
