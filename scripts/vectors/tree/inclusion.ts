import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  type InclusionProof,
  InclusionProofSchema,
  type Receipt,
  ReceiptSchema,
} from "#contract/wallet/v1/transaction_pb.js";
import { leafOfBatch, planted } from "../../../server/modules/ledger/domain/entry/batch-tree.ts";
import { asBatchHash, asEntryDigest } from "../../../server/modules/ledger/domain/entry/digests.ts";
import { emptyTree } from "../../../server/modules/ledger/domain/tree/frontier.ts";
import { leafHash, levelsOf, siblingsOf } from "../../../server/modules/ledger/domain/tree/hashes.ts";
import { type Golden, golden } from "../golden.ts";
import { type HeadText, headText } from "./consistency.ts";
import { flipped, headOf, inclusionOfLast, leavesOf, spoilt } from "./growing.ts";

/** A receipt, and the head to which its proof of inclusion leads, or why a verifier refuses it. */
export interface InclusionVector {
  readonly name: string;
  /** A wallet.v1.Receipt. */
  readonly message: string;
  readonly head?: HeadText;
  readonly refused?: string;
}

const { entries, batches } = golden("ledger");
const { receipts } = golden("receipts");
const { key: signer } = golden("signing");

/** Returns receipts with their proofs of inclusion, in trees of several sizes, and those that are refused. */
export function inclusionVectors(): InclusionVector[] {
  const valid = receipts.flatMap((stored: Golden, index: number) =>
    [1, 2, 3, 4, 7, 8, 9].map((size) => {
      const receipt = withInclusion(stored, size);
      const { treeSize, treeRoot } = receipt.inclusion as InclusionProof;
      const head = headText({ size: Number(treeSize), root: treeRoot });
      return { name: `receipt ${index + 1} in a tree of ${size}`, message: hexOf(receipt), head };
    }),
  );
  return [...valid, ...refused()];
}

const hexOf = (receipt: Receipt) => Buffer.from(toBinary(ReceiptSchema, receipt)).toString("hex");
const bytesOf = (hex: string) => Buffer.from(hex, "hex");

/** Returns a golden receipt with what it lacks, as the service makes it today, with its batch as last of so many. */
function withInclusion(stored: Golden, size: number): Receipt {
  const receipt = fromBinary(ReceiptSchema, bytesOf(stored.message));
  const { from, to, previous } = batches[stored.batch];
  const digests = entries.slice(from, to).map(({ digest }: Golden) => asEntryDigest(bytesOf(digest)));
  const index = stored.entry - from;
  const hash = asBatchHash(receipt.batchHash);
  const { batch } = planted(emptyTree, hash, digests);
  const leaves = [...leavesOf(size - 1), leafOfBatch({ hash, tree: batch.tree })];
  receipt.inclusion = create(InclusionProofSchema, {
    entryIndex: BigInt(index),
    batchEntries: BigInt(digests.length),
    entryPath: Buffer.concat(siblingsOf(index, levelsOf(digests.map(leafHash)))),
    treeSize: BigInt(size),
    batchPath: inclusionOfLast(leaves),
    treeRoot: headOf(leaves).root,
  });
  // Nobody has signed the order of an exchange, so its receipt proves none.
  if (entries[stored.entry].entry.signature === undefined) return receipt;
  receipt.senderKey = bytesOf(signer.publicKey);
  receipt.previousHash = bytesOf(previous);
  receipt.batchDigests = Buffer.concat(digests);
  return receipt;
}

/** Returns changes of the proof that entry 9 of the 22 of a batch, the last of 8, is in the tree. */
function refused(): InclusionVector[] {
  return changes().map(([name, change]) => {
    const receipt = withInclusion(receipts[2], 8);
    Object.assign(receipt.inclusion as InclusionProof, change(receipt.inclusion as InclusionProof));
    return { name, message: hexOf(receipt), refused: "the entry is not in the tree of the ledger" };
  });
}

type Change = (proof: InclusionProof) => Partial<InclusionProof>;

function changes(): (readonly [name: string, change: Change])[] {
  const spoiltPaths = (["entryPath", "batchPath"] as const).flatMap((path) =>
    spoilt.map(
      ([name, spoil]) =>
        [`${path} ${name}`, (proof: InclusionProof) => ({ [path]: spoil(Buffer.from(proof[path])) })] as const,
    ),
  );
  return [
    ["the next entry", ({ entryIndex }) => ({ entryIndex: entryIndex + 1n })],
    ["an entry beyond the batch", ({ batchEntries }) => ({ entryIndex: batchEntries })],
    ["an entry before the batch", () => ({ entryIndex: -1n })],
    ["a larger batch", ({ batchEntries }) => ({ batchEntries: 2n * batchEntries })],
    ["a batch of no entries", () => ({ batchEntries: 0n })],
    ["a batch of 2^63 - 1 entries", () => ({ batchEntries: 2n ** 63n - 1n })],
    ["a larger tree", ({ treeSize }) => ({ treeSize: treeSize + 1n })],
    ["a smaller tree", ({ treeSize }) => ({ treeSize: treeSize - 1n })],
    ["a tree of no batches", () => ({ treeSize: 0n })],
    ["a tree of -8 batches", ({ treeSize }) => ({ treeSize: -treeSize })],
    ["a tree of -2^63 batches", () => ({ treeSize: -(2n ** 63n) })],
    ["a tree of 2^63 - 1 batches", () => ({ treeSize: 2n ** 63n - 1n })],
    ...spoiltPaths,
    ["another root", ({ treeRoot }) => ({ treeRoot: flipped(treeRoot, 0) })],
    ["the root without its last byte", ({ treeRoot }) => ({ treeRoot: treeRoot.slice(0, -1) })],
    ["no root", () => ({ treeRoot: new Uint8Array() })],
    ["the root of the tree before", () => ({ treeRoot: headOf(leavesOf(7)).root })],
    ["the proof of another receipt", () => withInclusion(receipts[1], 8).inclusion as InclusionProof],
  ];
}
