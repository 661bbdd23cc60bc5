import { setTimeout } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import { TransactionStatus } from "#contract/wallet/v1/transaction_pb.js";
import { MemoryStorage, type PaymentOutcome, type WalletClient } from "../../../../clients/typescript/src/index.ts";
import { Random } from "../../../support/laws/random.ts";
import { fuzzSeed as firstSeed } from "../../../support/laws/seed.ts";
import { type Holder, newHolder, standard, walletOf } from "../../../support/sdk-holder.ts";
import { sharedServer } from "../../../support/shared-server.ts";
import { until } from "../../../support/until.ts";
import { rates } from "../../../support/wallet-holder.ts";

const server = sharedServer(rates);
let bob: Holder;
beforeAll(async () => {
  bob = await newHolder(server().url);
});

/** A network that does harm to almost half of the requests until it is mended. */
function harmfulNetwork(random: Random) {
  const network = { isHarmful: true, harms: 0 };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const harm = network.isHarmful && random.chance(0.45) ? random.pick([0, 1, 2, 3, 3, 4]) : undefined;
    if (harm !== undefined) network.harms += 1;
    if (harm === 0) throw new TypeError("the connection was refused");
    if (harm === 1) return new Response("busy", { status: 503, headers: { "Retry-After": "0" } });
    if (harm === 2) await setTimeout(random.below(400), undefined, { signal: init?.signal as AbortSignal });
    const response = await globalThis.fetch(input, init);
    if (harm === undefined || harm === 2) return response;
    const bytes = await response.arrayBuffer();
    if (harm === 3) throw new TypeError("the connection was reset");
    return new Response(bytes.slice(0, bytes.byteLength / 2), response);
  };
  return { network, fetch };
}

/** Ends of ids by which the test knows exchanges. */
const isExchange = (id: string) => id.endsWith("eeeeeeee");
const exchangeId = () => crypto.randomUUID().replace(/.{8}$/, "eeeeeeee");

/** Something that a wallet may be told to do, and what comes out. */
function operation(wallet: WalletClient, random: Random): Promise<PaymentOutcome | PaymentOutcome[]> {
  const pay = () => standard(bob, random.pick(["0.5", "1", "3000"]));
  const amount = random.pick(["1", "3000"]);
  switch (random.below(6)) {
    case 0:
      return wallet.payMany([pay(), pay(), pay()]);
    case 1:
      return wallet.payLinked([pay(), pay()]);
    case 2:
      return wallet.hold(pay(), new Date(Date.now() + 3_600_000));
    case 3:
    case 4:
      return wallet.exchange({ id: exchangeId(), sourceType: TokenType.STANDARD, amount, targetType: TokenType.MICRO });
    default:
      return wallet.pay(pay());
  }
}

/** The ledger's word on each operation. */
async function wordsOf(wallet: WalletClient, outcomes: readonly PaymentOutcome[]): Promise<Map<string, string>> {
  const { identityId: sender } = wallet;
  const exchanged = new Set<string>();
  for (const { id } of (await wallet.exchanges.listExchanges({ identityId: sender, pageSize: 500 })).exchanges) {
    exchanged.add(id);
  }
  const words = new Map<string, string>();
  for (const { id } of outcomes) {
    const { result } = await wallet.transactions.resolveTransaction({ sender, transactionId: id });
    const status = TransactionStatus[result?.status ?? 0] as string;
    if (!isExchange(id)) words.set(id, status.toLowerCase());
    // Those that failed are in no list.
    else words.set(id, exchanged.has(id) ? "completed" : "failed");
  }
  return words;
}

test.each([0, 1, 2, 3, 4, 5])("each outcome is the ledger's, whatever the network does: seed + %i", async (index) => {
  const random = new Random(firstSeed + index);
  const { network, fetch } = harmfulNetwork(random);
  const ada = await newHolder(server().url, "1000");
  const storage = new MemoryStorage();
  const configuration = { useChannel: false, confirmTimeout: 600, retryCount: index % 3 };
  const open = () => walletOf(server().url, ada, { storage, configuration, session: { fetch } });
  const told = new Map<string, PaymentOutcome["status"]>();
  const tell = ({ id, status }: PaymentOutcome) => {
    if (status === "unresolved") return;
    expect(told.get(id) ?? status, `${id}, FUZZ_SEED=${firstSeed}`).toBe(status);
    told.set(id, status);
  };

  const first = open();
  // All operations share the first sign-in, and may all fail with it. Half of the time it is made before, and each has its harms.
  const isSignedIn = index >= 3;
  if (isSignedIn) {
    network.isHarmful = false;
    await wordsOf(first, []);
    network.isHarmful = true;
  }
  first.payments.onSettled(tell);
  const outcomes = (await Promise.all(Array.from({ length: 25 }, () => operation(first, random)))).flat();
  outcomes.forEach(tell);
  // Half of the time another process resolves what is left.
  if (index % 2 === 0) first.close();
  network.isHarmful = false;
  const second = open();
  second.payments.onSettled(tell);
  if (index % 2 === 0) (await second.reconcile()).forEach(tell);
  await until(() => outcomes.every(({ id }) => told.has(id)));

  await Promise.all([first, second].map(({ payments }) => payments.close()));
  expect(await storage.list()).toEqual([]);
  expect(network.harms).toBeGreaterThan(isSignedIn ? 5 : 0);
  const words = await wordsOf(second, outcomes);
  for (const { id } of outcomes) {
    expect(told.get(id), `${id}, FUZZ_SEED=${firstSeed}`).toBe(words.get(id));
  }
  first.close();
  second.close();
});
