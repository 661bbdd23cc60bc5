// @module-tag slow/browser

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isWithoutBrowser, launchBrowser } from "../../support/browser.ts";
import type { Json } from "../../support/geocode-operations.ts";
import { publishedDocument } from "../../support/openapi/document.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { views, violationsOf } from "../console/console-page.ts";

/** Folder for screenshots of the page, if wanted. */
const screenshots = process.env["SCREENSHOTS"];
const operations = Object.values<Json>(publishedDocument().json.paths).flatMap((item) => Object.values<Json>(item));

describe.skipIf(isWithoutBrowser)("the reference page (needs chromium)", () => {
  const server = sharedServer();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  /** Opens the page. Whatever it complains about, and every request to another origin, is a flaw. */
  async function open(options: BrowserContextOptions = {}, hash = "") {
    const tab = await browser.newPage(options);
    const flaws: string[] = [];
    tab.on("console", (message) => flaws.push(message.text()));
    tab.on("pageerror", (error) => flaws.push(error.message));
    tab.on("requestfailed", (request) => flaws.push(request.url()));
    tab.on("request", (request) => {
      if (!request.url().startsWith(server().url)) flaws.push(request.url());
    });
    await tab.goto(`${server().url}/docs/api${hash}`);
    return { tab, flaws };
  }

  async function screenshot(tab: Page, name: string): Promise<void> {
    if (screenshots === undefined) return;
    mkdirSync(screenshots, { recursive: true });
    await tab.screenshot({ path: join(screenshots, `${name}.png`) });
  }

  test("has every operation, breaks no rule of its policy, and asks nobody else", async () => {
    const { tab, flaws } = await open({ viewport: { width: 1440, height: 1000 } });
    await screenshot(tab, "wide");
    for (const { operationId } of operations) {
      expect(await tab.locator(`article[id="${operationId}"] h3`).count(), operationId).toBe(1);
      expect(await tab.locator(`nav a[href="#${operationId}"]`).count(), operationId).toBe(1);
    }
    expect(await tab.locator("article pre").first().textContent()).toContain(server().url);
    const attributes = (name: string) =>
      tab.evaluate<string[]>(`[...document.querySelectorAll("[${name}]")].map((one) => one.getAttribute("${name}"))`);
    const ids = await attributes("id");
    const anchors = (await attributes("href")).filter((link) => link.startsWith("#"));
    expect(anchors.map((link) => link.slice(1)).filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    await tab.goto(`${server().url}/docs/api#TransactionService_Transfer`);
    await screenshot(tab, "operation");
    expect(flaws).toEqual([]);
    await tab.close();
  });

  test("a planted inline script is refused and noticed", async () => {
    const { tab, flaws } = await open();
    for (const [name, text] of [
      ["script", "document.title = 'taken'"],
      ["style", "body { display: none }"],
    ]) {
      await tab.evaluate(`{
        const planted = document.createElement("${name}");
        planted.textContent = "${text}";
        document.body.append(planted);
      }`);
    }
    expect(await tab.title()).toMatch(/^Platonic API/);
    expect(await tab.locator("h1").isVisible()).toBe(true);
    expect(flaws.filter((text) => text.includes("Content Security Policy"))).toHaveLength(2);
    await tab.close();
  });

  test("finds operations by path, verb and name, says when there is none, and a link leads out of the search", async () => {
    const { tab, flaws } = await open();
    await tab.keyboard.press("/");
    await tab.keyboard.type("post geocode/transform");
    expect(await tab.locator("main article:visible").count()).toBe(1);
    expect(await tab.locator("#GeocodeService_Transform").isVisible()).toBe(true);
    await tab.getByLabel("Search").fill("nowhere to be found");
    expect(await tab.locator("#none").isVisible()).toBe(true);
    await tab.keyboard.press("Escape");
    expect(await tab.locator("main article:visible").count()).toBeGreaterThan(operations.length);
    await tab.getByLabel("Search").fill("GeocodeService_Transform");
    await tab.locator('#GeocodeService_Transform a[href^="#error-"]').first().click();
    await tab.locator("#errors").waitFor();
    expect(flaws).toEqual([]);
    await tab.close();
  });

  test("is dark where the system is, until a reader decides, which is kept", async () => {
    const { tab, flaws } = await open({ colorScheme: "dark", viewport: { width: 1440, height: 1000 } });
    const ground = () => tab.evaluate("getComputedStyle(document.body).backgroundColor");
    await screenshot(tab, "dark");
    const dark = await ground();
    await tab.getByRole("button", { name: "Use the light theme" }).click();
    const light = await ground();
    expect(light).not.toBe(dark);
    await tab.reload();
    expect(await ground()).toBe(light);
    expect(flaws).toEqual([]);
    await tab.close();
  });

  test.each(Object.keys(views))("has no flaw that axe finds (%s)", async (view) => {
    const { tab } = await open(views[view]);
    expect(await violationsOf(tab)).toEqual([]);
    await tab.close();
  });

  test("fits a phone", async () => {
    const { tab, flaws } = await open({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await screenshot(tab, "phone");
    expect(await tab.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    await tab.goto(`${server().url}/docs/api#GeocodeService_Transform`);
    await screenshot(tab, "phone operation");
    expect(flaws).toEqual([]);
    await tab.close();
  });

  test("can be read without scripts", async () => {
    const { tab } = await open({ javaScriptEnabled: false });
    expect(await tab.locator("#GeocodeService_Transform h3").isVisible()).toBe(true);
    expect(await tab.locator("#theme").isVisible()).toBe(false);
    await tab.close();
  });
});
