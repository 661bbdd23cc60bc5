import { expect, test } from "vitest";
import { bytesToSign } from "../../../../../server/core/signing/purposes.ts";
import { isOrderSignature } from "../../../../../server/modules/ledger/domain/entry/order-signature.ts";
import { orderTree } from "../../../../../server/modules/ledger/domain/entry/order-tree.ts";

const orders = ["a", "b", "c"].map((text) => Buffer.from(text));
const [order] = orders as [Buffer];
const publicKey = new Uint8Array(32).fill(1);
const signature = new Uint8Array(64).fill(2);

/** Returns the verdict on a signature when every check has this result, and the arguments of the check. */
async function verdictOf(kept: Uint8Array, isRight = true) {
  const seen: Uint8Array[] = [];
  const verdict = await isOrderSignature(order, publicKey, kept, async (...asked) => {
    seen.push(...asked);
    return isRight;
  });
  return { verdict, seen };
}

test.each([true, false])("an order signed alone is checked as one transfer: %s", async (isRight) => {
  const seen = [bytesToSign("transfer", order), publicKey, signature];
  expect(await verdictOf(signature, isRight)).toEqual({ verdict: isRight, seen });
});

test.each([true, false])("an order signed with others is checked by the root of their tree: %s", async (isRight) => {
  const { root, signatures } = orderTree(orders);
  const { verdict, seen } = await verdictOf(signatures(signature)[0] as Uint8Array, isRight);
  expect(verdict).toBe(isRight);
  expect(seen.map((bytes) => new Uint8Array(bytes))).toEqual(
    [bytesToSign("transfers", root), publicKey, signature].map((bytes) => new Uint8Array(bytes)),
  );
});

test.each([0, 63, 65, 71, 72, 103])("a signature of %i bytes is refused without a check", async (length) => {
  expect(await verdictOf(new Uint8Array(length))).toEqual({ verdict: false, seen: [] });
});
