import type { LedgerBatch } from "#contract/admin/v1/ledger_pb.js";
import { type Block, blockOfBatch, linkOf } from "./block.ts";

/** Number of blocks that a page shows. */
const shownMax = 100;
const findingsMax = 20;

/** Consecutive batches of a chain. */
export interface ChainPart {
  readonly batches: readonly LedgerBatch[];
  /** Part of the whole chain read so far, in [0, 1]. */
  readonly read: number;
}

/** The chain of batches, as far as it has been read and checked. */
export interface Chain {
  readonly batches: number;
  readonly entries: number;
  /** The last blocks, in order. */
  readonly blocks: readonly Block[];
  /** The first flaws, each with its batch. */
  readonly findings: readonly string[];
}

export const emptyChain: Chain = { batches: 0, entries: 0, blocks: [], findings: [] };

/** Checks further batches and their links, and adds them to a chain. */
export async function extended(chain: Chain, batches: readonly LedgerBatch[]): Promise<Chain> {
  const blocks = [...chain.blocks];
  const findings = [...chain.findings];
  let entries = chain.entries;
  for (const block of await Promise.all(batches.map(blockOfBatch))) {
    const before = blocks.at(-1);
    const wrong = [...block.findings];
    const link = linkOf(block, before);
    if (link === "broken") wrong.push("it does not follow the batch before it");
    if (link === "apart" && before !== undefined) wrong.push("batches between it and the one before are missing");
    findings.push(...wrong.map((finding) => `batch ${block.number}: ${finding}`));
    entries += block.entries.length;
    blocks.push(block);
  }
  return {
    batches: chain.batches + batches.length,
    entries,
    blocks: blocks.slice(-shownMax),
    findings: findings.slice(0, findingsMax),
  };
}
