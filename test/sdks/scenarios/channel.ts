import { expect } from "vitest";
import { until } from "../../support/until.ts";
import type { Outcome } from "../driver-process.ts";
import { type DrivenWallet, expectOutcome, ten, type World } from "../world.ts";
import { userAgent } from "./introductions.ts";
import type { Scenario } from "./scenario.ts";

const completed = "TRANSACTION_COMPLETED";

/** Scenarios that every SDK with the wallet channel plays over it. */
export const channelScripts: readonly Scenario[] = [
  {
    name: "over the channel, while HTTP is refused: a payment, a batch, linked payments, a hold and an exchange",
    needsChannel: true,
    async play(world) {
      const { driver, id } = await channelWallet(world);
      const recipient = await world.recipient();
      for (const method of ["/Transfer", "/TransferBatch", "/TransferLinked", "/Exchange"]) {
        world.faults.harm(method, { do: "refuse", status: 503 }, 1_000);
      }
      const order = ten(recipient);
      const paid = await driver.send<Outcome>("pay", { order });
      const many = await driver.send<{ outcomes: Outcome[] }>("payMany", { orders: [order, ten(recipient)] });
      const linked = await driver.send<{ outcomes: Outcome[] }>("payLinked", { orders: [order, ten(recipient)] });
      const held = await driver.send<Outcome>("hold", { order, captureBeforeMs: Date.now() + 60_000 });
      const terms = { fromTokenType: "TOKEN_TYPE_STANDARD", toTokenType: "TOKEN_TYPE_MICRO", amount: "10" };
      const exchanged = await driver.send<Outcome>("exchange", terms);
      const kinds = [paid, ...many.outcomes, ...linked.outcomes, held, exchanged].map(({ kind }) => kind);
      expect(kinds).toEqual([...Array(5).fill("completed"), "held", "completed"]);
      expect(await world.balanceOf(id)).toBe("29.94");
      return "completed, held";
    },
  },
  {
    name: "over the channel, which is cut after the ledger has a payment and before its answer",
    needsChannel: true,
    play: (world) => payInSilence(world, true),
  },
  {
    name: "over the channel, whose connection names the client, its version and its platform",
    needsChannel: true,
    async play(world) {
      await channelWallet(world);
      for (const name of world.faults.userAgents) expect(name).toMatch(userAgent);
      return "named";
    },
  },
  {
    name: "over the channel, which falls silent",
    needsChannel: true,
    waits: true,
    play: (world) => payInSilence(world, false),
  },
  {
    name: "over the channel, which is cut while idle",
    needsChannel: true,
    async play(world) {
      const { driver, id } = await channelWallet(world);
      world.faults.cutChannels();
      const outcome = await driver.send<Outcome>("pay", { order: ten(await world.recipient()) });
      expect(await world.balanceOf(id)).toBe("89.99");
      return expectOutcome(outcome, "completed");
    },
  },
];

/** Opens a wallet over the channel, and waits until the channel is open. */
export async function channelWallet(world: World): Promise<DrivenWallet> {
  const published = await fetch(new URL("/.well-known/channel.json", world.service.url));
  const { static_key: serverKey } = (await published.json()) as { readonly static_key: string };
  const channelEndpoint = `${world.faults.url.replace("http", "ws")}/channel/wallet`;
  const wallet = await world.wallet("100", {
    confirmTimeoutMs: 3_000,
    useChannel: true,
    channelEndpoint,
    serverKey,
  });
  await until(() => world.faults.channelCount > 0);
  // What is asked over HTTP takes longer than the rest of the handshake.
  await wallet.driver.send("balances");
  return wallet;
}

/** Makes a payment over a channel that falls silent, and may be cut once the ledger has the payment. */
async function payInSilence(world: World, isCut: boolean): Promise<string> {
  const { driver, id } = await channelWallet(world);
  const recipient = await world.recipient();
  expect(await driver.send<Outcome>("pay", { order: ten(recipient) })).toMatchObject({ kind: "completed" });
  world.faults.silenceChannels();
  const orderId = crypto.randomUUID();
  const paying = driver.send<Outcome>("pay", { order: { ...ten(recipient), id: orderId } });
  while ((await world.wordOf(id, orderId)) !== completed);
  if (isCut) world.faults.cutChannels();
  const outcome = await paying;
  expect(await world.balanceOf(id)).toBe("79.98");
  return expectOutcome(outcome, "completed");
}
