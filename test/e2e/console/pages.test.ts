// @module-tag slow/browser

import { expect, test } from "vitest";
import { pages } from "../../../clients/console/src/app/pages.ts";
import { operatorKey } from "../../support/server.ts";
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

  test("lead on who has gone to a path that is none, and leave errors of the API to programs", async () => {
    const { tab } = await given().open("about:blank");
    const answer = await tab.goto(`${given().url}/nowhere`);
    expect(answer?.status()).toBe(404);
    await tab.getByRole("heading", { name: "There is no such page" }).waitFor();
    await tab.getByRole("link", { name: "overview", exact: true }).click();
    await tab.getByRole("heading", { name: "Geometry that encodes" }).waitFor();
    // A path of the API tells who calls whether it is there only after the credentials.
    const accepting = (accept: string) => ({ headers: { accept, authorization: `Bearer ${operatorKey}` } });
    for (const [path, accept] of [
      ["/nowhere", "*/*"],
      ["/v1/nowhere", "text/html"],
      ["/api/nowhere", "text/html,*/*"],
    ] as const) {
      const { status, headers } = await fetch(given().url + path, accepting(accept));
      expect([status, headers.get("content-type")], path).toEqual([404, expect.stringContaining("application/json")]);
    }
    const posted = await fetch(`${given().url}/nowhere`, { method: "POST", ...accepting("text/html") });
    expect(posted.headers.get("content-type")).toContain("application/json");
  });
});
