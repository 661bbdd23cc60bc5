// @module-tag slow/kills

import { afterAll, beforeAll, expect, test } from "vitest";
import { PlatonicError, type WalletEvent } from "../../../clients/typescript/src/index.ts";
import { ledgerStart, writeCursor } from "../../../server/modules/events/feed/cursor.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { type Holder, newHolder, walletOf } from "../../support/sdk-holder.ts";
import { deposit } from "../../support/wallet-holder.ts";
import { ServerProcess } from "./server-process.ts";

const server = new ServerProcess();
let ada: Holder;
beforeAll(async () => {
  await server.start();
  ada = await newHolder(server.url);
});
afterAll(() => server.close());

const api = () => new ApiClient({ url: server.url } as never);
const openWallet = (useChannel = false) => walletOf(server.url, ada, { configuration: { useChannel } });
const amountOf = ({ entry }: WalletEvent) => Number(entry.issuance?.exactAmount);

test.each([
  ["SIGKILL", "a stream", false],
  ["SIGTERM", "a stream", false],
  ["SIGKILL", "the channel", true],
  ["SIGTERM", "the channel", true],
] as const)(
  "a reader is told of each entry once and in order, though the server ends by %s again and again, over %s",
  async (signal, _, useChannel) => {
    const wallet = openWallet(useChannel);
    const over = new AbortController();
    const from = writeCursor(ledgerStart);
    const told: number[] = [];
    const before = (await wallet.wallets.listLedgerEntries({ identityId: ada.id, pageSize: 500 })).entries.length;
    const reading = (async () => {
      for await (const event of wallet.events({ cursor: from, heartbeatSeconds: 1, signal: over.signal })) {
        told.push(amountOf(event));
        if (told.length === before + 60) break;
      }
    })();
    for (let amount = 1; amount <= 60; amount++) {
      await deposit(api(), ada.id, "TOKEN_STANDARD", amount);
      if (amount % 20 !== 10) continue;
      await server.stop(signal);
      await server.start();
    }
    await reading;
    expect(told.slice(before)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
    over.abort();
    wallet.close();
  },
);

test("a client goes on from the cursor of the last event that another has dealt with", async () => {
  const first = openWallet();
  const events: WalletEvent[] = [];
  for await (const event of first.events({ fromStart: true })) {
    events.push(event);
    if (events.length === 5) break;
  }
  first.close();
  const second = openWallet();
  for await (const event of second.events({ cursor: (events[3] as WalletEvent).cursor })) {
    expect(event.entry.sequence).toBe(events[4]?.entry.sequence);
    break;
  }
  second.close();
});

test.each([
  ["of a ledger that was replaced", writeCursor({ ...ledgerStart, sequence: 1 }), "STATE_INVALID"],
  ["that is none", "soon", "PARAMETER_INVALID"],
])("a cursor %s is an error, and is not tried again", async (_, cursor, reason) => {
  const wallet = openWallet();
  const refused = wallet.events({ cursor }).next();
  await expect(refused).rejects.toThrow(expect.objectContaining({ reason }));
  await expect(refused).rejects.toBeInstanceOf(PlatonicError);
  wallet.close();
});

test("the signal ends the events", async () => {
  const wallet = openWallet();
  const over = new AbortController();
  const next = wallet.events({ signal: over.signal }).next();
  over.abort();
  expect(await next).toEqual({ done: true, value: undefined });
  wallet.close();
});
