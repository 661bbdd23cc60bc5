import { exposition } from "../../../server/core/metrics/exposition.ts";
import { MetricRegistry } from "../../../server/core/metrics/registry.ts";
import type { FileJournal } from "../../../server/modules/ledger/journal/journal.ts";
import { offerJournal } from "../../../server/modules/ledger/journal/metrics.ts";
import { makeCertificate } from "../http/certificate.ts";
import { startServer, type TestServer } from "../server.ts";
import { metricsUrl } from "./scraped.ts";

const settings = { METRICS_PORT: "0", BACKUPS: "off", OPEN_REGISTRATION: "true" };

/** Scrapes services in which everything that is measured has happened. Returns the text of all their series. */
export async function wholeScrape(): Promise<string> {
  const server = await startServer(settings);
  try {
    await beBusy(server);
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
  await server.post("/v1/admin/backups", {});
  await server.post("/v1/admin/backups/drill", {});
  await fetch(`${server.url}/v1/events?identity_id=${id}`, { method: "POST" });
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
