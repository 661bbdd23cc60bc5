// @module-tag slow/browser

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { freshName } from "../../support/identity/api-client.ts";
import { NetworkGate } from "../../support/network-gate.ts";
import {
  type Console,
  createAccount,
  describeConsole,
  isTooWide,
  screenshot,
  views,
  violationsOf,
  withKey,
} from "./console-page.ts";

const balance = (tab: Page, asset: string) => tab.locator(".balance", { hasText: asset }).locator("dd");
const form = (tab: Page, heading: string) => tab.locator("form", { has: tab.getByRole("heading", { name: heading }) });
const has = (tab: Page, asset: string, amount: string) =>
  balance(tab, asset)
    .filter({ hasText: new RegExp(`^${amount.replace(".", "\\.")}`) })
    .waitFor();

/** Opens the wallet of a new account in a browser of its own, whose channel is open. */
async function newWallet(given: Console, options = {}) {
  const opened = await given.open("/", options);
  await createAccount(opened.tab, freshName(), "/wallet");
  await opened.tab.locator('.channel[data-phase="open"]').waitFor();
  const address = (await opened.tab.locator(".lead code").textContent()) as string;
  return { ...opened, address };
}

/** Opens a wallet likewise, on a network that can be cut. */
async function newWalletBehind(given: Console) {
  const gate = new NetworkGate(Number(new URL(given.url).port));
  const address = await gate.listen();
  const opened = await given.open("/");
  await opened.tab.goto(`${address}/`);
  await createAccount(opened.tab, freshName(), "/wallet");
  await opened.tab.locator('.channel[data-phase="open"]').waitFor();
  return { ...opened, gate };
}

async function fill(tab: Page): Promise<void> {
  await tab.getByRole("button", { name: "Get 100 standard tokens" }).click();
  await has(tab, "standard", "100");
}

async function pay(tab: Page, recipient: string, amount: string): Promise<void> {
  await form(tab, "Pay").getByLabel("To").fill(recipient);
  await form(tab, "Pay").getByLabel("Amount").fill(amount);
  await form(tab, "Pay").getByRole("button", { name: "Pay" }).click();
}

describeConsole("the wallet in the console", (given) => {
  test("of two browsers pay each other over the encrypted channel, and each sees it at once", async () => {
    const [ada, bob] = [await newWallet(given()), await newWallet(given())];
    await fill(ada.tab);
    expect(await ada.tab.locator(".channel").textContent()).toMatch(/ChaCha20-Poly1305|AES-256-GCM/);
    const calls: string[] = [];
    ada.tab.on("request", (request) => calls.push(request.url()));
    await pay(ada.tab, bob.address, "12.5");
    await form(ada.tab, "Pay").getByText("Completed. Confirmation code").waitFor();
    await has(bob.tab, "standard", "12.5");
    await bob.tab.getByRole("log").getByText("+12.5 standard").waitFor();
    expect(calls.filter((url) => /Transfer/.test(url))).toEqual([]);
    await pay(bob.tab, ada.address, "2");
    // The fee is a thousandth.
    await has(ada.tab, "standard", "89.4875");
    await screenshot(ada.tab, "wallet after payments");
    expect([...ada.flaws, ...bob.flaws]).toEqual([]);
  });

  test("keeps what is written while the balances after a payment are still being read", async () => {
    const [ada, bob] = [await newWallet(given()), await newWallet(given())];
    await fill(ada.tab);
    const written = Promise.withResolvers<void>();
    await ada.tab.route(/GetWallet/, async (route) => {
      await written.promise;
      await route.continue();
    });
    await pay(ada.tab, bob.address, "5");
    await form(ada.tab, "Pay").getByText("Completed. Confirmation code").waitFor();
    await form(ada.tab, "Pay").getByLabel("Amount").fill("9");
    written.resolve();
    await has(ada.tab, "standard", "94.995");
    expect(await form(ada.tab, "Pay").getByLabel("Amount").inputValue()).toBe("9");
  });

  test("goes on with its events when the balances could not be read at one of them", async () => {
    const [ada, bob] = [await newWallet(given()), await newWallet(given())];
    await fill(ada.tab);
    await bob.tab.route(/GetWallet/, (route) => route.fulfill({ status: 404 }));
    await pay(ada.tab, bob.address, "5");
    await bob.tab.getByRole("log").getByText("+5 standard").waitFor();
    await bob.tab.unroute(/GetWallet/);
    await pay(ada.tab, bob.address, "6");
    await has(bob.tab, "standard", "11");
    await bob.tab.getByRole("log").getByText("+6 standard").waitFor();
  });

  test("knows that it has paid when the answer is lost with the network, and reconnects", async () => {
    const bob = await newWallet(given());
    const { tab, gate } = await newWalletBehind(given());
    await fill(tab);
    gate.mute();
    await pay(tab, bob.address, "10");
    await has(bob.tab, "standard", "10");
    gate.cut();
    await tab.locator('.channel[data-phase="backing-off"]').waitFor();
    await screenshot(tab, "wallet without network");
    gate.restore();
    await form(tab, "Pay").getByText("Completed. Confirmation code").waitFor();
    await tab.locator('.channel[data-phase="open"]').waitFor();
    await has(tab, "standard", "89.99");
    await has(bob.tab, "standard", "10");
    expect(await journalOf(tab)).toBe(0);
    await gate.close();
  });

  test("pays once, or not at all and says so, when the network is gone before it pays", async () => {
    const bob = await newWallet(given());
    const { tab, gate } = await newWalletBehind(given());
    await fill(tab);
    gate.cut();
    await pay(tab, bob.address, "10");
    await expect.poll(() => journalOf(tab)).toBe(1);
    gate.restore();
    await form(tab, "Pay").locator(".notice.good, .notice.bad").waitFor();
    const isPaid = (await form(tab, "Pay").locator(".notice").textContent())?.startsWith("Completed");
    await tab.locator('.channel[data-phase="open"]').waitFor();
    await has(tab, "standard", isPaid ? "89.99" : "100");
    await has(bob.tab, "standard", isPaid ? "10" : "0");
    await gate.close();
  });

  test("resolves after a reload what was being paid before", async () => {
    const bob = await newWallet(given());
    const { tab, gate } = await newWalletBehind(given());
    await fill(tab);
    gate.cut();
    await pay(tab, bob.address, "10");
    await expect.poll(() => journalOf(tab)).toBe(1);
    gate.restore();
    await tab.reload();
    await tab.locator('.channel[data-phase="open"]').waitFor();
    await tab.getByText("From an earlier visit").waitFor();
    expect(await journalOf(tab)).toBe(0);
    const isPaid = (await tab.locator(".earlier").textContent())?.includes("Completed");
    await has(tab, "standard", isPaid ? "89.99" : "100");
    await has(bob.tab, "standard", isPaid ? "10" : "0");
    await gate.close();
  });

  test("refuses what cannot be paid, and says what to do", async () => {
    const [ada, bob] = [await newWallet(given()), await newWallet(given())];
    await pay(ada.tab, bob.address, "1");
    await form(ada.tab, "Pay").getByText("less than the amount").waitFor();
    await fill(ada.tab);
    const problems: [to: string, amount: string, problem: string][] = [
      ["nobody", "1", "An address has 36 characters"],
      [ada.address.toUpperCase(), "1", "That is the address of this wallet"],
      [bob.address, "1,5", "Write 1.5"],
      [bob.address, "0", "The amount must be more than 0"],
    ];
    for (const [to, amount, problem] of problems) {
      await pay(ada.tab, to, amount);
      await form(ada.tab, "Pay").locator(".problem", { hasText: problem }).waitFor();
      expect(await form(ada.tab, "Pay").getByLabel("To").inputValue()).toBe(to);
    }
    expect(await violationsOf(ada.tab)).toEqual([]);
    await pay(ada.tab, crypto.randomUUID(), "1");
    await form(ada.tab, "Pay").locator(".notice.bad", { hasText: "The recipient has no wallet" }).waitFor();
    await pay(ada.tab, bob.address, "0.0000000001");
    await form(ada.tab, "Pay")
      .locator(".notice.bad", { hasText: "has an amount that the token does not allow" })
      .waitFor();
    expect(await balance(ada.tab, "standard").textContent()).toBe("100");
    await pay(ada.tab, bob.address.toUpperCase(), "1");
    await has(bob.tab, "standard", "1");
  });

  test("exchanges at a quote, which counts down", async () => {
    const { tab, flaws } = await newWallet(given());
    await fill(tab);
    const exchange = form(tab, "Exchange");
    await exchange.getByLabel("Give").fill("2");
    await exchange.getByLabel("For").selectOption("micro");
    await exchange.getByRole("button", { name: "Get a quote" }).click();
    await exchange.getByText("You get").waitFor();
    await exchange.getByRole("button", { name: /^Exchange, within \d+ s/ }).click();
    await exchange.getByText("Exchanged.").waitFor();
    await has(tab, "standard", "98");
    await has(tab, "micro", "19");
    await exchange.getByLabel("Give").fill("1");
    await exchange.getByLabel("For").selectOption("CHF");
    await exchange.getByRole("button", { name: "Get a quote" }).click();
    await exchange.getByRole("alert").filter({ hasText: "There is no rate between these two" }).waitFor();
    expect(flaws).toEqual([]);
  });

  test.each([
    ["an hour ahead", 3_600_000],
    ["two days behind", -2 * 86_400_000],
  ])("pays and exchanges on a machine whose clock is %s", async (_, aheadMs) => {
    const bob = await newWallet(given());
    const { tab } = await given().open("about:blank");
    await tab.clock.install({ time: Date.now() + aheadMs });
    await tab.goto(given().url);
    await createAccount(tab, freshName(), "/wallet");
    await tab.locator('.channel[data-phase="open"]').waitFor();
    await fill(tab);
    await pay(tab, bob.address, "10");
    await has(bob.tab, "standard", "10");
    await form(tab, "Exchange").getByLabel("Give").fill("2");
    await form(tab, "Exchange").getByLabel("For").selectOption("micro");
    await form(tab, "Exchange").getByRole("button", { name: "Get a quote" }).click();
    await form(tab, "Exchange")
      .getByRole("button", { name: /^Exchange, within [1-3]?\d s/ })
      .click();
    await form(tab, "Exchange").getByText("Exchanged.").waitFor();
  });

  test("holds money for somebody, who captures it or gives it back", async () => {
    const [ada, bob] = [await newWallet(given()), await newWallet(given())];
    await fill(ada.tab);
    for (const amount of ["5", "7"]) {
      await form(ada.tab, "Pay").getByLabel("Only hold it").check();
      await pay(ada.tab, bob.address, amount);
      await form(ada.tab, "Pay").getByText("Held for the recipient").waitFor();
    }
    await ada.tab.getByText("and 12.012 held").waitFor();
    await bob.tab.reload();
    await bob.tab.getByRole("button", { name: "Capture 5 standard" }).click();
    await has(bob.tab, "standard", "5");
    await bob.tab.getByRole("button", { name: "Give back 7 standard" }).click();
    await has(ada.tab, "standard", "94.995");
    await ada.tab.getByText("held", { exact: true }).waitFor({ state: "detached" });
  });

  test("is filled in by a link, and waits for who must sign in first", async () => {
    const bob = await newWallet(given());
    const { tab } = await given().open(withKey(`/wallet?to=${bob.address}&amount=3`));
    await tab.getByRole("link", { name: "Sign in or create an account" }).click();
    await tab.getByLabel("Name", { exact: true }).fill(freshName());
    await tab.getByRole("button", { name: "Create account" }).click();
    await tab.getByRole("button", { name: "Go on" }).click();
    expect(await form(tab, "Pay").getByLabel("To").inputValue()).toBe(bob.address);
    expect(await form(tab, "Pay").getByLabel("Amount").inputValue()).toBe("3");
    await fill(tab);
    await form(tab, "Pay").getByRole("button", { name: "Pay" }).click();
    await has(bob.tab, "standard", "3");
    await tab.waitForURL("**/wallet");
    expect(await form(tab, "Pay").getByLabel("To").inputValue()).toBe("");
  });

  test.each(Object.keys(views))("is without flaws for everybody (%s)", async (view) => {
    const { tab, flaws } = await newWallet(given(), views[view]);
    await fill(tab);
    await tab.getByRole("log").getByText("+100 standard").waitFor();
    expect(await violationsOf(tab)).toEqual([]);
    expect(await isTooWide(tab)).toBe(false);
    await screenshot(tab, `wallet ${view}`);
    const anonymous = await given().open("/wallet", views[view]);
    expect(await violationsOf(anonymous.tab)).toEqual([]);
    await screenshot(anonymous.tab, `wallet of an anonymous caller ${view}`);
    expect([...flaws, ...anonymous.flaws]).toEqual([]);
  });
});

/** Number of payments in the journal of a browser. */
function journalOf(tab: Page): Promise<number> {
  return tab.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('platonic operation')).length");
}
