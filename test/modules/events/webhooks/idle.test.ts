import { expect, onTestFinished, test } from "vitest";
import { writeCursor } from "../../../../server/modules/events/feed/cursor.ts";
import { ledgerEvents } from "../../../../server/modules/events/operations/ledger-events.ts";
import { openDispatcher } from "../../../../server/modules/events/webhooks/delivery/dispatcher.ts";
import { resumeWrongCursors } from "../../../../server/modules/events/webhooks/delivery/wrong-cursors.ts";
import type { Webhook } from "../../../../server/modules/events/webhooks/domain/webhook.ts";
import { storedWebhooks } from "../../../../server/modules/events/webhooks/store/webhooks.ts";
import { entryDigest } from "../../../../server/modules/ledger/domain/entry/chain.ts";
import type { RequestDigest } from "../../../../server/modules/ledger/domain/entry/digests.ts";
import { onEveryDatabase, type TestLocation } from "../../../support/database/databases.ts";
import { policy } from "../../../support/ledger/constants.ts";
import { cursorFlaw, openFollowedLedger } from "../../../support/ledger/feed-fixture.ts";
import { deposit } from "../../../support/ledger/requests.ts";
import { newWebhook } from "../../../support/new-webhook.ts";
import { until } from "../../../support/until.ts";

onEveryDatabase("an endpoint of a wallet on which nothing happens", (engine) => {
  /** A process with its ledger, which delivers. Its heartbeats follow each other at once, each 10 s of its clock later. */
  async function startProcess(clock: { ms: number }, given?: TestLocation) {
    const fixture = await openFollowedLedger(engine, given);
    const { feed, ledger, database } = fixture;
    const events = ledgerEvents({ feed, ledger, policy });
    const webhooks = storedWebhooks(database);
    const [told, reports]: [number[], unknown[]] = [[], []];
    let [beats, isClosed] = [0, false];
    const dispatcher = openDispatcher({
      webhooks: {
        ...webhooks,
        async keep(...kept) {
          beats++;
          clock.ms += 10_000;
          return webhooks.keep(...kept);
        },
      },
      events: { watch: (question) => events.watch({ ...question, heartbeatMs: 1 }) },
      openReceiver: () => ({
        async post({ json }) {
          told.push(JSON.parse(json).entry.sequence);
          return { status: 200, error: "" };
        },
        close() {},
      }),
      master: Buffer.alloc(32, 7),
      now: () => clock.ms,
      pollMs: 1,
      renewMs: 10_000,
      report: (error) => void reports.push(error),
    });
    const stop = async () => {
      if (!isClosed) await dispatcher.close();
      isClosed = true;
    };
    onTestFinished(stop);
    return { ...fixture, events, webhooks, told, reports, stop, beats: () => beats };
  }

  test("is told of its first payment once, after an hour in which others were paid, and a restart", async () => {
    const clock = { ms: Date.now() };
    const first = await startProcess(clock);
    const { addWallet, ledger, location, webhooks } = first;
    const [idle, busy] = [await addWallet(), await addWallet()];
    const webhook: Webhook = { ...newWebhook(idle, "one"), cursor: await first.events.end() };
    await webhooks.create(webhook, 1);
    for (let beat = 0; beat < 360; beat++) {
      if (beat % 10 === 0) await ledger.submit(deposit(busy, 1n));
      const before = first.beats();
      await until(() => first.beats() > before);
    }
    await first.stop();
    const kept = (await webhooks.find(idle, webhook.id)) as Webhook;
    expect(await cursorFlaw(kept.cursor, ledger)).toBeUndefined();
    const second = await startProcess(clock, location);
    await until(() => second.beats() > 1);
    const paid = await second.ledger.submit(deposit(idle, 5n));
    await until(() => second.told.length > 0);
    await second.stop();
    expect(second.told).toEqual([paid.kind === "entry" && paid.entry.sequence]);
    expect([...first.told, ...first.reports, ...second.reports]).toEqual([]);
    expect((await webhooks.find(idle, webhook.id))?.state).toBe("active");
  });

  test("made while others are delivered to is active, wherever it is made", async () => {
    const clock = { ms: Date.now() };
    const one = await startProcess(clock);
    const [ada, bob] = [await one.addWallet(), await one.addWallet()];
    const third = await openFollowedLedger(engine, one.location);
    const other = await startProcess(clock, one.location);
    await one.webhooks.create({ ...newWebhook(ada, "one"), cursor: await one.events.end() }, 1);
    await until(() => one.beats() + other.beats() > 0);
    const cursors: string[] = [];
    for (const { events, ledger, feed } of [one, other, { ...third, events: ledgerEvents({ ...third, policy }) }]) {
      await ledger.submit(deposit(ada, 1n));
      await until(() => feed.known === undefined || feed.known.sequence > cursors.length);
      cursors.push(await events.end());
    }
    for (const [index, cursor] of cursors.entries()) {
      expect(await cursorFlaw(cursor, one.ledger)).toBeUndefined();
      await one.webhooks.create({ ...newWebhook(bob, `${index}`), cursor }, 3);
    }
    await one.ledger.submit(deposit(bob, 1n));
    await until(() => one.told.length + other.told.length >= 6);
    expect((await one.webhooks.list(bob)).map(({ state }) => state)).toEqual(["active", "active", "active"]);
    expect([...one.reports, ...other.reports]).toEqual([]);
  });

  /** Endpoints as the service left them when it took its own cursors for those of another ledger. */
  async function misjudge(change: Partial<Webhook>, lastStatus?: number) {
    const clock = { ms: Date.now() };
    const process = await startProcess(clock);
    await process.stop();
    const { addWallet, ledger, webhooks, events } = process;
    const [idle, busy] = [await addWallet(), await addWallet(1n)];
    const sequence = await ledger.lastSequence();
    const [row] = await ledger.entriesAfter(sequence - 1, 1);
    const requestDigest = entryDigest(row?.bytes as Uint8Array) as unknown as RequestDigest;
    const webhook: Webhook = {
      ...newWebhook(idle, "one"),
      cursor: writeCursor({ sequence, requestDigest, told: 0 }),
      state: "disabled",
      ...change,
    };
    await webhooks.create(webhook, 1);
    if (lastStatus !== undefined) {
      await webhooks.keep(webhook.id, "", { ...webhook, leaseUntilMs: 0 }, [
        {
          id: webhook.id,
          webhook: webhook.id,
          eventId: "1",
          sequence,
          cursorBefore: webhook.cursor,
          atMs: 2_000,
          status: lastStatus,
          error: "",
          durationMs: 1,
        },
      ]);
    }
    for (let count = 0; count < 3; count++) await ledger.submit(deposit(count === 1 ? busy : idle, 1n));
    const resumed = await resumeWrongCursors({ webhooks, events });
    return { ...process, clock, webhook, idle, sequence, resumed };
  }

  test.each([
    ["by a wrong cursor", {}, undefined],
    ["by a wrong cursor while it was failing", { failures: 2, failingSinceMs: 1_000 }, 500],
  ])("that was disabled %s goes on after its last event, once", async (_, change, status) => {
    const { clock, webhooks, webhook, idle, sequence, resumed, events, location } = await misjudge(change, status);
    expect(resumed).toBe(1);
    const next = await startProcess(clock, location);
    await until(() => next.told.length >= 2);
    await next.stop();
    expect(next.told).toEqual([sequence + 1, sequence + 3]);
    expect((await webhooks.find(idle, webhook.id))?.state).toBe("active");
    expect(await resumeWrongCursors({ webhooks, events })).toBe(0);
  });

  test.each([
    ["that its receiver wants no more of", { failures: 1, failingSinceMs: 1_000 }, 410],
    ["that has failed for days", { failures: 40, failingSinceMs: -4 * 86_400_000 }, 500],
    ["whose ledger was replaced", { cursor: "AgAAAAAAAAABADxT07N1zMhQ" }, undefined],
    ["that its owner has paused", { state: "paused" as const }, undefined],
  ])("%s stays as it is", async (_, change, status) => {
    const { webhooks, webhook, idle, resumed } = await misjudge(change, status);
    expect(resumed).toBe(0);
    expect((await webhooks.find(idle, webhook.id))?.state).toBe(webhook.state);
  });
});
