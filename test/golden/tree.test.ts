import { readFileSync } from "node:fs";
import { fromBinary } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { ReceiptSchema } from "#contract/wallet/v1/transaction_pb.js";
import * as client from "../../clients/typescript/src/wallet/hash-tree.ts";
import { verifyReceipt } from "../../clients/typescript/src/wallet/receipt.ts";
import { BadReceipt } from "../../clients/typescript/src/wallet/receipt-evidence.ts";
import { treeText } from "../../scripts/vectors/tree/write.ts";
import { asBatchHash, asEntryDigest } from "../../server/modules/ledger/domain/entry/digests.ts";
import { isIncluded } from "../../server/modules/ledger/domain/entry/inclusion.ts";
import { hashesIn } from "../../server/modules/ledger/domain/tree/hashes.ts";
import * as server from "../../server/modules/ledger/domain/tree/proofs.ts";
import { goldenVectors } from "./vectors.ts";

interface TreeVectors {
  readonly key: { readonly id: string; readonly publicKey: Uint8Array };
  readonly heads: readonly server.TreeHead[];
  readonly consistency: readonly {
    readonly name: string;
    readonly earlier: server.TreeHead;
    readonly later: server.TreeHead;
    readonly proof: Uint8Array;
    readonly valid: boolean;
  }[];
  readonly inclusion: readonly {
    readonly name: string;
    readonly message: Uint8Array;
    readonly head?: server.TreeHead;
    readonly refused?: string;
  }[];
}

const { key, heads, consistency, inclusion } = goldenVectors<TreeVectors>("tree", [
  "publicKey",
  "root",
  "proof",
  "message",
]);
const x = Buffer.from(key.publicKey).toString("base64url");
const keySet = { keys: [{ kty: "OKP", crv: "Ed25519", kid: key.id, x }] };

test("tree.json is what `npm run vectors` writes", () => {
  expect(readFileSync("test/vectors/tree.json", "utf8")).toBe(treeText());
});

test("it has heads of powers of 2 and of sizes around them, proofs of all, and as many that are refused", () => {
  const sizes = heads.map(({ size }) => size);
  for (const power of [2, 8, 16]) expect(sizes).toEqual(expect.arrayContaining([power - 1, power, power + 1]));
  const valid = consistency.filter((vector) => vector.valid);
  expect(valid).toHaveLength((sizes.length * (sizes.length + 1)) / 2);
  expect(consistency.length - valid.length).toBeGreaterThan(60);
  expect(inclusion.filter(({ head }) => head !== undefined)).toHaveLength(21);
  expect(inclusion.filter(({ refused }) => refused !== undefined).length).toBeGreaterThan(30);
});

describe("consistency", () => {
  const ofClient = ({ size, root }: server.TreeHead) => ({ size: BigInt(size), root });

  test.each(consistency)("$name: service and client say $valid", ({ earlier, later, proof, valid }) => {
    expect(client.isConsistent(ofClient(earlier), ofClient(later), proof)).toBe(valid);
    expect(server.isConsistent(earlier, later, hashesIn(proof))).toBe(valid);
  });
});

describe("inclusion:", () => {
  test.each(inclusion)("$name is shown or not by service and client alike", async ({ message, head, refused }) => {
    const receipt = fromBinary(ReceiptSchema, message);
    const { entryIndex, batchEntries, treeSize, treeRoot, ...paths } = receipt.inclusion ?? expect.unreachable();
    const isShown = isIncluded(asEntryDigest(receipt.entryDigest), asBatchHash(receipt.batchHash), {
      index: Number(entryIndex),
      entries: Number(batchEntries),
      entryPath: hashesIn(paths.entryPath),
      batchPath: hashesIn(paths.batchPath),
      head: { size: Number(treeSize), root: treeRoot },
    });
    expect(isShown).toBe(refused === undefined);
    const found = await verifyReceipt(receipt, keySet).catch((error: unknown) => error);
    if (head === undefined) expect(found).toStrictEqual(new BadReceipt(refused as string));
    else expect(found).toMatchObject({ head: { size: BigInt(head.size), root: Uint8Array.from(head.root) } });
  });
});
