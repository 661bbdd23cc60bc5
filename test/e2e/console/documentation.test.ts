// @module-tag slow/browser

import { describe, expect, test } from "vitest";
import { allPages } from "../../../clients/console/documentation/contents.ts";
import { describeConsole, isTooWide, screenshot, views, violationsOf } from "./console-page.ts";

const looked = ["/docs", "/docs/transform", "/docs/jitterbug", "/docs/encode", "/docs/phi-resonance", "/docs/r-space"];
const written = allPages.filter(({ source }) => source !== undefined).map(({ path }) => path);

describeConsole("the documentation", (given) => {
  test("every page is answered, with all that it needs, under the policy", async () => {
    const { tab, flaws } = await given().open("/docs");
    const { url } = given();
    for (const path of written) {
      const answer = await tab.goto(url + path);
      expect(answer?.status(), path).toBe(200);
      expect(answer?.headers()["content-security-policy"], path).toContain("script-src 'self'");
    }
    expect(flaws).toEqual([]);
    expect((await tab.goto(`${url}/docs/api`))?.status()).toBe(200);
  });

  test("reads without scripts: contents, tables, pictures and the next page", async () => {
    const { tab } = await given().open("/docs/encode", { javaScriptEnabled: false });
    await tab.getByRole("img", { name: "8 numbers, and the cube that carries them" }).waitFor();
    await tab.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Definition" }).click();
    expect(tab.url()).toMatch(/#definition$/);
    await tab.getByRole("link", { name: "Next Decode" }).click();
    await tab.getByRole("heading", { level: 1, name: "Decode" }).waitFor();
    await tab.getByRole("navigation", { name: "Documentation" }).getByRole("link", { name: "Ledger" }).click();
    await tab.getByRole("heading", { level: 1, name: "The ledger" }).waitFor();
    expect(await tab.getByRole("button").count()).toBe(0);
  });

  test("is searched by the keyboard alone: / opens, arrows choose, Enter goes there", async () => {
    const { tab, flaws } = await given().open("/docs/errors");
    await tab.keyboard.press("/");
    const dialog = tab.getByRole("dialog", { name: "Search the documentation" });
    await dialog.waitFor();
    await tab.keyboard.type("xylophone");
    await dialog.getByText("Nothing found for “xylophone”").waitFor();
    await tab.keyboard.press("ControlOrMeta+a");
    await tab.keyboard.type("verify receipt");
    await dialog.getByText(/^\d+ results$/).waitFor();
    expect(await dialog.locator("mark").allTextContents()).toContain("receipt");
    expect(await violationsOf(tab)).toEqual([]);
    await screenshot(tab, "documentation-search");
    await tab.keyboard.press("ArrowDown");
    await tab.keyboard.press("ArrowDown");
    const chosen = await tab.evaluate("document.activeElement.getAttribute('href')");
    await tab.keyboard.press("Enter");
    await tab.waitForURL((url) => url.pathname + url.hash === chosen);
    expect(flaws).toEqual([]);
  });

  test("the search is closed by Escape, and the focus goes back", async () => {
    const { tab } = await given().open("/docs");
    await tab.getByRole("button", { name: "Search" }).focus();
    await tab.keyboard.press("Enter");
    await tab.getByRole("dialog").waitFor();
    await tab.keyboard.press("Escape");
    await tab.getByRole("dialog").waitFor({ state: "detached" });
    expect(await tab.evaluate("document.activeElement.className")).toBe("search-button");
  });

  test("the chosen theme is there before the first paint, on the next page too", async () => {
    const { tab } = await given().open("/docs");
    await tab.getByRole("button", { name: "Theme: system. Change to light" }).click();
    await tab.getByRole("button", { name: "Theme: light. Change to dark" }).click();
    // The script of the page comes too late for the first paint.
    await tab.route("**/assets/*.js", (route) => route.abort());
    await tab.getByRole("link", { name: "Next The console" }).click();
    await tab.getByRole("heading", { level: 1, name: "The console" }).waitFor();
    const background = await tab.evaluate("getComputedStyle(document.documentElement).backgroundColor");
    expect(background).toBe("rgb(19, 20, 25)");
  });

  test("code is copied by its button", async () => {
    const { tab } = await given().open("/docs", { permissions: ["clipboard-read", "clipboard-write"] });
    await tab.getByRole("button", { name: "Copy the code" }).first().click();
    await tab.getByText("Copied").waitFor();
    expect(await tab.evaluate("navigator.clipboard.readText()")).toBe("npm ci && DEVELOPMENT=1 npm start\n");
  });

  describe.each(Object.keys(views))("in the view %s", (view) => {
    test.each(looked)("%s is accessible and as wide as the window", async (path) => {
      const { tab, flaws } = await given().open(path, views[view]);
      expect(await violationsOf(tab)).toEqual([]);
      expect(await isTooWide(tab)).toBe(false);
      expect(flaws).toEqual([]);
      await screenshot(tab, `documentation${path.replaceAll("/", "-")}-${view}`);
    });
  });

  test("every other page is accessible, and on a phone not wider than its window", async () => {
    const { tab } = await given().open("/docs", views["phone"]);
    const { url } = given();
    for (const path of written.filter((each) => !looked.includes(each))) {
      await tab.goto(url + path);
      expect(await isTooWide(tab), path).toBe(false);
      expect(await violationsOf(tab), path).toEqual([]);
    }
  });
});
