import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { Feed } from "../../../../server/modules/events/feed/feed.ts";
import { type Passed, Relay, type RelayDeps } from "../../../../server/modules/events/feed/relay.ts";
import { pack, unpack } from "../../../../server/modules/events/feed/transferable.ts";
import type { EventMessage } from "../../../../server/modules/events/operations/ledger-events.ts";
import { relayedEvents } from "../../../../server/modules/events/operations/relayed-events.ts";
import { standardAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { entryBytes } from "../../../../server/modules/ledger/domain/entry/chain.ts";
import { type Entry, entryKinds } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import type { AssetPolicy } from "../../../../server/modules/ledger/domain/policy.ts";
import { policy } from "../../../support/ledger/constants.ts";
import { relayedByMessages } from "../../../support/ledger/relayed.ts";

/** An empty ledger, of which entries are written by hand. */
function openSource() {
  const feed = new Feed({
    rows: { entriesAfter: async () => [], lastSequence: async () => 0 },
    pollMs: 60_000,
    report: (error) => {
      throw error;
    },
  });
  onTestFinished(() => feed.close());
  const assets = new Map(policy.assets);
  const ledger: RelayDeps["ledger"] = {
    between: async (_, __, until) => ({ entries: [], reached: until }),
    entriesAfter: async () => [],
  };
  let sequence = 0;
  const write = (...entries: Entry[]) => {
    const placed = entries.map((entry) => ({ ...entry, sequence: ++sequence }));
    const last = placed.at(-1) as Entry;
    const followed = placed
      .filter((entry) => feed.isFollowed(entry))
      .map((entry) => ({ entry, bytes: entryBytes(entry) }));
    feed.written({ firstSequence: sequence - entries.length + 1, last, followed, version: feed.version });
  };
  return { source: { feed, ledger, policy: { assets } }, assets, write };
}

function entryOf(owner: string, members: Partial<Entry> = {}): Entry {
  return {
    sequence: 0,
    kind: entryKinds.deposit,
    outcome: 0,
    id: randomUUID(),
    atMs: 1_700_000_000_000,
    owner,
    asset: standardAsset,
    amount: 5n,
    fee: 0n,
    description: "",
    requestDigest: new Uint8Array(32),
    ...members,
  } as Entry;
}

/** Reads events, heartbeats left out. */
async function eventsOf(
  watch: ReturnType<typeof relayedEvents>["events"]["watch"],
  owner: string | undefined,
  count: number,
  onBegun: () => void,
): Promise<EventMessage[]> {
  const events: EventMessage[] = [];
  const question = { owner, cursor: undefined, heartbeatMs: 60_000, signal: new AbortController().signal };
  for await (const event of watch(question)) {
    if (event.entry === undefined) onBegun();
    else events.push(event);
    if (events.length === count) break;
  }
  return events;
}

test("an entry of several wallets that are followed is passed on once, with what else was written at once", async () => {
  const { source, write } = openSource();
  const passed: Passed[] = [];
  const relay = new Relay({ ...source, beatMs: 60_000 }, (message) => passed.push(message));
  onTestFinished(() => relay.close());
  for (const [id, owner] of ["ada", "bob", "ada", undefined].entries()) await relay.follow(id, owner);
  const transfer = { kind: entryKinds.transfer, counterparty: "bob" } as const;
  write(entryOf("ada", transfer), entryOf("cyd"), entryOf("bob"));
  await Promise.resolve();
  expect(passed.map(({ entries }) => entries.ends.length)).toEqual([0, 3]);
  expect(passed.map(({ reached }) => reached.sequence)).toEqual([0, 3]);
});

test("what nobody follows is not passed on, but the place after it is", async () => {
  const { source, write } = openSource();
  const passed: Passed[] = [];
  const beat = Promise.withResolvers<void>();
  const relay = new Relay({ ...source, beatMs: 1 }, (message) => {
    passed.push(message);
    if (message.reached.sequence === 2) beat.resolve();
  });
  onTestFinished(() => relay.close());
  await relay.follow(1, "ada");
  await relay.follow(2, "bob");
  await relay.unfollow(2);
  write(entryOf("bob"), entryOf("cyd"));
  await beat.promise;
  expect(passed.map(({ entries }) => entries.ends.length)).toEqual([0, 0]);
});

test("a currency that is added while events are relayed is told with its scale", async () => {
  const { source, assets, write } = openSource();
  const relayed = relayedEvents(relayedByMessages(source, (passed) => relayed.passed(passed)));
  const told = eventsOf(relayed.events.watch, "ada", 2, () => {
    write(entryOf("ada", { asset: "EUR" }));
    assets.set("JPX", { ...(assets.get("EUR") as AssetPolicy), code: "JPX", scale: 4 });
    write(entryOf("ada", { asset: "JPX" }));
  });
  expect((await told).map(({ entry }) => entry?.issuance?.exactAmount)).toEqual(["0.05", "0.0005"]);
});

test("byte strings are the same after they were packed", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (parts) => {
      const { bytes, ends } = pack(parts);
      expect(unpack(structuredClone({ bytes, ends }))).toEqual(parts);
    }),
  );
});
