// @module-tag slow/browser

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page, Route } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { Client } from "../../../clients/typescript/src/client.ts";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { storedProcesses } from "../../../server/modules/processes/store/processes.ts";
import { ApiClient, freshName } from "../../support/identity/api-client.ts";
import { newApplicant, newReviewer, passport, raiseToStandard } from "../../support/identity/applicant.ts";
import { operatorKey } from "../../support/server.ts";
import { type Console, describeConsole, isTooWide, screenshot, views, violationsOf } from "./console-page.ts";

const pages = {
  "/admin": "answers this page",
  "/admin/money": "Rates",
  "/admin/reviews": "Documents prove",
  "/admin/outbox": "Messages that the process",
  "/admin/vault": "Key in use",
  "/admin/backups": "Make a backup",
  "/admin/ledger": "Check the ledger",
  "/admin/audit": "Acts of administrators",
};

/** Opens a page as an administrator. */
async function openAs(given: Console, path: string, options?: BrowserContextOptions, key = operatorKey) {
  const opened = await given.open(`/sign-in?to=${path}`, options);
  await opened.tab.getByLabel("API key").fill(key);
  await opened.tab.getByRole("button", { name: "Use the key" }).click();
  await opened.tab.getByRole("navigation", { name: "Administration" }).waitFor();
  return opened;
}

async function newWallet({ url }: Console): Promise<string> {
  const client = new Client({ endpoint: url, credentials: operatorKey });
  const { identity } = await client.register({ username: freshName() });
  const identityId = identity.id;
  await client.of(WalletService).createWallet({ identityId });
  return identityId;
}

const part = (tab: Page, heading: string) => tab.locator("form", { has: tab.getByRole("heading", { name: heading }) });

describeConsole(
  "administration in the console",
  (given) => {
    test("asks anonymous callers for an API key, and is not offered to them", async () => {
      const { tab } = await given().open("/admin/vault");
      await tab.getByText("This page is for administrators").waitFor();
      expect(await tab.getByRole("link", { name: "Administration" }).count()).toBe(0);
      await tab.getByRole("link", { name: "Sign in with an API key" }).click();
      await tab.getByLabel("API key").fill(operatorKey);
      await tab.getByRole("button", { name: "Use the key" }).click();
      await tab.getByText("Key in use").waitFor();
      expect(await tab.getByRole("link", { name: "Administration" }).count()).toBe(1);
    });

    test("books a deposit and a withdrawal once, also when the first answer is lost", async () => {
      const { tab } = await openAs(given(), "/admin/money");
      const identityId = await newWallet(given());
      const asked: string[] = [];
      tab.on("dialog", (dialog) => {
        asked.push(dialog.message());
        void dialog.accept();
      });
      const deposit = part(tab, "Deposit");
      await deposit.getByLabel("Identity").fill(identityId);
      await deposit.getByLabel("Asset").selectOption("USD");
      await deposit.getByLabel("Amount").fill("12.50");
      let answers = 0;
      await tab.route("**/admin.v1.LedgerService/Deposit", async (route) => {
        const answer = await route.fetch();
        answers += 1;
        // The client repeats a call that is safe to repeat; all of its attempts are lost.
        if (answers <= 4) await route.abort();
        else await route.fulfill({ response: answer });
      });
      await deposit.getByRole("button", { name: "Deposit" }).click();
      await deposit.getByRole("alert").waitFor();
      answers = 4;
      await deposit.getByRole("button", { name: "Deposit" }).click();
      await deposit.getByRole("status").filter({ hasText: "12.5 USD deposited" }).waitFor();
      const withdrawal = part(tab, "Withdraw");
      await withdrawal.getByLabel("Identity").fill(identityId);
      await withdrawal.getByLabel("Asset").selectOption("USD");
      await withdrawal.getByLabel("Amount").fill("2");
      await withdrawal.getByRole("button", { name: "Withdraw" }).click();
      await withdrawal.getByRole("status").filter({ hasText: "2 USD withdrawn" }).waitFor();
      expect(asked[0]).toBe(`Deposit 12.50 USD, identity ${identityId}? It cannot be taken back.`);
      const client = new Client({ endpoint: given().url, credentials: operatorKey });
      const { wallet } = await client.of(WalletService).getWallet({ identityId });
      expect(wallet?.external?.entries["USD"]?.exactAmount).toBe("10.5");
    });

    test("freezes a wallet, from which nothing leaves then, and sets rates", async () => {
      const { tab } = await openAs(given(), "/admin/money");
      const identityId = await newWallet(given());
      const freezing = part(tab, "Freeze a wallet");
      await freezing.getByLabel("Identity").fill(identityId);
      await freezing.getByRole("button", { name: "Set" }).click();
      await freezing.getByText("The wallet is frozen").waitFor();
      const client = new Client({ endpoint: given().url, credentials: operatorKey });
      expect((await client.of(WalletService).getWallet({ identityId })).wallet?.isFrozen).toBe(true);
      const rate = part(tab, "Set a rate");
      await rate.getByLabel("One of").selectOption("CHF");
      await rate.getByLabel("In", { exact: true }).selectOption("USD");
      await rate.getByLabel("Bid").fill("1.12");
      await rate.getByLabel("Ask").fill("1.14");
      await rate.getByRole("button", { name: "Set the rate" }).click();
      await tab.getByRole("row").filter({ hasText: "CHF" }).first().waitFor();
      await rate.getByLabel("Ask").fill("1.10");
      await rate.getByRole("button", { name: "Set the rate" }).click();
      await rate.getByRole("alert").waitFor();
    });

    test("checks the ledger, rotates the vault, makes a backup and tests it", async () => {
      const { tab, flaws } = await openAs(given(), "/admin/ledger");
      await new Client({ endpoint: given().url, credentials: operatorKey }).of(LedgerService).deposit({
        identityId: await newWallet(given()),
        tokenType: 1,
        amount: { form: { case: "decimal", value: "1" } },
        depositId: randomUUID(),
      });
      await tab.getByRole("button", { name: "Check the ledger" }).click();
      await tab.getByText("The ledger is whole").waitFor();
      await tab.getByRole("link", { name: "Vault" }).click();
      tab.once("dialog", (dialog) => void dialog.accept());
      await tab.getByRole("button", { name: "Rotate now" }).click();
      await tab.getByText("version 2, since").waitFor();
      await tab.getByRole("link", { name: "Backups" }).click();
      await tab.getByRole("button", { name: "Make a backup" }).click();
      await tab.locator("li code").first().waitFor();
      await tab.getByRole("button", { name: "Test the newest" }).click();
      await tab.getByText("restores without a problem").waitFor();
      await screenshot(tab, "backups tested");
      expect(flaws).toEqual([]);
    });

    test("shows an answer that takes longer than the interval in which it asks", async () => {
      const { tab } = await openAs(given(), "/admin/vault");
      await tab.clock.install();
      const asked: Route[] = [];
      await tab.route(/GetLedgerCheck/, (route) => void asked.push(route));
      await tab.getByRole("link", { name: "Ledger check" }).click();
      await expect.poll(() => asked.length).toBe(1);
      await tab.clock.runFor(5_000);
      await asked[0]?.continue();
      await tab.getByRole("button", { name: "Check the ledger" }).waitFor();
      await tab.clock.runFor(1_000);
      await expect.poll(() => asked.length).toBe(2);
    });

    test("shows every process with its health, one that was killed as silent since its last heartbeat", async () => {
      const database = await openServiceDatabase(given().server);
      onTestFinished(() => database.close());
      const processes = storedProcesses(database);
      const killedAt = new Date((await processes.now()).getTime() - 60_000);
      const readings = {
        callsPerSecond: 1_234,
        utilization: 0.97,
        memoryBytes: 2 ** 28,
        databaseMs: 31,
        clockAheadMs: 0,
        threads: 4,
        threadsLost: 2,
      };
      const times = { startedAt: killedAt, heartbeatAt: killedAt };
      await processes.write({
        id: "k",
        host: "other-machine",
        pid: 7,
        version: "0.1.0",
        ...times,
        state: "ready",
        readings,
      });
      onTestFinished(() => processes.remove("k"));
      const { tab, flaws } = await openAs(given(), "/admin");
      const row = (text: string) => tab.getByRole("row").filter({ hasText: text });
      await row("other-machine 7").getByText("silent").waitFor();
      const cells = await row("other-machine 7").getByRole("cell").allTextContents();
      expect(cells.slice(2)).toEqual(["1234.0", "97\u00a0%", "42 replaced", "256\u00a0MiB", "31.0\u00a0ms", "right"]);
      await row("answers this page").getByText("ready").waitFor();
      await tab.getByText("A silent process was killed").waitFor();
      await screenshot(tab, "processes");
      expect(flaws).toEqual([]);
    });

    test("shows codes that were not sent", async () => {
      const client = new Client({ endpoint: given().url, credentials: operatorKey });
      const email = `${freshName()}@example.org`;
      const { identity } = await client.register({ username: freshName(), email, startVerification: true });
      const { tab } = await openAs(given(), "/admin/outbox");
      await tab.getByText(email).waitFor();
      expect((await client.of(IdentityService).getIdentity({ id: identity.id })).identity?.email).toBe(email);
    });

    test("lets a reviewer save what was submitted, approve it, and reject it with a reason", async () => {
      const api = new ApiClient(given().server);
      const reviewer = await newReviewer(api);
      const ada = await newApplicant(api);
      await raiseToStandard(ada);
      await ada.submit("LEVEL_ENHANCED", [passport], await api.session(ada.id));
      const { tab, flaws } = await openAs(given(), "/admin/reviews", {}, reviewer);
      const saved = tab.waitForEvent("download");
      await tab.getByRole("button", { name: /^Save/ }).click();
      expect(readFileSync(await (await saved).path()).equals(Buffer.from(passport.content, "base64"))).toBe(true);
      expect(await tab.getByRole("button", { name: "Reject" }).isDisabled()).toBe(true);
      await tab.getByRole("button", { name: "Approve" }).click();
      await tab.getByText("is approved").waitFor();
      await tab.getByText("approved").waitFor();
      const bob = await newApplicant(api);
      await raiseToStandard(bob);
      await bob.submit("LEVEL_ENHANCED", [passport], await api.session(bob.id));
      await tab.reload();
      await tab.getByLabel("Reason").fill("The picture is too dark.");
      await tab.getByRole("button", { name: "Reject" }).click();
      await tab.getByText("is rejected").waitFor();
      await screenshot(tab, "reviews decided");
      expect(flaws).toEqual([]);
    });

    test.each(Object.keys(views))("is without flaws for everybody (%s)", async (view) => {
      const { tab, flaws } = await openAs(given(), "/admin", views[view]);
      for (const [path, text] of Object.entries(pages)) {
        await tab.goto(given().url + path);
        await tab.getByText(text).first().waitFor();
        expect(await violationsOf(tab), path).toEqual([]);
        expect(await isTooWide(tab), path).toBe(false);
        await screenshot(tab, `${path.slice(1).replace("/", " ")} ${view}`);
      }
      expect(flaws).toEqual([]);
    });
  },
  { WEBAUTHN_RP_ID: "example.org", WEBAUTHN_ORIGINS: "https://app.example.org" },
);
