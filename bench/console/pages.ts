import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { pages } from "../../clients/console/src/app/pages.ts";
import type { Pace } from "../harness/contest.ts";
import type { Finding } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { programs, startServer } from "../harness/servers.ts";
import { spreadText } from "../report/lines.ts";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
/** A page without scripts that change it, with which the pages of the application are compared. */
const staticPage = "/docs";
const firstViewBytesMax = 200_000;
const firstPaintMsMax = 1_000;

/** Size and first paint of each page of the console in Chromium. */
export async function consolePages({ rounds }: Pace): Promise<Finding> {
  if (executablePath === undefined) throw new Error("the pages need Chromium: install the package `chromium`");
  const paths = [staticPage, ...Object.keys(pages)];
  const views = new Map<string, View[]>(paths.map((path) => [path, []]));
  const server = await startServer(programs.ours);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    // In turns, so that disturbances of the machine affect all pages.
    for (let round = 0; round < rounds; round++) {
      for (const path of paths) views.get(path)?.push(await viewOf(browser, `http://127.0.0.1:${server.port}${path}`));
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  return findingOf(views, rounds);
}

interface View {
  /** Bytes of all bodies, as they were sent. */
  readonly bytes: number;
  /** Milliseconds from the request until something is seen (First Contentful Paint). */
  readonly paintMs: number;
  /** Milliseconds from the request until the heading of the page is there. */
  readonly headingMs: number;
}

/** Opens a page in a browser that has seen nothing of the service. */
async function viewOf(browser: Browser, url: string): Promise<View> {
  const context = await browser.newContext();
  try {
    const tab = await context.newPage();
    const sizes: Promise<number>[] = [];
    tab.on("requestfinished", (request) => {
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await tab.goto(url, { waitUntil: "commit" });
    await tab.locator("h1").waitFor();
    // A text, because this program knows no browser's names.
    const headingMs = await tab.evaluate<number>("performance.now()");
    await tab.waitForLoadState("networkidle");
    const paintMs = await tab.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime");
    return { bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0), paintMs, headingMs };
  } finally {
    await context.close();
  }
}

function findingOf(views: ReadonlyMap<string, readonly View[]>, rounds: number): Finding {
  const rows = [...views].map(([path, seen]) => ({
    path,
    bytes: spreadOf(seen.map(({ bytes }) => bytes)),
    paintMs: spreadOf(seen.map(({ paintMs }) => paintMs)),
    headingMs: spreadOf(seen.map(({ headingMs }) => headingMs)),
  }));
  const bytes = Math.max(...rows.map((row) => row.bytes.max));
  const slowest = rows.reduce((one, other) => (one.paintMs.median > other.paintMs.median ? one : other)).paintMs;
  return {
    title: "Pages of the console",
    how: `Each page in Chromium as a visitor sees it first, without anything cached: bytes of all its files as they are sent, time until something is seen (First Contentful Paint), and until its heading is there. ${staticPage} is a static page. Server and browser on one machine, ${rounds} rounds in turns.`,
    columns: ["page", "kB", "first paint, ms", "heading, ms"],
    rows: rows.map(({ path, bytes: sent, paintMs, headingMs }) => [
      path,
      (sent.median / 1_000).toFixed(0),
      spreadText(paintMs, 0),
      spreadText(headingMs, 0),
    ]),
    verdicts: [
      {
        what: "largest first view of a page",
        figure: `${(bytes / 1_000).toFixed(0)} kB`,
        target: `less than ${firstViewBytesMax / 1_000} kB`,
        isReached: bytes < firstViewBytesMax,
        isUncertain: false,
      },
      {
        what: "first paint of the slowest page",
        figure: `${spreadText(slowest, 0)} ms`,
        target: `less than ${firstPaintMsMax} ms`,
        isReached: slowest.median < firstPaintMsMax,
        isUncertain: slowest.min < firstPaintMsMax && slowest.max >= firstPaintMsMax,
      },
    ],
  };
}
