// @module-tag slow/browser

import { expect, test } from "vitest";
import { pages } from "../../../clients/console/src/app/pages.ts";
import { describeConsole } from "./console-page.ts";

/** Bytes of the first view of a page, compressed. */
const firstViewBytesMax = 200_000;

describeConsole("the pages of the console", (given) => {
  test.each(Object.keys(pages))("at %s are small, and ask nobody else", async (path) => {
    const { tab, flaws } = await given().open("about:blank");
    const sizes: Promise<number>[] = [];
    tab.on("requestfinished", (request) =>
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize)),
    );
    await tab.goto(given().url + path, { waitUntil: "networkidle" });
    await tab.locator("h1").waitFor();
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(firstViewBytesMax);
    expect(flaws).toEqual([]);
  });
});
