import { setTimeout as sleep } from "node:timers/promises";
import type { Finding } from "../harness/finding.ts";
import { startServer } from "../harness/servers.ts";
import { channelProgram } from "./channel.ts";
import { connectChannel } from "./load.ts";

const targetKibibytes = 20;
/** Number of channels opened concurrently. */
const atOnce = 50;

/** Memory that an idle channel costs the server. */
export async function channelMemory(count: number): Promise<Finding> {
  const server = await startServer(channelProgram);
  try {
    // The first channels allocate memory that remains, so it is not counted.
    for (const { socket } of await openChannels(server.port, 200)) socket.terminate();
    const before = await memoryOf(server.port);
    const clients = await openChannels(server.port, count);
    const after = await memoryOf(server.port);
    for (const { socket } of clients) socket.terminate();
    const each = (name: "rss" | "heapUsed" | "external") => (after[name] - before[name]) / count / 1024;
    return {
      title: "Idle channels",
      how:
        `Growth of the server's memory after garbage collection when ${count} idle channels are opened, divided by their number: the heap, ` +
        "memory attached to it, and the whole process as the system reports it. One reading.",
      columns: ["memory", "KiB per channel"],
      rows: [
        ["heap", each("heapUsed").toFixed(1)],
        ["external", each("external").toFixed(1)],
        ["resident", each("rss").toFixed(1)],
      ],
      verdicts: [
        {
          what: `resident memory per idle channel, of ${count}`,
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

/** Reads twice, because memory released just now is freed a moment later. */
async function memoryOf(port: number): Promise<NodeJS.MemoryUsage> {
  const readMemory = async () => (await fetch(`http://127.0.0.1:${port}/memory`)).json() as Promise<NodeJS.MemoryUsage>;
  await readMemory();
  await sleep(1_000);
  return readMemory();
}
