// @module-tag slow/waiting

import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { newHolder, phaseOf, standard, walletOf } from "../../../support/sdk-holder.ts";
import { sharedServer } from "../../../support/shared-server.ts";

const server = sharedServer({ ROTATION_WINDOW: "30" });

test("a channel stays open beyond its rotation window by tokens that the client mints", async () => {
  const { url } = server();
  const ada = await newHolder(url, "10");
  const wallet = walletOf(url, ada);
  const bob = await newHolder(url);
  await phaseOf(wallet, "open");
  const phases: string[] = [];
  wallet.channel?.onPhase(({ phase }) => phases.push(phase));
  await setTimeout(33_000);
  expect(phases).toEqual([]);
  expect(await wallet.pay(standard(bob, "1"))).toMatchObject({ status: "completed" });
  wallet.close();
});
