import { setTimeout as passed } from "node:timers/promises";
import { expect } from "vitest";
import { deposit } from "../../support/wallet-holder.ts";
import type { DrivenWallet, World } from "../world.ts";
import { channelWallet } from "./channel.ts";
import type { Scenario } from "./scenario.ts";

type Events = { readonly events: readonly { readonly sequence: string; readonly cursor: string }[] };

/** Time in which a question of a reader has come to the service, and a first answer to the reader. */
const readyMs = 1_000;
/** Longest time for an event to be told when the way to the service is free again. */
const toldMs = 20_000;

/** Events from now on, whose reader has no cursor yet that it could go on from. */
export const eventsFromNow: readonly Scenario[] = [
  {
    name: "events from now on, of which the first happens after the service was killed, before it is reached again",
    play: async (world) => toldWhileAway(world, await world.wallet("0")),
  },
  {
    name: "events from now on over the channel, of which the first happens after the service was killed, before it is reached again",
    needsChannel: true,
    play: async (world) => toldWhileAway(world, await channelWallet(world)),
  },
];

/** Deposits while a reader waits for its first event, whose question the service has lost, and which cannot ask again. */
async function toldWhileAway(world: World, { driver, id }: DrivenWallet): Promise<string> {
  const telling = driver.send<Events>("events", { count: 2 });
  await passed(readyMs);
  world.faults.isAway = true;
  await world.service.stop("SIGKILL");
  world.faults.cutConnections();
  await world.service.start();
  await deposit(world.operator, id, "TOKEN_STANDARD", "5");
  world.faults.isAway = false;
  // That of a reader which has begun anew would be the first that it tells.
  await passed(readyMs);
  await deposit(world.operator, id, "TOKEN_STANDARD", "6");
  const over = passed(toldMs, undefined, { ref: false });
  const told = await Promise.race([telling, over]);
  expect(told?.events.map(({ sequence }) => Number(sequence))).toEqual(await depositsOf(world, id));
  return "2 of 2, each once";
}

/** Returns the sequences of the last two entries of a wallet, by the ledger. */
async function depositsOf(world: World, id: string): Promise<number[]> {
  const { body } = await world.operator.call("GET", `/api/wallets/${id}/entries?page_size=2`);
  return body.result.entries.map(({ sequence }: { sequence: number | string }) => Number(sequence)).toReversed();
}
