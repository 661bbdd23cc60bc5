import { createHash, randomUUID } from "node:crypto";
import { setImmediate, setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../../../server/database/source.ts";
import { Feed } from "../../../../server/modules/events/feed/feed.ts";
import { firstCursor, ledgerEvents } from "../../../../server/modules/events/operations/ledger-events.ts";
import { type DispatcherDeps, openDispatcher } from "../../../../server/modules/events/webhooks/delivery/dispatcher.ts";
import type { Answer, WebhookMessage } from "../../../../server/modules/events/webhooks/delivery/post.ts";
import type { SlotBounds } from "../../../../server/modules/events/webhooks/delivery/slots.ts";
import { afterFailure } from "../../../../server/modules/events/webhooks/domain/schedule.ts";
import type { Webhook } from "../../../../server/modules/events/webhooks/domain/webhook.ts";
import { storedWebhooks } from "../../../../server/modules/events/webhooks/store/webhooks.ts";
import type { StoredEntry } from "../../../../server/modules/ledger/domain/rows.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { asyncLaw } from "../../../support/laws/async-law.ts";
import { policy } from "../../../support/ledger/constants.ts";
import { openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { deposit, transfer } from "../../../support/ledger/requests.ts";
import { newWebhook } from "../../../support/new-webhook.ts";
import { until } from "../../../support/until.ts";

const hourMs = 3_600_000;

type Post = (url: string, message: WebhookMessage) => Promise<Answer>;

onEveryDatabase("deliveries", (engine) => {
  async function open() {
    const fixture = await openLedgerFixture(engine);
    const clock = { ms: Date.now() };
    const closing: { close(): Promise<void> }[] = [];
    onTestFinished(async () => void (await Promise.all(closing.map((one) => one.close()))));
    const { ledger } = fixture;

    /** Delivers like a process of its own. */
    function start(
      post: Post,
      { database = fixture.database as Database, ...deps }: Partial<DispatcherDeps> & { database?: Database } = {},
    ) {
      const feed = new Feed({ rows: ledger, pollMs: 1, report: () => {} });
      const dispatcher = openDispatcher({
        webhooks: storedWebhooks(database),
        events: ledgerEvents({ feed, ledger, policy }),
        openReceiver: (url) => ({ post: (message) => post(url, message), close() {} }),
        master: Buffer.alloc(32, 7),
        now: () => clock.ms,
        pollMs: 1,
        renewMs: 10_000,
        report: () => {},
        ...deps,
      });
      closing.push(dispatcher);
      return dispatcher;
    }
    return { ...fixture, start, clock, webhooks: storedWebhooks(fixture.database) };
  }

  const sequenceOf = (json: string): number => JSON.parse(json).entry.sequence;

  asyncLaw(
    "reach their receiver at least once and in order, whatever fails and though two processes take turns",
    fc.record({ fails: fc.array(fc.boolean(), { maxLength: 20 }), count: fc.integer({ min: 1, max: 12 }) }),
    async ({ fails, count }) => {
      const { ledger, addWallet, start, clock, webhooks } = await open();
      const [ada, bob] = [await addWallet(1_000n), await addWallet()];
      const webhook = newWebhook(ada, "one");
      await webhooks.create(webhook, 1);
      const told: number[] = [];
      let attempts = 0;
      const post: Post = async (_, { json }) => {
        if (fails[attempts++] === true) return { status: 500, error: "" };
        told.push(sequenceOf(json));
        return { status: 200, error: "" };
      };
      // The time of the next attempt comes at once.
      const hurry = setInterval(async () => {
        clock.ms = Math.max(clock.ms, (await webhooks.find(ada, webhook.id))?.nextAtMs ?? 0);
      }, 1);
      const first = start(post);
      const second = start(post);
      try {
        for (let sent = 0; sent < count; sent++) {
          await ledger.submit(transfer(ada, bob, 1n));
          if (sent === count >> 1) await first.close();
        }
        const all = (await ledger.entriesAfter(0, 100)).map(({ sequence }) => sequence);
        await until(() => new Set(told).size === all.length);
        // A delivery may come again; what is new comes in the order of the ledger.
        expect([...new Set(told)]).toEqual(all);
      } finally {
        clearInterval(hurry);
        await second.close();
      }
    },
    40,
  );

  test("to a receiver that hangs or fails delay no other", async () => {
    const { ledger, addWallet, start, webhooks } = await open();
    const ada = await addWallet(1n);
    for (const url of ["hangs", "fails", "works"]) await webhooks.create(newWebhook(ada, url), 10);
    const works: number[] = [];
    start(async (url, { json }) => {
      if (url === "hangs") return new Promise(() => {});
      if (url === "fails") return { status: 500, error: "" };
      works.push(sequenceOf(json));
      return { status: 200, error: "" };
    }, {});
    for (let count = 0; count < 20; count++) await ledger.submit(deposit(ada, 1n));
    await until(() => works.length === 21);
    expect(works).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
  });

  describe.each([
    ["hang", () => new Promise<Answer>(() => {})],
    ["answer slowly, and well", () => setTimeout(1, { status: 200, error: "" })],
  ])("to the ten endpoints of each of many wallets that %s", (_, slowly) => {
    /** As many endpoints as are due at once, ten for each wallet, have every place that they can get. */
    async function crowd(slots: SlotBounds) {
      const opened = await open();
      const { ledger, addWallet, start, webhooks } = opened;
      const crowd = new Map<string, string>();
      for (let wallets = 0; wallets < 5; wallets++) {
        const owner = await addWallet(1n);
        for (let count = 0; count < 10; count++) {
          const webhook = newWebhook(owner, `crowd ${owner}`);
          await webhooks.create(webhook, 10);
          crowd.set(webhook.id, owner);
        }
      }
      for (let more = 0; more < 40; more++)
        for (const owner of new Set(crowd.values())) await ledger.submit(deposit(owner, 1n));
      const told: string[] = [];
      const posted = new Set<string>();
      const post: Post = async (url, { id }) => {
        posted.add(url);
        if (url.startsWith("crowd")) return slowly();
        told.push(id);
        return { status: 200, error: "" };
      };
      start(post, { slots });
      await until(() => posted.size === 5);
      return { ...opened, told };
    }

    test("delay no endpoint of another wallet", async () => {
      const { ledger, addWallet, webhooks, told } = await crowd({ count: 22, reserved: 2, turnMs: hourMs });
      const ada = await addWallet(1n);
      const webhook = newWebhook(ada, "ada");
      await webhooks.create(webhook, 1);
      await until(() => told.length === 1);
      await ledger.submit(deposit(ada, 1n));
      await until(() => told.length === 2);
    });
  });

  test("are made in turns when there are more endpoints than slots, however well each does", async () => {
    const { ledger, addWallet, start, webhooks, clock } = await open();
    const owners = await Promise.all(Array.from({ length: 6 }, () => addWallet(1n)));
    for (const owner of owners) await webhooks.create(newWebhook(owner, owner), 1);
    const told = new Map<string, number>();
    const hurry = setInterval(() => {
      clock.ms += 10;
    }, 1);
    onTestFinished(() => clearInterval(hurry));
    start(
      async (url) => {
        told.set(url, (told.get(url) ?? 0) + 1);
        return { status: 200, error: "" };
      },
      { slots: { count: 3, reserved: 1, turnMs: 500 } },
    );
    await until(() => told.size === owners.length);
    for (const owner of owners) await ledger.submit(deposit(owner, 1n));
    await until(() => [...told.values()].every((count) => count >= 2));
  });

  test("are due for one endpoint of each wallet before a second of any, and for the one that has waited longest", async () => {
    const { webhooks } = await open();
    const [ada, bob] = [randomUUID(), randomUUID()];
    const ids = new Map<string, string>();
    for (const [name, owner, waitsSinceMs] of [
      ["ada 1", ada, 1],
      ["ada 2", ada, 2],
      ["ada 3", ada, 3],
      ["bob 1", bob, 9],
      ["operator 1", "", 4],
      ["operator 2", "", 5],
    ] as const) {
      const webhook = newWebhook(owner, name);
      ids.set(webhook.id, name);
      await webhooks.create(webhook, 10);
      await webhooks.take(webhook.id, "lease", 1, 100);
      await webhooks.keep(webhook.id, "lease", { ...webhook, leaseUntilMs: waitsSinceMs }, []);
    }
    const due = async (count: number) => (await webhooks.due(50, count)).map(({ id }) => ids.get(id));
    expect(await due(10)).toEqual(["ada 1", "operator 1", "operator 2", "bob 1", "ada 2", "ada 3"]);
    expect(await due(2)).toEqual(["ada 1", "operator 1"]);
  });

  test("have ids by the digest of their entry, the same in each attempt and for each process; earlier ones keep theirs", async () => {
    const { ledger, addWallet, start, clock, webhooks } = await open();
    const ada = await addWallet(1n);
    for (let count = 0; count < 2; count++) await ledger.submit(deposit(ada, 1n));
    const [plain, ...others] = await ledger.entriesAfter(0, 10);
    const idOf = ({ sequence, bytes }: StoredEntry) => {
      const digest = createHash("sha256").update("platonic ledger entry v1").update(bytes).digest();
      return `${sequence}_${ada}_${digest.toString("base64url", 0, 12)}`;
    };
    const expected = [`${plain?.sequence}_${ada}`, ...others.map(idOf)];
    const webhook = { ...newWebhook(ada, "one"), plainIdsUntil: Number(plain?.sequence) };
    await webhooks.create(webhook, 1);
    const told: string[] = [];
    const once = new Set<string>();
    // Each event fails the first time, and is delivered by another process afterwards.
    const post: Post = async (_, { id }) => {
      told.push(id);
      const status = once.has(id) ? 200 : 500;
      once.add(id);
      return { status, error: "" };
    };
    while (told.length < 2 * expected.length) {
      clock.ms += hourMs;
      const known = told.length;
      const dispatcher = start(post);
      await until(() => told.length > known);
      await dispatcher.close();
    }
    expect([...new Set(told)]).toEqual(expected);
    expect(expected.every((id) => told.filter((one) => one === id).length >= 2)).toBe(true);
  });

  test("are in the log soon, though no other follows them", async () => {
    const { ledger, addWallet, start, webhooks } = await open();
    const ada = await addWallet(1n);
    const webhook = newWebhook(ada, "one");
    await webhooks.create(webhook, 1);
    await ledger.submit(deposit(ada, 1n));
    start(async () => ({ status: 200, error: "" }), { renewMs: hourMs });
    const sequences = async () =>
      (await webhooks.deliveries(webhook.id, undefined, 10)).map(({ sequence }) => sequence);
    for (let known = await sequences(); known.length < 2; known = await sequences()) await setImmediate();
    expect((await sequences()).sort()).toEqual([1, 2]);
  });

  test("are made by one process at a time, and by another one when that is gone", async () => {
    const { ledger, addWallet, start, clock, webhooks } = await open();
    const ada = await addWallet(1n);
    const webhook = newWebhook(ada, "one");
    await webhooks.create(webhook, 1);
    const told: string[] = [];
    const postOf =
      (name: string): Post =>
      async (_, { json }) => {
        told.push(`${name} ${sequenceOf(json)}`);
        return { status: 200, error: "" };
      };
    // It keeps nothing of what it delivers, as if it stopped soon after.
    start(postOf("first"), { pollMs: hourMs }).changed("");
    await until(() => told.length === 1);
    start(postOf("second"));
    await ledger.submit(deposit(ada, 1n));
    await until(() => told.length === 2);
    expect(told).toEqual(["first 1", "first 2"]);
    // The first process stops without giving its lease back: what it still does under it is not kept.
    clock.ms += 31_000;
    await until(() => told.includes("second 1"));
    expect(await webhooks.keep(webhook.id, "a lease that has ended", { ...webhook, leaseUntilMs: 0 }, [])).toBe(false);
  });

  test("stop for a cursor of a ledger that was replaced, and the owner decides from where to go on", async () => {
    const { addWallet, start, webhooks } = await open();
    const ada = await addWallet(1n);
    const cursor = "AgAAAAAAAAABADxT07N1zMhQ";
    const webhook = { ...newWebhook(ada, "one"), cursor };
    await webhooks.create(webhook, 1);
    const reports: unknown[] = [];
    start(async () => ({ status: 200, error: "" }), { report: (error) => reports.push(error) });
    await until(() => reports.length === 1);
    const state = async () => (await webhooks.find(ada, webhook.id))?.state;
    for (let known = await state(); known !== "disabled"; known = await state()) await setImmediate();
    expect(reports).toMatchObject([{ reason: "STATE_INVALID" }]);
  });

  test("of several endpoints are kept together, a lease that has ended is told to its holder alone, and a deleted one has no log", async () => {
    const { webhooks } = await open();
    const [held, lost] = [newWebhook("ada", "one"), newWebhook("ada", "two")];
    for (const webhook of [held, lost]) await webhooks.create(webhook, 10);
    await webhooks.take(held.id, "held", 1, 1_000);
    const attemptOf = ({ id }: Webhook, sequence: number) => ({
      id: randomUUID(),
      webhook: id,
      eventId: String(sequence),
      sequence,
      cursorBefore: firstCursor,
      atMs: 1,
      status: 200,
      error: "",
      durationMs: 1,
    });
    const attempts = Array.from({ length: 1_500 }, (_, index) => attemptOf(held, index));
    const progress = { ...held, failures: 3, leaseUntilMs: 2_000 };
    const kept = [
      webhooks.keep(lost.id, "held", progress, [attemptOf(lost, 0)]),
      webhooks.keep(held.id, "held", progress, attempts),
    ];
    expect(await Promise.all(kept)).toEqual([false, true]);
    expect(await webhooks.find("ada", held.id)).toMatchObject({ failures: 3 });
    expect(await webhooks.find("ada", lost.id)).toMatchObject({ failures: 0 });
    expect((await webhooks.deliveries(held.id, undefined, 2_000)).length).toBe(1_500);
    // The log has every attempt, whoever has the lease.
    expect((await webhooks.deliveries(lost.id, undefined, 2_000)).length).toBe(1);
    await webhooks.remove("ada", held.id);
    expect(await webhooks.keep(held.id, "held", progress, [attemptOf(held, 2_000)])).toBe(false);
    expect(await webhooks.deliveries(held.id, undefined, 2_000)).toEqual([]);
  });

  test("are logged up to a number, and for a time", async () => {
    const { webhooks } = await open();
    const webhook = newWebhook("", "");
    const { id } = webhook;
    await webhooks.create(webhook, 1);
    const attempt = (count: number) => ({
      id: `0000-${String(count).padStart(4, "0")}`,
      webhook: id,
      eventId: String(count),
      sequence: count,
      cursorBefore: firstCursor,
      atMs: count,
      status: 200,
      error: "",
      durationMs: 1,
    });
    const attempts = Array.from({ length: 30 }, (_, count) => attempt(count));
    await webhooks.keep(id, "none", { ...webhook, leaseUntilMs: 0 }, attempts);
    await webhooks.trim(id, 5, 1_000);
    expect((await webhooks.deliveries(id, undefined, 100)).map(({ sequence }) => sequence).at(-1)).toBe(5);
    await webhooks.trim(id, 0, 10);
    expect((await webhooks.deliveries(id, undefined, 100)).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 10 }, (_, i) => 29 - i),
    );
    expect(await webhooks.deliveries(id, "0000-0022", 2)).toMatchObject([{ sequence: 21 }, { sequence: 20 }]);
  });
});

describe("after a failure", () => {
  test("the next attempt is due later each time, up to two hours and a quarter more", () => {
    const waits = Array.from({ length: 12 }, (_, failures) => {
      const { nextAtMs } = afterFailure({ failures, failingSinceMs: 1_000 }, 500, 1_000, 0);
      return nextAtMs - 1_000;
    });
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect([waits[0], waits.at(-1)]).toEqual([5_000, 2 * hourMs]);
    const { nextAtMs } = afterFailure({ failures: 99, failingSinceMs: 0 }, 500, 0, 0.999_999);
    expect(nextAtMs).toBeLessThan(2.5 * hourMs + 1);
  });

  test("an endpoint is disabled after three days, or at once if it is gone", () => {
    const state = (sinceMs: number, status: number) =>
      afterFailure({ failures: 5, failingSinceMs: 0 }, status, sinceMs, 0).state;
    expect([state(72 * hourMs - 1, 500), state(72 * hourMs, 500), state(0, 410)]).toEqual([
      "active",
      "disabled",
      "disabled",
    ]);
  });
});
