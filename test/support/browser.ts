import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** Programs of Chromium, the lightest first: the shell draws no windows around its pages. */
const programs = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
const executablePath = programs.map((name) => join("/usr/bin", name)).find(existsSync);

/** Whether tests in a browser are skipped, since this machine has none; in CI they fail. */
export const isWithoutBrowser = executablePath === undefined && process.env["CI"] !== "true";

/** Starts Chromium. */
export function launchBrowser(...parameters: readonly string[]): Promise<Browser> {
  if (executablePath === undefined)
    throw new Error("Chromium is missing: install chromium-headless-shell, or chromium");
  return chromium.launch({ executablePath, args: ["--no-sandbox", ...parameters] });
}
