// @module-tag slow/browser

import { expect, test } from "vitest";
import { freshName } from "../../support/identity/api-client.ts";
import { operatorKey } from "../../support/server.ts";
import { createAccount, describeConsole, elsewhere, withKey } from "./console-page.ts";

const kept = "[sessionStorage.getItem('developer-key'), JSON.stringify(localStorage).includes('operator')]";

describeConsole("the console of a service for developers", (given) => {
  test("takes the key from the address that its start prints, sends it to nobody as such, and makes money by it", async () => {
    const { tab, flaws } = await given().open("about:blank");
    const asked: string[] = [];
    tab.on("request", (request) => void asked.push(request.url(), request.headers()["referer"] ?? ""));
    await tab.goto(withKey(`${given().url}/`));
    await tab.locator("h1").waitFor();
    expect(tab.url()).toBe(`${given().url}/`);
    expect(await tab.evaluate(kept)).toEqual([operatorKey, false]);
    await tab.getByRole("link", { name: "Create an account" }).click();
    await tab.getByLabel("Name", { exact: true }).fill(freshName());
    expect(await tab.getByLabel("API key").inputValue()).toBe(operatorKey);
    await tab.getByRole("button", { name: "Create account" }).click();
    await tab.getByRole("button", { name: "Go on" }).click();
    await tab.getByRole("link", { name: "Wallet" }).first().click();
    await tab.getByRole("button", { name: "Get 100 standard tokens" }).click();
    await tab.getByText("+100 standard").waitFor();
    expect(asked.filter((address) => address.includes(operatorKey))).toEqual([]);
    expect(flaws).toEqual([]);
  });

  test("takes it, too, where the address is opened in a tab that shows the console", async () => {
    const { tab } = await given().open("/sign-in");
    await tab.goto(withKey(`${given().url}/sign-in`));
    await tab.waitForURL(`${given().url}/sign-in`);
    await createAccount(tab, freshName(), "/wallet");
    await tab.getByRole("button", { name: "Get 100 standard tokens" }).click();
    await tab.getByText("+100 standard").waitFor();
  });

  test("keeps it for that tab alone: another one is refused, and told where the key is", async () => {
    const { tab } = await given().open(withKey("/"));
    const other = await tab.context().newPage();
    await other.goto(`${given().url}/sign-in`);
    expect(await other.evaluate(kept)).toEqual([null, false]);
    await other.getByLabel("Name", { exact: true }).fill(freshName());
    await other.getByRole("button", { name: "Create account" }).click();
    await other.getByRole("alert").filter({ hasText: "The service runs with DEVELOPMENT=1, and its key is" }).waitFor();
    // An account that was made elsewhere makes no money here either.
    await createAccount(tab, freshName(), "/wallet");
    await other.goto(`${given().url}/wallet`);
    await other.getByRole("button", { name: "Get 100 standard tokens" }).click();
    await other.getByRole("alert").filter({ hasText: "Open the console by the address with the key" }).waitFor();
  });
});

describeConsole(
  "the console of a service at another machine",
  (given) => {
    test("takes no key from an address, which may be a stranger's", async () => {
      const { tab } = await given().open("about:blank");
      const address = withKey(`${elsewhere(given().url)}/`);
      await tab.goto(address);
      await tab.locator("h1").waitFor();
      expect([tab.url(), await tab.evaluate(kept)]).toEqual([address, [null, false]]);
    });
  },
  { DEVELOPMENT: "0" },
);
