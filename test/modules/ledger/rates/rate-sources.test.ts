import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Rate, StoredRates } from "../../../../server/modules/ledger/domain/rates/rates.ts";
import { manualRates } from "../../../../server/modules/ledger/rates/manual-rates.ts";
import { openRateFeed } from "../../../../server/modules/ledger/rates/rate-poller.ts";
import { openRateSources } from "../../../../server/modules/ledger/rates/rate-sources.ts";

const unit = 10n ** 12n;
const standard = "TOKEN_STANDARD";

function memory(): StoredRates {
  const stored = new Map<string, Rate>();
  return {
    async set(rates) {
      for (const rate of rates) stored.set(`${rate.source} ${rate.target}`, rate);
    },
    all: async () => [...stored.values()],
  };
}

/** Serves a feed; returns its URL. */
async function serveFeed(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer((request, response) => answer(request, response)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`;
}

/** A feed with one rate in dollars; `publish` replaces its body. */
async function feedOf(first: unknown) {
  const served = { body: typeof first === "string" ? first : JSON.stringify(first) };
  const url = await serveFeed((_, response) => response.end(served.body));
  const clock = { ms: 1_000_000 };
  const problems: unknown[] = [];
  const report = (problem: unknown) => problems.push(problem);
  const feed = openRateFeed({ url, maxAgeMs: 60_000, fetch, now: () => clock.ms, report });
  onTestFinished(() => feed.close());
  const publish = async (body: unknown) => {
    served.body = typeof body === "string" ? body : JSON.stringify(body);
    await feed.refresh();
  };
  await feed.refresh();
  return { feed, clock, problems, publish, bids: () => feed.book.current(clock.ms).map(({ bid }) => bid) };
}

const rates = (bid: unknown, ask: unknown = bid, more: object = {}) => ({
  rates: [{ source: standard, target: "USD", bid, ask }],
  ...more,
});

describe("rates set by hand", () => {
  const quotation = (source: string, target: string, bid: bigint, ask: bigint) => ({
    source,
    target,
    bid,
    ask,
    origin: "",
    atMs: 1_000_000,
  });

  test("are kept exactly, with bid and ask", async () => {
    const byHand = manualRates(memory(), 60_000, () => 1_000_000);
    await byHand.set(quotation(standard, "USD", (99n * unit) / 100n, (101n * unit) / 100n));
    expect(byHand.book.current(1_000_000)).toMatchObject([
      { source: standard, target: "USD", bid: 990_000_000_000n, ask: 1_010_000_000_000n, origin: "set by hand" },
    ]);
  });

  test("in the reverse direction replace the earlier ones", async () => {
    const byHand = manualRates(memory(), 60_000, () => 1_000_000);
    await byHand.set(quotation(standard, "USD", 2n * unit, 2n * unit));
    await byHand.set(quotation("USD", standard, 4n * unit, 5n * unit));
    const current = byHand.book.current(1_000_000);
    expect(current).toMatchObject([{ source: "USD", target: standard, bid: 4n * unit, ask: 5n * unit }]);
  });

  test("are current in another process once it reads them, until they are too old", async () => {
    const clock = { ms: 1_000_000 };
    const stored = memory();
    const [here, there] = [1, 2].map(() => manualRates(stored, 60_000, () => clock.ms));
    await here?.set(quotation(standard, "USD", unit, unit));
    expect(there?.book.current(clock.ms)).toEqual([]);
    await there?.read();
    clock.ms += 60_000;
    expect(there?.book.current(clock.ms)).toHaveLength(1);
    clock.ms += 1;
    expect(there?.book.current(clock.ms)).toEqual([]);
    await there?.read();
    expect(there?.book.current(clock.ms)).toEqual([]);
  });
});

describe("a feed", () => {
  test("is read from numbers or decimals, with its host as origin", async () => {
    const { feed, bids, problems } = await feedOf(rates("1.5", 1.6));
    expect([bids(), problems]).toEqual([[1_500_000_000_000n], []]);
    expect(feed.book.current(1_000_000)[0]?.origin).toMatch(/^127\.0\.0\.1:\d+$/);
  });

  test("has the time of its as_of, and is current until that is too old", async () => {
    const { bids, clock, publish } = await feedOf(rates(1, 1, { as_of: "1970-01-01T00:16:00Z" }));
    expect(bids()).toEqual([unit]);
    clock.ms = 960_000 + 60_000;
    expect(bids()).toEqual([unit]);
    clock.ms += 1;
    expect(bids()).toEqual([]);
    await publish(rates(1, 1, { as_of: "1970-01-01T00:16:00Z" }));
    expect(bids()).toEqual([]);
  });

  test.each([
    ["nothing", ""],
    ["no JSON", "<html>"],
    ["no list", "{}"],
    ["a rate below zero", rates(-1)],
    ["a rate that is not a number", rates("much")],
    ["a rate of an unknown kind", { rates: [{ source: "gold", target: "USD", bid: 1, ask: 1 }] }],
    ["an invalid time", rates(1, 1, { as_of: "yesterday" })],
    ["more than 1 MiB", " ".repeat(1024 * 1024 + 1)],
  ])("with %s is reported, and the earlier rates stay", async (_, body) => {
    const { bids, problems, publish } = await feedOf(rates(1));
    await publish(body);
    expect([bids(), problems.length]).toEqual([[unit], 1]);
  });

  test.each([
    ["is zero", rates(0)],
    ["has an ask below its bid", rates(2, 1)],
    ["has more than doubled", rates(2.1)],
    ["has more than halved", rates(0.49)],
  ])("with a rate that %s has no current rate for that pair", async (_, body) => {
    const { bids, publish } = await feedOf(rates(1));
    await publish(body);
    expect(bids()).toEqual([]);
    await publish(rates(1.2));
    expect(bids()).toEqual([1_200_000_000_000n]);
  });

  test.each([301, 302, 404, 500, 503])("that answers with status %i is reported and not followed", async (status) => {
    let asked = 0;
    const url = await serveFeed((_, response) => {
      asked++;
      response.writeHead(status, { Location: "/elsewhere" }).end(JSON.stringify(rates(1)));
    });
    const problems: unknown[] = [];
    const feed = openRateFeed({
      url,
      maxAgeMs: 60_000,
      fetch,
      now: () => 0,
      report: (problem) => problems.push(problem),
    });
    onTestFinished(() => feed.close());
    await feed.refresh();
    expect([feed.book.current(0), problems.length >= 1, asked <= 2]).toEqual([[], true, true]);
  });

  test("that does not answer does not delay close()", async () => {
    const url = await serveFeed(() => undefined);
    const problems: unknown[] = [];
    const feed = openRateFeed({
      url,
      maxAgeMs: 60_000,
      fetch,
      now: () => 0,
      report: (problem) => problems.push(problem),
    });
    const reading = feed.refresh();
    feed.close();
    await reading;
    expect(problems).toEqual([]);
  });
});

describe("all sources together", () => {
  test("rates by hand precede the feed, the feed precedes the configuration, others are derived", async () => {
    const clock = { ms: Date.parse("2026-01-01T00:00:00Z") };
    const url = await serveFeed((_, response) =>
      response.end(
        JSON.stringify({
          rates: [
            { source: standard, target: "USD", bid: 20, ask: 20 },
            { source: standard, target: "EUR", bid: 21, ask: 21 },
          ],
        }),
      ),
    );
    let report: (problem: unknown) => void = () => {};
    const sources = await openRateSources({
      fixed: [
        { source: standard, target: "USD", bid: 10n * unit, ask: 10n * unit },
        { source: standard, target: "EUR", bid: 11n * unit, ask: 11n * unit },
        { source: standard, target: "GBP", bid: 12n * unit, ask: 12n * unit },
      ],
      stored: memory(),
      feedUrl: url,
      maxAgeMs: 60_000,
      fetch,
      now: () => clock.ms,
      report: (problem) => report(problem),
    });
    onTestFinished(() => sources.close());
    const rate = (source: string, target: string) => sources.table(source, target)?.rate;
    await new Promise<void>((resolve, reject) => {
      report = reject;
      const look = () => (rate(standard, "USD") === 20n * unit ? resolve() : setImmediate(look));
      look();
    });
    await sources.set({
      source: standard,
      target: "USD",
      bid: 30n * unit,
      ask: 30n * unit,
      origin: "",
      atMs: clock.ms,
    });
    expect([rate(standard, "USD"), rate(standard, "EUR"), rate(standard, "GBP")]).toEqual(
      [30n, 21n, 12n].map((value) => value * unit),
    );
    expect(rate("USD", "EUR")).toBe((21n * unit) / 30n);
    expect(rate(standard, "JPY")).toBeUndefined();
    clock.ms += 60_001;
    expect([rate(standard, "USD"), rate(standard, "EUR"), rate(standard, "GBP")]).toEqual(
      [10n, 11n, 12n].map((value) => value * unit),
    );
  });
});
