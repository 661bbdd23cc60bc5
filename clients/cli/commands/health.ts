import { command } from "../command.ts";
import { endpointOf } from "../service.ts";
import { labelled } from "../text.ts";

/** How long a service may take to tell its state, in ms. */
const timeoutMs = 10_000;

export const health = command({
  name: "health",
  summary: "Tells whether a process of the service runs, and whether it is ready for calls.",
  options: { endpoint: { value: "URL", help: "the process to ask (the service)" } },
  examples: ["platonic health", "platonic health --endpoint http://10.0.0.2:8080"],
  async run({ options: { endpoint }, env }) {
    const url = endpointOf(env, endpoint);
    const [runs, ready] = await Promise.all([isWell(url, "/healthz"), isWell(url, "/readyz")]);
    const json = { endpoint: url, runs, ready };
    return { json, text: labelled(json), status: runs && ready ? 0 : 1 };
  },
});

async function isWell(endpoint: string, path: string): Promise<boolean> {
  const answer = await fetch(new URL(path, endpoint), { signal: AbortSignal.timeout(timeoutMs), redirect: "error" });
  await answer.body?.cancel();
  if (answer.status === 200 || answer.status === 503) return answer.status === 200;
  throw new Error(`${endpoint} is no service of platonic: ${path} answers ${answer.status}`);
}
