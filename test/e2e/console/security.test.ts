// @module-tag slow/browser

import { expect, test } from "vitest";
import { freshName } from "../../support/identity/api-client.ts";
import { createAccount, describeConsole, isTooWide, screenshot, views, violationsOf } from "./console-page.ts";

describeConsole("sessions in the console", (given) => {
  test("are listed, and end in other tabs, which sign in again by their key", async () => {
    const { tab, flaws } = await given().open("/");
    await createAccount(tab, freshName(), "/wallet/security");
    await tab.getByRole("row").filter({ hasText: "this tab" }).first().waitFor();
    const other = await tab.context().newPage();
    await other.goto(`${given().url}/wallet/security`);
    await other.getByRole("row").filter({ hasText: "this tab" }).first().waitFor();
    await tab.reload();
    await tab
      .getByRole("button", { name: /^End console-/ })
      .first()
      .waitFor();
    await tab.getByRole("button", { name: "End all others" }).click();
    await expect.poll(() => tab.getByRole("button", { name: /^End console-/ }).count()).toBe(0);
    await other.reload();
    await other.getByRole("row").filter({ hasText: "this tab" }).first().waitFor();
    expect(flaws).toEqual([]);
  });

  test.each(Object.keys(views))("are without flaws for everybody (%s)", async (view) => {
    const { tab, flaws } = await given().open("/", views[view]);
    await createAccount(tab, freshName(), "/wallet/security");
    await tab.getByRole("row").filter({ hasText: "this tab" }).first().waitFor();
    expect(await violationsOf(tab)).toEqual([]);
    expect(await isTooWide(tab)).toBe(false);
    await screenshot(tab, `security ${view}`);
    expect(flaws).toEqual([]);
  });
});
