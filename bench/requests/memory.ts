import { setTimeout as sleep } from "node:timers/promises";
import type { Finding } from "../harness/finding.ts";
import { programs, startServer } from "../harness/servers.ts";
import { keepBusy, openLoad } from "./load.ts";
import { payloads } from "./payloads.ts";
import { requestOnce } from "./single-request.ts";
import { wireRequest } from "./wire.ts";

const targetGrowth = 0.1;

/** Memory of our server after a number of requests and after ten times as many. */
export async function memoryGrowth(requestsBefore: number): Promise<Finding> {
  // The daily backup comes a minute after the start and takes its own memory for some seconds, whatever the requests.
  const server = await startServer({ ...programs.ours, environment: { BACKUPS: "off" } });
  try {
    const request = wireRequest(payloads.transform, "rest");
    const load = await openLoad(server.port, "rest", request, await requestOnce(server.port, "rest", request));
    let requests = 0;
    const residentAfter = async (count: number) => {
      while (requests < count) requests += (await keepBusy(load, { seconds: 0.1, sleepless: true })).requests;
      // Waits for pending writes of the log and the database, which are not growth.
      await sleep(1000);
      return { requests, bytes: server.residentBytes() };
    };
    const before = await residentAfter(requestsBefore);
    const after = await residentAfter(10 * requestsBefore);
    load.close();
    const growth = after.bytes / before.bytes - 1;
    return {
      title: "Memory",
      how:
        `Resident memory of our server under REST: ${payloads.transform.name}, at the maximum rate, on the same ` +
        "connections, without automatic backups. One reading each, a second after the last request, without a forced " +
        "garbage collection.",
      columns: ["requests", "MiB"],
      rows: [before, after].map(({ requests, bytes }) => [String(requests), (bytes / 2 ** 20).toFixed(1)]),
      verdicts: [
        {
          what: `growth of memory from ${requestsBefore} to ${10 * requestsBefore} requests`,
          figure: `${(100 * growth).toFixed(1)} %`,
          target: `less than ${100 * targetGrowth} %`,
          isReached: growth < targetGrowth,
          isUncertain: false,
        },
      ],
    };
  } finally {
    await server.stop();
  }
}
