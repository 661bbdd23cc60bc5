import { sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signCapture, signRelease } from "../../clients/typescript/src/wallet/sign-change.ts";
import {
  type OrderSigner,
  type orderBytes,
  signOrder,
  signOrders,
} from "../../clients/typescript/src/wallet/sign-order.ts";
import { bytesToSign, type SigningPurpose } from "../../server/core/signing/purposes.ts";
import { isSignature } from "../../server/core/signing/signature.ts";
import { orderDigest } from "../../server/modules/ledger/domain/entry/digests.ts";
import { entryKinds } from "../../server/modules/ledger/domain/entry/entry.ts";
import { isEntrySignature, isOrderSignature } from "../../server/modules/ledger/domain/entry/order-signature.ts";
import { orderTree } from "../../server/modules/ledger/domain/entry/order-tree.ts";
import { agreementPrefix, offerAgreement, signAgreement } from "../../server/modules/verification/domain/agreement.ts";
import { privateKeyOf } from "./private-key.ts";
import { goldenVectors, hex } from "./vectors.ts";

interface SigningVectors {
  readonly key: { readonly id: string; readonly seed: Uint8Array; readonly publicKey: Uint8Array };
  readonly message: Uint8Array;
  readonly purposes: readonly {
    readonly purpose: SigningPurpose;
    readonly bytes: Uint8Array;
    readonly signature: Uint8Array;
  }[];
  readonly orders: readonly {
    readonly order: Parameters<typeof orderBytes>[0];
    readonly bytes: Uint8Array;
    readonly digest: Uint8Array;
    readonly signature: Uint8Array;
  }[];
  readonly trees: readonly {
    /** Number of orders in the tree, from the first one. */
    readonly count: number;
    readonly bytes: Uint8Array;
    readonly root: Uint8Array;
    readonly signature: Uint8Array;
    /** Hexadecimal digits. */
    readonly kept: readonly string[];
  }[];
  readonly holds: SigningVectors["orders"];
  readonly changes: readonly {
    readonly purpose: "capture" | "release";
    readonly order: Parameters<typeof signCapture>[0];
    readonly bytes: Uint8Array;
    readonly digest: Uint8Array;
    readonly signature: Uint8Array;
  }[];
  readonly agreement: {
    readonly id: string;
    readonly identity: string;
    readonly text: string;
    readonly statement: Uint8Array;
    readonly bytes: Uint8Array;
    readonly signature: Uint8Array;
  };
}

const { key, message, purposes, orders, trees, holds, changes, agreement } = goldenVectors<SigningVectors>(
  "signing",
  ["seed", "publicKey", "message", "bytes", "digest", "signature", "root", "statement"],
  ["createdAt", "captureBefore"],
);
const privateKey = privateKeyOf(key.seed);
const signer: OrderSigner = { keyId: key.id, sign: (bytes) => sign(null, bytes, privateKey) };

test("every purpose has a vector", () => {
  expect(purposes.map(({ purpose }) => purpose)).toEqual([
    "transfer",
    "transfers",
    "capture",
    "release",
    "receipt",
    "channel",
  ]);
});

test.each(purposes)("these bytes are signed for the purpose $purpose", async ({ purpose, bytes, signature }) => {
  expect(hex(bytesToSign(purpose, message))).toBe(hex(bytes));
  expect(hex(sign(null, bytes, privateKey))).toBe(hex(signature));
  expect(await isSignature(bytes, key.publicKey, signature)).toBe(true);
});

describe("a transfer order", () => {
  test.each(orders)("of $order.amount is signed by the client as these bytes", async ({ order, bytes, signature }) => {
    const signed = await signOrder(order, signer);
    expect([signed.order, signed.signature].map(hex)).toEqual([bytes, signature].map(hex));
  });

  test.each(orders)("of $order.amount is accepted by the server", async ({ bytes, digest, signature }) => {
    expect(await isOrderSignature(bytes, key.publicKey, signature, isSignature)).toBe(true);
    expect(hex(orderDigest(bytes))).toBe(hex(digest));
  });
});

test.each(holds)("a hold is signed by the client as these bytes", async ({ order, bytes, signature, digest }) => {
  const signed = await signOrder(order, signer);
  expect([signed.order, signed.signature].map(hex)).toEqual([bytes, signature].map(hex));
  expect(hex(orderDigest(bytes))).toBe(hex(digest));
});

test.each(changes)("a $purpose is signed by the client as these bytes", async ({ purpose, order, ...vector }) => {
  const { bytes, signature, digest } = vector;
  const signed = await (purpose === "capture" ? signCapture(order, signer) : signRelease(order as object, signer));
  expect([signed.order, signed.signature].map(hex)).toEqual([bytes, signature].map(hex));
  const kind = entryKinds[purpose];
  expect(await isEntrySignature(kind, bytes, key.publicKey, signature, isSignature)).toBe(true);
  expect(hex(orderDigest(bytes))).toBe(hex(digest));
});

describe("orders under one signature", () => {
  test.each(trees)("$count of them are signed by the client as these bytes", async ({ count, bytes, signature }) => {
    const all = orders.slice(0, count).map(({ order }) => order);
    const signed = await signOrders(all, signer);
    expect([signed.orders, signed.signature].map(hex)).toEqual([bytes, signature].map(hex));
  });

  test.each(trees)(
    "each of $count is kept with these bytes, and accepted",
    async ({ count, root, signature, kept }) => {
      const all = orders.slice(0, count).map(({ bytes }) => bytes);
      const tree = orderTree(all);
      expect(hex(tree.root)).toBe(hex(root));
      expect(tree.signatures(signature).map(hex)).toEqual(kept);
      for (const [index, order] of all.entries()) {
        const one = Buffer.from(kept[index] as string, "hex");
        expect(await isOrderSignature(order, key.publicKey, one, isSignature)).toBe(true);
      }
    },
  );
});

test("an agreement is signed as these bytes", () => {
  const { id, identity, text, statement, bytes, signature } = agreement;
  const offered = offerAgreement(id, identity, text);
  expect(hex(offered.statement)).toBe(hex(statement));
  expect(hex(Buffer.concat([agreementPrefix, offered.statement]))).toBe(hex(bytes));
  expect(hex(sign(null, bytes, privateKey))).toBe(hex(signature));
  expect(signAgreement(offered, key, signature, new Date(0))).toMatchObject({ state: "SIGNED" });
});
