// @module-tag slow/browser

import { readFileSync } from "node:fs";
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

const operations = ["transform", "encode", "decode", "jitterbug", "phi-resonance", "r-space"];

/** Opens an operation as somebody with an account. */
async function openAs(given: Console, operation: string, options = {}) {
  const opened = await given.open("/", options);
  await createAccount(opened.tab, freshName(), `/playground/${operation}`);
  await opened.tab.getByRole("button", { name: "Send" }).waitFor();
  return opened;
}

async function send(tab: Page): Promise<void> {
  await tab.getByRole("button", { name: "Send" }).click();
  await tab.getByText("Answered in").waitFor();
}

/** The picture of the answer, once it is drawn. */
async function picture(tab: Page): Promise<void> {
  await tab.locator('section[aria-label="Picture"] svg.drawing, canvas[data-drawn="true"]').waitFor();
}

describeConsole("the playground in the console", (given) => {
  test.each(operations)("draws the answer of %s to its example", async (operation) => {
    const { tab, flaws } = await openAs(given(), operation);
    await send(tab);
    await picture(tab);
    expect(await violationsOf(tab)).toEqual([]);
    await screenshot(tab, `playground ${operation} light`);
    expect(flaws).toEqual([]);
  });

  test("marks a wrong value at its field: what cannot be read at once, the rest by the service", async () => {
    const { tab } = await openAs(given(), "transform");
    await tab.getByLabel("data", { exact: true }).fill("1, two, 3");
    await tab.getByText("“two” is not a number").waitFor();
    expect(await tab.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
    await tab.getByLabel("data", { exact: true }).fill("1, 2, 3, 4, 5");
    await tab.getByLabel("target_dimensions").fill("99");
    await tab.getByRole("button", { name: "Send" }).click();
    await tab.locator('[aria-invalid="true"]').waitFor();
    expect(await tab.locator('[aria-invalid="true"]').getAttribute("id")).toBe(
      await tab.getByLabel("target_dimensions").getAttribute("id"),
    );
  });

  test.each(operations)("has Send in sight on a low screen, and hides no field behind it: %s", async (operation) => {
    const { tab } = await openAs(given(), operation, { viewport: { width: 1280, height: 720 } });
    const isInSight = () =>
      tab.evaluate<boolean>(`{
      const { top, bottom } = document.querySelector("button[type=submit]").getBoundingClientRect();
      top >= 0 && bottom <= innerHeight;
    }`);
    expect(await isInSight()).toBe(true);
    const fields = tab.locator("form :is(input, select, textarea)");
    for (let i = 0; i < (await fields.count()); i += 1) {
      await fields.nth(i).focus();
      const isSeen = await tab.evaluate<boolean>(`{
        const { left, width, bottom } = document.activeElement.getBoundingClientRect();
        document.activeElement.contains(document.elementFromPoint(left + width / 2, bottom - 2));
      }`);
      expect(isSeen, `field ${i}`).toBe(true);
    }
  });

  test("sends what is pasted, from a table or as JSON, and the wines", async () => {
    const { tab } = await openAs(given(), "transform");
    await tab.getByLabel("data", { exact: true }).fill("1;2.5\n-3\t4e2");
    await tab.getByLabel("source_dimensions").fill("4");
    await send(tab);
    expect(requestIn(tab.url())).toMatchObject({ data: [1, 2.5, -3, 400], source_dimensions: 4 });
    await tab.getByLabel("Real data").selectOption({ index: 1 });
    await send(tab);
    expect(requestIn(tab.url())).toMatchObject({ source_dimensions: 13 });
  });

  test("can be reproduced by its link, also by an anonymous caller, who is led to sign in and back", async () => {
    const { tab } = await openAs(given(), "encode");
    await tab.getByLabel("data", { exact: true }).fill("7, 8, 9");
    await tab.getByLabel("target_geometry").selectOption("icosahedron");
    await send(tab);
    const link = tab.url();
    const other = await given().open(withKey(link.slice(given().url.length)));
    expect(await other.tab.getByLabel("data", { exact: true }).inputValue()).toBe("7, 8, 9");
    await other.tab.getByRole("link", { name: "Sign in to send it" }).click();
    await other.tab.getByLabel("Name", { exact: true }).fill(freshName());
    await other.tab.getByRole("button", { name: "Create account" }).click();
    await other.tab.getByRole("button", { name: "Go on" }).click();
    expect(await other.tab.getByLabel("target_geometry").inputValue()).toBe("icosahedron");
    await picture(other.tab);
  });

  test("writes the request as JSON, which can be edited, and as a command that works", async () => {
    const { tab } = await openAs(given(), "encode");
    await tab.getByText("Request as JSON, as a command and as a program").click();
    const edited = { data: [1, 2], target_geometry: "cube", compression: true };
    await tab.getByLabel("JSON", { exact: true }).fill(JSON.stringify(edited));
    await tab.getByLabel("JSON", { exact: true }).blur();
    expect(await tab.getByLabel("compression").inputValue()).toBe("true");
    const command = (await tab.locator("details .copyable code").textContent()) as string;
    const body = /-d '(.*)'$/.exec(command)?.[1] as string;
    expect(JSON.parse(body)).toEqual(edited);
    expect((await given().server.post("/v1/geocode/encode", body)).status).toBe(200);
  });

  test("shows the request as a program in each language, chosen by arrow keys and remembered", async () => {
    const { tab } = await openAs(given(), "encode");
    await tab.getByText("Request as JSON, as a command and as a program").click();
    await tab.getByRole("tab", { name: "curl" }).press("ArrowLeft");
    expect(await tab.getByRole("tab", { selected: true }).textContent()).toBe("Rust");
    await tab.getByRole("tabpanel").getByText("Geometry::GEOMETRY_DODECAHEDRON").waitFor();
    await screenshot(tab, "playground program");
    expect(await violationsOf(tab)).toEqual([]);
    await tab.getByRole("tab", { name: "Python" }).click();
    await tab.goto(`${given().url}/playground/r-space`);
    await tab.getByText("Request as JSON, as a command and as a program").click();
    await tab.getByRole("tabpanel").getByText("client.geocode.r_space(request)").waitFor();
    await tab.getByLabel("JSON", { exact: true }).fill('{"data": [1], "r_space": "R8"}');
    await tab.getByLabel("JSON", { exact: true }).blur();
    await tab.getByText("This request cannot be written as a program").waitFor();
  });

  test("keeps in its link how a solid was turned, and where between two it was", async () => {
    const { tab } = await openAs(given(), "jitterbug");
    await send(tab);
    await picture(tab);
    await tab.locator("canvas").press("ArrowRight");
    await tab.getByLabel("Position between the solids").fill("12.5");
    const turned = new URL(tab.url()).searchParams.get("turn") as string;
    expect(turned.split(",")).toHaveLength(4);
    await tab.reload();
    await picture(tab);
    expect(await tab.getByLabel("Position between the solids").inputValue()).toBe("12.5");
    await tab.locator("canvas").press("ArrowLeft");
    await tab.locator("canvas").press("ArrowRight");
    const again = new URL(tab.url()).searchParams.get("turn") as string;
    const numbers = again.split(",").map(Number);
    for (const [index, number] of turned.split(",").entries()) expect(numbers[index]).toBeCloseTo(Number(number), 2);
  });

  test("turns a solid by keys and by dragging, and saves its picture", async () => {
    const { tab } = await openAs(given(), "encode");
    await send(tab);
    await picture(tab);
    const shown = () => tab.evaluate<string>("document.querySelector('canvas').toDataURL()");
    const first = await shown();
    await tab.locator("canvas").focus();
    await tab.keyboard.press("ArrowRight");
    const second = await shown();
    expect(second).not.toBe(first);
    const box = (await tab.locator("canvas").boundingBox()) as { x: number; y: number };
    await tab.mouse.move(box.x + 100, box.y + 100);
    await tab.mouse.down();
    await tab.mouse.move(box.x + 200, box.y + 120, { steps: 5 });
    await tab.mouse.up();
    expect(await shown()).not.toBe(second);
    const saved = tab.waitForEvent("download");
    await tab.getByRole("button", { name: "Save the picture" }).click();
    expect(
      readFileSync(await (await saved).path())
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
  });

  test("plays the jitterbug frame by frame", async () => {
    const { tab, flaws } = await openAs(given(), "jitterbug");
    await send(tab);
    await picture(tab);
    await tab.evaluate(`{
      window.positions = [];
      const slider = document.querySelector("input[type=range]");
      const watch = (ms) => {
        window.positions.push([ms, Number(slider.value)]);
        if (window.positions.length < 2000) requestAnimationFrame(watch);
      };
      requestAnimationFrame(watch);
    }`);
    await tab.getByRole("button", { name: "Play" }).click();
    await tab.getByRole("button", { name: "Stop" }).waitFor();
    await tab.getByRole("button", { name: "Play" }).waitFor();
    const positions = await tab.evaluate<[number, number][]>("window.positions");
    const moving = positions.filter(([, at], index) => index > 0 && at !== positions[index - 1]?.[1]);
    expect(moving.length).toBeGreaterThan(3);
    expect(moving.at(-1)?.[1]).toBe(41);
    expect(flaws).toEqual([]);
  });

  test("saves a drawing as a file of its own", async () => {
    const { tab } = await openAs(given(), "r-space");
    await send(tab);
    await picture(tab);
    const saved = tab.waitForEvent("download");
    await tab.getByRole("button", { name: "Save the picture" }).click();
    const text = readFileSync(await (await saved).path(), "utf8");
    expect(text).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(text).toContain("stroke: rgb(");
  });

  test.each(Object.keys(views))("is without flaws for everybody (%s)", async (view) => {
    const { tab, flaws } = await openAs(given(), "encode", views[view]);
    for (const operation of operations) {
      await tab.goto(`${given().url}/playground/${operation}`);
      await send(tab);
      await picture(tab);
      expect(await violationsOf(tab), operation).toEqual([]);
      expect(await isTooWide(tab), operation).toBe(false);
      await screenshot(tab, `playground ${operation} ${view}`);
    }
    await tab.goto(`${given().url}/playground`);
    await tab.getByRole("heading", { name: "Playground" }).waitFor();
    expect(await violationsOf(tab)).toEqual([]);
    expect(flaws).toEqual([]);
  });
});

function requestIn(url: string): object {
  return JSON.parse(new URL(url).searchParams.get("request") as string);
}
