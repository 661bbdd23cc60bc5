import { setImmediate } from "node:timers/promises";
import { exposition } from "../../../server/core/metrics/exposition.ts";
import { MetricRegistry } from "../../../server/core/metrics/registry.ts";
import type { FileJournal } from "../../../server/modules/ledger/journal/journal.ts";
import { offerJournal } from "../../../server/modules/ledger/journal/metrics.ts";
import { makeCertificate } from "../http/certificate.ts";
import { ApiClient } from "../identity/api-client.ts";
import { replayed } from "../ledger/checked.ts";
import { startServer, type TestServer } from "../server.ts";
import { metricsUrl, scraped } from "./scraped.ts";

const settings = {
  METRICS_PORT: "0",
  BACKUPS: "off",
  BACKUP_HOOK: "/bin/true",
  OPEN_REGISTRATION: "true",
  WEBHOOK_ADDRESSES: "any",
};

/**
 * Scrapes services in which everything that is measured has happened. Returns the text of all their series.
 *
 * @param place settings of the database
 */
export async function wholeScrape(place: Record<string, string> = {}): Promise<string> {
  const server = await startServer({ ...settings, ...place });
  try {
    await beBusy(server);
    // A reading that fails is counted in the next scrape.
    await fetch(metricsUrl(server));
    const text = await (await fetch(metricsUrl(server))).text();
    return [text, await overTls(), await journal()].join("");
  } finally {
    await server.close();
  }
}

async function beBusy(server: TestServer): Promise<void> {
  const { secret } = await server.createKey("developer");
  const created = await server.post("/api/identities/create", { username: "ada", email: "ada@example.com" });
  const { id } = created.body.result.identity;
  await server.post("/api/verification/challenge", { identity_id: id, method: "METHOD_EMAIL" });
  await server.post("/api/wallets/create", { identity_id: id });
  await server.post("/v1/admin/ledger/deposits", { identity_id: id, token_type: "TOKEN_STANDARD", amount: "100" });
  await replayed(new ApiClient(server));
  await server.post("/v1/admin/backups", {});
  // The program runs after the answer.
  while ((await scraped(server)).get('platonic_backup_hook_runs_total{outcome="succeeded"}') !== 1)
    await setImmediate();
  await server.post("/v1/admin/backups/drill", {});
  await fetch(`${server.url}/v1/events?identity_id=${id}`, { method: "POST" });
  // A port where nobody listens.
  await server.post("/v1/admin/ledger/webhooks", { url: "http://127.0.0.1:1/", from_start: true });
  while ((await scraped(server)).get('platonic_webhooks_endpoints{state="failing"}') !== 1) await setImmediate();
  const Authorization = `Bearer ${secret}`;
  while ((await server.post("/geocode.v1.GeocodeService/Encode", {}, { Authorization })).status !== 429);
}

/** Series that only a port with TLS has. */
async function overTls(): Promise<string> {
  const certificate = makeCertificate();
  const server = await startServer({
    ...settings,
    TLS_CERT_FILE: certificate.certFile,
    TLS_KEY_FILE: certificate.keyFile,
  });
  try {
    const text = await (await fetch(metricsUrl(server))).text();
    return text
      .split("\n")
      .filter((line) => line.includes("certificate"))
      .join("\n")
      .concat("\n");
  } finally {
    await server.close();
    certificate.remove();
  }
}

/** Series that only a process on a cluster of databases has. */
async function journal(): Promise<string> {
  const registry = new MetricRegistry({ readMs: 600_000, report: () => {} });
  offerJournal(registry, { names: ["a file"] } as unknown as FileJournal).compared(0, 0);
  const families = (await registry.collect()).filter(({ name }) => name.startsWith("platonic.journal"));
  return exposition(families, "prometheus");
}
