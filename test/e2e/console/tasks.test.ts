// @module-tag slow/browser

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { freshName } from "../../support/identity/api-client.ts";
import { createAccount, describeConsole, withKey } from "./console-page.ts";
import { type Hand, keyboard, pointer } from "./hands.ts";
import { paidWallet } from "./paid-wallet.ts";

/** Clicks of each task of somebody who opens the service for the first time (docs/console.md). */
const clicks = { key: 5, dodecahedron: 6, payment: 6, refusal: 2, receipt: 2 };

const link = (tab: Page, name: string | RegExp) => tab.getByRole("link", { name }).first();
const button = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true });

/** Creates an account where a page asks for one. */
async function register(tab: Page, hand: Hand): Promise<void> {
  await hand.write(tab.getByLabel("Name", { exact: true }), freshName());
  await hand.press(button(tab, "Create account"));
  await hand.press(button(tab, "Go on"));
}

// Steps by the keyboard are many.
const taskMs = 60_000;

describeConsole("somebody who opens the service for the first time", (given) => {
  const hands: [string, (tab: Page) => Hand][] = [
    ["a pointer", () => pointer()],
    ["a keyboard alone", keyboard],
  ];
  describe.each(hands)("with %s", (_, handOf) => {
    test(
      "gets a key and makes a call",
      async () => {
        const { tab, flaws } = await given().open(withKey("/"));
        const hand = handOf(tab);
        await hand.press(link(tab, /Get a key/));
        await hand.press(link(tab, "Sign in or create an account"));
        await register(tab, hand);
        await hand.write(tab.getByLabel("Name", { exact: true }), "my first program");
        await hand.press(button(tab, "Create key"));
        const secret = await tab.getByRole("status").locator("code").first().textContent();
        const request = { data: [1, 2, 3], target_geometry: "cube" };
        const headers = { Authorization: `Bearer ${secret}` };
        expect((await given().server.post("/v1/geocode/encode", request, headers)).status).toBe(200);
        expect(hand.actions).toBe(clicks.key);
        expect(flaws).toEqual([]);
      },
      taskMs,
    );

    test(
      "sees a dodecahedron carry twenty numbers",
      async () => {
        const { tab, flaws } = await given().open(withKey("/"));
        const hand = handOf(tab);
        await hand.press(link(tab, /See geometry/));
        await hand.press(link(tab, /^Encode/));
        await hand.press(link(tab, "Sign in to send it"));
        await register(tab, hand);
        await hand.press(button(tab, "Send"));
        const picture = tab.getByRole("region", { name: "Picture" });
        await picture.locator("canvas").waitFor();
        // A row for each vertex below the head, for those who read the picture.
        expect(await picture.locator("tr").count()).toBe(21);
        expect(hand.actions).toBe(clicks.dodecahedron);
        expect(flaws).toEqual([]);
      },
      taskMs,
    );

    test(
      "sends money to somebody",
      async () => {
        const bob = await given().open("/");
        await createAccount(bob.tab, freshName(), "/wallet");
        const address = (await bob.tab.locator(".lead code").textContent()) as string;
        const { tab, flaws } = await given().open(withKey("/"));
        const hand = handOf(tab);
        await hand.press(link(tab, /Hold and send money/));
        await hand.press(link(tab, "Sign in or create an account"));
        await register(tab, hand);
        await hand.press(button(tab, "Get 100 standard tokens"));
        await tab.getByText("+100 standard").waitFor();
        await hand.write(tab.getByLabel("To", { exact: true }), address);
        await hand.write(tab.getByLabel("Amount"), "3");
        await hand.press(button(tab, "Pay"));
        await tab.getByText("Completed. Confirmation code").waitFor();
        await bob.tab.getByText("+3 standard").waitFor();
        expect(hand.actions).toBe(clicks.payment);
        expect(flaws).toEqual([]);
      },
      taskMs,
    );

    test(
      "finds why a call was refused",
      async () => {
        const { tab, flaws } = await given().open(withKey("/"));
        await createAccount(tab, freshName(), "/dashboard");
        await tab.getByLabel("Name", { exact: true }).fill("failing");
        await tab.getByRole("button", { name: "Create key" }).click();
        const secret = await tab.getByRole("status").locator("code").first().textContent();
        const request = { data: [1, 2, 3], target_geometry: "sphere" };
        const headers = { Authorization: `Bearer ${secret}` };
        expect((await given().server.post("/v1/geocode/encode", request, headers)).status).toBe(400);
        await tab.goto(given().url);
        await tab.locator("h1").waitFor();
        const hand = handOf(tab);
        await hand.press(link(tab, "Keys"));
        await hand.press(link(tab, "failing"));
        // Refusals are written every few seconds.
        const refusal = tab
          .getByRole("row")
          .filter({ hasText: "PARAMETER_INVALID" })
          .filter({ hasText: "target_geometry" });
        await refusal.first().waitFor();
        expect(hand.actions).toBe(clicks.refusal);
        expect(flaws).toEqual([]);
      },
      taskMs,
    );

    test(
      "checks a receipt",
      async () => {
        const paid = await paidWallet(given());
        await paid.tab.getByRole("link", { name: /^Receipt \d/ }).click();
        const saved = paid.tab.waitForEvent("download");
        await paid.tab.getByRole("button", { name: "Save with its keys" }).click();
        const receipt = readFileSync(await (await saved).path(), "utf8");
        const { tab, flaws } = await given().open(withKey("/"));
        const hand = handOf(tab);
        await hand.press(link(tab, /Check a receipt/));
        await hand.write(tab.getByLabel("Receipt as JSON"), receipt);
        await hand.press(button(tab, "Verify"));
        await tab.getByText("This receipt is genuine").waitFor();
        expect(hand.actions).toBe(clicks.receipt);
        expect(flaws).toEqual([]);
      },
      taskMs,
    );
  });
});
