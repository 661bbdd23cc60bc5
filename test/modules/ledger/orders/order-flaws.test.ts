import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { create, toBinary } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import { bytesToSign } from "../../../../server/core/signing/purposes.ts";
import { isSignature } from "../../../../server/core/signing/signature.ts";
import type { SigningKey } from "../../../../server/modules/identity/domain/identities.ts";
import { defaultPolicy } from "../../../../server/modules/ledger/domain/default-policy.ts";
import { orderDigest } from "../../../../server/modules/ledger/domain/entry/digests.ts";
import type { Entry } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import { orderTree } from "../../../../server/modules/ledger/domain/entry/order-tree.ts";
import { orderFlaws } from "../../../../server/modules/ledger/orders/order-flaws.ts";

const [ada, bob] = [randomUUID(), randomUUID()];
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const key: SigningKey = {
  id: "key",
  identityId: ada,
  publicKey: Buffer.from(publicKey.export({ format: "jwk" }).x as string, "base64url"),
  vaultKeyId: undefined,
  createdAt: new Date(0),
  revokedAt: new Date(1),
};
const signingKeys = async (owner: string) => (owner === ada ? [key] : []);
const flaws = orderFlaws({ signingKeys }, defaultPolicy, isSignature);

const id = randomUUID();
const order = toBinary(
  TransferOrderSchema,
  create(TransferOrderSchema, { id, sender: ada, recipient: bob, tokenType: 1, amount: "10", createdAt: 1n }),
);
const entry: Entry = {
  sequence: 1,
  id,
  kind: 1,
  owner: ada,
  counterparty: bob,
  asset: "TOKEN_STANDARD",
  amount: 1_000_000_000n,
  fee: 0n,
  outcome: 0,
  requestDigest: orderDigest(order),
  order,
  keyId: "key",
  signature: sign(null, bytesToSign("transfer", order), privateKey),
  description: "",
  exchanged: undefined,
  atMs: 1,
};

test("an order signed by its sender has no flaw, even if the key was revoked later", async () => {
  expect(await flaws(entry)).toBeUndefined();
});

test("an order that was signed with others has no flaw", async () => {
  const orders = [Buffer.of(1), order, Buffer.of(2)];
  const tree = orderTree(orders);
  const root = sign(null, bytesToSign("transfers", tree.root), privateKey);
  const signature = tree.signatures(root)[1] as Uint8Array;
  expect(await flaws({ ...entry, signature })).toBeUndefined();
  expect(await flaws({ ...entry, signature: tree.signatures(root)[0] })).toBe("is not signed by its sender");
});

const differs = "is not what its sender has signed";
test.each<[string, Partial<Entry>, string]>([
  ["another amount", { amount: 1_000_000_001n }, differs],
  ["another recipient", { counterparty: randomUUID() }, differs],
  ["another asset", { asset: "TOKEN_MICRO" }, differs],
  ["another id", { id: randomUUID() }, differs],
  ["another description", { description: "rent" }, differs],
  ["another sender", { owner: bob }, "is signed by a key that its sender never had"],
  ["another key", { keyId: "other" }, "is signed by a key that its sender never had"],
  ["no order", { order: undefined }, "has no order"],
  ["no signature", { signature: undefined }, "has no order"],
  ["a signature of other bytes", { signature: new Uint8Array(64) }, "is not signed by its sender"],
])("an entry with %s has a flaw", async (_, change, flaw) => {
  for (const outcome of [0, 3, 4, 5] as const) expect(await flaws({ ...entry, ...change, outcome })).toBe(flaw);
});

test("an entry without a checked signature has no flaw", async () => {
  const forged = { ...entry, signature: new Uint8Array(64) };
  for (const outcome of [1, 2, 6] as const) expect(await flaws({ ...forged, outcome })).toBeUndefined();
  for (const kind of [2, 3, 4, 5] as const) expect(await flaws({ ...forged, kind })).toBeUndefined();
});
