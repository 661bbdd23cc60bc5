// @module-tag slow/browser

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { lastCode } from "../../support/identity/owner.ts";
import { freshName, World } from "../../support/identity/world.ts";
import { CuttingProxy } from "../../support/proxy.ts";
import { heldBy, newHolder } from "../../support/sdk-holder.ts";
import { startServer } from "../../support/server.ts";
import { deposit, rates } from "../../support/wallet-holder.ts";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
/** A folder for pictures of the page in each of its states. */
const pictures = process.env["SCREENSHOTS"];

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

/** What a person does and sees. */
function visitor(tab: Page) {
  let count = 0;
  return {
    fill: (label: string, text: string) => tab.getByLabel(label, { exact: true }).fill(text),
    press: (button: string) => tab.getByRole("button", { name: button }).click(),
    /** What came of a form, once something did. */
    async told(form: string): Promise<string> {
      const output = tab.locator(`#${form} output.done, #${form} output.failed`);
      await output.waitFor();
      return (await output.textContent()) as string;
    },
    channelIs: (phase: string) => tab.locator(`#channel[data-phase="${phase}"]`).waitFor(),
    text: (id: string) => tab.locator(`#${id}`).textContent(),
    async picture(name: string): Promise<void> {
      if (pictures === undefined) return;
      mkdirSync(pictures, { recursive: true });
      count += 1;
      await tab.screenshot({ path: join(pictures, `${count} ${name}.png`), fullPage: true });
    },
  };
}

test.skipIf(executablePath === undefined)(
  "in a browser: an identity, its code, the channel, a payment, a cut, another payment, an exchange (needs chromium)",
  async () => {
    const page = await servePage();
    const server = await startServer({ OPEN_REGISTRATION: "true", CORS_ORIGINS: page.origin, ...rates });
    const proxy = new CuttingProxy(() => Number(new URL(server.url).port));
    const channel = `ws://${await proxy.listen()}/channel/wallet`;
    const bob = await newHolder(server.url);
    const world = new World(server);
    const browser = await chromium.launch({ executablePath: executablePath as string, args: ["--no-sandbox"] });
    try {
      const tab = await browser.newPage();
      const errors: string[] = [];
      tab.on("pageerror", (error) => errors.push(error.message));
      await tab.goto(`${page.origin}/?${new URLSearchParams({ server: server.url, channel })}`);
      const { fill, press, told, channelIs, text, picture } = visitor(tab);
      await picture("before anything");

      await fill("Name", freshName());
      await press("Create identity");
      const identity = await told("register");
      expect(identity).toContain("this browser keeps to itself");
      await press("Send a code");
      expect(await told("verify")).toBe("A code is on its way.");
      await fill("Code", "0000 0000");
      await press("Verify");
      await tab.locator("#verify output.failed").waitFor();
      await picture("a wrong code");
      await fill("Code", lastCode(world));
      await press("Verify");
      await tab.locator("#verify output.done").waitFor();
      expect(await told("verify")).toBe("The address is verified.");
      await picture("verified");

      await press("Open wallet");
      expect(await told("open")).toBe("It is open.");
      await channelIs("open");
      await deposit(world, identity.split(",")[0] as string, "TOKEN_STANDARD", "100");
      await fill("Recipient", bob.id);
      await fill("Amount", "7");
      await press("Pay");
      expect(await told("pay")).toMatch(/^7 completed/);
      await picture("paid");

      // From now on nothing gets through.
      proxy.rule = () => "cut before";
      proxy.cut();
      await channelIs("backing-off");
      await fill("Amount", "5");
      await press("Pay");
      await tab.locator("#unsettled", { hasText: "1" }).waitFor();
      await picture("cut");
      proxy.rule = () => "pass";
      expect(await told("pay")).toMatch(/^5 completed/);
      await channelIs("open");
      expect(await text("phases")).toMatch(/open → backing-off → connecting → .*resuming → open$/);
      expect([await text("standard"), await text("unsettled")]).toEqual(["87.988", "0"]);
      expect(await heldBy(server.url, bob.id)).toBe("12");
      await picture("reconnected");

      await fill("Amount to exchange", "4");
      await press("Exchange");
      expect(await told("exchange")).toBe("4 standard for 398 micro");
      expect([await text("standard"), await text("micro")]).toEqual(["83.988", "398"]);
      await picture("exchanged");
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
      await proxy.close();
      await server.close();
      page.close();
    }
  },
  90_000,
);
