import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Rate } from "../../../../server/modules/ledger/domain/rates/rates.ts";
import { openRateFeed } from "../../../../server/modules/ledger/rates/feed.ts";
import { manualRates, type StoredRates } from "../../../../server/modules/ledger/rates/manual-rates.ts";
import { openRateSources } from "../../../../server/modules/ledger/rates/rate-sources.ts";

const unit = 10n ** 12n;
const standard = "TOKEN_STANDARD";

function memory(): StoredRates {
  const stored = new Map<string, Rate>();
  return {
    set: async (rate) => void stored.set(`${rate.source} ${rate.target}`, rate),
    all: async () => [...stored.values()],
  };
}

/** A feed that answers what it is told to. */
async function published(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer((request, response) => answer(request, response)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`;
}

/** A feed of one rate in dollars, and how it is told another one. */
async function feedOf(first: unknown) {
  const said = { body: typeof first === "string" ? first : JSON.stringify(first) };
  const url = await published((_, response) => response.end(said.body));
  const clock = { ms: 1_000_000 };
  const problems: unknown[] = [];
  const report = (problem: unknown) => problems.push(problem);
  const feed = openRateFeed({ url, maxAgeMs: 60_000, now: () => clock.ms, report });
  onTestFinished(() => feed.close());
  const say = async (body: unknown) => {
    said.body = typeof body === "string" ? body : JSON.stringify(body);
    await feed.refresh();
  };
  await feed.refresh();
  return { feed, clock, problems, say, bids: () => feed.book.current(clock.ms).map(({ bid }) => bid) };
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

  test("are those that were set, to the last digit, in both directions", async () => {
    const byHand = manualRates(memory(), 60_000, () => 1_000_000);
    await byHand.set(quotation(standard, "USD", (99n * unit) / 100n, (101n * unit) / 100n));
    expect(byHand.book.current(1_000_000)).toMatchObject([
      { source: standard, target: "USD", bid: 990_000_000_000n, ask: 1_010_000_000_000n, origin: "set by hand" },
    ]);
  });

  test("set the other way round, they take the place of those before", async () => {
    const byHand = manualRates(memory(), 60_000, () => 1_000_000);
    await byHand.set(quotation(standard, "USD", 2n * unit, 2n * unit));
    await byHand.set(quotation("USD", standard, 4n * unit, 5n * unit));
    const current = byHand.book.current(1_000_000);
    expect(current).toMatchObject([{ source: "USD", target: standard, bid: 4n * unit, ask: 5n * unit }]);
  });

  test("are seen by another process once it reads, and by none when they are too old", async () => {
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
  test("is read as numbers or decimals, and says where it is from", async () => {
    const { feed, bids, problems } = await feedOf(rates("1.5", 1.6));
    expect([bids(), problems]).toEqual([[1_500_000_000_000n], []]);
    expect(feed.book.current(1_000_000)[0]?.origin).toMatch(/^127\.0\.0\.1:\d+$/);
  });

  test("is of the time that it says, and counts until that is too old", async () => {
    const { bids, clock, say } = await feedOf(rates(1, 1, { as_of: "1970-01-01T00:16:00Z" }));
    expect(bids()).toEqual([unit]);
    clock.ms = 960_000 + 60_000;
    expect(bids()).toEqual([unit]);
    clock.ms += 1;
    expect(bids()).toEqual([]);
    await say(rates(1, 1, { as_of: "1970-01-01T00:16:00Z" }));
    expect(bids()).toEqual([]);
  });

  test.each([
    ["nothing", ""],
    ["no JSON", "<html>"],
    ["no list", "{}"],
    ["a rate below zero", rates(-1)],
    ["a rate that is none", rates("much")],
    ["a rate of an unknown kind", { rates: [{ source: "gold", target: "USD", bid: 1, ask: 1 }] }],
    ["no time that is one", rates(1, 1, { as_of: "yesterday" })],
    ["more than anybody reads", " ".repeat(1024 * 1024 + 1)],
  ])("that says %s is reported, and the rates before stay", async (_, body) => {
    const { bids, problems, say } = await feedOf(rates(1));
    await say(body);
    expect([bids(), problems.length]).toEqual([[unit], 1]);
  });

  test.each([
    ["is zero", rates(0)],
    ["has an ask below its bid", rates(2, 1)],
    ["has more than doubled", rates(2.1)],
    ["has more than halved", rates(0.49)],
  ])("of which a rate %s has none of it", async (_, body) => {
    const { bids, say } = await feedOf(rates(1));
    await say(body);
    expect(bids()).toEqual([]);
    await say(rates(1.2));
    expect(bids()).toEqual([1_200_000_000_000n]);
  });

  test.each([301, 302, 404, 500, 503])("that answers with status %i is reported, and not followed", async (status) => {
    let asked = 0;
    const url = await published((_, response) => {
      asked++;
      response.writeHead(status, { Location: "/elsewhere" }).end(JSON.stringify(rates(1)));
    });
    const problems: unknown[] = [];
    const feed = openRateFeed({ url, maxAgeMs: 60_000, now: () => 0, report: (problem) => problems.push(problem) });
    onTestFinished(() => feed.close());
    await feed.refresh();
    expect([feed.book.current(0), problems.length >= 1, asked <= 2]).toEqual([[], true, true]);
  });

  test("that does not answer holds nobody up when it is closed", async () => {
    const url = await published(() => undefined);
    const problems: unknown[] = [];
    const feed = openRateFeed({ url, maxAgeMs: 60_000, now: () => 0, report: (problem) => problems.push(problem) });
    const reading = feed.refresh();
    feed.close();
    await reading;
    expect(problems).toEqual([]);
  });
});

describe("of all sources", () => {
  test("the hand comes first, then the feed, then the configuration; what is not direct goes through another", async () => {
    const clock = { ms: Date.parse("2026-01-01T00:00:00Z") };
    const url = await published((_, response) =>
      response.end(
        JSON.stringify({
          rates: [
            { source: standard, target: "USD", bid: 20, ask: 20 },
            { source: standard, target: "EUR", bid: 21, ask: 21 },
          ],
        }),
      ),
    );
    let tell: (problem: unknown) => void = () => {};
    const sources = await openRateSources({
      fixed: [
        { source: standard, target: "USD", bid: 10n * unit, ask: 10n * unit },
        { source: standard, target: "EUR", bid: 11n * unit, ask: 11n * unit },
        { source: standard, target: "GBP", bid: 12n * unit, ask: 12n * unit },
      ],
      stored: memory(),
      feedUrl: url,
      maxAgeMs: 60_000,
      now: () => clock.ms,
      report: (problem) => tell(problem),
    });
    onTestFinished(() => sources.close());
    const rate = (source: string, target: string) => sources.table(source, target)?.rate;
    await new Promise<void>((resolve, reject) => {
      tell = reject;
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
      [30n, 21n, 12n].map((one) => one * unit),
    );
    expect(rate("USD", "EUR")).toBe((21n * unit) / 30n);
    expect(rate(standard, "JPY")).toBeUndefined();
    clock.ms += 60_001;
    expect([rate(standard, "USD"), rate(standard, "EUR"), rate(standard, "GBP")]).toEqual(
      [10n, 11n, 12n].map((one) => one * unit),
    );
  });
});
