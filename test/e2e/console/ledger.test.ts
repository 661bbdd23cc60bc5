// @module-tag slow/browser

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { platonic } from "../../../clients/cli/platonic.ts";
import { operatorKey } from "../../support/server.ts";
import { type Console, describeConsole, isTooWide, screenshot, views, violationsOf } from "./console-page.ts";
import { paidWallet } from "./paid-wallet.ts";

/** Returns the ledger as the command line writes it to a file. */
async function exportedLedger({ url }: Console): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "platonic-ledger-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "ledger.jsonl");
  const env = { PLATONIC_URL: url, PLATONIC_API_KEY: operatorKey };
  expect(await platonic(["ledger", "export", file], { env, write: () => {}, complain: () => {} })).toBe(0);
  return readFileSync(file, "utf8");
}

async function chooseFile(tab: Page, text: string): Promise<void> {
  await tab.locator("input[type=file]").setInputFiles({
    name: "ledger.jsonl",
    mimeType: "application/x-ndjson",
    buffer: Buffer.from(text),
  });
}

/** Signs in with an administrator's key, and goes to the ledger. */
async function openAsOperator(given: Console, options = {}) {
  const opened = await given.open("/sign-in?to=/ledger", options);
  await opened.tab.getByLabel("API key").fill(operatorKey);
  await opened.tab.getByRole("button", { name: "Use the key" }).click();
  await opened.tab.getByRole("button", { name: "Check the ledger of this service" }).click();
  await opened.tab.getByText("are as they were written, and linked").waitFor();
  return opened;
}

describeConsole("the ledger in the console", (given) => {
  test("shows who paid the blocks of their payments, with the digests of others alone", async () => {
    const { tab, flaws, recipient } = await paidWallet(given());
    await tab.getByRole("link", { name: "Ledger", exact: true }).click();
    const block = tab.locator("details.block").first();
    await block.getByText("checked").waitFor();
    await block.locator("summary").click();
    const row = block.getByRole("row").filter({ hasText: "3 standard" });
    await row.filter({ hasText: recipient }).filter({ hasText: "for the book" }).waitFor();
    await screenshot(tab, "ledger of a wallet");
    expect(await violationsOf(tab)).toEqual([]);
    expect(flaws).toEqual([]);
  });

  test("is checked from the first entry to the last for administrators, whose blocks can be opened", async () => {
    await paidWallet(given());
    const { tab, flaws } = await openAsOperator(given());
    const blocks = await tab.locator("details.block").count();
    const { length } = (await exportedLedger(given())).trimEnd().split("\n");
    expect(blocks).toBe(Math.min(length, 100));
    await tab.getByText("Batch 1", { exact: true }).click();
    await tab.getByRole("cell", { name: "100 standard" }).first().waitFor();
    expect(flaws).toEqual([]);
  });

  test("is proven to have been only added to since the last visit, or is told to be another one", async () => {
    await paidWallet(given());
    const { tab } = await openAsOperator(given());
    const since = tab.getByRole("region", { name: "Since your last visit" });
    await since.getByText("This browser now keeps the head of the ledger").waitFor();
    await paidWallet(given());
    const again = async () => {
      await tab.getByRole("link", { name: "Keys", exact: true }).click();
      await tab.getByRole("link", { name: "Ledger", exact: true }).click();
    };
    await again();
    await since.getByText("Nothing was changed or removed since").waitFor();
    await screenshot(tab, "ledger since the last visit");
    await tab.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem("ledger-head") as string);
      localStorage.setItem("ledger-head", JSON.stringify({ ...kept, root: "A".repeat(43) }));
    });
    await again();
    await since.getByText("This ledger has been changed.").waitFor();
    await screenshot(tab, "ledger of another head");
    expect(await violationsOf(tab)).toEqual([]);
    await since.getByRole("button", { name: "Go on with the ledger as it is now" }).click();
    await since.getByText("This browser now keeps the head of the ledger").waitFor();
  });

  test("is checked for anybody in a file, and bad if a byte or a line of it is changed", async () => {
    await paidWallet(given());
    await paidWallet(given());
    const text = await exportedLedger(given());
    const lines = text.trimEnd().split("\n");
    const { tab, flaws } = await given().open("/ledger");
    await chooseFile(tab, text);
    await tab.getByText(`in ${lines.length} batches are as they were written, and linked`).waitFor();
    const first = JSON.parse(lines[1] as string);
    const entry = Buffer.from(first.entries[0], "base64");
    entry[27] = (entry[27] as number) ^ 1;
    const changed = { ...first, entries: [entry.toString("base64"), ...first.entries.slice(1)] };
    await chooseFile(tab, lines.with(1, JSON.stringify(changed)).join("\n"));
    await tab.getByText("batch 2: its hash is not that of its entries").waitFor();
    await screenshot(tab, "ledger changed");
    await chooseFile(tab, lines.toSpliced(1, 1).join("\n"));
    await tab.getByText("batches between it and the one before are missing").waitFor();
    await chooseFile(tab, "{}\nnot a ledger");
    await tab.getByRole("alert").getByText("Line 2 is no batch of a ledger").waitFor();
    expect(flaws).toEqual([]);
  });

  test.each(Object.keys(views))("is without flaws for everybody (%s)", async (view) => {
    await paidWallet(given());
    const { tab, flaws } = await openAsOperator(given(), views[view]);
    await tab.locator("details.block").first().locator("summary").click();
    expect(await violationsOf(tab)).toEqual([]);
    expect(await isTooWide(tab)).toBe(false);
    await screenshot(tab, `ledger ${view}`);
    expect(flaws).toEqual([]);
  });
});
