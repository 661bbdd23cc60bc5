// @module-tag slow/browser

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { freshName } from "../../support/identity/api-client.ts";
import { operatorKey } from "../../support/server.ts";
import {
  type Console,
  createAccount,
  describeConsole,
  isTooWide,
  screenshot,
  views,
  violationsOf,
} from "./console-page.ts";

/** Opens the keys of a new account. */
async function openAs(given: Console, options = {}) {
  const opened = await given.open("/", options);
  await createAccount(opened.tab, freshName(), "/dashboard");
  await opened.tab.getByRole("button", { name: "Create key" }).waitFor();
  return opened;
}

/** Creates a key by the page, and returns its secret. */
async function createKey(tab: Page, name: string): Promise<string> {
  await tab.getByLabel("Name", { exact: true }).fill(name);
  await tab.getByRole("button", { name: "Create key" }).click();
  return (await tab.getByRole("status").locator("code").first().textContent()) as string;
}

const call = (given: Console, secret: string, body: object) =>
  given.server.post("/v1/geocode/encode", body, { Authorization: `Bearer ${secret}` });

describeConsole("API keys in the console", (given) => {
  test("are created, shown once, used, seen in use, revoked, and refused then", async () => {
    const { tab, flaws } = await openAs(given());
    await tab.getByText("No keys yet").waitFor();
    const secret = await createKey(tab, "my first program");
    expect((await call(given(), secret, { data: [1, 2, 3], target_geometry: "cube" })).status).toBe(200);
    expect((await call(given(), secret, { data: [1, 2, 3], target_geometry: "sphere" })).status).toBe(400);
    await screenshot(tab, "key created");
    await tab.reload();
    expect(await tab.getByText(secret).count()).toBe(0);
    await tab.getByRole("link", { name: "my first program" }).click();
    await tab.getByText("Calls in this minute: 2 of 100").waitFor();
    // Counted in memory first, and written every few seconds.
    await tab.getByRole("row").filter({ hasText: "1 PARAMETER_INVALID" }).waitFor();
    await tab.getByRole("row").filter({ hasText: "target_geometry" }).first().waitFor();
    expect(await violationsOf(tab)).toEqual([]);
    await screenshot(tab, "key in use");
    tab.once("dialog", (dialog) => void dialog.accept());
    await tab.getByRole("button", { name: "Revoke" }).click();
    await tab.getByText("revoked").waitFor();
    const refused = await call(given(), secret, { data: [1], target_geometry: "cube" });
    expect([refused.status, refused.body.error.code]).toEqual([401, "INVALID_API_KEY"]);
    await tab.getByRole("row").filter({ hasText: "INVALID_API_KEY" }).first().waitFor();
    expect(flaws).toEqual([]);
  });

  test("of one account are not there for another", async () => {
    const ada = await openAs(given());
    await createKey(ada.tab, "of ada");
    await ada.tab.getByRole("link", { name: "of ada" }).click();
    const address = ada.tab.url();
    const bob = await openAs(given());
    expect(await bob.tab.getByText("of ada").count()).toBe(0);
    await bob.tab.goto(address);
    await bob.tab.getByRole("heading", { name: "There is no such key" }).waitFor();
  });

  test("are moved between plans by an administrator, whose limits hold at once", async () => {
    const { tab } = await openAs(given());
    const secret = await createKey(tab, "growing");
    await tab.getByRole("link", { name: "growing" }).click();
    const path = tab.url().slice(given().url.length);
    const admin = await given().open(`/sign-in?to=${encodeURIComponent(path)}`);
    await admin.tab.getByLabel("API key").fill(operatorKey);
    await admin.tab.getByRole("button", { name: "Use the key" }).click();
    await admin.tab.getByLabel("Move to the plan").selectOption("professional");
    await admin.tab.getByRole("button", { name: "Move" }).click();
    await admin.tab.getByText("plan professional").waitFor();
    await call(given(), secret, { data: [1], target_geometry: "cube" });
    await admin.tab.getByText(/of 500$/).waitFor();
    await screenshot(admin.tab, "key of an administrator");
  });

  test.each(Object.keys(views))("are without flaws for everybody (%s)", async (view) => {
    const { tab, flaws } = await openAs(given(), views[view]);
    await createKey(tab, "a key");
    await tab.getByRole("link", { name: "a key" }).waitFor();
    expect(await violationsOf(tab)).toEqual([]);
    expect(await isTooWide(tab)).toBe(false);
    await screenshot(tab, `keys ${view}`);
    const anonymous = await given().open("/dashboard", views[view]);
    expect(await violationsOf(anonymous.tab)).toEqual([]);
    expect([...flaws, ...anonymous.flaws]).toEqual([]);
  });
});
