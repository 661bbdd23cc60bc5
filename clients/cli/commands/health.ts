import { command } from "../command.ts";
import { endpointOf } from "../service.ts";
import { labelled } from "../text.ts";

/** Longest wait for the state of the service, in ms. */
const timeoutMs = 10_000;

export const health = command({
  name: "health",
  summary: "Tells whether a process of the service runs, and whether it is ready for calls.",
  options: { endpoint: { value: "URL", help: "the process to ask (the service)" } },
  examples: ["platonic health", "platonic health --endpoint http://10.0.0.2:8080"],
  async run({ options: { endpoint }, env }) {
    const url = endpointOf(env, endpoint);
    const [live, readiness] = [await probe(url, "/healthz"), await probe(url, "/readyz")];
    const { isWell: runs, roundTripMs, clockAheadMs } = live;
    const json = { endpoint: url, runs, ready: readiness.isWell, roundTripMs, clockAheadMs };
    return { json, text: labelled(json), status: runs && json.ready ? 0 : 1 };
  },
});

interface Probe {
  readonly isWell: boolean;
  readonly roundTripMs: number;
  /**
   * Milliseconds by which the clock of the service is ahead of this machine's, precise to a second; null if it reports
   * none.
   */
  readonly clockAheadMs: number | null;
}

async function probe(endpoint: string, path: string): Promise<Probe> {
  const startedMs = performance.now();
  const answer = await fetch(new URL(path, endpoint), { signal: AbortSignal.timeout(timeoutMs), redirect: "error" });
  const roundTripMs = Math.round(performance.now() - startedMs);
  const servedMs = Date.parse(answer.headers.get("date") ?? "");
  const clockAheadMs = Number.isNaN(servedMs) ? null : servedMs - Math.floor(Date.now() / 1000) * 1000;
  await answer.body?.cancel();
  if (answer.status === 200 || answer.status === 503)
    return { isWell: answer.status === 200, roundTripMs, clockAheadMs };
  throw new Error(`no platonic service answers at ${endpoint}: the status of ${path} is ${answer.status}`);
}
