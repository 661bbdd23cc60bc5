import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { signatureRefusal } from "../../../../server/core/signing/webhook-signature.ts";
import { Feed } from "../../../../server/modules/events/feed/feed.ts";
import { Relay } from "../../../../server/modules/events/feed/relay.ts";
import { firstCursor } from "../../../../server/modules/events/operations/ledger-events.ts";
import {
  type DeliveryThreadDeps,
  openDeliveryThread,
} from "../../../../server/modules/events/webhooks/delivery/thread.ts";
import type { DeliveryTask } from "../../../../server/modules/events/webhooks/delivery/thread-calls.ts";
import { secretOf } from "../../../../server/modules/events/webhooks/domain/secret.ts";
import { storedWebhooks } from "../../../../server/modules/events/webhooks/store/webhooks.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { policy } from "../../../support/ledger/constants.ts";
import { openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { deposit, transfer } from "../../../support/ledger/requests.ts";
import { startNameServer } from "../../../support/name-server.ts";
import { newWebhook } from "../../../support/new-webhook.ts";
import { startReceiver } from "../../../support/webhook-receiver.ts";

const master = Buffer.alloc(32, 7);
const fail = () => Promise.reject(new Error("nothing was to be delivered"));

onEveryDatabase("deliveries on a thread of their own", (engine) => {
  async function open(options: Partial<DeliveryTask & DeliveryThreadDeps> = {}) {
    const { allowsAny = true, nameServers, ...deps } = options;
    const feed: Feed = new Feed({
      rows: {
        entriesAfter: (sequence, count) => fixture.ledger.entriesAfter(sequence, count),
        lastSequence: () => fixture.ledger.lastSequence(),
      },
      pollMs: 5,
      report: () => {},
    });
    onTestFinished(() => feed.close());
    const fixture = await openLedgerFixture(engine, { follower: feed });
    const { ledger } = fixture;
    const webhooks = storedWebhooks(fixture.database);
    const reports: unknown[] = [];
    const deliveries = openDeliveryThread({
      webhooks,
      openRelay: (pass) => new Relay({ feed, ledger, policy, beatMs: 5 }, pass),
      task: { master, allowsAny, timeoutMs: 60_000, pollMs: 5, renewMs: 10_000, nameServers },
      now: Date.now,
      report: (error) => reports.push(error),
      onFailure: (error) => reports.push(error),
      ...deps,
    });
    onTestFinished(deliveries.close);
    return { ...fixture, webhooks, deliveries, reports };
  }

  test("reach each receiver in order and signed, those of one wallet and of all, whatever is written meanwhile", async () => {
    const { ledger, addWallet, webhooks, reports } = await open();
    const [ada, bob] = [await addWallet(1_000n), await addWallet()];
    const receiver = await startReceiver();
    const [own, all] = [newWebhook(ada, `${receiver.url}?own`), newWebhook("", `${receiver.url}?all`)];
    await webhooks.create(own, 1);
    for (let count = 0; count < 10; count++) await ledger.submit(transfer(ada, bob, 1n));
    await webhooks.create(all, 1);
    await Promise.all(Array.from({ length: 300 }, () => ledger.submit(transfer(ada, bob, 1n))));
    // The deposit, and transfers, of which each is told of both wallets to the receiver of all.
    const posts = await receiver.until(311 + 621);
    const postsTo = (query: string) => posts.filter(({ path }) => path.endsWith(query));
    const sequences = (query: string) => postsTo(query).map(({ json }) => json.entry.sequence);
    expect(sequences("?own")).toEqual(Array.from({ length: 311 }, (_, index) => index + 1));
    expect(sequences("?all")).toEqual(Array.from({ length: 621 }, (_, index) => 1 + Math.ceil(index / 2)));
    for (const { headers, body, path } of posts) {
      const { id } = path.endsWith("?own") ? own : all;
      expect(signatureRefusal(headers, body, [secretOf(master, id, 1)], new Date())).toBeUndefined();
    }
    const transferred = postsTo("?own").at(-1)?.json.entry.transaction;
    expect(transferred).toMatchObject({ sender: ada, recipient: bob, exact_amount: "0.00000001" });
    expect(reports).toEqual([]);
  });

  test("are in the log, and the endpoint has its place", async () => {
    const { ledger, addWallet, webhooks, deliveries } = await open();
    const ada = await addWallet();
    const receiver = await startReceiver();
    const webhook = newWebhook(ada, receiver.url);
    await webhooks.create(webhook, 1);
    await ledger.submit(deposit(ada, 1n));
    const log = () => webhooks.deliveries(webhook.id, undefined, 10);
    while ((await log()).length === 0) await setImmediate();
    expect(await log()).toMatchObject([{ sequence: 1, status: 204 }]);
    await deliveries.close();
    expect((await webhooks.find(ada, webhook.id))?.cursor).not.toBe(firstCursor);
    // The lease is given back.
    expect(await webhooks.due(Date.now(), 10)).toEqual([{ id: webhook.id, owner: ada }]);
  });

  test("to names without an answer delay no other, of the same wallet or of another one", async () => {
    const silent = await startNameServer(({ name, type }) => {
      if (name.endsWith("silent.example")) return undefined;
      return type === "A" ? ["127.0.0.1"] : [];
    });
    const { ledger, addWallet, webhooks } = await open({ nameServers: [silent.address] });
    const [ada, bob] = [await addWallet(1_000n), await addWallet()];
    for (let count = 0; count < 9; count++) {
      await webhooks.create(newWebhook(ada, `http://${count}.silent.example/`), 10);
    }
    const asked = () => new Set(silent.questions.map(({ name }) => name)).size;
    while (asked() < 9) await setImmediate();
    const receiver = await startReceiver();
    const url = receiver.url.replace("127.0.0.1", "receiver.example");
    for (const owner of [ada, bob]) await webhooks.create(newWebhook(owner, `${url}?${owner}`), 10);
    await ledger.submit(transfer(ada, bob, 1n));
    await receiver.until(3);
    expect(receiver.posts.filter(({ path }) => path.endsWith(bob))).toHaveLength(1);
    // Each endpoint has one look-up, of two questions.
    const questions = silent.questions.filter(({ name }) => name.startsWith("0.")).map(({ type }) => type);
    expect(new Set(questions).size).toBe(2);
  });

  test("to a private address are refused", async () => {
    const { ledger, addWallet, webhooks } = await open({ allowsAny: false });
    const ada = await addWallet();
    const webhook = newWebhook(ada, "https://127.0.0.1/");
    await webhooks.create(webhook, 1);
    await ledger.submit(deposit(ada, 1n));
    let [attempt] = await webhooks.deliveries(webhook.id, undefined, 1);
    while (attempt === undefined) {
      await setImmediate();
      [attempt] = await webhooks.deliveries(webhook.id, undefined, 1);
    }
    expect(attempt).toMatchObject({ status: 0, error: "the URL must not be a private address" });
  });

  test("for a cursor of another ledger stop, and the owner decides from where to go on", async () => {
    const { addWallet, webhooks, reports } = await open();
    const ada = await addWallet();
    const webhook = { ...newWebhook(ada, "http://127.0.0.1:9/"), cursor: "AgAAAAAAAAABADxT07N1zMhQ" };
    await webhooks.create(webhook, 1);
    while ((await webhooks.find(ada, webhook.id))?.state !== "disabled") await setImmediate();
    expect(String(reports[0])).toContain("another entry at this cursor");
  });

  test("end when the service closes, though a receiver hangs", async () => {
    const { ledger, addWallet, webhooks, deliveries } = await open();
    const ada = await addWallet();
    const receiver = await startReceiver(() => new Promise(() => {}));
    const webhook = newWebhook(ada, receiver.url);
    await webhooks.create(webhook, 1);
    await ledger.submit(deposit(ada, 1n));
    await receiver.until(1);
    await deliveries.close();
    expect(await webhooks.due(Date.now(), 10)).toEqual([{ id: webhook.id, owner: ada }]);
  });

  test("that cannot be looked for are reported once, until they can", async () => {
    const fails = [true, true, true, false, true];
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    const due = async () => {
      const isFailing = fails.shift();
      if (isFailing === undefined) resolve();
      if (isFailing) throw new Error("the database is away");
      return [];
    };
    const webhooks = { due, take: fail, keep: fail, trim: fail };
    const { reports } = await open({ webhooks });
    await isOver;
    expect(reports.map(String)).toEqual(["Error: the database is away", "Error: the database is away"]);
  });

  test("go on in another thread when one has failed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "platonic-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const marker = join(folder, "failed");
    const worker = pathToFileURL("server/modules/events/webhooks/delivery/worker.ts").href;
    const program = new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { existsSync, writeFileSync } from "node:fs";
        if (!existsSync(${JSON.stringify(marker)})) {
          writeFileSync(${JSON.stringify(marker)}, "");
          throw new Error("a bug");
        }
        await import(${JSON.stringify(worker)});
      `)}`,
    );
    // Time passes quickly, so that nobody waits until another thread may start.
    let nowMs = Date.now();
    const { ledger, addWallet, webhooks, reports } = await open({ program, now: () => (nowMs += 1_000) });
    const ada = await addWallet();
    const receiver = await startReceiver();
    await webhooks.create(newWebhook(ada, receiver.url), 1);
    await ledger.submit(deposit(ada, 1n));
    await receiver.until(1);
    expect(existsSync(marker)).toBe(true);
    expect(reports).toMatchObject([{ message: "a bug" }]);
  });
});
