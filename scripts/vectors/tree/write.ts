import { writeFileSync } from "node:fs";
import { golden } from "../golden.ts";
import { consistencyVectors, headText, sizes } from "./consistency.ts";
import { headOf, leavesOf } from "./growing.ts";
import { inclusionVectors } from "./inclusion.ts";

const description =
  "Heads of trees by RFC 6962, whose leaves are the numbers from 0 on as text; proofs that one begins with another; receipts with proofs that their entries are in a tree, verified by the key. Bytes are hexadecimal.";

/** Returns the text of the vectors of the ledger's tree. It is always the same. */
export function treeText(): string {
  const { id, publicKey } = golden("receipts").key;
  const heads = sizes.map((size) => headText(headOf(leavesOf(size))));
  const vectors = { consistency: consistencyVectors(), inclusion: inclusionVectors() };
  return `${JSON.stringify({ description, key: { id, publicKey }, heads, ...vectors }, null, 1)}\n`;
}

/** Writes them into a file. */
export function writeTree(path: string): void {
  writeFileSync(path, treeText());
}
