import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, onTestFinished, type TestError } from "vitest";
import { sourcesHash } from "../../../clients/console/build/sources.ts";
import { isWithoutBrowser, launchBrowser } from "../../support/browser.ts";
import { operatorKey, type TestServer } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";

/** Folder for screenshots of the pages, if wanted. */
const screenshots = process.env["SCREENSHOTS"];
/** Milliseconds by which every request of a page is delayed, so that tests that do not wait for an answer are found. */
const networkDelay = Number(process.env["NETWORK_DELAY"] ?? 0);
const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** How pages are looked at, by name. */
export const views: Readonly<Record<string, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1280, height: 860 }, colorScheme: "light" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light", hasTouch: true, isMobile: true },
};

/** Name that the browser resolves to this machine, and takes for another one. */
const otherName = "another-machine.example";

/** Returns an address of this machine at a name that browsers take for another machine. */
export function elsewhere(url: string): string {
  return url.replace("127.0.0.1", otherName);
}

/** A page of the console in a browser context of its own, as another person's browser. */
export interface ConsoleTab {
  readonly tab: Page;
  /** Whatever the page complained about, and every request to another origin. */
  readonly flaws: string[];
}

export interface Console {
  /** Origin of the service. */
  readonly url: string;
  readonly server: TestServer;
  /** Opens a page and waits for its heading; `about:blank` is left as it is. */
  open(path: string, options?: BrowserContextOptions): Promise<ConsoleTab>;
}

/** Runs tests of the console, served by a service of development, in Chromium. Without it they are skipped. */
export function describeConsole(
  name: string,
  define: (given: () => Console) => void,
  environment: Record<string, string> = {},
): void {
  describe.skipIf(isWithoutBrowser)(`${name} (needs chromium)`, () => {
    const server = sharedServer({ DEVELOPMENT: "1", ...environment });
    let browser: Browser;
    beforeAll(async () => {
      requireBuilt();
      // WebGL is drawn by the processor. Pages are not: each frame of them would be drawn as if it were WebGL.
      const webgl = [
        "--use-gl=angle",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        "--disable-gpu-compositing",
      ];
      browser = await launchBrowser(...webgl, `--host-resolver-rules=MAP ${otherName} 127.0.0.1`);
    });
    afterAll(() => browser?.close());

    async function open(path: string, options: BrowserContextOptions = {}): Promise<ConsoleTab> {
      const context = await browser.newContext({ ...views["desktop"], ...options });
      // Less than a test may take, so that it is told which step was not possible.
      context.setDefaultTimeout(600_000);
      if (networkDelay > 0) {
        await context.route("**/*", async (route) => {
          await setTimeout(networkDelay);
          await route.continue().catch(() => {});
        });
      }
      const tab = await context.newPage();
      // Pages that stay open draw, and read events, beside the tests that follow.
      onTestFinished(async ({ task: { result } }) => {
        if (result?.state === "fail" && !tab.isClosed()) result.errors?.push(await shownBy(tab));
        await context.close();
      });
      const flaws: string[] = [];
      tab.on("console", (message) => {
        // Chromium reports each failed answer of the API as an error, and what swiftshader is slow at as a warning.
        const isUsual = /status of [45]\d\d|GPU stall|swiftshader/i.test(message.text());
        if (!isUsual && ["error", "warning"].includes(message.type())) flaws.push(message.text());
      });
      tab.on("pageerror", (error) => flaws.push(error.message));
      tab.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        if (origin !== server().url && !["data:", "blob:", "ws:"].includes(protocol)) flaws.push(request.url());
      });
      if (path === "about:blank") return { tab, flaws };
      await tab.goto(server().url + path);
      await tab.locator("h1").waitFor();
      return { tab, flaws };
    }

    define(() => ({ url: server().url, server: server(), open }));
  });
}

/** Returns what a page shows, as an error beside that of a test. */
async function shownBy(tab: Page): Promise<TestError> {
  const text = await tab.evaluate<string>("document.body.innerText");
  const focused = await tab.evaluate<string>("document.activeElement.outerHTML");
  const message = `${tab.url()} shows:\n${text.slice(0, 1000)}\nand the focus is at:\n${focused.slice(0, 200)}`;
  return { name: "Page", message, stack: message };
}

/** @throws Error if the console that is built is not that of the present sources */
function requireBuilt(): void {
  const hashFile = "clients/console/dist/sources.sha256";
  if (existsSync(hashFile) && readFileSync(hashFile, "utf8") === sourcesHash()) return;
  throw new Error("the console has not been built from its present sources: run `npm run console`");
}

/** Returns what axe finds wrong with a page as it stands, in light and in dark colours, a line each. */
export async function violationsOf(tab: Page): Promise<string[]> {
  // Evaluated by the browser and not by the page, whose policy forbids it.
  await tab.evaluate(axe);
  const found = await axeViolations(tab, {});
  // The rest is the same in both.
  const inDark = await inDarkColours(tab, () => axeViolations(tab, { runOnly: colourRules }));
  return [...found, ...inDark.map((line) => `in dark colours: ${line}`)];
}

/** The rules of axe that depend on colours. */
const colourRules = ["color-contrast", "link-in-text-block"];

async function axeViolations(tab: Page, options: object): Promise<string[]> {
  const all = JSON.stringify({ resultTypes: ["violations"], ...options });
  const found = await tab.evaluate<{ id: string; nodes: { target: string[]; failureSummary: string }[] }[]>(
    `axe.run(document, ${all}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
}

/** Does something while the person prefers dark colours. */
async function inDarkColours<Result>(tab: Page, act: () => Promise<Result>): Promise<Result> {
  await tab.emulateMedia({ colorScheme: "dark" });
  const result = await act();
  await tab.emulateMedia({ colorScheme: "light" });
  return result;
}

/** Whether a page is wider than its window, so that it scrolls sideways. */
export function isTooWide(tab: Page): Promise<boolean> {
  return tab.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
}

/** Takes screenshots of the whole page, in light and in dark colours, into $SCREENSHOTS, if that is set. */
export async function screenshot(tab: Page, name: string): Promise<void> {
  if (screenshots === undefined) return;
  mkdirSync(screenshots, { recursive: true });
  await tab.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
  const inDark = { path: join(screenshots, `${name} in dark colours.png`), fullPage: true };
  await inDarkColours(tab, () => tab.screenshot(inDark));
}

/** Returns an address by which the developer of the service opens the console. */
export function withKey(address: string): string {
  return `${address}#key=${operatorKey}`;
}

/** Creates an account by the page of accounts, and goes on to `to`. */
export async function createAccount(tab: Page, username: string, to?: string): Promise<void> {
  const { origin } = new URL(tab.url());
  await tab.goto(withKey(`${origin}/sign-in${to === undefined ? "" : `?to=${encodeURIComponent(to)}`}`));
  await tab.getByLabel("Name", { exact: true }).fill(username);
  await tab.getByRole("button", { name: "Create account" }).click();
  await tab.getByRole("button", { name: "Go on" }).click();
}
