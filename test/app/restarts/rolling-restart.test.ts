// @module-tag slow/programs

import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { mariadb, onMariadb } from "../../support/database/databases.ts";
import { freePorts } from "../../support/database/free-ports.ts";
import { type Certificate, makeCertificate } from "../../support/http/certificate.ts";
import { nginxProblem, startNginx } from "../../support/http/nginx.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { Load } from "../../support/programs/load.ts";
import { heldBy } from "../../support/sdk-holder.ts";
import { newHolder } from "../../support/wallet-holder.ts";
import { Backend, drainMs } from "./backend.ts";
import { byTurns, channelPayer, officialClient, restPayer, unitsOf } from "./callers.ts";

const callsMin = Number(process.env["ROLLING_CALLS"] ?? 10_000);
/** Answers between two checks of the servers by the load balancer. */
const checkEvery = 20;
const vector = { data: { values: [1, 2, 3, 4, 5] }, sourceDimensions: 5, targetDimensions: 3 };
const restVector = { data: [1, 2, 3, 4, 5], source_dimensions: 5, target_dimensions: 3 };

onMariadb("a rolling restart of three servers under load", () => {
  const trusted = getCACertificates();
  let certificate: Certificate;

  beforeAll(() => {
    if (nginxProblem !== undefined) throw new Error(nginxProblem);
    certificate = makeCertificate();
    setDefaultCACertificates([...trusted, certificate.ca.toString("utf8")]);
  });
  afterAll(() => {
    certificate?.remove();
    setDefaultCACertificates(trusted);
  });

  test(`shows callers no error in ${callsMin} calls over REST, gRPC and channels, and makes each payment once`, async () => {
    const backends = await startBackends();
    const [first] = backends as [Backend];
    const ports = backends.map(({ url }) => Number(new URL(url).port));
    const nginx = await startNginx(ports, certificate);
    onTestFinished(() => nginx.stop());
    const turn = byTurns(backends);
    const official = officialClient(backends);
    onTestFinished(() => official.close());
    const { id: recipient } = await newHolder(new ApiClient(first));
    const rest = await Promise.all(Array.from({ length: 3 }, () => restPayer(turn, recipient)));
    const channels = await Promise.all(Array.from({ length: 6 }, () => channelPayer(first.url, nginx.url, recipient)));
    onTestFinished(() => {
      for (const { close } of channels) close();
    });

    const load = new Load();
    for (let n = 0; n < 4; n++) {
      load.add("REST", async () => (await turn()).post("/v1/geocode/transform", restVector));
      load.add("gRPC", async () => (await turn()).geocode.transform(vector));
      load.add("gRPC, official client", () => official.call());
    }
    for (const { pay } of rest) load.add("payment by REST", pay);
    for (const { pay } of channels) load.add("payment by a channel", pay);
    const checks = keepChecking(backends, load);

    for (const backend of backends) {
      await load.more(callsMin / 8);
      expect(await backend.stop()).toBe(0);
      await load.more(callsMin / 8);
      await backend.start();
      while (!backend.isReady) await load.more(1);
    }
    await load.more(Math.max(callsMin / 8, callsMin - load.answered));
    await load.stop();
    await checks;

    expect(load.errors).toEqual([]);
    const payers = [...rest, ...channels];
    const unitsHeldBy = async (id: string) => Math.round(100_000_000 * Number(await heldBy(first.url, id)));
    for (const { id, paid } of payers) expect(await unitsHeldBy(id)).toBe(unitsOf.left(paid));
    expect(payers.every(({ paid }) => paid > 0)).toBe(true);
    const total = payers.reduce((sum, { paid }) => sum + paid, 0);
    expect(await unitsHeldBy(recipient)).toBe(unitsOf.received(total));
  });
});

/** Starts three servers on one database. The first brings the schema up to date. */
async function startBackends(): Promise<readonly Backend[]> {
  const location = await mariadb.createForTest();
  const unlimited = { requestsPerMinute: 1_000_000_000, concurrentRequests: 1_000 };
  const environment = {
    ...location.environment,
    PLANS: JSON.stringify({ operator: unlimited, identity: unlimited, anonymous: unlimited }),
    TRUSTED_PROXIES: "127.0.0.1",
    DRAIN_MS: String(drainMs),
    BACKUPS: "off",
  };
  const backends = (await freePorts(3)).map((port) => new Backend(port, environment));
  for (const backend of backends) {
    onTestFinished(() => backend.remove());
    await backend.start();
    await backend.check();
  }
  return backends;
}

/** Has the load balancer ask the servers again and again whether they are ready, until the load is over. */
async function keepChecking(backends: readonly Backend[], load: Load): Promise<void> {
  while (!load.isOver) {
    await Promise.all(backends.map((backend) => backend.check()));
    await load.more(checkEvery);
  }
}
