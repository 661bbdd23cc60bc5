import { setTimeout as sleep } from "node:timers/promises";
import type { Finding } from "../harness/finding.ts";
import { startServer } from "../harness/servers.ts";
import { channelProgram } from "./channel.ts";
import { connectChannel } from "./load.ts";

const targetKibibytes = 20;
/** Opened at once; the rest waits. */
const atOnce = 50;

/** What a channel on which nothing happens costs the server. */
export async function channelMemory(count: number): Promise<Finding> {
  const server = await startServer(channelProgram);
  try {
    // What the first channels leave stays.
    for (const { socket } of await openChannels(server.port, 200)) socket.terminate();
    const before = await memoryOf(server.port);
    const clients = await openChannels(server.port, count);
    const after = await memoryOf(server.port);
    for (const { socket } of clients) socket.terminate();
    const each = (name: "rss" | "heapUsed" | "external") => (after[name] - before[name]) / count / 1024;
    return {
      title: "Idle channels",
      how:
        `Memory of the server's process, garbage collected, with ${count} idle channels more than before, by their number. The heap and what ` +
        "hangs on it, and the whole process as the system sees it. One reading.",
      columns: ["memory", "KiB of each channel"],
      rows: [
        ["heap", each("heapUsed").toFixed(1)],
        ["beside the heap", each("external").toFixed(1)],
        ["resident", each("rss").toFixed(1)],
      ],
      verdicts: [
        {
          what: `resident memory of each of ${count} idle channels`,
          figure: `${each("rss").toFixed(1)} KiB`,
          target: `less than ${targetKibibytes} KiB`,
          isReached: each("rss") < targetKibibytes,
          isUncertain: false,
        },
      ],
    };
  } finally {
    await server.stop();
  }
}

async function openChannels(port: number, count: number) {
  const clients: Awaited<ReturnType<typeof connectChannel>>[] = [];
  while (clients.length < count) {
    const batch = Math.min(atOnce, count - clients.length);
    clients.push(...(await Promise.all(Array.from({ length: batch }, () => connectChannel(port)))));
  }
  return clients;
}

/** Twice, because what was let go of just now is free a moment later. */
async function memoryOf(port: number): Promise<NodeJS.MemoryUsage> {
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/memory`)).json() as Promise<NodeJS.MemoryUsage>;
  await ask();
  await sleep(1_000);
  return ask();
}
