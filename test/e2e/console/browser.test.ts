// @module-tag slow/browser

import { expect, test } from "vitest";
import { freshName } from "../../support/identity/api-client.ts";
import { operatorKey } from "../../support/server.ts";
import { createAccount, describeConsole, elsewhere, violationsOf } from "./console-page.ts";

describeConsole(
  "the console over HTTP at the name of another machine",
  (given) => {
    test("says that nobody can sign in without HTTPS, and has the documentation", async () => {
      const { tab, flaws } = await given().open("about:blank");
      const url = elsewhere(given().url);
      await tab.goto(url);
      expect(await tab.evaluate("isSecureContext")).toBe(false);
      const notice = tab.getByRole("alert").filter({ hasText: "The browser allows it no cryptography" });
      await notice.waitFor();
      expect(await violationsOf(tab)).toEqual([]);
      await tab.goto(`${url}/sign-in`);
      await notice.waitFor();
      expect(await tab.getByRole("textbox").count()).toBe(0);
      await notice.getByRole("link", { name: "HTTPS" }).click();
      await tab.getByRole("heading", { name: "TLS" }).waitFor();
      const own = (flaw: string) => flaw.startsWith(url) || flaw.includes("Cross-Origin-Opener-Policy");
      expect(flaws.filter((flaw) => !own(flaw))).toEqual([]);
    });
  },
  { DEVELOPMENT: "0" },
);

describeConsole("the console in a browser that keeps nothing", (given) => {
  test("says so, offers no account whose keys would be lost, and has everything else", async () => {
    const { tab, flaws } = await given().open("about:blank");
    await tab.addInitScript(`for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
      Object.defineProperty(window, name, { get: () => { throw new DOMException("denied", "SecurityError"); } });
    }`);
    await tab.goto(`${given().url}/sign-in?to=/playground/encode`);
    await tab.getByRole("alert").filter({ hasText: "This browser keeps nothing" }).waitFor();
    expect(await tab.getByRole("button", { name: "Create account" }).count()).toBe(0);
    await tab.getByLabel("API key").fill(operatorKey);
    await tab.getByRole("button", { name: "Use the key" }).click();
    await tab.getByRole("button", { name: "Send" }).click();
    await tab.getByText(/^Answered in/).waitFor();
    expect(flaws).toEqual([]);
  });
});

describeConsole("the console in a browser that lacks", (given) => {
  test("Ed25519 says so, and registers nobody whose keys would be lost", async () => {
    const { tab, flaws } = await given().open("about:blank");
    await tab.addInitScript(`
      const importKey = crypto.subtle.importKey.bind(crypto.subtle);
      crypto.subtle.importKey = async (format, data, algorithm, ...others) => {
        if (algorithm === "Ed25519") throw new DOMException("Unrecognized name.", "NotSupportedError");
        return importKey(format, data, algorithm, ...others);
      };
    `);
    const calls: string[] = [];
    tab.on("request", (request) => void (request.method() === "POST" && calls.push(request.url())));
    await tab.goto(`${given().url}/sign-in`);
    await tab.getByLabel("Name", { exact: true }).fill(freshName());
    await tab.getByRole("button", { name: "Create account" }).click();
    await tab.getByRole("alert").filter({ hasText: "This browser has no Ed25519" }).waitFor();
    expect([calls, flaws]).toEqual([[], []]);
  });

  test("WebGL shows the values without the solid, and says why", async () => {
    const { tab } = await given().open("about:blank");
    await tab.addInitScript("HTMLCanvasElement.prototype.getContext = () => null");
    await tab.goto(given().url);
    await createAccount(tab, freshName(), "/playground/encode");
    await tab.getByRole("button", { name: "Send" }).click();
    await tab.getByText("This browser cannot draw in 3D").waitFor();
    await tab.locator("figure summary").click();
    expect(await tab.locator("figure tbody tr").count()).toBe(20);
  });
});
