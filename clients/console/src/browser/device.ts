import { storedTexts } from "./storage.ts";

const name = "device-id";

/**
 * Returns the name of this browser among the clients of an account, the same in all its tabs:
 * `console-Chrome-Linux-1f2e3d4c`.
 */
export function deviceId(): string {
  const kept = storedTexts.getItem(name);
  if (kept !== null) return kept;
  const made = `console-${browserName(navigator.userAgent)}-${platformName(navigator.userAgent)}-${crypto.randomUUID().slice(0, 8)}`;
  storedTexts.setItem(name, made);
  return made;
}

/**
 * Returns the display name of a client: `Chrome on Linux` for a browser with the console; others keep their own names.
 */
export function deviceName(clientId: string): string {
  const [, browser, platform] = /^console-([A-Za-z]+)-([A-Za-z]+)-[0-9a-f]{8}$/.exec(clientId) ?? [];
  if (browser !== undefined) return `${browser} on ${platform}`;
  return /^command-line(-[0-9a-f]{2})?$/.test(clientId) ? "Command line" : clientId;
}

/** User agents also contain the names of similar browsers, so the order matters. */
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
