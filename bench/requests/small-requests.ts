import type { Pace } from "../harness/contest.ts";
import { keepBusy, openLoad } from "./load.ts";
import { payloads } from "./payloads.ts";
import { keepPace, type Latency } from "./schedule.ts";
import { requestOnce } from "./single-request.ts";
import { wireRequest } from "./wire.ts";

export const smallPayload = payloads.transform;
export const smallPerSecond = 1_000;

/** Warms a server up, and returns the function that measures the latency of small requests over REST at a steady rate. */
export async function smallRequests(port: number, pace: Pace): Promise<() => Promise<Latency>> {
  const request = wireRequest(smallPayload, "rest");
  const answer = await requestOnce(port, "rest", request);
  const warmUp = await openLoad(port, "rest", request, answer);
  await keepBusy(warmUp, { seconds: pace.warmUpSeconds, sleepless: false });
  warmUp.close();
  return async () => {
    const load = await openLoad(port, "rest", request, answer);
    const seconds = Math.max(3, pace.seconds);
    const latency = await keepPace(load, { perSecond: smallPerSecond, seconds, sleepless: false });
    load.close();
    return latency;
  };
}
