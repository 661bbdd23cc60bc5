// @module-tag slow/browser

import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { isWithoutBrowser, launchBrowser } from "../../support/browser.ts";
import { ApiClient, freshName } from "../../support/identity/api-client.ts";
import { lastCode } from "../../support/identity/owner.ts";
import { CuttingProxy } from "../../support/proxy.ts";
import { heldBy, newHolder } from "../../support/sdk-holder.ts";
import { startServer } from "../../support/server.ts";
import { deposit, rates } from "../../support/wallet-holder.ts";

/** Folder for screenshots of the page, if wanted. */
const screenshots = process.env["SCREENSHOTS"];

async function servePage() {
  const bundle = await rolldown({
    input: join(import.meta.dirname, "page.ts"),
    platform: "browser",
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const script = `<script type="module">${output[0].code.replaceAll("</script", "<\\/script")}</script>`;
  const html = readFileSync(join(import.meta.dirname, "page.html"), "utf8") + script;
  const server = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(html));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Actions of a user on the page. */
function userOf(tab: Page) {
  let count = 0;
  return {
    fill: (label: string, text: string) => tab.getByLabel(label, { exact: true }).fill(text),
    press: (button: string) => tab.getByRole("button", { name: button }).click(),
    /** Returns the output of a form as soon as there is one. */
    async outputOf(form: string): Promise<string> {
      const output = tab.locator(`#${form} output.done, #${form} output.failed`);
      await output.waitFor();
      return (await output.textContent()) as string;
    },
    channelIs: (phase: string) => tab.locator(`#channel[data-phase="${phase}"]`).waitFor(),
    text: (id: string) => tab.locator(`#${id}`).textContent(),
    async screenshot(name: string): Promise<void> {
      if (screenshots === undefined) return;
      mkdirSync(screenshots, { recursive: true });
      count += 1;
      await tab.screenshot({ path: join(screenshots, `${count} ${name}.png`), fullPage: true });
    },
  };
}

test.skipIf(isWithoutBrowser)(
  "in a browser an identity registers, pays, reconnects after a cut, and exchanges money (needs chromium)",
  async () => {
    const page = await servePage();
    const server = await startServer({ OPEN_REGISTRATION: "true", CORS_ORIGINS: page.origin, ...rates });
    const proxy = new CuttingProxy(() => Number(new URL(server.url).port));
    const channel = `ws://${await proxy.listen()}/channel/wallet`;
    const bob = await newHolder(server.url);
    const api = new ApiClient(server);
    const browser = await launchBrowser();
    try {
      const tab = await browser.newPage();
      const errors: string[] = [];
      tab.on("pageerror", (error) => errors.push(error.message));
      await tab.goto(`${page.origin}/?${new URLSearchParams({ server: server.url, channel })}`);
      const { fill, press, outputOf, channelIs, text, screenshot } = userOf(tab);
      await screenshot("before anything");

      await fill("Name", freshName());
      await press("Create identity");
      const identity = await outputOf("register");
      expect(identity).toContain("this browser keeps to itself");
      await press("Send a code");
      expect(await outputOf("verify")).toBe("A code is on its way.");
      await fill("Code", "0000 0000");
      await press("Verify");
      await tab.locator("#verify output.failed").waitFor();
      await screenshot("a wrong code");
      await fill("Code", lastCode(api));
      await press("Verify");
      await tab.locator("#verify output.done").waitFor();
      expect(await outputOf("verify")).toBe("The address is verified.");
      await screenshot("verified");

      await press("Open wallet");
      expect(await outputOf("open")).toBe("It is open.");
      await channelIs("open");
      await deposit(api, identity.split(",")[0] as string, "TOKEN_STANDARD", "100");
      await fill("Recipient", bob.id);
      await fill("Amount", "7");
      await press("Pay");
      expect(await outputOf("pay")).toMatch(/^7 completed/);
      await screenshot("paid");

      // The proxy cuts all connections from now on.
      proxy.rule = () => "cut before";
      proxy.cut();
      await channelIs("backing-off");
      await fill("Amount", "5");
      await press("Pay");
      await tab.locator("#unsettled", { hasText: "1" }).waitFor();
      await screenshot("cut");
      proxy.rule = () => "pass";
      expect(await outputOf("pay")).toMatch(/^5 completed/);
      await channelIs("open");
      expect(await text("phases")).toMatch(/open → backing-off → connecting → .*resuming → open$/);
      expect([await text("standard"), await text("unsettled")]).toEqual(["87.988", "0"]);
      expect(await heldBy(server.url, bob.id)).toBe("12");
      await screenshot("reconnected");

      await fill("Amount to exchange", "4");
      await press("Exchange");
      expect(await outputOf("exchange")).toBe("4 standard for 398 micro");
      expect([await text("standard"), await text("micro")]).toEqual(["83.988", "398"]);
      await screenshot("exchanged");
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
      await proxy.close();
      await server.close();
      page.close();
    }
  },
);
