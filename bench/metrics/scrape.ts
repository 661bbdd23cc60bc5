import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServiceDatabase } from "../../server/app/tables.ts";
import { connectChannel } from "../channel/load.ts";
import type { Pace } from "../harness/contest.ts";
import type { Finding } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { apiKey, programs, type ServerProcess, startServer } from "../harness/servers.ts";
import { addSessions } from "../identity/session-check.ts";
import { spreadText } from "../report/lines.ts";
import { payloads } from "../requests/payloads.ts";
import { wireRequest } from "../requests/wire.ts";

const sessionsCount = 10_000;
const channelsCount = 1_000;
/** Channels that are opened at once. */
const atOnce = 20;
const msMax = 20;
const kilobytesMax = 200;

/** Time and size of a scrape of a service with many sessions and channels. */
export async function scrapeTime({ rounds }: Pace): Promise<Finding> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "platonic-bench-"));
  try {
    const tokens = await prepare(dataDirectory);
    const metricsPort = await freePort();
    const environment = {
      DATA_DIR: dataDirectory,
      METRICS_PORT: String(metricsPort),
      CHANNELS_PER_NETWORK: String(channelsCount),
    };
    const server = await startServer({ ...programs.ours, environment });
    try {
      const close = await openChannels(server.port, tokens.slice(0, channelsCount));
      await call(server);
      const scrapes = await scrapesOf(`http://127.0.0.1:${metricsPort}/metrics`, rounds);
      close();
      return findingOf(scrapes);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** Makes a database with the sessions; returns their tokens. */
async function prepare(dataDirectory: string): Promise<readonly string[]> {
  const database = await openServiceDatabase({ dataDirectory });
  const tokens = await addSessions(database, sessionsCount);
  await database.close();
  return tokens;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function openChannels(port: number, tokens: readonly string[]): Promise<() => void> {
  const clients: Awaited<ReturnType<typeof connectChannel>>[] = [];
  for (let at = 0; at < tokens.length; at += atOnce) {
    const next = tokens.slice(at, at + atOnce);
    clients.push(...(await Promise.all(next.map((token) => connectChannel(port, undefined, token)))));
  }
  return () => {
    for (const { socket } of clients) socket.terminate();
  };
}

/** Makes each series of calls that a service of geometry has: its operations over four protocols, and a refusal of each. */
async function call({ port }: ServerProcess): Promise<void> {
  for (const payload of Object.values(payloads)) {
    for (const wire of ["rest", "connect-json", "connect-proto"] as const) {
      const { path, headers, body } = wireRequest(payload, wire);
      for (const key of [apiKey, "no key"]) {
        const sent = { ...Object.fromEntries(headers), authorization: `Bearer ${key}` };
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers: sent, body });
        await answer.arrayBuffer();
        if (answer.ok !== (key === apiKey)) throw new Error(`${path} answers ${answer.status}`);
      }
    }
  }
}

interface Scrape {
  readonly ms: number;
  readonly bytes: number;
  /** Bytes as Prometheus asks for them, compressed. */
  readonly sentBytes: number;
  readonly series: number;
}

async function scrapesOf(url: string, rounds: number): Promise<readonly Scrape[]> {
  const scrapes: Scrape[] = [];
  // Opens the connection.
  await (await fetch(new URL("/", url))).text();
  for (let round = 0; round < 20 * rounds; round++) {
    const startedMs = performance.now();
    const text = await (await fetch(url, { headers: { "accept-encoding": "identity" } })).text();
    const ms = performance.now() - startedMs;
    const sent = await fetch(url, { headers: { "accept-encoding": "gzip" } });
    const sentBytes = Number(sent.headers.get("content-length"));
    const whole = await sent.text();
    check(whole);
    scrapes.push({ ms, bytes: Buffer.byteLength(text), sentBytes, series: text.match(/^[^#]/gm)?.length ?? 0 });
  }
  return scrapes;
}

/** @throws Error if the service does not have what is to be measured */
function check(text: string): void {
  const numberOf = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1]);
  if (numberOf("platonic_sessions") !== sessionsCount || numberOf("platonic_channels") !== channelsCount)
    throw new Error(
      `the service has ${numberOf("platonic_sessions")} sessions, ${numberOf("platonic_channels")} channels`,
    );
}

function findingOf(scrapes: readonly Scrape[]): Finding {
  const [first, ...later] = scrapes as readonly [Scrape, ...Scrape[]];
  const ms = spreadOf(later.map((scrape) => scrape.ms));
  const kilobytes = Math.max(...scrapes.map(({ bytes }) => bytes)) / 1000;
  const sent = Math.max(...scrapes.map(({ sentBytes }) => sentBytes)) / 1000;
  return {
    title: "A scrape of the metrics",
    how:
      `A service on SQLite with ${sessionsCount} open sessions and ${channelsCount} open channels, whose operations of geometry were called over REST ` +
      "and Connect, with a key and without: time of a request for the metrics on one connection, not compressed, and its size. " +
      `The first one counts the sessions, as one does each minute; ${later.length} others follow.`,
    columns: ["scrape", "ms", "kB", "kB compressed", "series"],
    rows: [
      [
        "the first",
        first.ms.toFixed(1),
        (first.bytes / 1000).toFixed(0),
        (first.sentBytes / 1000).toFixed(0),
        `${first.series}`,
      ],
      ["others", spreadText(ms, 1), kilobytes.toFixed(0), sent.toFixed(0), `${later.at(-1)?.series}`],
    ],
    verdicts: [
      {
        what: `time of a scrape with ${sessionsCount} sessions and ${channelsCount} channels`,
        figure: `${spreadText(ms, 1)} ms`,
        target: `at most ${msMax} ms`,
        isReached: ms.median <= msMax,
        isUncertain: ms.min <= msMax && ms.max > msMax,
      },
      {
        what: "size of that scrape",
        figure: `${kilobytes.toFixed(0)} kB`,
        target: `at most ${kilobytesMax} kB`,
        isReached: kilobytes <= kilobytesMax,
        isUncertain: false,
      },
    ],
  };
}
