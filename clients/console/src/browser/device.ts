import { storedTexts } from "./storage.ts";

const name = "device-id";

/** Name of this browser among the clients of an account, the same in all its tabs: `console-Chrome-Linux-1f2e3d4c`. */
export function deviceId(): string {
  const kept = storedTexts.getItem(name);
  if (kept !== null) return kept;
  const made = `console-${browserName(navigator.userAgent)}-${platformName(navigator.userAgent)}-${crypto.randomUUID().slice(0, 8)}`;
  storedTexts.setItem(name, made);
  return made;
}

/** Returns the name of a client for people: `Chrome on Linux` for a browser with the console; others have their own names. */
export function deviceName(clientId: string): string {
  const [, browser, platform] = /^console-([A-Za-z]+)-([A-Za-z]+)-[0-9a-f]{8}$/.exec(clientId) ?? [];
  if (browser !== undefined) return `${browser} on ${platform}`;
  return clientId === "command-line" ? "Command line" : clientId;
}

/** Browsers name those that they resemble as well, so that the order counts. */
const browsers = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//],
  ["Safari", /\bSafari\//],
] as const;

const platforms = [
  ["Android", /\bAndroid\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\bMac OS X\b|\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
] as const;

export function browserName(userAgent: string): string {
  return browsers.find(([, sign]) => sign.test(userAgent))?.[0] ?? "Browser";
}

export function platformName(userAgent: string): string {
  return platforms.find(([, sign]) => sign.test(userAgent))?.[0] ?? "device";
}
