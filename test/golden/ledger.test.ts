import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { AmountSchema } from "#contract/wallet/v1/money_pb.js";
import { defaultPolicy } from "../../server/modules/ledger/domain/default-policy.ts";
import {
  batchHash,
  confirmationCode,
  entryBytes,
  entryDigest,
  firstPreviousHash,
  readEntry,
} from "../../server/modules/ledger/domain/entry/chain.ts";
import {
  type BatchHash,
  type EntryDigest,
  type RequestDigest,
  requestDigest,
} from "../../server/modules/ledger/domain/entry/digests.ts";
import {
  type Entry,
  entryKinds,
  exchangeErrors,
  transactionErrors,
} from "../../server/modules/ledger/domain/entry/entry.ts";
import type { View } from "../../server/modules/ledger/domain/requests.ts";
import { decideVoid } from "../../server/modules/ledger/engine/decide/void.ts";
import { exchangeRequest } from "../../server/modules/wallets/orders/exchange-question.ts";
import { goldenVectors, hex } from "./vectors.ts";

interface LedgerVectors {
  readonly kinds: { readonly [name: string]: number };
  readonly outcomes: { readonly [name: string]: number };
  readonly entries: readonly {
    readonly title: string;
    readonly entry: Omit<Entry, "requestDigest"> & { readonly digest: RequestDigest };
    readonly bytes: Uint8Array;
    readonly digest: EntryDigest;
    readonly code: string;
  }[];
  readonly batches: readonly {
    readonly number: number;
    readonly from: number;
    readonly to: number;
    readonly previous: BatchHash;
    readonly hash: Uint8Array;
  }[];
  readonly requests: readonly {
    readonly use: string;
    readonly parts: readonly (string | number)[];
    readonly digest: Uint8Array;
  }[];
  readonly exchanges: readonly {
    readonly id: string;
    readonly quoteId?: string;
    readonly decimal: string;
    readonly identityId: string;
    readonly sourceType: number;
    readonly sourceCurrencyCode: string;
    readonly targetType: number;
    readonly targetCurrencyCode: string;
    readonly digest: Uint8Array;
  }[];
}

const {
  kinds,
  outcomes,
  entries: recorded,
  batches,
  requests,
  exchanges,
} = goldenVectors<LedgerVectors>(
  "ledger",
  ["bytes", "digest", "order", "signature", "previous", "hash"],
  ["amount", "fee", "sourceAmount", "targetAmount", "networkFee", "rate", "returned"],
);

/** The entries, with the member that is recorded as `digest` by its present name. */
const entries = recorded.map(({ entry: { digest, ...entry }, ...vector }) => ({
  ...vector,
  entry: { ...entry, requestDigest: digest },
}));

describe("an entry", () => {
  test("is stored with these numbers of kind and outcome", () => {
    expect(entryKinds).toEqual(kinds);
    expect({ ...transactionErrors, ...exchangeErrors }).toEqual(outcomes);
  });

  test.each(entries)("$title: has these bytes, digest and confirmation code", ({ entry, bytes, digest, code }) => {
    expect(hex(entryBytes(entry))).toBe(hex(bytes));
    expect(hex(entryDigest(bytes))).toBe(hex(digest));
    expect(confirmationCode(digest)).toBe(code);
  });

  test.each(entries)("$title: is read from these bytes", ({ entry, bytes }) => {
    expect(readEntry(bytes)).toEqual(entry);
  });
});

test("the first batch follows 32 zero bytes", () => {
  expect(hex(firstPreviousHash)).toBe(hex(batches[0]?.previous ?? Buffer.of()));
});

test.each(batches)("batch $number has this hash", ({ number, from, to, previous, hash }) => {
  const digests = entries.slice(from, to).map(({ digest }) => digest);
  expect(hex(batchHash(number, previous, digests))).toBe(hex(hash));
});

test.each(requests)("a request to $use has this digest", ({ use, parts, digest }) => {
  expect(hex(requestDigest(use, parts))).toBe(hex(digest));
});

test.each(exchanges)("an exchange of “$decimal” by the quote $quoteId has this digest", (vector) => {
  const { id, quoteId, decimal, digest, ...asked } = vector;
  const sourceAmount = create(AmountSchema, { form: { case: "decimal", value: decimal } });
  expect(hex(exchangeRequest({ ...asked, sourceAmount }, id, quoteId, defaultPolicy).requestDigest)).toBe(hex(digest));
});

test.each(entries.filter(({ title }) => title === "void transaction"))("a $title has this digest", ({ entry }) => {
  const nothing = { entry: () => undefined, pending: () => undefined } as unknown as View;
  const { id, owner, requestDigest: digest } = entry;
  const decision = decideVoid({ kind: "void", id, owner }, nothing, 0);
  expect(decision.kind === "entry" && hex(decision.draft.requestDigest)).toBe(hex(digest));
});
