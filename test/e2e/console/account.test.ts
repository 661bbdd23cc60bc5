// @module-tag slow/browser

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { freshName } from "../../support/identity/api-client.ts";
import { operatorKey } from "../../support/server.ts";
import { createAccount, describeConsole, isTooWide, screenshot, views, violationsOf, withKey } from "./console-page.ts";

const menu = (tab: Page) => tab.locator(".menu-name");

describeConsole("accounts in the console", (given) => {
  test("are made in the browser, stay signed in after a reload, and end when they are signed out", async () => {
    const { tab, flaws } = await given().open("/sign-in");
    const name = freshName();
    await createAccount(tab, name, "/");
    expect(await menu(tab).textContent()).toBe(name);
    await tab.reload();
    expect(await menu(tab).textContent()).toBe(name);
    await menu(tab).click();
    await tab.getByRole("button", { name: "Sign out" }).click();
    await tab.getByRole("link", { name: "Sign in" }).waitFor();
    await tab.reload();
    await tab.getByRole("link", { name: "Sign in" }).click();
    await tab.getByRole("button", { name: "Continue" }).click();
    await menu(tab).waitFor();
    expect(flaws).toEqual([]);
  });

  test("are opened in another browser by their recovery file", async () => {
    const { tab } = await given().open(withKey("/sign-in"));
    const name = freshName();
    await tab.getByLabel("Name", { exact: true }).fill(name);
    await tab.getByRole("button", { name: "Create account" }).click();
    const [download] = await Promise.all([
      tab.waitForEvent("download"),
      tab.getByRole("link", { name: "Save the file" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`platonic-${name}.json`);
    const other = await given().open("/sign-in?to=/");
    await other.tab.getByLabel("File").setInputFiles(await download.path());
    await other.tab.getByRole("button", { name: "Open the file" }).click();
    await menu(other.tab).waitFor();
    expect(await menu(other.tab).textContent()).toBe(name);
    expect(other.flaws).toEqual([]);
  });

  test("are not opened by a file that is none, which says why", async () => {
    const { tab, flaws } = await given().open("/sign-in");
    const wrong = { ...JSON.parse(recoveryFile), keyId: 7 };
    for (const [content, problem] of [
      ["not JSON", "the credentials are not JSON"],
      [JSON.stringify(wrong), "`keyId` of the credentials"],
      [recoveryFile, "INVALID_API_KEY"],
    ] as const) {
      const file = { name: "ada.json", mimeType: "application/json", buffer: Buffer.from(content) };
      await tab.getByLabel("File").setInputFiles(file);
      await tab.getByRole("button", { name: "Open the file" }).click();
      await tab.getByRole("alert").filter({ hasText: problem }).waitFor();
    }
    expect(await tab.getByRole("link", { name: "Sign in" }).count()).toBe(1);
    expect(flaws).toEqual([]);
  });

  test("sealed with a passkey are opened by it alone", async () => {
    const { tab, flaws } = await given().open("/sign-in");
    // Passkeys need a domain, and IP addresses are none.
    await tab.goto(withKey(`${given().url.replace("127.0.0.1", "localhost")}/sign-in?to=/`));
    const session = await tab.context().newCDPSession(tab);
    await session.send("WebAuthn.enable");
    const options = {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf: true,
    } as const;
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", { options });
    const name = freshName();
    await tab.getByLabel("Name", { exact: true }).fill(name);
    await tab.getByLabel("Seal the key with a passkey").first().check();
    await tab.getByRole("button", { name: "Create account" }).click();
    await tab.getByRole("button", { name: "Go on" }).click();
    await menu(tab).waitFor();
    await tab.reload();
    await tab.getByRole("link", { name: "Sign in" }).click();
    await tab.getByText("Opened by a passkey").waitFor();
    await tab.getByRole("button", { name: "Continue" }).click();
    await menu(tab).waitFor();
    expect(await menu(tab).textContent()).toBe(name);
    await tab.reload();
    await session.send("WebAuthn.clearCredentials", { authenticatorId });
    await tab.getByRole("link", { name: "Sign in" }).click();
    await tab.getByRole("button", { name: "Continue" }).click();
    await tab.getByRole("alert").waitFor();
    expect(flaws.filter((flaw) => !flaw.includes("localhost"))).toEqual([]);
  });

  test("of administrators are API keys that stay in their tab", async () => {
    const { tab, flaws } = await given().open("/sign-in?to=/");
    await tab.getByLabel("API key").fill("no-key-of-this-service-but-long-enough");
    await tab.getByRole("button", { name: "Use the key" }).click();
    await tab.getByRole("alert").filter({ hasText: "INVALID_API_KEY" }).waitFor();
    await tab.getByLabel("API key").fill(operatorKey);
    await tab.getByRole("button", { name: "Use the key" }).click();
    await menu(tab).waitFor();
    const other = await tab.context().newPage();
    await other.goto(given().url);
    await other.getByRole("link", { name: "Sign in" }).waitFor();
    expect(flaws).toEqual([]);
  });

  test("can be made by the keyboard alone", async () => {
    const { tab } = await given().open(withKey("/"));
    await tab.keyboard.press("Tab");
    expect(await tab.evaluate("document.activeElement.textContent")).toContain("Skip to the content");
    await pressTo(tab, "Sign in", "Enter");
    await tab.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
    const name = freshName();
    await pressTo(tab, "username", undefined);
    await tab.keyboard.type(name);
    await tab.keyboard.press("Enter");
    await tab.getByRole("heading", { name: `Welcome, ${name}` }).waitFor();
    await pressTo(tab, "Go on", "Enter");
    await menu(tab).waitFor();
  });

  test("have a page whose heading gets the focus as it appears, and takes it from nothing later", async () => {
    const { tab, flaws } = await given().open("about:blank");
    // As if each picture took half a second to draw.
    await tab.addInitScript("requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 500)");
    await tab.goto(withKey(given().url));
    await tab.locator("h1").waitFor();
    expect(await focused(tab)).toBe("");
    await pressTo(tab, "Sign in", "Enter");
    await tab.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
    expect(await focused(tab)).toBe("Sign in");
    const name = freshName();
    await pressTo(tab, "username", undefined);
    for (const character of name) {
      await tab.keyboard.type(character);
      await tab.evaluate("new Promise((resolve) => requestAnimationFrame(resolve))");
    }
    expect(await tab.getByLabel("Name", { exact: true }).inputValue()).toBe(name);
    await tab.keyboard.press("Enter");
    await tab.getByRole("heading", { name: `Welcome, ${name}` }).waitFor();
    expect(await focused(tab)).toBe(`Welcome, ${name}`);
    await pressTo(tab, "Go on", "Enter");
    await tab.getByRole("heading", { name: "Geometry that encodes" }).waitFor();
    expect(await focused(tab)).toMatch(/^Geometry/);
    await tab.goBack();
    await tab.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
    expect(await focused(tab)).toBe("Sign in");
    expect(flaws).toEqual([]);
  });

  test("a script that is planted in a page is refused", async () => {
    const { tab, flaws } = await given().open("/");
    await tab.evaluate(`{
      const script = document.createElement("script");
      script.textContent = "document.title = 'taken'";
      document.body.append(script);
      const image = document.createElement("img");
      image.setAttribute("onerror", "document.title = 'taken'");
      image.src = "/nothing.png";
      document.body.append(image);
    }`);
    await expect.poll(() => flaws.filter((flaw) => /Content Security Policy/.test(flaw)).length).toBeGreaterThan(1);
    expect(await tab.title()).toBe("Platonic");
  });

  test.each(Object.keys(views))("pages are without flaws for everybody (%s)", async (view) => {
    for (const [path, name] of [
      ["/", "overview"],
      ["/sign-in", "sign-in"],
    ] as const) {
      const { tab, flaws } = await given().open(path, views[view]);
      await tab.getByText("Loading").waitFor({ state: "detached" });
      expect(await violationsOf(tab), path).toEqual([]);
      expect(await isTooWide(tab), path).toBe(false);
      await screenshot(tab, `${name} ${view}`);
      expect(flaws).toEqual([]);
      await tab.context().close();
    }
  });
});

/** Credentials of nobody. */
const recoveryFile = JSON.stringify({
  identityId: "0197a3b0-0000-7000-8000-000000000000",
  keyId: "0197a3b0-0000-7000-8000-000000000001",
  privateKey: Buffer.alloc(32, 1).toString("base64url"),
  rotationKey: { version: 1, secret: Buffer.alloc(32, 2).toString("base64url") },
});

/** Returns the text of the heading that has the focus, or nothing. */
function focused(tab: Page): Promise<string> {
  return tab.evaluate<string>("document.activeElement.matches('h1') ? document.activeElement.textContent : ''");
}

/** Tabs on to the element with this text or name, and presses a key there. */
async function pressTo(tab: Page, target: string, key: string | undefined): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await tab.keyboard.press("Tab");
    const focused = await tab.evaluate<string>(
      "(document.activeElement.name || '') + '|' + (document.activeElement.textContent || '').trim()",
    );
    const [name, text] = focused.split("|");
    if (name === target || text === target) {
      if (key !== undefined) await tab.keyboard.press(key);
      return;
    }
  }
  throw new Error(`the keyboard does not reach ${target}`);
}
