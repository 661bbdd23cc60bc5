// @module-tag slow/browser

import { generateKeyPairSync, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeConsole, isTooWide, screenshot, views, violationsOf } from "./console-page.ts";
import { paidWallet } from "./paid-wallet.ts";

/** Saves the receipt that a page shows, and returns the text of its file. */
async function savedReceipt(tab: Page): Promise<string> {
  const saved = tab.waitForEvent("download");
  await tab.getByRole("button", { name: "Save with its keys" }).click();
  return readFileSync(await (await saved).path(), "utf8");
}

describeConsole("history and receipts in the console", (given) => {
  test("show each movement with the other party, and the proof of a payment", async () => {
    const { tab, flaws, recipient } = await paidWallet(given());
    await tab.getByRole("row").filter({ hasText: recipient }).filter({ hasText: "for the book" }).waitFor();
    await tab.getByLabel("Show").selectOption("deposits");
    expect(await tab.getByRole("row").filter({ hasText: "-3.003" }).count()).toBe(0);
    await tab.getByRole("row").filter({ hasText: "+100 standard" }).waitFor();
    await tab.getByLabel("Show").selectOption("everything");
    await tab.getByRole("link", { name: /^Receipt \d/ }).click();
    await tab.getByText("This receipt is genuine").waitFor();
    await tab.getByText("3 standard").waitFor();
    expect(await tab.locator(".facts").textContent()).toContain(recipient);
    await screenshot(tab, "receipt");
    expect(flaws).toEqual([]);
  });

  test("are verified by anybody, without an account, and bad when one byte is changed anywhere", async () => {
    const { tab } = await paidWallet(given());
    await tab.getByRole("link", { name: /^Receipt \d/ }).click();
    const text = await savedReceipt(tab);
    const anonymous = await given().open("/wallet/receipt");
    const verify = async (receipt: string) => {
      await anonymous.tab.getByLabel("Receipt as JSON").fill(receipt);
      await anonymous.tab.getByRole("button", { name: "Verify" }).click();
    };
    await verify(text);
    await anonymous.tab.getByText("This receipt is genuine").waitFor();
    const { receipt, keys } = JSON.parse(text);
    for (const member of [
      "entry",
      "entryDigest",
      "statement",
      "signature",
      "batchHash",
      "transactionId",
      "confirmationCode",
    ]) {
      expect(receipt[member], member).toEqual(expect.any(String));
      await anonymous.tab.getByLabel("Receipt as JSON").fill("");
      await verify(JSON.stringify({ receipt: { ...receipt, [member]: changed(receipt[member]) }, keys }));
      await anonymous.tab.getByText("This receipt proves nothing").waitFor();
      expect(await anonymous.tab.getByText("This receipt is genuine").count(), member).toBe(0);
    }
    await verify("{}");
    await anonymous.tab.getByText("This receipt proves nothing").waitFor();
    await verify("no JSON");
    await anonymous.tab.getByText("This is no receipt").waitFor();
    await screenshot(anonymous.tab, "bad receipt");
    expect(anonymous.flaws).toEqual([]);
  });

  test("are not called genuine by keys that came with them, which a forger can make", async () => {
    const { tab } = await paidWallet(given());
    await tab.getByRole("link", { name: /^Receipt \d/ }).click();
    const { receipt, keys } = JSON.parse(await savedReceipt(tab));
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const signed = Buffer.concat([Buffer.from("platonic receipt v1\n"), Buffer.from(receipt.statement, "base64")]);
    const signature = sign(null, signed, privateKey).toString("base64");
    const { x } = publicKey.export({ format: "jwk" });
    const forged = (keyId: string) => ({
      receipt: { ...receipt, keyId, signature },
      keys: { keys: [{ ...keys.keys[0], kid: keyId, x }] },
    });
    const anonymous = await given().open("/wallet/receipt");
    for (const [keyId, verdict] of [
      ["forged", "signed by a key that this service does not publish"],
      [receipt.keyId, "This receipt proves nothing"],
    ]) {
      await anonymous.tab.getByLabel("Receipt as JSON").fill(JSON.stringify(forged(keyId)));
      await anonymous.tab.getByRole("button", { name: "Verify" }).click();
      await anonymous.tab.getByText(verdict as string).waitFor();
      expect(await anonymous.tab.getByText("This receipt is genuine").count()).toBe(0);
    }
    expect(anonymous.flaws).toEqual([]);
  });

  test.each(Object.keys(views))("are without flaws for everybody (%s)", async (view) => {
    const { tab, flaws } = await paidWallet(given(), views[view]);
    expect(await violationsOf(tab)).toEqual([]);
    expect(await isTooWide(tab)).toBe(false);
    await screenshot(tab, `history ${view}`);
    await tab.getByRole("link", { name: /^Receipt \d/ }).click();
    await tab.getByText("This receipt is genuine").waitFor();
    expect(await violationsOf(tab)).toEqual([]);
    expect(await isTooWide(tab)).toBe(false);
    await screenshot(tab, `receipt ${view}`);
    expect(flaws).toEqual([]);
  });
});

/** Changes one character in the middle of a text to another of its alphabet. */
function changed(text: string): string {
  const place = Math.floor(text.length / 2);
  const other = text[place] === "A" ? "B" : "A";
  return text.slice(0, place) + other + text.slice(place + 1);
}
