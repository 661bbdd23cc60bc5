import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { lastCode } from "../identity/owner.ts";
import { freshName, World } from "../identity/world.ts";
import { heldBy, newHolder } from "../sdk/holder.ts";
import { CuttingProxy } from "../sdk/proxy.ts";
import { startServer } from "../server.ts";
import { deposit, rates } from "../wallet/holder.ts";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** A page with the client and nothing else. */
async function servePage() {
  const bundle = await rolldown({
    input: join(import.meta.dirname, "page.ts"),
    platform: "browser",
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const html = `<!doctype html><title>wallet</title><script type="module">${output[0].code.replaceAll("</script", "<\\/script")}</script>`;
  const server = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(html));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
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
      await tab.goto(page.origin);
      await tab.waitForFunction("globalThis.newPage");
      const own = await tab.evaluateHandle((url) => globalThis.newPage(url), server.url);
      const { id, isExtractable } = await own.evaluate((it, name) => it.register(name), freshName());
      expect(isExtractable).toBe(false);
      await own.evaluate((it) => it.askForCode());
      await own.evaluate((it, code) => it.answerCode(code), lastCode(world));
      await own.evaluate((it, endpoint) => it.openWallet(endpoint), channel);
      await deposit(world, id, "TOKEN_STANDARD", "100");

      const paid = { status: "completed", leftBehind: 0 };
      expect(await own.evaluate((it, to) => it.pay(to, "7"), bob.id)).toEqual(paid);
      proxy.cut();
      expect(await own.evaluate((it, to) => it.pay(to, "5"), bob.id)).toEqual(paid);
      expect(Number(await heldBy(server.url, bob.id))).toBe(12);
      const phases = await own.evaluate((it) => it.phases);
      expect(phases.join()).toMatch(/open,backing off,connecting,resuming,open$/);
      expect(await own.evaluate((it) => it.exchange("4"))).toMatchObject({ success: true });
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
