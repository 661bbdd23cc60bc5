// @module-tag slow/browser

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { writeCursor } from "../../server/modules/events/feed/cursor.ts";
import { asRequestDigest, entryDigest } from "../../server/modules/ledger/domain/entry/digests.ts";
import { passphraseBytes, restore } from "../modules/backup/backup-fixture.ts";
import { isWithoutBrowser, launchBrowser } from "../support/browser.ts";
import { freePorts } from "../support/database/free-ports.ts";
import { openEvents } from "../support/event-stream.ts";
import { ApiClient, freshName } from "../support/identity/api-client.ts";
import { operatorKey, startServer, type TestServer } from "../support/server.ts";
import { passphrase, quickStretching } from "../support/vault/constants.ts";
import { deposit, newHolder } from "../support/wallet-holder.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { createAccount } from "./console/console-page.ts";

// Before the server is loaded, parts of which keep a reference to `Date.now`. Time passes as usual, and can be moved on.
vi.hoisted(() => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
  });
});

const bearer = { Authorization: `Bearer ${operatorKey}` };

describe.skipIf(isWithoutBrowser)("an outsider's walk (needs chromium)", () => {
  test("an idle wallet is told of each payment once, after an hour, a restart, a restore and an upgrade", async () => {
    const { start, restoreBackup, disableByWrongCursor } = services();
    const first = await start();
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const context = await browser.newContext();
    context.setDefaultTimeout(600_000);
    await context.clock.install();
    const { tabs, idle } = await signedInTwice(context, first.url);
    const busy = (await newHolder(new ApiClient(first))).id;
    const receiver = await startReceiver();
    const told = () => receiver.posts.map(({ json }) => json.entry.issuance.exact_amount);
    await new ApiClient(first).call("POST", `/api/wallets/${idle}/webhooks`, { url: receiver.url });
    const endpoint = async (server: TestServer) =>
      (await new ApiClient(server).call("GET", `/api/wallets/${idle}/webhooks`)).body.result.webhooks[0];

    let cursor = await anHourOf(first, { idle, busy, tabs });
    await expect.poll(async () => (await endpoint(first)).cursor).toBe(cursor);
    expect((await endpoint(first)).state).toBe("WEBHOOK_ACTIVE");

    /** Pays the idle wallet and sees it told once by a stream that goes on, by the webhook, and in both tabs. */
    async function pay(server: TestServer, amount: number): Promise<void> {
      const before = receiver.posts.length;
      const stream = await openEvents(`${server.url}/api/wallets/${idle}/events`, {
        ...bearer,
        "Last-Event-ID": cursor,
      });
      expect(stream.status).toBe(200);
      await deposit(new ApiClient(server), idle, "TOKEN_STANDARD", amount);
      const event = await stream.nextEntry();
      expect(event.data.result.entry.issuance.exact_amount).toBe(String(amount));
      stream.close();
      cursor = event.id as string;
      await receiver.until(before + 1);
      expect(told().slice(before)).toEqual([String(amount)]);
    }

    await pay(first, 5);
    await show(tabs, "+5 standard", "5");
    // The backup has that the webhook was told, which is noted after its answer.
    await expect.poll(async () => (await endpoint(first)).cursor).toBe(cursor);
    const backup = (await new ApiClient(first).call("POST", "/v1/admin/backups", {})).body.result.backup.name;
    await first.close();
    disableByWrongCursor();
    const second = await start();
    await pay(second, 7);
    await show(tabs, "+7 standard", "12");
    await second.close();

    // The restored ledger ends before the last payment, which is paid again.
    const restored = await start(await restoreBackup(backup));
    expect((await endpoint(restored)).state).toBe("WEBHOOK_ACTIVE");
    const lost = await openEvents(`${restored.url}/api/wallets/${idle}/events`, { ...bearer, "Last-Event-ID": cursor });
    expect(lost.status).toBe(409);
    cursor = (await endpoint(restored)).cursor;
    await pay(restored, 7);
    expect(told()).toEqual(["5", "7", "7"]);
  });
});

/** Services that follow each other on one port. */
function services() {
  const directory = mkdtempSync(join(tmpdir(), "platonic-walk-"));
  const backups = join(directory, "backups");
  writeFileSync(join(directory, "passphrase"), passphrase, { mode: 0o600 });
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const port = freePorts(1);
  return {
    async start(data = join(directory, "data")): Promise<TestServer> {
      const environment = {
        DEVELOPMENT: "1",
        WEBHOOK_ADDRESSES: "any",
        PORT: String((await port)[0]),
        DATA_DIR: data,
        BACKUP_DIR: backups,
        VAULT_PASSPHRASE_FILE: join(directory, "passphrase"),
      };
      const server = await startServer(environment, { webhookIntervals: { pollMs: 5, renewMs: 20 } });
      let isClosed = false;
      const close = async () => {
        if (!isClosed) await server.close();
        isClosed = true;
      };
      onTestFinished(close);
      return { ...server, close };
    },
    /** Leaves the endpoint as the version before may have: disabled, at a cursor with the digest of the entry itself. */
    disableByWrongCursor(): void {
      const database = new Database(join(directory, "data", "platonic.sqlite"));
      const last = database.prepare("SELECT sequence, bytes FROM ledger_entries ORDER BY sequence DESC LIMIT 1").get();
      const { sequence, bytes } = last as { readonly sequence: number; readonly bytes: Uint8Array };
      const requestDigest = asRequestDigest(entryDigest(bytes));
      const cursor = writeCursor({ sequence, requestDigest, told: 0 });
      database.prepare("UPDATE webhooks SET state = 'disabled', cursor_text = ?").run(cursor);
      database.close();
    },
    async restoreBackup(name: string): Promise<string> {
      const target = join(directory, "restored");
      await restore({
        path: join(backups, name),
        passphrase: passphraseBytes(),
        directory: target,
        stretching: quickStretching,
      });
      return target;
    },
  };
}

interface SignedIn {
  readonly tabs: readonly [Page, Page];
  /** The wallet of the account, and its identity. */
  readonly idle: string;
}

/** Creates an account in one tab, and opens its wallet in another. */
async function signedInTwice(context: BrowserContext, url: string): Promise<SignedIn> {
  const tab = await context.newPage();
  await tab.goto(url);
  await createAccount(tab, freshName(), "/wallet");
  await tab.locator('.channel[data-phase="open"]').waitFor();
  const other = await context.newPage();
  await other.goto(`${url}/wallet`);
  await other.locator('.channel[data-phase="open"]').waitFor();
  const idle = (await tab.locator(".lead code").textContent()) as string;
  return { tabs: [tab, other], idle };
}

/** Lets an hour pass for the service and the tabs, in which only others are paid. Returns the last cursor that was told. */
async function anHourOf(
  server: TestServer,
  { idle, busy, tabs }: { idle: string; busy: string; tabs: readonly [Page, Page] },
): Promise<string> {
  const stream = await openEvents(`${server.url}/api/wallets/${idle}/events?heartbeat_seconds=10`, bearer);
  let cursor = (await stream.next())?.id as string;
  for (let beat = 0; beat < 360; beat++) {
    if (beat % 6 === 0) await deposit(new ApiClient(server), busy, "TOKEN_STANDARD", 1);
    await vi.advanceTimersByTimeAsync(10_000);
    // Both tabs have the clock of their browser.
    await tabs[0].clock.runFor(10_000);
    cursor = (await stream.next())?.id as string;
  }
  stream.close();
  return cursor;
}

/** Waits until both tabs show the last payment and the balance after it. */
async function show(tabs: readonly Page[], payment: string, balance: string): Promise<void> {
  for (const tab of tabs) {
    await tab.getByText(payment).first().waitFor();
    await tab.locator(".balances").getByText(balance, { exact: true }).waitFor();
  }
}
