import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { auditVectors } from "./audit.ts";
import { holdVectors } from "./holds.ts";
import { otherVectors, tokenVectors } from "./identity.ts";
import { batchVectors, entryVectors, receiptVectors, requestVectors } from "./ledger.ts";
import { orderVectors } from "./orders.ts";
import type { Vector } from "./trace.ts";

/** A file of vectors. A new kind of signed or hashed bytes is a row here. */
export const vectorFiles: readonly { readonly name: string; readonly about: string; vectors(): Vector[] }[] = [
  { name: "orders", about: "Orders, alone and under one signature", vectors: orderVectors },
  {
    name: "entries",
    about: "Entries of the ledger, with the numbers of test/vectors/ledger.json",
    vectors: entryVectors,
  },
  { name: "holds", about: "Holds, captures and releases", vectors: holdVectors },
  { name: "requests", about: "Digests of requests that are not signed, which entries hold", vectors: requestVectors },
  { name: "batches", about: "Batches of the chain", vectors: batchVectors },
  { name: "audit", about: "Records of the audit log", vectors: auditVectors },
  { name: "receipts", about: "Receipts of the service", vectors: receiptVectors },
  { name: "tokens", about: "Rotating tokens", vectors: tokenVectors },
  { name: "others", about: "The static key of the channel, agreements, webhooks", vectors: otherVectors },
];

const how =
  "Every step of every vector, from its input to its bytes; docs/vectors.md says what a step does. Bytes are hexadecimal.";

/** Returns the text of a file. The same input has the same text. */
export function vectorText({ about, vectors }: (typeof vectorFiles)[number]): string {
  return `${JSON.stringify({ description: `${about}. ${how}`, vectors: vectors() }, null, 1)}\n`;
}

/** Writes all files into a folder. */
export function writeVectors(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const file of vectorFiles) writeFileSync(join(folder, `${file.name}.json`), vectorText(file));
}
