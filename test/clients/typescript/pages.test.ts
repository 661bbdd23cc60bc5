import { describe, expect, test } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { EventService } from "#contract/wallet/v1/event_service_pb.js";
import type { LedgerEntry } from "#contract/wallet/v1/ledger_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { Client, itemsOf, PlatonicError, Session, TokenMinter } from "../../../clients/typescript/src/index.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { newHolder, standard, walletOf } from "../../support/sdk-holder.ts";
import { operatorKey } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { deposit } from "../../support/wallet-holder.ts";

const server = sharedServer();

async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function depositor(count: number) {
  const ada = await newHolder(server().url);
  for (let amount = 1; amount <= count; amount += 1) {
    await deposit(new ApiClient(server()), ada.id, "TOKEN_STANDARD", amount);
  }
  return ada;
}

describe("a client", () => {
  const counted = () => {
    let sent = 0;
    const fetch: typeof globalThis.fetch = (...given) => {
      sent += 1;
      return globalThis.fetch(...given);
    };
    return { client: new Client({ endpoint: server().url, credentials: operatorKey, fetch }), sent: () => sent };
  };
  const { listLedgerEntries } = WalletService.method;

  test("yields the items of all pages, and asks for the next page only when its first item is needed", async () => {
    const ada = await depositor(5);
    const { client, sent } = counted();
    const entries: LedgerEntry[] = [];
    for await (const entry of client.items(listLedgerEntries, { identityId: ada.id, pageSize: 2 })) {
      entries.push(entry);
      expect(sent()).toBe(Math.ceil(entries.length / 2));
    }
    expect(entries.map(({ issuance }) => issuance?.exactAmount)).toEqual(["5", "4", "3", "2", "1"]);
  });

  test("yields nothing where there is nothing", async () => {
    const { id } = await newHolder(server().url);
    expect(await allOf(counted().client.items(listLedgerEntries, { identityId: id }))).toEqual([]);
  });

  test("begins with the page that the request names", async () => {
    const ada = await depositor(3);
    const { client } = counted();
    const { nextPageToken } = await client.of(WalletService).listLedgerEntries({ identityId: ada.id, pageSize: 1 });
    const rest = await allOf(client.items(listLedgerEntries, { identityId: ada.id, pageToken: nextPageToken }));
    expect(rest).toHaveLength(2);
  });

  test("fails as any call does, and at once for a method without pages", async () => {
    const { client } = counted();
    const refused = client.items(listLedgerEntries, { identityId: "nobody" }).next();
    await expect(refused).rejects.toBeInstanceOf(PlatonicError);
    await expect(refused).rejects.toMatchObject({ reason: "RESOURCE_NOT_FOUND" });
    const none = itemsOf(client.transport, GeocodeService.method.encode as never, {}).next();
    await expect(none).rejects.toThrow("geocode.v1.GeocodeService/Encode does not answer in pages");
  });

  test("has the session of an identity, and streams whose failures are PlatonicErrors", async () => {
    const { id, credentials } = await newHolder(server().url);
    const client = new Client(new Session(server().url, new TokenMinter({ credentials, clientId: "app" })));
    const [first] = await allOf(
      client.items(AuthenticationService.method.listAuthenticationEvents, { identityId: id, pageSize: 1 }),
    );
    expect(first?.$typeName).toMatch(/^identity\.v1\./);
    for await (const { cursor, entry } of client.of(EventService).watch({ identityId: id })) {
      expect([cursor.length > 10, entry]).toEqual([true, undefined]);
      break;
    }
    const stream = client.of(EventService).watch({ identityId: id, cursor: "soon" })[Symbol.asyncIterator]();
    const refused = stream.next();
    await expect(refused).rejects.toBeInstanceOf(PlatonicError);
    await expect(refused).rejects.toMatchObject({ reason: "PARAMETER_INVALID" });
  });
});

test("a wallet has its history, its balances and its receipts", async () => {
  const [ada, bob] = [await depositor(3), await newHolder(server().url)];
  const wallet = walletOf(server().url, ada, { configuration: { useChannel: false } });
  const { id } = await wallet.pay(standard(bob, "1"));
  expect(Number((await wallet.balances()).get("TOKEN_STANDARD"))).toBeCloseTo(5, 1);
  expect(await allOf(wallet.history(3))).toHaveLength(4);
  expect(await wallet.receipt(id)).toMatchObject({ transactionId: id });
  await expect(wallet.receipt(crypto.randomUUID())).rejects.toMatchObject({ reason: "RESOURCE_NOT_FOUND" });
  wallet.close();
});
