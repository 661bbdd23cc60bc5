import fc from "fast-check";
import { isCurrencyCode } from "../../../../server/modules/ledger/domain/assets.ts";
import { asRequestDigest } from "../../../../server/modules/ledger/domain/entry/digests.ts";
import {
  type Entry,
  entryKinds,
  exchangeErrors,
  transactionErrors,
} from "../../../../server/modules/ledger/domain/entry/entry.ts";
import { amountMax } from "../../../../server/modules/ledger/domain/money.ts";
import type { AssetPolicy, Policy } from "../../../../server/modules/ledger/domain/policy.ts";
import { rateUnit } from "../../../../server/modules/ledger/domain/rates/rates.ts";
import { anyCharacter } from "../../../support/laws/characters.ts";

/** Amounts of every size, and edge cases. */
export const anyAmount: fc.Arbitrary<bigint> = fc.oneof(
  fc.bigInt({ min: 1n, max: amountMax }),
  fc.bigInt({ min: 1n, max: 100n }),
  fc.integer({ min: 0, max: 18 }).map((exponent) => 10n ** BigInt(exponent)),
  fc.constantFrom(amountMax, amountMax - 1n),
);

export const anyRate: fc.Arbitrary<bigint> = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 24n }),
  fc.bigInt({ min: rateUnit / 1000n, max: rateUnit * 1000n }),
  fc.constantFrom(1n, rateUnit, rateUnit - 1n, rateUnit + 1n, 3n * rateUnit, rateUnit / 3n),
);

/** Policies of an asset with any scale, and fees from 0 to 100 %. */
export function anyAsset(code: string): fc.Arbitrary<AssetPolicy> {
  return fc.record({
    code: fc.constant(code),
    scale: fc.integer({ min: 0, max: 12 }),
    feeBasisPoints: fc.constantFrom(0, 1, 10, 333, 9_999, 10_000),
    feeMinimum: fc.constantFrom(0n, 1n, 1_000n),
    exchangeFeeMinimum: fc.constantFrom(0n, 1n, 7n, 1_000n),
    networkFee: isCurrencyCode(code) ? fc.constantFrom(0n, 1n, 500n) : fc.constant(0n),
    limits: fc.constant([]),
  });
}

export const anyExchangePolicy: fc.Arbitrary<Policy> = fc
  .constantFrom(0, 1, 50, 3_333, 9_999, 10_000)
  .map((exchangeBasisPoints) => ({ assets: new Map(), exchangeBasisPoints }));

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom("", "\ufeff", "\ufffd", "\u0000", "😀", "TOKEN_STANDARD", "x".repeat(300)),
);
const anyTime = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const anyStored = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });

const anyExchanged = fc.record(
  {
    source: anyText,
    sourceAmount: anyStored,
    fee: anyStored,
    target: anyText,
    targetAmount: anyStored,
    networkFee: anyStored,
    rate: fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
    rateSource: anyText,
    rateAtMs: anyTime,
    quoteId: fc.option(anyText, { nil: undefined }),
  },
  { noNullPrototype: true },
);

const anyHold = fc.record({ id: anyText, endsAtMs: anyTime, returned: anyStored }, { noNullPrototype: true });

/** Every entry that can be encoded, valid by the rules or not. */
export const anyEntry: fc.Arbitrary<Entry> = fc.record({
  sequence: anyTime,
  id: anyText,
  kind: fc.constantFrom(...Object.values(entryKinds)),
  owner: anyText,
  counterparty: fc.option(anyText, { nil: undefined }),
  asset: anyText,
  amount: anyStored,
  fee: anyStored,
  outcome: fc.constantFrom(0 as const, ...Object.values(transactionErrors), ...Object.values(exchangeErrors)),
  requestDigest: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(asRequestDigest),
  order: fc.option(fc.uint8Array({ maxLength: 80 }), { nil: undefined }),
  keyId: fc.option(anyText, { nil: undefined }),
  signature: fc.option(fc.uint8Array({ maxLength: 70 }), { nil: undefined }),
  description: anyText,
  exchanged: fc.option(anyExchanged, { nil: undefined }),
  hold: fc.option(anyHold, { nil: undefined }),
  reverses: fc.option(anyText, { nil: undefined }),
  linked: fc.option(fc.record({ failed: anyText }, { noNullPrototype: true }), { nil: undefined }),
  atMs: anyTime,
});
