import { expect, test } from "vitest";
import { browserName, platformName } from "../../../../clients/console/src/browser/device.ts";

const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`, "Chrome", "Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/141.0.0.0`, "Edge", "Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} OPR/120.0.0.0`, "Opera", "Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
    "Safari",
    "Mac",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1",
    "Chrome",
    "iPhone",
  ],
  [`Mozilla/5.0 (Linux; Android 16; Pixel 9) ${chrome.replace(" Safari", " Mobile Safari")}`, "Chrome", "Android"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`, "Chrome", "ChromeOS"],
  ["curl/8.0", "Browser", "device"],
])("%s is %s on %s", (userAgent, browser, platform) => {
  expect([browserName(userAgent), platformName(userAgent)]).toEqual([browser, platform]);
});
