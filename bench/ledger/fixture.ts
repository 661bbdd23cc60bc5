import { randomBytes, randomUUID } from "node:crypto";
import { uuidV7 } from "../../server/core/uuid.ts";
import type { Database } from "../../server/database/source.ts";
import { standardAsset } from "../../server/modules/ledger/domain/assets.ts";
import { asRequestDigest, orderDigest } from "../../server/modules/ledger/domain/entry/digests.ts";
import type { AssetPolicy, Policy } from "../../server/modules/ledger/domain/policy.ts";
import type { Ledger, TransferRequest } from "../../server/modules/ledger/domain/requests.ts";
import { type LedgerDeps, openLedger } from "../../server/modules/ledger/store/ledger.ts";
import { storedWallets } from "../../server/modules/ledger/store/wallets.ts";

const limit = { perTransaction: 10n ** 17n, perDay: 10n ** 18n };
const standard: AssetPolicy = {
  code: standardAsset,
  scale: 8,
  feeBasisPoints: 10,
  feeMinimum: 1n,
  exchangeFeeMinimum: 1n,
  networkFee: 0n,
  limits: Array.from({ length: 6 }, () => limit),
};

/** Policy with a fee, so that a transfer has three postings, and with limits too high to matter. */
export const policy: Policy = { assets: new Map([[standardAsset, standard]]), exchangeBasisPoints: 30 };

/** Options of the benchmarks' ledgers. */
export function benchLedger(database: Database, deps: Partial<LedgerDeps> = {}): Promise<Ledger> {
  return openLedger(database, { policy, rates: () => () => undefined, now: Date.now, ...deps });
}

/** Creates wallets with money; returns their owners. */
export async function addWallets(database: Database, ledger: Ledger, count: number): Promise<string[]> {
  const wallets = storedWallets(database);
  const configuration = {
    useChannel: true,
    autoExchange: false,
    channelEndpoint: "",
    confirmTimeoutMs: 30_000,
    retryCount: 3,
    httpEndpoint: "",
  };
  const owners: string[] = [];
  for (let index = 0; index < count; index++) {
    const identityId = randomUUID();
    await wallets.open({ identityId, configuration, isFrozen: false, version: 1, createdAtMs: Date.now() });
    owners.push(identityId);
  }
  // Of ten thousand wallets, too, the issuance account holds the sum.
  const amount = 10n ** 14n;
  const issue = (owner: string) =>
    ({
      kind: "deposit",
      id: newId(),
      owner,
      asset: standardAsset,
      amount,
      reference: "",
      requestDigest: asRequestDigest(randomBytes(32)),
    }) as const;
  const outcomes = await Promise.all(owners.map((owner) => ledger.submit(issue(owner))));
  if (outcomes.some((outcome) => outcome.kind !== "entry")) throw new Error("a good deposit was refused");
  return owners;
}

/** Transfers as clients order them, with 300 signed bytes, and ids in order of time unless others are given. */
export function transfers(
  count: number,
  ownersOf: (index: number) => readonly [string, string],
  idOf: () => string = newId,
): TransferRequest[] {
  return Array.from({ length: count }, (_, index) => {
    const [owner, recipient] = ownersOf(index);
    const order = randomBytes(300);
    return {
      kind: "transfer",
      id: idOf(),
      owner,
      recipient,
      asset: standardAsset,
      amount: 1_000n,
      description: "for the benchmark",
      feeMax: undefined,
      order,
      requestDigest: orderDigest(order),
      keyId: owner,
      signature: randomBytes(64),
      isValid: true,
      isSigned: true,
    };
  });
}

/** Submits all requests with this many in flight; returns the rate per second. */
export async function rateOf(ledger: Ledger, requests: readonly TransferRequest[], atOnce: number): Promise<number> {
  const startedMs = performance.now();
  let next = 0;
  const submitNext = async () => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      const outcome = await ledger.submit(request);
      if (outcome.kind !== "entry" || outcome.entry.outcome !== 0) throw new Error("a good transfer was refused");
    }
  };
  await Promise.all(Array.from({ length: atOnce }, submitNext));
  return (requests.length * 1000) / (performance.now() - startedMs);
}

/** Picks a random sender and another owner as the recipient. */
export function spread(owners: readonly string[]): (index: number) => readonly [string, string] {
  return () => {
    const sender = Math.floor(Math.random() * owners.length);
    const recipient = (sender + 1 + Math.floor(Math.random() * (owners.length - 1))) % owners.length;
    return [owners[sender] as string, owners[recipient] as string];
  };
}

/** Picks the first owner as sender and recipient by turns; the other side is random. */
export function hot([first = "", ...others]: readonly string[]): (index: number) => readonly [string, string] {
  return (index) => {
    const other = others[Math.floor(Math.random() * others.length)] as string;
    return index % 2 === 0 ? [first, other] : [other, first];
  };
}

function newId(): string {
  return uuidV7(Date.now(), randomBytes(10));
}
