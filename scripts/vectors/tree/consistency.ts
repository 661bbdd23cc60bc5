import type { TreeHead } from "../../../server/modules/ledger/domain/tree/proofs.ts";
import { consistencyOf, flipped, headOf, leavesOf, spoilt } from "./growing.ts";

/** Two heads and a proof; `valid` says whether it shows that the later tree begins with the earlier one. */
export interface ConsistencyVector {
  readonly name: string;
  readonly earlier: HeadText;
  readonly later: HeadText;
  readonly proof: string;
  readonly valid: boolean;
}

/** A head, its root in hexadecimal. */
export interface HeadText {
  readonly size: number;
  readonly root: string;
}

/** Sizes of trees: powers of 2 and those around them, and of 5 and 6 leaves, where a proof goes on beside the end of both. */
export const sizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 16, 17, 33];

export function headText({ size, root }: TreeHead): HeadText {
  return { size, root: Buffer.from(root).toString("hex") };
}

/** Returns proofs between all sizes, and those that are refused. */
export function consistencyVectors(): ConsistencyVector[] {
  const pairs = sizes.flatMap((later) =>
    sizes.filter((earlier) => earlier <= later).map((earlier) => [earlier, later]),
  );
  const valid = pairs.map(([earlier, later]) =>
    vector(`${earlier} to ${later}`, given(earlier as number, later as number), true),
  );
  return [...valid, ...refused()];
}

interface Given {
  readonly earlier: TreeHead;
  readonly later: TreeHead;
  readonly proof: Buffer;
}

function given(earlier: number, later: number): Given {
  const leaves = leavesOf(later);
  return { earlier: headOf(leaves.slice(0, earlier)), later: headOf(leaves), proof: consistencyOf(earlier, leaves) };
}

function vector(name: string, { earlier, later, proof }: Given, valid: boolean): ConsistencyVector {
  return { name, earlier: headText(earlier), later: headText(later), proof: proof.toString("hex"), valid };
}

function refused(): ConsistencyVector[] {
  // The first tree is no subtree of the second, the second pair begins with one, and the third has promoted nodes.
  const cases = [
    [3, 7],
    [8, 17],
    [9, 33],
  ].flatMap(([earlier, later]) => {
    const name = `${earlier} to ${later}`;
    return changesOf(given(earlier as number, later as number)).map(([change, changed]) =>
      vector(`${name}, ${change}`, changed, false),
    );
  });
  return [...cases, ...equalSizes()];
}

function changesOf(right: Given): (readonly [string, Given])[] {
  const { earlier, later, proof } = right;
  const hashes = proof.length / 32;
  return [
    ["another earlier root", { ...right, earlier: { ...earlier, root: flipped(earlier.root, 0) } }],
    ["another later root", { ...right, later: { ...later, root: flipped(later.root, 31) } }],
    ["an empty earlier root", { ...right, earlier: { ...earlier, root: Buffer.alloc(0) } }],
    [
      "the roots in each other's place",
      { ...right, earlier: { ...earlier, root: later.root }, later: { ...later, root: earlier.root } },
    ],
    ["the heads in each other's place", { ...right, earlier: later, later: earlier }],
    ["one leaf less earlier", { ...right, earlier: { ...earlier, size: earlier.size - 1 } }],
    ["an earlier size of 0", { ...right, earlier: { ...earlier, size: 0 } }],
    ["an earlier size below 0", { ...right, earlier: { ...earlier, size: -earlier.size } }],
    ["twice as many leaves later", { ...right, later: { ...later, size: 2 * later.size } }],
    ["2^53 - 1 leaves later", { ...right, later: { ...later, size: Number.MAX_SAFE_INTEGER } }],
    ["the later size as the earlier one", { ...right, earlier: { ...earlier, size: later.size } }],
    ...spoilt.map(([name, spoil]) => [`a proof ${name}`, { ...right, proof: spoil(proof) }] as const),
    ...Array.from(
      { length: hashes },
      (_, index) =>
        [`another hash ${index + 1} in the proof`, { ...right, proof: flipped(proof, 32 * index + 7) }] as const,
    ),
  ];
}

function equalSizes(): ConsistencyVector[] {
  const one = given(7, 7);
  const other = headOf(leavesOf(7).reverse());
  const proof = Buffer.from(one.earlier.root);
  return [
    vector("7 to 7, another root", { ...one, later: other }, false),
    vector("7 to 7, a proof with the root", { ...one, proof }, false),
    vector("0 to 0, no proof", { ...one, earlier: headOf([]), later: headOf([]) }, false),
    vector("0 to 7, no proof", { ...one, earlier: headOf([]) }, false),
  ];
}
