import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { limits } from "../../../server/core/limits.ts";
import { createOn, onMariadb } from "../../support/database/databases.ts";
import { startMariadb } from "../../support/database/mariadb.ts";
import { metricsUrl, scraped } from "../../support/metrics/scraped.ts";
import { startServer } from "../../support/server.ts";

async function started(settings: Record<string, string>) {
  const server = await startServer({ METRICS_PORT: "0", BACKUPS: "off", ...settings });
  onTestFinished(() => server.close());
  return server;
}

describe("a port of the metrics", () => {
  test("at an address of another machine is told with its settings, and the service runs", async () => {
    // An address that no machine has: it is for documentation (RFC 5737).
    const server = await started({ METRICS_HOST: "192.0.2.1" });
    expect((await server.post("/v1/admin/keys", { name: "a", plan: "operator", permissions: ["*"] })).status).toBe(200);
    const lines = server.log.map((line) => JSON.parse(line)).filter(({ host }) => host === "192.0.2.1");
    expect(lines).toMatchObject([
      { level: 50, msg: expect.stringContaining("METRICS_HOST"), err: { code: "EADDRNOTAVAIL" } },
    ]);
  });

  test("refuses requests that are too large or none, and answers the next one", async () => {
    const server = await started({});
    const { port, hostname } = new URL(metricsUrl(server));
    const asked = async (request: string) => {
      const socket = connect(Number(port), hostname);
      socket.write(request);
      return (await text(socket)).split("\r\n", 1)[0];
    };
    const get = "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
    const long = "x".repeat(limits.headerBytesMax);
    expect(await asked(`${get}X-Long: ${long}\r\n\r\n`)).toBe("HTTP/1.1 431 Request Header Fields Too Large");
    expect(await asked("no request at all\r\n\r\n")).toBe("HTTP/1.1 400 Bad Request");
    expect(await asked(`${get}\r\n`)).toBe("HTTP/1.1 200 OK");
    const posted = await fetch(metricsUrl(server), { method: "POST", body: long });
    expect([posted.status, await posted.text()]).toEqual([405, "Metrics are read with GET.\n"]);
  });
});

onMariadb("a service whose database stands still", () => {
  test("tells that, without the readings of the database, and calls that need none go on", async () => {
    const mariadb = await startMariadb();
    onTestFinished(() => mariadb.remove());
    const { environment } = await createOn(mariadb.url);
    const server = await started({ ...environment, DATABASE_URL: `${environment["DATABASE_URL"]}&timeoutMs=2000` });
    const before = await scraped(server);
    expect(before.get("platonic_database_away")).toBe(0);
    expect([...before.keys()]).toContain("platonic_ledger_entries");
    await mariadb.suspend();
    // Calls that need the database find that it is away.
    const answer = await server.post("/v1/admin/backups", {});
    expect(answer.status).toBeGreaterThanOrEqual(400);
    while ((await fetch(`${server.url}/readyz`)).status === 200);
    const scrapes = await Promise.all(Array.from({ length: 100 }, () => scraped(server)));
    for (const scrape of scrapes) {
      expect(scrape.get("platonic_database_away")).toBe(1);
      expect(scrape.get("platonic_channels")).toBe(0);
      expect([...scrape.keys()]).not.toContain("platonic_ledger_entries");
    }
    expect((await scraped(server)).get("platonic_metrics_missed_total")).toBeGreaterThan(0);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    mariadb.resume();
    while ((await scraped(server)).get("platonic_ledger_entries") === undefined);
    while ((await fetch(`${server.url}/readyz`)).status !== 200);
    expect((await scraped(server)).get("platonic_database_away")).toBe(0);
  });
});
