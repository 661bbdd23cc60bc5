// @module-tag slow/browser

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { freshName } from "../../support/identity/api-client.ts";
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

const own = (tab: Page) => tab.getByRole("row").filter({ hasText: "this browser" });
const menu = (tab: Page) => tab.locator(".menu-name");
const shared = (tab: Page) => tab.evaluate<{ identityId: string; token: string }>("JSON.parse(localStorage.session)");

async function signOut(tab: Page): Promise<void> {
  await menu(tab).click();
  await tab.getByRole("button", { name: "Sign out" }).click();
}

/** Calls the API as the owner of a session would by curl. */
async function call(given: Console, token: string, method: string, path: string) {
  const response = await fetch(given.url + path, { method, headers: { Authorization: `Bearer ${token}` } });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
  return { status: response.status, body: (await response.json()) as any };
}

/** Signs in another browser by the recovery file of a new account, whose first browser is the given one. */
async function twoBrowsers(given: Console) {
  const one = await given.open("/");
  await one.tab.goto(withKey(`${given.url}/sign-in?to=/wallet/security`));
  await one.tab.getByLabel("Name", { exact: true }).fill(freshName());
  await one.tab.getByRole("button", { name: "Create account" }).click();
  const [download] = await Promise.all([
    one.tab.waitForEvent("download"),
    one.tab.getByRole("link", { name: "Save the file" }).click(),
  ]);
  await one.tab.getByRole("button", { name: "Go on" }).click();
  await own(one.tab).waitFor();
  const userAgent = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7; rv:140.0) Gecko/20100101 Firefox/140.0";
  const other = await given.open("/sign-in?to=/wallet", { userAgent });
  await other.tab.getByLabel("File").setInputFiles(await download.path());
  await other.tab.getByRole("button", { name: "Open the file" }).click();
  await other.tab.locator('.channel[data-phase="open"]').waitFor();
  return { one, other };
}

describeConsole("a session of the console", (given) => {
  test("ends on the service when its user signs out, and in every tab at once, none of which opens another", async () => {
    const { tab, flaws } = await given().open("/");
    await createAccount(tab, freshName(), "/wallet");
    await tab.locator('.channel[data-phase="open"]').waitFor();
    const other = await tab.context().newPage();
    await other.goto(`${given().url}/wallet`);
    await other.locator('.channel[data-phase="open"]').waitFor();
    const { identityId, token } = await shared(tab);
    const path = `/api/identities/${identityId}/sessions`;
    expect((await call(given(), token, "GET", path)).status).toBe(200);
    const authentications: string[] = [];
    for (const page of [tab, other]) {
      page.on(
        "request",
        (request) => void (/Authenticate$/.test(request.url()) && authentications.push(request.url())),
      );
    }
    await signOut(tab);
    await other.getByText("You have signed out in another tab").waitFor();
    await other.getByRole("link", { name: "Sign in or create an account" }).waitFor();
    await tab.getByRole("link", { name: "Sign in", exact: true }).waitFor();
    expect((await call(given(), token, "GET", path)).status).toBe(401);
    await other.reload();
    await other.getByRole("link", { name: "Sign in or create an account" }).waitFor();
    expect(authentications).toEqual([]);
    expect(flaws).toEqual([]);
  });

  test("that was ended elsewhere is over in its page, which asks to sign in and opens no other", async () => {
    const { tab } = await given().open("/");
    await createAccount(tab, freshName(), "/wallet");
    await tab.locator('.channel[data-phase="open"]').waitFor();
    const { identityId, token } = await shared(tab);
    const ended = await call(given(), token, "DELETE", `/api/identities/${identityId}/sessions`);
    expect(ended.body.result.revoked).toBe(1);
    const ends = tab.getByRole("alert").filter({ hasText: "Your session has ended" });
    await ends.waitFor();
    await tab.getByRole("link", { name: "Sign in or create an account" }).waitFor();
    await tab.reload();
    await tab.getByRole("link", { name: "Sign in or create an account" }).click();
    await tab.getByRole("button", { name: "Continue" }).click();
    await tab.locator('.channel[data-phase="open"]').waitFor();
    expect(await ends.count()).toBe(0);
  });

  test("is one for all pages and tabs of a browser, and has the name of its device and its address", async () => {
    const { tab } = await given().open("/");
    await createAccount(tab, freshName(), "/wallet");
    for (let load = 1; load <= 5; load += 1) {
      await tab.locator('.channel[data-phase="open"]').waitFor();
      await tab.reload();
    }
    const other = await tab.context().newPage();
    await other.goto(`${given().url}/wallet`);
    await other.locator('.channel[data-phase="open"]').waitFor();
    await other.goto(`${given().url}/wallet/security`);
    await own(other).filter({ hasText: "Chrome on Linux" }).filter({ hasText: "127.0.0.1" }).waitFor();
    const { identityId, token } = await shared(tab);
    const { body } = await call(given(), token, "GET", `/api/identities/${identityId}/sessions`);
    expect(body.result.sessions).toHaveLength(1);
    expect(body.result.sessions[0]).toMatchObject({ address: "127.0.0.1", is_current: true });
  });

  test("ends a payment that is under way with its outcome, before it is over itself", async () => {
    const bob = await given().open("/");
    await createAccount(bob.tab, freshName(), "/wallet");
    const recipient = (await bob.tab.locator(".lead code").textContent()) as string;
    const { tab } = await given().open("/");
    await createAccount(tab, freshName(), "/wallet");
    await tab.locator('.channel[data-phase="open"]').waitFor();
    await tab.getByRole("button", { name: "Get 100 standard tokens" }).click();
    await tab.locator(".balance", { hasText: "standard" }).filter({ hasText: "100" }).waitFor();
    // The call goes over HTTP then, where its answer can be held back.
    await tab.routeWebSocket(/channel/, (socket) => socket.close());
    const sent = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<void>();
    await tab.route(/TransactionService\/Transfer$/, async (route) => {
      const response = await route.fetch();
      sent.resolve();
      await mayAnswer.promise;
      await route.fulfill({ response });
    });
    await tab.reload();
    await tab.getByLabel("To", { exact: true }).fill(recipient);
    await tab
      .locator("form", { has: tab.getByRole("heading", { name: "Pay" }) })
      .getByLabel("Amount")
      .fill("7");
    await tab.getByRole("button", { name: "Pay", exact: true }).click();
    await sent.promise;
    const other = await tab.context().newPage();
    await other.goto(given().url);
    await signOut(other);
    await menu(other).filter({ hasText: "Signing out …" }).waitFor();
    mayAnswer.resolve();
    await other.getByRole("link", { name: "Sign in", exact: true }).waitFor();
    await tab.getByRole("link", { name: "Sign in or create an account" }).waitFor();
    // The journal is empty: the outcome was learned.
    expect(await tab.evaluate("Object.keys(localStorage).filter((key) => key.includes('operation'))")).toEqual([]);
    expect(await tab.getByText("without an outcome").count()).toBe(0);
    await bob.tab.locator(".balance", { hasText: "standard" }).filter({ hasText: "7" }).waitFor();
  });
});

describeConsole("the devices of an account in the console", (given) => {
  test("are listed by name, and all others end when that is confirmed, with the keys that are to be revoked", async () => {
    const { one, other } = await twoBrowsers(given());
    const { tab, flaws } = one;
    await tab.goto(`${given().url}/dashboard`);
    await tab.getByLabel("Name", { exact: true }).fill("laptop");
    await tab.getByRole("button", { name: "Create key" }).click();
    await tab.getByText("laptop").first().waitFor();
    await tab.goto(`${given().url}/wallet/security`);
    await tab.getByRole("row").filter({ hasText: "Firefox on Mac" }).waitFor();
    await tab.getByRole("button", { name: "End all others" }).click();
    const dialog = tab.getByRole("dialog");
    await dialog.getByText("Firefox on Mac").waitFor();
    expect(await violationsOf(tab)).toEqual([]);
    await screenshot(tab, "security ending others");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await tab.getByRole("row").filter({ hasText: "Firefox on Mac" }).count()).toBe(1);
    await tab.getByRole("button", { name: "End all others" }).click();
    await dialog.getByLabel("Also revoke the account's API key").check();
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await expect.poll(() => tab.getByRole("row").filter({ hasText: "Firefox on Mac" }).count()).toBe(0);
    await other.tab.getByText("Your session has ended").waitFor();
    await other.tab.reload();
    await other.tab.getByRole("link", { name: "Sign in or create an account" }).waitFor();
    await tab.goto(`${given().url}/dashboard`);
    await tab.getByText("revoked").waitFor();
    expect(flaws).toEqual([]);
  });

  test.each(Object.keys(views))("are without flaws for everybody (%s)", async (view) => {
    const { tab, flaws } = await given().open("/", views[view]);
    await createAccount(tab, freshName(), "/wallet/security");
    await own(tab).waitFor();
    expect(await violationsOf(tab)).toEqual([]);
    expect(await isTooWide(tab)).toBe(false);
    await screenshot(tab, `security ${view}`);
    expect(flaws).toEqual([]);
  });
});
